"""The kinds of settings: each knows its default, its help, what a good value is, and how a file says it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

NONE = "none"
"""How a file says that something is not there."""

LINES = range(28)
"""The GPIO lines of the 40-pin header."""

SEATS = range(1, 6)
"""As people count them."""


class Setting(NamedTuple):
    section: str
    name: str
    default: Any
    help: str
    is_good: Callable[[Any], bool]
    must: str
    """What a good value is, for the sentence about a bad one."""
    least: float | None = None
    most: float | None = None
    written: Callable[[Any], str] = lambda value: msgspec.json.encode(value).decode()

    @property
    def key(self) -> str:
        return f"{self.section}.{self.name}"


def one_of(section: str, name: str, choices: tuple[str, ...], help: str, default: str | None = None) -> Setting:
    must = f"be {' or '.join(choices)}"
    return Setting(section, name, default or choices[0], help, lambda value: value in choices, must)


def number(section: str, name: str, default: float, least: float, most: float, help: str) -> Setting:
    def is_good(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    return Setting(section, name, default, help, is_good, f"be a number from {least:g} to {most:g}", least, most)


def whole(section: str, name: str, default: int, least: int, most: int, help: str) -> Setting:
    must = f"be a whole number from {least} to {most}"
    return Setting(section, name, default, help, lambda value: _is_whole(value, least, most), must, least, most)


def yes_or_no(section: str, name: str, default: bool, help: str) -> Setting:
    return Setting(section, name, default, help, lambda value: isinstance(value, bool), "be true or false")


def line(section: str, name: str, default: int | str, help: str) -> Setting:
    """A GPIO line by its number on the chip, not by the place of its pin on the header."""

    def is_good(value: Any) -> bool:
        return value == NONE or _is_whole(value, LINES[0], LINES[-1])

    return Setting(section, name, default, help, is_good, f'be a GPIO line from 0 to {LINES[-1]}, or "{NONE}"')


def address(section: str, name: str, default: int, help: str) -> Setting:
    least, most = 0x08, 0x77
    return Setting(
        section,
        name,
        default,
        help,
        lambda value: _is_whole(value, least, most),
        f"be an address from {least:#04x} to {most:#04x}",
        written=lambda value: f"{value:#04x}",
    )


def two_seats(section: str, name: str, default: tuple[int, int], help: str) -> Setting:
    def is_good(value: Any) -> bool:
        seats = list(value) if isinstance(value, list | tuple) else []
        known = all(_is_whole(seat, SEATS[0], SEATS[-1]) for seat in seats)
        return value == [] or (known and len(seats) == 2 and seats[0] != seats[1])

    must = f"be two different seats from {SEATS[0]} to {SEATS[-1]}, such as [1, 3], or []"
    return Setting(section, name, list(default), help, is_good, must)


def text(section: str, name: str, default: str, help: str) -> Setting:
    def is_good(value: Any) -> bool:
        return isinstance(value, str) and 0 < len(value) <= 100 and value.isprintable()

    return Setting(section, name, default, help, is_good, "be a word of 1 to 100 letters")


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
