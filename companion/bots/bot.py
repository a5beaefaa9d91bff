"""What every bot can be asked."""

from collections.abc import Sequence
from typing import Protocol

from companion.games.merchants.actions import AnyAction, Stop
from companion.games.merchants.state import State


class Bot(Protocol):
    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        """An answer to a question that only this seat is asked."""

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        """Where this seat would stop the clock, if nobody does before; None to let it run out."""
