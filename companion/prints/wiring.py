"""The wiring as a picture: the header with everything that hangs on it, in the colours of the seats. By itself for a
screen, and on a page for the workshop.
"""

from collections.abc import Iterable

from companion.colours import COLOURS
from companion.games.lettering import paragraph
from companion.games.speech import ENGLISH, Speech, mark
from companion.games.svg import Box, Element, canvas, finished, rect, shape, text
from companion.prints.paper import BODY, Page
from companion.settings.fittings import Fittings
from companion.settings.header import HEADER
from companion.wiring import Connection, Use, carried, connections, row_of

_WIDTH = 920
_MIDDLE = _WIDTH // 2
_TOP = 126
_ROW = 30
_HEIGHT = _ROW * len(HEADER) // 2
_SPLIT = 20
"""From the middle to each column of pins."""
_TAG = (56, 116)
"""From the middle to both ends of the tag that says what the pin carries."""
_WIRE_END = 152
_RADIUS = 12

_FOUNT = "sans-serif"
_INK, _FADED, _PALE, _BODY = "#1f2933", "#5f6c7b", "#9aa8b5", "#eef2f6"

_SCALE = 0.27
"""Millimetres of a page for each unit of the picture: the numbers on the pins can still be read."""

_FILLS: dict[Use, str] = {
    "bus": "#6a4fb3",
    "dial": "#0e8088",
    "buzzer": "#8a5a2b",
    "switch": "#3f7d3a",
    "power": "#c21f30",
    "ground": "#17191c",
}
_LEGEND: dict[Use, tuple[str, str]] = {
    "button": (
        mark("button"),
        mark("in its seat's colour: between its line and GND, without a resistor"),
    ),
    "lamp": (
        mark("lamp"),
        mark("in its seat's colour, white inside: through a ULN2803 or a transistor, never straight to the pin"),
    ),
    "bus": (mark("bus"), mark("data, clock and control lines of the display")),
    "dial": (mark("dial"), mark("signal of the servo; give it a 5 V supply of its own and join the grounds")),
    "buzzer": (mark("buzzer"), mark("a passive piezo buzzer, between its line and GND")),
    "switch": (mark("power switch"), mark("told when the machine has halted")),
    "power": (mark("power"), mark("3V3 for the display, 5V for lamps and servo: never the other way round")),
    "ground": (mark("ground"), mark("every GND pin is the same; those marked are near their device")),
}
"""How each is called, and what there is to know about it."""

_WHERE = mark("The 40-pin header from above, the end with the memory card at the top. Pin 1 is square.")


def picture(connected: Iterable[Connection], speech: Speech = ENGLISH) -> str:
    """The header with everything that hangs on it, as an SVG that stands by itself."""
    used = {one.pin: one for one in connected}
    legend = _legend(used.values())
    sheet = Box(0, 0, _WIDTH, _TOP + _HEIGHT + 50 + 28 * len(legend))
    root = canvas(sheet, fount=_FOUNT, fill=_INK)
    rect(root, sheet, fill="#ffffff")
    text(root, speech.say("Veilingklok: the wiring"), (_MIDDLE, 48), 26, font_weight="bold")
    text(root, speech.say(_WHERE), (_MIDDLE, 76), 14, fill=_FADED)
    _draw_header(root, used, speech)
    for place, one in enumerate(legend):
        _draw_explained(root, one, _TOP + _HEIGHT + 46 + 28 * place, speech)
    return finished(root)


def draw_wiring(page: Page, fittings: Fittings, speech: Speech) -> None:
    """The same, as large as the page has room for it, with the legend below."""
    connected = connections(fittings)
    middle, top = page.room.middle[0], page.room.y
    y = paragraph(page.root, speech.say(_WHERE), (page.room.x, top), BODY, page.room.width)
    if not connected:
        paragraph(page.root, speech.say("Nothing is connected."), (page.room.x, y + 2), BODY, page.room.width)
    corner = (middle - _MIDDLE * _SCALE, y + 6 - (_TOP - 12) * _SCALE)
    header = shape(page.root, "g", transform=_placed(corner, _SCALE), font_family=_FOUNT, fill=_INK)
    _draw_header(header, {one.pin: one for one in connected}, speech)
    y += 6 + (_HEIGHT + 24) * _SCALE + 6
    for one in _legend(connected):
        y = _draw_legend(page, one, y, speech)


def _placed(corner: tuple[float, float], scale: float) -> str:
    return f"translate({corner[0]:.3f} {corner[1]:.3f}) scale({scale:g})"


