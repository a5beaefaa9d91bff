"""The device under measurement, in one process as in the product: house, table, simulated works, reception, page.

Its journal is wherever it is told, best in memory, so that a disk's moods hide nothing. What happens at the table is
done here, with its stamps; who looks on is somebody else's business.
"""

import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from random import Random

from companion.auction_clock import SECOND
from companion.entries import Acted, Row
from companion.games.merchants.actions import Place
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import DISKS
from companion.house import House
from companion.journal import Journal, Opening
from companion.reception import Reception
from companion.records import Correction, Entry, header_of
from companion.requests import Agree, AnyRequest, Start, TakeBack
from companion.seats import PERSON
from companion.settings import settings_from
from companion.simulate import Sitting, new_game
from companion.snapshots import Snapshot
from hardware.device import Device
from hardware.simulator import SimulatedWorks
from phones.processes import answer, leave_interrupts_to_others, obey
from web import stream
from web.app import create_app
from web.here import Here
from web.server import Server
from web.stream import streams_of
from web.visitors import Card, Cards

QUICK = {
    "clock": {"profile": "even", "seconds_per_price": 0.2, "speed": 2, "get_ready": 0},
    "buttons": {"rest_ms": 5},
    "dial": {"kind": "pwm"},
}
PLAYERS = 4
PLAYED = 100
"""Actions before we come to it: pages are fuller than at the beginning."""
SEED = 5
PHONE = "the mayor's"
READ = 1.5
"""Seconds until the display has shown for long enough what a hold does."""
PATIENCE = 30
"""Seconds for whatever has to come."""


class TimedJournal(Journal):
    """Remembers when a row came to be written: then its verdict was found."""

    reached = 0

    def append(self, game: int, row: Row, over: bool) -> None:
        self.reached = time.monotonic_ns()
        super().append(game, row, over)


class Listener:
    """Told of changes as the panel is; remembers when it first saw a row."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._seen: SimpleQueue[tuple[int, int]] = SimpleQueue()
        house.subscribe(self._look)

    def _look(self) -> None:
        told, snapshot = time.monotonic_ns(), self._house.snapshot
        if snapshot:
            self._seen.put((snapshot.look.row, told))

    def told_of(self, row: int) -> int:
        while True:
            seen, told = self._seen.get(timeout=PATIENCE)
            if seen >= row:
                return told


class TheTable:
    """A game of four people that has been going on for a while; now the mayor has a card to place."""

    def __init__(self, journal: TimedJournal, house: House, works: SimulatedWorks) -> None:
        self._journal = journal
        self._house = house
        self._works = works
        self._listener = Listener(house)
        self._chance = Random(SEED)
        house.resume(kept(journal))
        self._before = self._now.look.row
        self.mayor = self._now.look.now.state.mayor

    @property
    def _now(self) -> Snapshot:
        snapshot = self._house.snapshot
        assert snapshot is not None
        return snapshot

    # Changes that everybody sees, and nothing else.

    def changes(self, count: int, least: float, most: float) -> list[tuple[int, int]]:
        """The mayor places a card, wants it back, and the others agree, so many seconds apart. The number of each
        snapshot, and when it could be seen: the table answers then, and before it tells anybody."""
        stamps: SimpleQueue[tuple[int, int]] = SimpleQueue()
        for _ in range(count):
            time.sleep(self._chance.uniform(least, most))
            asked = self._house.submit(*self._next_wish())
            asked.add_done_callback(lambda _: stamps.put((self._now.number, time.monotonic_ns())))
            asked.result(PATIENCE)
        self._go_back(self._before)
        return [stamps.get(timeout=PATIENCE) for _ in range(count)]

    def _next_wish(self) -> tuple[int, AnyRequest]:
        proposal, state = self._now.view(None).proposal, self._now.look.now.state
        if proposal:
            return proposal.waiting_for[0], Agree(proposal.number)
        return self.mayor, TakeBack(self._before) if any(state.disks) else Place("mayor")

    # Auctions.

    def presses(self, count: int) -> list[tuple[int, int]]:
        """Nanoseconds from the edge on the pin of a bidder to the verdict, and to those who are told of it; both beyond
        the photo finish. Every sale is taken back."""
        window = self._house.settings.terms(range(PLAYERS)).window
        self._lay_cards()
        laid = self._now.look.row
        found = []
        for _ in range(count):
            pressed, verdict, told = self._sale()
            found.append((verdict - pressed - window, told - pressed - window))
            self._go_back(laid)
        self._go_back(self._before)
        return found

    def _sale(self) -> tuple[int, int, int]:
        state = self._now.look.now.state
        bidder = max((seat for seat in range(PLAYERS) if seat != state.mayor), key=lambda seat: state.money[seat])
        self._house.submit(state.mayor, Start()).result(PATIENCE)
        clock, row = self._now.look.clock, self._now.look.row + 1
        assert clock is not None
        time.sleep(max(0.0, (clock.start - time.monotonic_ns()) / SECOND) + self._chance.uniform(*self._affordable()))
        pressed = time.monotonic_ns()
        self._works.push(bidder)
        told = self._listener.told_of(row)
        verdict = self._journal.reached
        self._works.let_go(bidder)
        return pressed, verdict, told

    def _affordable(self) -> tuple[float, float]:
        """Between the first price and the third, in seconds after the clock's start."""
        clock = self._now.look.clock
        assert clock is not None
        first, third = clock.slices[0].until / SECOND, clock.slices[2].until / SECOND
        return first + 0.01, third

    def _lay_cards(self) -> None:
        """Until the mayor can start the clock; whatever is asked on the way is answered somehow."""
        disks = iter(DISKS)
        while (ask := self._now.look.now.state.agenda[-1]).what != "start_clock":
            assert ask.seat is not None
            choices = self._now.look.now.choices[ask.seat]
            self._submit(ask.seat, Place(next(disks)) if ask.what == "place" else choices[-1])

    def _go_back(self, row: int) -> None:
        """With everybody's agreement."""
        if self._now.view(None).proposal is None:
            self._submit(self.mayor, TakeBack(row))
        while (proposal := self._now.view(None).proposal) is not None:
            self._submit(proposal.waiting_for[0], Agree(proposal.number))

    def _submit(self, seat: int, wish: AnyRequest) -> None:
        self._house.submit(seat, wish).result(PATIENCE)


