"""A template for the front of the case, at true scale: one hole for each thing that the settings say is built in, with
a cross to drill at and how wide it is.
"""

from collections.abc import Iterator

from companion.games.lettering import paragraph, width, write
from companion.games.speech import Speech
from companion.games.svg import INK, Box, Element, Point, moved, rect
from companion.prints.marks import across_in_mm, cross, hole, in_mm, measured, round_outline, say_across, square_outline
from companion.prints.measures import (
    BUTTON_HOLE,
    BUTTON_RIM,
    BUZZER,
    BUZZER_HOLE,
    FACE_RADIUS,
    LABEL_HEIGHT,
    LABEL_WIDTH,
    MODULES,
    SCREW_HOLE,
    SHAFT_HOLE,
    SMALL_BUTTON_HOLE,
    Module,
)
from companion.prints.paper import BODY, FADED, SMALL, Page
from companion.settings.fittings import DisplayFitting, Fittings, SeatFitting

GAP = 2.0
STEP = LABEL_WIDTH + 2
"""From button to button."""
_UNDER_BUTTON = LABEL_HEIGHT - LABEL_WIDTH // 2
"""What a label takes below the middle of the hole."""


def draw_case(page: Page, fittings: Fittings, speech: Speech) -> None:
    """From the top: display and buzzer, the dial, the buttons; what is not built in takes no room."""
    seats = [(place, seat) for place, seat in enumerate(fittings.seats, 1) if seat.button is not None]
    x, y = page.room.middle[0], page.room.y
    if not (seats or fittings.display or fittings.dial or fittings.buzzer is not None):
        paragraph(page.root, speech.say("Nothing is connected."), (page.room.x, y), BODY, page.room.width)
        return
    y = _draw_top(page, fittings, bool(seats), speech)
    if fittings.dial:
        _draw_shaft(page.root, (x, y + FACE_RADIUS), speech)
        y += 2 * FACE_RADIUS + GAP
    for number, (place, seat) in enumerate(seats):
        middle = (x + (number - (len(seats) - 1) / 2) * STEP, y + BUTTON_RIM / 2)
        _draw_button(page.root, middle, place, seat, speech)


# --- the top: the display in the middle, words on its left, the buzzer on its right


