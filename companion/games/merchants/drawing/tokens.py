"""What merchants put on the board: tokens, of which several may stand on one space, and houses and offices that carry
the same shape.
"""

from typing import NamedTuple

from companion.games.drawing.paints import PARCHMENT
from companion.games.drawing.tokens import OUTLINE, Colour, draw_shape, lighter, painted
from companion.games.merchants.board import Point
from companion.games.svg import Box, Element, shape

_HOUSE = "M-15 9.5V-9H-10.5V-14H-6V-19H6V-14H10.5V-9H15V9.5Z"
"""A gable with steps, as they stand along the canals."""


def draw_seal(parent: Element, seat: int, colour: Colour) -> None:
    """The same, small: on a bridge."""
    draw_shape(parent, seat, painted(colour), transform="scale(.9)")


def draw_house(parent: Element, seat: int, colour: Colour) -> None:
    pen = {"stroke": OUTLINE, "stroke_width": 1.6, "stroke_linejoin": "round"}
    shape(parent, "path", d=_HOUSE, fill=painted(colour), **pen)
    draw_shape(parent, seat, PARCHMENT, transform="translate(0 -1.5) scale(.8)", stroke_width=1.6)


def draw_office(parent: Element, seat: int, colour: Colour) -> None:
    """A token in the middle of a space, over what is printed there."""
    shape(parent, "circle", r=18, fill=lighter(colour), stroke=OUTLINE, stroke_width=1.4)
    draw_shape(parent, seat, painted(colour), transform="scale(1.3)", stroke_width=1.5)


class Crowd(NamedTuple):
    """Where several tokens stand on one space, and how large they are there, as a share of their full size."""

    scale: float
    steps: tuple[Point, ...]
    """From the middle of the space."""


LARGEST = 25
"""However much room there is, a token takes no more."""


def crowd(count: int, space: Box) -> Crowd:
    """In as many columns as make them largest; a last row that is short stands in the middle."""
    ways = [(columns, -(-count // columns)) for columns in range(1, count + 1)]
    columns, rows = max(ways, key=lambda way: min(space.width / way[0], space.height / way[1]))
    side = min(space.width / columns, space.height / rows, LARGEST)
    steps = []
    for place in range(count):
        row, column = divmod(place, columns)
        abreast = min(columns, count - row * columns)
        steps.append(((column - (abreast - 1) / 2) * side, (row - (rows - 1) / 2) * side))
    return Crowd(side / 23, tuple(steps))
