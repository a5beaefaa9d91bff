"""`veilingklok play`: a game at the table, people at this keyboard and bots in the other seats."""

from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Literal

import click

from companion.boards import Boards, board_in_use
from companion.bots import BOTS
from companion.chair import new_game
from companion.cli.clock_options import (
    changed,
    get_ready_option,
    names_option,
    pace_option,
    profile_option,
    speed_option,
)
from companion.cli.commands import command, option
from companion.cli.options import (
    BoardFile,
    Bots,
    data_option,
    deck_option,
    says_what_is_wrong,
    settings_option,
    showable,
    table_players_option,
    table_rules_option,
)
from companion.cli.speaking import here
from companion.errors import CannotFollow
from companion.games.game import Game
from companion.games.merchants.board import Board
from companion.games.merchants.house_rules import HouseRules
from companion.games.speech import Phrase
from companion.journal import Journal, Kept, Opening
from companion.openings import opening_for
from companion.settings import Settings
from companion.simulate import Sitting
from companion.terminal.game import host
from companion.terminal.keys import has_keys
from companion.terminal.offer import offered, wants_to_go_on
from companion.terminal.telling import tell_among_bots


@command()
@table_players_option
@option(
    "--people",
    type=click.IntRange(0, 5),
    default=1,
    show_default=True,
    help="How many of them are people at this keyboard; they have the first seats.",
)
@names_option
@option(
    "--bots",
    type=Bots(),
    default="merchant",
    show_default=True,
    help=Phrase("Who has the other seats: {bots}, or several with commas.", bots=", ".join(BOTS["merchants"])),
)
@table_rules_option
@option("--board", type=BoardFile(), help="A board file instead of the board in use.")
@deck_option
@option("--seed", type=click.IntRange(0), help="To have the same cards again; who knows it knows the deck.")
@option("--new", is_flag=True, help="Begin a new game without asking about an unfinished one.")
@profile_option
@speed_option
@get_ready_option
@pace_option
@data_option
@settings_option
@says_what_is_wrong
def play(
    players: int,
    people: int,
    names: list[str] | None,
    bots: list[str],
    rules: list[HouseRules],
    board: Board | None,
    deck: Literal["device", "table"],
    seed: int | None,
    new: bool,
    profile: str | None,
    speed: float | None,
    get_ready: float | None,
    pace: float | None,
    data: Path,
    settings: Settings,
) -> None:
    """Play a game in this terminal, against bots or with others at the same keyboard."""
    settings = changed(settings, profile=profile, speed=speed, get_ready=get_ready, pace=pace)
    laid_out = partial(
        opening_for, players=players, people=people, seed=seed, names=names or (), bots=bots, rules=rules[0], deck=deck
    )
    laid_out(board=board)  # what is wrong with it is said before anything is opened
    if not has_keys():
        click.echo(here().say("There is no keyboard here, so the bots play by themselves."))
        sitting = Sitting(board=board or board_in_use(data), players=players, rules=rules, bots=bots)
        # A small seed can be typed again, and nobody plays here whose cards it could give away.
        tell_among_bots(
            sitting, seed if seed is not None else SystemRandom().randrange(1_000_000), click.echo, 0.0, here()
        )
        return
    with Journal(data, verify_all=False) as journal:
        for notice in journal.notices:
            click.echo(notice.said(here()))
        journal.hold()
        game = _game(journal, laid_out(board=board or Boards(journal.drawer).board()), new)
        if game is not None:
            host(journal, game, settings, here())


def _left(journal: Journal, game: Game) -> tuple[Kept | None, str]:
    """The last game that was left, and what is known of it. What the rules cannot follow is set aside."""
    while True:
        try:
            kept = journal.unfinished(game)
            return kept, offered(journal, kept, here()) if kept else ""
        except CannotFollow as error:
            journal.set_aside.add(error.number)
            click.echo(showable(error.said(here())))


def _game(journal: Journal, opening: Opening, new: bool) -> int | None:
    """The number of the game to play: one that was left, or a new one; None for neither."""
    kept, told = (None, "") if new else _left(journal, opening.game)
    goes_on = wants_to_go_on(told, here()) if kept else False
    if kept and goes_on:
        return kept.game
    return None if goes_on is None else new_game(journal, opening)
