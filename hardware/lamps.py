"""The lamps in the buttons: what each way of glowing means, and the thread that makes them glow."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from gpiozero import PWMLED

from companion.auction_clock import MILLISECOND, SECOND
from companion.words import mark
from companion.worker import Worker
from hardware.letting_go import let_go
from hardware.troubles import Troubles

FRAME = 40 * MILLISECOND

DEAD = mark("The lamp of seat {seat} on line {line} is dead: {why}.")


class Glow(Enum):
    DARK = "cannot bid: barred, or too poor at this price"
    LIT = "may bid now"
    BREATHING = "has a decision to make"
    FAST = "has won"
    CALLED = "this seat is called: as many flashes as its number, for those who do not see colours"
    TROUBLE = "the button or the device is in trouble"


STEADY = (Glow.DARK, Glow.LIT)

_BREATH = 3 * SECOND
_FAST = 160 * MILLISECOND
_FLASH = 150 * MILLISECOND
_ROUND = 2400 * MILLISECOND
_TROUBLE = 1500 * MILLISECOND


def brightness(glow: Glow, seat: int, now: int) -> float:
    """From 0 to 1, for this seat, so many nanoseconds after it began to glow."""
    match glow:
        case Glow.DARK:
            return 0.0
        case Glow.LIT:
            return 1.0
        case Glow.BREATHING:
            wave = (1 - math.cos(2 * math.pi * (now % _BREATH) / _BREATH)) / 2
            return 0.06 + 0.94 * wave**2  # the eye takes half the current for almost as bright
        case Glow.FAST:
            return float(now % _FAST < _FAST // 2)
        case Glow.CALLED:
            flash, within = divmod(now % _ROUND, 2 * _FLASH)
            return float(flash <= seat and within < _FLASH)
        case Glow.TROUBLE:
            flash, within = divmod(now % _TROUBLE, 2 * _FLASH // 3)
            return float(flash < 2 and within < _FLASH // 3)


def countdown(part: float, lamps: int) -> list[float]:
    """All lamps lit, and from the last to the first they go out as the part that is left goes from 1 to 0."""
    return [min(1.0, max(0.0, part * lamps - lamp)) for lamp in range(lamps)]


class Lamps:
    def __init__(
        self, lines: Sequence[int | None], troubles: Troubles, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._lines = {seat: line for seat, line in enumerate(lines) if line is not None}
        self._troubles = troubles
        self._now = now
        self._open: dict[int, Any] = {}
        self._shown: dict[int, int] = {}
        """In percent, as they were last set."""
        self._glows: Sequence[Glow] = ()
        self._began: dict[int, int] = {}
        """When each seat began to glow as it does."""
        self._levels: Sequence[float] | None = None
        self._bell = threading.Condition()
        self.worker = Worker("lamps", mark("Lamps"), self._glow, troubles, wake=self._ring)
        self.worker.start()

    def open(self, factory: Any) -> None:
        """Every lamp that is not open yet; one that is refused is reported and done without."""
        for seat, line in self._lines.items():
            if seat not in self._open:
                try:
                    lamp = PWMLED(line, pin_factory=factory)
                except Exception as error:
                    self._troubles.report(_part(seat), DEAD, seat=seat + 1, line=line, why=str(error))
                    continue
                with self._bell:
                    self._open[seat] = lamp
                    self._bell.notify()
                self._troubles.clear(_part(seat))

    @property
    def missing(self) -> list[int]:
        return [seat for seat in self._lines if seat not in self._open]

    def show(self, glows: Sequence[Glow], levels: Sequence[float] | None = None) -> None:
        """By seat. `levels`, where given, are shown instead. Never waits."""
        with self._bell:
            if (glows, levels) == (self._glows, self._levels):
                return
            for seat, glow in enumerate(glows):
                if seat >= len(self._glows) or glow != self._glows[seat]:
                    self._began[seat] = self._now()
            self._glows, self._levels = glows, levels
            self._bell.notify()

    def close(self) -> None:
        self.worker.stop()
        for lamp in self._open.values():
            let_go(lamp)
        self._open.clear()

    def _ring(self) -> None:
        with self._bell:
            self._bell.notify()

    def _glow(self) -> None:
        """On the lamps' thread. Begun anew it sets every lamp again."""
        self._shown.clear()
        while not self.worker.is_stopping:
            with self._bell:
                glows, levels, lamps = self._glows, self._levels, dict(self._open)
            for seat, lamp in lamps.items():
                self._set(seat, lamp, self._level(seat, glows, levels))
            with self._bell:
                if (glows, levels, lamps) == (self._glows, self._levels, self._open) and not self.worker.is_stopping:
                    is_done = self._is_still(glows, levels) and lamps.keys() <= self._shown.keys()
                    self._bell.wait(None if is_done else FRAME / SECOND)

    def _level(self, seat: int, glows: Sequence[Glow], levels: Sequence[float] | None) -> float:
        if levels is not None:
            return levels[seat] if seat < len(levels) else 0.0
        if seat >= len(glows):
            return 0.0
        return brightness(glows[seat], seat, self._now() - self._began.get(seat, 0))

    def _is_still(self, glows: Sequence[Glow], levels: Sequence[float] | None) -> bool:
        return levels is not None or all(glow in STEADY for glow in glows)

    def _set(self, seat: int, lamp: Any, level: float) -> None:
        percent = round(level * 100)
        if self._shown.get(seat) == percent:
            return
        try:
            lamp.value = percent / 100
        except Exception as error:
            self._shown.pop(seat, None)  # and the next frame tries again
            self._troubles.report(_part(seat), DEAD, seat=seat + 1, line=self._lines[seat], why=str(error))
        else:
            self._shown[seat] = percent
            self._troubles.clear(_part(seat))


def _part(seat: int) -> str:
    return f"lamp {seat + 1}"