def kept(journal: Journal) -> int:
    """A game that bots have played so far, now at a mayor's first card of a term."""
    rules = HouseRules(double_window="start")
    sitting = Sitting(board=default_board(), players=PLAYERS, rules=[rules], bots=["merchant"])
    game, rest = new_game(sitting, SEED)
    for entry in rest:
        if entry.n >= PLAYED and game.state.agenda[-1].what == "place" and not any(game.state.disks):
            break
    rows = [Row(entry.n, "2026-11-16T20:00:00Z", _acted(entry)) for entry in game.entries]
    number = journal.begin(Opening(header_of(game.game, game.setup, SEED), (PERSON,) * PLAYERS), rows[0])
    for row in rows[1:]:
        journal.append(number, row, over=False)
    return number


def _acted(entry: Entry) -> Acted:
    assert not isinstance(entry.action, Correction)
    return Acted(entry.seat, entry.action, tuple(entry.events))


def sits_down(here: Here, works: SimulatedWorks, seat: int, phone: str = PHONE) -> tuple[str, str]:
    """A phone, by the seat's button, held once the display could be read; the cookie that it then has."""
    sits = threading.Event()
    here.reception.subscribe(sits.set)
    here.reception.ask(phone, seat)
    time.sleep(READ)
    sits.clear()
    works.push(seat)
    sits.wait(PATIENCE)
    works.let_go(seat)
    if here.reception.seat_of(phone) is None:
        raise SystemExit("The phone was not seated.")
    cards = Cards(here.reception.key)
    return cards.cookie, cards.written(Card(phone, "en"))


def others_sit_down(here: Here, works: SimulatedWorks, mayor: int) -> list[tuple[str, str]]:
    """A phone at every other seat that plays."""
    return [sits_down(here, works, seat, f"seat {seat}'s") for seat in range(PLAYERS) if seat != mayor]


def main(folder: str) -> None:
    leave_interrupts_to_others()
    stream.FOR_SEATED = 0  # all two hundred who look on here are strangers
    settings = settings_from(QUICK)
    with TimedJournal(Path(folder)) as journal:
        house = House(journal, settings)
        works = SimulatedWorks(settings.fittings)
        device = Device(house, settings, works, Path(folder))
        reception = Reception(journal.drawer, device, house)
        here = Here(house, device, reception, works)
        app = create_app(here)
        server = Server(app, "127.0.0.1", 0)
        table = TheTable(journal, house, works)
        answer(server.port)
        obey(
            changes=table.changes,
            presses=table.presses,
            streams=lambda: len(streams_of(app)._open),
            sits_down=lambda: sits_down(here, works, table.mayor),
            others_sit_down=lambda: others_sit_down(here, works, table.mayor),
        )
        house.close()
        reception.close()
        device.close()
        server.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
