"""What every bot can be asked."""

from typing import Any, Protocol

from companion.games.merchants.actions import Stop


class Bot(Protocol):
    def choose(self, state: Any, seat: int, options: Any) -> Any:
        """An answer to a question that only this seat is asked."""


class Bidder(Bot, Protocol):
    """In a game with a clock."""

    def bid(self, state: Any, seat: int, stops: Any) -> Stop | None:
        """Where this seat would stop the clock, if nobody does before; None to let it run out."""
