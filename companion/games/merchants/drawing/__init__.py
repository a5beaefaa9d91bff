"""The board as pictures. `draw` is for its owner, to hold the data against the cardboard; the others are for players.

Every picture is SVG text that needs no fonts, styles or scripts. A sheet is what is printed, a picture of its own that
a browser keeps; a picture goes into a page, on its sheet, and shows what is there now.
"""

from companion.games.merchants.board import Board
from companion.games.merchants.drawing.areas import area_box, area_sheet, least_width
from companion.games.merchants.drawing.changes import changed_spaces
from companion.games.merchants.drawing.city import draw_city
from companion.games.merchants.drawing.clock import draw_clock, draw_sea
from companion.games.merchants.drawing.clock_face import clock_face
from companion.games.merchants.drawing.colonies import draw_colonies
from companion.games.merchants.drawing.legend import draw_cards, draw_cartouche
from companion.games.merchants.drawing.market import draw_market
from companion.games.merchants.drawing.money_chart import money_chart
from companion.games.merchants.drawing.picture import area_picture
from companion.games.merchants.drawing.svg import sheet
from companion.games.merchants.drawing.targets import Target
from companion.games.merchants.drawing.television import board_picture, board_sheet
from companion.games.merchants.drawing.time_track import draw_time_track
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import finished

__all__ = [
    "Target",
    "area_box",
    "area_picture",
    "area_sheet",
    "board_picture",
    "board_sheet",
    "changed_spaces",
    "clock_face",
    "draw",
    "least_width",
    "money_chart",
]


def draw(board: Board, speech: Speech = ENGLISH) -> str:
    """The drawing as SVG text; the same board always gives the same text."""
    root = sheet()
    draw_sea(root)
    draw_cartouche(root, speech)
    draw_clock(root, board.data.clock, speech)
    draw_time_track(root, board.years, speech)
    draw_market(root, board.data.tracks, speech=speech)
    draw_cards(root, board.data.cards, speech)
    draw_city(root, board, speech)
    draw_colonies(root, board, speech)  # last, for an owner may have put a space anywhere
    return finished(root)
