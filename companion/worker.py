"""One class for every background thread: it starts and stops it, notices when it fails, tells people so, starts it
again after a growing pause (back-off), and says whether it still lives and goes round.

The owner makes a worker, starts it and stops it. The body is a loop on the worker's own thread:

    def _run(self) -> None:
        while not self._worker.is_stopping:
            with self._worker.one_round():
                ...  # an Exception in here ends this round only
            ...  # wait for news

Whatever leaves the body is a failure of the thread, SystemExit and every other BaseException too. The body is then
called again on the same thread: at once the first time, so that presses which wait in a queue are still in time, and
after a longer and longer pause from the second time on. A body that returns is done.

An `is_essential` worker that fails again and again gives no sign of life any more, so that systemd starts the whole
program anew. Any other one is tried again for as long as the program runs, and what is wrong stays told meanwhile.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from companion.games.speech import Phrase, mark

FIRST_PAUSE, LAST_PAUSE = 0.1, 10.0
"""Seconds before the second restart, and at the most before any."""
MOST_FAILURES = 5
"""With so many, and never `CALM` between them, a thread fails again and again."""
MOST_FAILED_ROUNDS = 50
"""In a row: an essential worker does nothing any more, though its thread lives."""
CALM = 30.0
"""Seconds without a failure after which all is well again: longer than any pause, and shorter than the silence after
which systemd starts the program anew, so that a thread which has come back does not end a game."""

_FAILED = mark("{thread}: something went wrong. It goes on.")
_RESTARTED = mark("{thread}: stopped and started again.")
_KEEPS_FAILING = mark("{thread}: stopped again and again. If it stays so, switch the device off and on.")
_STAYS_STOPPED = mark("{thread}: stopped. Switch the device off and on; every game is kept.")

_log = logging.getLogger(__name__)


class Faults(Protocol):
    """Who is told what is wrong; from any thread, and without waiting for anybody."""

    def report(self, part: str, sentence: str, **values: object) -> None: ...

    def clear(self, part: str) -> None: ...


class _OnlyLogged:
    """A failure is in the log and nowhere else."""

    def report(self, part: str, sentence: str, **values: object) -> None:
        """Nobody reads it here."""

    def clear(self, part: str) -> None:
        """Nobody has read it here."""


UNTOLD: Faults = _OnlyLogged()
"""For a program without a display."""


def _nothing() -> None:
    """For a body that waits for nothing but `Worker.wait`."""


class Worker:
    """A thread that runs `body`. `name` is for logs, the marked word `label` for people. `wake` makes a body go round
    that waits for something else than `wait`; it must not block. What must not go on half-way `restarts` never."""

    def __init__(
        self,
        name: str,
        label: str,
        body: Callable[[], None],
        faults: Faults,
        *,
        wake: Callable[[], None] = _nothing,
        is_essential: bool = False,
        restarts: bool = True,
        calm: float = CALM,
    ) -> None:
        self.name = name
        self._label = label
        self._body = body
        self._faults = faults
        self._wake = wake
        self._is_essential = is_essential
        self._restarts = restarts
        self._calm = calm
        self._stopping = threading.Event()
        self._went_round = threading.Event()
        self._is_over = False
        """The body returned, or was stopped."""
        self._failures = 0
        """Of the thread, since all was well."""
        self._failed_rounds = 0
        """In a row, up to now."""
        self._failed_at = 0.0
        self._failing = threading.Lock()
        self._recovery: threading.Thread | None = None
        """Waits until all is well again; there only after a failure."""
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    # The owner's doors, from any thread but its own.

    def start(self) -> None:
        self._thread.start()

    def stop(self, patience: float | None = None) -> None:
        """Tell the body to end, and wait for it; no longer than so many seconds, if there is a limit. Also in the
        middle of a pause it ends at once."""
        self._stopping.set()
        self._wake()
        self._thread.join(patience)
        self._faults.clear(self._part)

    def join(self) -> None:
        """Wait until the body is done, whoever ends it."""
        self._thread.join()

    @property
    def is_alive(self) -> bool:
        """The thread is there, if only in a pause."""
        return self._thread.is_alive()

    def answers(self, patience: float) -> bool:
        """The sign of life. Of an essential one: it goes round within so many seconds, and does not fail again and
        again. Of any other: the thread is there, if only in a pause."""
        if not self.is_alive or self._is_over:
            return self._is_over
        if not self._is_essential:
            return True
        if self._failures >= MOST_FAILURES or self._failed_rounds >= MOST_FAILED_ROUNDS:
            return False
        self._went_round.clear()
        self._wake()
        return self._went_round.wait(patience)

    # For the body, on the worker's own thread.

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    def wait(self, seconds: float) -> bool:
        """Whether it was stopped meanwhile."""
        return self._stopping.wait(seconds)

    @contextmanager
    def one_round(self) -> Iterator[None]:
        """A round of the loop, after which the worker has gone round. An Exception is told, and ends this round only;
        anything worse ends the body. Of several such rounds in a row the first is logged."""
        try:
            yield
            self._failed_rounds = 0
        except Exception:
            self._failed_rounds += 1
            if self._failed_rounds == 1:
                _log.exception("The thread %s: something went wrong.", self.name)
            self._tell(_FAILED)
        self._went_round.set()

    # The thread.

    def _work(self) -> None:
        while not self._is_over:
            try:
                self._body()  # at least once, also if it was stopped before: it may have to finish something
                self._is_over = True
            except BaseException:  # SystemExit too: it would end this thread without a word
                _log.exception("The thread %s stopped.", self.name)
                if not self._restarts:
                    self._tell(_STAYS_STOPPED)
                    return
                with self._failing:
                    self._failures += 1
                self._tell(_RESTARTED if self._failures < MOST_FAILURES else _KEEPS_FAILING)
                self._is_over = self._stopping.wait(self._pause())

    def _pause(self) -> float:
        """Seconds: none after the first failure."""
        return 0.0 if self._failures < 2 else min(LAST_PAUSE, FIRST_PAUSE * 2.0 ** min(self._failures - 2, 16))

    @property
    def _part(self) -> str:
        """By which the fault is known."""
        return f"{self.name} thread"

    def _tell(self, sentence: str) -> None:
        """A fault that could not be told must not end what it tells of."""
        with self._failing:
            self._failed_at = time.monotonic()
            try:
                self._faults.report(self._part, sentence, thread=Phrase(self._label))
            except Exception:
                _log.exception("A fault could not be told.")
            if self._recovery is None and self._restarts:
                recovery = threading.Thread(target=self._recover, name=f"{self.name} recovery", daemon=True)
                with suppress(RuntimeError, MemoryError):  # no thread is to be had: the next failure tries again
                    recovery.start()
                    self._recovery = recovery

    def _recover(self) -> None:
        """On a thread of its own, which a body that waits for news for hours does not need to wake up for."""
        while not self._stopping.wait(max(0.0, self._failed_at + self._calm - time.monotonic())):
            with self._failing:
                if time.monotonic() >= self._failed_at + self._calm:
                    self._failures, self._recovery = 0, None
                    self._faults.clear(self._part)
                    return
