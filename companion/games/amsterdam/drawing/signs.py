"""A sign for everything that is counted, in a square from -11 to 11. Resources are six-sided, commodities round, dock
workers are figures, cards are cards; within each kind every one has lines of its own, so that nobody needs the colours.
"""

from collections.abc import Callable, Mapping

from companion.games.amsterdam.things import Colour, Figure, Good, Kind, Worker
from companion.games.drawing import pictures, tokens
from companion.games.drawing.paints import GOLD, PARCHMENT, RED
from companion.games.drawing.pictures import path
from companion.games.drawing.tokens import OUTLINE, draw_shape, painted
from companion.games.svg import INK, Element, Point, around, canvas, inline, moved, shape

Draw = Callable[[Element], None]

REACH = 11

PAINTS: Mapping[Colour, str] = {
    "black": "#2c2b30",
    "brown": "#8a5530",
    "purple": "#75489f",
    "pink": "#eea0bd",
    "orange": "#ee8a2c",
    "gray": "#a9abad",
}
"""Of resources, dice and roofs."""
_ON_LIGHT = ("pink", "orange", "gray")

WORKER_PAINTS: Mapping[Worker, str] = {
    "light_blue": "#9ccbe8",
    "white": "#f4f1ea",
    "gold": "#d9ab3c",
    "maroon": "#8c2f3b",
    "light_pink": "#f3c3cf",
    "light_green": "#a9d69a",
}
_KIND_PAINTS: Mapping[Kind, str] = {"map": "#d2b48c", "building": "#4f7fb0", "craftsman": "#5f9152"}

_WOOD, _LEAF, _CHEESE, _GLASS = "#a9713f", "#5b8f45", "#e8b93c", "#bfe0e6"

SIX_SIDED = "M0 -10.4 L9.2 -5.2 V5.2 L0 10.4 L-9.2 5.2 V-5.2 Z"


def ink_on(colour: Colour) -> str:
    """What can be read on a colour."""
    return OUTLINE if colour in _ON_LIGHT else PARCHMENT


# By themselves, to go into a page beside their names.


def resource_sign(colour: Colour) -> str:
    return _sign("resource-sign", lambda parent: draw_resource(parent, colour, (0, 0)))


def good_sign(good: Good) -> str:
    return _sign("good-sign", lambda parent: draw_good(parent, good, (0, 0)))


def worker_sign(worker: Worker) -> str:
    return _sign("worker-sign", lambda parent: draw_worker(parent, worker, (0, 0)))


def kind_sign(kind: Kind) -> str:
    """A card of this kind."""
    return _sign("kind-sign", lambda parent: _draw_kind(parent, kind))


def crest_sign(seat: int, colour: tokens.Colour) -> str:
    return _sign("crest-sign", lambda parent: draw_crest(parent, seat, colour, (0, 0)))


def penalty_sign() -> str:
    return _sign("penalty-sign", lambda parent: draw_penalty(parent, (0, 0)))


def gulden_sign() -> str:
    """A coin."""
    return _sign("gulden-sign", _draw_gulden)


def prestige_sign() -> str:
    """A wreath."""
    return _sign("prestige-sign", lambda parent: draw_prestige(parent, (0, 0)))


def _sign(name: str, draw: Draw) -> str:
    root = canvas(around((0, 0), REACH), width="1em", height="1em", class_=name, aria_hidden="true")
    draw(root)
    return inline(root)


# As parts of other drawings.


def draw_resource(parent: Element, colour: Colour, at: Point, scale: float = 1) -> None:
    drawn = moved(parent, at, scale)
    path(drawn, SIX_SIDED, fill=PAINTS[colour], stroke=PARCHMENT, stroke_width=1.2)
    _CHARGES[colour](drawn)


def draw_good(parent: Element, good: Good, at: Point, scale: float = 1) -> None:
    drawn = moved(parent, at, scale)
    shape(drawn, "circle", r=10.8, fill=PARCHMENT)
    _GOODS[good](moved(drawn, (0, 0), 0.8))


def draw_worker(parent: Element, worker: Worker, at: Point, scale: float = 1) -> None:
    drawn = moved(parent, at, scale)
    draw_person(drawn, WORKER_PAINTS[worker])
    path(drawn, _MARKS[worker], stroke=PARCHMENT if worker == "maroon" else OUTLINE, stroke_width=1.5)


