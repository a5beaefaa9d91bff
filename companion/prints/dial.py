"""The face of the servo dial, at true scale: each wedge of the clock from where the hand stands when the price begins
to where it stands when it ends, between the angles of the settings.
"""

import math
from typing import NamedTuple

from companion.games.lettering import paragraph, width, write
from companion.games.merchants.board import Board, Wedge
from companion.games.merchants.drawing.clock_face import DOUBLES, HAND, NIGHT, OVER, PALE, wedge_fill
from companion.games.speech import Speech, mark
from companion.games.svg import INK, Element, Point, group, moved, shape
from companion.prints.marks import cross, cut_around, hole, in_mm, measured, say_across
from companion.prints.measures import FACE_RADIUS, SHAFT_HOLE
from companion.prints.paper import BODY, CUT, FADED, SMALL, Page

OUTER, INNER = FACE_RADIUS - 1.5, 45.0
"""From the middle to the edges of the wedges; the price is read between them, the hand comes from within."""
READING = 63.5
HUB, TIP = 8, 54
"""Of the hand: around its middle, and how far it reaches."""
NARROWEST = 0.01
"""Degrees of a wedge: less cannot be seen."""
LARGEST, LEAST = 7.0, 2.5
"""Sizes of the readings: to be read at arm's length, and the smallest that can be read at all."""

_STEPS = (
    mark("Cut along the outer circle, drill the middle and glue the face onto the front, its writing upright."),
    mark("The servo sits behind it; a micro servo goes through a hole of {hole} with its collar."),
    mark("Cut out the hand and glue it onto the horn of the servo, its middle on the shaft."),
    mark("veilingklok dial calibrate turns it to start and to the end: put the horn on so that it points there."),
)


class Sweep(NamedTuple):
    """Where the hand starts and ends on the face, in degrees clockwise from the top; it may go either way."""

    start: float
    end: float

    def angle(self, turned: float) -> float:
        """Of a hand that has gone so much of the whole way."""
        return self.start + turned * (self.end - self.start)


def draw_dial(page: Page, board: Board, sweep: Sweep, speech: Speech) -> None:
    middle = (page.room.middle[0], page.room.y + FACE_RADIUS + 2)
    face = moved(page.root, middle)
    cut_around(face, (0, 0), 2 * FACE_RADIUS)
    _draw_wedges(face, board, sweep, speech)
    write(face, "Veilingklok", (0, 27), 6.4, italic=True, anchor="middle")
    thousands = speech.say("in thousands of guilders")
    write(face, thousands, (0, 32.5), BODY, room=60, anchor="middle", fill=FADED)
    hole(face, (0, 0), SHAFT_HOLE)
    say_across(face, (0, -SHAFT_HOLE / 2 - 3.6), SHAFT_HOLE, speech)
    _draw_steps(page, sweep, middle[1] + FACE_RADIUS + 5, speech)


def _draw_wedges(face: Element, board: Board, sweep: Sweep, speech: Speech) -> None:
    wedges = board.data.clock.wedges
    ends = [sweep.angle(wedge.end / wedges[-1].end) for wedge in wedges]
    begins = [sweep.angle(0), *ends]
    drawn = group(face, stroke=NIGHT, stroke_width=0.35, stroke_linejoin="round")
    for place, (begin, end) in enumerate(zip(begins, ends, strict=False)):
        if abs(end - begin) < NARROWEST:  # of a hand that goes nowhere, and of a PDF that cannot draw such an arc
            continue
        shape(drawn, "path", d=_slice(begin, end), fill=wedge_fill(board, place))
    for place, (wedge, begin, end) in enumerate(zip(wedges, begins, ends, strict=False)):
        fill = wedge_fill(board, place)
        _draw_reading(face, wedge, begin, end, PALE if fill in (DOUBLES, OVER) else INK, speech)


def _slice(begin: float, end: float) -> str:
    clockwise, far = int(end > begin), int(abs(end - begin) > 180)
    outwards, inwards = f"0 {far} {clockwise}", f"0 {far} {1 - clockwise}"
    return (
        f"M{_written(begin, INNER)}L{_written(begin, OUTER)}A{OUTER:g} {OUTER:g} {outwards} {_written(end, OUTER)}"
        f"L{_written(end, INNER)}A{INNER:g} {INNER:g} {inwards} {_written(begin, INNER)}Z"
    )


def _draw_reading(face: Element, wedge: Wedge, begin: float, end: float, ink: str, speech: Speech) -> None:
    """Upright, or along the wedge where that is narrow; left out where nobody could read it."""
    shows = speech.say("start") if wedge.shows == "start" else wedge.shows
    middle, arc = (begin + end) / 2, math.radians(abs(end - begin)) * READING
    size = min(LARGEST, (arc - 2.6) / width(shows, 1, bold=True))
    along = size < 5
    if along:
        size = min(LARGEST, arc * 0.8, (OUTER - INNER - 6) / width(shows, 1, bold=True))
    if size < LEAST:
        return
    label = moved(face, _on_face(middle, READING), turn=_upright(middle) if along else 0)
    write(label, shows, (0, size * 0.34), size, bold=True, anchor="middle", fill=ink)


def _upright(degrees: float) -> float:
    """So that what is written along the hand never stands on its head."""
    return degrees - 90 if 0 <= degrees % 360 < 180 else degrees + 90


def _on_face(degrees: float, radius: float) -> Point:
    turn = math.radians(degrees)
    return radius * math.sin(turn), -radius * math.cos(turn)


def _written(degrees: float, radius: float) -> str:
    x, y = _on_face(degrees, radius)
    return f"{x:.4f} {y:.4f}"


def _draw_steps(page: Page, sweep: Sweep, y: float, speech: Speech) -> None:
    left, wide = page.room.x, page.room.width
    runs = speech.say(
        "The hand runs from {start}° to {end}°, clockwise from the top, as dial.start_angle and dial.end_angle say. "
        "A stop on red doubles; on the last, dark one the auction is over.",
        start=measured(sweep.start, speech),
        end=measured(sweep.end, speech),
    )
    y = paragraph(page.root, runs, (left, y), BODY, wide) + 1.4
    for number, step in enumerate(_STEPS, 1):
        words = speech.say(step, hole=in_mm(SHAFT_HOLE, speech)) if "{hole}" in step else speech.say(step)
        y = paragraph(page.root, words, (left, y), BODY, wide, lead=f"{number}.") + 1
    y = paragraph(page.root, speech.say("Measure your servo before you drill."), (left, y), SMALL, wide, italic=True)
    _draw_hand(page.root, (page.room.middle[0] - (TIP - HUB) / 2, y + HUB + 3))


def _draw_hand(parent: Element, at: Point) -> None:
    """To be cut out: it reaches into the wedges, and hides no reading."""
    hand = moved(parent, at)
    arrow = f"M0 {-HUB}L{INNER:g} -2L{INNER:g} -4L{TIP:g} 0L{INNER:g} 4L{INNER:g} 2L0 {HUB}A{HUB} {HUB} 0 0 1 0 {-HUB}Z"
    shape(hand, "path", d=arrow, fill=HAND, stroke=CUT, stroke_width=0.25, stroke_dasharray="2.4 1.2")
    shape(hand, "circle", r=3, fill="#ffffff", stroke="none")
    cross(hand, (0, 0), 3)
