"""What is built into the device, as the settings tell it: typed, with None for what is not there."""

from typing import Any, Literal, NamedTuple

from companion.settings.kinds import NONE, SEATS

DialKind = Literal["pwm", "lgpio"]


class SeatFitting(NamedTuple):
    button: int | None
    lamp: int | None
    colour: str


class DisplayFitting(NamedTuple):
    driver: str
    width: int
    height: int
    bus: Literal["i2c", "spi"]
    port: int
    address: int
    select: int
    dc: int | None
    reset: int | None
    rotate: int
    contrast: int


class DialFitting(NamedTuple):
    kind: DialKind
    line: int | None
    start_us: int
    end_us: int
    start_angle: float
    end_angle: float


class Fittings(NamedTuple):
    """Seats count from 0 here, as everywhere in the program; in the file and for people from 1."""

    seats: tuple[SeatFitting, ...]
    display: DisplayFitting | None
    dial: DialFitting | None
    buzzer: int | None
    chord: tuple[int, ...]
    halted: int | None


def fittings_from(values: dict[str, dict[str, Any]]) -> Fittings:
    seats = [values[f"seat{seat}"] for seat in SEATS]
    return Fittings(
        seats=tuple(SeatFitting(_there(seat["button"]), _there(seat["lamp"]), seat["colour"]) for seat in seats),
        display=_display(**values["display"]),
        dial=_dial(values["dial"]),
        buzzer=_there(values["sound"]["buzzer"]),
        chord=tuple(seat - 1 for seat in values["power"]["chord"]),
        halted=_there(values["power"]["halted"]),
    )


def _there(line: int | str) -> int | None:
    return None if isinstance(line, str) else line


def _display(driver: str, size: str, dc: int | str, reset: int | str, **rest: Any) -> DisplayFitting | None:
    if driver == NONE:
        return None
    width, height = map(int, size.split("x"))
    return DisplayFitting(driver, width, height, dc=_there(dc), reset=_there(reset), **rest)


def _dial(dial: dict[str, Any]) -> DialFitting | None:
    if dial["kind"] == NONE:
        return None
    return DialFitting(
        dial["kind"],
        _there(dial["line"]),
        dial["start_us"],
        dial["end_us"],
        float(dial["start_angle"]),
        float(dial["end_angle"]),
    )
