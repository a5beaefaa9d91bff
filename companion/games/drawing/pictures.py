"""Small pictures of what more than one game has, in a square from -10 to 10, and the pen that draws all the others."""

from companion.games.drawing.paints import PARCHMENT, RED
from companion.games.svg import INK, Element, moved, shape

SPICE, SILK, BROWN = "#b9652f", "#86608f", "#70452a"


def path(parent: Element, drawn: str, **looks: object) -> None:
    """A line of the pen with which all of them are drawn."""
    pen = {"fill": "none", "stroke": INK, "stroke_width": 1.1, "stroke_linejoin": "round", "stroke_linecap": "round"}
    shape(parent, "path", d=drawn, **pen | looks)


def shield(parent: Element, fill: str) -> None:
    path(parent, "M-7.5 -9.5 H7.5 V1 Q7.5 7 0 10 Q-7.5 7 -7.5 1 Z", fill=fill)


def arms(parent: Element) -> None:
    """Of Amsterdam: three crosses on a pale."""
    shield(parent, RED)
    path(parent, "M-2.9 -9 H2.9 V8.6 L0 9.6 L-2.9 8.6 Z", fill=INK, stroke="none")
    for y in (-5.8, 0, 5.8):
        path(parent, f"M-1.9 {y - 1.9:g} l3.8 3.8 m0 -3.8 l-3.8 3.8", stroke=PARCHMENT, stroke_width=1.3)


def silk(parent: Element) -> None:
    """A bolt of it."""
    path(parent, "M-9 -5 H4 V6 Q1 9 -2.5 6.5 T-9 6.5 Z", fill=SILK)
    path(parent, "M-6 -4 V5.5 M-2.5 -4 V6 M1 -4 V7", stroke=PARCHMENT, stroke_width=0.7)
    shape(parent, "ellipse", cx=5.5, cy=-0.2, rx=3.6, ry=7.2, fill=SILK, stroke=INK, stroke_width=1.1)
    shape(parent, "ellipse", cx=5.5, cy=-0.2, rx=1.3, ry=3, fill=PARCHMENT, stroke=INK, stroke_width=0.8)


def spice(parent: Element) -> None:
    """Three peppercorns."""
    for x, y in ((0, -4.6), (-4.8, 3.8), (4.8, 3.8)):
        shape(parent, "circle", cx=x, cy=y, r=4.5, fill=SPICE, stroke=INK, stroke_width=1.1)
        path(parent, f"M{x - 2:g} {y - 1:g} q2 -2 4 0", stroke=PARCHMENT, stroke_width=0.9)


def coffee(parent: Element) -> None:
    """A bean."""
    bean = moved(parent, (0, 0), turn=35)
    shape(bean, "ellipse", cx=0, cy=0, rx=7, ry=10, fill=BROWN, stroke=INK, stroke_width=1.1)
    path(bean, "M0.5 -9.6 Q4 -3 0 0 Q-4 3 -0.5 9.6", stroke=PARCHMENT, stroke_width=1.9)
