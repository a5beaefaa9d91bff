"""The servo dial: a hand that shows what the clock shows. A picture of the clock, never its authority."""

import contextlib
import threading
import time
from collections.abc import Callable

from companion.auction_clock import MILLISECOND, SECOND, Run
from companion.settings.fittings import DialFitting
from companion.words import mark
from companion.worker import Worker
from hardware.errors import NotThere
from hardware.servo import FRAME_HZ, Servo
from hardware.troubles import Troubles

FRAME = SECOND // FRAME_HZ
SWEEP = 800 * MILLISECOND
"""The hand takes so long at the least over the whole face: back to start it glides, too."""
SETTLE = 700 * MILLISECOND
"""So long it is held where it has come to a stop; then it rests without pulses."""
_PART = "dial"
DEAD = mark("The dial is dead: {why}.")
NOT_THERE = mark("The dial is dead: {reason}")


def pulse_at(turned: float, fitting: DialFitting) -> float:
    """The pulse, in microseconds, with which the hand stands there: 0 is the start of the face, 1 its end."""
    return fitting.start_us + (fitting.end_us - fitting.start_us) * min(1.0, max(0.0, turned))


def glided(at: float, towards: float, elapsed: int) -> float:
    """How far the hand has come after so many nanoseconds."""
    step = elapsed / SWEEP
    return min(towards, at + step) if towards > at else max(towards, at - step)


class Dial:
    """Follows a run on a thread of its own. Without a servo it does nothing."""

    def __init__(
        self, fitting: DialFitting | None, troubles: Troubles, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._fitting = fitting
        self._troubles = troubles
        self._now = now
        self._servo: Servo | None = None
        self._run: Run | None = None
        self._aim = 0.0
        self._at = 0.0
        self._shown: float | None = None
        self._bell = threading.Condition()
        self.worker = Worker("dial", mark("Dial"), self._follow, troubles, wake=self._ring)
        self.worker.start()

    def open(self, open_servo: Callable[[DialFitting], Servo]) -> None:
        if self._fitting is None or self._servo:
            return
        try:
            servo = open_servo(self._fitting)
        except NotThere as reason:
            self._troubles.report(_PART, NOT_THERE, reason=reason)
            return
        except Exception as error:
            self._troubles.report(_PART, DEAD, why=str(error).rstrip("."))
            return
        self._troubles.clear(_PART)
        with self._bell:
            self._servo = servo
            self._bell.notify()

    @property
    def is_missing(self) -> bool:
        return self._fitting is not None and self._servo is None

    def show(self, run: Run | None) -> None:
        """Follow this run; None: stay where the hand is. Never waits."""
        with self._bell:
            if run is not self._run:
                if run is None and self._run:
                    self._aim = self._run.turned_at(self._now())
                self._run = run
                self._bell.notify()

    def point(self, turned: float) -> None:
        """At a place of the face, for the self-test. Never waits."""
        with self._bell:
            self._run = None
            self._aim = turned
            self._bell.notify()

    def close(self) -> None:
        self.worker.stop()
        if self._servo:
            self._attempt(self._servo.close)

    def _ring(self) -> None:
        with self._bell:
            self._bell.notify()

    def _follow(self) -> None:
        """Frame by frame while it moves; then held for a moment, then at rest until there is news. On the dial's
        thread; begun anew it points again where the hand was."""
        self._shown = None
        moved_at = last = self._now()
        while not self.worker.is_stopping:
            now = self._now()
            self._at, last = glided(self._at, self._target(now), now - last), now
            self._point_there()
            if self._run or self._at != self._aim:
                moved_at = now
                self._wait(FRAME)
            elif now - moved_at < SETTLE:
                self._wait(SETTLE - (now - moved_at))
            else:
                if self._servo:
                    self._attempt(self._servo.rest)
                self._wait(None)
                last = self._now()  # it stood still all the while

    def _target(self, now: int) -> float:
        run = self._run  # once: it may be taken away meanwhile
        return run.turned_at(now) if run else self._aim

    def _point_there(self) -> None:
        servo, fitting = self._servo, self._fitting
        if servo and fitting and self._shown != self._at:
            self._shown = self._at
            self._attempt(lambda: servo.pulse(pulse_at(self._at, fitting)))

    def _attempt(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except Exception as error:
            self._troubles.report(_PART, DEAD, why=str(error))
            servo, self._servo, self._shown = self._servo, None, None  # opened anew before long
            if servo:
                with contextlib.suppress(Exception):
                    servo.close()  # or its line would stay taken
        else:
            self._troubles.clear(_PART)

    def _wait(self, nanoseconds: int | None) -> None:
        """Or until there is news."""
        with self._bell:
            known = self._run, self._aim, self._servo
            self._bell.wait_for(
                lambda: self.worker.is_stopping or known != (self._run, self._aim, self._servo),
                None if nanoseconds is None else nanoseconds / SECOND,
            )
