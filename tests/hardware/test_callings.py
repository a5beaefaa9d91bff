"""Phones that sit down at the real panel, on mock pins: lamps, display and buttons that are held, and no press that
means something in the game lets anybody in.
"""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import Bench, Ear, let_go, pushed
from hang_guard import HANG_GUARD, eventually
from luma.core.device import dummy
from PIL import Image
from tables import SteppedTime

from companion.auction_clock import MILLISECOND, SECOND
from companion.entries import Acted, Judged
from companion.errors import NotNow, WrongCode
from companion.games.merchants.actions import StartClock
from companion.games.mercurius.game import MERCURIUS
from companion.house import House
from companion.journal import Journal
from companion.openings import Place, opening_for, opening_of
from companion.reception import Calling, Reception
from companion.requests import Agree, Pause, PutAway, Start, TakeBack
from companion.settings import Settings, settings_from
from companion.settings.fittings import DisplayFitting
from companion.snapshots import CLOCK_ALONE, View
from companion.words import words
from hardware.device import Device, EmptyTable
from hardware.invitations import Invitations
from hardware.lamps import Glow, brightness
from hardware.panel import Panel
from hardware.programme import TURN
from hardware.screens.agreeing import Proposed
from hardware.screens.device import ShuttingDown, Waiting
from hardware.screens.joining import Join
from hardware.screens.screen import drawn
from hardware.screens.seating import Holding, Seated, SitDown, TypeCode
from hardware.simulator import SimulatedWorks

NO_FIFTH: dict[str, Any] = {"seat5": {"button": "none", "lamp": "none"}}


