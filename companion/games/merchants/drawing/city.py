"""Amsterdam: the water, the four districts with their plots, and the bridges between them."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from companion.games.drawing.paints import FADED, PARCHMENT
from companion.games.merchants.board import Board, Bridge, District, Plot, Point, touching
from companion.games.merchants.drawing import names
from companion.games.merchants.drawing.svg import (
    EAST,
    NORTH,
    SOUTH,
    WATER,
    WATER_LINE,
    WEST,
    box,
    clamped,
    number_in_diamond,
    outline,
    seat_mark,
)
from companion.games.merchants.titles import area_heading, part_heading
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, around, group, line, moved, shape, text, text_width

SIDE = 46
"""Of a plot. Plots that touch are joined across the little that is left between them."""

BANK = 4
PLANKS, DEEP_WATER = "#c69c6d", "#2f5158"

_GROUNDS = {"nieuwe_zijde": "#d9a58b", "oude_zijde": "#dbbd77", "grachten": "#a9bb8c", "lastage": "#b3a7bd"}


class Deck(NamedTuple):
    """Of a bridge, from end to end."""

    one: Point
    other: Point

    @property
    def crossing(self) -> Point:
        (ax, ay), (bx, by) = self
        return (ax + bx) / 2, (ay + by) / 2


def draw_city(parent: Element, board: Board, speech: Speech = ENGLISH, *, starts: bool = True) -> None:
    """`starts` marks the plots that the seats begin with."""
    middles = {plot.id: clamped(plot.at, SIDE / 2) for plot in board.plots}
    seats = {spaces.warehouse: seat for seat, spaces in enumerate(board.data.start, 1)} if starts else {}
    city = group(parent, area_heading("amsterdam", speech))
    if middles:
        _draw_water(city, list(middles.values()))
    for district in filter(lambda district: district.plots, board.data.districts):
        _draw_district(city, district, middles, seats, speech)
    _draw_bridges(city, board, middles, speech)


def _draw_water(parent: Element, middles: list[Point]) -> None:
    """The city lies in its own frame, like the plan of a town in the corner of a map of the world."""
    left, top, right, bottom = box(middles, SIDE / 2 + 20)
    left, top, right, bottom = max(left, WEST), max(top - 34, NORTH), min(right, EAST), min(bottom, SOUTH)
    for inset, width in ((0, 1.6), (4, 0.6)):
        size = {"width": max(right - left - 2 * inset, 0), "height": max(bottom - top - 2 * inset, 0)}
        looks = {"rx": 8, "fill": WATER, "stroke": FADED, "stroke_width": width}
        shape(parent, "rect", x=left + inset, y=top + inset, **size, **looks)
    text(parent, "AMSTERDAM", ((left + right) / 2, top + 22), 14, letter_spacing=6)
    for row in range(round(top) + 40, round(bottom) - 10, 18):
        ripples = [(left + 12 + step, row + math.sin(step / 9) * 1.3) for step in range(0, round(right - left) - 22, 6)]
        line(parent, ripples, stroke=WATER_LINE, stroke_width=0.6, opacity=0.45)


def _draw_district(
    parent: Element, district: District, middles: Mapping[str, Point], seats: Mapping[str, int], speech: Speech
) -> None:
    drawn = group(parent, names.with_source(district.id, district.source, speech))
    draw_plots(drawn, district, middles)
    own = [middles[plot.id] for plot in district.plots]
    for plot, middle in zip(district.plots, own, strict=True):
        _draw_plot_name(drawn, plot, middle, seats.get(plot.id), speech)
    _draw_name(drawn, district, own, speech)


def draw_plots(drawn: Element, district: District, middles: Mapping[str, Point]) -> None:
    """The ground of a district and the plots on it, joined where they touch."""
    joined = [
        (middles[plot.id], middles[other.id])
        for plot in district.plots
        for other in touching(plot, district)
        if plot.id < other.id
    ]
    own = [middles[plot.id] for plot in district.plots]
    ground = _GROUNDS.get(district.id, PARCHMENT)
    for colour, bank in ((FADED, BANK + 1.2), (ground, BANK)):
        _draw_ground(drawn, own, joined, SIDE + 2 * bank, colour)
    for plot, (x, y) in zip(district.plots, own, strict=True):
        looks = outline(plot.source) | {"fill": PARCHMENT}
        shape(drawn, "rect", x=x - SIDE / 2, y=y - SIDE / 2, width=SIDE, height=SIDE, **looks)
    for one, other in joined:
        line(drawn, between(one, other, SIDE / 2 - 1.5), stroke=PARCHMENT, stroke_width=14)  # a group can grow here


def _draw_ground(
    parent: Element, middles: list[Point], joined: list[tuple[Point, Point]], side: float, colour: str
) -> None:
    for x, y in middles:
        left, top = x - side / 2, y - side / 2
        shape(parent, "rect", x=left, y=top, width=side, height=side, rx=4, fill=colour)
    for pair in joined:
        line(parent, pair, stroke=colour, stroke_width=side)


def _draw_plot_name(parent: Element, plot: Plot, middle: Point, seat: int | None, speech: Speech) -> None:
    x, y = middle
    space = group(parent, names.with_source(plot.id, plot.source, speech))
    text(space, plot.id, (x, y + SIDE / 2 - 6), 9, room=SIDE - 6)
    if seat:
        seat_mark(space, seat, (x + SIDE / 2 - 8, y - SIDE / 2 + 8))


def _draw_name(parent: Element, district: District, middles: list[Point], speech: Speech) -> None:
    left, top, right, _ = box(middles, SIDE / 2)
    name = part_heading(district.id, speech)
    x, y = (left + right) / 2, top - 15
    width = text_width(name, 12)
    number_in_diamond(parent, district.number, (x - width / 2 - 4, y - 4), district.source)
    text(parent, name, (x + 8, y), 12, font_style="italic")


def _draw_bridges(parent: Element, board: Board, middles: Mapping[str, Point], speech: Speech) -> None:
    crossings = decks(board, middles)
    for bridge in board.data.bridges:
        here = crossings[bridge.id].crossing
        below = [math.dist(here, other.crossing) for other in crossings.values() if other.crossing[1] > here[1]]
        _draw_bridge(parent, bridge, crossings[bridge.id], min([80, *below]) - 16, speech)


def _draw_bridge(parent: Element, bridge: Bridge, deck: Deck, room: float, speech: Speech) -> None:
    """A deck over the water, its name down the canal as far as there is room."""
    one, other = bridge.ends
    leads = speech.say("{one} to {other}", one=one, other=other)
    drawn = group(parent, names.with_source(f"{bridge.id}: {leads}", bridge.source, speech))
    along = draw_deck(drawn, bridge, deck)
    canal = moved(along, (0, 8), turn=90)
    looks = {"text_anchor": "start", "font_style": "italic", "fill": DEEP_WATER}
    text(canal, bridge.id.replace("_", " "), (0, 2.5), 9, room=max(room, 10), **looks)


def decks(board: Board, middles: Mapping[str, Point]) -> dict[str, Deck]:
    """Where the bridges lie, between plots of which these are the middles."""
    ends = {bridge.id: (middles[bridge.ends[0]], middles[bridge.ends[1]]) for bridge in board.data.bridges}
    return {bridge: Deck(*between(*pair, SIDE / 2 - 2)) for bridge, pair in ends.items()}


def draw_deck(parent: Element, bridge: Bridge, deck: Deck) -> Element:
    """What is returned lies along it."""
    (ax, ay), (bx, by) = sorted(deck, key=lambda end: (end[0], -end[1]))  # west first: no name stands on its head
    along = moved(parent, deck.crossing, turn=math.degrees(math.atan2(by - ay, bx - ax)))
    length = math.dist(*deck)
    shape(along, "rect", x=-length / 2, y=-5.5, width=length, height=11, **outline(bridge.source) | {"fill": PLANKS})
    return along


def plot_spots(board: Board) -> dict[str, Box]:
    """On the board."""
    return {plot.id: around(clamped(plot.at, SIDE / 2), SIDE / 2) for plot in board.plots}


def between(one: Point, other: Point, trim: float) -> tuple[Point, Point]:
    """What lies between two squares of which these are the middles."""
    (ax, ay), (bx, by) = one, other
    share = min(trim / (max(abs(bx - ax), abs(by - ay)) or 1), 0.5)
    return (ax + (bx - ax) * share, ay + (by - ay) * share), (bx - (bx - ax) * share, by - (by - ay) * share)
