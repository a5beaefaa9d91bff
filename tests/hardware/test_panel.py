"""The whole panel at a table: what it shows and hears, and games played to the end although something is broken."""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benches import AtTable, Bench, let_go, pushed
from hang_guard import HANG_GUARD, eventually
from luma.core.device import dummy
from tables import Evening, SteppedTime, an_evening

from companion.auction_clock import MILLISECOND, SECOND
from companion.bot_players import carry_out, intentions
from companion.entries import Acted
from companion.games.merchants.actions import StartClock, Stop
from companion.house import House
from companion.journal import Journal
from companion.requests import Pause, Start
from companion.seats import PERSON
from companion.settings import Settings, settings_from
from companion.settings.fittings import DialFitting, DisplayFitting
from companion.words import words
from hardware.device import EmptyTable
from hardware.errors import NotThere
from hardware.games.merchants import standings
from hardware.glows import glows
from hardware.lamps import Glow
from hardware.panel import Panel
from hardware.screens.screen import drawn
from hardware.screens.table import Paused
from hardware.screens.verdicts import FalseStart, Sold
from hardware.servo import Servo
from hardware.showing import standing

WITH_DIAL = settings_from({"dial": {"kind": "pwm"}})


class Room:
    """An evening with a device beside the board; seat 0 is a person who bids with the button."""

    def __init__(self, folder: Path, settings: Settings = WITH_DIAL, who: tuple[str, ...] | None = None, **bench: Any):
        self.evening: Evening = an_evening(folder, who=who or (PERSON, "merchant", "merchant", "random"))
        self.time: SteppedTime = self.evening.time
        self.bench = Bench(settings.fittings, **bench)
        self.reported: list[str] = []
        self.panel: Panel
        self._settings = settings

    def opens(self) -> "Room":
        self.panel = Panel(AtTable(self.evening.table), self._settings, self.bench, now=self.time)
        return self

    def lamps(self) -> list[float]:
        return [round(self.bench.lamp(seat), 2) for seat in range(5)]

    def plays_to_the_end(self) -> None:
        """Everybody, as quickly as they can."""
        chance = Random(4)
        while self.evening.table.snapshot.look.now.state.winners is None:
            self._goes_on(chance)
        self.time.now += 60 * SECOND

    def _goes_on(self, chance: Random) -> None:
        evening, look = self.evening, self.evening.table.look()
        plans = intentions(look, evening.view(), seed="7", pace=0, now=self.time.now)
        options = look.now.choices.get(0, ())
        if look.clock:
            wanted = look.clock.start + round((look.clock.end - look.clock.start) * chance.uniform(0.3, 1))
            if not plans or plans[0].at > wanted:
                self.time.now = max(self.time.now, wanted)
                self._bids(self.time.now)
            else:
                self.time.now = max(self.time.now, plans[0].at)
                carry_out(evening.table, plans[0])
        elif plans:
            self.time.now = max(self.time.now, plans[0].at)
            carry_out(evening.table, plans[0])
        elif options:
            evening.does(0, Start(0) if options == (StartClock(),) else chance.choice(options))
        else:
            evening.does(evening.table.snapshot.look.now.state.mayor, Start(0))
        evening.table.settle()
        evening.waits(0.02)

    def _bids(self, stamp: int) -> None:
        self.pushes(0, stamp)
        self.evening.waits(0.02)
        let_go(self.panel, self.bench, 0, self.time)

    def pushes(self, seat: int, stamp: int) -> None:
        """A press that the table has taken."""
        pushed(self.panel, self.bench, seat, stamp)
        self.evening.table.settle()

    def looks(self) -> bool:
        """The display does, a little later."""
        self.time.now += SECOND // 10
        self.panel.display.look()
        return True

    def ends(self) -> None:
        self.panel.close()
        self.evening.ends()

    def button_bids(self) -> int:
        """How many auctions the person won with the button."""
        rows = self.evening.journal.rows(self.evening.game)
        return sum(
            any(verdict.ruling == "first" and verdict.seat == 0 for verdict in row.entry.verdicts)
            for row in rows
            if isinstance(row.entry, Acted)
        )


