"""The exchange on a phone: for each token its price in large figures, a short track with where the price will go, and a
badge for each move to come.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from companion.games.drawing.paints import GOLD
from companion.games.drawing.slate import BRASS, CARD, FAINT, LIGHT, RULE, SPACE, TINTED
from companion.games.drawing.tokens import OUTLINE, Player
from companion.games.mercurius.board import Board
from companion.games.mercurius.drawing import badges
from companion.games.mercurius.drawing.arrows import ANYBODY, SEAT, draw_seat
from companion.games.mercurius.drawing.signs import draw_sign
from companion.games.mercurius.drawing.tracks import Step, Track, tracks
from companion.games.mercurius.drawing.words import PAID, SOON_AND_LATER, exchange_told, steps_told
from companion.games.mercurius.outlook import Coming
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import CHAMBERS, COMMODITIES, Chamber
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, canvas, group, inline, line, rect, shape, text

WIDTH = 360
SCALE = 20
"""How high the prices above all tracks stand."""
ROW, BETWEEN = 46, 6
LEGEND = 18
"""How high it is, below all tracks."""

SPACES = Box(82, 24, 270, 9)
"""From the upper edge of their row on, as is all below."""
BADGES = Box(164, 4, 188, badges.HEIGHT)
WAY = 40


def compact_exchange(
    board: Board,
    spaces: Sequence[int],
    ahead: Sequence[Coming],
    players: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    paid: Collection[Chamber] = (),
) -> str:
    """The same as `exchange`, for the page of a phone."""
    found = tracks(board, spaces, ahead, paid)
    told = exchange_told(found.values(), players, speech)
    pair = 2 * ROW + BETWEEN
    whole = Box(0, 0, WIDTH, SCALE + len(CHAMBERS) * pair + LEGEND)
    root = canvas(whole, class_="exchange-compact", role="img", aria_label=told)
    _draw_scale(root, board)
    for place, (chamber, commodity) in enumerate(zip(CHAMBERS, COMMODITIES, strict=True)):
        y = SCALE + place * pair
        rect(root, Box(0.5, y, WIDTH - 1, 2 * ROW), rx=8, fill=CARD, stroke=RULE, stroke_width=1)
        for token, top in ((chamber, y), (commodity, y + ROW)):
            track = group(root, class_="track", data_token=token)
            _draw_name(track, found[token], top, speech)
            _draw_track(track, board, found[token], top)
            _draw_ways(track, board, found[token], top)
            _draw_badges(track, found[token], top, players, speech)
    _draw_legend(root, whole.height - LEGEND / 2, speech)
    return inline(root)


def _middle(board: Board, space: int) -> float:
    """Of a space, across."""
    return SPACES.x + (space + 0.5) * SPACES.width / len(board.prices)


def _room(board: Board, price: int) -> tuple[float, float]:
    """Where the spaces with this price begin, and how wide they are together."""
    width = SPACES.width / len(board.prices)
    return SPACES.x + board.prices.index(price) * width, board.prices.count(price) * width


def _fifths(board: Board) -> list[int]:
    return [price for price in sorted(set(board.prices)) if price % 5 == 0]


def _draw_scale(parent: Element, board: Board) -> None:
    """The lowest price and every fifth, above all tracks."""
    for price in (board.prices[0], *_fifths(board)):
        x, width = _room(board, price)
        text(parent, price, (x + width / 2, SCALE - 6), 12, fill=FAINT)


def _draw_name(parent: Element, track: Track, y: float, speech: Speech) -> None:
    """The sign, with a coin on it once a dividend was paid; the price; the name."""
    draw_sign(parent, track.token, (19, y + ROW / 2), 1.2)
    if track.has_paid:
        coin = group(parent, speech.say(PAID), class_="paid")
        shape(coin, "circle", cx=29, cy=y + 36, r=5, fill=GOLD, stroke=OUTLINE, stroke_width=1.5)
    price = text(parent, track.price, (73, y + 31.5), 24, text_anchor="end", font_weight="bold", fill=LIGHT)
    price.set("class", "price")
    text(parent, token_heading(track.token, speech), (SPACES.x, y + 15.5), 13, 78, text_anchor="start", fill=LIGHT)


def _draw_track(parent: Element, board: Board, track: Track, y: float) -> None:
    """All its spaces, with a line at every fifth price, and a pin where the price stands now."""
    top, bottom = y + SPACES.y, y + SPACES.y + SPACES.height
    rect(parent, Box(SPACES.x, top, SPACES.width, SPACES.height), rx=2, fill=SPACE)
    for price in (board.prices[0], board.prices[-1]):
        x, width = _room(board, price)
        rect(parent, Box(x, top, width, SPACES.height), rx=2, fill=TINTED)
    for price in _fifths(board):
        x, width = _room(board, price)
        middle = x + width / 2
        line(parent, [(middle, top), (middle, bottom)], stroke=RULE, stroke_width=1)
    pin = Box(_middle(board, track.space) - 3.5, top - 4, 7, SPACES.height + 8)
    rect(parent, pin, class_="marker", rx=3, fill=BRASS, stroke=CARD, stroke_width=1.5)


def _draw_ways(parent: Element, board: Board, track: Track, y: float) -> None:
    """An arrow to where the next turns of all will take the price, and one on from there."""
    soon = [step.end for step in track.steps if step.turn == 0]
    later = [step.end for step in track.steps if step.turn > 0]
    between = soon[-1] if soon else track.space
    ends = [_middle(board, space) for space in (track.space, between, *later[-1:])]
    for turn, (begin, end) in enumerate(pairwise(ends)):
        if begin != end:
            _draw_way(group(parent, class_="way", data_turn=turn), begin, end, y + WAY, is_later=turn > 0)


def _draw_way(parent: Element, begin: float, end: float, y: float, *, is_later: bool) -> None:
    back = end + (-5 if end > begin else 5)
    ink, width, dashes = (FAINT, 1.5, "3 2") if is_later else (LIGHT, 2.5, "none")
    line(parent, [(begin, y), (back, y)], stroke=ink, stroke_width=width, stroke_dasharray=dashes)
    tip = [(end, y), (back, y - 3.2), (back, y + 3.2)]
    line(parent, tip, closed=True, fill=CARD if is_later else ink, stroke=ink, stroke_width=1, stroke_linejoin="round")


def _draw_badges(parent: Element, track: Track, y: float, players: Sequence[Player], speech: Speech) -> None:
    if track.steps:
        drawn = group(parent, steps_told(track.steps, players, speech), class_="badges")
        badges.draw_badges(drawn, track.steps, players, Box(BADGES.x, y + BADGES.y, BADGES.width, BADGES.height))


def _draw_legend(parent: Element, y: float, speech: Speech) -> None:
    """Which badges are for when."""
    drawn = group(parent, class_="legend")
    for turn, (when, x, room) in enumerate(zip(SOON_AND_LATER, (12, 162), (120, 178), strict=True)):
        draw_seat(drawn, Step(0, turn, 1, 0, 1), ANYBODY, (x, y), SEAT)
        text(drawn, speech.say(when), (x + 12, y + 4), 12.5, room, text_anchor="start", fill=FAINT)
