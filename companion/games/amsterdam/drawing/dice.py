"""A die: its pips on its colour, with the sign of the colour at its corner; marked if somebody has taken it."""

from companion.games.amsterdam.drawing.signs import PAINTS, draw_resource, ink_on
from companion.games.amsterdam.drawing.words import die_told
from companion.games.amsterdam.things import Colour
from companion.games.drawing.paints import PARCHMENT
from companion.games.drawing.slate import BRASS
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, Point, canvas, inline, moved, rect, shape

WHOLE = Box(0, 0, 58, 58)
SIDE = 44
_FACE = Box(4, 10, SIDE, SIDE)
"""In the whole picture, as is all below."""
_CORNER: Point = (48, 10)

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where they are on each face, from its middle."""


def die_face(colour: Colour, pips: int, speech: Speech = ENGLISH, *, chosen: bool = False) -> str:
    """To be put into a page, with nothing beside it that says the same."""
    told = die_told(colour, pips, speech, chosen=chosen)
    root = canvas(WHOLE, width="3.4em", height="3.4em", class_="die", role="img", aria_label=told)
    if chosen:
        rect(root, _FACE.grown(2.5), rx=11, fill="none", stroke=BRASS, stroke_width=3)
    draw_die(root, colour, pips, _FACE.middle)
    draw_resource(root, colour, _CORNER, 0.9)
    return inline(root)


def draw_die(parent: Element, colour: Colour, pips: int, at: Point, scale: float = 1) -> None:
    """Its face alone."""
    drawn = moved(parent, at, scale)
    rect(drawn, Box(-22, -22, SIDE, SIDE), rx=9, fill=PAINTS[colour], stroke=PARCHMENT, stroke_width=1.6)
    draw_pips(drawn, pips, ink_on(colour))


def draw_pips(parent: Element, pips: int, ink: str) -> None:
    for x, y in PIPS[pips]:
        shape(parent, "circle", cx=x * 11, cy=y * 11, r=4.3, fill=ink)
