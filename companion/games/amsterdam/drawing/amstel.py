"""The Amstel: a canal that winds from its start to its mouth, space by space, with its bridges, and the discs that lie
on it. On one space the disc that came last lies on top; at the mouth each has a place of its own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.amsterdam.board import Board
from companion.games.amsterdam.drawing.signs import draw_prestige
from companion.games.amsterdam.drawing.words import amstel_told
from companion.games.drawing.chart import WIDE
from companion.games.drawing.paints import PARCHMENT
from companion.games.drawing.pictures import path
from companion.games.drawing.slate import BRASS, FAINT, LIGHT
from companion.games.drawing.tokens import OUTLINE, Player, draw_shape, painted
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, Point, canvas, cut, group, inline, line, moved, rect, shape, text

WATER, SPACE, QUAY, STONE = "#27536b", "#356a86", "#8f7350", "#cbbfa8"
_STEP, _ROW = 50.0, 64.0
"""From space to space, and from one reach of the canal to the next."""
_CANAL, _REACH = 30, 12
"""How wide the canal is, and how far a space reaches."""
_STACK = 8
"""How much of a disc is seen below the one on top of it."""
_EDGE, _TOP = 26, 44
"""Where the first space is."""
_MOUTH_COLUMNS = 3
"""It takes up the room of so many spaces."""
_NAMES = 24.0
"""How high a line of names is."""


class Course(NamedTuple):
    """How the canal lies: so many spaces in each reach, one reach to the right, the next one back."""

    spaces: int
    """Without the mouth."""
    columns: int

    @classmethod
    def in_two(cls, spaces: int) -> "Course":
        """Reaches, the mouth in the second."""
        return cls(spaces, -(-(spaces + _MOUTH_COLUMNS) // 2))

    def at(self, space: int) -> Point:
        row, column = divmod(space, self.columns)
        across = column if row % 2 == 0 else self.columns - 1 - column
        return _EDGE + across * _STEP, _TOP + row * _ROW

    @property
    def mouth(self) -> Box:
        """Behind the last space, or at the beginning of the next reach where it has no room there."""
        has_room = self.spaces % self.columns + _MOUTH_COLUMNS <= self.columns
        first = self.spaces if has_room else -(-self.spaces // self.columns) * self.columns
        (one, y), (other, _) = self.at(first), self.at(first + _MOUTH_COLUMNS - 1)
        return Box(min(one, other) - _STEP / 2 + 2, y - 24, _MOUTH_COLUMNS * _STEP - 4, 48)

    @property
    def box(self) -> Box:
        return Box(0, 0, 2 * _EDGE + (self.columns - 1) * _STEP, self.mouth.y + self.mouth.height + 4)


def amstel_track(
    board: Board, spaces: tuple[int, ...], order: tuple[int, ...], players: Sequence[Player], speech: Speech = ENGLISH
) -> str:
    """To be put into a page. `order` is that of the players, the first one first."""
    course = Course(board.mouth, 7)
    names = Box(4, course.box.height, 344, _NAMES * -(-len(players) // 2))
    whole = Box(0, 0, 352, names.y + names.height + 2)
    told = amstel_told(spaces, order, board.mouth, players, speech)
    root = canvas(whole, class_="amstel", role="img", aria_label=told)
    draw_amstel(root, board, course, spaces, order, players)
    draw_order(root, order, players, names, columns=2)
    return inline(root)


def draw_amstel(
    parent: Element,
    board: Board,
    course: Course,
    spaces: Sequence[int],
    order: Sequence[int],
    players: Sequence[Player],
) -> None:
    places = [course.at(space) for space in range(course.spaces)]
    way = [*places, course.mouth.middle]
    for width, colour in ((_CANAL + 6, QUAY), (_CANAL, WATER)):
        line(parent, way, stroke=colour, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")
    for space, (x, y) in enumerate(places):
        shape(parent, "circle", class_="space", data_space=space, cx=x, cy=y, r=_REACH, fill=SPACE)
    path(moved(parent, places[0]), "M-4 -5.5 L6 0 L-4 5.5 Z", fill=PARCHMENT, stroke="none")
    for bridge in board.data.amstel.bridges:
        _draw_bridge(parent, places[bridge.behind], way[bridge.behind + 1], _value(board, bridge.prestige))
    _draw_mouth(parent, course.mouth, board.data.amstel.mouth, len(players))
    _draw_discs(parent, course, spaces, order, players)


def _value(board: Board, prestige: int) -> str:
    """With a question mark where it is only a guess."""
    return str(prestige) if board.data.amstel.source != "reconstruction" else f"{prestige}?"


def _draw_bridge(parent: Element, before: Point, behind: Point, value: str) -> None:
    """Across the canal, with its prestige on it."""
    (x, y), (to_x, to_y) = before, behind
    at = ((x + to_x) / 2, (y + to_y) / 2)
    half = (9.5, 21) if abs(to_x - x) > abs(to_y - y) else (21, 9.5)
    bridge = Box(at[0] - half[0], at[1] - half[1], 2 * half[0], 2 * half[1])
    rect(parent, bridge, class_="bridge", rx=3.5, fill=STONE, stroke=OUTLINE, stroke_width=1.4)
    text(parent, value, (at[0], at[1] + 5), 14, room=17, font_weight="bold", fill=OUTLINE)


def _draw_mouth(parent: Element, mouth: Box, prestige: int, players: int) -> None:
    """A place for each in the order in which they come, and what coming there brings."""
    rect(parent, mouth, rx=14, fill=WATER, stroke=QUAY, stroke_width=3)
    for place in range(players):
        x, y = _mouth_place(mouth, place, players)
        shape(parent, "circle", cx=x, cy=y, r=_REACH, fill=SPACE)
        text(parent, place + 1, (x, y + 5), 14, fill=PARCHMENT)
    x, top = mouth.x + mouth.width - 38, mouth.y - 11
    draw_prestige(parent, (x, top), 0.75)
    text(parent, prestige, (x + 11, top + 5), 14, text_anchor="start", font_weight="bold", fill=LIGHT)


def _mouth_place(mouth: Box, place: int, players: int) -> Point:
    x, y = mouth.middle
    return x + (place - (players - 1) / 2) * 31, y


def _draw_discs(
    parent: Element, course: Course, spaces: Sequence[int], order: Sequence[int], players: Sequence[Player]
) -> None:
    """From the last player to the first, so that who is first lies on top."""
    under = dict.fromkeys(range(course.spaces), 0)
    at_mouth = [seat for seat in order if spaces[seat] == course.spaces]
    for seat in reversed(order):
        if seat in at_mouth:
            at = _mouth_place(course.mouth, at_mouth.index(seat), len(players))
        else:
            x, y = course.at(spaces[seat])
            at = (x, y - under[spaces[seat]] * _STACK)
            under[spaces[seat]] += 1
        _draw_disc(group(parent, class_="disc", data_seat=seat, data_space=spaces[seat]), seat, players[seat], at)


def _draw_disc(parent: Element, seat: int, player: Player, at: Point) -> None:
    drawn = moved(parent, at)
    rim = {"stroke": OUTLINE, "stroke_width": 1.3}
    path(drawn, "M-11 0 V3.5 Q0 17.5 11 3.5 V0 Z", fill=OUTLINE, stroke="none")
    shape(drawn, "circle", r=11, fill=painted(player.colour), **rim)
    draw_shape(moved(drawn, (0, 0), 0.6), seat, PARCHMENT, stroke_width=2)


def draw_order(parent: Element, order: Sequence[int], players: Sequence[Player], box: Box, *, columns: int) -> None:
    """Who is first, who is second, and so on, line by line."""
    width = box.width / columns
    for place, seat in enumerate(order):
        row, column = divmod(place, columns)
        x, y = box.x + column * width, box.y + (row + 0.5) * _NAMES
        text(parent, place + 1, (x + 8, y + 5), 15, font_weight="bold", fill=BRASS if place == 0 else FAINT)
        draw_shape(moved(parent, (x + 27, y), 0.75), seat, painted(players[seat].colour))
        name = cut(players[seat].name, 15 * WIDE, width - 54)
        text(parent, name, (x + 40, y + 5), 15, text_anchor="start", fill=LIGHT if place == 0 else FAINT)
