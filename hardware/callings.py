"""Seats that are called because a phone wants to sit there, and codes for those who sit down by typing: which of them
are open, which one the display shows, and since when. Who is let in is for the reception to know.
"""

import threading
from collections.abc import Callable

import msgspec

from companion.auction_clock import SECOND
from hardware.screens.screen import Screen

READING = SECOND
"""So long the display must have shown what a hold does before the hold begins."""
TURN = 3 * SECOND
"""Several are shown in turn, so long each; a new one is shown at once. Every other turn is for what somebody at the
device has asked for, so that no number of phones can hide it."""


class Called(msgspec.Struct, eq=False):
    """What the display says about a seat."""

    seat: int
    mark: str
    since: int
    until: int
    screen: Screen
    heard: Callable[[], bool] | None = None
    """Told that the button was held for it, and tells whether that has seated the phone; None where nothing is waited
    for but that somebody reads."""
    is_take_over_code: bool = False
    """Such a code is shown in turn with the seat's other one."""
    is_for_device: bool = False
    """Somebody at the device has asked for it, and not a phone."""
    shown_at: int | None = None
    """When the display had first drawn it."""
    is_over: bool = False

    @property
    def kind(self) -> tuple[int, bool, bool]:
        """There is one of each at most."""
        return self.seat, self.heard is None, self.is_take_over_code


class Callings:
    """At most one calling, one code to take over and one other notice for each seat; the doors can be used from any
    thread."""

    def __init__(self) -> None:
        self._open: tuple[Called, ...] = ()
        """In the order in which they began."""
        self._door = threading.Lock()

    def begin(self, called: Called) -> None:
        """In place of what there was of that kind for the seat."""
        with self._door:
            kept = []
            for other in self._open:
                if other.kind == called.kind:
                    other.is_over = True
                else:
                    kept.append(other)
            self._open = (*kept, called)

    def end(self, called: Called) -> None:
        with self._door:
            called.is_over = True
            self._open = tuple(other for other in self._open if other is not called)

    def clear(self) -> None:
        with self._door:
            for called in self._open:
                called.is_over = True
            self._open = ()

    def of(self, seat: int, stamp: int) -> Called | None:
        """What a hold of this seat's button answers, if it began at this stamp."""
        waiting = [called for called in self._open if called.heard and called.seat == seat]
        return next((called for called in waiting if called.since <= stamp < called.until), None)

    def seats(self, now: int) -> tuple[int, ...]:
        """Those whose button is waited for."""
        return tuple(called.seat for called in self._open if called.heard and now < called.until)

    def on_display(self, now: int) -> Called | None:
        """What is shown at this time."""
        found = [called for called in self._open if now < called.until]
        ours = [called for called in found if called.is_for_device]
        phones = [called for called in found if not called.is_for_device]
        turn = now // TURN
        if not (ours and phones):
            return _in_turn(found, turn, since=now - TURN)
        if turn % 2 == 0 or now < ours[-1].since + TURN:
            return _in_turn(ours, turn // 2, since=now - TURN)
        return _in_turn(phones, turn // 2, since=(turn - 1) * TURN)

    def changes_at(self, now: int) -> int | None:
        """When another one may come by itself."""
        found = [called for called in self._open if now < called.until]
        times = [called.until for called in found]
        if len(found) > 1:
            times += [(now // TURN + 1) * TURN, *(edge for called in found if (edge := called.since + TURN) > now)]
        return min(times, default=None)

    def note_shown(self, screen: Screen, at: int) -> None:
        """The display had drawn this screen completely at that stamp, in place of any other. What was taken away before
        it could be read has not been shown."""
        for called in self._open:
            if called.screen is screen:
                called.shown_at = at if called.shown_at is None else called.shown_at
            elif called.shown_at is not None and at < called.shown_at + READING:
                called.shown_at = None


def _in_turn(found: list[Called], turn: int, since: int) -> Called | None:
    """The newest one if it began after that, else one after the other."""
    if not found:
        return None
    return found[-1] if found[-1].since > since else found[turn % len(found)]
