"""The token of each seat, in its colour and in a shape of its own, for those who cannot tell the colours apart."""

import math
from functools import lru_cache
from typing import NamedTuple

from companion.games.svg import Box, Element, canvas, inline, shape

Colour = tuple[int, int, int]
"""Red, green and blue."""

OUTLINE = "#1d140c"

_PARCHMENT: Colour = (251, 245, 230)


class Player(NamedTuple):
    """Who sits at a seat, as the drawings show it."""

    name: str
    colour: Colour


def _star() -> str:
    corners = [(10.6 if corner % 2 == 0 else 5.0, corner * math.pi / 5) for corner in range(10)]
    points = [(reach * math.sin(turn), 0.6 - reach * math.cos(turn)) for reach, turn in corners]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


SHAPES = (
    "M0 -8.8A8.8 8.8 0 1 1 0 8.8A8.8 8.8 0 1 1 0 -8.8Z",
    "M-8.1 -8.1H8.1V8.1H-8.1Z",
    "M0 -9.6L9.6 7.6H-9.6Z",
    "M0 -10.4L10.4 0L0 10.4L-10.4 0Z",
    _star(),
)
"""By seat, in a square from -10 to 10: circle, square, triangle, diamond, star."""


def painted(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def lighter(colour: Colour) -> str:
    """As it looks on parchment when it is laid on thinly."""
    red, green, blue = (round(one + (two - one) * 0.45) for one, two in zip(colour, _PARCHMENT, strict=True))
    return painted((red, green, blue))


@lru_cache(maxsize=64)
def token(seat: int, colour: Colour) -> str:
    """A drawing of its own, as high as a letter, for tables and legends. Says nothing: the name stands beside it."""
    root = canvas(Box(-12, -12, 24, 24), width="1em", height="1em", class_="seat-token", aria_hidden="true")
    draw_shape(root, seat, painted(colour))
    return inline(root)


def draw_shape(parent: Element, seat: int, fill: str, **looks: object) -> Element:
    pen = {"stroke": OUTLINE, "stroke_width": 1.8, "stroke_linejoin": "round"}
    return shape(parent, "path", d=SHAPES[seat % len(SHAPES)], fill=fill, **pen | looks)


def draw_token(parent: Element, seat: int, colour: Colour) -> None:
    draw_shape(parent, seat, painted(colour))
