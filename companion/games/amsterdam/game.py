"""Amsterdam, as the table knows it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.games.amsterdam import chance, house_rules, position
from companion.games.amsterdam.actions import AnyAction, Done
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.decide import RULES
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.mistakes import board_from
from companion.games.amsterdam.refusals import QUESTIONS
from companion.games.amsterdam.sight import reveals, seen, sights
from companion.games.amsterdam.state import Setup, State
from companion.games.amsterdam.telling import Telling
from companion.games.errors import BadSetup
from companion.games.game import Game, Positions
from companion.games.positions import scores_told
from companion.games.rules import Options
from companion.games.speech import mark
from companion.games.typed import firsts

LISTED = 30
"""Answers of each kind that are listed for a program; whatever is typed can be sent all the same."""

TOM = "tom"


def _house_rules(written: Mapping[str, str]) -> dict[str, Any]:
    said = dict(written)
    seat = said.pop(TOM, None)
    if seat not in (None, "0", "1"):
        raise BadSetup("TOM sits at seat 0 or 1, not at {seat}.", seat=str(seat))
    return {"rules": house_rules.read(said), "automaton": None if seat is None else int(seat)}


def _dealt(_board: Any, seats: int, rules: HouseRules | None, by: Random) -> tuple[str, ...]:
    return chance.drawn(seats, rules or HouseRules(), by)


def _shown(options: Options) -> tuple[AnyAction, ...]:
    return firsts(options, LISTED)


def _pressed(state: State, seat: int) -> Done | None:
    """Done: nothing more in this turn. All else a button cannot say."""
    ask = state.agenda[-1]
    return Done() if ask.seat == seat and ask.what in ("act", "end_cards") else None


AMSTERDAM = Game(
    name="amsterdam",
    title=Setup.TITLE,
    rules=RULES,
    counted_in=("rounds", mark("{rounds} rounds in {count}")),
    has_clock=False,
    hides_hands=False,
    players=range(1, 5),
    automaton=TOM,
    scored_in="prestige",
    has_house_rules=True,
    dealt=_dealt,
    setup=Setup,
    default_board=default_board,
    board_from=board_from,
    house_rules=_house_rules,
    sights=sights,
    seen=seen,
    reveals=reveals,
    shown=_shown,
    pressed=_pressed,
    questions=QUESTIONS,
    telling=Telling,
    positions=Positions(position.shown, position.told, position.score_position, scores_told),
)
