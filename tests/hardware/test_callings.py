"""Phones that sit down at the real panel, on mock pins: lamps, display and buttons, and no bid lets anybody in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import Bench, let_go, pushed
from hang_guard import HANG_GUARD, eventually
from tables import SteppedTime

from companion.auction_clock import MILLISECOND, SECOND
from companion.entries import Acted, Judged
from companion.errors import NotNow
from companion.games.merchants.actions import StartClock
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.reception import Calling, Reception
from companion.requests import Agree, Start
from companion.settings import Settings, settings_from
from companion.snapshots import CLOCK_ALONE, View
from companion.words import words
from hardware.device import Device, EmptyTable
from hardware.invitations import Invitations
from hardware.lamps import Glow, brightness
from hardware.panel import Panel
from hardware.screens.device import Waiting
from hardware.screens.joining import Join
from hardware.screens.screen import drawn
from hardware.screens.seating import Seated, SitDown, TypeCode
from hardware.simulator import SimulatedWorks

NO_FIFTH: dict[str, Any] = {"seat5": {"button": "none", "lamp": "none"}}


class Hall:
    """House, panel and reception, in a time that stands still until it is moved."""

    def __init__(self, journal: Journal, chosen: dict[str, Any] | None = None, **bench: Any) -> None:
        self.time = SteppedTime()
        self.settings: Settings = settings_from(NO_FIFTH | (chosen or {}))
        self.house = House(journal, self.settings, self.time)
        self.bench = Bench(self.settings.fittings, **bench)
        self.panel = Panel(self.house, self.settings, self.bench, now=self.time)
        eventually(lambda: self.panel.display.is_working or bench)
        self.reception = Reception(journal.drawer, self.panel, self.house, self.time)

    def asks(self, phone: str, seat: int) -> Calling:
        return self.reception.ask(phone, seat)

    def presses(self, seat: int) -> None:
        """And comes up again."""
        self.pushes(seat)
        let_go(self.panel, self.bench, seat, self.time)

    def pushes(self, seat: int) -> None:
        """A press that has reached whom it was for."""
        pushed(self.panel, self.bench, seat, self.time.now)
        if self.house.snapshot:
            self.view()

    def is_seated(self, phone: str, seat: int) -> None:
        eventually(lambda: self.reception.seat_of(phone) == seat)

    def shows(self) -> object:
        return self.panel.programme.at(self.time.now)

    def glows(self, seat: int) -> Glow | None:
        found = self.panel.lamps._glows
        return found[seat] if seat < len(found) else None

    def begins(self) -> None:
        self.house.begin(opening_for(players=3, people=3, seed=7, colours=self.house.colours))
        while (asked := self.view().table.asked) and asked.what != "start_clock":
            assert asked.seat is not None
            self.house.submit(asked.seat, self.view(asked.seat).options[0]).result()
        for _ in range(2):  # a look may have been under way already
            assert self.panel.answers(HANG_GUARD)  # what happened is shown now, not when time has moved on

    def view(self, seat: int | None = None) -> View:
        """As it is once everything that was handed in has been dealt with."""
        assert self.house.submit(0, Agree(0)).exception() is not None
        assert self.house.snapshot is not None
        return self.house.snapshot.view(seat)

    def waits(self, seconds: float) -> None:
        self.time.now += round(seconds * SECOND)
        self.panel._ring()

    def closes(self) -> None:
        self.reception.close()
        self.panel.close()
        self.house.leave()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


@pytest.fixture
def hall(journal: Journal) -> Iterator[Hall]:
    made = Hall(journal)
    yield made
    made.closes()


class TestOnAnEmptyTable:
    def test_the_lamp_flashes_the_display_says_why_and_a_press_lets_the_phone_sit(self, hall: Hall) -> None:
        calling = hall.asks("anna's", 2)
        called = SitDown(name=None, colour="green", mark=calling.mark, until=calling.until)
        eventually(lambda: hall.shows() == called)
        eventually(
            lambda: [hall.glows(seat) for seat in range(4)] == [Glow.BREATHING] * 2 + [Glow.CALLED, Glow.BREATHING]
        )
        eventually(lambda: hall.bench.image == drawn(called, hall.time.now, (128, 64), words("en")))
        hall.presses(2)
        hall.is_seated("anna's", 2)
        eventually(lambda: hall.shows() == Seated(name=None, colour="green", mark=calling.mark))
        eventually(lambda: hall.glows(2) == Glow.BREATHING)

    def test_that_press_puts_no_clock_on_the_table_but_the_next_one_does(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        hall.presses(2)
        hall.is_seated("anna's", 2)
        assert hall.house.snapshot is None
        hall.presses(2)
        eventually(lambda: hall.house.snapshot)
        assert hall.view().game == CLOCK_ALONE
        assert hall.view().clock is None

    def test_the_other_seats_press_as_usual(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        hall.presses(1)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()
        assert hall.reception.calling("anna's") is not None
        hall.presses(2)
        hall.is_seated("anna's", 2)
        assert hall.view().clock is None

    def test_a_press_from_before_the_calling_is_no_answer(self, hall: Hall) -> None:
        before = hall.time.now
        hall.waits(0.1)
        hall.asks("anna's", 2)
        pushed(hall.panel, hall.bench, 2, before)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()

    def test_after_15_seconds_everything_is_as_before(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        eventually(lambda: hall.glows(2) == Glow.CALLED)
        hall.waits(15)
        eventually(lambda: hall.glows(2) == Glow.BREATHING)
        assert hall.shows() == Waiting()
        hall.presses(2)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()

    def test_so_it_is_when_the_phone_gives_up(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        eventually(lambda: hall.glows(2) == Glow.CALLED)
        hall.reception.give_up("anna's")
        eventually(lambda: hall.glows(2) == Glow.BREATHING)
        assert hall.shows() == Waiting()

    def test_each_seat_has_a_rhythm_of_its_own(self) -> None:
        """As many flashes as its number, for those who do not see colours."""
        for seat in range(5):
            frames = [brightness(Glow.CALLED, seat, frame * 50 * MILLISECOND) for frame in range(48)]
            flashes = sum(one < other for one, other in zip([0.0, *frames], frames, strict=False))
            assert flashes == seat + 1


class TestSeatsWithoutAButton:
    def test_the_display_shows_a_code_and_whoever_types_it_sits(self, hall: Hall) -> None:
        calling = hall.asks("anna's", 4)
        assert calling.by_code
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        shown = hall.shows()
        assert isinstance(shown, TypeCode)
        assert (shown.name, shown.colour, shown.until) == (None, "purple", calling.until)
        eventually(lambda: hall.bench.image == drawn(shown, hall.time.now, (128, 64), words("en")))
        hall.reception.guess("anna's", shown.code)
        assert hall.reception.seat_of("anna's") == 4
        eventually(lambda: hall.shows() == Waiting())

    def test_no_lamp_is_lit_for_it_and_no_press_answers_it(self, hall: Hall) -> None:
        hall.asks("anna's", 4)
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        assert Glow.CALLED not in [hall.glows(seat) for seat in range(5)]
        hall.presses(1)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()

    def test_a_button_that_cannot_be_had_is_none(self, journal: Journal) -> None:
        hall = Hall(journal, refused={16})
        eventually(lambda: hall.panel.display.is_working)
        assert [hall.panel.has_button(seat) for seat in (0, 2, 4, 5, -1)] == [True, False, False, False, False]
        assert hall.asks("anna's", 2).by_code
        hall.closes()

    def test_nor_is_one_that_is_stuck(self, hall: Hall) -> None:
        hall.pushes(1)
        hall.house.leave()
        hall.waits(11)
        eventually(lambda: hall.panel.buttons.stuck == (1,))
        assert not hall.panel.has_button(1)
        assert hall.asks("anna's", 1).by_code

    def test_where_the_display_is_dead_too_nobody_can_sit_down_there(self, journal: Journal) -> None:
        def dead(_fitting: object) -> Any:
            raise OSError(121, "Remote I/O error")

        hall = Hall(journal, display=dead)
        eventually(lambda: hall.panel.troubles.of("display"))
        with pytest.raises(NotNow, match="no working button"):
            hall.asks("anna's", 4)
        hall.asks("anna's", 2)
        hall.presses(2)
        hall.is_seated("anna's", 2)
        hall.closes()

    def test_nor_where_there_is_none(self, journal: Journal) -> None:
        hall = Hall(journal, {"display": {"driver": "none"}}, refused=())
        assert not hall.panel.has_display()
        hall.closes()


class TestInAGame:
    @pytest.fixture
    def hall(self, journal: Journal) -> Iterator[Hall]:
        """Three people; the mayor in seat 0 is about to start the clock."""
        made = Hall(journal)
        made.begins()
        yield made
        made.closes()

    def test_between_auctions_a_seat_is_called_by_name(self, hall: Hall) -> None:
        calling = hall.asks("bram's", 1)
        eventually(lambda: hall.shows() == SitDown(name="Bram", colour="blue", mark=calling.mark, until=calling.until))
        hall.presses(1)
        hall.is_seated("bram's", 1)
        eventually(lambda: hall.shows() == Seated(name="Bram", colour="blue", mark=calling.mark))

    def test_the_press_of_the_mayor_starts_the_clock_and_lets_nobody_sit_down(self, hall: Hall) -> None:
        with pytest.raises(NotNow):
            hall.asks("stranger's", 0)
        hall.presses(0)
        assert hall.view().clock is not None

    def test_when_the_clock_starts_nobody_is_called_any_more_and_a_press_is_a_bid(self, hall: Hall) -> None:
        hall.asks("stranger's", 1)
        eventually(lambda: hall.glows(1) == Glow.CALLED)
        hall.house.submit(0, Start(1)).result()
        clock = hall.view().clock
        assert clock is not None
        hall.time.now = clock.start + 9 * SECOND
        hall.pushes(1)
        hall.waits(0.05)
        eventually(lambda: hall.view().clock is None)
        last = hall.house.history()[-1].entry
        assert isinstance(last, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in last.verdicts] == [(1, "first")]
        eventually(lambda: hall.reception.calling("stranger's") is None)
        assert hall.reception.pairings == ()

    def test_not_even_if_nobody_has_told_the_reception(self, hall: Hall) -> None:
        """The panel itself knows that a clock counts down: a false start is one."""
        hall.reception._unsubscribe()
        hall.asks("stranger's", 1)
        eventually(lambda: hall.glows(1) == Glow.CALLED)
        hall.house.submit(0, Start(3)).result()
        hall.presses(1)
        eventually(lambda: hall.glows(1) == Glow.DARK)
        assert hall.reception.pairings == ()
        clock = hall.view().clock
        assert clock is not None
        hall.time.now = clock.end + SECOND
        eventually(lambda: hall.view().clock is None)
        last = hall.house.history()[-1].entry
        assert isinstance(last, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in last.verdicts] == [(1, "false_start")]

    def test_a_bid_that_came_just_too_late_lets_nobody_in_either(self, hall: Hall) -> None:
        hall.house.submit(0, Start(0)).result()
        clock = hall.view().clock
        assert clock is not None
        hall.time.now = clock.start + 9 * SECOND
        hall.presses(2)
        eventually(lambda: hall.view().clock is None)
        hall.asks("stranger's", 1)
        hall.waits(0.1)
        hall.presses(1)
        eventually(lambda: hall.view() and isinstance(hall.house.history()[-1].entry, Judged))
        assert hall.reception.pairings == ()
        hall.waits(2)
        hall.presses(1)
        hall.is_seated("stranger's", 1)  # now somebody has looked at the display

    def test_whoever_still_holds_the_button_when_the_clock_starts_has_not_started_falsely(self, hall: Hall) -> None:
        hall.asks("bram's", 1)
        hall.pushes(1)
        hall.is_seated("bram's", 1)
        hall.waits(1)
        hall.house.submit(0, StartClock()).result()
        clock = hall.view().clock
        assert clock is not None
        eventually(lambda: hall.panel._following._place == (clock.start, -1))
        hall.time.now = clock.start + 1
        eventually(lambda: hall.panel._following._place == (clock.start, 0))
        hall.time.now = clock.end + SECOND
        eventually(lambda: hall.view().clock is None)
        last = hall.house.history()[-1].entry
        assert isinstance(last, Acted)
        assert last.verdicts == ()


class TestTheSelfTest:
    def test_while_it_has_the_buttons_nobody_is_called(self, tmp_path: Path) -> None:
        settings = settings_from({})
        device = Device(EmptyTable(), settings, SimulatedWorks(settings.fittings), tmp_path)
        device._testing.acquire()
        with pytest.raises(NotNow, match="The self-test has the buttons"):
            device.call(1, "42", 10**18, lambda: None)
        with pytest.raises(NotNow, match="The self-test has the buttons"):
            device.show_code(1, "1234", 10**18)
        device._testing.release()
        device.call(1, "42", 10**18, lambda: None)()
        device.close()

    def test_whoever_was_called_before_it_is_called_no_more(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        pressed: list[int] = []
        hall.panel.lend(lambda seat, _stamp: pressed.append(seat))
        hall.presses(2)
        assert pressed == [2]
        hall.panel.lend(None)
        hall.presses(2)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()


class TestJoining:
    def test_where_phones_find_the_page_stands_there_in_turn_while_nothing_is_on_the_table(self, hall: Hall) -> None:
        join = Join("http://192.168.178.23:8080/", "veilingklok.local:8080")
        hall.panel.welcome(Invitations(hall.house, hall.reception, lambda: join, lambda: None))
        hall.waits(10)
        eventually(lambda: hall.panel.programme._standing == (Waiting(), join))
        seen = {hall.panel.programme.at(hall.time.now + turn * 5 * SECOND) for turn in range(2)}
        assert seen == {Waiting(), join}
        hall.house.clock_alone()
        eventually(lambda: len(hall.panel.programme._standing) == 1)
        assert hall.shows() not in seen
        hall.house.leave()
        eventually(lambda: hall.panel.programme._standing == (Waiting(), join))

    def test_a_page_that_no_phone_finds_is_not_shown(self, hall: Hall) -> None:
        hall.panel.welcome(Invitations(hall.house, hall.reception, lambda: None, lambda: None))
        hall.waits(10)
        eventually(lambda: hall.panel.programme._standing == (Waiting(),))


class TestSettings:
    def test_another_language_is_spoken_at_once(self, hall: Hall) -> None:
        hall.house.change("table", "language", "de")
        eventually(lambda: hall.bench.image == drawn(Waiting(), hall.time.now, (128, 64), words("de")))

    def test_ticks_cease_at_once(self, hall: Hall) -> None:
        assert hall.panel.sounds.ticks
        hall.house.change("sound", "ticks", False)
        eventually(lambda: not hall.panel.sounds.ticks)

    def test_what_was_chosen_before_a_restart_is_so_from_the_start(self, journal: Journal, hall: Hall) -> None:
        hall.house.change("sound", "ticks", False)
        hall.house.change("table", "language", "nl")
        again = Hall(journal)
        eventually(lambda: not again.panel.sounds.ticks)
        eventually(lambda: again.bench.image == drawn(Waiting(), again.time.now, (128, 64), words("nl")))
        again.closes()
