"""How the device is wired: every connection that the settings ask for, on the 40-pin header of the Pi.

As a table, as the header in letters, and as a picture. Nothing is opened here and nothing is switched.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple
from xml.etree import ElementTree

from companion.colours import COLOURS
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings, SeatFitting
from companion.settings.header import HEADER, I2C_LINES, PIN_OF_LINE, SPI_LINES

Use = Literal["button", "lamp", "bus", "dial", "buzzer", "power", "ground"]


class Connection(NamedTuple):
    pin: int
    use: Use
    device: str
    part: str
    how: str
    """In a few words, for the person with the wire in hand."""
    colour: str | None = None
    """The seat's, for its button and its lamp."""

    @property
    def label(self) -> str:
        return f"{self.device}: {self.part}"

    @property
    def carries(self) -> str:
        return _carried(self.pin)


class _Wire(NamedTuple):
    """A connection before it has its pin: of 3V3, 5V and GND any free pin will do."""

    to: int | str
    use: Use
    device: str
    part: str
    how: str
    colour: str | None = None


def connections(fittings: Fittings) -> tuple[Connection, ...]:
    """Device by device. Each has a ground pin of its own, as near to its lines as one is left."""
    wires = list(_wires(fittings))
    near: dict[str, list[int]] = {wire.device: [] for wire in wires}
    for wire in wires:
        if isinstance(wire.to, int):
            for device in (wire.device, f"{wire.part}s"):  # a seat's button is one of the buttons
                near.setdefault(device, []).append(PIN_OF_LINE[wire.to])
    pins: dict[_Wire, int] = {}
    for wire in sorted(wires, key=lambda wire: len(near[wire.device])):  # who has one line needs its neighbour most
        pins[wire] = _pin(wire.to, near[wire.device], set(pins.values()))
    return tuple(Connection(pins[wire], *wire[1:]) for wire in wires)


def _wires(fittings: Fittings) -> Iterator[_Wire]:
    for place, seat in enumerate(fittings.seats, 1):
        yield from _seat(place, seat)
    yield from _all_seats(fittings.seats)
    if fittings.display:
        yield from _display(fittings.display)
    if fittings.dial:
        yield from _dial(fittings.dial)
    if fittings.buzzer is not None:
        yield from _buzzer(fittings.buzzer)


def _pin(to: int | str, near: list[int], taken: set[int]) -> int:
    if isinstance(to, int):
        return PIN_OF_LINE[to]
    free = [pin for pin, carried in enumerate(HEADER, 1) if carried == to and pin not in taken]
    return min(free, key=lambda pin: sum(abs(_row(pin) - _row(line)) for line in near))


def _row(pin: int) -> int:
    return (pin - 1) // 2


def _carried(pin: int) -> str:
    carried = HEADER[pin - 1]
    return carried if isinstance(carried, str) else f"GPIO {carried}"


# --- what each device needs


def _seat(place: int, seat: SeatFitting) -> Iterator[_Wire]:
    name = f"seat {place} ({seat.colour})"
    if seat.button is not None:
        yield _Wire(seat.button, "button", name, "button", "between this line and GND, without a resistor", seat.colour)
    if seat.lamp is not None:
        how = "through a ULN2803 or transistor: it draws more than a pin gives"
        yield _Wire(seat.lamp, "lamp", name, "lamp", how, seat.colour)


def _all_seats(seats: tuple[SeatFitting, ...]) -> Iterator[_Wire]:
    """What the buttons have in common, and the lamps."""
    if any(seat.button is not None for seat in seats):
        yield _Wire("GND", "ground", "buttons", "GND", "the other contact of every button")
    if any(seat.lamp is not None for seat in seats):
        yield _Wire("5V", "power", "lamps", "5V", "plus of every lamp; minus goes to its output of the driver")
        yield _Wire("GND", "ground", "lamps", "GND", "ground of the driver")


def _display(display: DisplayFitting) -> Iterator[_Wire]:
    yield from _i2c(display) if display.bus == "i2c" else _spi(display)
    yield _Wire("GND", "ground", "display", "GND", "GND of the display")


