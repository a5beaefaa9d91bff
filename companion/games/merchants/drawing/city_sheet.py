"""Amsterdam on a sheet of its own, for the narrow page of a phone: the map of the board turned by a quarter, west up,
because the city is twice as wide as high and a phone is not.
"""

from collections.abc import Mapping

from companion.games.drawing.paints import FADED, PARCHMENT, RED
from companion.games.merchants.board import HEIGHT, Board, Bridge, District, Point
from companion.games.merchants.drawing import names
from companion.games.merchants.drawing.city import DEEP_WATER, SIDE, Deck, decks, draw_deck, draw_plots
from companion.games.merchants.drawing.svg import WATER, WATER_LINE, number_in_diamond
from companion.games.merchants.titles import part_heading
from companion.games.speech import Speech
from companion.games.svg import Box, Element, around, moved, rect, shape, text, text_width

MARGIN = 17
"""Of water around the city, and more at the side where the names of the districts are."""

NAMES = 21
BEYOND = SIDE / 2 + SIDE
"""From the middle of a district's last plots to where it is left behind."""

BRIDGE_NAME = 9.5
COMPASS = 24


def view(board: Board) -> Box:
    xs, ys = zip(*middles(board).values(), strict=True)
    reach = SIDE / 2 + MARGIN
    left, top = min(xs) - reach, min(ys) - reach
    return Box(left, top, max(xs) + reach + NAMES - left, max(ys) + reach - top)


def middles(board: Board) -> dict[str, Point]:
    """Of the plots: what is north on the board is on the right."""
    return {plot.id: (HEIGHT - plot.at[1], plot.at[0]) for plot in board.plots}


def draw_sheet(parent: Element, board: Board, speech: Speech) -> None:
    whole, at = view(board), middles(board)
    _draw_water(parent, whole)
    for district in board.data.districts:
        draw_plots(parent, district, at)
        for plot in district.plots:
            x, y = at[plot.id]
            text(parent, plot.id, (x, y + SIDE / 2 - 5), 10, room=SIDE - 6)
        _draw_name(parent, district, at, whole, speech)
    _draw_compass(parent, whole, at)
    crossings = decks(board, at)
    for bridge in board.data.bridges:
        _draw_bridge(parent, bridge, crossings, whole, speech)


def _draw_water(parent: Element, whole: Box) -> None:
    rect(parent, whole, rx=8, fill=WATER)
    x, y, width, height = whole
    waves = int(width - 16) // 32 - 1
    ripples = [f"M{x + 8:g} {row:g} q8 -2.6 16 0 t16 0" + " t16 0 t16 0" * waves for row in _rows(y, height)]
    shape(parent, "path", d=" ".join(ripples), fill="none", stroke=WATER_LINE, stroke_width=0.6, opacity=0.5)
    for inset, line_width in ((3.5, 1.2), (6.5, 0.5)):
        rect(parent, whole.grown(-inset), rx=6, fill="none", stroke=FADED, stroke_width=line_width)


def _rows(top: float, height: float) -> list[float]:
    return [top + row for row in range(20, int(height) - 10, 18)]


def _draw_name(parent: Element, district: District, at: Mapping[str, Point], whole: Box, speech: Speech) -> None:
    """Down the side, in the water before the district."""
    rows = [at[plot.id][1] for plot in district.plots]
    middle, room = (min(rows) + max(rows)) / 2, max(rows) - min(rows) + SIDE
    name = part_heading(district.id, speech)
    long = min(text_width(name, 13), room - 22)
    side = moved(parent, (whole.x + whole.width - NAMES, middle), turn=90)
    text(side, name, (11, 4.5), 13, room=room - 22, font_style="italic")
    number_in_diamond(moved(side, (-long / 2 - 3, 0), turn=-90), district.number, (0, 0), district.source)


def _draw_bridge(parent: Element, bridge: Bridge, crossings: Mapping[str, Deck], whole: Box, speech: Speech) -> None:
    """Its name stands on the side where there is more room before the next bridge, or the edge of the sheet."""
    deck = crossings[bridge.id]
    draw_deck(parent, bridge, deck)
    x, y = deck.crossing
    others = [other.crossing for other in crossings.values() if other is not deck]
    level = [other_x for other_x, other_y in others if abs(other_y - y) < SIDE / 2]
    left = x - max([other_x + 6 for other_x in level if other_x < x], default=whole.x)
    right = min([other_x - 6 for other_x in level if other_x > x], default=whole.x + whole.width) - x
    step, anchor = (11, "start") if right >= left else (-11, "end")
    looks = {"text_anchor": anchor, "font_style": "italic", "fill": DEEP_WATER}
    name, room = names.bridge_name(bridge.id, speech), max(left, right, 30) - 16
    text(parent, name, (x + step, y + 3.2), BRIDGE_NAME, room, **looks)


def _draw_compass(parent: Element, whole: Box, at: Mapping[str, Point]) -> None:
    """In the first corner that is free: north is not where one expects it."""
    x, y, width, height = whole.grown(-COMPASS - 14)
    corners = [(x, y + height), (x, y), (x + width - NAMES, y + height), (x + width - NAMES, y)]
    reach = SIDE / 2 + COMPASS + 4
    free = [
        corner
        for corner in corners
        if all(max(abs(corner[0] - plot[0]), abs(corner[1] - plot[1])) > reach for plot in at.values())
    ]
    if not free:
        return
    rose = moved(parent, free[0], turn=90)
    shape(rose, "circle", r=COMPASS - 5, fill="none", stroke=DEEP_WATER, stroke_width=0.6)
    for turn in (45, 0):
        size = 0.62 if turn else 1.0
        points = moved(rose, (0, 0), COMPASS / 24 * size, turn)
        shape(points, "path", d="M0 -24L4 -4L24 0L4 4L0 24L-4 4L-24 0L-4 -4Z", fill=PARCHMENT, stroke=DEEP_WATER)
    shape(rose, "path", d=f"M0 {-COMPASS:g}L{COMPASS / 6:g} {-COMPASS / 6:g}L0 0Z", fill=RED)
    text(moved(rose, (0, -COMPASS - 7), turn=-90), "N", (0, 4), 11, font_weight="bold", fill=DEEP_WATER)


def parts(board: Board) -> dict[str, Box]:
    """For each plot its district, with the bridges that lead away from it."""
    whole, at = view(board), middles(board)
    found: dict[str, Box] = {}
    for district in board.data.districts:
        rows = [at[plot.id][1] for plot in district.plots]
        top = max(whole.y, min(rows) - BEYOND)
        bottom = min(whole.y + whole.height, max(rows) + BEYOND)
        found |= dict.fromkeys((plot.id for plot in district.plots), Box(whole.x, top, whole.width, bottom - top))
    return found


def spots(board: Board) -> dict[str, Box]:
    return {plot: around(middle, SIDE / 2) for plot, middle in middles(board).items()}
