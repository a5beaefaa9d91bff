"""`veilingklok wiring`: which wire goes where."""

from pathlib import Path

import click

from companion.cli.commands import command, option
from companion.cli.options import says_what_is_wrong, settings_option
from companion.cli.speaking import here
from companion.prints.wiring import picture
from companion.settings import Settings
from companion.wiring import connections, header, table


@command()
@option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw it as a picture into this file.")
@settings_option
@says_what_is_wrong
def wiring(svg: Path | None, settings: Settings) -> None:
    """Print how everything is wired to the Pi, as the settings have it."""
    connected, speech = connections(settings.fittings), here()
    if svg:
        svg.write_text(picture(connected, speech), encoding="utf-8")
        click.echo(speech.say("{file}: drawn.", file=svg))
        return
    click.echo(table(connected, speech))
    click.echo(speech.say("The header from above, the end with the memory card at the top; [..] are in use:") + "\n")
    click.echo(header(connected, speech), nl=False)
