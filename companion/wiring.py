"""How the device is wired: every connection that the settings ask for, on the 40-pin header of the Pi.

As a table and as the header in letters; `prints.wiring` draws it. Nothing is opened here and nothing is switched.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from companion.games.speech import ENGLISH, Phrase, Speech, mark
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings, SeatFitting
from companion.settings.header import HEADER, I2C_LINES, PIN_OF_LINE, SPI_LINES

Use = Literal["button", "lamp", "bus", "dial", "buzzer", "switch", "power", "ground"]


class Connection(NamedTuple):
    pin: int
    use: Use
    device: Phrase
    part: str
    how: Phrase
    """In a few words, for the person with the wire in hand."""
    colour: str | None = None
    """The seat's, for its button and its lamp."""

    def label(self, speech: Speech = ENGLISH) -> str:
        return f"{self.device.said(speech)}: {speech.told(self.part)}"

    @property
    def carries(self) -> str:
        return carried(self.pin)


class _Wire(NamedTuple):
    """A connection before it has its pin: of 3V3, 5V and GND any free pin will do."""

    to: int | str
    use: Use
    device: Phrase
    part: str
    how: Phrase
    colour: str | None = None


def connections(fittings: Fittings) -> tuple[Connection, ...]:
    """Device by device. Each has a ground pin of its own, as near to its lines as one is left."""
    wires = list(_wires(fittings))
    near: dict[str, list[int]] = {str(wire.device): [] for wire in wires}
    for wire in wires:
        if isinstance(wire.to, int):
            for device in (str(wire.device), f"{wire.part}s"):  # a seat's button is one of the buttons
                near.setdefault(device, []).append(PIN_OF_LINE[wire.to])
    pins: dict[_Wire, int] = {}
    for wire in sorted(wires, key=lambda wire: len(near[str(wire.device)])):  # one line needs its neighbour most
        pins[wire] = _pin(wire.to, near[str(wire.device)], set(pins.values()))
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
    if fittings.halted is not None:
        yield from _halted(fittings.halted)


def _pin(to: int | str, near: list[int], taken: set[int]) -> int:
    if isinstance(to, int):
        return PIN_OF_LINE[to]
    free = [pin for pin, carried in enumerate(HEADER, 1) if carried == to and pin not in taken]
    return min(free, key=lambda pin: sum(abs(row_of(pin) - row_of(line)) for line in near))


def row_of(pin: int) -> int:
    return (pin - 1) // 2


def carried(pin: int) -> str:
    carried = HEADER[pin - 1]
    return carried if isinstance(carried, str) else f"GPIO {carried}"


# --- what each device needs

_BUTTONS = Phrase("buttons")
_LAMPS = Phrase("lamps")
_DISPLAY = Phrase("display")
_DIAL = Phrase("dial")
_BUZZER = Phrase("buzzer")
_SWITCH = Phrase("power switch")


def _seat(place: int, seat: SeatFitting) -> Iterator[_Wire]:
    name = Phrase("seat {seat} ({colour})", seat=place, colour=Phrase(seat.colour))
    if seat.button is not None:
        how = Phrase("between this line and GND, without a resistor")
        yield _Wire(seat.button, "button", name, mark("button"), how, seat.colour)
    if seat.lamp is not None:
        how = Phrase("through a ULN2803 or transistor: it draws more than a pin gives")
        yield _Wire(seat.lamp, "lamp", name, mark("lamp"), how, seat.colour)


def _all_seats(seats: tuple[SeatFitting, ...]) -> Iterator[_Wire]:
    """What the buttons have in common, and the lamps."""
    if any(seat.button is not None for seat in seats):
        yield _Wire("GND", "ground", _BUTTONS, "GND", Phrase("the other contact of every button"))
    if any(seat.lamp is not None for seat in seats):
        plus = Phrase("plus of every lamp; minus goes to its output of the driver")
        yield _Wire("5V", "power", _LAMPS, "5V", plus)
        yield _Wire("GND", "ground", _LAMPS, "GND", Phrase("ground of the driver"))


def _display(display: DisplayFitting) -> Iterator[_Wire]:
    yield from _i2c(display) if display.bus == "i2c" else _spi(display)
    yield _Wire("GND", "ground", _DISPLAY, "GND", _of_the_display("GND"))


def _of_the_display(contact: str) -> Phrase:
    return Phrase("{contact} of the display", contact=contact)


