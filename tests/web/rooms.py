"""A device with its page, for tests: the real house, panel and simulated works, as somebody would start them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.merchants.actions import AnyAction
from companion.house import House
from companion.journal import Journal
from companion.settings import settings_from
from hardware.device import Device
from hardware.simulator import SimulatedWorks
from web.app import create_app
from web.stream import Stream, streams_of

QUICK: dict[str, Any] = {
    "clock": {"profile": "even", "seconds_per_price": 0.4, "get_ready": 0.5},
    "bots": {"pace": 0.0},
    "dial": {"kind": "pwm"},
}


class Room:
    def __init__(self, journal: Journal, folder: Path, chosen: dict[str, Any], *, simulated: bool) -> None:
        settings = settings_from(chosen)
        self.journal = journal
        self.house = House(journal, settings)
        self.works = SimulatedWorks(settings.fittings)
        self.device = Device(self.house, settings, self.works, folder)
        self.app: Flask = create_app(self.house, self.device, self.works if simulated else None)
        self.client: FlaskClient = self.app.test_client()

    def desk(self) -> str:
        return self.client.get("/desk").text

    def sends(self, door: str, **values: object) -> TestResponse:
        return self.client.post(f"/desk/{door}", data={name: str(value) for name, value in values.items()})

    def does(self, door: str, **values: object) -> None:
        """And is taken back to the page."""
        answer = self.sends(door, **values)
        assert (answer.status_code, answer.text if answer.status_code != 303 else "") == (303, "")

    def chooses(self, seat: int, action: AnyAction) -> TestResponse:
        return self.sends("choose", seat=seat, action=msgspec.json.encode(action).decode())

    def lays_finger(self, seat: int, *, down: bool) -> TestResponse:
        return self.client.post(f"/panel/button/{seat}", json={"down": down})

    def presses(self, seat: int) -> None:
        for down in (True, False):
            assert self.lays_finger(seat, down=down).status_code == 204

    def opens_stream(self) -> Stream:
        return streams_of(self.app).open()

    def closes(self) -> None:
        streams_of(self.app).close()
        self.device.close()
        self.house.leave()


@contextmanager
def a_room(folder: Path, *, simulated: bool = True, **sections: Any) -> Iterator[Room]:
    with Journal(folder) as journal:
        room = Room(journal, folder, QUICK | sections, simulated=simulated)
        try:
            yield room
        finally:
            room.closes()


def heard(message: str) -> dict[str, Any]:
    """What a step of a stream says, by the kind of news."""
    told = {}
    for event in message.strip().split("\n\n"):
        kind, data = event.split("\n")
        told[kind.removeprefix("event: ")] = msgspec.json.decode(data.removeprefix("data: "))
    return told
