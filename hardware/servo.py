"""The servo behind the dial, by pulses: from the chip's own PWM, or made by lgpio."""

import os
import time
from pathlib import Path
from typing import Any, Protocol

from companion.settings.fittings import DialFitting
from companion.settings.header import PWM_LINES, PWM_LINES_PI5
from hardware.errors import NotThere

FRAME_HZ = 50
_FRAME_NS = 1_000_000_000 // FRAME_HZ
_PWM_OF_PI5 = "1f00098000.pwm"
_PWM_BEFORE = "20c000.pwm"
"""How the device path of the PWM ends on every Pi up to the 4; the chip's number moves between kernels."""
_PATIENCE = 1.0
"""Seconds until udev has let us at a channel."""


class Servo(Protocol):
    def pulse(self, microseconds: float) -> None:
        """Go there, and hold it."""

    def rest(self) -> None:
        """No pulses: the hand stays where it is, without trembling."""

    def close(self) -> None: ...


class HardwarePwm:
    """The chip's PWM through sysfs: steady to the nanosecond."""

    def __init__(self, fitting: DialFitting, root: Path = Path("/sys/class/pwm")) -> None:
        assert fitting.line is not None
        chip, channels = _chip(root)
        channel = channels[fitting.line]
        self._folder = chip / f"pwm{channel}"
        if not self._folder.exists():
            (chip / "export").write_text(str(channel))
        for name in ("period", "duty_cycle", "enable"):  # udev opens them one by one
            _wait_for(self._folder / name)
        self._set("period", _FRAME_NS)
        self._on = False

    def pulse(self, microseconds: float) -> None:
        self._set("duty_cycle", round(microseconds * 1000))
        if not self._on:
            self._set("enable", 1)
            self._on = True

    def rest(self) -> None:
        if self._on:
            self._set("enable", 0)
            self._on = False

    def close(self) -> None:
        self.rest()

    def _set(self, name: str, value: int) -> None:
        (self._folder / name).write_text(str(value))


def _chip(root: Path) -> tuple[Path, dict[int, int]]:
    for chip in sorted(root.glob("pwmchip*")):
        device = (chip / "device").resolve().name
        if device == _PWM_OF_PI5:
            return chip, PWM_LINES_PI5
        if device.endswith(_PWM_BEFORE):
            return chip, PWM_LINES
    raise NotThere("There is no hardware PWM: add dtoverlay=pwm to the boot settings and start again.")


def _wait_for(file: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while not os.access(file, os.W_OK):
        if time.monotonic() > until:
            raise NotThere("The PWM of the dial may not be written: {file}.", file=file)
        time.sleep(0.02)


class LgpioServo:
    """Pulses timed by lgpio on any line: in whole microseconds, and a busy machine makes the hand tremble."""

    def __init__(self, fitting: DialFitting, factory: Any) -> None:
        import lgpio  # noqa: PLC0415  not there where there are no pins

        self._lgpio = lgpio
        self._line = fitting.line
        self._handle = lgpio.gpiochip_open(factory.chip)
        try:
            lgpio.gpio_claim_output(self._handle, self._line)
        except Exception as error:
            lgpio.gpiochip_close(self._handle)
            raise NotThere(
                "Line {line} cannot be had for the dial: {why}.", line=self._line, why=str(error).strip("'")
            ) from None

    def pulse(self, microseconds: float) -> None:
        self._lgpio.tx_servo(self._handle, self._line, round(microseconds), FRAME_HZ)

    def rest(self) -> None:
        self._lgpio.tx_servo(self._handle, self._line, 0)

    def close(self) -> None:
        try:
            self.rest()
        finally:
            self._lgpio.gpiochip_close(self._handle)
