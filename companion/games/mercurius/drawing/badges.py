"""Moves to come, drawn as badges where there is no room for arrows: the player in whose turn a move comes, whether it
goes up or down, and by how many spaces. Those of later turns are outlines, behind a line.
"""

from collections.abc import Sequence

from companion.games.drawing.slate import FAINT, LIGHT
from companion.games.drawing.tokens import Player
from companion.games.mercurius.board import Board
from companion.games.mercurius.drawing.arrows import SEAT, draw_seat
from companion.games.mercurius.drawing.tracks import Step, steps
from companion.games.mercurius.drawing.words import steps_told
from companion.games.mercurius.outlook import Coming
from companion.games.mercurius.tokens import Token
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, canvas, inline, line, moved, text

BADGE, HEIGHT, GAP = 29.0, 14.0, 7.0
"""How wide and how high each is in its own size, and how much room the line between the turns has."""
IN_LINE, BETWEEN = 3, 3.0
"""So many stand in a line beside a price, and so far one line from the next."""


def coming(
    board: Board, token: Token, space: int, ahead: Sequence[Coming], players: Sequence[Player], speech: Speech = ENGLISH
) -> str:
    """By themselves, to go into a page beside the price of the token; nothing where nothing is to come."""
    found = tuple(steps(board, space, token, ahead))
    if not found:
        return ""
    lines = _lines(found)
    whole = Box(0, 0, max(map(badges_width, lines)), len(lines) * (HEIGHT + BETWEEN) - BETWEEN)
    size = {"width": f"{whole.width / HEIGHT * 1.2:.2f}em", "height": f"{whole.height / HEIGHT * 1.2:.2f}em"}
    root = canvas(whole, class_="coming", role="img", aria_label=steps_told(found, players, speech), **size)
    for place, shown in enumerate(lines):
        draw_badges(root, shown, players, Box(0, place * (HEIGHT + BETWEEN), badges_width(shown), HEIGHT))
    return inline(root)


def _lines(found: Sequence[Step]) -> list[Sequence[Step]]:
    """One, if they have room in it; else those of later turns begin another."""
    if len(found) <= IN_LINE:
        return [found]
    soon, later = ([step for step in found if (step.turn > 0) == is_later] for is_later in (False, True))
    return [part[at : at + IN_LINE] for part in (soon, later) for at in range(0, len(part), IN_LINE)]


def badges_width(found: Sequence[Step]) -> float:
    return len(found) * BADGE + (GAP if _is_parted(found) else 0)


def _is_parted(found: Sequence[Step]) -> bool:
    return {step.turn > 0 for step in found} == {False, True}


def draw_badges(parent: Element, found: Sequence[Step], players: Sequence[Player], room: Box) -> None:
    """At the right end of the room; smaller where there are many."""
    wide = badges_width(found)
    scale = min(1, room.width / wide)
    drawn = moved(parent, (room.x + room.width - wide * scale, room.middle[1]), scale)
    soon = sum(step.turn == 0 for step in found)
    if _is_parted(found):
        x = soon * BADGE + GAP / 2 - 1
        line(drawn, [(x, 1 - HEIGHT / 2), (x, HEIGHT / 2 - 1)], stroke=FAINT, stroke_width=1)
    for place, step in enumerate(found):
        x = place * BADGE + (GAP if step.turn > 0 and soon else 0)
        _draw_badge(moved(drawn, (x, 0)), step, players[step.seat])


def _draw_badge(parent: Element, step: Step, player: Player) -> None:
    draw_seat(parent, step, player, (7, 0), SEAT)
    tip = -3.5 if step.move > 0 else 3.5
    ink, fill = (LIGHT, LIGHT) if step.turn == 0 else (FAINT, "none")
    corners = [(13.5, -tip), (19.5, -tip), (16.5, tip)]
    line(parent, corners, closed=True, fill=fill, stroke=ink, stroke_width=1, stroke_linejoin="round")
    text(parent, abs(step.move), (24, 4.5), 12.5, fill=ink, font_weight="bold")
