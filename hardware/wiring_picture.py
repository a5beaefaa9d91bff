"""The wiring as a picture: the header with everything that hangs on it, in the colours of the seats."""

from collections.abc import Iterable
from xml.etree import ElementTree

from companion.colours import COLOURS
from companion.games.speech import ENGLISH, Speech, mark
from companion.settings.header import HEADER
from hardware.wiring import Connection, Use, carried, row_of

_WIDTH = 920
_MIDDLE = _WIDTH // 2
_TOP = 126
_ROW = 30
_SPLIT = 20
"""From the middle to each column of pins."""
_TAG = (56, 116)
"""From the middle to both ends of the tag that says what the pin carries."""
_WIRE_END = 152
_RADIUS = 12

_INK, _FADED, _PALE, _BODY = "#1f2933", "#5f6c7b", "#9aa8b5", "#eef2f6"

_FILLS: dict[Use, str] = {
    "bus": "#6a4fb3",
    "dial": "#0e8088",
    "buzzer": "#8a5a2b",
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
    "power": (mark("power"), mark("3V3 for the display, 5V for lamps and servo: never the other way round")),
    "ground": (mark("ground"), mark("every GND pin is the same; those marked are near their device")),
}
"""How each is called, and what there is to know about it."""


def picture(connected: Iterable[Connection], speech: Speech = ENGLISH) -> str:
    """The header with everything that hangs on it, as an SVG that stands by itself."""
    used = {one.pin: one for one in connected}
    examples = {one.use: one for one in reversed(used.values())}
    legend = [examples[use] for use in _LEGEND if use in examples]
    body = _ROW * len(HEADER) // 2
    height = _TOP + body + 50 + 28 * len(legend)
    looks = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_WIDTH} {height}", "font-family": "sans-serif"}
    root = ElementTree.Element("svg", looks | {"width": str(_WIDTH), "height": str(height), "fill": _INK})
    _shape(root, "rect", width=_WIDTH, height=height, fill="#ffffff")
    _text(root, speech.say("Veilingklok: the wiring"), _MIDDLE, 48, 26, font_weight="bold")
    where = speech.say("The 40-pin header from above, the end with the memory card at the top. Pin 1 is square.")
    _text(root, where, _MIDDLE, 76, 14, fill=_FADED)
    edges = {"x": _MIDDLE - 42, "y": _TOP - 12, "width": 84, "height": body + 24, "rx": 12}
    _shape(root, "rect", **edges, fill=_BODY, stroke=_PALE, stroke_width=1.2)
    for pin in range(1, len(HEADER) + 1):
        _drawn(root, pin, used.get(pin), speech)
    for place, one in enumerate(legend):
        _explained(root, one, _TOP + body + 46 + 28 * place, speech)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _drawn(root: ElementTree.Element, pin: int, one: Connection | None, speech: Speech) -> None:
    """Every pin has a row and a side to itself, so no wire crosses another and no words meet."""
    side = -1 if pin % 2 else 1
    x, y = _MIDDLE + side * _SPLIT, _TOP + _ROW * row_of(pin) + _ROW // 2
    if one:
        _wire(root, one, side, y, speech)
    _text(root, carried(pin), _MIDDLE + side * sum(_TAG) / 2, y + 4, 11.5, fill=_INK if one else _PALE)
    _mark(root, x, y, one, square=pin == 1)
    _text(root, str(pin), x, y + 3.5, 9.5, fill=_ink_on(one), font_weight="bold")


def _wire(root: ElementTree.Element, one: Connection, side: int, y: int, speech: Speech) -> None:
    """From the pin through its tag to its label."""
    start, end = _MIDDLE + side * _SPLIT, _MIDDLE + side * _WIRE_END
    for width, stroke in ((4.5, _INK), (2.5, _fill(one))):  # the dark edge shows a white wire on white paper
        looks = {"stroke": stroke, "stroke_width": width, "stroke_linecap": "round"}
        _shape(root, "line", x1=start, y1=y, x2=end, y2=y, **looks)
    left = min(_MIDDLE + side * edge for edge in _TAG)
    box = {"x": left, "y": y - 10, "width": _TAG[1] - _TAG[0], "height": 20, "rx": 10}
    _shape(root, "rect", **box, fill="#ffffff", stroke=_INK, stroke_width=1.2)
    _text(root, one.label(speech), end + side * 10, y + 5, 14.5, text_anchor="end" if side < 0 else "start")


def _mark(root: ElementTree.Element, x: float, y: float, one: Connection | None, *, square: bool = False) -> None:
    looks = {"fill": _fill(one) if one else "#ffffff", "stroke": _INK if one else _PALE, "stroke_width": 1.4}
    if square:
        _shape(root, "rect", x=x - _RADIUS, y=y - _RADIUS, width=2 * _RADIUS, height=2 * _RADIUS, rx=2, **looks)
    else:
        _shape(root, "circle", cx=x, cy=y, r=_RADIUS, **looks)
    if one and one.use == "lamp":
        _shape(root, "circle", cx=x, cy=y, r=_RADIUS - 4, fill="#ffffff", stroke=_INK, stroke_width=0.7)


def _explained(root: ElementTree.Element, one: Connection, y: float, speech: Speech) -> None:
    name, words = map(speech.told, _LEGEND[one.use])
    _mark(root, 70, y, one)
    _text(root, name, 94, y + 5, 14, text_anchor="start", font_weight="bold")
    _text(root, words, 166, y + 5, 13, text_anchor="start", fill=_FADED)


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


def _shape(parent: ElementTree.Element, tag: str, **looks: object) -> ElementTree.Element:
    """`stroke_width=2` becomes `stroke-width="2"`."""
    written = {
        name.replace("_", "-"): f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in looks.items()
    }
    return ElementTree.SubElement(parent, tag, written)


def _text(parent: ElementTree.Element, words: str, x: float, y: float, size: float, **looks: object) -> None:
    """Centred, unless `text_anchor` says otherwise."""
    _shape(parent, "text", **{"x": x, "y": y, "font_size": size, "text_anchor": "middle", **looks}).text = words
