"""One accepted action being carried out: the facts it causes, and the agenda of what is to be asked or done next.

The agenda is a stack, so that a bonus in the middle of an event in the middle of a draw is nothing special.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from companion.games.merchants.events import AnyEvent, Ask, What
from companion.games.merchants.evolve import CHANGES
from companion.games.merchants.options import Options
from companion.games.merchants.state import State


class Play(msgspec.Struct):
    """Works on a state of its own; what it did is in `events`."""

    state: State
    agenda: list[Ask]
    events: list[AnyEvent] = []

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


class Question(NamedTuple):
    """What a seat may answer, what an answer does, and what to do instead if there is nothing to choose."""

    options: Callable[[State, int | None], Options]
    answer: Callable[[Play, Any, Any], None]
    otherwise: Callable[[Play, Ask], None]


def nothing(_play: Play, _ask: Ask) -> None:
    """A question that passes without a trace if there is nothing to choose."""


@cache
def _round(what: What, seats: tuple[int, ...]) -> list[Ask]:
    return [Ask(what, seat) for seat in reversed(seats)]
