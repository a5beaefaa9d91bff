"""The works of a device that is not there: gpiozero's mock pins, luma's dummy display, and a servo that only says where
it points. Everything above them is the same code as on a Pi.
"""

import threading
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from PIL import Image

from companion.games.speech import Phrase, mark
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings
from hardware.servo import Servo


class _Pin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that forgets: gpiozero's remembers every state it ever had, and a lamp breathes all evening."""

    def _change_state(self, value: float) -> bool:
        is_new = bool(super()._change_state(value))
        del self.states[:-1]
        return is_new


class SimulatedServo:
    def __init__(self) -> None:
        self.microseconds: float | None = None
        """The last pulse: where the hand still points when the pulses have ceased."""
        self.is_at_rest = True

    def pulse(self, microseconds: float) -> None:
        self.microseconds = microseconds
        self.is_at_rest = False

    def rest(self) -> None:
        self.is_at_rest = True

    def close(self) -> None:
        self.rest()


class SimulatedWorks:
    """The device, and the fingers on it."""

    name = mark("simulated pins")
    uncertainty = 0
    warning: Phrase | None = None

    def __init__(self, fittings: Fittings) -> None:
        self.fittings = fittings
        self._factory = MockFactory(pin_class=_Pin)
        self._display: Any = None
        self._servo = SimulatedServo()
        self._finger = threading.Lock()

    def pins(self) -> Any:
        return self._factory

    def display(self, fitting: DisplayFitting) -> Any:
        if self._display is None:
            self._display = dummy(fitting.width, fitting.height, fitting.rotate, mode="1")
        return self._display

    def servo(self, fitting: DialFitting) -> Servo:
        return self._servo

    # What can be seen, heard and touched: read from the devices themselves.

    @property
    def image(self) -> Image.Image | None:
        """What the display shows."""
        return self._display.image if self._display else None

    def lamp(self, seat: int) -> float:
        """How bright it is, from 0 to 1."""
        line = self.fittings.seats[seat].lamp
        return 0.0 if line is None else float(self._factory.pin(line).state)

    def tone(self) -> int:
        """What the buzzer sounds, in hertz; 0 is silence."""
        if self.fittings.buzzer is None:
            return 0
        pin = self._factory.pin(self.fittings.buzzer)
        return int(pin.frequency or 0) if pin.state else 0

    def hand(self) -> float | None:
        """Where the hand of the dial points on its face, in degrees from the top; None where there is no dial."""
        dial, pulse = self.fittings.dial, self._servo.microseconds
        if dial is None or pulse is None:
            return None
        part = (pulse - dial.start_us) / (dial.end_us - dial.start_us)
        return dial.start_angle + part * (dial.end_angle - dial.start_angle)

    def push(self, seat: int) -> None:
        """A finger goes down on a button."""
        self._drive(seat, down=True)

    def let_go(self, seat: int) -> None:
        self._drive(seat, down=False)

    def is_down(self, seat: int) -> bool:
        line = self.fittings.seats[seat].button
        return line is not None and not self._factory.pin(line).state

    def _drive(self, seat: int, *, down: bool) -> None:
        line = self.fittings.seats[seat].button
        if line is None:
            return
        with self._finger:  # two browsers may hold the same button
            pin = self._factory.pin(line)
            if down:
                pin.drive_low()
            else:
                pin.drive_high()
