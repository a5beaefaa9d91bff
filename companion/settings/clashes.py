"""What cannot be built together: found in the settings, all at once, before anything is opened."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.games.speech import Phrase
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings
from companion.settings.header import I2C_LINES, ID_LINES, PWM_LINES, SPI_LINES
from companion.settings.listing import either, together

SIZES = {
    "ssd1306": ("128x64", "128x32"),
    "ssd1309": ("128x64",),
    "ssd1315": ("128x64", "128x32"),
    "sh1106": ("128x64", "128x32", "128x128"),
    "sh1107": ("128x128",),
    "ch1115": ("128x64",),
}
"""That each display chip comes in."""

LEAST_SWEEP = 300
"""Microseconds between the ends of the dial: below that the hand would move in visible steps."""


def clashes(fittings: Fittings) -> Iterator[Phrase]:
    """Each as a sentence."""
    yield from _used_twice(fittings)
    yield from _lines_of_others(fittings)
    if fittings.display:
        yield from _display(fittings.display)
    if fittings.dial:
        yield from _dial(fittings.dial)
    yield from _colours(fittings)
    for seat in fittings.chord:
        if fittings.seats[seat].button is None:
            yield Phrase("power.chord names seat {seat}, which has no button.", seat=seat + 1)


def impatience(values: Mapping[str, Mapping[str, Any]]) -> Iterator[Phrase]:
    """A button that counts as stuck does not switch off."""
    if values["power"]["chord"] and values["power"]["hold_s"] >= values["buttons"]["stuck_s"]:
        yield Phrase("power.hold_s must be less than buttons.stuck_s: a button held down for longer is stuck.")


def lines(fittings: Fittings) -> list[tuple[int, str]]:
    """Every line that a device of ours is on, with the setting that says so."""
    named = [
        *((seat.button, f"seat{place}.button") for place, seat in enumerate(fittings.seats, 1)),
        *((seat.lamp, f"seat{place}.lamp") for place, seat in enumerate(fittings.seats, 1)),
        (fittings.buzzer, "sound.buzzer"),
        (fittings.halted, "power.halted"),
    ]
    if fittings.dial:
        named.append((fittings.dial.line, "dial.line"))
    if fittings.display and fittings.display.bus == "spi":
        named += [(fittings.display.dc, "display.dc"), (fittings.display.reset, "display.reset")]
    return [(line, name) for line, name in named if line is not None]


def bus_lines(fittings: Fittings) -> dict[int, str]:
    """The lines that the display's bus needs, with its name."""
    display = fittings.display
    if display is None:
        return {}
    known = I2C_LINES if display.bus == "i2c" else SPI_LINES
    return dict.fromkeys(known.get(display.port, ()), f"{display.bus.upper()} {display.port}")


def _used_twice(fittings: Fittings) -> Iterator[Phrase]:
    users: dict[int, list[str]] = {}
    for line, name in lines(fittings):
        users.setdefault(line, []).append(name)
    for line, names in users.items():
        if len(names) == 2:
            yield Phrase("line {line} is used twice: by {settings}.", line=line, settings=together(names))
        elif len(names) > 2:
            yield Phrase(
                "line {line} is used {count} times: by {settings}.",
                line=line,
                count=len(names),
                settings=together(names),
            )


def _lines_of_others(fittings: Fittings) -> Iterator[Phrase]:
    bus = bus_lines(fittings)
    for line, name in lines(fittings):
        if line in bus:
            yield Phrase(
                "{setting} is on line {line}, which the display's bus {bus} needs.",
                setting=name,
                line=line,
                bus=bus[line],
            )
        elif line in ID_LINES:
            yield Phrase(
                "{setting} is on line {line}, which the firmware needs to find out what sits on the header.",
                setting=name,
                line=line,
            )


def _display(display: DisplayFitting) -> Iterator[Phrase]:
    size = f"{display.width}x{display.height}"
    if size not in SIZES[display.driver]:
        yield Phrase(
            "display.size {size} does not go with {chip}, which has {sizes}.",
            size=size,
            chip=display.driver,
            sizes=either(SIZES[display.driver]),
        )
    if display.bus == "spi" and display.dc is None:
        yield Phrase("display.dc must name a line: a display on SPI needs one for data/command.")
    if display.bus == "spi" and display.port not in SPI_LINES:
        yield Phrase(
            "display.port {port} is no SPI bus on the header; there are {known}.",
            port=display.port,
            known=_listed(SPI_LINES),
        )


def _dial(dial: DialFitting) -> Iterator[Phrase]:
    if dial.line is None:
        yield Phrase("dial.line must name a line: the servo hangs on one.")
    elif dial.kind == "pwm" and dial.line not in PWM_LINES:
        yield Phrase("dial.line {line} has no hardware PWM; {known} have.", line=dial.line, known=_listed(PWM_LINES))
    if abs(dial.end_us - dial.start_us) < LEAST_SWEEP:
        yield Phrase(
            "dial.start_us and dial.end_us must lie at least {least} apart, or the hand moves in steps.",
            least=LEAST_SWEEP,
        )
    if dial.start_angle == dial.end_angle:
        yield Phrase("dial.start_angle and dial.end_angle are the same: the hand has to go somewhere.")


def _colours(fittings: Fittings) -> Iterator[Phrase]:
    seats: dict[str, list[str]] = {}
    for place, seat in enumerate(fittings.seats, 1):
        seats.setdefault(seat.colour, []).append(f"seat{place}.colour")
    for colour, names in seats.items():
        if len(names) > 1:
            yield Phrase("{settings} are the same: {colour}.", settings=together(names), colour=colour)


def _listed(numbers: Iterable[int]) -> Phrase:
    *most, last = map(str, numbers)
    return Phrase("{some} and {last}", some=", ".join(most), last=last)
