"""Amsterdam: the water, the four districts with their plots, and the bridges between them."""

import math
from collections.abc import Sequence

from companion.games.merchants.board import Board, Bridge, District, Plot, Point, touching
from companion.games.merchants.drawing.svg import (
    EAST,
    FADED,
    NORTH,
    PARCHMENT,
    SOUTH,
    WATER,
    WATER_LINE,
    WEST,
    Element,
    box,
    clamped,
    group,
    in_words,
    line,
    moved,
    number_in_diamond,
    outline,
    seat_mark,
    shape,
    text,
    text_width,
)

SIDE = 46
"""Of a plot. Plots that touch are joined across the little that is left between them."""

BANK = 4
PLANKS, DEEP_WATER = "#c69c6d", "#2f5158"

_GROUNDS = {"nieuwe_zijde": "#d9a58b", "oude_zijde": "#dbbd77", "grachten": "#a9bb8c", "lastage": "#b3a7bd"}


def draw_city(parent: Element, board: Board) -> None:
    middles = {plot.id: clamped(plot.at, SIDE / 2) for plot in board.plots}
    seats = {spaces.warehouse: seat for seat, spaces in enumerate(board.data.start, 1)}
    city = group(parent, "Amsterdam")
    _draw_water(city, list(middles.values()))
    for district in board.data.districts:
        _draw_district(city, district, middles, seats)
    _draw_bridges(city, board.data.bridges, middles)


def _draw_water(parent: Element, middles: list[Point]) -> None:
    """The city lies in its own frame, like the plan of a town in the corner of a map of the world."""
    left, top, right, bottom = box(middles, SIDE / 2 + 20)
    left, top, right, bottom = max(left, WEST), max(top - 34, NORTH), min(right, EAST), min(bottom, SOUTH)
    for inset, width in ((0, 1.6), (4, 0.6)):
        size = {"width": max(right - left - 2 * inset, 0), "height": max(bottom - top - 2 * inset, 0)}
        looks = {"rx": 8, "fill": WATER, "stroke": FADED, "stroke_width": width}
        shape(parent, "rect", x=left + inset, y=top + inset, **size, **looks)
    text(parent, "AMSTERDAM", ((left + right) / 2, top + 22), 14, letter_spacing=6)
    for row in range(round(top) + 40, round(bottom) - 10, 18):
        ripples = [(left + 12 + step, row + math.sin(step / 9) * 1.3) for step in range(0, round(right - left) - 22, 6)]
        line(parent, ripples, stroke=WATER_LINE, stroke_width=0.6, opacity=0.45)


def _draw_district(parent: Element, district: District, middles: dict[str, Point], seats: dict[str, int]) -> None:
    drawn = group(parent, f"{district.id} ({district.source})")
    joined = [
        (middles[plot.id], middles[other.id])
        for plot in district.plots
        for other in touching(plot, district)
        if plot.id < other.id
    ]
    own = [middles[plot.id] for plot in district.plots]
    ground = _GROUNDS.get(district.id, PARCHMENT)
    for colour, bank in ((FADED, BANK + 1.2), (ground, BANK)):
        _draw_ground(drawn, own, joined, SIDE + 2 * bank, colour)
    for plot, (x, y) in zip(district.plots, own, strict=True):
        looks = outline(plot.source) | {"fill": PARCHMENT}
        shape(drawn, "rect", x=x - SIDE / 2, y=y - SIDE / 2, width=SIDE, height=SIDE, **looks)
    for one, other in joined:
        line(drawn, _between(one, other, SIDE / 2 - 1.5), stroke=PARCHMENT, stroke_width=14)  # a group can grow here
    for plot, middle in zip(district.plots, own, strict=True):
        _draw_plot_name(drawn, plot, middle, seats.get(plot.id))
    _draw_name(drawn, district, own)


def _draw_ground(
    parent: Element, middles: list[Point], joined: list[tuple[Point, Point]], side: float, colour: str
) -> None:
    for x, y in middles:
        left, top = x - side / 2, y - side / 2
        shape(parent, "rect", x=left, y=top, width=side, height=side, rx=4, fill=colour)
    for pair in joined:
        line(parent, pair, stroke=colour, stroke_width=side)


def _draw_plot_name(parent: Element, plot: Plot, middle: Point, seat: int | None) -> None:
    x, y = middle
    space = group(parent, f"{plot.id} ({plot.source})")
    text(space, plot.id, (x, y + SIDE / 2 - 6), 9, room=SIDE - 6)
    if seat:
        seat_mark(space, seat, (x + SIDE / 2 - 8, y - SIDE / 2 + 8))


def _draw_name(parent: Element, district: District, middles: list[Point]) -> None:
    left, top, right, _ = box(middles, SIDE / 2)
    name = in_words(district.id)
    x, y = (left + right) / 2, top - 15
    width = text_width(name, 12)
    number_in_diamond(parent, district.number, (x - width / 2 - 4, y - 4), district.source)
    text(parent, name, (x + 8, y), 12, font_style="italic")


def _draw_bridges(parent: Element, bridges: Sequence[Bridge], middles: dict[str, Point]) -> None:
    ends = [(middles[bridge.ends[0]], middles[bridge.ends[1]]) for bridge in bridges]
    crossings = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in ends]
    for bridge, pair, crossing in zip(bridges, ends, crossings, strict=True):
        below = [math.dist(crossing, other) for other in crossings if other[1] > crossing[1]]
        _draw_bridge(parent, bridge, _between(*pair, SIDE / 2 - 2), crossing, room=min([80, *below]) - 16)


def _draw_bridge(parent: Element, bridge: Bridge, deck: tuple[Point, Point], crossing: Point, room: float) -> None:
    """A deck over the water, its name down the canal as far as there is room."""
    (ax, ay), (bx, by) = sorted(deck, key=lambda end: (end[0], -end[1]))  # west first: no name stands on its head
    drawn = group(parent, f"{bridge.id}: {' to '.join(bridge.ends)} ({bridge.source})")
    along = moved(drawn, crossing, turn=math.degrees(math.atan2(by - ay, bx - ax)))
    length = math.dist(*deck)
    shape(along, "rect", x=-length / 2, y=-5.5, width=length, height=11, **outline(bridge.source) | {"fill": PLANKS})
    canal = moved(along, (0, 8), turn=90)
    looks = {"text_anchor": "start", "font_style": "italic", "fill": DEEP_WATER}
    text(canal, bridge.id.replace("_", " "), (0, 2.5), 9, room=max(room, 10), **looks)


def _between(one: Point, other: Point, trim: float) -> tuple[Point, Point]:
    """What lies between two squares of which these are the middles."""
    (ax, ay), (bx, by) = one, other
    share = min(trim / (max(abs(bx - ax), abs(by - ay)) or 1), 0.5)
    return (ax + (bx - ax) * share, ay + (by - ay) * share), (bx - (bx - ax) * share, by - (by - ay) * share)
