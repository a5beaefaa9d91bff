"""A device with its page, for tests: the real house, reception, panel and simulated works, as somebody would start
them.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from hang_guard import HANG_GUARD, eventually
from werkzeug.test import TestResponse

from companion.drawer import Drawer
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.reception import Reception
from companion.settings import settings_from
from companion.wifi import Radio
from companion.words import words
from hardware.callings import READING
from hardware.device import Device
from hardware.simulator import SimulatedWorks
from hardware.troubles import Troubles
from web.app import create_app
from web.deeds import AnyDeed, Deed
from web.games import pages_of
from web.here import Here
from web.state import State
from web.stream import Listener, Stream, streams_of
from web.visitors import Cards

QUICK: dict[str, Any] = {
    "clock": {"profile": "even", "seconds_per_price": 0.4, "get_ready": 0.5},
    "bots": {"pace": 0.0},
    "dial": {"kind": "pwm"},
}
NAMES = ("Anna", "Ben", "Cleo", "Dave")
ENGLISH = {"Accept-Language": "en"}

Tuned = Callable[[Drawer, Troubles], Radio]
"""Switches on what looks after the Wi-Fi."""


class Room:
    def __init__(
        self, journal: Journal, folder: Path, chosen: dict[str, Any], *, simulated: bool, radio: Tuned | None = None
    ) -> None:
        settings = settings_from(chosen)
        self.journal = journal
        self.house = House(journal, settings)
        self.works = SimulatedWorks(settings.fittings)
        self.device = Device(self.house, settings, self.works, folder)
        self.reception = Reception(journal.drawer, self.device, self.house)
        self.radio = radio(journal.drawer, self.device.panel.troubles) if radio else None
        self.here = Here(self.house, self.device, self.reception, self.works if simulated else None, self.radio)
        self.app: Flask = create_app(self.here)
        self._phones = 0
        self.client = self.phone()

    # Phones.

    def phone(self) -> FlaskClient:
        """With an address and a cookie of its own."""
        self._phones += 1
        phone = self.app.test_client()
        phone.environ_base["REMOTE_ADDR"] = f"10.0.{self._phones // 200}.{self._phones % 200 + 1}"
        return phone

    def seats(self, phone: FlaskClient, seat: int) -> FlaskClient:
        """The phone asks for the seat, and somebody holds its button."""
        name = self.name_of(phone)
        self.reception.ask(name, seat)
        told = threading.Event()
        hears_no_more = self.reception.subscribe(told.set)
        self.answers(seat)
        eventually(lambda: self.reception.seat_of(name) == seat)
        assert told.wait(HANG_GUARD)  # and so was everybody else
        hears_no_more()
        return phone

    def answers(self, seat: int) -> None:
        """Its button has been held for two seconds by somebody who has read the display. Told to the panel's listener
        as if it were so: nobody waits for it in every test."""
        called = eventually(lambda: self.device.panel._callings.of(seat, time.monotonic_ns()))
        assert called.heard is not None
        called.heard()

    def holds(self, seat: int) -> None:
        """A finger stays on its button, once the display could be read; the caller lets go."""
        self.is_read(seat)
        self.lays_finger(seat, down=True)

    def is_read(self, seat: int) -> None:
        """The display has shown for long enough what a hold of this seat's button does."""
        panel = self.device.panel

        def could_be_read() -> bool:
            called = panel._callings.of(seat, time.monotonic_ns())
            return (
                called is not None and called.shown_at is not None and time.monotonic_ns() > called.shown_at + READING
            )

        eventually(could_be_read)

    def seated(self, seat: int) -> FlaskClient:
        """Another phone, at this seat."""
        return self.seats(self.phone(), seat)

    def name_of(self, phone: FlaskClient) -> str:
        """Its page listens to the stream, and so it has one."""
        cookie = self.cookie_of(phone)
        if not cookie:
            phone.get("/api/stream", headers={"Accept": "text/event-stream"}).close()
            cookie = self.cookie_of(phone)
        return self.cards.read(cookie).phone

    def cookie_of(self, phone: FlaskClient) -> str:
        cookie = phone.get_cookie(self.cards.cookie)
        return cookie.decoded_value if cookie else ""

    @property
    def cards(self) -> Cards:
        return Cards(self.reception.key)

    # What they do.

    def acts(self, phone: FlaskClient, request: AnyDeed, after: str = "", **headers: str) -> TestResponse:
        deed = msgspec.json.encode(Deed(request, after))
        return phone.post("/api/actions", data=deed, content_type="application/json", headers=ENGLISH | headers)

    def state(self, phone: FlaskClient | None = None) -> State:
        return read((phone or self.client).get("/api/state", headers=ENGLISH).json)

    def opens_stream(
        self, *, client: str = "somebody", phone: str = "", panel: bool = False, page: str | None = None
    ) -> Stream:
        return streams_of(self.app).open(Listener(client, phone, words("en"), panel, page))

    # The table and the device.

    def begins(self, people: int = 4, names: tuple[str, ...] = NAMES) -> None:
        """With cards that are known: no sand clock is among the first."""
        self.house.begin(opening_for(players=4, people=people, seed=4, names=names))

    def lays_finger(self, seat: int, *, down: bool) -> None:
        if down:
            self.works.push(seat)
        else:
            self.works.let_go(seat)

    def presses(self, seat: int) -> None:
        for down in (True, False):
            self.lays_finger(seat, down=down)

    def closes(self) -> None:
        streams_of(self.app).close()
        self.reception.close()
        if self.radio:
            self.radio.close()
        self.device.close()
        self.house.leave()


@contextmanager
def a_room(folder: Path, *, simulated: bool = True, radio: Tuned | None = None, **sections: Any) -> Iterator[Room]:
    with Journal(folder) as journal:
        room = Room(journal, folder, QUICK | sections, simulated=simulated, radio=radio)
        try:
            yield room
        finally:
            room.closes()


def sent(phone: FlaskClient, path: str, values: dict[str, str]) -> TestResponse:
    """A form."""
    return phone.post(path, data=values, headers=ENGLISH)


def read(sent: object) -> State:
    """With the table in the words of its game."""
    state = msgspec.convert(sent, State)
    if state.view is None:
        return state
    table = msgspec.convert(state.view.table, pages_of(state.view).sight)
    return msgspec.structs.replace(state, view=msgspec.structs.replace(state.view, table=table))


def told(answer: TestResponse) -> Any:
    """What it says in JSON."""
    assert answer.mimetype == "application/json", answer.text
    return answer.json


def heard(message: bytes) -> dict[str, Any]:
    """What a step of a stream says, by the kind of news."""
    news = {}
    for event in message.decode().strip().split("\n\n"):
        kind, data = event.split("\n")
        news[kind.removeprefix("event: ")] = msgspec.json.decode(data.removeprefix("data: "))
    return news
