"""The house: what is on the table of the device, one evening after the other, and who is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benches import Ear
from kept_games import keep, played
from tables import SteppedTime

from companion.auction_clock import MILLISECOND, SECOND, Profile, run_from
from companion.entries import Acted
from companion.errors import BadJournal, BadSettings, NoSuchGame, TableClosed
from companion.games.actions import SetUp
from companion.games.errors import BadSetup, GameError, Illegal
from companion.games.merchants.actions import Place, StartClock
from companion.games.merchants.board import default_board
from companion.games.merchants.events import Sold
from companion.house import House
from companion.journal import Journal, Opening
from companion.openings import opening_for
from companion.records import replay
from companion.requests import Agree, Pause, Start
from companion.seats import PERSON
from companion.settings import settings_from
from companion.snapshots import CLOCK_ALONE, Snapshot, View

NO_BUTTONS: dict[str, Any] = {f"seat{seat}": {"button": "none"} for seat in range(1, 6)} | {"power": {"chord": []}}


class Guest:
    """Goes in and out of a house: everything through its doors, in a time that stands still until it is moved."""

    def __init__(self, journal: Journal, **settings: Any) -> None:
        self.journal = journal
        self.time = SteppedTime()
        self.house = House(journal, settings_from({"bots": {"pace": 0}} | settings), self.time)

    def begins(self, people: int = 3, players: int = 3) -> None:
        self.house.begin(opening_for(players=players, people=people, seed=7, colours=self.house.colours))

    def does(self, seat: int, wish: Any) -> View:
        self.house.submit(seat, wish).result()
        return self.view(seat)

    def presses(self, seat: int, after: float = 0, uncertainty: int = 0, phone: bool = False) -> View:
        """So many seconds from now."""
        self.time.now += round(after * SECOND)
        self.house.press(seat, self.time.now, uncertainty, phone)
        return self.view()

    def reaches_auction(self) -> None:
        """Everybody takes the first choice there is, until the mayor can start the clock."""
        while (asked := self.view().table.asked) and asked.what != "start_clock":
            assert asked.seat is not None
            self.does(asked.seat, self.view(asked.seat).options[0])

    def waits(self, seconds: float) -> View:
        self.time.now += round(seconds * SECOND)
        return self.view()

    def view(self, seat: int | None = None) -> View:
        """As it is once everything that was handed in has been dealt with."""
        assert isinstance(self.house.submit(0, Agree(0)).exception(), GameError)  # there is nothing to agree to
        return self.snapshot.view(seat)

    @property
    def snapshot(self) -> Snapshot:
        assert self.house.snapshot is not None
        return self.house.snapshot

    def deeds(self) -> list[tuple[int | None, Any]]:
        return [(row.entry.seat, row.entry.action) for row in self.house.history() if isinstance(row.entry, Acted)]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


@pytest.fixture
def guest(journal: Journal) -> Iterator[Guest]:
    guest = Guest(journal)
    yield guest
    guest.house.leave()


class TestAnEmptyTable:
    def test_at_first_nothing_is_on_it(self, guest: Guest) -> None:
        assert guest.house.snapshot is None
        assert guest.house.history() == ()
        assert guest.house.unfinished is None

    def test_a_wish_is_refused_with_a_sentence(self, guest: Guest) -> None:
        refusal = guest.house.submit(0, Start()).exception()
        assert isinstance(refusal, TableClosed)
        assert str(refusal) == "Nothing is on the table."

    def test_what_a_display_has_drawn_means_nothing(self, guest: Guest) -> None:
        guest.house.drawn("150", guest.time.now)
        assert guest.house.snapshot is None

    def test_clearing_it_changes_nothing(self, guest: Guest) -> None:
        before = guest.house.evening
        guest.house.leave()
        assert guest.house.snapshot is None
        assert guest.house.evening == before

    def test_a_press_puts_the_clock_there_and_the_next_one_starts_it(self, guest: Guest) -> None:
        view = guest.presses(2)
        assert view.game == CLOCK_ALONE
        assert view.clock is None
        view = guest.presses(2)
        assert view.clock is not None
        assert view.table.mayor == 2


class TestAGame:
    def test_it_begins_with_the_first_card_in_the_mayors_hand(self, guest: Guest) -> None:
        guest.begins()
        view = guest.view(0)
        assert view.game == 1
        assert [seat.name for seat in view.seats] == ["Aletta", "Bram", "Cornelia"]
        assert view.options == (Place("mayor"), Place("auction"), Place("discard"))
        assert guest.deeds() == [(None, SetUp())]

    def test_what_happens_can_be_read_from_any_row_on(self, guest: Guest) -> None:
        guest.begins()
        guest.does(0, Place("mayor"))
        guest.does(0, Place("auction"))
        assert [row.n for row in guest.house.history()] == [0, 1, 2]
        assert [row.n for row in guest.house.history(2)] == [2]
        assert guest.house.history(3) == ()

    def test_bots_play_in_their_seats(self, guest: Guest) -> None:
        heard = Ear()
        guest.house.subscribe(heard)
        guest.begins(people=0)
        heard.wait_until(lambda: guest.snapshot.look.clock)
        assert [seat.player for seat in guest.view().seats] == ["merchant"] * 3
        assert guest.deeds()[-1] == (0, StartClock())

    def test_bots_do_not_play_for_people(self, guest: Guest) -> None:
        guest.begins(people=1)
        guest.does(0, Place("mayor"))
        assert guest.deeds() == [(None, SetUp()), (0, Place("mayor"))]

    def test_one_that_cannot_be_begun_leaves_the_table_as_it_was(self, guest: Guest) -> None:
        guest.begins()
        before = guest.house.evening
        good = opening_for(players=3, people=3, seed=7)
        with pytest.raises(BadSetup, match="There is no player wizard"):
            guest.house.begin(Opening(good.header, (PERSON, PERSON, "wizard")))
        assert guest.view().game == 1
        assert guest.house.evening == before

    def test_s6_no_page_of_before_a_restart_takes_it_for_the_one_that_it_shows(self, journal: Journal) -> None:
        evenings = set()
        for _ in range(3):
            house = House(journal, settings_from({}))
            house.begin(opening_for(players=3, people=3, seed=7))
            evenings.add(house.evening)
            house.leave()
        assert len(evenings) == 3


class TestLeavingAndComingBack:
    def test_a_game_that_is_left_is_kept_and_offered(self, guest: Guest) -> None:
        guest.begins()
        guest.does(0, Place("mayor"))
        guest.house.leave()
        assert guest.house.snapshot is None
        assert guest.house.history() == ()
        assert guest.house.unfinished is not None
        assert guest.house.unfinished.game == 1
        assert guest.house.submit(0, Place("auction")).exception() is not None

    def test_it_goes_on_where_it_was_also_in_another_house(self, guest: Guest) -> None:
        guest.begins()
        left = guest.does(0, Place("auction"))
        guest.house.leave()
        other = Guest(guest.journal)
        other.house.resume(1)
        found = other.view(0)
        assert (found.table, found.options, found.row) == (left.table, left.options, left.row)
        assert len(other.house.history()) == 2
        assert other.does(0, Place("mayor")).row == 2
        other.house.leave()

    def test_the_bots_are_back_as_well(self, guest: Guest) -> None:
        patient = Guest(guest.journal, bots={"pace": 60})
        patient.begins(people=0)
        patient.house.leave()
        assert len(guest.journal.rows(1)) == 1
        heard = Ear()
        guest.house.subscribe(heard)
        guest.house.resume(1)
        heard.wait_until(lambda: len(guest.house.history()) > 1)

    def test_the_last_of_several_is_offered(self, guest: Guest) -> None:
        guest.begins()
        guest.begins()
        assert guest.house.unfinished is not None
        assert guest.house.unfinished.game == 2

    def test_one_game_gives_way_to_another(self, guest: Guest) -> None:
        guest.begins()
        guest.does(0, Place("mayor"))
        guest.begins(players=4)
        assert (guest.view().game, len(guest.view().seats)) == (2, 4)
        guest.house.resume(1)
        assert (guest.view().game, len(guest.view().seats)) == (1, 3)

    def test_a_game_that_is_over_is_refused_and_the_table_stays_as_it_was(self, guest: Guest) -> None:
        over = keep(guest.journal, played(seed=7, players=3))
        guest.begins()
        with pytest.raises(GameError, match=f"^Game {over} is over.$"):
            guest.house.resume(over)
        assert guest.view().game == over + 1

    def test_a_game_that_nobody_began_is_refused_and_the_table_stays_as_it_was(self, guest: Guest) -> None:
        guest.begins()
        with pytest.raises(NoSuchGame):
            guest.house.resume(77)
        assert guest.view().game == 1

    def test_a_game_that_is_over_is_not_offered(self, guest: Guest) -> None:
        keep(guest.journal, played(seed=7, players=3))
        assert guest.house.unfinished is None


class TestJustTheClock:
    def test_it_sells_to_whoever_presses(self, guest: Guest) -> None:
        guest.house.clock_alone(players=3)
        guest.does(0, Start(0))
        guest.presses(2, after=5)
        guest.waits(0.02)
        last = guest.house.history()[-1].entry
        assert isinstance(last, Acted)
        assert Sold(2, 180_000) in last.events

    def test_the_referee_is_told_how_sure_a_stamp_is(self, guest: Guest) -> None:
        guest.house.clock_alone(players=3)
        guest.does(0, Start(0))
        guest.presses(0, after=5, uncertainty=2 * MILLISECOND)
        guest.presses(1, after=0.003, uncertainty=2 * MILLISECOND)
        view = guest.waits(0.02)
        assert [(verdict.seat, verdict.ruling) for verdict in view.verdicts] == [(0, "tied"), (1, "first")]

    def test_a_bid_is_by_what_the_display_had_finished_drawing(self, guest: Guest) -> None:
        guest.house.clock_alone(players=3)
        clock = guest.does(0, Start(0)).clock
        assert clock is not None
        drawn, edge = clock.slices[1], clock.slices[2].until
        guest.house.drawn(drawn.shows, clock.start + edge)
        guest.presses(1, after=(edge + MILLISECOND) / SECOND)
        guest.waits(0.02)
        assert [verdict.dial for verdict in guest.view().verdicts] == [clock.slices[2].dial]

    def test_nothing_of_it_is_kept(self, guest: Guest) -> None:
        guest.house.clock_alone()
        guest.does(0, Start(0))
        guest.house.leave()
        assert guest.house.unfinished is None

    def test_a_game_gives_way_to_it_and_is_kept(self, guest: Guest) -> None:
        guest.begins()
        guest.house.clock_alone()
        assert guest.view().game == CLOCK_ALONE
        assert guest.house.unfinished is not None

    @pytest.mark.parametrize(
        ("without", "seats"),
        [((), 5), ((5,), 4), ((4, 5), 3), ((2, 4), 5), ((2, 3, 4, 5), 3), ((1, 2, 3, 4, 5), 3)],
    )
    def test_there_are_as_many_seats_as_buttons_reach_and_three_at_least(
        self, journal: Journal, without: tuple[int, ...], seats: int
    ) -> None:
        no_button = {f"seat{seat}": {"button": "none"} for seat in without}
        guest = Guest(journal, power={"chord": []}, **no_button)
        guest.house.clock_alone()
        assert len(guest.view().seats) == seats
        guest.house.leave()

    def test_or_as_many_as_were_asked_for(self, guest: Guest) -> None:
        guest.house.clock_alone(players=4, money=[100_000, 200_000, 300_000, 400_000])
        assert guest.view().table.money == (100_000, 200_000, 300_000, 400_000)

    @pytest.mark.parametrize("players", [2, 6])
    def test_a_number_of_seats_that_no_game_has_is_refused_and_the_table_stays_as_it_was(
        self, guest: Guest, players: int
    ) -> None:
        guest.begins()
        with pytest.raises(BadSetup, match="for 3 to 5 players"):
            guest.house.clock_alone(players=players)
        assert guest.view().game == 1

    def test_money_for_other_seats_than_there_are_is_refused_and_the_table_stays_as_it_was(self, guest: Guest) -> None:
        guest.begins()
        with pytest.raises(BadSetup, match=r"^There are 2 amounts of money for 3 seats\.$"):
            guest.house.clock_alone(players=3, money=[100_000, 200_000])
        assert guest.view().game == 1

    def test_the_settings_say_how_long_its_countdown_takes(self, journal: Journal) -> None:
        guest = Guest(journal, clock={"get_ready": 7})
        guest.house.clock_alone()
        clock = guest.presses(0).clock
        assert clock is not None
        assert clock.start == guest.time.now + 7 * SECOND
        guest.house.leave()


class TestPhones:
    """Bids that come over the network."""

    @pytest.fixture
    def guest(self, journal: Journal) -> Iterator[Guest]:
        """At a device on which the third seat has no button."""
        guest = Guest(journal, seat3={"button": "none"}, power={"chord": []}, clock={"get_ready": 0})
        yield guest
        guest.house.leave()

    def test_a_seat_without_a_button_bids_by_phone(self, guest: Guest) -> None:
        guest.house.clock_alone(players=3)
        guest.does(0, Start())
        guest.presses(2, after=5, phone=True)
        view = guest.waits(0.05)
        assert [(verdict.seat, verdict.ruling) for verdict in view.verdicts] == [(2, "first")]

    def test_a_seat_with_a_button_does_not(self, guest: Guest) -> None:
        guest.house.clock_alone(players=3)
        guest.does(0, Start())
        guest.presses(0, after=5, phone=True)
        guest.presses(1, after=1)
        view = guest.waits(0.05)
        assert [(verdict.seat, verdict.ruling) for verdict in view.verdicts] == [(0, "no_phone"), (1, "first")]

    def test_how_long_it_was_on_its_way_is_a_setting(self, journal: Journal) -> None:
        for phone_ms, buyer in ((20, 1), (5, 2)):
            guest = Guest(journal, referee={"phone_bids": "always", "phone_ms": phone_ms}, clock={"get_ready": 0})
            guest.house.clock_alone(players=3)
            guest.does(0, Start())  # so seat 1 sits at the mayor's left
            guest.presses(2, after=5)
            guest.presses(1, after=0.015, phone=True)
            guest.waits(0.1)
            assert guest.deeds()[-1][0] == buyer
            guest.house.leave()

    def test_the_mayor_may_start_the_clock_by_phone(self, guest: Guest) -> None:
        guest.begins()
        guest.reaches_auction()
        assert guest.presses(1, phone=True).clock is None
        assert guest.presses(0, phone=True).clock is not None

    def test_on_an_empty_table_a_phone_begins_nothing_by_pressing(self, guest: Guest) -> None:
        guest.house.press(2, guest.time.now, phone=True)
        assert guest.house.snapshot is None

    def test_who_has_to_use_the_button_can_be_asked(self, guest: Guest) -> None:
        assert guest.house.button_only(3) == (0, 1, 3, 4)
        guest.house.change("referee", "phone_bids", "always")
        assert guest.house.button_only(3) == ()
        guest.house.change("referee", "phone_bids", "never")
        assert guest.house.button_only(3) == (0, 1, 2)


class TestChanging:
    """What a table sets for itself while it plays."""

    def test_what_was_chosen_is_so_at_once_and_after_a_restart(self, guest: Guest) -> None:
        guest.house.change("clock", "speed", 2)
        guest.house.change("table", "language", "de")
        assert guest.house.settings.profile.speed == 2
        again = Guest(guest.journal)
        assert again.house.settings.profile.speed == 2
        assert again.house.settings.values["table"]["language"] == "de"

    def test_the_next_auction_of_a_running_game_goes_by_it(self, guest: Guest) -> None:
        guest.begins()
        guest.reaches_auction()
        first = guest.does(0, Start(0)).clock
        guest.house.change("clock", "profile", "even")
        guest.house.change("clock", "get_ready", 7)
        running = guest.view().clock
        assert first is not None
        assert running == first
        guest.presses(1, after=1)
        doubled = guest.waits(0.05).clock
        assert doubled is not None
        assert doubled.slices == run_from(0, default_board(), Profile(), doubled=True).slices, "still the same auction"
        guest.does(0, Pause())
        for seat in (1, 2):
            guest.does(seat, Pause())
        clock = guest.does(0, Start()).clock
        assert clock is not None
        assert clock.start == guest.time.now + 7 * SECOND
        assert clock.slices == run_from(0, default_board(), Profile("even"), doubled=True).slices

    def test_just_the_clock_goes_by_it_too(self, guest: Guest) -> None:
        guest.house.clock_alone(3)
        guest.house.change("clock", "get_ready", 9)
        clock = guest.does(0, Start()).clock
        assert clock is not None
        assert clock.start == guest.time.now + 9 * SECOND

    def test_bots_think_as_long_as_was_chosen_last(self, journal: Journal) -> None:
        patient = Guest(journal, bots={"pace": 60})
        patient.begins(people=1)
        patient.house.change("bots", "pace", 0)
        heard = Ear()
        patient.house.subscribe(heard)
        patient.does(0, Place("mayor"))
        patient.does(0, Place("auction"))
        heard.wait_until(lambda: any(seat == 1 for seat, _ in patient.deeds()))
        patient.house.leave()

    def test_everybody_is_told(self, guest: Guest) -> None:
        heard = Ear()
        guest.house.subscribe(heard)
        guest.house.change("sound", "ticks", False)
        assert heard.times == 1
        assert guest.house.settings.values["sound"]["ticks"] is False

    @pytest.mark.parametrize(
        ("section", "name", "value", "says"),
        [
            ("clock", "speed", 3, "clock.speed must be a number from 0.5 to 2, not 3."),
            ("clock", "speed", "2", "clock.speed must be a number from 0.5 to 2, not '2'."),
            ("clock", "volume", 3, "there is no setting clock.volume;"),
            ("radio", "volume", 3, "there is no section radio;"),
            ("seat1", "button", 7, "seat1.button is changed in the settings file only."),
            ("sound", "buzzer", 7, "sound.buzzer is changed in the settings file only."),
            ("page", "host", "0.0.0.0", "page.host is changed in the settings file only."),
        ],
    )
    def test_what_cannot_be_is_refused_and_nothing_changes(
        self, guest: Guest, section: str, name: str, value: object, says: str
    ) -> None:
        before, heard = guest.house.settings, Ear()
        guest.house.subscribe(heard)
        with pytest.raises(BadSettings) as refusal:
            guest.house.change(section, name, value)
        assert str(refusal.value).startswith(says)
        assert guest.house.settings == before == Guest(guest.journal).house.settings
        assert heard.times == 0

    def test_whoever_chooses_what_the_file_says_leaves_it_to_the_file(self, guest: Guest) -> None:
        guest.house.change("clock", "speed", 2)
        guest.house.change("clock", "speed", 1.0)
        assert Guest(guest.journal, clock={"speed": 1.5}).house.settings.profile.speed == 1.5

    def test_what_is_no_good_choice_any_more_is_left_out(self, guest: Guest) -> None:
        guest.journal.drawer.put("settings", b'{"clock.speed": 99, "clock.get_ready": 5, "x": 1, "seat1.button": 3}')
        settings = Guest(guest.journal).house.settings
        assert (settings.profile.speed, settings.get_ready) == (1.0, 5.0)
        assert settings.fittings == settings_from({}).fittings
        for nonsense in (b"[]", b"{", b"\xff", b"[" * 100_000):
            guest.journal.drawer.put("settings", nonsense)
            assert Guest(guest.journal).house.settings.get_ready == 3.0

    def test_a_drawer_that_takes_nothing_is_said_and_the_game_goes_on(
        self, guest: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        guest.begins()
        full = BadJournal("{file}: {reason}.", file="games", reason="the disk is full")
        monkeypatch.setattr(type(guest.journal.drawer), "put", raising(full))
        with pytest.raises(BadJournal, match="the disk is full"):
            guest.house.change("clock", "speed", 2)
        assert guest.house.settings.profile.speed == 1.0
        assert guest.does(0, Place("mayor")).row == 1

    def test_a_drawer_that_cannot_be_read_is_done_without(self, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
        guest.house.change("clock", "speed", 2)
        bad = BadJournal("{file}: {reason}.", file="games", reason="another program has it locked")
        with monkeypatch.context() as patched:
            patched.setattr(type(guest.journal.drawer), "get", raising(bad))
            assert Guest(guest.journal).house.settings.profile.speed == 1.0
        assert Guest(guest.journal).house.settings.profile.speed == 2.0

    def test_a_house_that_is_closed_changes_nothing(self, guest: Guest) -> None:
        guest.house.close()
        with pytest.raises(TableClosed):
            guest.house.change("clock", "speed", 2)


def raising(error: Exception) -> Callable[..., Any]:
    def fails(*_: object) -> None:
        raise error

    return fails


class TestTheLastOpening:
    def test_there_is_none_before_the_first_game(self, guest: Guest) -> None:
        assert guest.house.last_opening is None

    def test_it_is_that_of_the_game_that_was_begun_last(self, guest: Guest) -> None:
        guest.begins(players=5)
        guest.begins(players=4, people=2)
        guest.house.leave()
        last = guest.house.last_opening
        assert last is not None
        assert [seat.player for seat in last.seats] == ["person", "person", "merchant", "merchant"]

    def test_also_if_that_one_is_over(self, guest: Guest) -> None:
        guest.begins()
        keep(guest.journal, played(seed=7, players=5))
        assert guest.house.last_opening is not None
        assert len(guest.house.last_opening.players) == 5

    def test_one_that_can_be_read_again_is_there_again(self, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
        guest.begins(players=5)
        with monkeypatch.context() as patch:
            patch.setattr(guest.journal, "game", raising(BadJournal("The disk is away.")))
            assert guest.house.last_opening is None
        assert guest.house.last_opening is not None

    def test_one_that_cannot_be_read_is_none(self, guest: Guest) -> None:
        assert not guest.house.has_games
        guest.begins()
        guest.journal._connection.execute("UPDATE game SET opening = 'x'")
        assert guest.house.last_opening is None
        assert guest.house.has_games


class TestTheRecord:
    def test_a_table_without_a_game_has_none(self, guest: Guest) -> None:
        assert guest.house.record() is None
        guest.house.clock_alone()
        assert guest.house.record() is None

    def test_of_a_game_that_is_over_it_tells_everything(self, guest: Guest) -> None:
        game = played(seed=7, players=3)
        number = keep(guest.journal, game)
        guest.begins()
        lines = guest.house.record(number)
        assert lines is not None
        assert replay(b"\n".join(lines)).state == game.state

    def test_while_the_device_deals_it_would_tell_the_cards_to_come(self, guest: Guest) -> None:
        guest.begins()
        for game in (None, 1):
            with pytest.raises(Illegal, match="which cards are still to come"):
                guest.house.record(game)

    def test_where_the_table_has_its_own_cards_there_is_nothing_to_hide(self, guest: Guest) -> None:
        guest.house.begin(opening_for(players=3, people=3, seed=7, deck="table"))
        lines = guest.house.record()
        assert lines is not None
        assert replay(b"\n".join(lines)).n == 0

    def test_m36_s2_as_long_as_it_is_played_the_seed_of_its_bots_is_not_told(self, guest: Guest) -> None:
        guest.house.begin(opening_for(players=3, people=1, seed=777001, deck="table"))
        for game in (None, 1):
            header = next(guest.house.record(game) or iter(()))
            assert msgspec.json.decode(header)["seed"] is None

    def test_m36_when_it_is_over_the_seed_is_told(self, guest: Guest) -> None:
        number = keep(guest.journal, played(seed=7, players=3))
        header = next(guest.house.record(number) or iter(()))
        assert msgspec.json.decode(header)["seed"] == 7

    def test_of_a_game_that_nobody_began_there_is_none(self, guest: Guest) -> None:
        with pytest.raises(NoSuchGame):
            guest.house.record(77)


class TestColours:
    def test_they_are_those_of_the_settings(self, journal: Journal) -> None:
        guest = Guest(journal, seat1={"colour": "red"}, seat5={"colour": "white"})
        assert guest.house.colours == ("red", "blue", "green", "yellow", "white")
        guest.house.clock_alone()
        assert [(seat.colour, seat.name) for seat in guest.view().seats][::4] == [("red", "Red"), ("white", "White")]
        guest.begins()
        assert [seat.colour for seat in guest.view().seats] == ["red", "blue", "green"]
        guest.house.leave()

    def test_seats_without_buttons_have_theirs_all_the_same(self, journal: Journal) -> None:
        assert Guest(journal, **NO_BUTTONS).house.colours == ("orange", "blue", "green", "yellow", "purple")


class TestEvenings:
    def test_every_one_has_a_number_of_its_own(self, guest: Guest) -> None:
        numbers = []
        comes: Callable[[], object]
        for comes in (guest.begins, guest.house.leave, guest.house.clock_alone, lambda: guest.house.resume(1)):
            comes()
            numbers.append(guest.house.evening)
        assert numbers == [numbers[0] + more for more in (0, 0, 1, 2)]


class TestListeners:
    def test_they_hear_of_every_change(self, guest: Guest) -> None:
        guest.begins()
        heard = Ear()
        guest.house.subscribe(heard)
        assert heard.times == 0
        guest.does(0, Place("mayor"))
        heard.has_heard(1)
        guest.does(0, Place("auction"))
        heard.has_heard(2)

    def test_what_was_refused_is_no_change(self, guest: Guest) -> None:
        guest.begins()
        heard = Ear()
        guest.house.subscribe(heard)
        assert guest.house.submit(1, Place("mayor")).exception() is not None
        guest.does(0, Place("mayor"))
        heard.has_heard(1)

    def test_they_stay_from_one_evening_to_the_next(self, guest: Guest) -> None:
        heard = Ear()
        guest.house.subscribe(heard)
        guest.begins()
        heard.has_heard(2)  # the table is cleared, and laid
        guest.does(0, Place("mayor"))
        heard.has_heard(3)
        guest.house.leave()
        heard.has_heard(4)
        guest.house.clock_alone()
        heard.has_heard(6)
        guest.house.resume(1)
        heard.has_heard(8)
        guest.does(0, Place("auction"))
        heard.has_heard(9)

    def test_when_told_that_the_table_is_cleared_they_find_it_so(self, guest: Guest) -> None:
        found: list[Snapshot | None] = []
        guest.begins()
        guest.house.subscribe(lambda: found.append(guest.house.snapshot))
        guest.house.leave()
        assert found[-1] is None

    def test_whoever_has_ended_hears_no_more_of_this_evening(self, guest: Guest) -> None:
        guest.begins()
        ended, other = Ear(), Ear()
        end = guest.house.subscribe(ended)
        guest.does(0, Place("mayor"))
        ended.has_heard(1)
        end()
        guest.house.subscribe(other)
        guest.does(0, Place("auction"))
        other.has_heard(1)
        assert ended.times == 1

    def test_whoever_has_ended_hears_nothing_of_later_ones(self, guest: Guest) -> None:
        ended, other = Ear(), Ear()
        end = guest.house.subscribe(ended)
        guest.house.clock_alone()
        ended.has_heard(2)
        end()
        guest.house.subscribe(other)
        guest.begins()
        other.has_heard(2)
        guest.does(0, Place("mayor"))
        other.has_heard(3)
        guest.house.leave()  # tells everybody on this very thread
        assert (ended.times, other.times) == (2, 4)

    def test_one_that_ended_before_the_first_evening_hears_nothing_at_all(self, guest: Guest) -> None:
        ended = Ear()
        guest.house.subscribe(ended)()
        guest.begins()
        guest.house.leave()
        assert ended.times == 0

    def test_ending_twice_is_as_good_as_once(self, guest: Guest) -> None:
        guest.begins()
        heard = Ear()
        end = guest.house.subscribe(heard)
        guest.does(0, Place("mayor"))
        heard.has_heard(1)
        end()
        end()
        guest.house.leave()
        assert heard.times == 1

    def test_one_that_fails_keeps_neither_the_others_nor_the_next_evening_from_coming(self, guest: Guest) -> None:
        def fails() -> None:
            raise RuntimeError("the page fell over")

        heard = Ear()
        guest.house.subscribe(fails)
        guest.house.subscribe(heard)
        guest.begins()
        heard.has_heard(2)
        assert guest.view().game == 1
        guest.house.leave()
        heard.has_heard(3)
