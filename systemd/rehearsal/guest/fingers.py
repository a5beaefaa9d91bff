"""Fingers on the simulated lines: a pull to ground is a press."""

import os
import time
from collections.abc import Callable
from pathlib import Path

CHIP = Path("/sys/devices/platform/gpio-sim.0")
LINES = {1: 5, 2: 6, 3: 16, 4: 20, 5: 21}
"""Of the buttons, as the settings have them."""


class Finger:
    """On one line."""

    def __init__(self, line: int) -> None:
        found = next(CHIP.glob(f"gpiochip*/sim_gpio{line}"))
        self._pull = os.open(found / "pull", os.O_WRONLY)

    def press(self) -> None:
        os.pwrite(self._pull, b"pull-down", 0)

    def let_go(self) -> None:
        os.pwrite(self._pull, b"pull-up", 0)

    def touch(self, seconds: float = 0.1) -> None:
        self.press()
        time.sleep(seconds)
        self.let_go()


def until(is_so: Callable[[], object], patience: float, what: str) -> None:
    """Wait for it."""
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {patience:.0f} s")
        time.sleep(0.05)
