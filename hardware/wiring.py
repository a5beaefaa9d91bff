"""How the device is wired: every connection that the settings ask for, on the 40-pin header of the Pi.

As a table and as the header in letters; `wiring_picture` draws it. Nothing is opened here and nothing is switched.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

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
        return carried(self.pin)


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
    return min(free, key=lambda pin: sum(abs(row_of(pin) - row_of(line)) for line in near))


def row_of(pin: int) -> int:
    return (pin - 1) // 2


def carried(pin: int) -> str:
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
        one = f"{labels.get(left, ''):>{width}}  {carried(left):>7}  {_numbered(left, labels)}"
        other = f"{_numbered(right, labels)}  {carried(right):<7}  {labels.get(right, '')}"
        lines.append(f"{one} {other}".rstrip() + "\n")
    return "".join(lines)


def _numbered(pin: int, labels: dict[int, str]) -> str:
    """In brackets if something is connected to it."""
    return f"[{pin:>2}]" if pin in labels else f" {pin:>2} "
