"""How late the kernel may wake a thread that waits for a certain time."""

import ctypes
import sys
from contextlib import suppress

_PR_SET_TIMERSLACK = 29
"""Of `<linux/prctl.h>`."""


def wake_on_time() -> None:
    """For the calling thread. Linux lets threads of normal priority sleep 50 microseconds longer than asked for, to
    wake several at once; one that wakes only a few times a minute saves nothing by it. Elsewhere it does nothing."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a C library without it: the thread wakes a little later
            ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, ctypes.c_ulong(1), *[ctypes.c_ulong(0)] * 3)