def draw_person(parent: Element, fill: str) -> None:
    """Head and shoulders."""
    path(parent, "M-8.6 10 Q-8.6 -1 0 -1 Q8.6 -1 8.6 10 Z", fill=fill, stroke=PARCHMENT, stroke_width=1.2)
    shape(parent, "circle", cy=-5.2, r=4.6, fill=fill, stroke=PARCHMENT, stroke_width=1.2)


def draw_figure(parent: Element, figure: Figure, at: Point, scale: float = 1) -> None:
    """Of an expansion: a figure with a hat, and what it holds."""
    drawn = moved(parent, at, scale)
    draw_person(drawn, GOLD)
    path(drawn, "M-7 -6.6 H7 M-4.2 -6.6 V-10.2 H4.2 V-6.6 Z", fill=INK, stroke=INK, stroke_width=1.3)
    path(drawn, _HELD[figure], stroke=OUTLINE, stroke_width=1.7)


def draw_crest(parent: Element, seat: int, colour: tokens.Colour, at: Point, scale: float = 1) -> None:
    """A shield in the colour of a seat, with its shape."""
    drawn = moved(parent, at, scale)
    path(drawn, "M-8.6 -10 H8.6 V1 Q8.6 7.4 0 10.4 Q-8.6 7.4 -8.6 1 Z", fill=painted(colour), stroke=PARCHMENT)
    draw_shape(moved(drawn, (0, -1.2), 0.52), seat, PARCHMENT, stroke_width=2.4)


def draw_penalty(parent: Element, at: Point, scale: float = 1) -> None:
    """Scales that hang askew."""
    drawn = moved(parent, at, scale)
    shape(drawn, "circle", r=10.2, fill=RED, stroke=PARCHMENT, stroke_width=1.2)
    light = {"stroke": PARCHMENT, "stroke_width": 1.4}
    path(drawn, "M0 -6.6 V6.6 M-3.2 6.6 H3.2 M-6 -3 L6 -5.6 M-6 -3 V0.6 M6 -5.6 V-2", **light)
    for x, y in ((-6, 0.6), (6, -2)):
        path(drawn, f"M{x - 2.8:g} {y:g} Q{x} {y + 4:g} {x + 2.8:g} {y:g} Z", fill=PARCHMENT, stroke="none")


def draw_prestige(parent: Element, at: Point, scale: float = 1) -> None:
    drawn = moved(parent, at, 0.88 * scale)
    for side in (-1, 1):
        path(drawn, f"M0 9 Q{side * 10.5:g} 6 {side * 6.4:g} -8", stroke=GOLD, stroke_width=1.6)
        for x, y, turn in ((3.4, 7.2, 70), (6.6, 3.6, 40), (7.6, -1, 12), (6.7, -5.8, -14)):
            leaf = moved(drawn, (side * x, y), turn=side * turn)
            path(leaf, "M0 2.6 Q3 0 0 -4 Q-3 0 0 2.6 Z", fill=GOLD, stroke=OUTLINE, stroke_width=0.6)
    path(drawn, "M0 -5.6 L1.5 -1.6 L5 -1.4 L2.4 1 L3.2 4.6 L0 2.6 L-3.2 4.6 L-2.4 1 L-5 -1.4 L-1.5 -1.6 Z",
         fill=GOLD, stroke=OUTLINE, stroke_width=0.6)  # fmt: skip


def _draw_gulden(parent: Element) -> None:
    shape(parent, "circle", r=10, fill=GOLD, stroke=OUTLINE, stroke_width=1.4)
    shape(parent, "circle", r=7.6, fill="none", stroke="#8a6a2a", stroke_width=1)
    path(parent, "M2.8 -4.6 Q-0.4 -6.4 -0.6 -2.6 V3.4 Q-0.8 5.4 -3 5.2 M-3.4 -0.6 H2.6", stroke_width=1.9)


def _draw_kind(parent: Element, kind: Kind) -> None:
    path(parent, "M-7.5 -10 H7.5 V10 H-7.5 Z", fill=_KIND_PAINTS[kind], stroke=PARCHMENT, stroke_width=1.2)
    drawn, ink = _KINDS[kind]
    path(parent, drawn, stroke=ink, stroke_width=1.6)


