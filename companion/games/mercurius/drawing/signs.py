"""A sign for each token, in a square from -11 to 11: shares are shields with what their town is known by, commodities
are round. Each has a shape of its own and a light edge, so that it can be told from the others on dark and on paper.
"""

from collections.abc import Callable, Mapping

from companion.games.drawing import pictures
from companion.games.drawing.paints import GOLD, PARCHMENT, RED
from companion.games.drawing.pictures import path, shield
from companion.games.mercurius.tokens import Chamber, Commodity, Token
from companion.games.svg import Element, Point, around, canvas, inline, moved, shape

REACH = 11
GREEN, BLUE, COPPER, LEAF = "#3f7a45", "#2f5d94", "#c4713b", "#5b8f45"


def token_sign(token: Token) -> str:
    """By itself, to go into a page beside its name."""
    looks = {"width": "1.4em", "height": "1.4em", "class_": "token-sign", "aria_hidden": "true"}
    root = canvas(around((0, 0), REACH), **looks)
    draw_sign(root, token, (0, 0))
    return inline(root)


def draw_sign(parent: Element, token: Token, at: Point, scale: float = 1) -> None:
    _SIGNS[token](moved(parent, at, scale))


def _share(charge: Callable[[Element], None]) -> Callable[[Element], None]:
    def draw(parent: Element) -> None:
        path(parent, "M-8.9 -10.5 H8.9 V1.2 Q8.9 8.1 0 11 Q-8.9 8.1 -8.9 1.2 Z", fill=PARCHMENT, stroke="none")
        charge(moved(parent, (0, -0.2), 0.95))

    return draw


def _commodity(goods: Callable[[Element], None]) -> Callable[[Element], None]:
    def draw(parent: Element) -> None:
        shape(parent, "circle", r=10.8, fill=PARCHMENT)
        goods(moved(parent, (0, 0), 0.8))

    return draw


def _hoorn(parent: Element) -> None:
    """A horn on its strap."""
    shield(parent, PARCHMENT)
    path(parent, "M2 -4.5 Q-5.5 -6 -4.6 3", stroke=RED, stroke_width=1)
    path(parent, "M1.4 -6.6 L6 -7.2 Q7.2 6.6 -5.2 5.4 L-5.2 2.9 Q1.4 2.6 1.4 -6.6 Z", fill=RED)


def _delft(parent: Element) -> None:
    """The canal after which it is called."""
    shield(parent, PARCHMENT)
    path(parent, "M-3.2 -9 H3.2 V8.5 L0 9.5 L-3.2 8.5 Z", fill=BLUE, stroke="none")
    for y in (-5, 0, 5):
        path(parent, f"M-2.2 {y} q1.1 -1.6 2.2 0 t2.2 0", stroke=PARCHMENT, stroke_width=1.1)


def _rotterdam(parent: Element) -> None:
    """An anchor."""
    shield(parent, GREEN)
    shape(parent, "circle", cx=0, cy=-5.8, r=1.6, fill="none", stroke=PARCHMENT, stroke_width=1.5)
    path(parent, "M0 -4.2 V6.5 M-3.4 -1.8 H3.4 M-4.9 2 Q-4 6.5 0 6.8 Q4 6.5 4.9 2", stroke=PARCHMENT, stroke_width=1.9)


def _enkhuizen(parent: Element) -> None:
    """Three herrings."""
    shield(parent, BLUE)
    for y in (-6, -0.8, 4.4):
        path(
            parent,
            f"M-5.2 {y} Q-1 {y - 3.6:g} 2.6 {y} L5.2 {y - 1.9:g} V{y + 1.9:g} L2.6 {y} Q-1 {y + 3.6:g} -5.2 {y} Z",
            fill=GOLD,
            stroke="none",
        )


def _middelburg(parent: Element) -> None:
    """A castle."""
    shield(parent, GOLD)
    path(parent, "M-5 6 V-1 H-3.2 V-7 H-1.5 V-5.3 H-0.8 V-7 H0.8 V-5.3 H1.5 V-7 H3.2 V-1 H5 V6 Z", fill=RED)
    path(parent, "M-1.6 6 V2.8 Q0 0.6 1.6 2.8 V6 Z", fill=PARCHMENT, stroke="none")


def _porcelain(parent: Element) -> None:
    """A vase."""
    blue = {"stroke": BLUE, "stroke_width": 1.5}
    path(
        parent,
        "M-3.4 -10 H3.4 Q1.6 -7 2.4 -5.2 Q8.6 -3 7 3 Q5.8 6.6 3.6 9.6 H-3.6 Q-5.8 6.6 -7 3 Q-8.6 -3 -2.4 -5.2 "
        "Q-1.6 -7 -3.4 -10 Z",
        fill="#ffffff",
        **blue,
    )
    path(parent, "M-2.4 -5.4 H2.4 M-5 6.8 H5", **blue)
    path(parent, "M0 -3 L3.4 1 L0 5 L-3.4 1 Z", fill=BLUE, stroke="none")


def _copper(parent: Element) -> None:
    """Three bars."""
    for x, y in ((-4.9, 8), (4.9, 8), (0, -0.6)):
        path(parent, f"M{x - 4.7:g} {y} L{x - 3.2:g} {y - 7:g} H{x + 3.2:g} L{x + 4.7:g} {y} Z", fill=COPPER)


def _tea(parent: Element) -> None:
    """A sprig with two leaves and a bud."""
    path(parent, "M0 9.8 V-2", stroke_width=1.5)
    for side in (-1, 1):
        path(parent, f"M0 6 Q{side * 1.5:g} -1.5 {side * 9.5:g} -3.4 Q{side * 9:g} 6 0 6 Z", fill=LEAF)
        path(parent, f"M0 6 L{side * 6.3:g} -0.6", stroke=PARCHMENT, stroke_width=0.9)
    path(parent, "M0 0 Q-4.4 -5 0 -10.4 Q4.4 -5 0 0 Z", fill=LEAF)


_SHARES: Mapping[Chamber, Callable[[Element], None]] = {
    "amsterdam": pictures.arms,
    "hoorn": _hoorn,
    "delft": _delft,
    "rotterdam": _rotterdam,
    "enkhuizen": _enkhuizen,
    "middelburg": _middelburg,
}
_COMMODITIES: Mapping[Commodity, Callable[[Element], None]] = {
    "silk": pictures.silk,
    "coffee": pictures.coffee,
    "porcelain": _porcelain,
    "copper": _copper,
    "spices": pictures.spice,
    "tea": _tea,
}
_SIGNS: Mapping[Token, Callable[[Element], None]] = {
    **{chamber: _share(charge) for chamber, charge in _SHARES.items()},
    **{commodity: _commodity(goods) for commodity, goods in _COMMODITIES.items()},
}
