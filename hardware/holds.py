"""Buttons that are held down, each by itself, for two seconds: the gesture with which a seat lets a phone sit down. A
shorter press means what it means in the game and nothing else. It goes by stamps alone and keeps no time of its own.
"""

import threading
from collections.abc import Callable, Collection

import msgspec

from companion.auction_clock import MILLISECOND, SECOND
from hardware.callings import Called

HOLD = 2 * SECOND
NOTICED = 500 * MILLISECOND
"""Held for less it is an ordinary press: nothing is shown yet."""


class Hold(msgspec.Struct, eq=False):
    """A press that is not over yet, and was no bid."""

    seat: int
    since: int
    called: Called | None = None
    """The calling that was open when it began."""
    put_off: Callable[[], None] | None = None
    """What the press means in the game, where that waits for the release; None: the game has heard of it already."""
    is_spoiled: bool = False
    """Another button was down meanwhile: it may have been meant for switching off."""
    is_done: bool = False


class Holds:
    """The doors can be used from any thread."""

    def __init__(self) -> None:
        self._down: dict[int, Hold] = {}
        self._late: list[Hold] = []
        """Long enough, and released before anybody looked."""
        self._door = threading.Lock()

    def begin(self, hold: Hold, others: Collection[int]) -> None:
        """`others` are the seats whose buttons are down already."""
        with self._door:
            hold.is_spoiled = bool(others)
            for seat in others:
                if seat in self._down:
                    self._down[seat].is_spoiled = True
            self._down[hold.seat] = hold

    def release(self, seat: int, since: int, held_until: int) -> Hold | None:
        """The button pressed at `since` came up; it was last seen down at `held_until`. What comes back was an ordinary
        press."""
        with self._door:
            hold = self._down.get(seat)
            if hold is None or hold.since != since:
                return None
            del self._down[seat]
            if held_until - since < HOLD:
                return hold
            if not hold.is_done and not hold.is_spoiled:
                self._late.append(hold)
            return None

    def complete(self, held_until: Callable[[int], int]) -> list[Hold]:
        """Those that have been held for long enough since the last time somebody asked. `held_until` tells when a
        seat's button was last seen down."""
        with self._door:
            waiting = [hold for hold in self._down.values() if not hold.is_done and not hold.is_spoiled]
            found = [*self._late, *(hold for hold in waiting if held_until(hold.seat) - hold.since >= HOLD)]
            self._late = []
            for hold in found:
                hold.is_done = True
            return found

    def down(self) -> tuple[Hold, ...]:
        """Those that are being held and have not done anything yet."""
        with self._door:
            return tuple(hold for hold in self._down.values() if not hold.is_done)

    def clear(self) -> None:
        """None of them counts any more, nor does what they put off."""
        with self._door:
            self._down, self._late = {}, []