def _charge(drawn: str, colour: Colour, **looks: object) -> Draw:
    pen = {"stroke": ink_on(colour), "stroke_width": 2.6}
    return lambda parent: path(parent, drawn, **pen | looks)


_CHARGES: Mapping[Colour, Draw] = {
    "black": _charge("M-4 -4 L4 4 M4 -4 L-4 4", "black"),
    "brown": _charge("M-4.8 -3.6 H4.8 M-4.8 0.4 H4.8 M-4.8 4.4 H4.8", "brown", stroke_width=2),
    "purple": _charge("M-4.8 4 V-4 L-2 0 L0 -5 L2 0 L4.8 -4 V4 Z", "purple", fill=PARCHMENT, stroke_width=1),
    "pink": _charge("M0 5.6 Q-8.4 -0.4 -4 -4.4 Q-1.4 -5.6 0 -2.4 Q1.4 -5.6 4 -4.4 Q8.4 -0.4 0 5.6 Z", "pink",
                    fill=OUTLINE, stroke_width=0.8),
    "orange": _charge("M0 -4.2 A4.2 4.2 0 1 1 0 4.2 A4.2 4.2 0 1 1 0 -4.2 Z", "orange", stroke_width=2.4),
    "gray": _charge("M-4.6 5 V-1 L0 -5.6 L4.6 -1 V5 Z", "gray", fill=OUTLINE, stroke_width=0.8),
}  # fmt: skip
"""A cross, planks, a crown, a heart, a ring, a house."""

_MARKS: Mapping[Worker, str] = {
    "light_blue": "M-4.6 6.4 q2.3 -3.6 4.6 0 t4.6 0",
    "white": "M0 2 V9 M-3.5 5.5 H3.5",
    "gold": "M0 2 L4 8.4 H-4 Z",
    "maroon": "M-3.6 3 L3.6 8.4 M3.6 3 L-3.6 8.4",
    "light_pink": "M0 2.4 L3.4 5.6 L0 8.8 L-3.4 5.6 Z",
    "light_green": "M-4 4 H4 M-4 7.6 H4",
}
"""On the chest: a wave, a cross, a triangle, an oblique cross, a diamond, two bars."""

_HELD: Mapping[Figure, str] = {
    "supervisor": "M-4 3 H4 V8.4 H-4 Z M-2 5.6 H2",
    "bailiff": "M4.8 1.6 V9 M-4 7 L0 3.4 L0 9",
    "marketeer": "M-3.6 3.4 Q0 0.6 3.6 3.4 Q5.4 8.6 0 8.8 Q-5.4 8.6 -3.6 3.4 Z",
}
"""A ledger, a staff, a purse."""

_KINDS: Mapping[Kind, tuple[str, str]] = {
    "map": ("M-4.6 6 Q-5 0 0 0 Q5 0 4.6 -6 M-4.4 -5.6 L-1.6 -2.8 M-1.6 -5.6 L-4.4 -2.8", INK),
    "building": ("M-4.6 7 V-1 H-2.6 V-4 H-0.9 V-6.4 H0.9 V-4 H2.6 V-1 H4.6 V7 Z M-1.2 7 V3 H1.2 V7", PARCHMENT),
    "craftsman": ("M-3.6 6.6 L1.4 -1.6 M-2.6 -4.6 L4.8 0 M-2 -5.4 L5.2 -1", PARCHMENT),
}
"""A way to a cross, a stepped gable, a hammer."""


def _beer(parent: Element) -> None:
    """A barrel."""
    path(parent, "M-6 -9.5 H6 Q9.4 0 6 9.5 H-6 Q-9.4 0 -6 -9.5 Z", fill=_WOOD)
    path(parent, "M-2.2 -9.2 Q-3.4 0 -2.2 9.2 M2.2 -9.2 Q3.4 0 2.2 9.2", stroke_width=0.8)
    path(parent, "M-7.2 -5 H7.2 M-7.2 5 H7.2", stroke_width=2)


def _tulip(parent: Element) -> None:
    path(parent, "M0 10 V0", stroke=_LEAF, stroke_width=2)
    path(parent, "M0 9.6 Q-7.6 8 -8 1.4 Q-1 3 0 9.6 Z M0 9.6 Q7.6 8 8 1.4 Q1 3 0 9.6 Z", fill=_LEAF, stroke_width=0.8)
    path(parent, "M0 2 Q-6.4 1.4 -5.4 -9.4 L-2.2 -5.6 L0 -10 L2.2 -5.6 L5.4 -9.4 Q6.4 1.4 0 2 Z", fill=RED)


