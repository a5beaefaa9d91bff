"""What everybody has, over time: a line for each seat that ends in its token, its name and what it has now."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

from companion.games.drawing.tokens import Player, draw_token, painted
from companion.games.speech import Speech
from companion.games.svg import Box, Element, Point, canvas, cut, group, inline, line, moved, shape, text, text_width

Series = Sequence[tuple[str, Sequence[int]]]
"""In the order of time: what a moment is called, or nothing, and what every seat has then."""

GRID, SHADOW = "#8a745a", "#120d09"
WIDE = 1.15
"""So much wider than usual the letters of a fount may be."""
STEPS = (1, 2, 5)
"""Amounts beside the chart are these, or ten times them, or a hundred times."""


class Axis(NamedTuple):
    """What stands beside the amounts, and in which unit they are written."""

    caption: str
    unit: int = 1


class Size(TypedDict, total=False):
    """Of a chart in its page, and of its letters."""

    width: float
    height: float
    size: float


class Frame(NamedTuple):
    """Where the lines may go, and what the edges of that stand for."""

    inside: Box
    margin: float
    """To the right of it, for names."""
    least: int
    most: int
    moments: int

    def at(self, moment: int, amount: float) -> Point:
        x = self.inside.x + self.inside.width * (moment / (self.moments - 1) if self.moments > 1 else 1)
        share = (amount - self.least) / max(self.most - self.least, 1)
        return x, self.inside.y + self.inside.height * (1 - share)


def chart(
    series: Series,
    players: Sequence[Player],
    axis: Axis,
    speech: Speech,
    *,
    name: str,
    told: str,
    width: float = 336,
    height: float = 240,
    size: float = 12,
) -> str:
    """To be put into a page, drawn for the width and height that it will have there, with letters of this size.
    Its own words take the colour of the page's. `told` says what it shows, with `who` has how much.
    """
    whole, label = Box(0, 0, width, height), speech.say(told, who=_how_it_stands(series, players, speech))
    root = canvas(whole, class_=name, role="img", aria_label=label, fill="currentColor")
    if not series:
        return inline(root)
    frame = _frame(series, players, axis, size, whole, speech)
    _draw_amounts(root, frame, axis, size, speech)
    _draw_moments(root, frame, series, size)
    _draw_lines(root, frame, series, players, size)
    _draw_ends(root, frame, series[-1][1], players, axis, size, speech)
    return inline(root)


def _how_it_stands(series: Series, players: Sequence[Player], speech: Speech) -> str:
    """At the end of the lines: for those who cannot see them."""
    now = series[-1][1] if series else ()
    who = [f"{player.name} {speech.number(amount)}" for player, amount in zip(players, now, strict=False)]
    return "; ".join(who) or speech.say("nobody")


def _frame(series: Series, players: Sequence[Player], axis: Axis, size: float, whole: Box, speech: Speech) -> Frame:
    """As wide as the amounts on the left and the names on the right let it be."""
    amounts = [0, *(amount for _, all_amounts in series for amount in all_amounts)]
    reach = max(max(amounts) - min(amounts), axis.unit)
    least, most = min(amounts), max(amounts) + reach // 25
    left = _digits_width(speech.number(most // axis.unit), size) + 7
    names = max((_name_width(player.name, size) for player in players), default=0)
    right = min(names + _end_width(speech.number(most // axis.unit), size), whole.width * 0.37)
    top, bottom = 2 * size, 1.9 * size
    inside = Box(left, top, whole.width - left - right, whole.height - top - bottom)
    return Frame(inside, right, least, most, len(series))


def _digits_width(digits: str, size: float) -> float:
    """Digits are wide, and bold ones wider."""
    return len(digits) * size * 0.68


def _name_width(name: str, size: float) -> float:
    """In a wide fount: what it takes would be missing for the amount behind it."""
    return text_width(name, size) * WIDE


def _end_width(amount: str, size: float) -> float:
    """Of what stands at the end of a line, all but the name."""
    return 2.6 * size + _digits_width(amount, size)


def _step(reach: int, unit: int) -> int:
    """Between the amounts beside the chart, of which there are five or so."""
    ten = unit
    while True:
        for step in STEPS:
            if step * ten * 5 >= reach:
                return step * ten
        ten *= 10


def _draw_amounts(parent: Element, frame: Frame, axis: Axis, size: float, speech: Speech) -> None:
    """Each with a line across."""
    step = _step(frame.most - frame.least, axis.unit)
    (left, top, width, _), drawn = frame.inside, group(parent, opacity=0.85)
    for amount in range(-(-frame.least // step) * step, frame.most + 1, step):
        _, y = frame.at(0, amount)
        weight = 1.2 if amount == 0 else 0.5
        shape(drawn, "line", x1=left, y1=y, x2=left + width, y2=y, stroke=GRID, stroke_width=weight)
        text(drawn, speech.number(amount // axis.unit), (left - 5, y + size * 0.35), size, text_anchor="end")
    at = (2, top - size * 0.85)
    text(drawn, axis.caption, at, size, room=left + width, text_anchor="start", font_style="italic")


def _draw_moments(parent: Element, frame: Frame, series: Series, size: float) -> None:
    """As many of them as have room, the last one always."""
    drawn, y = group(parent, opacity=0.85), frame.inside.y + frame.inside.height + size * 1.4
    taken = math.inf
    for moment in reversed(range(len(series))):
        label = series[moment][0]
        half = text_width(label, size) / 2
        x = max(frame.at(moment, 0)[0], half)
        if label and x + half < taken:
            text(drawn, label, (x, y), size)
            taken = x - half - size


def _beside(frame: Frame, moment: int, amounts: Sequence[int], seat: int, size: float) -> Point:
    """Those who have the same run side by side, so that no line hides another."""
    same = [other for other, amount in enumerate(amounts) if amount == amounts[seat]]
    x, y = frame.at(moment, amounts[seat])
    return x, y + (same.index(seat) - (len(same) - 1) / 2) * size * 0.2


def _draw_lines(parent: Element, frame: Frame, series: Series, players: Sequence[Player], size: float) -> None:
    pen = group(parent, stroke_linejoin="round", stroke_linecap="round")
    ways = [
        [_beside(frame, moment, amounts, seat, size) for moment, (_, amounts) in enumerate(series)]
        for seat in range(len(players))
    ]
    for points in ways:
        line(pen, points, stroke=SHADOW, stroke_width=size * 0.36, stroke_opacity=0.7)
    for points, player in zip(ways, players, strict=True):
        line(pen, points, stroke=painted(player.colour), stroke_width=size * 0.19)


def _draw_ends(
    parent: Element,
    frame: Frame,
    amounts: Sequence[int],
    players: Sequence[Player],
    axis: Axis,
    size: float,
    speech: Speech,
) -> None:
    """One below the other where the lines end too close together; then a thin line leads from one to the other."""
    ends = [frame.at(frame.moments - 1, amount) for amount in amounts]
    right = frame.inside.x + frame.inside.width
    places = list(_apart([y for _, y in ends], size * 1.45, frame.inside))
    for (x, y), place, player in zip(ends, places, players, strict=True):
        line(parent, [(x, y), (right + size * 0.9, place)], stroke=painted(player.colour), stroke_width=1)
    for seat, (place, player) in enumerate(zip(places, players, strict=True)):
        draw_token(moved(parent, (right + size * 1.0, place), size / 16), seat, player.colour)
        amount = speech.number(round(amounts[seat] / axis.unit))
        room = (frame.margin - _end_width(amount, size)) / WIDE
        name, at = cut(player.name, size, room), (right + size * 1.9, place + size * 0.35)
        label = text(parent, name, at, size, text_anchor="start")
        shape(label, "tspan", font_weight="bold").text = f" {amount}"


def _apart(wanted: Sequence[float], gap: float, inside: Box) -> Iterator[float]:
    """The nearest places that are far enough apart and not below the chart, in the same order."""
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    found: dict[int, float] = {}
    floor = -math.inf
    for seat in order:
        found[seat] = max(wanted[seat], floor)
        floor = found[seat] + gap
    ceiling = inside.y + inside.height
    for seat in reversed(order):
        found[seat] = min(found[seat], ceiling)
        ceiling = found[seat] - gap
    return (found[seat] for seat in range(len(wanted)))
