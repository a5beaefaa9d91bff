"""A seat that is called because a phone wants to sit there: which one, for how long, what the display says meanwhile,
and who is to hear of the press. Which presses are bids is for the panel to know.
"""

import threading
from collections.abc import Callable

import msgspec

from hardware.screens.screen import Screen


class Called(msgspec.Struct, eq=False):
    seat: int
    mark: str
    since: int
    until: int
    screen: Screen
    heard: Callable[[], None] | None = None
    """Told of the press; None where the display shows a code and no press is waited for."""
    is_over: bool = False


class Callings:
    """One at a time; the doors can be used from any thread."""

    def __init__(self) -> None:
        self._called: Called | None = None
        self._door = threading.Lock()

    def begin(self, called: Called) -> None:
        """In place of whoever was called before."""
        with self._door:
            self._called = called

    def follow(self, called: Called) -> None:
        """Unless somebody else is called by now."""
        with self._door:
            self._called = self._called or called

    def end(self, called: Called) -> None:
        with self._door:
            called.is_over = True
            if self._called is called:
                self._called = None

    def clear(self) -> None:
        with self._door:
            self._called = None

    def at(self, now: int) -> Called | None:
        """Who is called at this time."""
        called = self._called
        return called if called and now < called.until else None

    def answered(self, seat: int, stamp: int) -> Called | None:
        """The calling that this press answers, which is no longer open then: whoever presses again presses as usual."""
        with self._door:
            called = self._called
            if not called or not called.heard or called.seat != seat or not called.since <= stamp < called.until:
                return None
            self._called = None
            return called
