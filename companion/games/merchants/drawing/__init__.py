"""The board as a picture, so that an owner can hold the data against the cardboard.

One SVG file of 1200 by 820 that needs nothing else: no fonts, no styles, no pictures from elsewhere.
"""

from companion.games.merchants.board import Board
from companion.games.merchants.drawing.city import draw_city
from companion.games.merchants.drawing.clock import draw_clock, draw_sea
from companion.games.merchants.drawing.colonies import draw_colonies
from companion.games.merchants.drawing.legend import draw_cards, draw_cartouche
from companion.games.merchants.drawing.market import draw_market
from companion.games.merchants.drawing.svg import finished, sheet
from companion.games.merchants.drawing.time_track import draw_time_track

__all__ = ["draw"]


def draw(board: Board) -> str:
    """The drawing as SVG text; the same board always gives the same text."""
    root = sheet()
    draw_sea(root)
    draw_cartouche(root)
    draw_clock(root, board.data.clock)
    draw_time_track(root, board.years)
    draw_market(root, board.data.tracks)
    draw_cards(root, board.data.cards)
    draw_city(root, board)
    draw_colonies(root, board)  # last, for an owner may have put a space anywhere
    return finished(root)
