"""What the strokes are drawn with on this board: its colours, its shores, and the marks that stand all over it."""

from collections.abc import Sequence

from companion.games.board_data import Source
from companion.games.drawing.paints import FADED, PAPER, PARCHMENT
from companion.games.merchants.board import HEIGHT, WIDTH, Point
from companion.games.svg import FOUNT, INK, Box, Element, canvas, line, shape, text

WEST, NORTH, EAST, SOUTH = 114, 94, 1086, 654
"""The shores of the sea that lies between the time track and the market."""

SEA = "#e2ebe3"
WATER = "#b7ced0"
WATER_LINE = "#8fb0b3"

SHEET = Box(0, 0, WIDTH, HEIGHT)
"""The whole board."""


def sheet() -> Element:
    """An empty sheet of paper, for the whole board."""
    root = canvas(SHEET, fount=FOUNT)
    shape(root, "rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    return root


def outline(source: Source, width: float = 1.2) -> dict[str, object]:
    """Solid for what the rulebooks say, dashed for what is a reconstruction."""
    looks: dict[str, object] = {"stroke": INK, "stroke_width": width}
    if source == "reconstruction":
        looks |= {"stroke_dasharray": "3.5 2.5", "stroke": FADED}
    return looks


def number_in_diamond(parent: Element, number: int, at: Point, source: Source) -> None:
    """The number that breaks ties between parts (M24)."""
    x, y = at
    line(parent, [(x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y)], closed=True, **outline(source) | {"fill": PARCHMENT})
    text(parent, number, (x, y + 3.8), 10.5, room=11, font_weight="bold")


def seat_mark(parent: Element, seat: int, at: Point) -> None:
    """Whose start space this is, counted from 1."""
    shape(parent, "circle", cx=at[0], cy=at[1], r=6, fill=INK, stroke=PARCHMENT, stroke_width=1)
    text(parent, seat, (at[0], at[1] + 3), 8.5, room=9, fill=PARCHMENT, font_weight="bold")


def clamped(at: Point, reach: float) -> Point:
    """The nearest place where all of a space is still on the sheet."""
    return min(max(at[0], reach), WIDTH - reach), min(max(at[1], reach), HEIGHT - reach)


def box(points: Sequence[Point], reach: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything within reach of these points, as far as the sheet goes."""
    columns, rows = [x for x, _ in points], [y for _, y in points]
    left, top = clamped((min(columns) - reach, min(rows) - reach), 0)
    right, bottom = clamped((max(columns) + reach, max(rows) + reach), 0)
    return left, top, right, bottom


def as_played(root: Element) -> Element:
    """Without the notes on where everything is known from, which are for those who compare it with the cardboard."""
    for element in root.iter():
        element.attrib.pop("stroke-dasharray", None)
    return without_titles(root)


def without_titles(root: Element) -> Element:
    """Where something else says what there is."""
    for element in root.iter():
        for title in element.findall("title"):
            element.remove(title)
    return root
