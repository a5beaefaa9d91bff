"""Moves to come, drawn as arrows along a track. Each carries the colour and the shape of the player in whose turn the
move comes; those of the next turn are solid, those of later turns are outlines.
"""

from collections.abc import Sequence

from companion.games.drawing.slate import CARD
from companion.games.drawing.tokens import OUTLINE, Player, draw_shape, painted
from companion.games.mercurius.drawing.tracks import Step
from companion.games.svg import Element, Point, line, moved

LANE, WIDEST_LANE = 12.5, 15.5
"""How high the lane of an arrow is that is drawn in its own size, and of the largest."""
HEAD, WING = 8.5, 6.0
SEAT = 0.6
"""The shape of a player in an arrow, as a share of a token."""
ANYBODY = Player("", (243, 233, 216))
"""Whose arrows stand in a legend."""


def lanes(found: Sequence[Step]) -> list[int]:
    """In which lane each goes: one behind the other as long as they go the same way, then one lane further down."""
    taken: list[int] = []
    for place, step in enumerate(found):
        has_turned = place > 0 and (step.move > 0) != (found[place - 1].move > 0)
        taken.append((taken[-1] if taken else 0) + has_turned)
    return taken


def draw_arrow(parent: Element, step: Step, player: Player, ends: tuple[float, float], y: float, lane: float) -> None:
    """From the middle of a space to the middle of another, in a lane so high, with the player's shape at its tail.
    A move that the end of the track stops has nowhere to go.
    """
    scale, way = lane / LANE, 1 if step.move > 0 else -1
    begin, end = ends[0] + way * 1.5, ends[1] - way * 1.5
    seat = SEAT * max(scale, 0.85)
    if step.begin == step.end:
        _draw_stop(parent, player, (begin + way * 20 * seat, y), scale)
    else:
        _draw_shaft(parent, step, player, ((begin, y), (end - way * HEAD * scale, y)), scale)
        _draw_head(parent, step, player, (end, y), way * scale)
    draw_seat(parent, step, player, (begin + way * 8 * seat, y), seat)


def _draw_stop(parent: Element, player: Player, at: Point, scale: float) -> None:
    x, y = at
    ends = [(x, y - WING * scale), (x, y + WING * scale)]
    line(parent, ends, stroke=painted(player.colour), stroke_width=3)


def _draw_shaft(parent: Element, step: Step, player: Player, ends: tuple[Point, Point], scale: float) -> None:
    width, dashes = (4.5 * scale, "none") if step.turn == 0 else (max(2.2 * scale, 1.5), "4 3")
    line(parent, ends, stroke=painted(player.colour), stroke_width=width, stroke_dasharray=dashes)


def _draw_head(parent: Element, step: Step, player: Player, tip: Point, scale: float) -> None:
    """With a scale below zero, to the left."""
    (x, y), colour = tip, painted(player.colour)
    corners = [(x, y), (x - HEAD * scale, y - WING * scale), (x - HEAD * scale, y + WING * scale)]
    looks = {"fill": colour if step.turn == 0 else CARD, "stroke": colour, "stroke_width": 1.4 * abs(scale)}
    line(parent, corners, closed=True, stroke_linejoin="round", **looks)


def draw_seat(parent: Element, step: Step, player: Player, at: Point, scale: float) -> None:
    colour = painted(player.colour)
    if step.turn == 0:
        draw_shape(moved(parent, at, scale), step.seat, colour, stroke=OUTLINE, stroke_width=2.4)
    else:
        draw_shape(moved(parent, at, scale * 0.9), step.seat, CARD, stroke=colour, stroke_width=3)
