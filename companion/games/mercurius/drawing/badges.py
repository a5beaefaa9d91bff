"""Moves to come, drawn as badges where there is no room for arrows: the player in whose turn a move comes, whether it
goes up or down, and by how many spaces. Those of later turns are outlines, behind a line.
"""

from collections.abc import Sequence

from companion.games.drawing.tokens import Player
from companion.games.mercurius.board import Board
from companion.games.mercurius.drawing.arrows import SEAT, draw_seat
from companion.games.mercurius.drawing.slate import FAINT, LIGHT
from companion.games.mercurius.drawing.tracks import Step, steps
from companion.games.mercurius.drawing.words import steps_told
from companion.games.mercurius.outlook import Coming
from companion.games.mercurius.tokens import Token
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, canvas, inline, line, moved, text

BADGE, HEIGHT, GAP = 29.0, 14.0, 7.0
"""How wide and how high each is in its own size, and how much room the line between the turns has."""


def coming(
    board: Board, token: Token, space: int, ahead: Sequence[Coming], players: Sequence[Player], speech: Speech = ENGLISH
) -> str:
    """By themselves, to go into a page beside the price of the token; nothing where nothing is to come."""
    found = tuple(steps(board, space, token, ahead))
    if not found:
        return ""
    whole = Box(0, 0, badges_width(found), HEIGHT)
    size = {"width": f"{whole.width / HEIGHT * 1.2:.2f}em", "height": "1.2em"}
    root = canvas(whole, class_="coming", role="img", aria_label=steps_told(found, players, speech), **size)
    draw_badges(root, found, players, whole)
    return inline(root)


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
    draw_seat(parent, step, player, (6.5, 0), SEAT)
    tip = -3.5 if step.move > 0 else 3.5
    ink, fill = (LIGHT, LIGHT) if step.turn == 0 else (FAINT, "none")
    corners = [(13.5, -tip), (19.5, -tip), (16.5, tip)]
    line(parent, corners, closed=True, fill=fill, stroke=ink, stroke_width=1, stroke_linejoin="round")
    text(parent, abs(step.move), (24, 4.5), 12.5, fill=ink, font_weight="bold")
