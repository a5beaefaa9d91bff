"""`veilingklok board`: an owner's board checked and drawn."""

from pathlib import Path

import click

from companion.cli.commands import argument, group, option
from companion.cli.options import BoardFile, says_what_is_wrong
from companion.cli.speaking import here
from companion.games.errors import BadBoard
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.drawing import draw
from companion.games.merchants.mistakes import read_board


@group()
def board() -> None:
    """Check or draw board data."""


@board.command()
@argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@says_what_is_wrong
def check(file: Path) -> None:
    """Tell every mistake in a board file at once."""
    try:
        found = read_board(file.read_bytes())
    except BadBoard as error:
        for mistake in error.mistakes:
            click.echo(f"{file}: {mistake.said(here())}", err=True)
        raise click.exceptions.Exit(1) from None
    click.echo(
        here().say(
            "{file}: good: {offices} trade offices, {plots} building spaces, {bridges} bridges, {years} years, "
            "{cards} cards.",
            file=file,
            offices=len(found.offices),
            plots=len(found.plots),
            bridges=len(found.bridges),
            years=len(found.years),
            cards=sum(card.count for card in found.data.cards),
        )
    )


@board.command(name="draw")
@argument("board", metavar="[FILE]", required=False, type=BoardFile(), default=default_board)
@option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The SVG file.")
@says_what_is_wrong
def draw_command(board: Board, output: Path) -> None:
    """Draw a board as a picture, to hold against the cardboard. Without a file: the default board."""
    output.write_text(draw(board, here()), encoding="utf-8")
    click.echo(here().say("{file}: drawn.", file=output))
