"""`veilingklok board`: an owner's board checked and drawn."""

from pathlib import Path

import click

from companion.cli.options import BoardFile, says_what_is_wrong
from companion.games.errors import BadBoard
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.drawing import draw
from companion.games.merchants.mistakes import read_board


@click.group()
def board() -> None:
    """Check or draw board data."""


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@says_what_is_wrong
def check(file: Path) -> None:
    """Tell every mistake in a board file at once."""
    try:
        found = read_board(file.read_bytes())
    except BadBoard as error:
        for mistake in error.mistakes:
            click.echo(f"{file}: {mistake}", err=True)
        raise click.exceptions.Exit(1) from None
    click.echo(
        f"{file}: good: {len(found.offices)} trade offices, {len(found.plots)} building spaces, "
        f"{len(found.bridges)} bridges, {len(found.years)} years, {sum(card.count for card in found.data.cards)} cards."
    )


@board.command(name="draw")
@click.argument("board", metavar="[FILE]", required=False, type=BoardFile(), default=default_board)
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The SVG file.")
@says_what_is_wrong
def draw_command(board: Board, output: Path) -> None:
    """Draw a board as a picture, to hold against the cardboard. Without a file: the default board."""
    output.write_text(draw(board), encoding="utf-8")
    click.echo(f"{output}: drawn.")
