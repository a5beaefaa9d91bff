"""`veilingklok settings`: what can be set, and whether a file sets it well."""

from pathlib import Path

import click

from companion.boot import boot_lines
from companion.cli.commands import argument, group
from companion.cli.options import says_what_is_wrong, settings_file, settings_option
from companion.cli.speaking import here
from companion.settings import Settings, default_file, read_settings


@group(invoke_without_command=True)
@click.pass_context
def settings(context: click.Context) -> None:
    """Print a settings file with every default, or check one."""
    if context.invoked_subcommand is None:
        where = here().say(
            "Write what you want otherwise into {file}, or into a file that you name with --settings.",
            file=settings_file(),
        )
        click.echo(f"# {where}\n")
        click.echo(default_file(here()), nl=False)


@settings.command()
@argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@says_what_is_wrong
def check(file: Path) -> None:
    """Say what is wrong in a settings file."""
    read_settings(file)
    click.echo(here().say("{file}: good.", file=file))


@settings.command()
@settings_option
def boot(settings: Settings) -> None:
    """Print the lines that the firmware's config.txt needs for these settings."""
    for line in boot_lines(settings.fittings):
        click.echo(line)
