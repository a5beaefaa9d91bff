"""Settings and health: how the clock runs, what the device is made of and how it is, which phones sit where. Everybody
may look; what is changed is changed by those who sit at the table.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from companion.games.speech import Phrase, mark
from companion.journal import here as in_this_place
from companion.reception import Pairing
from companion.settings.fittings import Fittings
from companion.version import installed_version
from companion.words import LANGUAGES, Words
from web import forms
from web.address import address
from web.here import Here
from web.merchants.opening import PROFILES
from web.seating import seats_here
from web.visitors import at_table, visitor
from web.workbench import name_of_board

PAGE = "/settings"
_PHONE_BIDS = {
    "without_button": mark("Seats without a button"),
    "never": mark("Nobody"),
    "always": mark("Everybody"),
}


class Choice(NamedTuple):
    sent: str
    """As the form sends it."""
    words: str


class Field(NamedTuple):
    """A setting that the table may change here."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    chosen: str


class Fitting(NamedTuple):
    """A part of the device."""

    title: str
    words: str
    is_there: bool


class Phone(NamedTuple):
    """One that sits at the table. Its name stays with the reception."""

    number: int
    seat: int
    since: str
    device: str
    is_mine: bool


class _Kind(NamedTuple):
    title: str
    usual: tuple[Any, ...]
    """What is offered; what is set is offered as well."""
    words: Callable[[Any, Words], str]


def _seconds(value: float, words: Words) -> str:
    return words.say("{seconds} s", seconds=_decimal(value, words))


def _times(value: float, words: Words) -> str:
    return f"{_decimal(value, words)} \u00d7"


def _decimal(value: float, words: Words) -> str:
    _, _, places = f"{value:g}".partition(".")
    return words.decimal(value, len(places))


_KINDS: dict[str, _Kind] = {
    "clock.profile": _Kind(
        mark("How the price falls"), tuple(PROFILES), lambda value, words: words.say(PROFILES[value])
    ),
    "clock.speed": _Kind(mark("Speed of the clock"), (0.5, 0.75, 1.0, 1.25, 1.5, 2.0), _times),
    "clock.seconds_per_price": _Kind(
        mark("How long the even clock shows each price"), (0.5, 1.0, 1.5, 2.0, 3.0, 5.0), _seconds
    ),
    "clock.get_ready": _Kind(mark("Countdown before the clock runs"), (0.0, 1.0, 2.0, 3.0, 5.0, 10.0), _seconds),
    "sound.ticks": _Kind(
        mark("A tick with every price"),
        (True, False),
        lambda value, words: words.say("On") if value else words.say("Off"),
    ),
    "bots.pace": _Kind(mark("How long bots think"), (0.0, 0.5, 1.5, 3.0, 5.0), _seconds),
    "referee.phone_bids": _Kind(
        mark("Who may bid by phone"), tuple(_PHONE_BIDS), lambda value, words: words.say(_PHONE_BIDS[value])
    ),
    "table.language": _Kind(
        mark("Language of the display"), tuple(LANGUAGES), lambda value, _words: str(LANGUAGES[value])
    ),
}
"""By key; how the device is wired is said in its settings file."""


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("settings", __name__, url_prefix=PAGE)
    page = SettingsPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("", view_func=page.change, methods=["POST"])
    doors.add_url_rule("/selftest", view_func=page.selftest, methods=["POST"])
    doors.add_url_rule("/pairings/<int:number>/remove", view_func=page.remove, methods=["POST"])
    return doors


class SettingsPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        words = visitor().words
        device = self._here.device
        return render_template(
            "settings.html",
            fields=[self._field(key, words) for key in _KINDS],
            languages=LANGUAGES,
            is_simulated=self._here.simulation is not None,
            works=device.driven_by(words),
            fittings=list(fittings_in_words(self._fittings, words)),
            troubles=self._here.troubles(words),
            selftest=device.selftest_says(words),
            is_testing=device.is_testing,
            is_free=self._here.house.snapshot is None,
            address=address(),
            version=installed_version(),
            phones=self._phones(),
            chairs=seats_here(self._here.house, words),
            board_name=name_of_board(self._here.house, words),
        )

    def change(self) -> Response:
        """All that is sent is read before any of it is changed."""
        at_table()
        wanted = {key: self._wanted(key) for key in _KINDS if forms.text(key)}
        for key, value in wanted.items():
            section, _, name = key.partition(".")
            if self._set(key) != value:
                self._here.house.change(section, name, value)
        return redirect(PAGE, 303)

    def selftest(self) -> Response:
        at_table()
        self._here.device.selftest()
        return redirect(PAGE, 303)

    def remove(self, number: int) -> Response:
        at_table()
        self._here.reception.remove(number)
        return redirect(PAGE, 303)

    # The settings.

    def _set(self, key: str) -> Any:
        section, _, name = key.partition(".")
        return self._here.house.settings.values[section][name]

    def _wanted(self, key: str) -> Any:
        offered = {_sent(value): value for value in self._offered(key)}
        return offered[forms.one_of(key, offered, Phrase(_KINDS[key].title))]

    def _offered(self, key: str) -> list[Any]:
        return sorted({*_KINDS[key].usual, self._set(key)}, key=_order(_KINDS[key].usual))

    def _field(self, key: str, words: Words) -> Field:
        kind = _KINDS[key]
        choices = tuple(Choice(_sent(value), kind.words(value, words)) for value in self._offered(key))
        return Field(key, words.say(kind.title), choices, _sent(self._set(key)))

    # The device and its phones.

    @property
    def _fittings(self) -> Fittings:
        simulation = self._here.simulation
        return simulation.fittings if simulation else self._here.house.settings.fittings

    def _phones(self) -> list[Phone]:
        reception = self._here.reception
        return [_phone(pairing, reception.pairing_of(visitor().phone)) for pairing in reception.pairings]


def _sent(value: Any) -> str:
    """1 and 1.0 are the same setting."""
    return json.dumps(float(value) if isinstance(value, int) and not isinstance(value, bool) else value).strip('"')


def _order(usual: tuple[Any, ...]) -> Callable[[Any], float]:
    """Numbers by size, everything else as it is offered."""
    return lambda value: value if isinstance(value, float | int) and not isinstance(value, bool) else usual.index(value)


def _phone(pairing: Pairing, mine: Pairing | None) -> Phone:
    return Phone(pairing.number, pairing.seat, in_this_place(pairing.since), pairing.device, pairing == mine)


def fittings_in_words(fittings: Fittings, words: Words) -> Iterable[Fitting]:
    say = words.say
    seats = list(enumerate(fittings.seats, 1))
    for title, there in (
        (say("Buttons"), [str(number) for number, seat in seats if seat.button is not None]),
        (say("Lamps"), [str(number) for number, seat in seats if seat.lamp is not None]),
    ):
        yield Fitting(title, say("at seats {seats}", seats=words.listed(there)) if there else say("none"), bool(there))
    display = fittings.display
    if display:
        size, chip = f"{display.width} \u00d7 {display.height}", display.driver.upper()
        yield Fitting(say("Display"), f"{chip}, {size}, {display.bus.upper()}", is_there=True)
    else:
        yield Fitting(say("Display"), say("none"), is_there=False)
    lines = {say("Dial"): fittings.dial.line if fittings.dial else None, say("Buzzer"): fittings.buzzer}
    for title, line in lines.items():
        told = say("none") if line is None else say("on line {line}", line=str(line))
        yield Fitting(title, told, line is not None)
