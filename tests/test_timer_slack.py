"""Threads that wait for a certain time."""

import ctypes
import sys
import threading

import pytest

from companion.timer_slack import wake_on_time

_PR_GET_TIMERSLACK = 30


def slack() -> int:
    """Of the calling thread, in nanoseconds."""
    return int(ctypes.CDLL(None).prctl(_PR_GET_TIMERSLACK, 0, 0, 0, 0))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")
def test_only_the_thread_that_asks_wakes_on_time() -> None:
    found: list[int] = []

    def asks() -> None:
        wake_on_time()
        found.append(slack())

    before = slack()
    thread = threading.Thread(target=asks)
    thread.start()
    thread.join()
    assert found == [1]
    assert slack() == before > 1
