"""Two buttons held together for a while: the way to switch off without a keyboard."""

from collections.abc import Mapping, Sequence

from companion.auction_clock import SECOND

NOTICED = SECOND
"""Held for less it may have been chance: nothing is shown yet."""


class Chord:
    def __init__(self, seats: Sequence[int], hold: int) -> None:
        self._seats = seats
        self.hold = hold

    def since(self, held: Mapping[int, int]) -> int | None:
        """Since when all of its buttons are down, if they are."""
        if not self._seats or any(seat not in held for seat in self._seats):
            return None
        return max(held[seat] for seat in self._seats)

    def ends(self, held: Mapping[int, int], now: int) -> int | None:
        """When it will have been held for long enough; None as long as nobody seems to mean it."""
        since = self.since(held)
        return None if since is None or now - since < NOTICED else since + self.hold
