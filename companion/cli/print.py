"""`veilingklok print`: what goes onto paper."""

from pathlib import Path

import click

from companion.boards import board_in_use
from companion.cli.commands import argument, command, option
from companion.cli.options import BoardFile, data_option, says_what_is_wrong, settings_option
from companion.cli.speaking import here
from companion.errors import BadPrint
from companion.games.merchants.board import Board
from companion.prints import PAPERS, PRINTS, plan_of, print_pdf, print_svg
from companion.settings import Settings


@command("print")
@argument("name", type=click.Choice(list(PRINTS)))
@option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file, .pdf or .svg."
)
@option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The size of the paper.")
@option("--board", type=BoardFile(), help="A board file instead of the board in use.")
@data_option
@settings_option
@says_what_is_wrong
def print_command(name: str, output: Path, paper: str, board: Board | None, data: Path, settings: Settings) -> None:
    """Make a page to print at true scale, as PDF or SVG.

    summary: bonuses, events, years and scoring of the board. dial: the face of the servo dial, and its hand. labels:
    for the buttons. case: a drilling template for the front. wiring: which wire goes where.
    """
    plan, speech = plan_of(board or board_in_use(data), settings), here()
    match output.suffix.lower():
        case ".pdf":
            output.write_bytes(print_pdf(name, paper, plan, speech))
        case ".svg":
            output.write_text(print_svg(name, paper, plan, speech), encoding="utf-8")
        case _:
            raise BadPrint("{file}: the name of a print ends with .pdf or .svg.", file=output)
    click.echo(speech.say("{file}: drawn. Print it at 100 %.", file=output))
