"""Merchants of Amsterdam, as the table knows it."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.events import Event
from companion.games.game import Game, Positions, Seen
from companion.games.merchants.actions import StartClock
from companion.games.merchants.board import default_board
from companion.games.merchants.decide import RULES
from companion.games.merchants.house_rules import chosen
from companion.games.merchants.mistakes import board_from
from companion.games.merchants.position import score_position, scores_told, shown, told
from companion.games.merchants.refusals import QUESTIONS
from companion.games.merchants.sight import Sight, reveals, sight
from companion.games.merchants.state import Setup, State
from companion.games.merchants.telling import Telling
from companion.games.setup import all_shuffled
from companion.games.speech import mark


def _house_rules(written: Mapping[str, str]) -> dict[str, Any]:
    return {"rules": chosen(dict(written), every_one=True)}


def _sights(state: State) -> tuple[Sight, ...]:
    """All lies open but the deck, so everybody sees the same."""
    return (sight(state),) * (state.setup.players + 1)


def _seen(_seat: int | None, action: Any, events: Sequence[Event]) -> Seen:
    return Seen(action, tuple(events))


def _pressed(state: State, seat: int) -> StartClock | None:
    ask = state.agenda[-1]
    return StartClock() if (ask.what, ask.seat) == ("start_clock", seat) else None


MERCHANTS = Game(
    name="merchants",
    title=Setup.TITLE,
    rules=RULES,
    players=Setup.PLAYERS,
    counted_in=("terms", mark("{terms} terms in {count}")),
    has_clock=True,
    hides_hands=False,
    setup=Setup,
    default_board=default_board,
    board_from=board_from,
    dealt=all_shuffled,
    has_house_rules=True,
    house_rules=_house_rules,
    sights=_sights,
    seen=_seen,
    reveals=reveals,
    shown=tuple,
    pressed=_pressed,
    questions=QUESTIONS,
    telling=Telling,
    positions=Positions(shown, told, score_position, scores_told),
)
