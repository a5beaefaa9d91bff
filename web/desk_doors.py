"""The doors of the desk: shows what is there, and takes what people choose, with or without script."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from random import SystemRandom

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from companion.games.errors import GameError
from companion.house import House
from companion.openings import opening_for
from companion.requests import Agree, Pause, Refuse
from companion.snapshots import Snapshot
from web import desk, forms
from web.devices import Device
from web.errors import NoAnswer, Refused

PATIENCE = 5.0
"""Seconds that somebody waits for an answer of the table."""
PLAYERS = (3, 5)
_LARGEST = 2**53
_TEMPLATES = {
    desk.Empty: "empty.html",
    desk.Off: "off.html",
    desk.JustTheClock: "clock.html",
    desk.Game: "game.html",
}


class DeskDoors:
    def __init__(self, house: House, device: Device) -> None:
        self._house = house
        self._device = device
        self._laid_out: tuple[Snapshot, desk.JustTheClock | desk.Game] | None = None
        self._one_at_a_time = threading.Lock()
        self._beginning = threading.Lock()

    def blueprint(self) -> Blueprint:
        doors = Blueprint("desk", __name__)
        doors.add_url_rule("/desk", view_func=self.show, methods=["GET"])
        opening = (self.begin, self.resume, self.clock, self.leave)
        playing = (self.choose, self.pause, self.agree, self.refuse)
        for door in (*opening, *playing, self.selftest):
            doors.add_url_rule(f"/desk/{door.__name__}", view_func=door, methods=["POST"])
        return doors

    # What is shown.

    def show(self) -> str:
        return render_template("desk.html", **self.contents())

    def contents(self) -> dict[str, object]:
        """What the templates speak of."""
        device = self._device
        troubles = list(device.troubles())
        table: desk.Table
        try:
            table = self._table()
        except GameError as error:  # the journal cannot be read; the page has to say so
            table = desk.Empty(None)
            troubles.append(str(error))
        return {
            "table": table,
            "template": _TEMPLATES[type(table)],
            "works": device.works,
            "troubles": troubles,
            "selftest": device.selftest_says(),
            "names": self.names(),
        }

    def names(self) -> list[str]:
        """Who sits at each button; as long as nobody sits anywhere, their colours."""
        snapshot, colours = self._house.snapshot, self._house.colours
        if snapshot is None:
            return [colour.capitalize() for colour in colours]
        seated = [seat.name for seat in snapshot.view(None).seats]
        return seated + ["free"] * (len(colours) - len(seated))

    def _table(self) -> desk.Table:
        """Laid out once for every snapshot: on a small computer the choices take their time."""
        with self._one_at_a_time:
            evening, snapshot = self._house.evening, self._house.snapshot
            if self._house.is_closed:
                return desk.Off()
            if snapshot is None:
                return desk.empty(self._house.unfinished)
            if self._laid_out is None or self._laid_out[0] is not snapshot:
                self._laid_out = snapshot, desk.on_table(snapshot, self._house.history(), evening)
            return self._laid_out[1]

    # Beginning and leaving.

    def begin(self) -> Response:
        players = forms.number("players", *PLAYERS, "The number of players")
        people = forms.number("people", 1, players, "The number of people")
        seed = SystemRandom().randrange(1_000_000)
        opening = opening_for(
            players=players, people=people, seed=seed, names=forms.names(), colours=self._house.colours
        )
        with self._empty_table():
            self._house.begin(opening)
        return _back()

    def resume(self) -> Response:
        game = forms.number("game", 1, _LARGEST, "The number of the game")
        with self._empty_table():
            self._house.resume(game)
        return _back()

    def clock(self) -> Response:
        seats = forms.number("seats", *PLAYERS, "The number of seats")
        with self._empty_table():
            self._house.clock_alone(seats)
        return _back()

    def leave(self) -> Response:
        self._house.leave()
        return _back()

    @contextmanager
    def _empty_table(self) -> Iterator[None]:
        """For one who begins something; two may want it at once."""
        with self._beginning:
            self._check_is_empty()
            yield

    def _check_is_empty(self) -> None:
        if self._house.snapshot is not None:
            raise Refused("Something is on the table already; leave it first.")
        if self._device.is_testing:
            raise Refused("The self-test has the buttons; wait until it is done.")

    # At the table.

    def choose(self) -> Response:
        snapshot, seat = self._snapshot(), self._seat()
        action = forms.action()
        asked = snapshot.look.now.state.agenda
        who = snapshot.view(None).seats[seat]
        if who.is_bot and not (asked and asked[-1].what == "draw"):
            raise Refused("{name} is a bot and chooses alone.", name=who.name)
        if forms.text("after") not in ("", desk.after(snapshot, self._house.evening)):
            raise Refused("Meanwhile the game has gone on; look again before you choose.")
        _answer(self._house.submit(seat, action))
        return _back()

    def pause(self) -> Response:
        _answer(self._house.submit(self._seat(), Pause()))
        return _back()

    def agree(self) -> Response:
        _answer(self._house.submit(self._seat(), Agree(self._proposal())))
        return _back()

    def refuse(self) -> Response:
        _answer(self._house.submit(self._seat(), Refuse(self._proposal())))
        return _back()

    def _snapshot(self) -> Snapshot:
        snapshot = self._house.snapshot
        if snapshot is None:
            raise Refused("Nothing is on the table.")
        return snapshot

    def _seat(self) -> int:
        return forms.number("seat", 0, len(self._snapshot().view(None).seats) - 1, "The seat")

    def _proposal(self) -> int:
        return forms.number("proposal", 0, _LARGEST, "The number of the proposal")

    # The device.

    def selftest(self) -> Response:
        self._device.selftest()
        return _back()


def _answer(asked: "Future[int]") -> None:
    """What the table says; a refusal of its own is a GameError already."""
    try:
        asked.result(timeout=PATIENCE)
    except TimeoutError:
        raise NoAnswer("The table does not answer; look again in a moment.") from None


def _back() -> Response:
    """To the page, and with a GET, so that nothing is sent twice."""
    return redirect("/", 303)
