"""A roundel: a turntable with six slots, what lies in each of them and in which round it comes out; below it the exit,
and what has come out. `turntable` is the part that turns, around its own origin, a sixth of a turn clockwise each time.
"""

import math
from collections.abc import Sequence

from companion.games.amsterdam.chance import first_round
from companion.games.amsterdam.drawing.signs import draw_penalty, draw_resource
from companion.games.amsterdam.drawing.words import comes_out, roundel_told
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOURS, LAST_ROUND, SLOTS, Colour, Counts
from companion.games.drawing.pictures import path
from companion.games.drawing.slate import BRASS, CARD, FAINT, LIGHT, RULE, SPACE, TINTED
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, Point, canvas, group, inline, line, moved, rect, shape, text

WHOLE = Box(0, 0, 360, 430)
_MIDDLE: Point = (180, 175)
_RIM, _WHEEL, _HUB = 172, 162, 36
_HELD_AT = 110
"""How far from the middle the contents of a slot are."""
_TRAY = Box(4, 366, 352, 60)
_STEP = 57.5
"""From resource to resource in the tray."""

_WOOD, _RIM_WOOD, _NEXT = "#54402c", "#6e5237", "#5c4526"
_SCALES = {1: 1.3, 2: 1.0, 3: 0.95, 4: 0.95, 5: 0.8, 6: 0.8}
"""By how many colours lie in a slot."""


def next_out(state: State) -> int:
    """In which round slot 1 of every roundel comes out: in this one until they have turned (A4)."""
    return max(state.round, first_round(state.setup.rules)) + (state.phase > 2)


def roundel(
    slots: tuple[Counts, ...], supply: Counts, shack: Colour | None, round_: int, speech: Speech = ENGLISH, *, name: str
) -> str:
    """To be put into a page. `round_` is when slot 1 comes out, which `next_out` knows; `name` is whose it is."""
    told = roundel_told(slots, supply, shack, round_, name, speech)
    root = canvas(WHOLE, class_="roundel", role="img", aria_label=told)
    _draw_exit(root)
    drawn = moved(root, _MIDDLE)
    _draw_rim(drawn)
    wheel = group(drawn, class_="turntable")
    for place, counts in enumerate(slots):
        _draw_slot(group(wheel, class_="slot", data_slot=place + 1), place, counts, round_ + place, speech)
    _draw_hub(drawn)
    _draw_tray(root, supply, shack, speech)
    return inline(root)


def _on(degrees: float, reach: float) -> Point:
    return reach * math.cos(math.radians(degrees)), reach * math.sin(math.radians(degrees))


def _direction(place: int) -> float:
    """Of a slot, in degrees clockwise from the right: the first one at the exit, the others come after it."""
    return 90 - place * 360 / SLOTS


def _draw_rim(parent: Element) -> None:
    shape(parent, "circle", r=_RIM - 1, fill=_RIM_WOOD, stroke=BRASS, stroke_width=1.4)
    for place in range(4 * SLOTS):
        x, y = _on(7.5 + place * 90 / SLOTS, (_RIM + _WHEEL) / 2)
        shape(parent, "circle", cx=x, cy=y, r=1.5, fill=BRASS)


def _draw_slot(parent: Element, place: int, counts: Counts, round_: int, speech: Speech) -> None:
    """Its number at the hub, then the round, then what lies in it."""
    direction = _direction(place)
    _draw_sector(parent, direction, _NEXT if place == 0 else SPACE if place % 2 else TINTED)
    x, y = _on(direction, _HUB + 13)
    shape(parent, "circle", cx=x, cy=y, r=10.5, fill=BRASS if place == 0 else _WOOD)
    text(parent, place + 1, (x, y + 5), 14, font_weight="bold", fill=CARD if place == 0 else LIGHT)
    at = _on(direction, _HELD_AT)
    held = [(colour, count) for colour, count in zip(COLOURS, counts, strict=True) if count]
    looks = {"fill": LIGHT if held else FAINT, "font_style": "normal" if held else "italic"}
    text(parent, comes_out(round_, speech), (at[0], at[1] - (24 if len(held) > 4 else 18)), 14, room=72, **looks)
    if held:
        _draw_held(moved(parent, (at[0], at[1] + 10)), held)
    elif place == 0 and round_ <= LAST_ROUND:
        draw_penalty(group(parent, opacity=0.75), (at[0], at[1] + 8), 1.1)