class SlowDisplay:
    """Draws only when it may."""

    def __init__(self) -> None:
        self.may_draw = threading.Event()
        self.may_draw.set()

    def opened(self, fitting: DisplayFitting) -> Any:
        device = dummy(fitting.width, fitting.height, fitting.rotate, mode="1")
        draw = device.display

        def display(image: Image.Image) -> None:
            assert self.may_draw.wait(HANG_GUARD)
            draw(image)

        device.display = display
        return device


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
        self._releases = Ear()
        self._hear_releases()

    def _hear_releases(self) -> None:
        """Once the panel has dealt with each."""
        deal_with = self.panel.buttons._released

        def released(seat: int, since: int, last_down: int) -> None:
            deal_with(seat, since, last_down)
            self._releases()

        self.panel.buttons._released = released

    def asks(self, phone: str, seat: int, *, takes_over: bool = False) -> Calling:
        return self.reception.ask(phone, seat, takes_over=takes_over)

    def reads(self, seat: int) -> None:
        """What the display says of this seat, for a second; or the lamp, where there is no display."""
        if self.panel.has_display():
            eventually(lambda: (called := self.panel._callings.of(seat, self.time.now)) and called.shown_at)
        self.waits(1)

    def holds(self, seat: int, seconds: float = 2) -> None:
        """The button for so long, and lets it go. Whatever comes of that has come."""
        self.pushes(seat)
        self.waits(seconds)
        eventually(lambda: self.panel.buttons.last_down(seat) == self.time.now)
        self.looks()
        self.lets_go(seat)

    def lets_in(self, seat: int) -> None:
        """Somebody who has read the display holds the button."""
        self.reads(seat)
        self.holds(seat)

    def looks(self) -> None:
        for _ in range(2):  # a look may have been under way already
            assert self.panel.workers[0].answers(HANG_GUARD)

    def presses(self, seat: int) -> None:
        """And comes up again."""
        self.pushes(seat)
        self.lets_go(seat)

    def lets_go(self, seat: int) -> None:
        """The button has come up, and whatever comes of that has come."""
        before = self._releases.times
        let_go(self.panel, self.bench, seat, self.time)
        self._releases.wait_until(lambda: self._releases.times > before)
        self.looks()

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
        self.looks()  # what happened is shown now, not when time has moved on

    def begins_mercurius(self) -> None:
        """Three people, in the game whose buttons agree to what is proposed."""
        places = list(map(Place, ("Anna", "Ben", "Cleo"), self.house.colours))
        self.house.begin(opening_of(places, game=MERCURIUS, seed=5))

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
    def test_the_lamp_flashes_the_display_says_why_and_a_hold_lets_the_phone_sit(self, hall: Hall) -> None:
        calling = hall.asks("anna's", 2)
        called = SitDown(name=None, colour="green", mark=calling.mark, until=calling.until)
        eventually(lambda: hall.shows() == called)
        eventually(
            lambda: [hall.glows(seat) for seat in range(4)] == [Glow.BREATHING] * 2 + [Glow.CALLED, Glow.BREATHING]
        )
        eventually(lambda: hall.bench.image == drawn(called, hall.time.now, (128, 64), words("en")))
        hall.lets_in(2)
        hall.is_seated("anna's", 2)
        eventually(lambda: hall.shows() == Seated(name=None, colour="green", mark=calling.mark))
        eventually(lambda: hall.glows(2) == Glow.BREATHING)

    def test_that_hold_puts_no_clock_on_the_table_but_the_next_press_does(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        hall.lets_in(2)
        hall.is_seated("anna's", 2)
        assert hall.house.snapshot is None
        hall.presses(2)
        eventually(lambda: hall.house.snapshot)
        assert hall.view().game == CLOCK_ALONE
        assert hall.view().clock is None

    def test_s1_a_short_press_means_what_it_always_means_and_seats_nobody(self, hall: Hall) -> None:
        """At the release, as long as a phone waits."""
        hall.asks("stranger's", 2)
        hall.reads(2)
        hall.pushes(2)
        hall.looks()
        assert hall.house.snapshot is None
        hall.lets_go(2)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()

    def test_s1_a_hold_that_is_let_go_early_is_a_press(self, hall: Hall) -> None:
        hall.asks("stranger's", 2)
        hall.reads(2)
        hall.holds(2, 1.99)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()
        assert hall.view().game == CLOCK_ALONE

    def test_s1_the_display_names_what_a_hold_does_and_counts(self, hall: Hall) -> None:
        calling = hall.asks("anna's", 2)
        hall.reads(2)
        since = hall.time.now
        hall.pushes(2)
        hall.waits(0.4)
        hall.looks()
        assert isinstance(hall.shows(), SitDown), "an ordinary press"
        hall.waits(0.6)
        holding = Holding(
            name=None, colour="green", mark=calling.mark, outcome="sits", since=since, until=since + 2 * SECOND
        )
        eventually(lambda: hall.shows() == holding)
        eventually(lambda: hall.bench.image == drawn(holding, hall.time.now, (128, 64), words("en")))
        hall.lets_go(2)
        eventually(lambda: isinstance(hall.shows(), SitDown))
        assert hall.reception.pairings == ()

    def test_s1_a_take_over_is_shown_as_one(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        hall.lets_in(2)
        hall.is_seated("anna's", 2)
        hall.waits(4)
        calling = hall.asks("ben's", 2, takes_over=True)
        called = SitDown(name=None, colour="green", mark=calling.mark, until=calling.until, takes_over=True)
        eventually(lambda: hall.shows() == called)
        hall.reads(2)
        hall.pushes(2)
        hall.waits(1)
        eventually(lambda: isinstance(shown := hall.shows(), Holding) and shown.outcome == "takes_over")
        hall.waits(1)
        hall.is_seated("ben's", 2)
        assert hall.reception.seat_of("anna's") is None

    def test_s1_a_hold_that_began_before_the_display_could_be_read_seats_nobody(self, hall: Hall) -> None:
        """It opens a code, which a stranger elsewhere cannot read; the next hold counts."""
        hall.asks("stranger's", 2)
        eventually(lambda: (called := hall.panel._callings.of(2, hall.time.now)) and called.shown_at)
        hall.waits(0.99)
        hall.holds(2)
        assert hall.reception.pairings == ()
        assert isinstance(hall.shows(), TypeCode)
        assert hall.house.snapshot is None
        hall.holds(2)
        hall.is_seated("stranger's", 2)

    def test_s1_nor_does_one_whose_calling_was_taken_off_the_display_before_it_could_be_read(self, hall: Hall) -> None:
        hall.asks("stranger's", 2)
        eventually(lambda: (called := hall.panel._callings.of(2, hall.time.now)) and called.shown_at)
        hall.waits(0.1)
        hall.asks("another stranger's", 1)
        eventually(lambda: (called := hall.panel._callings.of(1, hall.time.now)) and called.shown_at)
        hall.waits(1.4)
        hall.holds(2)
        assert hall.reception.pairings == ()

    def test_s1_nor_does_one_that_the_display_has_not_drawn(self, journal: Journal) -> None:
        slow = SlowDisplay()
        hall = Hall(journal, display=slow.opened)
        eventually(lambda: hall.panel.display.is_working)
        slow.may_draw.clear()
        hall.asks("stranger's", 2)
        hall.waits(3)
        hall.holds(2)
        assert hall.reception.pairings == ()
        slow.may_draw.set()
        hall.closes()

    def test_s1_two_buttons_that_are_held_seat_nobody(self, hall: Hall) -> None:
        """Whoever switches off holds two."""
        hall.asks("stranger's", 2)
        hall.reads(2)
        hall.pushes(2)
        hall.waits(0.1)
        hall.pushes(3)
        hall.waits(1)
        eventually(lambda: isinstance(shown := hall.shows(), Holding) and shown.outcome == "one_at_a_time")
        hall.waits(2)
        eventually(lambda: hall.panel.buttons.last_down(2) == hall.time.now)
        hall.looks()
        for seat in (2, 3):
            hall.lets_go(seat)
        hall.looks()
        assert hall.reception.pairings == ()
        assert not isinstance(hall.shows(), TypeCode)

    def test_s1_nor_does_the_chord(self, hall: Hall) -> None:
        hall.asks("stranger's", 2)
        hall.reads(2)
        for seat in (0, 2):
            hall.pushes(seat)
        hall.waits(3)
        eventually(lambda: isinstance(hall.shows(), ShuttingDown))
        for seat in (0, 2):
            hall.lets_go(seat)
        hall.looks()
        assert hall.reception.pairings == ()

    def test_the_other_seats_press_as_usual(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        hall.presses(1)
        eventually(lambda: hall.house.snapshot)
        assert hall.reception.pairings == ()
        assert hall.reception.calling("anna's") is not None
        hall.lets_in(2)
        hall.is_seated("anna's", 2)
        assert hall.view().clock is None

    def test_a_press_from_before_the_calling_is_no_answer(self, hall: Hall) -> None:
        before = hall.time.now
        hall.waits(0.1)
        hall.asks("anna's", 2)
        pushed(hall.panel, hall.bench, 2, before)
        hall.waits(3)
        hall.lets_go(2)
        assert hall.reception.pairings == ()

    def test_s5_a_button_held_by_itself_opens_a_code_for_its_seat(self, hall: Hall) -> None:
        """And does not put the clock on the table, as a short press does."""
        hall.holds(2)
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        shown = hall.shows()
        assert isinstance(shown, TypeCode)
        assert (shown.colour, shown.until) == ("green", shown.until)
        assert hall.house.snapshot is None
        hall.reception.guess("anna's", shown.code)
        assert hall.reception.seat_of("anna's") == 2

    def test_s5_several_seats_are_called_at_once_each_with_its_lamp(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        hall.reads(2)
        hall.waits(3)
        hall.asks("ben's", 1)
        eventually(lambda: (hall.glows(1), hall.glows(2)) == (Glow.CALLED, Glow.CALLED))
        hall.looks()
        shown = hall.shows()
        assert isinstance(shown, SitDown)
        assert shown.colour == "blue", "the newest first"
        later = [hall.panel._callings.on_display(hall.time.now + turn * 3 * SECOND) for turn in range(1, 3)]
        assert {called.seat for called in later if called} == {1, 2}
        hall.lets_in(1)
        hall.is_seated("ben's", 1)
        hall.holds(2)
        hall.is_seated("anna's", 2)

    def test_s5_strangers_keep_nobody_from_the_code(self, hall: Hall) -> None:
        """22 of them, at every seat, from as many addresses; and more of them while the button is held."""
        for number in range(22):
            hall.reception.ask(f"stranger {number}", number % 4, client=f"10.1.{number}.66")
        hall.asks("ben's", 1)
        hall.waits(0.2)
        hall.pushes(1)
        hall.waits(1)
        for number in range(22, 44):
            hall.reception.ask(f"stranger {number}", number % 4, client=f"10.1.{number}.66")
        eventually(lambda: isinstance(shown := hall.shows(), Holding) and shown.outcome == "code")
        hall.waits(1)
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        hall.lets_go(1)
        for number in range(44, 66):
            hall.reception.ask(f"stranger {number}", number % 5, client=f"10.1.{number}.66")
        hall.looks()
        shown = hall.shows()
        assert isinstance(shown, TypeCode)
        assert shown.colour == "blue"
        hall.reception.guess("ben's", shown.code)
        assert hall.reception.seat_of("ben's") == 1
        assert len(hall.reception.pairings) == 1

    def test_s5_a_code_and_what_phones_ask_for_are_shown_in_turn(self, hall: Hall) -> None:
        """Strangers cannot hide the code of a held button, and the code hides nobody who asks meanwhile."""
        hall.holds(3)
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        hall.waits(1)
        hall.asks("ben's", 1)
        hall.asks("cleo's", 0)
        turns = [hall.panel._callings.on_display(hall.time.now + turn * 3 * SECOND) for turn in range(1, 5)]
        shown = [type(called.screen) for called in turns if called]
        assert sorted(kind.__name__ for kind in shown) == ["SitDown", "SitDown", "TypeCode", "TypeCode"]
        assert shown[0] != shown[1] != shown[2] != shown[3]

    def test_five_who_come_together_all_sit_down_without_a_code(self, journal: Journal) -> None:
        """All ask at once; each holds the button once the display has shown the number of that phone for a second."""
        hall = Hall(journal, {"seat5": {}})
        for seat in range(5):
            hall.reception.ask(f"phone {seat}", seat, client=f"10.0.0.{seat}")
            hall.waits(0.3)
        for _ in range(5):
            hall.looks()
            shown = hall.shows()
            assert isinstance(shown, SitDown)
            hall.lets_in(hall.house.colours.index(shown.colour))
            hall.waits(3)  # as long as the display says that this phone sits there
        assert {pairing.seat for pairing in hall.reception.pairings} == set(range(5))
        hall.closes()

    def test_after_30_seconds_everything_is_as_before(self, hall: Hall) -> None:
        hall.asks("anna's", 2)
        eventually(lambda: hall.glows(2) == Glow.CALLED)
        hall.waits(30)
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

    def test_s1_a_code_that_takes_the_seat_over_is_another_and_says_so(self, hall: Hall) -> None:
        hall.asks("owner's", 4)
        self.types(hall, "owner's", takes_over=False)
        hall.asks("friend's", 4)
        hall.asks("stranger's", 4, takes_over=True)
        shown = {
            (called.screen.code, called.screen.takes_over)
            for called in hall.panel._callings._open
            if isinstance(called.screen, TypeCode)
        }
        assert sorted(takes_over for _, takes_over in shown) == [False, True]
        assert len({code for code, _ in shown}) == 2
        with pytest.raises(WrongCode):
            hall.reception.guess("stranger's", next(code for code, takes_over in shown if not takes_over))
        self.types(hall, "friend's", takes_over=False)
        assert {pairing.seat for pairing in hall.reception.pairings} == {4}
        assert len(hall.reception.pairings) == 2

    @staticmethod
    def types(hall: Hall, phone: str, *, takes_over: bool) -> None:
        """What the display shows."""
        codes = [called.screen for called in hall.panel._callings._open if isinstance(called.screen, TypeCode)]
        hall.reception.guess(phone, next(one.code for one in codes if one.takes_over is takes_over))

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
        hall.lets_in(2)
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
        hall.lets_in(1)
        hall.is_seated("bram's", 1)
        eventually(lambda: hall.shows() == Seated(name="Bram", colour="blue", mark=calling.mark))

    def test_s1_the_press_of_the_mayor_starts_the_clock_and_lets_nobody_sit_down(self, hall: Hall) -> None:
        hall.asks("stranger's", 0)
        hall.reads(0)
        hall.presses(0)
        eventually(lambda: hall.view().clock is not None)
        eventually(lambda: hall.reception.calling("stranger's") is None)
        assert hall.reception.pairings == ()

    def test_s1_what_waited_for_the_release_is_dropped_if_the_game_went_on_meanwhile(self, hall: Hall) -> None:
        """It was meant for what was asked then."""
        hall.asks("stranger's", 0)
        hall.reads(0)
        hall.pushes(0)
        hall.house.submit(0, StartClock()).result()
        clock = hall.view().clock
        assert clock is not None
        hall.lets_go(0)
        hall.looks()
        hall.time.now = clock.end + SECOND
        eventually(lambda: hall.view().clock is None)
        last = hall.house.history()[-1].entry
        assert isinstance(last, Acted)
        assert last.verdicts == ()

    @pytest.mark.parametrize("stands", [False, True])
    def test_s5_so_does_one_whose_press_would_start_the_clock(self, hall: Hall, stands: bool) -> None:
        hall.begins()
        if stands:
            hall.house.submit(0, Start(0)).result()
            number = hall.house.submit(0, Pause())
            number.result()
            for seat in (1, 2):
                proposal = hall.view().proposal
                assert proposal is not None
                hall.house.submit(seat, Agree(proposal.number)).result()
            hall.waits(3)
            hall.looks()
        hall.holds(0)
        assert isinstance(hall.shows(), TypeCode)
        assert hall.view().clock is None
        hall.presses(0)
        assert hall.view().clock is not None

    def test_s5_and_one_at_an_idle_clock(self, hall: Hall) -> None:
        hall.house.clock_alone(3)
        hall.looks()
        hall.holds(1)
        assert isinstance(hall.shows(), TypeCode)
        assert hall.view().clock is None
        hall.presses(1)
        assert hall.view().clock is not None

    def test_s5_a_button_held_in_a_game_opens_a_code_for_its_seat(self, hall: Hall) -> None:
        hall.holds(1)
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        shown = hall.shows()
        assert isinstance(shown, TypeCode)
        assert shown.name == "Bram"
        hall.reception.guess("bram's", shown.code)
        assert hall.reception.seat_of("bram's") == 1

    def test_s1_a_press_is_a_move_while_somebody_wants_to_put_the_game_away(self, hall: Hall) -> None:
        """That stays asked while the game goes on; it is answered on phones."""
        hall.begins_mercurius()
        hall.house.submit(0, PutAway((0, 1))).result()
        while (state := hall.house.snapshot) and (asked := state.view(None).table.asked):
            if asked.seat == 1 and MERCURIUS.pressed(state.look.now.state, 1) is not None:
                break
            hall.house.submit(asked.seat, state.view(asked.seat).options[0]).result()
        row = hall.view().row
        hall.waits(5)
        hall.presses(1)
        view = hall.view()
        assert view.row == row + 1
        assert view.proposal is not None
        assert view.proposal.waiting_for == (1,)

    def test_s1_a_yes_that_was_read_counts_though_the_display_has_gone_on(self, hall: Hall) -> None:
        """While a phone asks for the seat the press is heard of at its release; what it is for was read before."""
        hall.begins_mercurius()
        while (asked := hall.view().table.asked) and asked.seat == 0:
            hall.house.submit(0, hall.view(0).options[0]).result()
        hall.house.submit(0, TakeBack()).result()
        hall.asks("stranger's", 1)
        hall.waits(-hall.time.now % TURN / SECOND)
        hall.looks()
        while not isinstance(hall.shows(), Proposed):
            hall.waits(TURN / SECOND)
            hall.looks()
        eventually(lambda: hall.panel._proposed_at == hall.time.now)
        hall.waits(TURN / SECOND - 0.2)
        hall.pushes(1)
        hall.waits(0.4)
        eventually(lambda: isinstance(hall.shows(), SitDown) and hall.panel._proposed_at is None)
        hall.lets_go(1)
        proposal = hall.view().proposal
        assert proposal is not None
        assert proposal.agreed == (0, 1)
        assert hall.reception.pairings == ()

    def test_s1_a_hold_that_has_become_contested_shows_a_code(self, hall: Hall) -> None:
        """In the moment between the hold and what comes of it another phone has asked."""
        hall.asks("stranger's", 1)
        hall.reads(1)
        called = hall.panel._callings.of(1, hall.time.now)
        assert called
        assert called.heard
        hall.asks("anna's", 1)
        assert not called.heard()
        assert hall.reception.pairings == ()
        assert [code.was_held for code in hall.reception._codes.values()] == [True]

    def test_s1_whoever_won_and_still_holds_the_button_lets_nobody_in(self, hall: Hall) -> None:
        hall.house.submit(0, Start(0)).result()
        clock = hall.view().clock
        assert clock is not None
        hall.time.now = clock.start + 9 * SECOND
        hall.pushes(1)
        hall.waits(0.05)
        eventually(lambda: hall.view().clock is None)
        hall.asks("stranger's", 1)
        hall.waits(1)
        hall.waits(3)
        eventually(lambda: hall.panel.buttons.last_down(1) == hall.time.now)
        hall.looks()
        hall.lets_go(1)
        hall.looks()
        assert hall.reception.pairings == ()
        assert not isinstance(hall.shows(), TypeCode)

    def test_s10_a_phone_is_seated_while_the_clock_stands(self, hall: Hall) -> None:
        """By a hold, or by a code where there is no button; a press goes on with the auction."""
        hall.house.submit(0, Start(0)).result()
        clock = hall.view().clock
        assert clock is not None
        hall.time.now = clock.start + 2 * SECOND
        hall.house.submit(0, Pause()).result()
        proposal = hall.view().proposal
        assert proposal is not None
        for seat in proposal.waiting_for:
            hall.house.submit(seat, Agree(proposal.number)).result()
        assert hall.view().clock_stands
        hall.waits(3)
        hall.asks("aletta's new one", 0)
        hall.lets_in(0)
        hall.is_seated("aletta's new one", 0)
        assert hall.view().clock_stands
        hall.waits(4)
        hall.asks("bram's new one", 4)
        eventually(lambda: isinstance(hall.shows(), TypeCode))
        shown = hall.shows()
        assert isinstance(shown, TypeCode)
        hall.reception.guess("bram's new one", shown.code)
        assert hall.reception.seat_of("bram's new one") == 4
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
        hall.lets_in(1)
        hall.is_seated("stranger's", 1)  # now somebody has looked at the display

    def test_whoever_still_holds_the_button_when_the_clock_starts_has_not_started_falsely(self, hall: Hall) -> None:
        hall.asks("bram's", 1)
        hall.reads(1)
        hall.pushes(1)
        hall.waits(2)
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
            device.call(1, "42", 10**18, lambda: False)
        with pytest.raises(NotNow, match="The self-test has the buttons"):
            device.show_code(1, "1234", 10**18)
        device._testing.release()
        device.call(1, "42", 10**18, lambda: False)()
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
