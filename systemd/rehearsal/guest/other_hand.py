"""Another hand, in a process of its own: presses on a sign, at the same time as whoever gives it."""

import mmap
import os
import time

from rehearsal.guest.fingers import Finger

_IDLE, _READY, _NOW = range(3)
_TO_GET_READY = 0.02
"""Seconds."""


class OtherHand:
    """Made before there are threads. It waits asleep, and without sleeping only just before the sign."""

    def __init__(self, fingers: list[Finger]) -> None:
        self._fingers = fingers
        self._shared = mmap.mmap(-1, 2)
        self._process = os.fork()
        if not self._process:
            try:
                self._wait()
            finally:
                os._exit(0)

    def _wait(self) -> None:
        parent = os.getppid()
        while os.getppid() == parent:
            sign = self._shared[0]
            if sign == _IDLE:
                time.sleep(_TO_GET_READY / 10)
            elif sign == _NOW:
                self._fingers[self._shared[1]].press()
                self._shared[0] = _IDLE

    def get_ready(self, seat: int) -> None:
        self._shared[1] = seat
        self._shared[0] = _READY
        time.sleep(_TO_GET_READY)

    def now(self) -> None:
        self._shared[0] = _NOW

    def close(self) -> None:
        os.kill(self._process, 9)
        os.waitpid(self._process, 0)
