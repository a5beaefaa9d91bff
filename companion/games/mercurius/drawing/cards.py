"""Cards as they lie on the table: what a price card does to a share and to a commodity, the News, and a back."""

from companion.games.drawing.paints import FADED, GOLD, PARCHMENT, RED
from companion.games.drawing.pictures import path
from companion.games.mercurius.actions import HIDDEN
from companion.games.mercurius.board import NEWS, Board, CardKind
from companion.games.mercurius.drawing.signs import GREEN, draw_sign
from companion.games.mercurius.drawing.words import card_told
from companion.games.mercurius.titles import special_title, token_heading
from companion.games.mercurius.tokens import Token
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, Point, canvas, inline, line, moved, rect, text

WHOLE = Box(0, 0, 96, 132)

_BACK = "#5b2f23"
_MIDDLE = WHOLE.middle[0]
_BETWEEN, _UNDER_LETTER = 66, 83
"""How high the diamonds stand."""
_UP = "M0 -20 L16 -2 H9 V20 H-9 V-2 H-16 Z"
_DOWN = "M0 20 L16 2 H9 V-20 H-9 V2 H-16 Z"


def card_face(board: Board, card: str, speech: Speech = ENGLISH, *, turns: int | None = None) -> str:
    """To be put into a page: a price card, the News, or a hidden card, and for how many turns it will still act."""
    told = card_told(board, card, turns, speech)
    root = canvas(WHOLE, class_="price-card", role="img", aria_label=told)
    if card == HIDDEN:
        _draw_back(root)
        return inline(root)
    _draw_paper(root, PARCHMENT, FADED)
    if card == NEWS:
        _draw_news(root, speech)
    else:
        _draw_prices(root, board.cards[card], speech)
    _draw_turns(root, turns or 0, _BETWEEN if card != NEWS else _UNDER_LETTER)
    return inline(root)


def _draw_paper(parent: Element, fill: str, edge: str) -> None:
    rect(parent, WHOLE.grown(-1), rx=8, fill=fill, stroke=edge, stroke_width=2)
    rect(parent, WHOLE.grown(-4.5), rx=5, fill="none", stroke=edge, stroke_width=0.7)


def _draw_prices(parent: Element, card: CardKind, speech: Speech) -> None:
    line(parent, [(10, _BETWEEN), (86, _BETWEEN)], stroke=FADED, stroke_width=0.7)
    _draw_move(parent, card.chamber, card.share, 28, speech)
    _draw_move(parent, card.commodity, card.change, 91, speech)


def _draw_move(parent: Element, token: Token, by: int, middle: float, speech: Speech) -> None:
    """A sign, its name, and by how many spaces its price goes up or down."""
    draw_sign(parent, token, (29, middle), 1.7)
    _draw_block_arrow(parent, by, (69, middle - 1))
    name = token_heading(token, speech)
    text(parent, name, (_MIDDLE, middle + 29.5), 12, room=WHOLE.width - 16)


def _draw_block_arrow(parent: Element, by: int, at: Point) -> None:
    drawn = moved(parent, at, 0.92)
    path(drawn, _UP if by > 0 else _DOWN, class_="way", fill=GREEN if by > 0 else RED)
    text(drawn, abs(by), (0, 12 if by > 0 else 3), 21, fill=PARCHMENT, font_weight="bold")


def _draw_news(parent: Element, speech: Speech) -> None:
    """A letter with a seal."""
    letter = moved(parent, (_MIDDLE, 46), 2.6)
    path(letter, "M-11 -8 H11 V8 H-11 Z", fill="#ffffff")
    path(letter, "M-11 -8 L0 1.5 L11 -8 M-11 8 L-3 -1 M11 8 L3 -1")
    path(letter, "M0 -2 Q4 -2 4 1.5 Q4 5.2 0 5.2 Q-4 5.2 -4 1.5 Q-4 -2 0 -2 Z", fill=RED, stroke_width=0.8)
    text(parent, special_title("news", speech), (_MIDDLE, 112), 19, room=WHOLE.width - 16, font_style="italic")


def _draw_turns(parent: Element, turns: int, y: float) -> None:
    """A diamond for each."""
    for turn in range(turns):
        x = _MIDDLE + (turn - (turns - 1) / 2) * 13
        corners = [(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)]
        line(parent, corners, closed=True, fill=GOLD, stroke=FADED, stroke_width=1.2)


def _draw_back(parent: Element) -> None:
    """The staff of Mercury."""
    _draw_paper(parent, _BACK, GOLD)
    staff = moved(parent, WHOLE.middle, 2.4)
    gold = {"stroke": GOLD, "stroke_width": 1.3}
    path(staff, "M0 -12 V15", **gold)
    path(
        staff, "M0 -9 Q-4 -15 -12 -13 Q-9 -6 0 -6 Q9 -6 12 -13 Q4 -15 0 -9 Z", fill=GOLD, stroke=_BACK, stroke_width=0.6
    )
    path(staff, "M-3 -4 Q-6 0 0 2.5 Q5 5 0 8 Q-3 9.5 0 12 M3 -4 Q6 0 0 2.5 Q-5 5 0 8 Q3 9.5 0 12", **gold)
