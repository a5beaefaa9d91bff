"""The marks of a template: where to drill, how wide, and where to cut."""

from companion.games.lettering import write
from companion.games.speech import Speech
from companion.games.svg import INK, Box, Element, Point, rect, shape
from companion.prints.paper import CUT, FADED, SMALL

_PEN = {"fill": "none", "stroke": INK, "stroke_width": 0.25}
_DASHES = "1.6 1.2"


def cross(parent: Element, at: Point, reach: float) -> None:
    """Where the point of the drill goes."""
    x, y = at
    shape(parent, "line", x1=x - reach, y1=y, x2=x + reach, y2=y, **_PEN)
    shape(parent, "line", x1=x, y1=y - reach, x2=x, y2=y + reach, **_PEN)


def hole(parent: Element, at: Point, across: float) -> None:
    """The cross of a wide one leaves room for words."""
    shape(parent, "circle", cx=at[0], cy=at[1], r=across / 2, **_PEN)
    cross(parent, at, across / 2 + 2 if across < 8 else 4)


def round_outline(parent: Element, at: Point, across: float) -> None:
    """Of what covers the hole afterwards: nothing is to be cut there."""
    looks = {"fill": "none", "stroke": FADED, "stroke_width": 0.2, "stroke_dasharray": _DASHES}
    shape(parent, "circle", cx=at[0], cy=at[1], r=across / 2, **looks)


def square_outline(parent: Element, place: Box) -> None:
    rect(parent, place, fill="none", stroke=FADED, stroke_width=0.2, stroke_dasharray=_DASHES)


def cut_around(parent: Element, at: Point, across: float, **looks: object) -> None:
    """Scissors go here."""
    pen = {"fill": "none", "stroke": CUT, "stroke_width": 0.25, "stroke_dasharray": "2.4 1.2"}
    shape(parent, "circle", cx=at[0], cy=at[1], r=across / 2, **pen | looks)


def in_mm(length: float, speech: Speech) -> str:
    return speech.say("{length} mm", length=measured(length, speech))


def across_in_mm(across: float, speech: Speech) -> str:
    return speech.say("Ø {length} mm", length=measured(across, speech))


def measured(length: float, speech: Speech) -> str:
    """With no more places than it has."""
    _, _, places = f"{length:g}".partition(".")
    return speech.decimal(length, len(places))


def say_across(parent: Element, at: Point, across: float, speech: Speech) -> None:
    write(parent, across_in_mm(across, speech), at, SMALL, anchor="middle")
