"""Mercurius, as the table knows it."""

from collections.abc import Mapping
from typing import Any

from companion.games.errors import BadSetup
from companion.games.game import Game, Positions
from companion.games.mercurius import position
from companion.games.mercurius.actions import AnyAction, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.decide import RULES
from companion.games.mercurius.mistakes import board_from
from companion.games.mercurius.offers import PASS, Offers
from companion.games.mercurius.refusals import QUESTIONS
from companion.games.mercurius.sight import reveals, seen, sights
from companion.games.mercurius.state import Setup, State
from companion.games.mercurius.telling import Telling
from companion.games.positions import scores_told
from companion.games.rules import Options
from companion.games.setup import all_shuffled
from companion.games.speech import mark


def _house_rules(written: Mapping[str, str]) -> dict[str, Any]:
    if written:
        raise BadSetup("{game} has no house rules.", game=Setup.TITLE)
    return {}


def shown(options: Options) -> tuple[AnyAction, ...]:
    """Of the trades those with one deal at most; of all else everything."""
    return options.firsts() if isinstance(options, Offers) else tuple(options)


def _pressed(state: State, seat: int) -> Trade | None:
    """Done: no transactions in this turn. Which card is played a button cannot say."""
    ask = state.agenda[-1]
    return PASS if (ask.what, ask.seat) == ("trade", seat) else None


MERCURIUS = Game(
    name="mercurius",
    title=Setup.TITLE,
    rules=RULES,
    players=Setup.PLAYERS,
    counted_in=("rounds", mark("{rounds} rounds in {count}")),
    has_clock=False,
    hides_hands=True,
    setup=Setup,
    default_board=default_board,
    board_from=board_from,
    dealt=all_shuffled,
    has_house_rules=False,
    house_rules=_house_rules,
    sights=sights,
    seen=seen,
    reveals=reveals,
    shown=shown,
    pressed=_pressed,
    questions=QUESTIONS,
    telling=Telling,
    positions=Positions(position.shown, position.told, position.score_position, scores_told),
)
