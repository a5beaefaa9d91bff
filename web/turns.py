"""Whose request is answered next: clients take turns, and one that has had more than its share of the time waits.

A turn is paid for afterwards, with the processor time that the answer took: a page that is slow to put together counts
for more than one that is quick, and nobody gets ahead of others by asking more often.
"""

import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from web.rates import UNLIMITED, Allowance, SharedTime

OF_PHONE = Allowance(1.0, 0.3)
"""Seconds of processor time that a phone at the table may take before others at it go first."""
OF_ADDRESS = Allowance(0.6, 0.1)
"""That the strangers of one address may take."""
OF_ALL = Allowance(1.0, 0.15)
"""And all strangers together."""
NEWCOMER = Allowance(0.02, 0.002)
"""Of one whose address was hardly heard before, even if there is nothing left for all together."""
_NOTHING_LEFT = 0.001
"""Seconds. A wait that is shorter would be over before it began."""

T = TypeVar("T")


class Turn(NamedTuple, Generic[T]):
    client: str
    asked: T


class Turns(Generic[T]):
    """The requests that wait, by client. Not safe for threads: the workers have a lock already."""

    def __init__(
        self, *, is_strict: bool, at_once: int | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Of a client that has used up its share, nothing is answered while others wait; if `is_strict`, nothing at
        all, and all of them together have a share, too. `at_once` says how many requests of one client are in work at
        the same time."""
        self._is_strict = is_strict
        self._at_once = at_once
        each, together = (OF_ADDRESS, OF_ALL) if is_strict else (OF_PHONE, UNLIMITED)
        self._time = SharedTime(each, together, NEWCOMER, now)
        self._now = now
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._in_work: Counter[str] = Counter()
        self._newcomers: OrderedDict[str, None] = OrderedDict()
        """Those who wait and had hardly asked for anything when they came."""
        self._nobody_until = math.inf
        """Until then nobody who waits may be answered: hundreds of them are not asked again at every request."""

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._waiting.values())

    def add(self, client: str, asked: T) -> None:
        self._waiting.setdefault(client, deque()).append(asked)
        self._note(client)

    def forget(self, client: str, asked: T) -> bool:
        """Whether it waited: then it does no longer."""
        queue = self._waiting.get(client)
        if queue is None or asked not in queue:
            return False
        queue.remove(asked)
        if not queue:
            del self._waiting[client]
            self._newcomers.pop(client, None)
        return True

    def take(self) -> Turn[T] | None:
        """The next one, which is in work from now on until it is `done`; None if nothing may be answered now."""
        chosen = self._choose() if self._now() >= self._nobody_until else None
        if chosen is None:
            return None
        self._newcomers.pop(chosen, None)
        queue = self._waiting.pop(chosen)
        asked = queue.popleft()
        if queue:
            self._waiting[chosen] = queue  # behind the others
        self._in_work[chosen] += 1
        return Turn(chosen, asked)

    def done(self, client: str, seconds: float) -> None:
        """One of this client's is no longer in work; it took so much processor time."""
        self._in_work[client] -= 1
        if not self._in_work[client]:
            del self._in_work[client]
        self._time.spend(client, seconds)
        if client in self._waiting:
            self._note(client)

    def wait(self) -> float | None:
        """Where there was nothing to take: seconds until somebody who waits has a share again; None if nobody waits for
        that."""
        if self._nobody_until == math.inf:
            return None
        return max(_NOTHING_LEFT, self._nobody_until - self._now())

    def cancel(self) -> list[T]:
        """All that wait; nobody waits any more."""
        waiting = [asked for queue in self._waiting.values() for asked in queue]
        self._waiting.clear()
        self._newcomers.clear()
        return waiting

    def _choose(self) -> str | None:
        """The client that waits for longest of those that have time; if none has, it notes until when. While all
        together have none left, only newcomers are looked at: of the others there may be hundreds."""
        wait_of_all = self._time.wait_of_all()
        waits: dict[str, float] = {}
        for client in self._newcomers if wait_of_all else self._waiting:
            if self._has_enough(client):
                continue
            waits[client] = self._wait_of(client)
            if not waits[client]:
                return client
        if waits and not self._is_strict:
            return max(waits, key=self._time.left)
        others = wait_of_all if wait_of_all and self._waiting else math.inf
        self._nobody_until = self._now() + max(_NOTHING_LEFT, min((*waits.values(), others)))
        return None

    def _note(self, client: str) -> None:
        """Something of this one waits, or is no longer in work: it may be answered sooner than all others."""
        if self._time.is_newcomer(client):
            self._newcomers[client] = None
        if not self._has_enough(client):
            wait = self._wait_of(client) if self._is_strict else 0.0
            self._nobody_until = min(self._nobody_until, self._now() + wait)

    def _wait_of(self, client: str) -> float:
        """Seconds; 0 if it may be answered now."""
        return 0.0 if self._time.has_time(client) else max(_NOTHING_LEFT, self._time.wait(client))

    def _has_enough(self, client: str) -> bool:
        """In work at this moment."""
        return self._at_once is not None and self._in_work[client] >= self._at_once
