"""What the kernel knows of the device's process, its connections and what waits in them, its memory and its threads;
and of the machine: who else is busy.
"""

import os
import time
from pathlib import Path
from typing import NamedTuple

_LISTENS = "0A"
_HAS_ENDED = "06"
"""TIME_WAIT: nobody's any more."""


class Taken(NamedTuple):
    megabytes: float
    """Resident."""
    threads: int


def taken(pid: int) -> Taken:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return Taken(int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]))


def waiting(port: int) -> dict[str, int]:
    """Bytes that somebody has not yet taken, for every connection that the device has on this port."""
    found = {}
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, own, other, state, queues, *_ = line.split()
        if own.endswith(f":{port:04X}") and state not in (_LISTENS, _HAS_ENDED):
            found[other] = int(queues.split(":")[0], 16)
    return found


class Neighbours:
    """Others on the same machine, and what they take of it from now on."""

    def __init__(self) -> None:
        self._since, self._theirs = time.monotonic(), self._busy()

    @property
    def share(self) -> float:
        """Of all processors. Ours counts once it has ended."""
        took = self._busy() - self._theirs
        return max(0.0, took / (time.monotonic() - self._since) / (os.cpu_count() or 1))

    def _busy(self) -> float:
        user, nice, system, _idle, _waits, irq, softirq, *_ = Path("/proc/stat").read_text().split()[1:]
        ticks = sum(map(int, (user, nice, system, irq, softirq)))
        return ticks / os.sysconf("SC_CLK_TCK") - sum(os.times()[:4])
