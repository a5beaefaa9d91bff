"""What the display shows, and when: the clock before all, then moments that pass, then a screen that stands."""

import threading
from collections.abc import Sequence
from typing import NamedTuple

from companion.auction_clock import MILLISECOND, SECOND, Run
from hardware.screens.clock import Auction, GetReady
from hardware.screens.device import StartingUp
from hardware.screens.screen import Screen

CLEAR = 1200 * MILLISECOND
"""So long before the clock runs nothing but the countdown is shown."""
BACKLOG = 12 * SECOND
"""Moments further behind than this give way to newer ones: bots can be quick."""
TURN = 5 * SECOND
"""Screens that stand in turn change so often."""


class Moment(NamedTuple):
    screen: Screen
    seconds: float


class _Slot(NamedTuple):
    screen: Screen
    begins: int
    ends: int


class Clock(NamedTuple):
    """A run with its two screens."""

    get_ready: GetReady
    auction: Auction

    @property
    def run(self) -> Run:
        return self.auction.run


class Programme:
    """Filled by the panel, read by the display; both from their own threads."""

    def __init__(self) -> None:
        self._standing: tuple[Screen, ...] = (StartingUp(()),)
        self._slots: list[_Slot] = []
        self._clock: Clock | None = None
        self._overlay: _Slot | None = None
        self._called: _Slot | None = None
        self._held: Screen | None = None
        self._proposed: Screen | None = None
        self._lock = threading.Lock()

    def stand(self, *screens: Screen) -> None:
        """Shown in turn while there is nothing else to show."""
        self._standing = screens

    def run(self, clock: Clock | None) -> None:
        """The clock runs or counts down; None: it does not."""
        self._clock = clock

    def play(self, moments: Sequence[Moment], now: int) -> None:
        """One after the other, after those that still wait."""
        with self._lock:
            slots = [slot for slot in self._slots if slot.ends > now]
            for moment in moments:
                begins = max(now, slots[-1].ends if slots else now)
                slots.append(_Slot(moment.screen, begins, begins + round(moment.seconds * SECOND)))
            late = max(0, (slots[-1].begins if slots else now) - now - BACKLOG)
            moved = [_Slot(slot.screen, slot.begins - late, slot.ends - late) for slot in slots]
            self._slots = [slot for slot in moved if slot.ends > now]

    def replace(self, screen: Screen, by: Screen) -> None:
        """The same moment, told more fully."""
        with self._lock:
            self._slots = [slot._replace(screen=by) if slot.screen == screen else slot for slot in self._slots]

    def forget(self) -> None:
        """What was to be shown of a table that is gone."""
        with self._lock:
            self._slots = []
        self._clock = self._proposed = None

    def call(self, screen: Screen | None, until: int = 0) -> None:
        """A seat is called: before everything but the clock and what interrupts, and in turn with what is proposed;
        None: none is."""
        self._called = _Slot(screen, 0, until) if screen else None

    def hold(self, screen: Screen | None) -> None:
        """A button is held, and this is what it will do: before everything but the clock and what interrupts, in turn
        with nothing; None: none is."""
        self._held = screen

    def propose(self, screen: Screen | None) -> None:
        """A press may agree to this: before everything that happened, and never hidden by phones that want to sit down;
        None: nothing is proposed."""
        self._proposed = screen

    def interrupt(self, screen: Screen | None, now: int, until: int) -> None:
        """Before everything else, even the clock; None takes it away."""
        self._overlay = _Slot(screen, now, until) if screen else None

    def at(self, now: int) -> Screen:
        overlay, clock, called, proposed = self._overlay, self._clock, self._called, self._proposed
        if overlay and now < overlay.ends:
            return overlay.screen
        if clock and now >= clock.run.start:
            return clock.auction
        slot = next((slot for slot in self._slots if slot.begins <= now < slot.ends), None)
        if clock and (slot is None or clock.run.start - now <= CLEAR):
            return clock.get_ready
        held = self._held
        if held and not clock:
            return held
        asked = [called.screen] if called and now < called.ends else []
        asked += [proposed] if proposed else []
        if asked and not clock:
            return asked[now // TURN % len(asked)]
        standing = self._standing
        return slot.screen.begun(slot.begins) if slot else standing[now // TURN % len(standing)]

    def changes_at(self, now: int) -> int | None:
        """When another screen comes by itself."""
        overlay, clock, called = self._overlay, self._clock, self._called  # once: they may be taken away meanwhile
        times = [edge for slot in self._slots for edge in (slot.begins, slot.ends)]
        if len(self._standing) > 1 or (called and self._proposed):
            times.append((now // TURN + 1) * TURN)
        times += [slot.ends for slot in (overlay, called) if slot]
        if clock:
            times += [clock.run.start - CLEAR, clock.run.start]
        return min((edge for edge in times if edge > now), default=None)
