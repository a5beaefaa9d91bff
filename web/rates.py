"""How often somebody may knock, and how much of the device's time one client may take: a bucket for every client, which
fills up again by itself.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

CLIENTS = 1024
"""So many are remembered; those who have not knocked for longest are forgotten, and begin with a full bucket again."""


class _Bucket(NamedTuple):
    tokens: float
    at: float


class Rate:
    """A burst at once, and then so many a second, for each client. For any thread."""

    def __init__(self, burst: int, per_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._left = TimeShare(burst, per_second, now)
        self._door = threading.Lock()

    def allows(self, client: str) -> bool:
        """Takes one, if there is one left."""
        with self._door:
            is_allowed = self._left.left(client) >= 1
            self._left.spend(client, is_allowed)
        return is_allowed

    def __len__(self) -> int:
        return len(self._left)


class TimeShare:
    """What each client may have of something, such as seconds of work: a burst at once, and then so much in every
    second. Not safe for threads: whoever uses it has a lock already."""

    def __init__(self, burst: float, per_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._now = now
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def spend(self, client: str, seconds: float) -> None:
        """What was used. Nobody owes more than a burst, however long one piece of work took."""
        left = max(-self._burst, self.left(client) - seconds)
        self._buckets.pop(client, None)
        self._buckets[client] = _Bucket(left, self._now())
        if len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)

    def left(self, client: str) -> float:
        """Seconds; below zero if the client has had more than its share."""
        bucket = self._buckets.get(client)
        if bucket is None:
            return self._burst
        return min(self._burst, bucket.tokens + (self._now() - bucket.at) * self._per_second)

    def wait(self, client: str) -> float:
        """Seconds until there is something left."""
        return max(0.0, -self.left(client) / self._per_second)

    def __len__(self) -> int:
        """Of the clients that are remembered."""
        return len(self._buckets)


class Allowance(NamedTuple):
    """Seconds of work: at once, and then in every second."""

    burst: float
    per_second: float


UNLIMITED = Allowance(1e9, 1e9)


class SharedTime:
    """What each client may have, and what all may have together, however many they are. Once all together have none
    left, there is only something for a newcomer, for one who has hardly used any, and for all newcomers no more than
    twice as much: addresses cost little. Not safe for threads."""

    def __init__(
        self, each: Allowance, together: Allowance, newcomer: Allowance, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._each = TimeShare(*each, now)
        self._together = TimeShare(*together, now)
        self._newcomer = TimeShare(*newcomer, now)
        self._newcomers = TimeShare(2 * together.burst, 2 * together.per_second, now)
        """What newcomers use when all together have none left."""

    def spend(self, client: str, seconds: float) -> None:
        if self._together.left("") <= 0 and self.is_newcomer(client):
            self._newcomers.spend("", seconds)
        self._each.spend(client, seconds)
        self._together.spend("", seconds)
        self._newcomer.spend(client, seconds)

    def has_time(self, client: str) -> bool:
        if self._each.left(client) <= 0:
            return False
        return self._together.left("") > 0 or (self._newcomers.left("") > 0 and self._newcomer.left(client) > 0)

    def is_newcomer(self, client: str) -> bool:
        return self._newcomer.left(client) > 0

    def wait_of_all(self) -> float:
        """Seconds until others than newcomers can have time."""
        return self._together.wait("")

    def left(self, client: str) -> float:
        """Seconds, of what is its own."""
        return self._each.left(client)

    def wait(self, client: str) -> float:
        """Seconds until it has time again."""
        as_newcomer = max(self._newcomers.wait(""), self._newcomer.wait(client))
        return max(self._each.wait(client), min(self._together.wait(""), as_newcomer))
