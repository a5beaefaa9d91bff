"""The arcade buttons. A press is an edge with the line's own stamp, taken from the kernel where the library has it;
when Python got round to it never counts.
"""

import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from gpiozero import InputDevice

from companion.auction_clock import MILLISECOND, SECOND
from companion.words import mark
from companion.worker import Worker
from hardware.contact import Contact
from hardware.letting_go import let_go
from hardware.troubles import Troubles

LOOK = 5 * MILLISECOND
"""So often the level is looked at while a button is down."""

DEAD = mark("The button of seat {seat} on line {line} is dead: {why}.")
STUCK = mark("The button of seat {seat} on line {line} is stuck: it does not come up again.")

HEAR_OUT = 1.0
"""Seconds that the thread of the buttons is waited for."""

Pressed = Callable[[int, int], object]
"""Told of a seat and the stamp of its press, in nanoseconds of the monotonic clock."""
Released = Callable[[int, int, int], None]
"""Told of a seat, the stamp of its press, and when its button was last seen down."""


class Edge(NamedTuple):
    seat: int
    ticks: float
    """Seconds, as the pin library gives them."""


Inbox = SimpleQueue[Edge | threading.Event | None]
"""An event is set when everything before it was told; None only wakes the thread."""


class _Line:
    """One button's line. gpiozero holds its handler weakly, so somebody has to hold this."""

    def __init__(self, seat: int, line: int, factory: Any, inbox: Inbox) -> None:
        self._seat = seat
        self._inbox = inbox
        self._device = InputDevice(line, pull_up=True, pin_factory=factory)
        pin = self._device.pin
        pin.edges = "falling"  # no bounce_time: it would move the stamp to the last bounce
        pin.when_changed = self._changed

    def _changed(self, ticks: float, _state: object) -> None:
        """On the library's one thread for all lines: whatever raised here would kill every button, so it only puts."""
        self._inbox.put(Edge(self._seat, ticks))

    def is_down(self) -> bool:
        return bool(self._device.is_active)

    def close(self) -> None:
        self._device.close()


class Buttons:
    """All of them. Presses and releases are told on a thread of their own."""

    def __init__(
        self,
        lines: Sequence[int | None],
        rest: int,
        stuck: int,
        pressed: Pressed,
        troubles: Troubles,
        now: Callable[[], int] = time.monotonic_ns,
        released: Released = lambda *_: None,
    ) -> None:
        self._lines = {seat: line for seat, line in enumerate(lines) if line is not None}
        self._rest = rest
        self._stuck = stuck
        self._pressed = pressed
        self._released = released
        self._troubles = troubles
        self._now = now
        self._open: dict[int, _Line] = {}
        self._contacts: dict[int, Contact] = {}
        self._inbox: Inbox = SimpleQueue()
        self._listeners: list[Callable[[int, int], None]] = []
        self._untold: tuple[int, int] | None = None
        """A press that is just being told: if that kills the thread, it is told once more."""
        self.worker = Worker("buttons", mark("Buttons"), self._listen, troubles, wake=self._wake, is_essential=True)
        self.worker.start()

    def open(self, factory: Any) -> None:
        """Every line that is not open yet; one that is refused is reported and done without."""
        for seat, line in self._lines.items():
            if seat in self._open:
                continue
            try:
                opened = _Line(seat, line, factory, self._inbox)
                contact = Contact(self._rest, self._stuck, self._now(), opened.is_down())
            except Exception as error:
                self._troubles.report(_part(seat), DEAD, seat=seat + 1, line=line, why=str(error))
                continue
            self._open = {**self._open, seat: opened}  # anew: the buttons' thread may just be looking at the old ones
            self._contacts = {**self._contacts, seat: contact}
            self._troubles.clear(_part(seat))
        self._inbox.put(None)  # look at the levels: one may be held down already

    @property
    def missing(self) -> list[int]:
        """Seats whose button could not be opened."""
        return [seat for seat in self._lines if seat not in self._open]

    @property
    def stuck(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._open if self._contacts[seat].is_stuck)

    def held(self) -> dict[int, int]:
        """The seats that hold their button down, with the stamp of the press."""
        held = {seat: contact.held_since for seat, contact in self._contacts.items() if not contact.is_stuck}
        return {seat: since for seat, since in held.items() if since is not None}

    def last_down(self, seat: int) -> int:
        """When this button was last known to be down; asked on being told of an edge, when before that edge."""
        return self._contacts[seat].last_down

    def held_until(self, seat: int) -> int:
        """When the line was last known to be down by the press that is not over yet, or was the last one."""
        return self._contacts[seat].held_until

    def on_edges(self, listener: Callable[[int, int], None] | None) -> None:
        """For the self-test: told of every edge with its stamp, bounces too. None: nobody wants to know any more."""
        self._listeners = [listener] if listener else []

    def hear_out(self) -> None:
        """What was pressed just now is told when this returns. Waits no longer than a moment."""
        reached = threading.Event()
        self._inbox.put(reached)
        reached.wait(HEAR_OUT)

    def close(self) -> None:
        self.worker.stop()
        for line in self._open.values():
            let_go(line)
        self._open.clear()

    def _wake(self) -> None:
        self._inbox.put(None)

    def _listen(self) -> None:
        """On the thread of the buttons. While it is started again, edges wait in the inbox with the stamps they have;
        one mishap must not make all the buttons deaf."""
        if self._untold:
            press, self._untold = self._untold, None
            self._pressed(*press)
        while not self.worker.is_stopping:
            try:
                edge = self._inbox.get(timeout=LOOK / SECOND if self._is_any_down() else None)
            except Empty:
                edge = None
            with self.worker.one_round():
                self._take(edge)
                if self._inbox.empty():
                    self._look()
        while not self._inbox.empty():  # pressed before the end, and a bid like any other
            with self.worker.one_round():
                self._take(self._inbox.get())

    def _is_any_down(self) -> bool:
        return any(contact.is_locked for contact in self._contacts.values())

    def _take(self, one: Edge | threading.Event | None) -> None:
        if isinstance(one, threading.Event):
            one.set()
        elif one:
            self._hear(one)

    def _hear(self, edge: Edge) -> None:
        stamp = round(edge.ticks * SECOND)
        contact = self._contacts.get(edge.seat)
        if contact is None:  # not open yet
            return
        for listener in self._listeners:
            listener(edge.seat, stamp)
        if contact.edge(stamp):
            self._tell(edge.seat, stamp)

    def _tell(self, seat: int, stamp: int) -> None:
        self._untold = seat, stamp
        try:
            self._pressed(seat, stamp)
        except Exception:  # whoever was told has dealt with it as far as possible: this thread goes on
            self._untold = None
            raise
        self._untold = None

    def _look(self) -> None:
        """Missed releases are found here, and what is stuck."""
        for seat, contact in self._contacts.items():
            if not contact.is_locked:
                continue
            was_stuck, since = contact.is_stuck, contact.held_since
            now = self._now()  # before the level is read: it may change while this thread waits
            contact.level(self._open[seat].is_down(), now)
            if contact.is_stuck and not was_stuck:
                self._troubles.report(_part(seat), STUCK, seat=seat + 1, line=self._lines[seat])
            elif was_stuck and not contact.is_stuck:
                self._troubles.clear(_part(seat))
            if since is not None and not contact.is_locked:
                self._released(seat, since, contact.held_until)


def _part(seat: int) -> str:
    return f"button {seat + 1}"