def _cheese(parent: Element) -> None:
    """A wheel with a piece cut out."""
    path(parent, "M-9.5 -2 Q-9.5 -7 0 -7 Q9.5 -7 9.5 -2 V3.4 Q9.5 8 0 8 Q-9.5 8 -9.5 3.4 Z", fill=_CHEESE)
    path(parent, "M-9.5 -2 Q-8.6 2.4 0 2.6 L-1.6 -2.2 L9.5 -2", fill="none")
    path(parent, "M0 2.6 V8 M0 2.6 Q8.6 2.4 9.5 -2", stroke_width=0.8)
    for x, y in ((-5.4, 3.6), (5, 4.2), (-3.4, -4.2)):
        shape(parent, "circle", cx=x, cy=y, r=1.1, fill=INK)


def _chair(parent: Element) -> None:
    wood = {"stroke": _WOOD, "stroke_width": 2.4}
    path(parent, "M-5.4 -9.6 V9.6 M5.6 1.2 V9.6 M-5.4 5.6 H5.6", **wood)
    path(parent, "M-5.4 -8 H2.4 M-5.4 -4 H2.4 M2.4 -9.6 V1", **wood)
    path(parent, "M-7.4 0 H7.6 V3 H-7.4 Z", fill=RED)


def _jenever(parent: Element) -> None:
    """A tall bottle."""
    path(parent, "M-1.8 -10 H1.8 V-5 Q4.8 -3.6 4.8 -0.6 V9.8 H-4.8 V-0.6 Q-4.8 -3.6 -1.8 -5 Z", fill="#4d7d5a")
    path(parent, "M-4.8 0.6 H4.8 V6 H-4.8 Z", fill=PARCHMENT, stroke_width=0.8)
    path(parent, "M-2.2 -8.4 H2.2", stroke_width=1.6)


def _lace(parent: Element) -> None:
    """A collar with scallops and holes."""
    path(
        parent,
        "M-9.6 -4 Q0 -8.6 9.6 -4 L8.8 2 Q6.4 6.6 4 2.8 Q2.4 9.4 0 4 Q-2.4 9.4 -4 2.8 Q-6.4 6.6 -8.8 2 Z",
        fill="#ffffff",
    )
    path(parent, "M-8.8 -1.6 Q0 -6 8.8 -1.6", stroke_width=0.8)
    for x, y in ((-5.8, 0.6), (-2, -0.6), (2, -0.6), (5.8, 0.6), (0, 2.6)):
        shape(parent, "circle", cx=x, cy=y, r=0.95, fill=INK)


def _goblet(parent: Element) -> None:
    path(parent, "M-6 -9.6 H6 Q6.6 0.6 0 1.2 Q-6.6 0.6 -6 -9.6 Z", fill=_GLASS)
    path(parent, "M-2.6 -9 L0 1 L2.6 -9 M-5.6 -4.6 H5.6", stroke_width=0.7)
    path(parent, "M0 1.2 V8 M-4.6 9 Q0 6.4 4.6 9 Z", fill=_GLASS, stroke_width=1.4)


def _crate(parent: Element) -> None:
    """Nobody knows what is in it."""
    path(parent, "M-9 -7 H9 V8 H-9 Z", fill=_WOOD)
    path(parent, "M-9 -3.4 H9 M-9 4.6 H9", stroke_width=0.8)
    mark = {"stroke": PARCHMENT, "stroke_width": 2}
    path(parent, "M-2.8 -2.6 Q-2.6 -5.4 0.2 -5.2 Q3.4 -4.8 2.6 -1.8 Q1.8 0 0.2 1 V2.4", **mark)
    shape(parent, "circle", cx=0.2, cy=5.8, r=1.3, fill=PARCHMENT)


_GOODS: Mapping[Good, Draw] = {
    "beer": _beer,
    "tulips": _tulip,
    "cheese": _cheese,
    "furniture": _chair,
    "jenever": _jenever,
    "coffee": pictures.coffee,
    "lace": _lace,
    "glass": _goblet,
    "ninth": _crate,
}
