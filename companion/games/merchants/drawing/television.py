"""The whole board for a screen on the wall: what is printed, in the language of the table, and what is there now, with
the year on the time track and a list of the merchants where the cardboard has nothing.
"""

from collections.abc import Collection, Sequence
from typing import get_args

from companion.games.drawing.paints import FADED, PARCHMENT, RED
from companion.games.drawing.tokens import Player, draw_token
from companion.games.merchants.board import Board
from companion.games.merchants.drawing import symbols
from companion.games.merchants.drawing.areas import ground_of_board
from companion.games.merchants.drawing.city import draw_city
from companion.games.merchants.drawing.clock import draw_clock, draw_sea
from companion.games.merchants.drawing.colonies import draw_colonies
from companion.games.merchants.drawing.holdings import told
from companion.games.merchants.drawing.legend import CARDS, CARTOUCHE, draw_title
from companion.games.merchants.drawing.market import draw_market
from companion.games.merchants.drawing.picture import draw_background
from companion.games.merchants.drawing.pieces import Pieces
from companion.games.merchants.drawing.svg import SHEET, as_played, sheet
from companion.games.merchants.drawing.time_track import draw_time_track, places_of_years
from companion.games.merchants.events import Area
from companion.games.merchants.sight import Sight
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import INK, Box, Element, canvas, finished, group, inline, moved, rect, shape, text

MARKER = "#c8321f"


def board_sheet(board: Board, speech: Speech = ENGLISH) -> str:
    """What is printed on the board, without what only its owner wants to know."""
    root = sheet()
    draw_sea(root)
    draw_title(root, speech)
    draw_clock(root, board.data.clock, speech)
    draw_time_track(root, board.years, speech)
    draw_market(root, board.data.tracks, speech=speech)
    draw_city(root, board, speech, starts=False)
    draw_colonies(root, board, speech, starts=False)
    return finished(as_played(root))


def board_picture(
    board: Board,
    sight: Sight,
    merchants: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    background: str,
    fresh: Collection[str] = (),
) -> str:
    """To be put into a page. `background` is the address of the `board_sheet`; `fresh` are spaces as `changed_spaces`
    names them.
    """
    lies = ground_of_board(board)
    areas = [told(board, area, sight, merchants, speech) for area in get_args(Area)]
    words = " ".join([speech.say("The year {year}.", year=sight.year), *areas])
    root = canvas(SHEET, class_="board-picture", role="img", aria_label=words)
    draw_background(root, lies, background)
    _draw_year(root, board, sight)
    _draw_now(root, sight, speech)
    _draw_merchants(root, sight, merchants, speech)
    pieces = Pieces(root, "board", lies, sight, merchants)
    pieces.draw_tracks()
    pieces.draw_offices()
    pieces.draw_city(board)
    pieces.draw_fresh(fresh)
    return inline(root)


def _draw_year(parent: Element, board: Board, sight: Sight) -> None:
    """The years that are past lie in the shade, and a frame stands around the one that it is."""
    places = places_of_years(board.years)
    now = board.year_at[sight.year]
    past = group(parent, fill=INK, fill_opacity=0.32)
    for place in places[:now]:
        rect(past, place, rx=4)
    rect(parent, places[now].grown(0.5), class_="year-now", rx=4, fill="none", stroke=MARKER, stroke_width=5)


def _draw_now(parent: Element, sight: Sight, speech: Speech) -> None:
    """Under the name of the game."""
    x, y = CARTOUCHE.middle
    text(parent, sight.year, (x, y + 24), 40, room=CARTOUCHE.width - 40, font_weight="bold", fill=RED)
    term = speech.say("Term {number}", number=str(sight.term))
    text(parent, term, (x, y + 44), 14, room=CARTOUCHE.width - 30, fill=FADED)


def _draw_merchants(parent: Element, sight: Sight, merchants: Sequence[Player], speech: Speech) -> None:
    """A line for each: token, name, money, and a sack for each credit; the city's arms mark the mayor."""
    rect(parent, CARDS, rx=6, fill=PARCHMENT, stroke=FADED, stroke_width=1.4)
    height = (CARDS.height - 8) / max(len(merchants), 1)
    for seat in range(len(merchants)):
        row = Box(CARDS.x, CARDS.y + 4 + seat * height, CARDS.width, height)
        if seat:
            shape(
                parent,
                "line",
                x1=row.x + 10,
                y1=row.y,
                x2=row.x + row.width - 10,
                y2=row.y,
                stroke=FADED,
                stroke_width=0.4,
            )
        _draw_merchant(parent, row, seat, sight, merchants[seat], speech)


def _draw_merchant(parent: Element, row: Box, seat: int, sight: Sight, merchant: Player, speech: Speech) -> None:
    middle = row.middle[1]
    draw_token(moved(parent, (row.x + 22, middle)), seat, merchant.colour)
    text(parent, merchant.name, (row.x + 42, middle + 6), 18, room=230, text_anchor="start")
    if seat == sight.mayor:
        symbols.event(parent, "arms", (row.x + 292, middle), 0.95)
    for marker in range(sight.markers[seat]):
        symbols.event(parent, "credit", (row.x + 320 + 18 * marker, middle), 0.85)
    amount = speech.number(sight.money[seat])
    text(parent, amount, (row.x + row.width - 14, middle + 7), 20, text_anchor="end", font_weight="bold")