def _i2c(display: DisplayFitting) -> Iterator[_Wire]:
    power = "VCC of the display; 5V would harm the lines of the bus"
    if display.port not in I2C_LINES:
        power += f"; SDA and SCL where I2C bus {display.port} has them"
    yield _Wire("3V3", "power", "display", "3V3", power)
    for line, part in zip(I2C_LINES.get(display.port, ()), ("SDA", "SCL"), strict=False):
        yield _Wire(line, "bus", "display", part, f"{part} of the display")


def _spi(display: DisplayFitting) -> Iterator[_Wire]:
    assert display.dc is not None
    data, _, clock, *selects = SPI_LINES[display.port]
    power = "VCC of the display" + ("; its RES too, as display.reset is none" if display.reset is None else "")
    yield _Wire("3V3", "power", "display", "3V3", power)
    yield _Wire(data, "bus", "display", "MOSI", "MOSI of the display: SDA, DIN or D1 on some")
    yield _Wire(clock, "bus", "display", "SCLK", "SCLK of the display: SCL, CLK or D0 on some")
    yield _Wire(selects[display.select], "bus", "display", f"CE{display.select}", "CS of the display")
    yield _Wire(display.dc, "bus", "display", "DC", "DC of the display, data or command")
    if display.reset is not None:
        yield _Wire(display.reset, "bus", "display", "RST", "RES of the display")


def _dial(dial: DialFitting) -> Iterator[_Wire]:
    assert dial.line is not None
    yield _Wire(dial.line, "dial", "dial", "signal", "orange, yellow or white wire of the servo")
    yield _Wire("5V", "power", "dial", "5V", "red wire; better from a 5 V supply of its own, grounds joined")
    yield _Wire("GND", "ground", "dial", "GND", "brown or black wire, and the ground of its own supply")


def _buzzer(line: int) -> Iterator[_Wire]:
    yield _Wire(line, "buzzer", "buzzer", "+", "a passive piezo buzzer; a magnetic one needs a transistor")
    yield _Wire("GND", "ground", "buzzer", "GND", "the other leg of the buzzer")


# --- in letters


def table(connected: Iterable[Connection]) -> str:
    """A line for each connection, device by device."""
    rows = [("pin", "line", "device", "how"), *((str(one.pin), one.carries, one.label, one.how) for one in connected)]
    if len(rows) == 1:
        return "Nothing is connected.\n"
    device = max(len(row[2]) for row in rows)
    return "".join(f"{pin:>3}  {line:<7}  {name:<{device}}  {how}\n" for pin, line, name, how in rows)


def header(connected: Iterable[Connection]) -> str:
    """The header as it lies on the board, pin 1 at the top left."""
    labels = {one.pin: one.label for one in connected}
    width = max((len(label) for pin, label in labels.items() if pin % 2), default=0)
    lines = []
    for left in range(1, len(HEADER), 2):
        right = left + 1
        one = f"{labels.get(left, ''):>{width}}  {_carried(left):>7}  {_numbered(left, labels)}"
        other = f"{_numbered(right, labels)}  {_carried(right):<7}  {labels.get(right, '')}"
        lines.append(f"{one} {other}".rstrip() + "\n")
    return "".join(lines)


def _numbered(pin: int, labels: dict[int, str]) -> str:
    """In brackets if something is connected to it."""
    return f"[{pin:>2}]" if pin in labels else f" {pin:>2} "


# --- as a picture

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
_LEGEND: dict[Use, str] = {
    "button": "in its seat's colour: between its line and GND, without a resistor",
    "lamp": "in its seat's colour, white inside: through a ULN2803 or a transistor, never straight to the pin",
    "bus": "data, clock and control lines of the display",
    "dial": "signal of the servo; give it a 5 V supply of its own and join the grounds",
    "buzzer": "a passive piezo buzzer, between its line and GND",
    "power": "3V3 for the display, 5V for lamps and servo: never the other way round",
    "ground": "every GND pin is the same; those marked are near their device",
}


