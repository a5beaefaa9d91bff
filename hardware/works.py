"""The works of a real device: its pins, its display, its servo. What is missing is said with what to do about it.

The simulator has the same three doors; nothing falls back from one to the other.
"""

import contextlib
import importlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from gpiozero import DigitalOutputDevice
from gpiozero.exc import PinUnknownPi

from companion.auction_clock import MILLISECOND
from companion.games.speech import Phrase, mark
from companion.settings.fittings import DialFitting, DisplayFitting
from hardware.errors import NotThere
from hardware.servo import HardwarePwm, LgpioServo, Servo

_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
}
_LIBRARIES = {"lgpio": "lgpio", "rpigpio": "RPi.GPIO", "native": "gpiozero"}

_NOTHING = 0xE3
"""The command with which every one of these chips does nothing."""

UNSTAMPED = 2500 * 1000
"""How far a press may be off, either way, where Python itself has to take the time: nanoseconds. Two presses less than
twice this apart are a tie then."""


class Works(Protocol):
    name: str
    """What drives the pins: a marked sentence, or the name of a library."""
    uncertainty: int
    """How far the stamp of a press may be off, in nanoseconds."""

    @property
    def warning(self) -> Phrase | None:
        """What players have to know about it."""

    def pins(self) -> Any:
        """A pin factory of gpiozero."""

    def display(self, fitting: DisplayFitting) -> Any:
        """A device of luma."""

    def servo(self, fitting: DialFitting) -> Servo: ...


class RealWorks:
    def __init__(self, factory: str) -> None:
        self.name = factory
        self.uncertainty = 0 if factory == "lgpio" else UNSTAMPED
        self._factory: Any = None
        self._lines: _OutputLines | None = None
        self._one_at_a_time = threading.Lock()

    @property
    def warning(self) -> Phrase | None:
        """What players have to know about this pin library."""
        if not self.uncertainty:
            return None
        return Phrase(
            "{library} has no stamps of the kernel: margins under {untrusted} ms are not trusted, they are ties.",
            library=self.name,
            untrusted=2 * self.uncertainty // MILLISECOND,
        )

    def pins(self) -> Any:
        with self._one_at_a_time:  # panel and display may both be the first to ask
            if self._factory is None:
                self._factory = self._opened()
            return self._factory

    def _opened(self) -> Any:
        module, name = _FACTORIES[self.name]
        try:
            with _elsewhere():
                return getattr(importlib.import_module(module), name)()
        except ImportError as error:
            raise NotThere(
                mark("The pin library {library} cannot be used ({error}): install it, or set pins.factory."),
                library=_LIBRARIES[self.name],
                error=str(error),
            ) from None
        except PinUnknownPi:
            raise NotThere(
                mark("This machine is no Raspberry Pi, so there are no pins: --simulate plays without them.")
            ) from None
        except Exception as error:
            raise NotThere(mark("The pins cannot be opened: {why}."), why=_why(error)) from None

    def display(self, fitting: DisplayFitting) -> Any:
        from luma.oled import device as drivers  # noqa: PLC0415  takes a while to load

        driver = getattr(drivers, fitting.driver)
        bus = self._bus(fitting)
        try:
            bus.command(_NOTHING)  # who is there? luma holds on to every device that it makes, also to one that is not
            device = driver(bus, width=fitting.width, height=fitting.height, rotate=fitting.rotate)
            device.contrast(fitting.contrast)
        except Exception:
            bus.cleanup()
            raise
        return device

    def _bus(self, fitting: DisplayFitting) -> Any:
        from luma.core.interface import serial  # noqa: PLC0415

        if fitting.bus == "i2c":
            return serial.i2c(port=fitting.port, address=fitting.address)
        if self._lines is None:
            self._lines = _OutputLines(self.pins())
        return serial.spi(
            port=fitting.port, device=fitting.select, gpio=self._lines, gpio_DC=fitting.dc, gpio_RST=fitting.reset
        )

    def servo(self, fitting: DialFitting) -> Servo:
        if fitting.kind == "pwm":
            return HardwarePwm(fitting)
        if self.name != "lgpio":
            raise NotThere(
                "Pulses of lgpio do not go with the pins of {library}: set dial.kind to pwm, or pins.factory to lgpio.",
                library=self.name,
            )
        return LgpioServo(fitting, self.pins())


class _OutputLines:
    """The few words of RPi.GPIO in which luma speaks to a display's extra lines, said with gpiozero: RPi.GPIO itself is
    dead on a Pi 5."""

    OUT, HIGH, LOW = "out", 1, 0

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._lines: dict[int, Any] = {}

    def setup(self, line: int, _direction: str) -> None:
        """Once: a display that is opened again has the same lines."""
        if line not in self._lines:
            self._lines[line] = DigitalOutputDevice(line, pin_factory=self._factory)

    def output(self, line: int, value: int) -> None:
        self._lines[line].value = value


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """lgpio leaves a file in the folder where it is first loaded, and fails where it may not; later it does not."""
    if "lgpio" in sys.modules:
        yield
        return
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            _go_back(before)


def _go_back(folder: Path) -> None:
    """Whoever became the box's user in his own home may not enter that any more."""
    try:
        os.chdir(folder)
    except PermissionError:
        os.chdir("/")


def _why(error: Exception) -> str | Phrase:
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return Phrase("there is no {file}", file="/dev/gpiochip0")
    closed = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if closed:
        return Phrase("no permission for {file}: add this user to the group gpio", file=closed[0])
    return str(error).strip("'\" .")
