"""Labels for the buttons: each seat's number, its colour and the sign that its tokens carry on the drawings. Around the
button, held by its rim, or inside its clear cap.
"""

from companion.colours import COLOURS
from companion.games.drawing.tokens import draw_shape, lighter, painted
from companion.games.lettering import paragraph, write
from companion.games.speech import Phrase, Speech, mark
from companion.games.svg import Box, Element, Point, moved, rect
from companion.prints.marks import cross, cut_around
from companion.prints.measures import BUTTON_HOLE, CAPS, LABEL_HEIGHT, LABEL_WIDTH, SMALL_BUTTON_HOLE
from companion.prints.paper import BODY, CUT, Page
from companion.settings.fittings import Fittings, SeatFitting

_STEP = LABEL_WIDTH + 2
_WHITE = "#ffffff"

_AROUND = mark("Around a button of {across} mm: cut out, push the button through, and its rim holds it.")
_INSIDE = mark("Under the clear cap of a button of {across} mm: discs of {disc} mm. Measure yours.")


def draw_labels(page: Page, fittings: Fittings, speech: Speech) -> None:
    seats = [(place, seat) for place, seat in enumerate(fittings.seats) if seat.button is not None]
    if not seats:
        paragraph(page.root, speech.say("No seat has a button."), (page.room.x, page.room.y), BODY, page.room.width)
        return
    y = page.room.y
    for across in (BUTTON_HOLE, SMALL_BUTTON_HOLE):
        y = _headed(page, Phrase(_AROUND, across=across), y, speech)
        for number, (place, seat) in enumerate(seats):
            _draw_label(page.root, (_left(page, len(seats)) + number * _STEP, y), across, place, seat, speech)
        y += LABEL_HEIGHT + 5
    for across, cap in CAPS.items():
        y = _headed(page, Phrase(_INSIDE, across=across, disc=cap), y, speech)
        for number, (place, seat) in enumerate(seats):
            middle = (_left(page, len(seats)) + number * _STEP + LABEL_WIDTH / 2, y + cap / 2)
            _draw_disc(page.root, middle, cap, place, seat)
        y += cap + 5


def _left(page: Page, count: int) -> float:
    return page.room.middle[0] - (count * _STEP - 2) / 2


def _headed(page: Page, words: Phrase, y: float, speech: Speech) -> float:
    return paragraph(page.root, words.said(speech), (page.room.x, y), BODY, page.room.width) + 2


def _draw_label(parent: Element, at: Point, across: int, place: int, seat: SeatFitting, speech: Speech) -> None:
    label = moved(parent, at)
    colour = COLOURS[seat.colour]
    edge = {"stroke": CUT, "stroke_width": 0.25, "stroke_dasharray": "2.4 1.2"}
    rect(label, Box(0, 0, LABEL_WIDTH, LABEL_HEIGHT), rx=4, fill=painted(colour), **edge)
    x = LABEL_WIDTH / 2
    cut_around(label, (x, x), across, fill=_WHITE)
    cross(label, (x, x), 3)
    _draw_sign(label, (x - 8, LABEL_WIDTH + 7.5), 0.7, place, _WHITE)
    write(label, place + 1, (x + 8, LABEL_WIDTH + 12.6), 15.5, bold=True, anchor="middle")
    write(label, speech.say(seat.colour), (x, LABEL_HEIGHT - 3.6), 4.8, room=LABEL_WIDTH - 4, anchor="middle")


def _draw_disc(parent: Element, middle: Point, across: float, place: int, seat: SeatFitting) -> None:
    """The lamp shines through it, so it is pale."""
    colour = COLOURS[seat.colour]
    cut_around(parent, middle, across, fill=lighter(colour))
    _draw_sign(parent, middle, across / 26, place, painted(colour))
    size = across * 0.26
    low = across * 0.08 if place == _TRIANGLE else 0
    write(parent, place + 1, (middle[0], middle[1] + size * 0.34 + low), size, bold=True, anchor="middle")


_TRIANGLE = 2
"""The seat whose sign has its middle lower than the others."""


def _draw_sign(parent: Element, at: Point, scale: float, place: int, fill: str) -> None:
    draw_shape(moved(parent, at, scale), place, fill, stroke_width=1.2)