def _i2c(display: DisplayFitting) -> Iterator[_Wire]:
    if display.port in I2C_LINES:
        power = Phrase("VCC of the display; 5V would harm the lines of the bus")
    else:
        power = Phrase(
            "VCC of the display; 5V would harm the lines of the bus; SDA and SCL where I2C bus {port} has them",
            port=display.port,
        )
    yield _Wire("3V3", "power", _DISPLAY, "3V3", power)
    for line, part in zip(I2C_LINES.get(display.port, ()), ("SDA", "SCL"), strict=False):
        yield _Wire(line, "bus", _DISPLAY, part, _of_the_display(part))


def _spi(display: DisplayFitting) -> Iterator[_Wire]:
    assert display.dc is not None
    data, _, clock, *selects = SPI_LINES[display.port]
    power = _of_the_display("VCC")
    if display.reset is None:
        power = Phrase("VCC of the display; its RES too, as display.reset is none")
    yield _Wire("3V3", "power", _DISPLAY, "3V3", power)
    yield _Wire(data, "bus", _DISPLAY, "MOSI", Phrase("MOSI of the display: SDA, DIN or D1 on some"))
    yield _Wire(clock, "bus", _DISPLAY, "SCLK", Phrase("SCLK of the display: SCL, CLK or D0 on some"))
    yield _Wire(selects[display.select], "bus", _DISPLAY, f"CE{display.select}", _of_the_display("CS"))
    yield _Wire(display.dc, "bus", _DISPLAY, "DC", Phrase("DC of the display, data or command"))
    if display.reset is not None:
        yield _Wire(display.reset, "bus", _DISPLAY, "RST", _of_the_display("RES"))


def _dial(dial: DialFitting) -> Iterator[_Wire]:
    assert dial.line is not None
    yield _Wire(dial.line, "dial", _DIAL, mark("signal"), Phrase("orange, yellow or white wire of the servo"))
    yield _Wire("5V", "power", _DIAL, "5V", Phrase("red wire; better from a 5 V supply of its own, grounds joined"))
    yield _Wire("GND", "ground", _DIAL, "GND", Phrase("brown or black wire, and the ground of its own supply"))


def _buzzer(line: int) -> Iterator[_Wire]:
    passive = Phrase("a passive piezo buzzer; a magnetic one needs a transistor")
    yield _Wire(line, "buzzer", _BUZZER, "+", passive)
    yield _Wire("GND", "ground", _BUZZER, "GND", Phrase("the other leg of the buzzer"))


def _halted(line: int) -> Iterator[_Wire]:
    how = Phrase("goes high when the machine has halted: a lamp through a transistor, or what cuts the power")
    yield _Wire(line, "switch", _SWITCH, mark("halted"), how)
    yield _Wire("GND", "ground", _SWITCH, "GND", Phrase("its ground"))


# --- in letters


def table(connected: Iterable[Connection], speech: Speech = ENGLISH) -> str:
    """A line for each connection, device by device."""
    headings = speech.say("pin"), speech.say("line"), speech.say("device"), speech.say("how")
    rows = [headings, *((str(one.pin), one.carries, one.label(speech), one.how.said(speech)) for one in connected)]
    if len(rows) == 1:
        return speech.say("Nothing is connected.") + "\n"
    device = max(len(row[2]) for row in rows)
    return "".join(f"{pin:>3}  {line:<7}  {name:<{device}}  {how}\n" for pin, line, name, how in rows)


def header(connected: Iterable[Connection], speech: Speech = ENGLISH) -> str:
    """The header as it lies on the board, pin 1 at the top left."""
    labels = {one.pin: one.label(speech) for one in connected}
    width = max((len(label) for pin, label in labels.items() if pin % 2), default=0)
    lines = []
    for left in range(1, len(HEADER), 2):
        right = left + 1
        one = f"{labels.get(left, ''):>{width}}  {carried(left):>7}  {_numbered(left, labels)}"
        other = f"{_numbered(right, labels)}  {carried(right):<7}  {labels.get(right, '')}"
        lines.append(f"{one} {other}".rstrip() + "\n")
    return "".join(lines)


def _numbered(pin: int, labels: dict[int, str]) -> str:
    """In brackets if something is connected to it."""
    return f"[{pin:>2}]" if pin in labels else f" {pin:>2} "
