"""The round board: twelve rounds, with what a fast delivery brings in the first ones and which dice are turned to 1 in
the last ones. The round that is played is under a window.
"""

from companion.games.amsterdam.board import Board
from companion.games.amsterdam.drawing.dice import SIDE, draw_pips
from companion.games.amsterdam.drawing.words import rounds_told, too_high
from companion.games.amsterdam.things import LAST_ROUND
from companion.games.drawing.paints import PARCHMENT
from companion.games.drawing.pictures import path
from companion.games.drawing.slate import BRASS, FAINT, LIGHT, RULE, SPACE, TINTED
from companion.games.drawing.tokens import OUTLINE
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, canvas, group, inline, line, moved, rect, text

WIDTH, HEIGHT = 58.0, 46.0
"""Of the place of a round."""
_PAST = 0.45


def round_board(board: Board, round_: int, first_round: int, speech: Speech = ENGLISH) -> str:
    """To be put into a page, in two lines. Rounds before the first one are not played."""
    columns = LAST_ROUND // 2
    whole = Box(0, 0, columns * WIDTH + 8, 2 * HEIGHT + 8)
    root = canvas(whole, class_="round-board", role="img", aria_label=rounds_told(board, round_, first_round, speech))
    draw_rounds(moved(root, (4, 4)), board, round_, first_round, columns)
    return inline(root)


def draw_rounds(
    parent: Element, board: Board, round_: int, first_round: int, columns: int, width: float = WIDTH
) -> None:
    """From the origin on, so many in a line, each so wide."""
    for number in range(1, LAST_ROUND + 1):
        row, column = divmod(number - 1, columns)
        place = Box(column * width, row * HEIGHT, width, HEIGHT).grown(-2)
        opacity = 0.25 if number < first_round else _PAST if number < round_ else 1
        drawn = group(parent, class_="round", data_round=number, opacity=opacity)
        rect(drawn, place, rx=6, fill=SPACE if board.fast_bonus(number) else TINTED, stroke=RULE, stroke_width=1)
        _draw_round(drawn, board, number, place)
        if number < first_round:
            line(drawn, [(place.x + 6, place.y + place.height - 6), (place.x + place.width - 6, place.y + 6)],
                 stroke=FAINT, stroke_width=1.5)  # fmt: skip
        if number == round_:
            rect(parent, place.grown(0.5), class_="window", rx=7, fill="none", stroke=BRASS, stroke_width=3.2)


def _draw_round(parent: Element, board: Board, number: int, place: Box) -> None:
    """Its number, and below it what is special."""
    x, _ = place.middle
    text(parent, number, (x, place.y + 18), 17, font_weight="bold", fill=LIGHT)
    if bonus := board.fast_bonus(number):
        text(parent, f"+{bonus}", (x, place.y + 36), 15, fill=BRASS)
        return
    if turned := too_high(number):
        _draw_turned(moved(parent, (x, place.y + 31)), turned)


def _draw_turned(parent: Element, turned: range) -> None:
    """These faces, an arrow, and a die that shows 1; around the origin."""
    faces = str(turned[0]) if len(turned) == 1 else f"{turned[0]}\u2013{turned[-1]}"
    wide = 10 if len(turned) == 1 else 25
    left = -(wide + 25) / 2
    text(parent, faces, (left + wide / 2, 5), 14, room=wide, fill=LIGHT)
    tip = left + wide + 9
    path(parent, f"M{tip - 6:g} -3.4 L{tip:g} 0 L{tip - 6:g} 3.4 Z", fill=BRASS, stroke="none")
    die = moved(parent, (tip + 9, 0), 14 / SIDE)
    rect(die, Box(-22, -22, SIDE, SIDE), rx=9, fill=PARCHMENT)
    draw_pips(die, 1, OUTLINE)
