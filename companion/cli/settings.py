"""`veilingklok settings`: what can be set, and whether a file sets it well."""

from pathlib import Path

import click

from companion.cli.options import USUAL_SETTINGS, says_what_is_wrong
from companion.settings import default_file, read_settings


@click.group(invoke_without_command=True)
@click.pass_context
def settings(context: click.Context) -> None:
    """Print a settings file with every default, or check one."""
    if context.invoked_subcommand is None:
        click.echo(f"# Save this as {USUAL_SETTINGS}, or name it with --settings.\n")
        click.echo(default_file(), nl=False)


@settings.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@says_what_is_wrong
def check(file: Path) -> None:
    """Say what is wrong in a settings file."""
    read_settings(file)
    click.echo(f"{file}: good.")
