"""The colonies on a sheet of their own, for the narrow page of a phone: the lands lie two by two, about where they are
on the board, and their offices three abreast, so that each is as large as a finger.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from companion.games.drawing.paints import FADED, PARCHMENT
from companion.games.merchants.board import Board, OfficeSpace, Point, Region
from companion.games.merchants.drawing import symbols
from companion.games.merchants.drawing.colonies import RADIUS, WATER_LINES, draw_name, soil
from companion.games.merchants.drawing.svg import SEA, WATER_LINE
from companion.games.speech import Speech
from companion.games.svg import Box, Element, around, line, rect, shape, text

ABREAST = 3
ACROSS, DOWN = 50, 57
"""From office to office."""

HEAD, FOOT = 59, 51
"""From the top of a tile to the middle of its first offices, and from the last ones to its bottom."""

COAST = 22
WIDTH = 168

_ORDER = ("americas", "far_east", "africa", "east_indies")


class Tile(NamedTuple):
    """A region's part of the sheet."""

    region: Region
    where: Box

    def middles(self) -> list[Point]:
        left = self.where.x + (WIDTH - (ABREAST - 1) * ACROSS) / 2
        top = self.where.y + HEAD
        places = [divmod(place, ABREAST) for place in range(len(self.region.offices))]
        return [(left + column * ACROSS, top + row * DOWN) for row, column in places]

    def coast(self) -> list[Point]:
        """Around the offices and the names of the last ones; no coast is as straight as a row of offices."""
        middles = self.middles()
        (left, top), (right, _), bottom = middles[0], middles[ABREAST - 1], middles[-1][1] + 9
        rows = [y for _, y in middles[::ABREAST]]
        corners = [
            *((x, top) for x, _ in middles[:ABREAST]),
            *((right, y) for y in rows[1:]),
            *((x, bottom) for x, _ in reversed(middles[:ABREAST])),
            *((left, y) for y in reversed(rows[1:])),
        ]
        return [self._cape(corner, place) for place, corner in enumerate(corners)]

    def _cape(self, corner: Point, place: int) -> Point:
        """A little further out to sea, each one differently."""
        x, y = self.where.middle
        turn = math.atan2(corner[1] - y, corner[0] - x)
        reach = 3.5 + 3.5 * math.sin(2.4 * place + 1.3 * self.region.number)
        return corner[0] + reach * math.cos(turn), corner[1] + reach * math.sin(turn)


def view(board: Board) -> Box:
    return Box(0, 0, 2 * WIDTH, max(tile.where.y + tile.where.height for tile in _tiles(board)))


def _tiles(board: Board) -> Iterator[Tile]:
    regions = sorted(board.data.regions, key=lambda region: _ORDER.index(region.id))
    top = 0.0
    for west, east in zip(regions[::2], regions[1::2], strict=True):
        rows = -(-max(len(west.offices), len(east.offices)) // ABREAST)
        height = HEAD + (rows - 1) * DOWN + FOOT
        yield Tile(west, Box(0, top, WIDTH, height))
        yield Tile(east, Box(WIDTH, top, WIDTH, height))
        top += height


def draw_sheet(parent: Element, board: Board, speech: Speech) -> None:
    _draw_sea(parent, view(board))
    for tile in _tiles(board):
        x, y = tile.where.x, tile.where.y
        _draw_land(parent, tile)
        draw_name(parent, tile.region, (x + WIDTH / 2, y + 23), (x, x + WIDTH), speech)
        for office, middle in zip(tile.region.offices, tile.middles(), strict=True):
            _draw_office(parent, office, middle)


def _draw_land(parent: Element, tile: Tile) -> None:
    for colour, reach in (*WATER_LINES[2:], (FADED, 1.2), (soil(tile.region), 0)):
        looks = {"fill": colour, "stroke": colour, "stroke_linejoin": "round"}
        line(parent, tile.coast(), closed=True, stroke_width=2 * (COAST + reach), **looks)


def _draw_sea(parent: Element, whole: Box) -> None:
    rect(parent, whole, rx=8, fill=SEA)
    (x, y), reach = whole.middle, whole.width + whole.height
    rays = " ".join(f"M{x:g} {y:g} l{east:g} {south:g}" for east, south in _winds(reach))
    shape(parent, "path", d=rays, stroke=WATER_LINE, stroke_width=0.5, opacity=0.7)
    rect(parent, whole.grown(-3.5), rx=6, fill="none", stroke=FADED, stroke_width=1.2)


def _winds(reach: float) -> list[Point]:
    half = reach / 2
    quarter = [(reach, 0), (reach, half), (reach, reach), (half, reach)]
    return [turned for east, south in quarter for turned in _four_ways(east, south)]


def _four_ways(east: float, south: float) -> list[Point]:
    return [(east, south), (-south, east), (-east, -south), (south, -east)]


def _draw_office(parent: Element, office: OfficeSpace, middle: Point) -> None:
    x, y = middle
    shape(parent, "circle", cx=x, cy=y, r=RADIUS, fill=PARCHMENT, stroke=FADED, stroke_width=1.2)
    symbols.commodity(parent, office.commodity, middle, 1.15)
    text(parent, office.id, (x, y + RADIUS + 10.5), 10.5, room=ACROSS - 6)


def spots(board: Board) -> dict[str, Box]:
    return {
        office.id: around(middle, RADIUS)
        for tile in _tiles(board)
        for office, middle in zip(tile.region.offices, tile.middles(), strict=True)
    }


def parts(board: Board) -> dict[str, Box]:
    """For each office its region."""
    return {office.id: tile.where for tile in _tiles(board) for office in tile.region.offices}
