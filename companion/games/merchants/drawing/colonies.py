"""The four regions around Amsterdam, each a land with its offices and its number."""

import math
from collections.abc import Sequence
from itertools import combinations_with_replacement

from companion.games.drawing.paints import FADED, PARCHMENT
from companion.games.merchants.board import Board, OfficeSpace, Point, Region
from companion.games.merchants.drawing import names, symbols
from companion.games.merchants.drawing.svg import (
    EAST,
    SEA,
    WATER_LINE,
    WEST,
    clamped,
    number_in_diamond,
    outline,
    seat_mark,
)
from companion.games.merchants.story import part_title
from companion.games.merchants.titles import part_heading
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import INK, Box, Element, around, group, shape, text, text_width

RADIUS = 19
COAST = 30
"""How far the land reaches beyond the middle of its outermost offices."""

NEAR = 92
"""Offices closer than this stand on the same land."""

WATER_LINES = ((WATER_LINE, 12), (SEA, 11.2), (WATER_LINE, 8), (SEA, 7.2), (WATER_LINE, 4), (SEA, 3))
"""As old maps have them along a coast: colours, from the sea to the land, and how far each reaches."""

_LANDS = {"americas": "#ead6a4", "africa": "#e4c495", "east_indies": "#dcd3a0", "far_east": "#e6ccae"}


def draw_colonies(parent: Element, board: Board, speech: Speech = ENGLISH, *, starts: bool = True) -> None:
    """`starts` marks the spaces that the seats begin with."""
    seats = {spaces.office: seat for seat, spaces in enumerate(board.data.start, 1)} if starts else {}
    for region in filter(lambda region: region.offices, board.data.regions):
        drawn = group(parent, names.with_source(region.id, region.source, speech))
        middles = [clamped(office.at, RADIUS) for office in region.offices]
        _draw_land(drawn, middles, soil(region))
        x, y = min(middles, key=lambda middle: middle[1])
        draw_name(drawn, region, (x, max(y - COAST - 6, 10)), (WEST, EAST), speech)
        for office in region.offices:
            _draw_office(drawn, office, seats.get(office.id), speech)


def soil(region: Region) -> str:
    return _LANDS.get(region.id, PARCHMENT)


def _draw_land(parent: Element, middles: Sequence[Point], fill: str) -> None:
    """Land around every office and between those that are near."""
    near = [pair for pair in combinations_with_replacement(middles, 2) if math.dist(*pair) < NEAR]
    ways = " ".join(f"M{ax:g} {ay:g} L{bx:g} {by:g}" for (ax, ay), (bx, by) in near)
    for colour, reach in (*WATER_LINES, (FADED, 1.2), (fill, 0)):
        shape(parent, "path", d=ways, stroke=colour, stroke_width=2 * (COAST + reach), stroke_linecap="round")


def draw_name(parent: Element, region: Region, at: Point, shores: Point, speech: Speech) -> None:
    """On a plate at the northern coast."""
    name = part_heading(region.id, speech)
    width = text_width(name, 13) + 34
    x = min(max(at[0], shores[0] + width / 2 + 2), shores[1] - width / 2 - 2)
    y = at[1]
    shape(parent, "rect", x=x - width / 2, y=y - 9, width=width, height=18, rx=9, fill=PARCHMENT, stroke=FADED)
    number_in_diamond(parent, region.number, (x - width / 2 + 10, y), region.source)
    text(parent, name, (x + 9, y + 4.5), 13, room=width - 30, font_style="italic")


def _draw_office(parent: Element, office: OfficeSpace, seat: int | None, speech: Speech) -> None:
    x, y = clamped(office.at, RADIUS)
    commodity = part_title(office.commodity, speech)
    space = group(parent, names.with_source(f"{office.id}: {commodity}", office.source, speech))
    shape(space, "circle", cx=x, cy=y, r=RADIUS, **outline(office.source) | {"fill": PARCHMENT})
    symbols.commodity(space, office.commodity, (x, y - 3.5), 0.95)
    text(space, office.id, (x, y + 14.5), 8, room=20, fill=INK)
    if seat:
        seat_mark(space, seat, (x + RADIUS * 0.75, y - RADIUS * 0.75))


def office_spots(board: Board) -> dict[str, Box]:
    """On the board."""
    return {office.id: around(clamped(office.at, RADIUS), RADIUS) for office in board.offices}
