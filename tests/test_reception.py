"""Who sits where: phones are let in by those at the table, and by nobody else."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from benches import Ear
from hang_guard import HANG_GUARD, eventually
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import SteppedTime
from tiers import examples

from companion.auction_clock import SECOND
from companion.drawer import Drawer
from companion.errors import BadJournal, NotNow, TableClosed, TooOften, WrongCode
from companion.games.errors import GameError, Illegal
from companion.games.merchants.actions import Decline, Place
from companion.games.merchants.state import DISKS
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.reception import Calling, Reception
from companion.requests import Agree, Pause, Start
from companion.settings import settings_from


class Desk:
    """The device as the reception knows it: lamps that can be looked at, and fingers that hold a button."""

    def __init__(self, with_button: tuple[int, ...] = (0, 1, 2), display: bool = True) -> None:
        self.with_button = with_button
        self.display = display
        self.called: list[tuple[int, str]] = []
        """Which seats, with which mark; as long as they are."""
        self.said: dict[int, tuple[bool, bool]] = {}
        """By seat: whether the display says that a phone takes over, and that several ask."""
        self.codes: list[tuple[int, str]] = []
        self._heard: Callable[[], bool] | None = None
        self._waiting: dict[int, Callable[[], bool]] = {}
        self._held: Callable[[int], None] | None = None

    def has_button(self, seat: int) -> bool:
        return seat in self.with_button

    def has_display(self) -> bool:
        return self.display

    def on_hold(self, heard: Callable[[int], None]) -> None:
        self._held = heard

    def call(
        self,
        seat: int,
        mark: str,
        until: int,
        heard: Callable[[], bool],
        *,
        takes_over: bool = False,
        contested: bool = False,
    ) -> Callable[[], None]:
        one = (seat, mark)
        self.called = [*(other for other in self.called if other[0] != seat), one]
        self.said[seat] = (takes_over, contested)
        self._heard = self._waiting[seat] = heard

        def end() -> None:
            if one in self.called and self._waiting.get(seat) is heard:
                self.called.remove(one)
                del self._waiting[seat]

        return end

    def show_code(
        self, seat: int, code: str, until: int, *, takes_over: bool = False, was_held: bool = False
    ) -> Callable[[], None]:
        one = (seat, code)
        self.codes = [*(other for other in self.codes if other != one), one]
        self.said[seat] = (takes_over, False)
        return lambda: self.codes.remove(one)

    def hold(self, seat: int | None = None) -> None:
        """The button of this seat for two seconds, after what the display says of it was read; or that of the seat
        that is called, or was called last."""
        if seat is None:
            assert self._heard is not None
            self._heard()
        elif seat in self._waiting:
            self._waiting[seat]()
        else:
            assert self._held is not None
            self._held(seat)

    @property
    def code(self) -> str:
        return self.codes[-1][1]

    @property
    def wrong_code(self) -> str:
        return f"{(int(self.code) + 1) % 1_000_000:06}"


class Door:
    """The reception of a house; seats 3 and 4 have no button."""

    def __init__(self, journal: Journal, desk: Desk | None = None) -> None:
        self.journal = journal
        self.time = SteppedTime()
        self.house = House(journal, settings_from({"clock": {"get_ready": 3}}), self.time)
        self.desk = desk or Desk()
        self.reception = Reception(journal.drawer, self.desk, self.house, self.time)

    def waits(self, seconds: float) -> None:
        self.time.now += round(seconds * SECOND)

    def seats(self, phone: str, seat: int, *, takes_over: bool = False) -> None:
        """By the button that is held, or by the code."""
        calling = self.reception.ask(phone, seat, takes_over=takes_over)
        if calling.by_code:
            self.reception.guess(phone, self.desk.code)
        else:
            self.desk.hold()
        assert self.reception.seat_of(phone) == seat

    def refuses(self, kind: type[GameError], phone: str, seat: int) -> str:
        with pytest.raises(kind) as refusal:
            self.reception.ask(phone, seat)
        return str(refusal.value)

    def types_wrong(self, phone: str) -> str:
        with pytest.raises(WrongCode) as refusal:
            self.reception.guess(phone, self.desk.wrong_code)
        return str(refusal.value)

    def settles(self) -> None:
        """The table has dealt with everything."""
        assert self.house.submit(0, Agree(0)).exception() is not None

    def uses_mayors_card(self) -> None:
        """A game in which the mayor, at seat 0, has only this to do before the clock is started."""
        self.house.begin(opening_for(players=4, people=4, seed=4))
        for disk in DISKS:
            self.house.submit(0, Place(disk)).result()

    def pauses(self) -> None:
        """All four agree, and the clock stands."""
        self.house.submit(0, Pause()).result()
        snapshot = self.house.snapshot
        assert snapshot is not None
        proposal = snapshot.view(None).proposal
        assert proposal is not None
        for seat in proposal.waiting_for:
            self.house.submit(seat, Agree(proposal.number)).result()
        self.settles()
        assert self.house.snapshot is not None
        assert self.house.snapshot.view(None).clock_stands

    def restarts(self) -> "Door":
        self.reception.close()
        self.house.leave()
        return Door(self.journal, self.desk)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    with Journal(tmp_path) as journal:
        made = Door(journal)
        yield made
        made.house.leave()


class TestSittingDownByButton:
    def test_the_seat_is_called_and_a_press_lets_the_phone_sit(self, door: Door) -> None:
        calling = door.reception.ask("anna's", 2, device="Android phone")
        assert calling == Calling(2, calling.mark, door.time.now + 30 * SECOND, by_code=False, takes_over=False)
        assert re.fullmatch("[1-9][0-9]", calling.mark)
        assert door.desk.called == [(2, calling.mark)]
        assert door.reception.calling("anna's") == calling
        assert door.reception.seat_of("anna's") is None
        door.desk.hold()
        assert door.reception.seat_of("anna's") == 2
        assert door.reception.calling("anna's") is None
        assert door.desk.called == []
        (pairing,) = door.reception.pairings
        assert (pairing.number, pairing.seat, pairing.device) == (1, 2, "Android phone")
        assert door.reception.pairing_of("anna's") == pairing

    def test_only_the_phone_that_asked_waits_and_sits(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        assert door.reception.calling("ben's") is None
        door.desk.hold()
        assert door.reception.seat_of("ben's") is None

    def test_after_30_seconds_it_is_too_late(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.waits(29.9)
        assert door.reception.calling("anna's") is not None
        door.waits(0.1)
        assert door.reception.calling("anna's") is None
        door.waits(3)
        door.desk.hold()
        assert door.reception.seat_of("anna's") is None

    def test_a_hold_that_began_in_the_last_moment_counts(self, door: Door) -> None:
        """It takes two seconds, and may be heard of a little later."""
        door.reception.ask("anna's", 2)
        door.waits(32.1)
        door.desk.hold()
        assert door.reception.seat_of("anna's") == 2

    def test_a_press_that_was_meant_for_another_phone_counts_for_nobody(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        press = door.desk._heard
        door.waits(33)
        door.reception.ask("ben's", 1)
        assert press is not None
        press()
        assert door.reception.pairings == ()
        assert door.reception.calling("ben's") is not None

    def test_whoever_gives_up_is_called_no_more(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.reception.give_up("ben's")
        assert door.reception.calling("anna's") is not None
        door.reception.give_up("anna's")
        assert (door.reception.calling("anna's"), door.desk.called) == (None, [])
        door.desk.hold()
        assert door.reception.pairings == ()

    def test_whoever_asks_twice_waits_for_the_same(self, door: Door) -> None:
        calling = door.reception.ask("anna's", 2)
        door.waits(3)
        assert door.reception.ask("anna's", 2) == calling
        assert len(door.desk.called) == 1

    def test_whoever_asks_for_another_seat_waits_for_that_one(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.reception.ask("anna's", 1)
        assert [seat for seat, _ in door.desk.called] == [1]
        door.desk.hold()
        assert door.reception.seat_of("anna's") == 1

    def test_what_a_browser_says_of_itself_is_kept_short_and_printable(self, door: Door) -> None:
        door.reception.ask("anna's", 2, device="\x1b[2J" + "x" * 500)
        door.desk.hold()
        assert door.reception.pairings[0].device == "[2J" + "x" * 37


class TestSittingDownByCode:
    def test_a_seat_without_a_button_has_a_code_on_the_display(self, door: Door) -> None:
        calling = door.reception.ask("anna's", 3)
        assert calling.by_code
        assert calling.until == door.time.now + 30 * SECOND
        assert re.fullmatch("[0-9]{6}", door.desk.code)
        assert door.desk.called == []
        door.reception.guess("anna's", door.desk.code)
        assert door.reception.seat_of("anna's") == 3
        assert door.desk.codes == []

    def test_so_has_one_whose_button_has_died(self, door: Door) -> None:
        door.desk.with_button = (0, 1)
        assert door.reception.ask("anna's", 2).by_code

    def test_where_there_is_no_display_either_nobody_can_sit_down(self, door: Door) -> None:
        door.desk.display = False
        assert door.refuses(NotNow, "anna's", 3) == (
            "Seat 4 has no working button, and there is no display for a code: nobody can sit down there."
        )
        door.seats("anna's", 2)

    def test_the_code_is_for_the_phone_that_asked(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        with pytest.raises(NotNow, match=r"There is no code to type: ask for the seat, or hold its button"):
            door.reception.guess("ben's", door.desk.code)
        assert door.reception.pairings == ()
        door.reception.guess("anna's", door.desk.code)

    def test_a_code_is_of_no_use_after_its_time(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        code = door.desk.code
        door.waits(30)
        with pytest.raises(NotNow):
            door.reception.guess("anna's", code)
        assert door.reception.pairings == ()

    def test_nor_is_one_that_was_used(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        code = door.desk.code
        door.reception.guess("anna's", code)
        with pytest.raises(NotNow):
            door.reception.guess("anna's", code)

    def test_nor_where_a_button_is_waited_for(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        with pytest.raises(NotNow):
            door.reception.guess("anna's", "1234")

    @pytest.mark.parametrize("code", ["", "1234", "12345", "1234567", "12a456", "-12345", " 12345", "١٢٣٤٥٦"])
    def test_what_is_not_six_digits_is_no_try(self, door: Door, code: str) -> None:
        door.reception.ask("anna's", 3)
        for _ in range(5):
            with pytest.raises(WrongCode, match=r"The code has six digits\."):
                door.reception.guess("anna's", code)
        door.reception.guess("anna's", door.desk.code)
        assert door.reception.seat_of("anna's") == 3

    def test_three_wrong_codes_end_it(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        assert [door.types_wrong("anna's") for _ in range(3)] == [
            f"That is not the code on the display. Tries left: {left}." for left in (2, 1, 0)
        ]
        assert (door.desk.codes, door.reception.calling("anna's")) == ([], None)
        with pytest.raises(NotNow):
            door.reception.guess("anna's", "1234")

    def test_a_wrong_one_and_then_the_right_one_is_good(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        door.types_wrong("anna's")
        door.reception.guess("anna's", door.desk.code)
        assert door.reception.seat_of("anna's") == 3


class TestWhoSitsWhere:
    def test_it_survives_a_restart(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.seats("ben's", 3)
        before = door.reception.pairings
        again = door.restarts()
        assert again.reception.pairings == before
        assert (again.reception.seat_of("anna's"), again.reception.seat_of("ben's")) == (2, 3)

    def test_so_does_the_key(self, door: Door) -> None:
        assert len(door.reception.key) == 32
        assert door.restarts().reception.key == door.reception.key

    def test_every_house_has_a_key_of_its_own(self, door: Door, tmp_path: Path) -> None:
        with Journal(tmp_path / "another") as journal:
            assert Door(journal).reception.key != door.reception.key

    def test_the_name_of_a_phone_is_kept_nowhere(self, door: Door) -> None:
        """Whoever reads the file, or the list of pairings, can be nobody's phone."""
        door.seats("anna's-secret-name", 2)
        kept = door.journal.drawer.get("pairings")
        assert kept is not None
        assert b"secret" not in kept
        hashed = door.reception.pairings[0].phone
        assert "secret" not in hashed
        assert door.reception.seat_of(hashed) is None

    def test_a_phone_sits_at_one_seat(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.seats("anna's", 0)
        assert [(pairing.number, pairing.seat) for pairing in door.reception.pairings] == [(2, 0)]

    def test_several_may_sit_at_one(self, door: Door) -> None:
        for phone in ("anna's", "ben's"):
            door.seats(phone, 2)
        assert [pairing.seat for pairing in door.reception.pairings] == [2, 2]

    def test_a_seat_is_handed_over_in_the_same_way(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.seats("cleo's", 1)
        door.reception.ask("ben's", 2, takes_over=True)
        assert door.reception.seat_of("anna's") == 2, "as long as nobody has pressed"
        door.desk.hold()
        assert door.reception.seat_of("ben's") == 2
        assert door.reception.seat_of("anna's") is None
        assert door.reception.seat_of("cleo's") == 1

    def test_one_who_sits_there_may_take_all_of_it(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.seats("ben's", 2)
        door.seats("anna's", 2, takes_over=True)
        assert door.reception.seat_of("ben's") is None

    def test_s1_where_eight_sit_nobody_gives_way(self, door: Door) -> None:
        for number in range(8):
            door.seats(f"phone {number}", 2)
        says = "Eight phones sit here already; remove one, or take the seat over."
        assert door.refuses(Illegal, "ninth", 2) == says
        door.desk.hold(2)
        with pytest.raises(Illegal, match="Eight phones sit here already"):
            door.reception.guess("ninth", door.desk.code)
        assert [door.reception.seat_of(f"phone {number}") for number in range(8)] == [2] * 8
        door.seats("ninth", 2, takes_over=True)
        assert [pairing.seat for pairing in door.reception.pairings] == [2]

    def test_s1_one_that_has_filled_up_meanwhile_is_full(self, door: Door) -> None:
        for number in range(7):
            door.seats(f"phone {number}", 2)
        door.reception.ask("ninth", 2)
        held = door.desk._heard
        door.reception._book = msgspec.structs.replace(
            door.reception._book,
            pairings=(*door.reception.pairings, msgspec.structs.replace(door.reception.pairings[0], phone="eighth")),
        )
        assert held is not None
        held()
        assert door.reception.seat_of("ninth") is None

    def test_whoever_stands_up_sits_nowhere(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.reception.stand_up("ben's")
        assert door.reception.seat_of("anna's") == 2
        door.reception.stand_up("anna's")
        assert door.reception.seat_of("anna's") is None
        assert door.restarts().reception.pairings == ()

    def test_the_table_can_remove_one(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.seats("ben's", 2)
        door.reception.remove(1)
        assert [pairing.number for pairing in door.reception.pairings] == [2]
        assert door.reception.seat_of("anna's") is None
        with pytest.raises(Illegal, match=r"That phone does not sit at the table any more\."):
            door.reception.remove(1)

    def test_a_number_is_never_given_twice(self, door: Door) -> None:
        """Somebody may still have an old list before their eyes."""
        door.seats("anna's", 2)
        door.reception.remove(1)
        again = door.restarts()
        again.seats("ben's", 2)
        assert [pairing.number for pairing in again.reception.pairings] == [2]


class TestWhoIsNotCalled:
    @pytest.mark.parametrize("seat", [-1, 5, 17])
    def test_for_a_seat_that_is_not_there(self, door: Door, seat: int) -> None:
        assert door.refuses(Illegal, "anna's", seat) == f"The device has no seat {seat + 1}."

    def test_for_the_seat_that_one_has(self, door: Door) -> None:
        door.seats("anna's", 2)
        assert door.refuses(Illegal, "anna's", 2) == "This phone sits there already."

    def test_s5_not_even_while_another_phone_is_being_seated(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.reception.ask("ben's", 1)
        assert sorted(seat for seat, _ in door.desk.called) == [1, 2]
        door.desk.hold(2)
        door.desk.hold(1)
        assert (door.reception.seat_of("anna's"), door.reception.seat_of("ben's")) == (2, 1)

    def test_while_the_clock_runs_or_counts_down(self, door: Door) -> None:
        """A bid must never let a stranger sit down."""
        door.house.clock_alone(3)
        door.house.submit(0, Start(3)).result()
        says = "This seat's button is for the clock now: sit down after the auction."
        assert door.refuses(NotNow, "anna's", 2) == says
        door.waits(4)
        assert door.refuses(NotNow, "anna's", 2) == says
        door.house.submit(0, Pause()).result()
        door.reception.ask("anna's", 2)

    def test_but_for_the_seat_that_is_about_to_start_the_clock(self, door: Door) -> None:
        """A short press starts the clock and seats nobody, which is for the panel to know."""
        door.uses_mayors_card()
        door.house.submit(0, Decline()).result()
        door.seats("anna's", 0)

    def test_s10_and_while_the_clock_stands(self, door: Door) -> None:
        """A table of phones whose phone was lost is rescued at the device: by a code where there is no button."""
        door.uses_mayors_card()
        door.house.submit(0, Decline()).result()
        door.house.submit(0, Start(3)).result()
        assert "is for the clock now" in door.refuses(NotNow, "anna's new one", 3)
        door.pauses()
        calling = door.reception.ask("anna's new one", 3)
        assert calling.by_code
        door.reception.guess("anna's new one", door.desk.code)
        assert door.reception.seat_of("anna's new one") == 3
        door.desk.hold(1)
        door.reception.guess("ben's new one", door.desk.code)
        assert door.reception.seat_of("ben's new one") == 1

    def test_a_code_ends_when_the_clock_starts(self, door: Door) -> None:
        door.house.clock_alone(3)
        door.desk.hold(2)
        code = door.desk.code
        door.reception._unsubscribe()  # the news of the clock is still on its way
        door.house.submit(0, Start(3)).result()
        with pytest.raises(NotNow, match="is for the clock now"):
            door.reception.guess("anna's", code)
        door.reception._look_at_clock()
        assert door.desk.codes == []
        door.desk.hold(2)
        assert door.desk.codes == []

    def test_whoever_sits_nowhere_cannot_stand_up(self, door: Door) -> None:
        """Nothing is written, and nobody is told."""
        heard = Ear()
        door.reception.subscribe(heard)
        door.reception.stand_up("stranger's")
        assert heard.times == 0

    def test_when_the_device_is_being_switched_off(self, door: Door) -> None:
        door.house.close()
        assert door.refuses(TableClosed, "anna's", 2) == "The device is being switched off."

    def test_a_calling_ends_when_a_clock_starts(self, door: Door) -> None:
        heard = Ear()
        door.reception.subscribe(heard)
        door.house.begin(opening_for(players=3, people=3, seed=7, deck="table"))
        door.house.leave()
        door.house.clock_alone(3)
        door.reception.ask("anna's", 2)
        assert heard.times == 1
        door.house.submit(0, Start(3)).result()
        heard.wait_until(lambda: heard.times >= 2)
        assert (door.reception.calling("anna's"), door.desk.called) == (None, [])
        door.desk.hold()
        assert door.reception.pairings == ()

    def test_the_table_does_not_wait_for_a_reception_that_is_busy(self, door: Door) -> None:
        """It may be writing to the disk behind its door."""
        door.house.clock_alone(3)
        door.reception.ask("anna's", 2)
        with door.reception._door:
            door.house.submit(0, Start(3)).result()
            assert door.house.answers(HANG_GUARD)
        eventually(lambda: door.reception.calling("anna's") is None)

    def test_a_press_that_comes_as_the_clock_starts_lets_nobody_sit_down(self, door: Door) -> None:
        door.house.clock_alone(3)
        door.reception._unsubscribe()  # the news of the clock is still on its way
        door.reception.ask("anna's", 2)
        door.house.submit(0, Start(3)).result()
        door.desk.hold()
        assert door.reception.pairings == ()

    def test_it_was_not_that_phones_fault(self, door: Door) -> None:
        door.house.clock_alone(3)
        for _ in range(8):
            door.reception.ask("anna's", 2)
            door.house.submit(0, Start(3)).result()
            door.reception._look_at_clock()
            door.house.submit(0, Pause()).result()
        door.seats("anna's", 2)


class TestNews:
    def test_everybody_hears_of_every_change(self, door: Door) -> None:
        heard = Ear()
        end = door.reception.subscribe(heard)
        changes: list[Callable[[], object]] = [
            lambda: door.reception.ask("anna's", 2),
            door.desk.hold,
            lambda: door.reception.ask("ben's", 3),
            lambda: door.reception.guess("ben's", door.desk.code),
            lambda: door.reception.ask("cleo's", 1),
            lambda: door.reception.give_up("cleo's"),
            lambda: door.reception.stand_up("anna's"),
            lambda: door.reception.remove(2),
        ]
        for times, change in enumerate(changes, 1):
            change()
            assert heard.times == times
        end()
        end()
        door.reception.ask("anna's", 2)
        assert heard.times == len(changes)

    def test_what_was_refused_is_no_change(self, door: Door) -> None:
        heard = Ear()
        door.reception.ask("anna's", 2)
        door.reception.subscribe(heard)
        for _ in range(5):
            door.refuses(Illegal, "ben's", 17)
        assert heard.times == 0

    def test_one_listener_that_fails_bothers_nobody(self, door: Door) -> None:
        heard = Ear()

        def fails() -> None:
            raise RuntimeError("the page fell over")

        door.reception.subscribe(fails)
        door.reception.subscribe(heard)
        door.seats("anna's", 2)
        assert heard.times == 2


class TestImpatience:
    def test_a_phone_that_asks_in_vain_again_and_again_waits_longer_and_longer(self, door: Door) -> None:
        waits = []
        for _ in range(12):
            try:
                door.reception.ask("anna's", 2)
                door.reception.give_up("anna's")
            except TooOften as refusal:
                (seconds,) = re.findall(r"^Asked too often: wait (\d+) s\.$", str(refusal)) or [0]
                waits.append(int(seconds))
                door.waits(waits[-1] or 300)
        assert waits[:4] == [10, 20, 40, 80]

    def test_whoever_got_in_is_forgiven(self, door: Door) -> None:
        for _ in range(3):
            door.reception.ask("anna's", 2)
            door.reception.give_up("anna's")
        door.seats("anna's", 2)
        for seat in (0, 1, 0):
            door.reception.ask("anna's", seat)
            door.reception.give_up("anna's")
        door.seats("anna's", 0)

    def test_s5_a_stranger_never_keeps_a_phone_from_asking(self, door: Door) -> None:
        """Nor many, from as many addresses; on the code before, an honest phone was refused 165 of 170 times. Ben asks
        each time, and each time he is seated by somebody at the device."""
        for turn in range(170):
            for number in range(22):
                stranger = 22 * turn + number
                with suppress(TooOften):
                    client = f"10.1.{number}.66"
                    door.reception.ask(f"stranger {stranger}", number % 3, client=client, takes_over=number % 2 == 0)
            calling = door.reception.ask("ben's", 1, client="10.0.0.2")
            door.desk.hold(1)
            if calling.contested:
                door.reception.guess("ben's", door.desk.code, client="10.0.0.2")
            assert [pairing.seat for pairing in door.reception.pairings] == [1]
            assert door.reception.seat_of("ben's") == 1
            door.reception.stand_up("ben's")
            door.waits(1)

    def test_s5_waiting_is_per_address(self, door: Door) -> None:
        for number in range(3):
            door.reception.ask(f"phone {number}", number, client="10.0.0.66")
        with pytest.raises(TooOften, match=r"Asked too often: wait 30 s\."):
            door.reception.ask("phone 3", 0, client="10.0.0.66")
        door.reception.ask("ben's", 0, client="10.0.0.2")
        door.reception.give_up("phone 1")
        door.reception.ask("phone 3", 0, client="10.0.0.66")

    def test_s5_without_a_display_a_stranger_who_has_to_wait_contests_nothing(self, door: Door) -> None:
        door.desk.display = False
        for _ in range(400):
            with suppress(TooOften):
                door.reception.ask("stranger's", 0, client="10.0.0.66")
                door.reception.give_up("stranger's")
            door.waits(5)
        with suppress(TooOften):
            door.reception.ask("stranger's", 0, client="10.0.0.66")
            door.reception.give_up("stranger's")
        door.waits(61)
        with pytest.raises(TooOften):
            door.reception.ask("stranger's", 0, client="10.0.0.66")
        assert not door.reception.ask("anna's", 0, client="10.0.0.2").contested
        door.desk.hold(0)
        assert door.reception.seat_of("anna's") == 0

    def test_s5_one_that_goes_by_many_names_waits_by_its_address(self, door: Door) -> None:
        called = 0
        for number in range(1000):
            with suppress(TooOften):
                door.reception.ask(f"phone {number}", number % 3, client="10.0.0.66")
                called += 1
            door.reception.give_up(f"phone {number}")
            door.waits(0.06)
        assert called <= 9

    def test_s5_whoever_has_to_wait_has_asked_all_the_same(self, door: Door) -> None:
        """Anna, who has to wait, takes the number on the display for hers: a hold must not let the stranger in."""
        for _ in range(4):
            door.reception.ask("anna's", 0)
            door.reception.give_up("anna's")
        door.reception.ask("stranger's", 1)
        assert not door.reception.calling("stranger's").contested  # type: ignore[union-attr]
        heard = Ear()
        door.reception.subscribe(heard)
        door.refuses(TooOften, "anna's", 1)
        assert heard.times == 1
        assert door.reception.calling("stranger's").contested  # type: ignore[union-attr]
        door.desk.hold(1)
        assert door.reception.pairings == ()
        door.reception.guess("anna's", door.desk.code)
        assert door.reception.seat_of("anna's") == 1

    def test_wrong_codes_make_their_phone_wait_and_nobody_else(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        for _ in range(3):
            door.types_wrong("anna's")
        says = (
            "Too many wrong codes: wait 60 s, or let a phone sit down by its button, or switch the device off and on."
        )
        assert door.refuses(TooOften, "anna's", 4) == says
        door.seats("ben's", 4)
        door.seats("anna's", 2)
        door.seats("anna's", 3)

    def test_so_they_do_their_address(self, door: Door) -> None:
        for number in range(3):
            door.reception.ask(f"phone {number}", 3, client="10.0.0.66")
            with pytest.raises(WrongCode):
                door.reception.guess(f"phone {number}", door.desk.wrong_code, client="10.0.0.66")
            door.reception.give_up(f"phone {number}")
        with pytest.raises(TooOften, match="Too many wrong codes: wait 60 s"):
            door.reception.ask("phone 3", 3, client="10.0.0.66")
        door.seats("ben's", 3)

    def test_each_three_more_wait_eight_times_as_long(self, door: Door) -> None:
        waited = []
        for _ in range(4):
            door.reception.ask("anna's", 3)
            for _ in range(3):
                door.types_wrong("anna's")
            left = max(door.reception._guessers.left(name, door.time.now) for name in door.reception._guessers._tries)
            waited.append(left // SECOND)
            door.waits(max(left / SECOND, 300))
        assert waited == [60, 480, 3840, 30720]

    def test_a_restart_forgets_them(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        for _ in range(3):
            door.types_wrong("anna's")
        door.restarts().seats("anna's", 3)

    def test_no_more_is_remembered_than_must_be(self, door: Door) -> None:
        for number in range(2000):
            try:
                door.reception.ask(f"phone {number}", 2)
                door.reception.give_up(f"phone {number}")
            except TooOften:
                pass
            door.waits(10)
        assert len(door.reception._phones._tries) <= 500


class TestCodesAtTheDevice:
    """S1, S5: where it is not clear for whom a button is held, the display shows a code; whoever can read it is at the
    table."""

    def test_s1_two_phones_that_ask_for_one_seat_get_a_code(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        assert door.desk.said[2] == (False, False)
        calling = door.reception.ask("stranger's", 2, takes_over=True)
        assert calling.contested
        assert door.reception.calling("anna's").contested  # type: ignore[union-attr]
        assert door.desk.said[2][1]
        door.desk.hold(2)
        assert list(door.reception.pairings) == []
        assert re.fullmatch("[0-9]{6}", door.desk.code)
        door.reception.guess("anna's", door.desk.code)
        assert [pairing.seat for pairing in door.reception.pairings] == [2]
        assert (door.reception.seat_of("anna's"), door.reception.calling("stranger's")) == (2, None)
        assert (door.desk.called, door.desk.codes) == ([], [])

    def test_s1_so_do_two_that_ask_one_after_the_other_within_a_minute(self, door: Door) -> None:
        door.reception.ask("stranger's", 2)
        door.waits(59)
        assert door.reception.ask("anna's", 2).contested
        door.reception.give_up("anna's")
        door.waits(60)
        assert not door.reception.ask("ben's", 2).contested

    def test_s1_so_do_two_that_wait_for_it_however_long_ago_the_first_asked(self, door: Door) -> None:
        """What was asked stays open for longer while a code for it can be typed."""
        door.reception.ask("anna's", 2)
        for _ in range(3):
            door.waits(25)
            door.reception._open_code(2)
        assert door.reception.ask("stranger's", 2).contested
        assert door.reception.calling("anna's").contested  # type: ignore[union-attr]

    def test_whoever_sat_down_contests_nothing_any_more(self, door: Door) -> None:
        door.seats("anna's", 2)
        assert not door.reception.ask("ben's", 2).contested

    def test_the_hold_that_meant_one_phone_means_none_once_another_has_asked(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        held = door.desk._heard
        door.reception.ask("stranger's", 2)
        assert held is not None
        held()
        assert door.reception.pairings == () or door.reception.seat_of("stranger's") is None

    def test_s5_a_button_held_without_a_calling_opens_a_code_for_any_phone(self, door: Door) -> None:
        door.desk.hold(2)
        door.reception.guess("anna's", door.desk.code, device="iPhone")
        assert [(pairing.seat, pairing.device) for pairing in door.reception.pairings] == [(2, "iPhone")]
        assert door.desk.codes == []

    def test_it_can_be_typed_for_30_seconds_and_whoever_waits_waits_as_long(self, door: Door) -> None:
        for phone in ("anna's", "ben's"):
            door.reception.ask(phone, 2)
        door.waits(10)
        door.desk.hold(2)
        door.waits(29)
        assert door.reception.calling("anna's") is not None
        door.waits(1)
        with pytest.raises(NotNow):
            door.reception.guess("anna's", door.desk.code)
        assert door.reception.pairings == ()

    def test_s1_it_puts_nobody_out(self, door: Door) -> None:
        """Only a hold that was shown as a take-over does."""
        door.seats("anna's", 2)
        for phone in ("ben's", "stranger's"):
            door.reception.ask(phone, 2, takes_over=True)
        door.desk.hold(2)
        door.reception.guess("ben's", door.desk.code)
        assert (door.reception.seat_of("anna's"), door.reception.seat_of("ben's")) == (2, 2)

    def test_s1_a_take_over_is_told_to_the_display(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.reception.ask("ben's", 2, takes_over=True)
        assert door.desk.said[2] == (True, False)

    def test_s5_every_hold_shows_six_other_digits_drawn_by_the_system(
        self, door: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked, drawn = list[int](), iter([42, 987_654])

        def draw(most: int) -> int:
            asked.append(most)
            return next(drawn)

        monkeypatch.setattr("companion.reception.secrets.randbelow", draw)
        door.desk.hold(2)
        assert door.desk.codes == [(2, "000042")]
        door.desk.hold(2)
        assert door.desk.codes == [(2, "987654")]
        assert asked == [1_000_000, 1_000_000]
        with pytest.raises(WrongCode):
            door.reception.guess("anna's", "000042")

    def test_s5_strangers_who_guess_end_it_for_nobody_else(self, door: Door) -> None:
        door.desk.hold(2)
        for number in range(500):
            for _ in range(3):
                with pytest.raises(WrongCode, match="That is not the code"):
                    door.reception.guess(f"stranger {number}", door.desk.wrong_code, client=f"10.1.{number}.66")
            with pytest.raises(WrongCode, match="No tries left for this code"):
                door.reception.guess(f"stranger {number}", door.desk.code, client=f"10.1.{number}.66")
            with pytest.raises(WrongCode, match="No tries left for this code"):
                door.reception.guess("another name", door.desk.code, client=f"10.1.{number}.66")
        door.reception.guess("anna's", door.desk.code, client="10.0.0.2")
        assert [pairing.seat for pairing in door.reception.pairings] == [2]

    def test_all_of_them_together_have_2000_tries(self, door: Door) -> None:
        """Of a million codes: one chance in 500."""
        door.desk.hold(2)
        tries = 0
        while door.desk.codes:
            door.types_wrong(f"stranger {tries // 3}")
            tries += 1
        assert tries == 2000
        door.desk.hold(2)
        door.reception.guess("anna's", door.desk.code)
        assert door.reception.seat_of("anna's") == 2

    def test_where_there_is_no_display_a_hold_seats_the_only_phone_that_asks(self, door: Door) -> None:
        door.desk.display = False
        door.seats("anna's", 2)
        for phone in ("ben's", "cleo's"):
            door.reception.ask(phone, 2)
        door.desk.hold(2)
        door.desk.hold(1)
        assert (door.desk.codes, len(door.reception.pairings)) == ([], 1)

    def test_s1_where_there_is_no_display_no_seat_is_taken_over(self, door: Door) -> None:
        """Whoever holds the button could not know that it puts out those who sit there."""
        door.seats("anna's", 2)
        door.desk.display = False
        with pytest.raises(NotNow, match="The display does not work"):
            door.reception.ask("stranger's", 2, takes_over=True)
        door.seats("ben's", 2)
        assert door.reception.seat_of("anna's") == door.reception.seat_of("ben's") == 2

    def test_s1_a_take_over_is_off_when_the_display_goes_dark_before_the_hold(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.reception.ask("stranger's", 2, takes_over=True)
        door.desk.display = False
        door.desk.hold(2)
        assert door.reception.seat_of("anna's") == 2
        assert door.reception.seat_of("stranger's") is None

    def test_a_hold_that_came_too_late_for_a_phone_shows_a_code(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.waits(40)
        door.desk.hold()
        assert [seat for seat, _ in door.desk.codes] == [2]
        assert door.reception.calling("anna's") is None
        assert door.reception.seat_of("anna's") is None

    def test_when_the_device_is_being_switched_off_there_is_none(self, door: Door) -> None:
        door.house.close()
        door.desk.hold(2)
        assert door.desk.codes == []

    def test_while_the_self_test_has_the_buttons_there_is_none(self, door: Door, monkeypatch: Any) -> None:
        def refuse(*_: object, **__: object) -> Callable[[], None]:
            raise NotNow("The self-test has the buttons; wait until it is done.")

        monkeypatch.setattr(door.desk, "show_code", refuse)
        monkeypatch.setattr(door.desk, "call", refuse)
        door.desk.hold(2)
        assert "The self-test" in door.refuses(NotNow, "anna's", 2)
        assert "The self-test" in door.refuses(NotNow, "anna's", 3)
        assert door.reception.calling("anna's") is None

    def test_no_more_callings_are_open_than_must_be(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.reception.MOST_OPEN", 20)
        for number in range(50):
            door.reception.ask(f"phone {number}", number % 5)
        assert len(door.reception._open) == 20
        assert door.reception.calling("phone 49") is not None


class TestSharedCodes:
    """A seat without a button has one code at a time, which every phone that asked for it may type."""

    def test_s5_strangers_who_ask_too_keep_nobody_out(self, door: Door) -> None:
        for number in range(22):
            door.reception.ask(f"stranger {number}", 3, client=f"10.1.{number}.66")
        door.waits(20)
        door.reception.ask("ben's", 3)
        assert len(door.desk.codes) == 1
        door.waits(25)
        for number in range(5):
            with suppress(NotNow, WrongCode):
                door.reception.guess(f"stranger {number}", door.desk.wrong_code)
        door.reception.guess("ben's", door.desk.code)
        assert [pairing.seat for pairing in door.reception.pairings] == [3]

    def test_one_that_gives_up_ends_it_for_itself(self, door: Door) -> None:
        for phone in ("anna's", "ben's"):
            door.reception.ask(phone, 3)
        door.reception.give_up("anna's")
        door.reception.guess("ben's", door.desk.code)
        assert door.reception.seat_of("ben's") == 3

    def test_a_whole_seat_is_taken_over_by_code_as_well(self, door: Door) -> None:
        door.seats("anna's", 3)
        door.seats("ben's", 3, takes_over=True)
        assert door.reception.seat_of("anna's") is None


PAUSES = st.lists(st.sampled_from([0, 0, 0, 1, 15, 60, 600, 3600, 86_400]), min_size=1, max_size=40)


class TestGuessing:
    @settings(max_examples=examples(25))
    @given(PAUSES, st.integers(0, 1_000_000))
    def test_of_1000_guesses_from_one_address_hardly_any_are_tries(
        self, tmp_path_factory: pytest.TempPathFactory, pauses: list[int], seed: int
    ) -> None:
        """However many names somebody takes and however long they wait between: in a minute 5 at most, in an hour a
        dozen, in a day 18, and then three a day. A code has one chance in a million."""
        chance = Random(seed)
        with Journal(tmp_path_factory.mktemp("house")) as journal:
            door = Door(journal, Desk(with_button=()))
            began, tries = door.time.now, []
            for number in range(1000):
                name = f"phone {chance.randrange(1 + number)}"
                try:
                    if door.reception.calling(name) is None:
                        takes_over = chance.random() < 0.5
                        door.reception.ask(name, chance.randrange(5), takes_over=takes_over, client="10.0.0.66")
                    door.reception.guess(name, door.desk.wrong_code, client="10.0.0.66")
                except WrongCode as refusal:
                    tries += [door.time.now] if "That is not the code" in str(refusal) else []
                except GameError:
                    pass
                door.waits(pauses[number % len(pauses)] * chance.random())
            assert door.reception.pairings == ()
            for start in tries:
                assert sum(start <= at < start + 60 * SECOND for at in tries) <= 9
            hours = (door.time.now - began) / (3600 * SECOND)
            assert len([at for at in tries if at < began + 3600 * SECOND]) <= 18
            assert len(tries) <= 24 + 3 * hours / 24
            door.reception.close()

    def test_from_as_many_addresses_as_one_likes_2000_in_an_hour_are(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            door = Door(journal, Desk(with_button=()))
            tries = 0
            for number in range(1000):
                with suppress(TooOften):
                    door.reception.ask(f"phone {number}", number % 5, client=f"10.{number // 200}.{number % 200}.66")
                for _ in range(3):
                    with suppress(WrongCode, NotNow):
                        try:
                            door.reception.guess(f"phone {number}", door.desk.wrong_code if door.desk.codes else "1")
                        except WrongCode as refusal:
                            tries += "That is not the code" in str(refusal)
                            raise
            assert tries == 2000
            assert "Too many wrong codes" in door.refuses(TooOften, "ben's", 3)
            door.waits(3600)
            door.seats("ben's", 3)
            door.reception.close()


class TestADrawerThatFails:
    """Never stops anybody from playing; one sentence, and nothing is lost."""

    def test_whoever_sits_down_sits_and_the_reason_is_there(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        door.seats("anna's", 2)
        with monkeypatch.context() as full:
            full.setattr(Drawer, "put", _raising("the disk is full"))
            door.seats("ben's", 1)
            assert str(door.reception.trouble) == "games: the disk is full."
        door.seats("cleo's", 0)
        assert door.reception.trouble is None
        again = door.restarts()
        assert [again.reception.seat_of(phone) for phone in ("anna's", "ben's", "cleo's")] == [2, 1, 0]

    def test_whoever_sends_one_away_is_told_that_it_may_come_back(
        self, door: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        door.seats("anna's", 2)
        monkeypatch.setattr(Drawer, "put", _raising("the disk is full"))
        with pytest.raises(BadJournal, match="the disk is full"):
            door.reception.remove(1)
        assert door.reception.seat_of("anna's") is None

    def test_one_that_could_not_be_read_is_not_written_over(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        door.seats("anna's", 2)
        door.seats("ben's", 1)
        with monkeypatch.context() as locked:
            locked.setattr(Drawer, "get", _raising("another program has it locked"))
            again = door.restarts()
            assert list(again.reception.pairings) == []
            assert str(again.reception.trouble) == "games: another program has it locked."
            again.seats("cleo's", 0)
        again.seats("ben's", 0)
        seats = {phone: again.reception.seat_of(phone) for phone in ("anna's", "ben's", "cleo's")}
        assert seats == {"anna's": 2, "ben's": 0, "cleo's": 0}
        numbers = [pairing.number for pairing in again.reception.pairings]
        assert len(set(numbers)) == len(numbers) == 3
        last = again.restarts().reception
        assert last.key == door.reception.key
        assert {phone: last.seat_of(phone) for phone in seats} == seats

    @pytest.mark.parametrize("nonsense", [b"", b"[]", b"{", b"\xff", b'{"pairings":[{"number":1}]}'])
    def test_nonsense_in_it_seats_nobody(self, door: Door, nonsense: bytes) -> None:
        door.journal.drawer.put("pairings", nonsense)
        door.journal.drawer.put("key", nonsense)
        again = door.restarts()
        assert again.reception.pairings == ()
        assert len(again.reception.key) == 32
        again.seats("anna's", 2)


def _raising(reason: str) -> Callable[..., bytes]:
    def fails(*_: object) -> bytes:
        raise BadJournal("{file}: {reason}.", file="games", reason=reason)

    return fails
