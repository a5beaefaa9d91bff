"""The exchange on a wide screen: twelve tracks with the price of every token, and an arrow for each move that the cards
lying out will still bring, from where the token will be then.
"""

from collections.abc import Collection, Sequence

from companion.games.drawing.slate import BRASS, CARD, FAINT, LIGHT, RULE, SPACE, TINTED
from companion.games.drawing.tokens import OUTLINE, Player, draw_token
from companion.games.mercurius.board import Board
from companion.games.mercurius.drawing.arrows import ANYBODY, LANE, WIDEST_LANE, draw_arrow, lanes
from companion.games.mercurius.drawing.signs import draw_sign
from companion.games.mercurius.drawing.tracks import Step, Track, tracks
from companion.games.mercurius.drawing.words import PAID, SOON_AND_LATER, exchange_told, step_told
from companion.games.mercurius.outlook import Coming
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import CHAMBERS, COMMODITIES, Chamber
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, around, canvas, cut, group, inline, moved, rect, shape, text

WHOLE = Box(0, 0, 1200, 800)
PANELS = Box(6, 6, 1188, 756)
"""One for each chamber and its commodity."""
BETWEEN = 6

TRACK = 60
SPACES = Box(238, 4, 948, 22)
"""From the upper edge of their track on, as are the lanes of the arrows."""
LANES, LANES_HEIGHT = 30.0, 29.0
GAP = 1.5


def exchange(
    board: Board,
    spaces: Sequence[int],
    ahead: Sequence[Coming],
    players: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    paid: Collection[Chamber] = (),
) -> str:
    """To be put into a page. `spaces` are where the prices stand, in the order of the tokens; `paid` are the chambers
    that have paid a dividend.
    """
    found = tracks(board, spaces, ahead, paid)
    told = exchange_told(found.values(), players, speech)
    root = canvas(WHOLE, class_="exchange", role="img", aria_label=told)
    _define_spaces(root, board)
    height = (PANELS.height + BETWEEN) / len(CHAMBERS) - BETWEEN
    for place, (chamber, commodity) in enumerate(zip(CHAMBERS, COMMODITIES, strict=True)):
        panel = Box(PANELS.x, PANELS.y + place * (height + BETWEEN), PANELS.width, height)
        rect(root, panel, rx=10, fill=CARD, stroke=RULE, stroke_width=1)
        for token, y in ((chamber, panel.y + 2), (commodity, panel.y + 2 + TRACK)):
            track = group(root, class_="track", data_token=token)
            _draw_name(track, found[token], y, speech)
            _draw_marker(track, board, found[token], y)
            _draw_steps(track, board, found[token].steps, y, players, speech)
    _draw_legend(root, players, speech)
    return inline(root)


def _middle(board: Board, space: int) -> float:
    """Of a space, across."""
    return SPACES.x + (space + 0.5) * SPACES.width / len(board.prices) - GAP / 2


def _define_spaces(parent: Element, board: Board) -> None:
    """They are the same for all tokens: drawn once, and used twelve times."""
    drawn = shape(shape(parent, "defs"), "g", id="exchange-spaces")
    width = SPACES.width / len(board.prices)
    for space, price in enumerate(board.prices):
        is_repeated = board.prices.count(price) > 1
        place = Box(SPACES.x + space * width, 0, width - GAP, SPACES.height)
        rect(drawn, place, rx=3, fill=TINTED if is_repeated else SPACE)
        text(drawn, price, (place.middle[0], 15.5), 13, fill=FAINT)


def _draw_name(parent: Element, track: Track, y: float, speech: Speech) -> None:
    """The sign, the name, and the price in large figures."""
    middle = y + TRACK / 2 - 1
    draw_sign(parent, track.token, (32, middle), 1.75)
    lift = 6 if track.has_paid else 0
    text(parent, token_heading(track.token, speech), (60, middle + 5 - lift), 17, 116, text_anchor="start", fill=LIGHT)
    if track.has_paid:
        text(parent, speech.say(PAID), (60, middle + 17), 13, 116, text_anchor="start", fill=BRASS)
    price = text(parent, track.price, (226, middle + 11), 32, text_anchor="end", font_weight="bold", fill=LIGHT)
    price.set("class", "price")


def _draw_marker(parent: Element, board: Board, track: Track, y: float) -> None:
    """On the spaces, where the price stands now."""
    shape(parent, "use", href="#exchange-spaces", y=y + SPACES.y)
    at = (_middle(board, track.space), y + SPACES.y + SPACES.height / 2)
    rect(parent, around(at, 13.5), class_="marker", rx=6, fill=BRASS, stroke=OUTLINE, stroke_width=1.5)
    draw_sign(parent, track.token, at, 1.08)


def _draw_steps(
    parent: Element, board: Board, found: Sequence[Step], y: float, players: Sequence[Player], speech: Speech
) -> None:
    """The more often the price turns, the narrower the lanes."""
    taken = lanes(found)
    height = min(WIDEST_LANE, LANES_HEIGHT / (max(taken, default=0) + 1))
    for step, lane in zip(found, taken, strict=True):
        player = players[step.seat]
        drawn = group(parent, step_told(step, player, speech), class_="step", data_seat=step.seat, data_turn=step.turn)
        ends = _middle(board, step.begin), _middle(board, step.end)
        draw_arrow(drawn, step, player, ends, y + LANES + (lane + 0.5) * height, height)


def _draw_legend(parent: Element, players: Sequence[Player], speech: Speech) -> None:
    """Whose shape is whose, and which arrows are for when."""
    y = (PANELS.y + PANELS.height + WHOLE.height) / 2
    for seat, player in enumerate(players):
        x = 22 + 128 * seat
        draw_token(moved(parent, (x, y), 0.8), seat, player.colour)
        text(parent, cut(player.name, 14, 90), (x + 14, y + 5), 14, text_anchor="start", fill=LIGHT)
    for turn, (when, x) in enumerate(zip(SOON_AND_LATER, (680, 940), strict=True)):
        draw_arrow(parent, Step(0, turn, 1, 0, 1), ANYBODY, (x, x + 40), y, LANE)
        text(parent, speech.say(when), (x + 48, y + 5), 15, room=204, text_anchor="start", fill=LIGHT)
