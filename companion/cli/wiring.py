"""`veilingklok wiring`: which wire goes where."""

from pathlib import Path

import click

from companion.cli.options import says_what_is_wrong, settings_option
from companion.settings import Settings
from hardware.wiring import connections, header, table
from hardware.wiring_picture import picture


@click.command()
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw it as a picture into this file.")
@settings_option
@says_what_is_wrong
def wiring(svg: Path | None, settings: Settings) -> None:
    """Print how everything is wired to the Pi, as the settings have it."""
    connected = connections(settings.fittings)
    if svg:
        svg.write_text(picture(connected), encoding="utf-8")
        click.echo(f"{svg}: drawn.")
        return
    click.echo(table(connected))
    click.echo("The header from above, the end with the memory card at the top; [..] are in use:\n")
    click.echo(header(connected), nl=False)
