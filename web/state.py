"""What there is to see, for programs and pages alike, put into JSON once for everybody who sees the same.

However many look, the table is not asked: a snapshot is an immutable value, and each view of it is written out once.
"""

import threading
import time
from itertools import count
from typing import Any, Literal

import msgspec

from companion.chair import number_to_begin_with
from companion.reception import Calling
from companion.snapshots import CLOCK_ALONE, Snapshot, View
from companion.words import Language, Words
from web.here import Here

LOOK = 1.0
"""Seconds: so often the device is asked what is wrong with it, and what a self-test says."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """All there is to see for one phone."""

    number: int
    """Of what is seen: another one, as soon as anything has changed for anybody."""
    now: int
    """When this was sent, in nanoseconds of the device's own clock; so are all its times."""
    evening: int
    """Another number for everything that is put on the table, also after a restart."""
    on: Literal["nothing", "clock", "game", "off"]
    """What is on the table: nothing, just the clock, a game; or the device is switched off."""
    seat: int | None
    """Where this phone sits, from 0; null for an onlooker."""
    view: View | None
    """The table, as this seat sees it; null if nothing is on it."""
    after: str
    """Names what is asked now. An action that carries it is refused once the game has gone on."""
    calling: Calling | None
    """The seat that this phone has asked for and not yet been given."""
    seated: tuple[int, ...]
    """How many phones sit at each seat of the device."""
    troubles: tuple[str, ...]
    """What is wrong with the device, a sentence for each."""
    selftest: tuple[str, ...]
    """What the self-test has found, or finds just now."""


Fields = dict[str, msgspec.Raw]
"""The fields of a state but for its number and the time, each in JSON already."""


def after(snapshot: Snapshot, evening: int) -> str:
    """A name for what is asked now: another step or another evening has another."""
    return f"{evening}.{snapshot.look.step}"


def in_json(number: int, fields: Fields) -> bytes:
    """The whole state, as of now."""
    return msgspec.json.encode({"number": number, "now": time.monotonic_ns(), **fields})


class Noticeboard:
    """Where everybody reads. Its number is another one after every change."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self._door = threading.Lock()
        self._number = self._page_number = number_to_begin_with()
        self._seen: tuple[object, ...] = ()
        self._seen_on_pages: tuple[object, ...] = ()
        self._snapshot: Snapshot | None = None
        self._evening = 0
        self._views: dict[int | None, msgspec.Raw] = {}
        self._written: dict[tuple[int | None, Language], Fields] = {}
        self._device_said: tuple[list[str], ...] = ()
        self._ask_device_at = 0.0
        self._news_of_reception = count(1)
        self._reception = 0
        self._calling_until = 0
        """When the last calling that somebody has read of is over: nobody rings a bell for that."""
        here.reception.subscribe(self._note)

    def _note(self) -> None:
        """Waits for nobody: the reception may be busy with us."""
        self._reception = next(self._news_of_reception)

    @property
    def number(self) -> int:
        with self._door:
            return self._look()

    @property
    def page_number(self) -> int:
        """The number since which every page has looked as it does: that a phone waits for a seat is a change, but only
        that phone sees it."""
        with self._door:
            self._look()
            return self._page_number

    def read(self, phone: str, words: Words) -> tuple[int, Fields]:
        """Everything that this phone sees, and the number of it."""
        reception = self._here.reception
        with self._door:
            number = self._look()  # before all else: what changes meanwhile has another
            seat = reception.seat_of(phone) if phone else None
            calling = reception.calling(phone) if phone else None
            fields = self._written_for(seat, words)
            if calling is None:
                return number, fields
            self._calling_until = max(self._calling_until, calling.until)
            return number, fields | {"calling": _raw(calling)}

    def _written_for(self, seat: int | None, words: Words) -> Fields:
        """The same for all who sit there and speak that language."""
        readers, snapshot = (seat, words.language), self._snapshot
        if readers not in self._written:
            self._written[readers] = {
                "evening": _raw(self._evening),
                "on": _raw(_on(snapshot, self._here.house.is_closed)),
                "seat": _raw(seat),
                "view": self._view(seat),
                "after": _raw(after(snapshot, self._evening) if snapshot else ""),
                "calling": _raw(None),
                "seated": _raw(self._seated()),
                "troubles": _raw(self._here.troubles(words)),
                "selftest": _raw(self._here.device.selftest_says(words)),
            }
        return self._written[readers]

    def _look(self) -> int:
        house = self._here.house
        evening, snapshot = house.evening, house.snapshot
        if snapshot is not self._snapshot:
            self._snapshot, self._views = snapshot, {}
        self._evening = evening
        if 0 < self._calling_until <= time.monotonic_ns():
            self._calling_until = 0
            self._note()
        self._ask_device()
        table = evening, snapshot.number if snapshot else None
        wifi = self._here.radio.news if self._here.radio else None
        pairings = self._here.reception.pairings
        on_pages = (table, house.is_closed, house.settings, pairings, self._device_said, wifi)
        seen = (on_pages, self._reception)
        if seen != self._seen:
            self._seen, self._written = seen, {}
            self._number += 1
        if on_pages != self._seen_on_pages:
            self._seen_on_pages, self._page_number = on_pages, self._number
        return self._number

    def _ask_device(self) -> None:
        now, device = time.monotonic(), self._here.device
        if now < self._ask_device_at:
            return
        self._ask_device_at = now + LOOK
        self._device_said = self._here.troubles(), device.selftest_says()

    def _view(self, seat: int | None) -> msgspec.Raw:
        """A seat that nobody plays at, or a bot, looks on."""
        if self._snapshot is None:
            return _raw(None)
        seats = self._snapshot.view(None).seats
        place = seat if seat is not None and seat < len(seats) and not seats[seat].is_bot else None
        if place not in self._views:
            self._views[place] = _raw(self._snapshot.view(place))
        return self._views[place]

    def _seated(self) -> tuple[int, ...]:
        seats = [pairing.seat for pairing in self._here.reception.pairings]
        return tuple(seats.count(seat) for seat in range(len(self._here.house.colours)))


def _on(snapshot: Snapshot | None, is_closed: bool) -> str:
    if is_closed:
        return "off"
    if snapshot is None:
        return "nothing"
    return "clock" if snapshot.view(None).game == CLOCK_ALONE else "game"


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
