"""The auction clock with its wedges at their true angles, set on the sea like the rose of a chart."""

import math

from companion.games.drawing.paints import FADED, PARCHMENT, RED
from companion.games.merchants.board import Clock, Point, Wedge
from companion.games.merchants.drawing import names
from companion.games.merchants.drawing.svg import EAST, NORTH, SEA, SOUTH, WATER_LINE, WEST, outline
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import INK, Element, group, line, moved, shape, text

MIDDLE: Point = (990, 552)
RADIUS = 84


def draw_sea(parent: Element) -> None:
    """With the thin lines of a chart, from the middle of the rose to the shores."""
    shape(parent, "rect", x=WEST, y=NORTH, width=EAST - WEST, height=SOUTH - NORTH, rx=4, fill=SEA, stroke=FADED)
    x, y = MIDDLE
    for ray in range(32):
        east, south = math.cos(ray * math.pi / 16), math.sin(ray * math.pi / 16)
        reach = min(
            ((EAST if east > 0 else WEST) - x) / east if abs(east) > 1e-9 else math.inf,
            ((SOUTH if south > 0 else NORTH) - y) / south if abs(south) > 1e-9 else math.inf,
        )
        shore = (x + reach * east, y + reach * south)
        line(parent, [MIDDLE, shore], stroke=WATER_LINE, stroke_width=0.4 if ray % 4 else 0.7, opacity=0.6)


def draw_clock(parent: Element, clock: Clock, speech: Speech = ENGLISH) -> None:
    drawn = group(parent, names.with_source(speech.say("Auction clock"), clock.source, speech))
    x, y = MIDDLE
    for radius, fill, width in ((RADIUS + 9, PARCHMENT, 1.4), (RADIUS + 5, "#e6d3a8", 0.7)):
        shape(drawn, "circle", cx=x, cy=y, r=radius, fill=fill, stroke=INK, stroke_width=width)
    begin = 0.0
    for place, wedge in enumerate(clock.wedges):
        _draw_wedge(drawn, wedge, begin, place, speech)
        begin = wedge.end
    shape(drawn, "circle", cx=x, cy=y, r=28, fill=PARCHMENT, stroke=INK, stroke_width=1)
    text(drawn, _in_seconds(clock.seconds, speech), (x, y - 4), 10.5, room=46, font_weight="bold")
    text(drawn, speech.say("doubled"), (x, y + 6), 7.5, font_style="italic")
    text(drawn, _in_seconds(clock.doubled_seconds, speech), (x, y + 15.5), 9, room=40)


def _in_seconds(seconds: float, speech: Speech) -> str:
    _, _, places = f"{seconds:g}".partition(".")
    return speech.say("{seconds} s", seconds=speech.decimal(seconds, len(places)))


def _draw_wedge(parent: Element, wedge: Wedge, begin: float, place: int, speech: Speech) -> None:
    arc = [_on_dial(begin + (wedge.end - begin) * step / 8, RADIUS) for step in range(9)]
    fill = (PARCHMENT, "#f0e2bf")[place % 2]
    reads = speech.say("reads {dial}, to {end} degrees", dial=str(wedge.dial), end=f"{wedge.end:g}")
    drawn = group(parent, names.with_source(f"{wedge.shows}: {reads}", wedge.source, speech))
    line(drawn, [MIDDLE, *arc], closed=True, **outline(wedge.source, 0.9) | {"fill": fill})
    middle = (begin + wedge.end) / 2
    narrow = math.radians(wedge.end - begin) * (RADIUS - 14) < 18
    label = moved(drawn, _on_dial(middle, RADIUS - 14), turn=middle - 90 if narrow else 0)
    text(label, wedge.shows, (0, 3), 8.5, room=24, font_weight="bold", fill=RED if place < 2 else INK)


def _on_dial(degrees: float, radius: float) -> Point:
    """Clockwise from the top."""
    turn = math.radians(degrees)
    return MIDDLE[0] + radius * math.sin(turn), MIDDLE[1] - radius * math.cos(turn)
