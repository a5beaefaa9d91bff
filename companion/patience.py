"""How long whoever tries in vain has to wait before the next try: longer and longer. It is told the time, and remembers
no more than it must, however many names somebody goes by.
"""

MOST_NAMES = 500
"""That are remembered; those that tried last."""


class Patience:
    """The first few tries are free; after each one more the wait is twice as long, up to the most."""

    def __init__(self, free: int, first: int, most: int) -> None:
        self._free = free
        self._first = first
        self._most = most
        self._tries: dict[str, tuple[int, int]] = {}
        """How many in vain by each name, and when the last one was; in that order."""

    def failed(self, name: str, at: int) -> None:
        count, _ = self._tries.pop(name, (0, 0))
        self._tries[name] = (count + 1, at)
        while len(self._tries) > MOST_NAMES:
            del self._tries[next(iter(self._tries))]

    def left(self, name: str, now: int) -> int:
        """How long this one has to wait still; 0: not at all."""
        count, at = self._tries.get(name, (0, 0))
        return max(0, at + self._wait(count) - now)

    def forget(self, name: str) -> None:
        self._tries.pop(name, None)

    def _wait(self, count: int) -> int:
        over = count - self._free
        if over <= 0:
            return 0
        return min(self._most, self._first << min(over - 1, 64))