def _draw_sector(parent: Element, direction: float, fill: str) -> None:
    half = 180 / SLOTS
    arc = [_on(direction - half + step * half / 4, _WHEEL) for step in range(9)]
    corners = [_on(direction - half, _HUB), *arc, _on(direction + half, _HUB)]
    line(parent, corners, closed=True, fill=fill, stroke=RULE, stroke_width=1.6, stroke_linejoin="round")


def _draw_held(parent: Element, held: Sequence[tuple[Colour, int]]) -> None:
    """Around the origin, two in a line; smaller where there are many."""
    columns, has_many = min(len(held), 2), max(count for _, count in held) > 9
    scale, wide = (_SCALES[len(held)] * 0.88, 50) if has_many else (_SCALES[len(held)], 42)
    rows = -(-len(held) // columns)
    for place, (colour, count) in enumerate(held):
        across = len(held) - place if place // columns == rows - 1 and len(held) % columns else columns
        x = (place % columns - (across - 1) / 2) * wide * scale
        y = (place // columns - (rows - 1) / 2) * 24 * scale
        draw_counted(parent, colour, count, (x, y), scale)


def draw_counted(parent: Element, colour: Colour, count: int, at: Point, scale: float = 1) -> None:
    """The sign of a colour, and how many, together in the middle."""
    drawn = moved(parent, at, scale)
    draw_resource(drawn, colour, (-9, 0), 0.95)
    text(drawn, count, (2.5, 6), 17, text_anchor="start", font_weight="bold", fill=LIGHT)


def _draw_hub(parent: Element) -> None:
    """With the way it turns."""
    shape(parent, "circle", r=_HUB, fill=_RIM_WOOD, stroke=BRASS, stroke_width=1.4)
    path(parent, "M-17 9 Q-21 -6 -10 -15 Q2 -22 14 -13", stroke=BRASS, stroke_width=3)
    path(parent, "M8.5 -7.5 L20 -7 L18.5 -18.5 Z", fill=BRASS, stroke="none")
    shape(parent, "circle", r=5, fill=CARD, stroke=BRASS, stroke_width=1.4)


def _draw_exit(parent: Element) -> None:
    """A chute from the first slot into the tray."""
    x, bottom = _MIDDLE[0], _TRAY.y + 1
    line(parent, [(x - 62, 318), (x + 62, 318), (x + 40, bottom), (x - 40, bottom)], closed=True, fill=_NEXT)
    for side in (-1, 1):
        line(parent, [(x + side * 62, 318), (x + side * 40, bottom)], stroke=BRASS, stroke_width=2.4)
    path(parent, f"M{x - 13} 351 H{x + 13} L{x} 362 Z", fill=BRASS, stroke="none")


def _draw_tray(parent: Element, supply: Counts, shack: Colour | None, speech: Speech) -> None:
    """What is in the supply now, and at the side what is kept in the shack."""
    rect(parent, _TRAY, rx=9, fill=CARD, stroke=BRASS, stroke_width=1.4)
    held = [(colour, count) for colour, count in zip(COLOURS, supply, strict=True) if count]
    room = 190 if shack is not None else 330
    text(parent, speech.say("Supply"), (16, _TRAY.y + 18), 14, room, text_anchor="start", fill=FAINT)
    if shack is not None:
        text(parent, speech.say("in the shack"), (318, _TRAY.y + 18), 14, 130, text_anchor="end", fill=FAINT)
        draw_resource(parent, shack, (334, _TRAY.y + 14), 0.9)
    if not held:
        text(
            parent, speech.say("nothing"), (16, _TRAY.y + 43), 16, text_anchor="start", font_style="italic", fill=FAINT
        )
    for place, (colour, count) in enumerate(held):
        draw_counted(parent, colour, count, (34 + place * _STEP, _TRAY.y + 40), 1.15)
