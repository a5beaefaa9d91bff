"""A screen is a value that can be drawn at any moment, on any size, in any language, always to the same pixels."""

import msgspec
from PIL import Image

from companion.words import Words
from hardware.screens.pen import Pen

FRAME = 1_000_000_000 // 30
"""A moving screen is drawn so often."""


class Screen(msgspec.Struct, frozen=True):
    def paint(self, pen: Pen, now: int) -> None:
        raise AssertionError("every screen paints itself")

    def begun(self, at: int) -> "Screen":
        """The same as it is shown since then; for one that moves from its beginning on."""
        return self

    def moves_at(self, now: int) -> int | None:
        """When it looks different by itself; None: it does not."""
        return None


def drawn(screen: Screen, now: int, size: tuple[int, int], words: Words) -> Image.Image:
    pen = Pen(size, words)
    screen.paint(pen, now)
    return pen.image
