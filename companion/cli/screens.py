"""`veilingklok screens`: every screen of the display on one sheet, to be looked at."""

from pathlib import Path
from typing import cast

import click

from companion.cli.commands import command, option
from companion.cli.options import says_what_is_wrong
from companion.cli.speaking import here
from companion.words import Language, words


@command()
@option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The PNG file.")
@option(
    "--language",
    type=click.Choice(["en", "de", "nl"]),
    default="en",
    show_default=True,
    help="Which language the display speaks.",
)
@option(
    "--size",
    type=click.Choice(["128x64", "128x32", "128x128"]),
    default="128x64",
    show_default=True,
    help="How many pixels it has.",
)
@option("--scale", type=click.IntRange(1, 8), default=3, show_default=True, help="How many times enlarged.")
@says_what_is_wrong
def screens(output: Path, language: str, size: str, scale: int) -> None:
    """Draw every screen of the display on one sheet."""
    from hardware.screens.gallery import contact_sheet, gallery  # noqa: PLC0415  fonts take a while to load

    width, height = map(int, size.split("x"))
    contact_sheet((width, height), words(cast(Language, language)), scale).save(output, format="PNG")
    click.echo(here().say("{file}: {count} screens.", file=output, count=len(gallery())))
