"""The kinds of settings: each knows its default, its help, what a good value is, and how a file says it."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from companion.games.speech import Phrase
from companion.settings.listing import either

NONE = "none"
"""How a file says that something is not there."""

LINES = range(28)
"""The GPIO lines of the 40-pin header."""

SEATS = range(1, 6)
"""As people count them."""


_MACHINE = re.compile(r"([A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*\.?)?")


class Setting(NamedTuple):
    section: str
    name: str
    default: Any
    help: Phrase
    is_good: Callable[[Any], bool]
    must_be: Phrase
    """What a good value is. Numbers are as the file has them: with a point, whatever the language."""
    least: float | None = None
    most: float | None = None
    written: Callable[[Any], str] = lambda value: msgspec.json.encode(value).decode()

    @property
    def key(self) -> str:
        return f"{self.section}.{self.name}"

    @property
    def is_free(self) -> bool:
        """People write there what they like, which is nobody else's business."""
        return self.is_good("something")


def one_of(section: str, name: str, choices: tuple[str, ...], help: Phrase, default: str | None = None) -> Setting:
    return Setting(section, name, default or choices[0], help, lambda value: value in choices, either(choices))


def number(section: str, name: str, default: float, least: float, most: float, help: Phrase) -> Setting:
    def is_good(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    must_be = Phrase("a number from {least} to {most}", least=f"{least:g}", most=f"{most:g}")
    return Setting(section, name, default, help, is_good, must_be, least, most)


def whole(section: str, name: str, default: int, least: int, most: int, help: Phrase) -> Setting:
    must_be = Phrase("a whole number from {least} to {most}", least=str(least), most=str(most))
    return Setting(section, name, default, help, lambda value: _is_whole(value, least, most), must_be, least, most)


def yes_or_no(section: str, name: str, default: bool, help: Phrase) -> Setting:
    return Setting(section, name, default, help, lambda value: isinstance(value, bool), either(["true", "false"]))


def line(section: str, name: str, default: int | str, help: Phrase) -> Setting:
    """A GPIO line by its number on the chip, not by the place of its pin on the header."""

    def is_good(value: Any) -> bool:
        return value == NONE or _is_whole(value, LINES[0], LINES[-1])

    must_be = Phrase('a GPIO line from 0 to {last}, or "none"', last=LINES[-1])
    return Setting(section, name, default, help, is_good, must_be)


def address(section: str, name: str, default: int, help: Phrase) -> Setting:
    least, most = 0x08, 0x77
    return Setting(
        section,
        name,
        default,
        help,
        lambda value: _is_whole(value, least, most),
        Phrase("an address from {least} to {most}", least=f"{least:#04x}", most=f"{most:#04x}"),
        written=lambda value: f"{value:#04x}",
    )


def two_seats(section: str, name: str, default: tuple[int, int], help: Phrase) -> Setting:
    def is_good(value: Any) -> bool:
        seats = list(value) if isinstance(value, list | tuple) else []
        known = all(_is_whole(seat, SEATS[0], SEATS[-1]) for seat in seats)
        return value == [] or (known and len(seats) == 2 and seats[0] != seats[1])

    must_be = Phrase("two different seats from 1 to {last}, such as [1, 3], or []", last=SEATS[-1])
    return Setting(section, name, list(default), help, is_good, must_be)


def text(section: str, name: str, default: str, help: Phrase) -> Setting:
    def is_good(value: Any) -> bool:
        return isinstance(value, str) and 0 < len(value) <= 100 and value.isprintable()

    return Setting(section, name, default, help, is_good, Phrase("a word of 1 to 100 letters"))


def anything(section: str, name: str, help: Phrase) -> Setting:
    """Whatever somebody may call something, or nothing."""

    def is_good(value: Any) -> bool:
        return isinstance(value, str) and len(value) <= 100 and value.isprintable()

    return Setting(section, name, "", help, is_good, Phrase('up to 100 letters, or ""'))


def machine(section: str, name: str, help: Phrase) -> Setting:
    """The name of a machine in a network, or none at all."""

    def is_good(value: Any) -> bool:
        return isinstance(value, str) and len(value) <= 100 and _MACHINE.fullmatch(value) is not None

    return Setting(section, name, "", help, is_good, Phrase('a name such as "veilingklok.local", or ""'))


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