def picture(connected: Iterable[Connection]) -> str:
    """The header with everything that hangs on it, as an SVG that stands by itself."""
    used = {one.pin: one for one in connected}
    examples = {one.use: one for one in reversed(used.values())}
    legend = [examples[use] for use in _LEGEND if use in examples]
    body = _ROW * len(HEADER) // 2
    height = _TOP + body + 50 + 28 * len(legend)
    looks = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_WIDTH} {height}", "font-family": "sans-serif"}
    root = ElementTree.Element("svg", looks | {"width": str(_WIDTH), "height": str(height), "fill": _INK})
    _shape(root, "rect", width=_WIDTH, height=height, fill="#ffffff")
    _text(root, "Veilingklok: the wiring", _MIDDLE, 48, 26, font_weight="bold")
    where = "The 40-pin header from above, the end with the memory card at the top. Pin 1 is square."
    _text(root, where, _MIDDLE, 76, 14, fill=_FADED)
    edges = {"x": _MIDDLE - 42, "y": _TOP - 12, "width": 84, "height": body + 24, "rx": 12}
    _shape(root, "rect", **edges, fill=_BODY, stroke=_PALE, stroke_width=1.2)
    for pin in range(1, len(HEADER) + 1):
        _drawn(root, pin, used.get(pin))
    for place, one in enumerate(legend):
        _explained(root, one, _TOP + body + 46 + 28 * place)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _drawn(root: ElementTree.Element, pin: int, one: Connection | None) -> None:
    """Every pin has a row and a side to itself, so no wire crosses another and no words meet."""
    side = -1 if pin % 2 else 1
    x, y = _MIDDLE + side * _SPLIT, _TOP + _ROW * _row(pin) + _ROW // 2
    if one:
        _wire(root, one, side, y)
    _text(root, _carried(pin), _MIDDLE + side * sum(_TAG) / 2, y + 4, 11.5, fill=_INK if one else _PALE)
    _mark(root, x, y, one, square=pin == 1)
    _text(root, str(pin), x, y + 3.5, 9.5, fill=_ink_on(one), font_weight="bold")


def _wire(root: ElementTree.Element, one: Connection, side: int, y: int) -> None:
    """From the pin through its tag to its label."""
    start, end = _MIDDLE + side * _SPLIT, _MIDDLE + side * _WIRE_END
    for width, stroke in ((4.5, _INK), (2.5, _fill(one))):  # the dark edge shows a white wire on white paper
        looks = {"stroke": stroke, "stroke_width": width, "stroke_linecap": "round"}
        _shape(root, "line", x1=start, y1=y, x2=end, y2=y, **looks)
    left = min(_MIDDLE + side * edge for edge in _TAG)
    box = {"x": left, "y": y - 10, "width": _TAG[1] - _TAG[0], "height": 20, "rx": 10}
    _shape(root, "rect", **box, fill="#ffffff", stroke=_INK, stroke_width=1.2)
    _text(root, one.label, end + side * 10, y + 5, 14.5, text_anchor="end" if side < 0 else "start")


def _mark(root: ElementTree.Element, x: float, y: float, one: Connection | None, *, square: bool = False) -> None:
    looks = {"fill": _fill(one) if one else "#ffffff", "stroke": _INK if one else _PALE, "stroke_width": 1.4}
    if square:
        _shape(root, "rect", x=x - _RADIUS, y=y - _RADIUS, width=2 * _RADIUS, height=2 * _RADIUS, rx=2, **looks)
    else:
        _shape(root, "circle", cx=x, cy=y, r=_RADIUS, **looks)
    if one and one.use == "lamp":
        _shape(root, "circle", cx=x, cy=y, r=_RADIUS - 4, fill="#ffffff", stroke=_INK, stroke_width=0.7)


def _explained(root: ElementTree.Element, one: Connection, y: float) -> None:
    _mark(root, 70, y, one)
    _text(root, one.use, 94, y + 5, 14, text_anchor="start", font_weight="bold")
    _text(root, _LEGEND[one.use], 166, y + 5, 13, text_anchor="start", fill=_FADED)


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
