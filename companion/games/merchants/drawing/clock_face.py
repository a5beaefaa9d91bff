"""The dial of the auction clock for a phone: flat, and readable from across the table. The page turns its hand and
writes the price into its middle.
"""

import math

from companion.games.merchants.board import Board, Point, Wedge
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Element, around, canvas, clean, group, inline, moved, shape

OUTER, INNER = 97, 57
READING = 78.5
"""How far from the middle the readings stand."""

NIGHT, IVORY, SAND = "#17110c", "#fdf6e3", "#e9d5a6"
DOUBLES, OVER = "#b83822", "#463627"
INK, PALE, HAND = "#1d140c", "#fff6e6", "#1d5fd1"

_HAND = "M-8.5 -50.5L-1.7 -65V-98H1.7V-65L8.5 -50.5L0 -53.5Z"
"""It leaves the middle to the price, and hides as little of a reading as it can."""


def clock_face(board: Board, speech: Speech = ENGLISH) -> str:
    """To be put into a page. `.hand` points up, at the start; it is to be turned about the middle, clockwise, by so
    much of its `data-sweep` (in degrees) as a `Run` says. `.clock-price` is empty.
    """
    clock = board.data.clock
    root = canvas(around((0, 0), OUTER + 3), class_="clock-face", role="img", aria_label=speech.say("Auction clock"))
    shape(root, "circle", r=OUTER + 3, fill=NIGHT)
    begins = [0.0, *(wedge.end for wedge in clock.wedges)]
    fills = [wedge_fill(board, place) for place in range(len(clock.wedges))]
    for wedge, begin, fill in zip(clock.wedges, begins, fills, strict=False):
        _draw_wedge(root, wedge, begin, fill)
    readings = group(root, font_weight="bold", font_size=14.5, text_anchor="middle", fill=INK)
    for wedge, begin, fill in zip(clock.wedges, begins, fills, strict=False):
        _draw_reading(readings, wedge, begin, fill, speech)
    shape(root, "circle", r=INNER, fill=NIGHT)
    _draw_hand(root, clock.wedges[-1].end)
    price = {"class_": "clock-price", "data_auction": "price", "font_size": 21.5, "font_weight": "bold"}
    shape(root, "text", y=8, text_anchor="middle", fill=PALE, **price)
    return inline(root)


def wedge_fill(board: Board, place: int) -> str:
    """Red where a stop doubles the auction, dim where it is over (M11)."""
    wedges = board.data.clock.wedges
    if place == len(wedges) - 1:
        return OVER
    if wedges[place].dial == wedges[0].dial:
        return DOUBLES
    return (IVORY, SAND)[place % 2]


def _draw_wedge(parent: Element, wedge: Wedge, begin: float, fill: str) -> None:
    (ax, ay), (bx, by) = _on_dial(begin, OUTER), _on_dial(wedge.end, OUTER)
    far = int(wedge.end - begin > 180)
    slice_ = f"M0 0L{ax:.1f} {ay:.1f}A{OUTER} {OUTER} 0 {far} 1 {bx:.1f} {by:.1f}Z"
    shape(parent, "path", class_="wedge", data_dial=wedge.dial, d=slice_, fill=fill, stroke=NIGHT, stroke_width=1.2)


def _draw_reading(parent: Element, wedge: Wedge, begin: float, fill: str, speech: Speech) -> None:
    """Upright, but along the wedge where that is narrow; as wide in every fount, so that none runs over the edge."""
    middle = (begin + wedge.end) / 2
    arc = math.radians(wedge.end - begin) * READING
    shows = speech.say("start") if wedge.shows == "start" else wedge.shows
    along = arc < 20
    room, wanted = (OUTER - INNER - 10, 6.2 * len(shows)) if along else (arc - 1.5, 7.9 * len(shows))
    label = moved(parent, _on_dial(middle, READING), turn=middle - 90 if along else 0)
    looks: dict[str, object] = {"y": 5, "textLength": min(wanted, room), "lengthAdjust": "spacingAndGlyphs"}
    if along:
        looks |= {"y": 3.6, "font_size": 11}
    if fill in (DOUBLES, OVER):
        looks["fill"] = PALE
    shape(label, "text", **looks).text = clean(shows)


def _draw_hand(parent: Element, sweep: float) -> None:
    hand = group(parent, class_="hand", data_auction="hand", data_sweep=f"{sweep:g}")
    shape(hand, "path", d=_HAND, fill=HAND, stroke=PALE, stroke_width=1.3, stroke_linejoin="round")


def _on_dial(degrees: float, radius: float) -> Point:
    """Clockwise from the top."""
    turn = math.radians(degrees)
    return radius * math.sin(turn), -radius * math.cos(turn)
