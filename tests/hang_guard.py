"""How long a test waits for an event before it gives up. Nothing fails for being slow: only a hang takes that long."""

import os
import threading
import time
from collections.abc import Callable
from typing import TypeVar

HANG_GUARD = float(os.environ.get("VEILINGKLOK_HANG_GUARD", "600"))
"""Seconds. Fewer where hangs are expected, as with mutations."""
_POLL = 0.002
_LONGEST_POLL = 0.05

T = TypeVar("T")


def eventually(look: Callable[[], T | None]) -> T:
    """What it finds, as soon as it finds something. For what tells nobody when it changes; looks ever more rarely."""
    until, pause = time.monotonic() + HANG_GUARD, _POLL
    while not (found := look()):
        assert time.monotonic() < until, "it never came to that"
        threading.Event().wait(pause)
        pause = min(pause * 1.1, _LONGEST_POLL)
    return found