class EveryTenth(dummy):  # type: ignore[misc]
    """A display on a bad wire."""

    writes = 0

    def display(self, image: Any) -> None:
        EveryTenth.writes += 1
        if EveryTenth.writes % 10 == 0:
            raise OSError(121, "Remote I/O error")
        super().display(image)


def test_a_display_that_fails_on_every_tenth_write_spoils_no_game(tmp_path: Path, caplog: Any) -> None:
    EveryTenth.writes = 0
    devices: list[EveryTenth] = []

    def opened(fitting: DisplayFitting) -> EveryTenth:
        devices.append(EveryTenth(fitting.width, fitting.height, mode="1"))
        return devices[-1]

    room = Room(tmp_path, display=opened).opens()
    room.plays_to_the_end()
    state = room.evening.table.snapshot.look.now.state
    expected = drawn(standings(state), 0, (128, 64), words("en"))
    eventually(lambda: room.looks() and devices[-1].image == expected)
    assert len(devices) >= 2, "it is opened anew after a failure"
    assert "The display is dead: [Errno 121] Remote I/O error." in caplog.text
    eventually(lambda: room.looks() and room.panel.troubles.of("display") is None)
    assert room.button_bids() > 0
    room.ends()


def test_a_button_that_is_stuck_from_the_start_spoils_no_game(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.bench.grounds(1)
    room.opens()
    room.plays_to_the_end()
    eventually(lambda: room.panel.troubles.of("button 2"))
    assert room.panel.buttons.stuck == (1,)
    assert str(room.panel.troubles.of("button 2")) == (
        "The button of seat 2 on line 6 is stuck: it does not come up again."
    )
    assert room.button_bids() > 0
    room.ends()


def test_a_pin_that_is_refused_spoils_no_game(tmp_path: Path) -> None:
    room = Room(tmp_path, refused={16, 27}).opens()
    room.plays_to_the_end()
    assert {part: str(trouble) for part, trouble in room.panel.troubles.all().items()} == {
        "button 3": "The button of seat 3 on line 16 is dead: GPIO16 is taken by another program.",
        "lamp 2": "The lamp of seat 2 on line 27 is dead: GPIO27 is taken by another program.",
    }
    assert room.button_bids() > 0
    room.ends()


def test_a_servo_that_is_absent_spoils_no_game(tmp_path: Path) -> None:
    def absent(_fitting: DialFitting) -> Servo:
        raise NotThere("There is no hardware PWM.")

    room = Room(tmp_path, servo=absent).opens()
    room.plays_to_the_end()
    assert [str(trouble) for trouble in room.panel.troubles.all().values()] == [
        "The dial is dead: There is no hardware PWM."
    ]
    assert room.button_bids() > 0
    room.ends()


def test_no_pins_at_all_are_said_and_the_game_goes_on(tmp_path: Path) -> None:
    room = Room(tmp_path, who=("merchant",) * 4)

    def none() -> Any:
        raise NotThere("This machine is no Raspberry Pi.")

    room.bench.pins = none  # type: ignore[method-assign]
    room.opens()
    assert str(room.panel.troubles.of("pins")) == "This machine is no Raspberry Pi."
    for _ in room.evening.bots_play():
        pass
    assert room.evening.table.snapshot.look.now.state.winners is not None
    room.ends()


@pytest.fixture
def auction(tmp_path: Path) -> Iterator[Room]:
    """Four people; the clock counts down for three seconds."""
    room = Room(tmp_path, who=(PERSON,) * 4).opens()
    room.evening.reaches_auction()
    yield room
    room.ends()


def starts(room: Room, get_ready: float = 3) -> int:
    clock = room.evening.does(0, Start(get_ready)).clock
    assert clock is not None
    return clock.start


def test_lamps_are_dark_in_the_countdown_and_lit_when_one_may_bid(auction: Room) -> None:
    eventually(lambda: auction.lamps()[0] > 0)  # the mayor has a decision: to start the clock
    assert auction.lamps()[1:] == [0, 0, 0, 0]
    start = starts(auction)
    eventually(lambda: auction.lamps() == [0, 0, 0, 0, 0])
    auction.time.now = start + SECOND // 10
    eventually(lambda: auction.lamps() == [1, 1, 1, 1, 0])


def test_the_price_that_was_drawn_is_reported_to_the_table(auction: Room) -> None:
    start = starts(auction)
    auction.time.now = start + 9 * SECOND
    eventually(lambda: auction.panel.display._reported == (start, "160"))
    auction.pushes(2, start + 9 * SECOND)
    auction.evening.waits(0.02)
    entry = auction.evening.last()
    assert isinstance(entry, Acted)
    assert (entry.seat, entry.verdicts[0].dial) == (2, 160)


def test_a_button_held_down_since_before_the_countdown_is_a_false_start(auction: Room) -> None:
    held_since = auction.time.now
    auction.pushes(2, held_since)
    auction.time.now += SECOND
    start = starts(auction)
    eventually(lambda: auction.panel._following._place == (start, -1))
    auction.time.now = start + 1
    eventually(lambda: auction.panel._following._place == (start, 0))
    assert auction.panel.workers[0].answers(HANG_GUARD)  # and has said who holds a button
    auction.pushes(1, start + SECOND // 2)
    auction.evening.waits(1)
    entry = auction.evening.last()
    assert isinstance(entry, Acted)
    assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(2, "false_start"), (1, "first")]
    assert entry.verdicts[0].margin == start - held_since


def test_the_press_that_starts_the_clock_is_no_false_start(auction: Room) -> None:
    auction.pushes(0, auction.time.now)
    let_go(auction.panel, auction.bench, 0, auction.time)
    eventually(lambda: auction.evening.view().clock)
    clock = auction.evening.view().clock
    assert clock is not None
    auction.time.now = clock.end
    auction.evening.waits(1)
    entry = auction.evening.last()
    assert isinstance(entry, Acted)
    assert entry.verdicts == ()


def test_s6_a_bid_from_just_before_the_goodbye_is_heard_after_it(auction: Room) -> None:
    """The thread of the buttons may be late; a press after the goodbye means nothing."""
    start = starts(auction, 0)
    auction.time.now = start + 5 * SECOND
    auction.panel.say_goodbye()
    pushed(auction.panel, auction.bench, 2, auction.time.now)
    pushed(auction.panel, auction.bench, 1, auction.time.now - MILLISECOND)
    auction.evening.table.close()
    entries = [row.entry for row in auction.evening.journal.rows(auction.evening.game)]
    assert [entry.seat for entry in entries if isinstance(entry, Acted) and isinstance(entry.action, Stop)] == [1]


def test_a_false_start_is_called_at_once(auction: Room) -> None:
    start = starts(auction)
    auction.time.now = start - 2 * SECOND
    auction.pushes(1, start - 2 * SECOND)
    eventually(lambda: auction.panel.programme.at(auction.time.now) == FalseStart("Bram", 2 * SECOND))
    assert auction.panel.programme.at(start - SECOND // 2) == auction.panel.programme._clock.get_ready  # type: ignore[union-attr]


def test_whoever_was_only_beaten_by_a_doubling_has_not_started_falsely(auction: Room) -> None:
    start = starts(auction, 0)
    auction.time.now = start + SECOND
    auction.pushes(2, start + SECOND)
    auction.evening.waits(0.02)  # doubled: the next countdown runs
    auction.time.now += SECOND // 2
    auction.pushes(1, auction.time.now)
    eventually(lambda: not auction.panel._early.qsize())
    assert not isinstance(auction.panel.programme.at(auction.time.now), FalseStart)


def test_who_pressed_after_the_hammer_sees_by_how_much(auction: Room) -> None:
    """Most slaps are further apart than the photo finish waits."""
    start = starts(auction, 0)
    auction.time.now = start + 9 * SECOND
    auction.pushes(2, start + 9 * SECOND)
    auction.evening.waits(0.02)
    late = start + 9 * SECOND + 23 * MILLISECOND
    auction.time.now = late
    auction.pushes(1, late)
    auction.time.now = late + 40 * MILLISECOND
    auction.pushes(3, auction.time.now)
    eventually(lambda: getattr(auction.panel.programme.at(auction.time.now), "rival", None))
    shown = auction.panel.programme.at(auction.time.now)
    assert shown == Sold(name="Cornelia", price=160_000, lot=shown.lot, margin=23 * MILLISECOND, rival="Bram")  # type: ignore[attr-defined]


# Switching off.


class Heard(EmptyTable):
    """Remembers who pressed."""

    def __init__(self) -> None:
        self.seats: list[int] = []

    def press(self, seat: int, stamp: int, uncertainty: int = 0, phone: bool = False) -> None:
        self.seats.append(seat)


class Off:
    """A panel on an empty table, and whether it was switched off."""

    def __init__(self) -> None:
        self.time = SteppedTime()
        self.bench = Bench(WITH_DIAL.fittings)
        self.is_off = threading.Event()
        self.table = Heard()
        self.panel = Panel(self.table, WITH_DIAL, self.bench, switch_off=self.is_off.set, now=self.time)

    def hold(self, *seats: int) -> None:
        for seat in seats:
            pushed(self.panel, self.bench, seat, self.time.now)

    def shows(self) -> str:
        return type(self.panel.programme.at(self.time.now)).__name__


@pytest.fixture
def off() -> Iterator[Off]:
    made = Off()
    yield made
    made.panel.close()


def test_two_buttons_held_for_five_seconds_switch_off_and_the_lamps_count_down(off: Off) -> None:
    off.hold(0, 2)
    off.time.now += 2 * SECOND
    eventually(lambda: off.shows() == "ShuttingDown")
    eventually(lambda: [round(off.bench.lamp(seat)) for seat in range(5)] == [1, 1, 1, 0, 0])
    off.time.now += 5 * SECOND // 2
    eventually(lambda: [off.bench.lamp(seat) for seat in range(5)] == [0.5, 0, 0, 0, 0])
    assert not off.is_off.is_set()
    off.time.now += SECOND
    assert off.is_off.wait(HANG_GUARD)


def test_s6_after_they_were_held_to_the_end_presses_count_until_goodbye(off: Off) -> None:
    """What has to end first may take a while, and a clock may run."""
    off.hold(0, 2)
    off.time.now += 6 * SECOND
    assert off.is_off.wait(HANG_GUARD)
    for seat in (0, 2):
        let_go(off.panel, off.bench, seat, off.time)
    for seat in (1, 3):
        off.hold(seat)
        let_go(off.panel, off.bench, seat, off.time)
        eventually(lambda: off.table.seats[-1:] == [seat])  # noqa: B023  it is over before the next one
        assert off.shows() == "ShuttingDown"
    off.panel.say_goodbye()
    off.hold(4)
    let_go(off.panel, off.bench, 4, off.time)
    off.panel.buttons.hear_out()
    assert off.table.seats[-1] == 3


def test_whoever_lets_go_stays(off: Off) -> None:
    off.hold(0, 2)
    off.time.now += 2 * SECOND
    eventually(lambda: off.shows() == "ShuttingDown")
    let_go(off.panel, off.bench, 2, off.time)
    eventually(lambda: off.shows() == "Waiting")
    off.time.now += 10 * SECOND
    assert not off.is_off.is_set()


def test_two_other_buttons_mean_nothing(off: Off) -> None:
    off.hold(0, 1)
    off.time.now += 6 * SECOND
    eventually(lambda: off.shows() == "Waiting")
    assert not off.is_off.is_set()


def test_after_goodbye_no_press_means_anything(off: Off) -> None:
    off.panel.say_goodbye()
    off.hold(0, 2)
    off.time.now += 6 * SECOND
    eventually(lambda: off.panel.buttons.held().keys() == {0, 2})
    assert off.shows() == "ShuttingDown"
    assert not off.is_off.is_set()


def test_where_just_the_clock_stands_anybody_starts_it_again(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        time = SteppedTime()
        house = House(journal, settings_from({}), time)
        house.clock_alone(3)
        house.submit(1, Start()).result()
        house.submit(0, Pause()).result()
        snapshot = house.snapshot
        assert snapshot is not None
        assert standing(snapshot) == (Paused(None),)
        assert glows(snapshot, 5, time.now) == (Glow.BREATHING,) * 3 + (Glow.DARK,) * 2
        house.close()
