"""Who is told of every snapshot: each on a thread of its own, so that one that is slow or fails bothers nobody else."""

import logging
import threading
from collections import deque
from collections.abc import Callable

from companion.snapshots import Snapshot, View

Listener = Callable[[View], None]

BACKLOG = 16
"""So many views wait for a slow subscriber; the oldest give way, and the numbers show the gap."""

_log = logging.getLogger(__name__)


class Subscription:
    """Hands a seat's views to a listener, one after the other, until it is ended."""

    def __init__(self, listener: Listener, seat: int | None) -> None:
        self._listener = listener
        self._seat = seat
        self._waiting: deque[Snapshot] = deque(maxlen=BACKLOG)
        self._bell = threading.Condition()
        self._latest = -1
        self._ended = False
        self._thread = threading.Thread(target=self._deliver, name="subscriber", daemon=True)
        self._thread.start()

    def offer(self, snapshot: Snapshot) -> None:
        """Never waits. What was offered already is left out."""
        with self._bell:
            if snapshot.number > self._latest:
                self._latest = snapshot.number
                self._waiting.append(snapshot)
                self._bell.notify()

    @property
    def has_ended(self) -> bool:
        return self._ended

    def end(self) -> None:
        """Nothing more is delivered after this, but for a view that is being handed over just now."""
        with self._bell:
            self._ended = True
            self._bell.notify()

    def _deliver(self) -> None:
        while (snapshot := self._next()) is not None:
            try:
                self._listener(snapshot.view(self._seat))
            except Exception:
                _log.exception("A subscriber failed on snapshot %d.", snapshot.number)

    def _next(self) -> Snapshot | None:
        with self._bell:
            self._bell.wait_for(lambda: self._ended or self._waiting)
            return None if self._ended else self._waiting.popleft()
