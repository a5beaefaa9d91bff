"""The market on a sheet of its own, for the narrow page of a phone: the tracks stand one below the other, as in a
ledger, each with its name above it.
"""

from companion.games.drawing.paints import FADED, PAPER, PARCHMENT
from companion.games.merchants.board import COMMODITIES, Board
from companion.games.merchants.drawing.market import Lie, draw_market, market_spots
from companion.games.speech import Speech
from companion.games.svg import Box, Element, rect

TOUCH = 77
"""All of a track may be touched."""

_LIE = Lie(
    spaces=Box(42, 37, 286, 48),
    pitch=TOUCH,
    gap=2.5,
    diamond=(23, 22.5),
    picture=(24, 61),
    name=(42, 28),
    room=280,
    size=15.5,
    whole=Box(6, 9, 324, TOUCH),
)


def view(_board: Board) -> Box:
    return Box(0, 0, 336, _LIE.whole.y + _LIE.pitch * len(COMMODITIES) + 11)


def draw_sheet(parent: Element, board: Board, speech: Speech) -> None:
    whole = view(board)
    rect(parent, whole, rx=8, fill=PAPER)
    rect(parent, whole.grown(-3.5), rx=6, fill=PARCHMENT, stroke=FADED, stroke_width=1.2)
    rect(parent, whole.grown(-6.5), rx=4, fill="none", stroke=FADED, stroke_width=0.5)
    draw_market(parent, board.data.tracks, _LIE, speech)


def spots(board: Board) -> dict[str, Box]:
    return market_spots(board.data.tracks, _LIE)
