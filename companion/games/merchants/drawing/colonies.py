"""The four regions around Amsterdam, each a land with its offices and its number."""

import math
from collections.abc import Sequence
from itertools import combinations_with_replacement

from companion.games.merchants.board import Board, OfficeSpace, Point, Region
from companion.games.merchants.drawing import symbols
from companion.games.merchants.drawing.svg import (
    EAST,
    FADED,
    INK,
    PARCHMENT,
    SEA,
    WATER_LINE,
    WEST,
    Element,
    clamped,
    group,
    in_words,
    number_in_diamond,
    outline,
    seat_mark,
    shape,
    text,
    text_width,
)

RADIUS = 19
COAST = 30
"""How far the land reaches beyond the middle of its outermost offices."""

NEAR = 92
"""Offices closer than this stand on the same land."""

_LANDS = {"americas": "#ead6a4", "africa": "#e4c495", "east_indies": "#dcd3a0", "far_east": "#e6ccae"}


def draw_colonies(parent: Element, board: Board) -> None:
    seats = {spaces.office: seat for seat, spaces in enumerate(board.data.start, 1)}
    for region in board.data.regions:
        drawn = group(parent, f"{region.id} ({region.source})")
        middles = [clamped(office.at, RADIUS) for office in region.offices]
        _draw_land(drawn, middles, _LANDS.get(region.id, PARCHMENT))
        _draw_name(drawn, region, min(middles, key=lambda middle: middle[1]))
        for office in region.offices:
            _draw_office(drawn, office, seats.get(office.id))


def _draw_land(parent: Element, middles: Sequence[Point], fill: str) -> None:
    """Land around every office and between those that are near, with the water lines of an old map along the coast."""
    near = [pair for pair in combinations_with_replacement(middles, 2) if math.dist(*pair) < NEAR]
    ways = " ".join(f"M{ax:g} {ay:g} L{bx:g} {by:g}" for (ax, ay), (bx, by) in near)
    water_lines = [(12, WATER_LINE), (11.2, SEA), (8, WATER_LINE), (7.2, SEA), (4, WATER_LINE), (3, SEA)]
    for further, colour in (*water_lines, (1.2, FADED), (0, fill)):
        shape(parent, "path", d=ways, stroke=colour, stroke_width=2 * (COAST + further), stroke_linecap="round")


def _draw_name(parent: Element, region: Region, northernmost: Point) -> None:
    """On a plate at the northern coast."""
    name = in_words(region.id)
    width = text_width(name, 13) + 34
    x = min(max(northernmost[0], WEST + width / 2 + 2), EAST - width / 2 - 2)
    y = max(northernmost[1] - COAST - 6, 10)
    shape(parent, "rect", x=x - width / 2, y=y - 9, width=width, height=18, rx=9, fill=PARCHMENT, stroke=FADED)
    number_in_diamond(parent, region.number, (x - width / 2 + 10, y), region.source)
    text(parent, name, (x + 9, y + 4.5), 13, room=width - 30, font_style="italic")


def _draw_office(parent: Element, office: OfficeSpace, seat: int | None) -> None:
    x, y = clamped(office.at, RADIUS)
    space = group(parent, f"{office.id}: {office.commodity} ({office.source})")
    shape(space, "circle", cx=x, cy=y, r=RADIUS, **outline(office.source) | {"fill": PARCHMENT})
    symbols.commodity(space, office.commodity, (x, y - 3.5), 0.95)
    text(space, office.id, (x, y + 14.5), 8, room=20, fill=INK)
    if seat:
        seat_mark(space, seat, (x + RADIUS * 0.75, y - RADIUS * 0.75))
