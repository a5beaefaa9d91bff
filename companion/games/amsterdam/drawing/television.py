"""The whole table on a screen on the wall: the rounds, the dice and who took them, the Amstel, the harbour and the
city, large, and with few words.
"""

from collections.abc import Sequence

from companion.games.amsterdam.chance import first_round
from companion.games.amsterdam.drawing.amstel import Course, draw_amstel, draw_order
from companion.games.amsterdam.drawing.city import draw_city
from companion.games.amsterdam.drawing.dice import draw_die
from companion.games.amsterdam.drawing.harbour import (
    draw_black_market,
    draw_docks,
    draw_magazine,
    draw_storehouses,
    draw_warehouses,
)
from companion.games.amsterdam.drawing.rounds import draw_rounds
from companion.games.amsterdam.drawing.signs import draw_resource
from companion.games.amsterdam.drawing.words import amstel_told, city_told, dice_told, harbour_told, rounds_told
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOURS, LAST_ROUND
from companion.games.drawing.slate import CARD, FAINT, RULE
from companion.games.drawing.tokens import Player, draw_shape, painted
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, canvas, group, inline, moved, rect, text

WHOLE = Box(0, 0, 832, 468)
_ROUNDS = Box(8, 6, 816, 46)
_AMSTEL = Box(6, 58, 572, 148)
_DICE = Box(584, 58, 242, 148)
_HARBOUR = Box(6, 212, 454, 250)
_CITY = Box(466, 212, 360, 250)
_PANELS = (_AMSTEL, _DICE, _HARBOUR, _CITY)
_DICE_COLUMNS = 3


def television(state: State, players: Sequence[Player], speech: Speech = ENGLISH) -> str:
    """To be put into a page, in the shape of a screen."""
    root = canvas(WHOLE, class_="amsterdam-table", role="img", aria_label=_told(state, players, speech))
    rect(root, WHOLE, fill="#17110c")
    for panel in _PANELS:
        rect(root, panel, rx=9, fill=CARD, stroke=RULE, stroke_width=1)
    board, begin = state.setup.board, first_round(state.setup.rules)
    rounds = moved(root, (_ROUNDS.x, _ROUNDS.y))
    draw_rounds(rounds, board, state.round, begin, LAST_ROUND, _ROUNDS.width / LAST_ROUND)
    _draw_amstel(root, state, players)
    _draw_dice(root, state, players, speech)
    _draw_harbour(root, state, players, speech)
    draw_city(moved(root, (_CITY.x + 9, _CITY.y + 5), 0.97), state, players, speech)
    return inline(root)


def _told(state: State, players: Sequence[Player], speech: Speech) -> str:
    board = state.setup.board
    said = (
        rounds_told(board, state.round, first_round(state.setup.rules), speech),
        dice_told(state, players, speech),
        amstel_told(state.amstel, state.order, board.mouth, players, speech),
        harbour_told(state, players, speech),
        city_told(state, players, speech),
    )
    return " ".join(said)


def _draw_amstel(parent: Element, state: State, players: Sequence[Player]) -> None:
    """In two reaches, however long it is; the order of the players below them."""
    course = Course.in_two(state.setup.board.mouth)
    drawn = moved(parent, (_AMSTEL.x + 6, _AMSTEL.y - 6), (_AMSTEL.width - 12) / course.box.width)
    draw_amstel(drawn, state.setup.board, course, state.amstel, state.order, players)
    names = Box(_AMSTEL.x + 8, _AMSTEL.y + _AMSTEL.height - 25, _AMSTEL.width - 16, 24)
    draw_order(parent, state.order, players, names, columns=len(players))


def _draw_dice(parent: Element, state: State, players: Sequence[Player], speech: Speech) -> None:
    """Each with the sign of its colour at its side, and below that who took it."""
    if not state.dice:
        text(parent, speech.say("not rolled yet"), _DICE.middle, 17, room=220, font_style="italic", fill=FAINT)
    width, height = _DICE.width / _DICE_COLUMNS, (_DICE.height - 4) / 2
    for place, (colour, pips) in enumerate(zip(COLOURS, state.dice, strict=False)):
        row, column = divmod(place, _DICE_COLUMNS)
        x, y = _DICE.x + column * width + 28, _DICE.y + 2 + (row + 0.5) * height
        drawn = group(parent, class_="rolled", data_colour=colour)
        draw_die(drawn, colour, pips, (x, y), 1.02)
        draw_resource(drawn, colour, (x + 38, y - 15), 0.95)
        takers = [seat for seat, taken in enumerate(state.chosen) if colour in taken]
        for at, seat in enumerate(takers):
            where = (x + 31 + at % 2 * 14, y + 5 + at // 2 * 14)
            draw_shape(moved(drawn, where, 0.6), seat, painted(players[seat].colour))


def _draw_harbour(parent: Element, state: State, players: Sequence[Player], speech: Speech) -> None:
    """In three rows, without the names of the commodities and of the workers."""
    left, top, width = _HARBOUR.x + 5, _HARBOUR.y + 2, _HARBOUR.width - 10
    draw_storehouses(parent, state, players, Box(left, top, width, 88), 9, speech)
    draw_docks(parent, state, players, Box(left, top + 88, width, 76), 8, speech)
    draw_warehouses(parent, state, players, Box(left, top + 164, 180, 80), speech)
    draw_magazine(parent, state, Box(left + 186, top + 164, 108, 80), speech)
    draw_black_market(parent, state, Box(left + 302, top + 164, width - 299, 83), 5, speech)