def _draw_top(page: Page, fittings: Fittings, has_buttons: bool, speech: Speech) -> float:
    """Where the rest may begin."""
    board = _board(fittings.display) if fittings.display else Box(0, 0, 0, 0)
    x, top = page.room.middle[0], page.room.y + GAP
    middle = (x, top + board.height / 2)
    if fittings.display:
        _draw_display(page.root, middle, fittings.display, speech)
    side = (page.room.width - board.width) / 2 - 3 * GAP
    notes = list(_notes(fittings, has_buttons, speech))
    low = _draw_notes(page.root, notes[: (len(notes) + 1) // 2], (page.room.x, top), side)
    right = (x + board.width / 2 + 3 * GAP, top)
    other = _draw_notes(page.root, notes[(len(notes) + 1) // 2 :], right, side)
    if fittings.buzzer is not None:
        other = _draw_buzzer(page.root, (right[0] + BUZZER / 2, max(other, top) + GAP / 2 + BUZZER / 2), speech)
    return max(low, other, top + board.height) + GAP


def _draw_notes(parent: Element, notes: list[str], at: Point, room: float) -> float:
    x, y = at
    for note in notes:
        y = paragraph(parent, note, (x, y), SMALL, room) + 1
    return y


def _notes(fittings: Fittings, has_buttons: bool, speech: Speech) -> Iterator[str]:
    yield speech.say("Seen from the front. Drill at the crosses; what is dashed shows what will cover a hole.")
    if has_buttons:
        yield speech.say(
            "Buttons: holes of {hole} mm; there are buttons of {small} mm too. Leave {room} mm below their middle for "
            "the labels.",
            hole=BUTTON_HOLE,
            small=SMALL_BUTTON_HOLE,
            room=_UNDER_BUTTON,
        )
    if fittings.display:
        yield _about_display(_module(fittings.display), speech)
    if fittings.dial:
        yield speech.say(
            "Dial: {hole} mm for the collar of a micro servo, which needs a little filing on one side.", hole=SHAFT_HOLE
        )


def _about_display(module: Module, speech: Speech) -> str:
    return speech.say(
        "Display: taken to be a module of {inches} inches, {width} x {height} mm, with a window of {wide} x {high} mm. "
        "They differ: measure yours.",
        inches=speech.decimal(float(module.inches), len(module.inches.partition(".")[2])),
        width=measured(module.width, speech),
        height=measured(module.height, speech),
        wide=measured(module.window[0], speech),
        high=measured(module.window[1], speech),
    )


# --- the display


def _module(display: DisplayFitting) -> Module:
    return MODULES[display.width, display.height]


def _board(display: DisplayFitting) -> Box:
    """Around its own middle, as it is mounted: what is drawn a quarter clockwise is mounted a quarter the other way."""
    module = _module(display)
    return _turned(Box(-module.width / 2, -module.height / 2, module.width, module.height), display.rotate)


def _turned(place: Box, quarters: int) -> Box:
    for _ in range(quarters % 4):
        place = Box(place.y, -(place.x + place.width), place.height, place.width)
    return place


def _draw_display(parent: Element, at: Point, display: DisplayFitting, speech: Speech) -> None:
    module = _module(display)
    wide, high = module.window
    window = _placed(_turned(Box(-wide / 2, -module.raised - high / 2, wide, high), display.rotate), at)
    square_outline(parent, _placed(_board(display), at))
    rect(parent, window, fill="none", stroke=INK, stroke_width=0.25)
    cross(parent, window.middle, 1)
    size = speech.say("{width} x {height} mm", width=measured(wide, speech), height=measured(high, speech))
    x, low = window.middle[0], window.y + window.height
    upright = width(size, SMALL) < window.width
    label = moved(parent, (x, low - 1.2) if upright else (x + 0.9, low - 6.2), turn=0 if upright else -90)
    write(label, size, (0, 0), SMALL, anchor="middle")
    for screw in _screws(module, display.rotate, at):
        hole(parent, screw, SCREW_HOLE)
    if module.screws:
        y = at[1] + _board(display).height / 2 - 5.4
        say_across(parent, (at[0], y), SCREW_HOLE, speech)


def _screws(module: Module, quarters: int, at: Point) -> list[Point]:
    if module.screws is None:
        return []
    wide, high = module.screws
    place = _placed(_turned(Box(-wide / 2, -high / 2, wide, high), quarters), at)
    return [(x, y) for x in (place.x, place.x + place.width) for y in (place.y, place.y + place.height)]


def _placed(place: Box, at: Point) -> Box:
    return Box(place.x + at[0], place.y + at[1], place.width, place.height)


# --- the rest


def _draw_buzzer(parent: Element, at: Point, speech: Speech) -> float:
    hole(parent, at, BUZZER_HOLE)
    round_outline(parent, at, BUZZER)
    words = speech.say("buzzer: {hole}, glued behind it", hole=across_in_mm(BUZZER_HOLE, speech))
    write(parent, words, (at[0] + BUZZER / 2 + 2, at[1] + 0.9), SMALL, room=60)
    return at[1] + BUZZER / 2


def _draw_shaft(parent: Element, at: Point, speech: Speech) -> None:
    x, y = at
    hole(parent, at, SHAFT_HOLE)
    round_outline(parent, at, 2 * FACE_RADIUS)
    words = speech.say("dial: {hole}", hole=across_in_mm(SHAFT_HOLE, speech))
    write(parent, words, (x, y + SHAFT_HOLE / 2 + 6), BODY, anchor="middle")
    face = speech.say("its face: {across}", across=in_mm(2 * FACE_RADIUS, speech))
    write(parent, face, (x, y + SHAFT_HOLE / 2 + 10.4), SMALL, anchor="middle", fill=FADED)


def _draw_button(parent: Element, at: Point, place: int, seat: SeatFitting, speech: Speech) -> None:
    x, y = at
    hole(parent, at, BUTTON_HOLE)
    round_outline(parent, at, BUTTON_RIM)
    write(parent, place, (x, y - 5.6), 7, bold=True, anchor="middle")
    write(parent, speech.say(seat.colour), (x, y + 8), BODY, room=22, anchor="middle")
    say_across(parent, (x, y + 11.6), BUTTON_HOLE, speech)