def _draw_legend(page: Page, one: Connection, y: float, speech: Speech) -> float:
    """A line or two of it; where the next begins."""
    name, words = map(speech.told, _LEGEND[one.use])
    left = page.room.x
    sign = shape(page.root, "g", transform=_placed((left + 3, y + BODY * 0.6), 0.18))
    _draw_mark(sign, 0, 0, one)
    paragraph(page.root, name, (left + 8, y), BODY, 24, bold=True)
    return paragraph(page.root, words, (left + 32, y), BODY, page.room.width - 32) + 1.6


def _legend(connected: Iterable[Connection]) -> list[Connection]:
    """An example of each use."""
    examples = {one.use: one for one in reversed(list(connected))}
    return [examples[use] for use in _LEGEND if use in examples]


def _draw_header(parent: Element, used: dict[int, Connection], speech: Speech) -> None:
    edges = Box(_MIDDLE - 42, _TOP - 12, 84, _HEIGHT + 24)
    rect(parent, edges, rx=12, fill=_BODY, stroke=_PALE, stroke_width=1.2)
    for pin in range(1, len(HEADER) + 1):
        _draw_pin(parent, pin, used.get(pin), speech)


def _draw_pin(parent: Element, pin: int, one: Connection | None, speech: Speech) -> None:
    """Every pin has a row and a side to itself, so no wire crosses another and no words meet."""
    side = -1 if pin % 2 else 1
    x, y = _MIDDLE + side * _SPLIT, _TOP + _ROW * row_of(pin) + _ROW // 2
    if one:
        _draw_wire(parent, one, side, y, speech)
    text(parent, carried(pin), (_MIDDLE + side * sum(_TAG) / 2, y + 4), 11.5, fill=_INK if one else _PALE)
    _draw_mark(parent, x, y, one, square=pin == 1)
    text(parent, pin, (x, y + 3.5), 9.5, fill=_ink_on(one), font_weight="bold")


def _draw_wire(parent: Element, one: Connection, side: int, y: int, speech: Speech) -> None:
    """From the pin through its tag to its label."""
    start, end = _MIDDLE + side * _SPLIT, _MIDDLE + side * _WIRE_END
    for width, stroke in ((4.5, _INK), (2.5, _fill(one))):  # the dark edge shows a white wire on white paper
        looks = {"stroke": stroke, "stroke_width": width, "stroke_linecap": "round"}
        shape(parent, "line", x1=start, y1=y, x2=end, y2=y, **looks)
    left = min(_MIDDLE + side * edge for edge in _TAG)
    tag = Box(left, y - 10, _TAG[1] - _TAG[0], 20)
    rect(parent, tag, rx=10, fill="#ffffff", stroke=_INK, stroke_width=1.2)
    anchor = "end" if side < 0 else "start"
    text(parent, one.label(speech), (end + side * 10, y + 5), 14.5, text_anchor=anchor)


def _draw_mark(parent: Element, x: float, y: float, one: Connection | None, *, square: bool = False) -> None:
    looks = {"fill": _fill(one) if one else "#ffffff", "stroke": _INK if one else _PALE, "stroke_width": 1.4}
    if square:
        rect(parent, Box(x, y, 0, 0).grown(_RADIUS), rx=2, **looks)
    else:
        shape(parent, "circle", cx=x, cy=y, r=_RADIUS, **looks)
    if one and one.use == "lamp":
        shape(parent, "circle", cx=x, cy=y, r=_RADIUS - 4, fill="#ffffff", stroke=_INK, stroke_width=0.7)


def _draw_explained(parent: Element, one: Connection, y: float, speech: Speech) -> None:
    name, words = map(speech.told, _LEGEND[one.use])
    _draw_mark(parent, 70, y, one)
    text(parent, name, (94, y + 5), 14, text_anchor="start", font_weight="bold")
    text(parent, words, (166, y + 5), 13, text_anchor="start", fill=_FADED)


def _fill(one: Connection) -> str:
    if one.colour is None:
        return _FILLS[one.use]
    red, green, blue = COLOURS[one.colour]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _ink_on(one: Connection | None) -> str:
    """In which the number on a pin can be read."""
    if one is None:
        return _FADED
    red, green, blue = bytes.fromhex(_fill(one)[1:])
    is_dark = 0.3 * red + 0.59 * green + 0.11 * blue < 128
    return "#ffffff" if is_dark and one.use != "lamp" else _INK
