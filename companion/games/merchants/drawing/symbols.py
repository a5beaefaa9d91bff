"""Small pictures: a shape and a colour for each commodity, a picture for each event and each area, in a square from -10
to 10.
"""

from collections.abc import Callable

from companion.games.drawing.paints import FADED, GOLD, PARCHMENT, RED
from companion.games.drawing.pictures import arms, path, silk, spice
from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import Point, YearEvent
from companion.games.merchants.drawing.svg import WATER_LINE
from companion.games.merchants.events import Area
from companion.games.svg import INK, Element, around, canvas, inline, line, moved, shape, text

SUGAR, GEMSTONES, WOOD = "#f4f1ea", "#4d8a86", "#a9825a"


def commodity(parent: Element, name: Commodity, at: Point, scale: float = 1) -> None:
    """A sugarloaf, a cut stone, three peppercorns or a bolt of silk."""
    _COMMODITIES[name](moved(parent, at, scale))


def commodity_picture(name: Commodity) -> str:
    """By itself, to go into a page beside its name."""
    root = canvas(around((0, 0), 11), class_="commodity-picture", aria_hidden="true")
    commodity(root, name, (0, 0))
    return inline(root)


def event(parent: Element, name: YearEvent, at: Point, scale: float = 1) -> None:
    """Scorings have no picture: their table is printed instead."""
    if name in _EVENTS:
        _EVENTS[name](moved(parent, at, scale))


def area(parent: Element, name: Area, at: Point, scale: float = 1) -> None:
    """What is traded, a warehouse, or the flag of an office."""
    _AREAS[name](moved(parent, at, scale))


def bridge(parent: Element, at: Point, scale: float = 1) -> None:
    drawn = moved(parent, at, scale)
    path(drawn, "M-10 7 V0 Q0 -9 10 0 V7 H6 Q6 1.5 0 1.5 Q-6 1.5 -6 7 Z", fill=WOOD)
    path(drawn, "M-5 8.5 q1.7 -1.6 3.4 0 t3.4 0 t3.4 0", stroke=WATER_LINE)


def hourglass(parent: Element) -> None:
    path(parent, "M-6 -9 H6 M-6 9 H6", stroke_width=2)
    path(parent, "M-5 -8 H5 Q5 -3 0 0 Q-5 -3 -5 -8 Z M-5 8 H5 Q5 3 0 0 Q-5 3 -5 8 Z", fill=PARCHMENT)
    path(parent, "M-4 8 Q-3 4 0 3.5 Q3 4 4 8 Z M-3 -4.5 H3 Q2 -2 0 0 Q-2 -2 -3 -4.5 Z", fill=GOLD, stroke="none")


def _sugar(parent: Element) -> None:
    path(parent, "M-7 8 Q-5 -2 -2.5 -7 Q0 -11 2.5 -7 Q5 -2 7 8 Q0 10.5 -7 8 Z", fill=SUGAR)
    path(parent, "M-5.6 2.5 Q0 4.8 5.6 2.5", stroke="#7396b5", stroke_width=2.2)


def _gemstones(parent: Element) -> None:
    path(parent, "M-5 -8 H5 L9.5 -2.5 L0 9.5 L-9.5 -2.5 Z", fill=GEMSTONES)
    cuts = "M-9.5 -2.5 H9.5 M-5 -8 L-3.5 -2.5 L0 9.5 L3.5 -2.5 L5 -8 M-3.5 -2.5 L0 -8 L3.5 -2.5"
    path(parent, cuts, stroke=PARCHMENT, stroke_width=0.8)


def _ship(parent: Element) -> None:
    path(parent, "M0.5 4 V-10 M-6.5 4 V-5")
    path(parent, "M1 -8.5 Q9.5 -5 1.5 1.5 Q4.5 -3.5 1 -8.5 Z", fill=PARCHMENT)
    path(parent, "M-6 -4.5 Q0 -1.5 -6 2.5 Q-3.5 -1 -6 -4.5 Z", fill=PARCHMENT)
    path(parent, "M0.5 -10 L-3.5 -9 L0.5 -8 Z", fill=RED, stroke_width=0.7)
    path(parent, "M-10 2.5 L-8 3.8 H7.5 L10 1.5 Q9 8 5.5 8.5 H-6 Q-9.5 8 -10 2.5 Z", fill=WOOD)


