"""The three areas of the board, each on a sheet of its own that stays readable on a phone: what is printed there, and
where its spaces are. What stands on them is drawn over it, in `picture`.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.games.merchants.board import Board
from companion.games.merchants.drawing import city_sheet, colonies_sheet, market_sheet
from companion.games.merchants.drawing.city import SIDE, Deck, decks, plot_spots
from companion.games.merchants.drawing.colonies import office_spots
from companion.games.merchants.drawing.market import ON_BOARD, market_spots
from companion.games.merchants.drawing.svg import SHEET, as_played
from companion.games.merchants.events import Area
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import FOUNT, Box, Element, canvas, finished

FINGER = 44
"""What a finger needs, in pixels of a page."""

NARROWEST = 296
"""What a page has room for on the narrowest phone, in pixels: nobody wants to read the sheets any smaller."""


class Sheet(NamedTuple):
    """One area: how it is drawn, and how large the smallest thing is that may be tapped there."""

    view: Callable[[Board], Box]
    draw: Callable[[Element, Board, Speech], None]
    spots: Callable[[Board], Mapping[str, Box]]
    parts: Callable[[Board], Mapping[str, Box]]
    touch: float


class Ground(NamedTuple):
    """Where everything lies that can be stood on."""

    view: Box
    spots: Mapping[str, Box]
    """Offices and plots by their names, spaces of tracks as `silk:4`, whole tracks as `silk`."""
    decks: Mapping[str, Deck]
    round_spots: frozenset[str]
    touch: float
    parts: Mapping[str, Box] = {}
    """The district or region around each plot and office."""

    def around(self, names: Iterable[str]) -> Box:
        """So much of the view, in all its width, as shows the whole parts in which these lie."""
        parts = [self.parts.get(name, self.view) for name in names] or [self.view]
        top, bottom = min(part.y for part in parts), max(part.y + part.height for part in parts)
        return Box(self.view.x, top, self.view.width, bottom - top)


_SHEETS: dict[Area, Sheet] = {
    "market": Sheet(
        market_sheet.view, market_sheet.draw_sheet, market_sheet.spots, lambda _board: {}, market_sheet.TOUCH
    ),
    "amsterdam": Sheet(city_sheet.view, city_sheet.draw_sheet, city_sheet.spots, city_sheet.parts, SIDE),
    "colonies": Sheet(
        colonies_sheet.view,
        colonies_sheet.draw_sheet,
        colonies_sheet.spots,
        colonies_sheet.parts,
        colonies_sheet.ACROSS,
    ),
}


def area_sheet(board: Board, area: Area, speech: Speech = ENGLISH) -> str:
    """What is printed: the same in every game on this board."""
    root = canvas(area_box(board, area), fount=FOUNT)
    _SHEETS[area].draw(root, board, speech)
    return finished(as_played(root))


def area_box(board: Board, area: Area) -> Box:
    """The part of the plane that the sheet shows."""
    return _SHEETS[area].view(board)


def least_width(board: Board, area: Area) -> int:
    """In pixels of a page: shown as wide as this, everything that can be tapped is as large as a finger."""
    return max(NARROWEST, math.ceil(FINGER * area_box(board, area).width / _SHEETS[area].touch))


@lru_cache(maxsize=16)
def ground(board: Board, area: Area) -> Ground:
    sheet = _SHEETS[area]
    spots = sheet.spots(board)
    crossings = decks(board, {plot: spots[plot].middle for plot in board.plot_names}) if area == "amsterdam" else {}
    offices = frozenset(board.office_names)
    return Ground(sheet.view(board), spots, crossings, offices, sheet.touch, sheet.parts(board))


@lru_cache(maxsize=4)
def ground_of_board(board: Board) -> Ground:
    """All three areas, where they lie on the board itself."""
    spots = market_spots(board.data.tracks, ON_BOARD) | plot_spots(board) | office_spots(board)
    crossings = decks(board, {plot: spots[plot].middle for plot in board.plot_names})
    return Ground(SHEET, spots, crossings, frozenset(board.office_names), 0)
