"""How large things are that other people make, in millimetres, as the prints take them to be: careful round figures.
Where makers differ, the print says so and asks to measure.
"""

from typing import NamedTuple

BUTTON_HOLE = 30
SMALL_BUTTON_HOLE = 24
BUTTON_RIM = 35
"""Of a 30 mm button, which lies on the front."""

LABEL_WIDTH, LABEL_HEIGHT = 36, 60
"""Of what goes around a button: five fit beside each other, on the page and on the front. The hole is in the middle of
the upper square."""
CAPS = {BUTTON_HOLE: 23, SMALL_BUTTON_HOLE: 18}
"""What fits under the clear cap of a button."""

SHAFT_HOLE = 12
"""The collar around the shaft of a micro servo goes through it."""

FACE_RADIUS = 78
"""Of the dial: so large that all of the front still fits on one page."""

BUZZER_HOLE = 3
BUZZER = 12
"""Across; it sits behind its hole."""


class Module(NamedTuple):
    """A display on its board, upright: the board, the window in front of its picture, how much higher than the middle
    of the board that lies, and how far apart the holes for its screws are, if it has any.
    """

    inches: str
    width: float
    height: float
    window: tuple[float, float]
    raised: float
    screws: tuple[float, float] | None = None


SCREW_HOLE = 2

MODULES = {
    (128, 64): Module("0.96", 27.5, 28, (24, 13), 2, (23.5, 23.5)),
    (128, 32): Module("0.91", 38, 12, (25, 8), 0),
    (128, 128): Module("1.5", 37, 37, (29, 29), 0),
}
"""By the pixels of the display."""
