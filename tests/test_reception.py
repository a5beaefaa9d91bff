"""Who sits where: phones are let in by those at the table, and by nobody else."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

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
    """The device as the reception knows it: lamps that can be looked at, and fingers to press with."""

    def __init__(self, with_button: tuple[int, ...] = (0, 1, 2), display: bool = True) -> None:
        self.with_button = with_button
        self.display = display
        self.called: list[tuple[int, str]] = []
        """Which seats, with which mark; as long as they are."""
        self.codes: list[tuple[int, str]] = []
        self._heard: Callable[[], None] | None = None

    def has_button(self, seat: int) -> bool:
        return seat in self.with_button

    def has_display(self) -> bool:
        return self.display

    def call(self, seat: int, mark: str, until: int, heard: Callable[[], None]) -> Callable[[], None]:
        one = (seat, mark)
        self.called.append(one)
        self._heard = heard
        return lambda: self.called.remove(one)

    def show_code(self, seat: int, code: str, until: int) -> Callable[[], None]:
        one = (seat, code)
        self.codes.append(one)
        return lambda: self.codes.remove(one)

    def press(self) -> None:
        """The button of the seat that is called, or was called last."""
        assert self._heard is not None
        self._heard()

    @property
    def code(self) -> str:
        return self.codes[-1][1]

    @property
    def wrong_code(self) -> str:
        return f"{(int(self.code) + 1) % 10_000:04}"


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
        """By the button, or by the code."""
        calling = self.reception.ask(phone, seat, takes_over=takes_over)
        if calling.by_code:
            self.reception.guess(phone, self.desk.code)
        else:
            self.desk.press()
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
        assert calling == Calling(2, calling.mark, door.time.now + 15 * SECOND, by_code=False, takes_over=False)
        assert re.fullmatch("[1-9][0-9]", calling.mark)
        assert door.desk.called == [(2, calling.mark)]
        assert door.reception.calling("anna's") == calling
        assert door.reception.seat_of("anna's") is None
        door.desk.press()
        assert door.reception.seat_of("anna's") == 2
        assert door.reception.calling("anna's") is None
        assert door.desk.called == []
        (pairing,) = door.reception.pairings
        assert (pairing.number, pairing.seat, pairing.device) == (1, 2, "Android phone")
        assert door.reception.pairing_of("anna's") == pairing

    def test_only_the_phone_that_asked_waits_and_sits(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        assert door.reception.calling("ben's") is None
        door.desk.press()
        assert door.reception.seat_of("ben's") is None

    def test_after_15_seconds_it_is_too_late(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.waits(14.9)
        assert door.reception.calling("anna's") is not None
        door.waits(0.1)
        assert door.reception.calling("anna's") is None
        door.waits(2)
        door.desk.press()
        assert door.reception.seat_of("anna's") is None

    def test_a_press_in_the_last_moment_may_be_heard_of_a_little_later(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        door.waits(15.1)
        door.desk.press()
        assert door.reception.seat_of("anna's") == 2

    def test_a_press_that_was_meant_for_another_phone_counts_for_nobody(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        press = door.desk._heard
        door.waits(16)
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
        door.desk.press()
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
        door.desk.press()
        assert door.reception.seat_of("anna's") == 1

    def test_what_a_browser_says_of_itself_is_kept_short_and_printable(self, door: Door) -> None:
        door.reception.ask("anna's", 2, device="\x1b[2J" + "x" * 500)
        door.desk.press()
        assert door.reception.pairings[0].device == "[2J" + "x" * 37


class TestSittingDownByCode:
    def test_a_seat_without_a_button_has_a_code_on_the_display(self, door: Door) -> None:
        calling = door.reception.ask("anna's", 3)
        assert calling.by_code
        assert calling.until == door.time.now + 30 * SECOND
        assert re.fullmatch("[0-9]{4}", door.desk.code)
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
        with pytest.raises(NotNow, match=r"There is no code to type: ask for the seat again\."):
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

    @pytest.mark.parametrize("code", ["", "123", "12345", "12a4", "-123", " 123", "١٢٣٤"])
    def test_what_is_not_four_digits_is_no_try(self, door: Door, code: str) -> None:
        door.reception.ask("anna's", 3)
        for _ in range(5):
            with pytest.raises(WrongCode, match=r"The code has four digits\."):
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
        door.desk.press()
        assert door.reception.seat_of("ben's") == 2
        assert door.reception.seat_of("anna's") is None
        assert door.reception.seat_of("cleo's") == 1

    def test_one_who_sits_there_may_take_all_of_it(self, door: Door) -> None:
        door.seats("anna's", 2)
        door.seats("ben's", 2)
        door.seats("anna's", 2, takes_over=True)
        assert door.reception.seat_of("ben's") is None

    def test_where_eight_sit_the_first_of_them_gives_way(self, door: Door) -> None:
        for number in range(9):
            door.seats(f"phone {number}", 2)
        assert [door.reception.seat_of(f"phone {number}") for number in range(9)] == [None, *[2] * 8]

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

    def test_while_another_phone_is_being_seated(self, door: Door) -> None:
        door.reception.ask("anna's", 2)
        assert door.refuses(NotNow, "ben's", 1) == "Another phone is just sitting down: try again in a moment."
        assert [seat for seat, _ in door.desk.called] == [2]
        door.waits(15)
        door.reception.ask("ben's", 1)

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

    def test_while_the_mayors_button_starts_the_clock(self, door: Door) -> None:
        """Everybody on the network can see when the mayor is about to press."""
        door.uses_mayors_card()
        door.house.submit(0, Decline()).result()
        assert "is for the clock now" in door.refuses(NotNow, "stranger's", 0)
        door.reception.ask("stranger's", 1)  # whose button is for nothing just now

    def test_a_calling_ends_when_the_button_is_for_the_clock(self, door: Door) -> None:
        door.uses_mayors_card()
        door.reception.ask("stranger's", 0)
        door.house.submit(0, Decline()).result()
        eventually(lambda: door.reception.calling("stranger's") is None)
        door.desk.press()
        assert list(door.reception.pairings) == []

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
        door.desk.press()
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
        door.desk.press()
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
            door.desk.press,
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
            door.refuses(NotNow, "ben's", 1)
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

    def test_one_phone_cannot_keep_the_others_out(self, door: Door) -> None:
        """Anna's asks whenever it can, Ben taps once a second; and he gets his turn."""
        for turn in range(20):
            for _ in range(600):
                with suppress(GameError):
                    door.reception.ask("anna's", turn % 3)
                door.waits(1)
                try:
                    door.reception.ask("ben's", 1)
                    break
                except GameError:
                    pass
            assert door.reception.calling("ben's") is not None
            door.desk.press()
            door.reception.stand_up("ben's")

    def test_nor_can_one_that_goes_by_many_names(self, door: Door) -> None:
        """All from one place on the network; Ben taps once a second, from another."""
        for turn in range(12):
            for second in range(900):
                with suppress(GameError):
                    door.reception.ask(f"somebody {turn} {second}", turn % 3, client="10.0.0.66")
                door.waits(1)
                with suppress(GameError):
                    door.reception.ask("ben's", 1, client="10.0.0.2")
                    break
            assert door.reception.calling("ben's") is not None
            door.desk.press()
            door.reception.stand_up("ben's")

    def test_many_phones_at_once_do_not_make_the_lamps_flicker(self, door: Door) -> None:
        called = 0
        for number in range(1000):
            try:
                door.reception.ask(f"phone {number}", number % 3)
                called += 1
                door.reception.give_up(f"phone {number}")
            except TooOften:
                pass
            door.waits(0.06)
        assert called <= 10

    def test_wrong_codes_make_codes_wait_but_not_buttons(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        for _ in range(3):
            door.types_wrong("anna's")
        says = (
            "Too many wrong codes: wait 60 s, or let a phone sit down by its button, or switch the device off and on."
        )
        assert door.refuses(TooOften, "ben's", 4) == says
        door.seats("ben's", 2)

    def test_each_three_more_wait_eight_times_as_long(self, door: Door) -> None:
        waited = []
        for number in range(4):
            door.reception.ask(f"phone {number}", 3)
            for _ in range(3):
                door.types_wrong(f"phone {number}")
            left = door.reception._codes.left("codes", door.time.now)
            waited.append(left // SECOND)
            door.waits(left / SECOND)
        assert waited == [60, 480, 3840, 30720]

    def test_they_are_counted_whoever_types_them(self, door: Door) -> None:
        """Two wrong ones and another name, again and again, is no way round."""
        for number in range(2):
            door.reception.ask(f"phone {number}", 3)
            for _ in range(2):
                door.types_wrong(f"phone {number}")
            door.reception.give_up(f"phone {number}")
        assert "Too many wrong codes" in door.refuses(TooOften, "phone 3", 3)

    def test_a_press_at_the_table_lets_codes_be_shown_again(self, door: Door) -> None:
        """An attacker cannot keep the table out for good."""
        for number in range(3):
            door.reception.ask(f"phone {number}", 3)
            for _ in range(3):
                door.types_wrong(f"phone {number}")
            door.waits(door.reception._codes.left("codes", door.time.now) / SECOND - (number == 2))
        door.refuses(TooOften, "ben's", 3)
        door.seats("anna's", 2)
        door.seats("ben's", 3)

    def test_so_does_a_restart(self, door: Door) -> None:
        door.reception.ask("anna's", 3)
        for _ in range(3):
            door.types_wrong("anna's")
        door.restarts().seats("ben's", 3)

    def test_no_more_is_remembered_than_must_be(self, door: Door) -> None:
        for number in range(2000):
            try:
                door.reception.ask(f"phone {number}", 2)
                door.reception.give_up(f"phone {number}")
            except TooOften:
                pass
            door.waits(10)
        assert len(door.reception._phones._tries) <= 500


PAUSES = st.lists(st.sampled_from([0, 0, 0, 1, 15, 60, 600, 3600, 86_400]), min_size=1, max_size=40)


class TestGuessing:
    @settings(max_examples=examples(25))
    @given(PAUSES, st.integers(0, 1_000_000))
    def test_of_1000_guesses_hardly_any_are_tries(
        self, tmp_path_factory: pytest.TempPathFactory, pauses: list[int], seed: int
    ) -> None:
        """However many names somebody takes and however long they wait between: in a minute 5 at most, in an hour a
        dozen, in a day 18, and then three a day. A code has one chance in 10,000."""
        chance = Random(seed)
        with Journal(tmp_path_factory.mktemp("house")) as journal:
            door = Door(journal, Desk(with_button=()))
            began, tries = door.time.now, []
            for number in range(1000):
                name = f"phone {chance.randrange(1 + number)}"
                try:
                    if door.reception.calling(name) is None:
                        door.reception.ask(name, chance.randrange(5), takes_over=chance.random() < 0.5)
                    door.reception.guess(name, door.desk.wrong_code)
                except WrongCode:
                    tries.append(door.time.now)
                except GameError:
                    pass
                door.waits(pauses[number % len(pauses)] * chance.random())
            assert door.reception.pairings == ()
            for start in tries:
                assert sum(start <= at < start + 60 * SECOND for at in tries) <= 5
            hours = (door.time.now - began) / (3600 * SECOND)
            assert len([at for at in tries if at < began + 3600 * SECOND]) <= 12
            assert len(tries) <= 18 + 3 * hours / 24
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