def _shipwreck(parent: Element) -> None:
    _ship(moved(parent, (0, 0), turn=-28))
    path(parent, "M-10 6 q2.5 -3.4 5 0 t5 0 t5 0 t5 0 V10 H-10 Z", fill=WATER_LINE)


def _globe(parent: Element) -> None:
    path(parent, "M-4.5 10 H4.5 M0 10 V7", stroke_width=1.6)
    shape(parent, "circle", cx=0, cy=-1.2, r=8, fill="#bcd0c4", stroke=INK, stroke_width=1.1)
    path(parent, "M-8 -1.2 H8 M-6.9 -5.2 H6.9 M-6.9 2.8 H6.9", stroke_width=0.7)
    path(parent, "M0 -9.2 Q6.5 -1.2 0 6.8 Q-6.5 -1.2 0 -9.2", stroke_width=0.7)


def _credit(parent: Element) -> None:
    path(parent, "M-3 -5.5 L-5.5 -10 Q-2.5 -8.5 0 -10 Q2.5 -8.5 5.5 -10 L3 -5.5 Z", fill=GOLD)
    path(parent, "M3 -5.5 Q9.5 0 8 6 Q7 9.8 0 9.8 Q-7 9.8 -8 6 Q-9.5 0 -3 -5.5 Z", fill=GOLD)
    path(parent, "M-3.4 -5.5 H3.4", stroke=RED, stroke_width=1.6)
    text(parent, "f", (0, 6.6), 11, font_style="italic", font_weight="bold")


def _warehouse(parent: Element) -> None:
    path(parent, "M-7.5 9 V-2 L-4 -2 V-5 L0 -9.5 L4 -5 V-2 L7.5 -2 V9 Z", fill="#d8b49a")
    path(parent, "M-2 9 V3.5 H2 V9 M-4.8 1 h1.8 M3 1 h1.8 M-1 -3.5 h2", stroke_width=0.9)


def _lose_warehouse(parent: Element) -> None:
    _warehouse(parent)
    _lost(parent)


def _office(parent: Element) -> None:
    path(parent, "M-5 10 V-9.5", stroke_width=1.6)
    path(parent, "M-5 -9 Q-1 -11 2 -8.5 T9 -8.5 V0 Q5.5 2 2 0 T-5 0 Z", fill="#bcd0c4")


def _lose_office(parent: Element) -> None:
    _office(parent)
    _lost(parent)


def _market(parent: Element) -> None:
    """One of each commodity."""
    corners = ((-5, -5), (5, -5), (-5, 5), (5, 5))
    for drawn, corner in zip(_COMMODITIES.values(), corners, strict=True):
        drawn(moved(parent, corner, 0.45))


def _lost(parent: Element) -> None:
    path(parent, "M-8.5 -8.5 L8.5 8.5 M8.5 -8.5 L-8.5 8.5", stroke=RED, stroke_width=2)


def _leaders_back(parent: Element) -> None:
    for y in (-6.5, 0, 6.5):
        shape(parent, "circle", cx=6.5, cy=y, r=2.6, fill=GOLD, stroke=INK, stroke_width=1)
        path(parent, f"M2 {y} H-8 M-5 {y - 2.4} L-8.4 {y} L-5 {y + 2.4}", stroke=RED, stroke_width=1.5)


def _none(parent: Element) -> None:
    """A printer's ornament, so that a blank space does not look forgotten."""
    path(parent, "M-10 0 Q-6 -4 -2 0 M10 0 Q6 4 2 0", stroke=FADED, stroke_width=0.8)
    line(parent, [(0, -2), (2, 0), (0, 2), (-2, 0)], closed=True, fill=FADED)


_COMMODITIES: dict[Commodity, Callable[[Element], None]] = {
    "sugar": _sugar,
    "gemstones": _gemstones,
    "spice": spice,
    "silk": silk,
}
_AREAS: dict[Area, Callable[[Element], None]] = {"market": _market, "amsterdam": _warehouse, "colonies": _office}
_EVENTS: dict[YearEvent, Callable[[Element], None]] = {
    "start": hourglass,
    "none": _none,
    "ship": _ship,
    "globe": _globe,
    "arms": arms,
    "credit": _credit,
    "lose_warehouse": _lose_warehouse,
    "lose_office": _lose_office,
    "shipwreck": _shipwreck,
    "leaders_back": _leaders_back,
}
