"""What the page wants to know of the device. Whoever has these doors will do; the page knows no pins."""

from typing import Protocol

from PIL import Image

from companion.games.speech import ENGLISH, Speech
from companion.settings.fittings import Fittings


class Device(Protocol):
    def has_button(self, seat: int) -> bool:
        """Fitted, and working."""
        ...

    def has_display(self) -> bool:
        """Fitted, and working."""
        ...

    def driven_by(self, speech: Speech = ENGLISH) -> str:
        """What drives the pins, and what players have to know about it."""
        ...

    def troubles(self, speech: Speech = ENGLISH) -> list[str]:
        """A sentence for each; none if all is well."""
        ...

    @property
    def is_testing(self) -> bool:
        """The self-test has the buttons."""
        ...

    def selftest(self) -> None:
        """Begin one, without waiting for it; a GameError says why it cannot be now."""
        ...

    def selftest_says(self, speech: Speech = ENGLISH) -> list[str]:
        """What the self-test has found, or finds just now; nothing if there was none."""
        ...


class Simulation(Protocol):
    """A device that is not there: what can be seen, heard and touched of it."""

    @property
    def fittings(self) -> Fittings: ...

    @property
    def image(self) -> Image.Image | None:
        """What the display shows, in mode 1."""
        ...

    def lamp(self, seat: int) -> float:
        """From 0 to 1."""
        ...

    def tone(self) -> int:
        """What the buzzer sounds, in hertz; 0 is silence."""
        ...

    def hand(self) -> float | None:
        """Where the hand of the dial points, in degrees from the top."""
        ...

    def push(self, seat: int) -> None: ...

    def let_go(self, seat: int) -> None: ...

    def is_down(self, seat: int) -> bool: ...
