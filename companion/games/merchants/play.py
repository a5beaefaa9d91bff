"""One accepted action being carried out: the facts it causes, and the agenda of what is to be asked or done next.

The agenda is a stack, so that a bonus in the middle of an event in the middle of a draw is nothing special.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from companion.games.merchants.actions import AnyAction
from companion.games.merchants.events import AnyEvent, Ask, Asked, What
from companion.games.merchants.evolve import CHANGES
from companion.games.merchants.options import Options
from companion.games.merchants.state import State


class Play:
    """Works on a state of its own, to look ahead in; what it did is in `events`."""

    __slots__ = ("agenda", "events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[AnyEvent] = []
        self.agenda = list(state.agenda)

    def emit(self, event: AnyEvent) -> None:
        """Something happened."""
        self.events.append(event)
        CHANGES[type(event)](self.state, event)  # `evolve`, without the call: this is the busiest line of all

    def ask(self, what: What, seat: int | None) -> None:
        """Next of all comes this."""
        self.agenda.append(Ask(what, seat))

    def ask_in_turn(self, what: What, seats: tuple[int, ...]) -> None:
        """Next come these seats, one after the other."""
        self.agenda += _round(what, seats)


class Item(NamedTuple):
    """What the agenda's word means: what the seat may answer, what an answer does, and what to do if there is
    nothing to choose (or nobody to ask)."""

    options: Callable[[State, int | None], Options]
    answer: Callable[[Play, Any, Any], None]
    otherwise: Callable[[Play, Ask], None]


def run(play: Play, items: dict[What, Item]) -> None:
    """Go on by itself until a player has something to choose or the agenda is empty. The last fact of all is what
    is asked then."""
    agenda = play.agenda
    while agenda:
        ask = agenda[-1]
        item = items[ask.what]
        if item.options(play.state, ask.seat):
            break
        agenda.pop()
        item.otherwise(play, ask)
    play.events.append(Asked(tuple(agenda)))


def nothing(_play: Play, _ask: Ask) -> None:
    """An item that passes without a trace when there is nothing to choose."""


def step(otherwise: Callable[[Play, Ask], None]) -> Item:
    """An item that the game does by itself."""
    return Item(_no_options, _no_answer, otherwise)


def _no_options(_state: State, _seat: int | None) -> Options:
    return ()


def _no_answer(_play: Play, _seat: int, _action: AnyAction) -> None:
    raise AssertionError("a step is never asked")


@cache
def _round(what: What, seats: tuple[int, ...]) -> list[Ask]:
    return [Ask(what, seat) for seat in reversed(seats)]
