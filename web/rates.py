"""How often somebody may knock: a bucket of tokens for every client, which fills up again by itself."""

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
    """A burst at once, and then so many a second, for each client."""

    def __init__(self, burst: int, per_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._now = now
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._door = threading.Lock()

    def allows(self, client: str) -> bool:
        """Takes a token, if there is one."""
        now = self._now()
        with self._door:
            bucket = self._buckets.pop(client, None) or _Bucket(self._burst, now)
            tokens = min(self._burst, bucket.tokens + (now - bucket.at) * self._per_second)
            is_allowed = tokens >= 1
            self._buckets[client] = _Bucket(tokens - is_allowed, now)
            if len(self._buckets) > CLIENTS:
                self._buckets.popitem(last=False)
        return is_allowed

    def __len__(self) -> int:
        return len(self._buckets)
