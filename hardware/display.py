"""The display's own thread: draws what the programme says, sends only frames that changed, and reports when a price had
been drawn completely. A display that dies is reported, tried again and again, and holds up nobody.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from PIL import Image

from companion.auction_clock import MILLISECOND, SECOND
from companion.words import Words, mark
from companion.worker import Worker
from hardware.screens.clock import Auction
from hardware.screens.screen import Screen, drawn
from hardware.troubles import Troubles

FIRST_RETRY = 100 * MILLISECOND
LAST_RETRY = 5 * SECOND
DEAD = mark("The display is dead: {why}.")
_PART = "display"


class Shows(Protocol):
    """What is to be seen, and when."""

    def at(self, now: int) -> Screen: ...

    def changes_at(self, now: int) -> int | None: ...


class Display:
    def __init__(
        self,
        open_device: Callable[[], Any] | None,
        programme: Shows,
        words: Words,
        troubles: Troubles,
        report: Callable[[str, int], None],
        now: Callable[[], int] = time.monotonic_ns,
        note_shown: Callable[[Screen, int], None] = lambda *_: None,
    ) -> None:
        """`note_shown` is told of each screen, once it has been drawn completely, and when."""
        self._note_shown = note_shown
        self._shown: Screen | None = None
        self._open_device = open_device
        self._programme = programme
        self._words = words
        self._troubles = troubles
        self._report = report
        self._now = now
        self._device: Any = None
        self._retry_at = now()
        self._pause = FIRST_RETRY
        self._sent: Image.Image | None = None
        self._reported: tuple[int, str] | None = None
        self._tried = threading.Event()
        """Set once the first picture was sent, or could not be."""
        self._bell = threading.Condition()
        self._news = False
        self.worker = Worker("display", mark("Display"), self._work, troubles, wake=self._ring)
        self.worker.start()

    @property
    def is_working(self) -> bool:
        return self._sent is not None

    def wait_for_picture(self, timeout: float) -> None:
        """Until the first picture is shown, or it is known that none can be; seconds."""
        if self._open_device:
            self._tried.wait(timeout)

    @property
    def is_missing(self) -> bool:
        return self._open_device is not None and not self.is_working

    def speak(self, words: Words) -> None:
        """Another language."""
        self._words = words
        self.look()

    def look(self) -> None:
        """The programme has changed. Never waits."""
        with self._bell:
            self._news = True
            self._bell.notify()

    def close(self, farewell: Screen | None = None) -> None:
        """Dark, or with a last screen that stays."""
        self.worker.stop()
        if self._device is None:
            return
        try:
            if farewell:
                self._device.display(drawn(farewell, self._now(), self._device.size, self._words))
                self._device.persist = True  # else luma clears it when the program ends
            else:
                self._device.cleanup()
        except Exception as error:
            self._troubles.report(_PART, DEAD, why=_why(error))

    def _ring(self) -> None:
        with self._bell:
            self._bell.notify()

    def _work(self) -> None:
        """On the display's thread. Whatever goes wrong, the next frame may be good again."""
        while not self.worker.is_stopping:
            due: int | None = self._now() + SECOND
            with self.worker.one_round():
                due = self._look(self._now())
            self._tried.set()
            self._wait(due)

    def _look(self, now: int) -> int | None:
        """Show what is to be seen now; when to look again."""
        screen = self._programme.at(now)
        if self._open_device and now >= self._retry_at:
            self._attempt(screen, now)
        return self._due(screen, now)

    def _due(self, screen: Screen, now: int) -> int | None:
        if self._open_device is None:
            return None
        if now < self._retry_at:
            return self._retry_at
        times = [due for due in (screen.moves_at(now), self._programme.changes_at(now)) if due is not None]
        return min(times, default=None)

    def _wait(self, until: int | None) -> None:
        with self._bell:
            timeout = None if until is None else max(0, until - self._now()) / SECOND
            if not self._news and not self.worker.is_stopping:
                self._bell.wait(timeout)
            self._news = False

    def _attempt(self, screen: Screen, now: int) -> None:
        try:
            self._send(screen, now)
        except Exception as error:
            self._troubles.report(_PART, DEAD, why=_why(error))
            self._let_go()
            self._retry_at = self._now() + self._pause
            self._pause = min(2 * self._pause, LAST_RETRY)
        else:
            self._pause = FIRST_RETRY
            self._troubles.clear(_PART)

    def _let_go(self) -> None:
        """Of its bus too: luma itself holds on to every device that it ever made."""
        device, self._device, self._sent = self._device, None, None
        if device is not None:
            with contextlib.suppress(Exception):
                device.persist = True  # it cannot be cleared any more
                device.cleanup()

    def _send(self, screen: Screen, now: int) -> None:
        if self._device is None:
            assert self._open_device is not None
            self._device = self._open_device()
        image = drawn(screen, now, self._device.size, self._words)
        if image != self._sent:
            self._device.display(image)
            self._sent = image
        if screen is not self._shown:
            self._shown = screen
            self._note_shown(screen, self._now())
        if isinstance(screen, Auction):  # what it had finished showing is what a player pays by
            shown = (screen.run.start, screen.run.shows_at(now))
            if shown != self._reported:
                self._reported = shown
                self._report(shown[1], self._now())


def _why(error: Exception) -> str:
    return str(error).strip().rstrip(".") or type(error).__name__
