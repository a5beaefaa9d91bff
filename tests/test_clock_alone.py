"""The clock alone presiding over a table: everybody may start it, and nothing is kept beyond the evening."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from tables import SteppedTime

from companion.auction_clock import LONGEST_GET_READY, MICROSECOND, MILLISECOND, SECOND, Profile
from companion.clock_alone import ENOUGH, ClockAlone
from companion.entries import Acted, AnyEntry, Judged, Paused, TookBack
from companion.games.actions import SetMoney, SetUp
from companion.games.errors import Illegal
from companion.games.merchants.actions import (
    Borrow,
    Build,
    Declare,
    Decline,
    Expire,
    Lose,
    Moves,
    Open,
    Place,
    Ship,
    StartClock,
    Stop,
)
from companion.games.merchants.board import default_board
from companion.games.merchants.events import ClockStarted, Doubled, Misbid, Sold, Unsold
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS
from companion.lot import Terms
from companion.referee import Press
from companion.requests import Agree, AnyRequest, Correct, Pause, Refuse, Start, TakeBack
from companion.snapshots import CLOCK_ALONE, View
from companion.table import Table

NAMES = ("Anna", "Ben", "Cleo")
EVERY_PRICE = 1.5
"""Seconds for which the even clock shows it."""
RICH = (400_000, 400_000, 400_000)


class Corner:
    """A table with nothing but the clock on it, and the time, which stands still until it is moved."""

    def __init__(self, money: Sequence[int] | None = None, get_ready: float = 3) -> None:
        self.time = SteppedTime()
        setup = Setup(board=default_board(), seats=COLOURS[:3], names=NAMES)
        alone = ClockAlone(setup, money, Terms(), Profile("even"), get_ready, self.time)
        self.table = Table(alone, self.time)

    def view(self, seat: int | None = None) -> View:
        self.table.settle()
        return self.table.view(seat)

    def does(self, seat: int, wish: AnyRequest) -> View:
        self.table.submit(seat, wish).result()
        return self.view(seat)

    def refuses(self, seat: int, wish: AnyRequest) -> str:
        """The reason; nothing has changed."""
        before = self.view(), self.table.history()
        refusal = self.table.submit(seat, wish).exception()
        assert isinstance(refusal, Illegal)
        assert (self.view(), self.table.history()) == before
        return str(refusal)

    def presses(self, seat: int, early: int = 0) -> View:
        """Now, or somewhat before."""
        self.table.press(seat, self.time.now - early)
        return self.view()

    def waits(self, seconds: float) -> View:
        self.time.now += round(seconds * SECOND)
        return self.view()

    def begins(self, seat: int = 0) -> None:
        """The clock runs."""
        self.does(seat, Start(0))

    def waits_for(self, shows: str) -> None:
        """Until the middle of the time in which the clock shows this."""
        clock = self.view().clock
        assert clock is not None
        (place,) = [place for place, slice_ in enumerate(clock.slices) if slice_.shows == shows]
        self.time.now = clock.start + round((place + 0.5) * EVERY_PRICE * SECOND)

    def sells(self, seat: int, shows: str = "140") -> View:
        """One auction from its start to its sale, and so long that no press is too late for it any more."""
        self.begins()
        self.waits_for(shows)
        self.presses(seat)
        return self.waits(5)

    def last(self) -> AnyEntry:
        self.table.settle()
        return self.table.history()[-1].entry

    def facts(self, *kinds: type) -> list[Any]:
        """Of these kinds, in what happened last."""
        entry = self.last()
        assert isinstance(entry, Acted)
        return [event for event in entry.events if isinstance(event, kinds)]

    def rulings(self) -> list[tuple[int, str]]:
        return [(verdict.seat, verdict.ruling) for verdict in self.view().verdicts]


@pytest.fixture
def corner() -> Iterator[Corner]:
    """Three seats whose money nobody counts."""
    corner = Corner()
    yield corner
    corner.table.close()


@pytest.fixture
def counted() -> Iterator[Corner]:
    """Three seats, each with 400,000 guilders."""
    corner = Corner(money=RICH)
    yield corner
    corner.table.close()


class TestBetweenAuctions:
    def test_it_is_no_game_of_the_journal(self, corner: Corner) -> None:
        assert {corner.view(seat).game for seat in (0, 1, 2, None)} == {CLOCK_ALONE}
        assert corner.last() == Acted(None, SetUp(), ())

    def test_everybody_may_start_the_clock_and_an_onlooker_may_not(self, corner: Corner) -> None:
        assert [corner.view(seat).options for seat in (0, 1, 2)] == [(StartClock(),)] * 3
        assert corner.view(None).options == ()

    def test_it_is_so_again_after_a_sale(self, corner: Corner) -> None:
        corner.sells(1)
        assert [corner.view(seat).options for seat in (0, 1, 2)] == [(StartClock(),)] * 3

    def test_names_and_colours_are_those_of_the_seats(self, corner: Corner) -> None:
        assert [(seat.name, seat.colour, seat.is_bot) for seat in corner.view().seats] == [
            ("Anna", "orange", False),
            ("Ben", "blue", False),
            ("Cleo", "green", False),
        ]

    def test_nothing_hangs_in_the_air(self, corner: Corner) -> None:
        view = corner.view(0)
        assert (view.clock, view.clock_stands, view.proposal, view.trouble) == (None, False, None, None)
        assert view.verdicts == ()
        assert not view.may_take_back


class TestStarting:
    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_any_seat_starts_it_with_its_button_after_the_countdown(self, corner: Corner, seat: int) -> None:
        view = corner.presses(seat)
        assert view.clock is not None
        assert view.clock.start == corner.time.now + 3 * SECOND
        assert view.table.mayor == seat
        assert isinstance(view.last, Acted)
        assert (view.last.seat, view.last.action) == (seat, StartClock())
        assert corner.facts(ClockStarted) == [ClockStarted(None, ())]

    def test_a_wish_starts_it_as_well(self, corner: Corner) -> None:
        clock = corner.does(2, StartClock()).clock
        assert clock is not None
        assert clock.start == corner.time.now + 3 * SECOND

    @pytest.mark.parametrize("seconds", [0, 0.5, LONGEST_GET_READY])
    def test_the_countdown_can_be_chosen(self, corner: Corner, seconds: float) -> None:
        clock = corner.does(1, Start(seconds)).clock
        assert clock is not None
        assert clock.start == corner.time.now + round(seconds * SECOND)

    @pytest.mark.parametrize("seconds", [-0.1, LONGEST_GET_READY + 1, float("nan"), float("inf")])
    def test_a_countdown_that_nobody_would_wait_for_is_refused(self, corner: Corner, seconds: float) -> None:
        assert corner.refuses(1, Start(seconds)) == "The countdown can take 0 to 60 seconds."

    def test_while_it_runs_the_seats_may_stop_it_and_nobody_may_start_it(self, corner: Corner) -> None:
        corner.begins()
        assert Stop(140) in corner.view(1).options
        assert corner.refuses(1, Start()) == "The clock is running already."
        assert corner.refuses(0, StartClock()) == "The clock is running already."


class TestSelling:
    def test_a_press_buys_at_the_price_shown(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("140")
        corner.presses(2)
        view = corner.waits(0.01)
        assert corner.facts(Sold) == [Sold(2, 140_000)]
        assert corner.rulings() == [(2, "first")]
        assert view.clock is None
        assert view.last == corner.last()

    def test_the_earlier_press_wins_even_if_it_comes_to_be_known_later(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("140")
        corner.presses(2)
        corner.presses(1, early=2000 * MICROSECOND)
        corner.waits(0.01)
        assert corner.rulings() == [(1, "first"), (2, "beaten")]
        assert corner.facts(Sold) == [Sold(1, 140_000)]

    def test_a_tie_goes_clockwise_from_the_left_of_who_started_the_clock(self, corner: Corner) -> None:
        """M17."""
        corner.begins(seat=1)
        corner.waits_for("140")
        corner.presses(1, early=100 * MICROSECOND)
        corner.presses(0)
        corner.waits(0.01)
        assert corner.rulings() == [(1, "tied"), (0, "first")]
        assert corner.facts(Sold) == [Sold(0, 140_000)]

    def test_if_nobody_presses_nobody_buys(self, corner: Corner) -> None:
        corner.begins()
        corner.waits(60)
        assert isinstance(corner.last(), Acted)
        assert len(corner.facts(Unsold)) == 1
        assert corner.facts(Sold) == []

    def test_a_false_start_is_told_and_does_not_count(self, corner: Corner) -> None:
        corner.presses(0)
        corner.waits(2)
        corner.presses(1)
        corner.waits(1)
        corner.waits_for("140")
        corner.presses(2)
        corner.waits(0.01)
        assert corner.rulings() == [(1, "false_start"), (2, "first")]

    def test_a_price_counts_once_the_display_has_drawn_it(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("150")
        corner.table.drawn("150", corner.time.now)
        corner.waits(EVERY_PRICE / 2 + 0.1)  # the clock is at 140 already
        corner.presses(1)
        corner.waits(0.01)
        assert corner.facts(Sold) == [Sold(1, 150_000)]


class TestDoubling:
    @pytest.mark.parametrize("shows", ["start", "200"])
    def test_a_stop_at_the_top_doubles_and_the_clock_runs_again_by_itself(self, corner: Corner, shows: str) -> None:
        """M12."""
        corner.presses(0)
        corner.waits_for(shows)
        corner.presses(1)
        view = corner.waits(0.01)
        assert corner.facts(Doubled) == [Doubled(1)]
        assert view.table.doubled_by == 1
        assert view.clock is not None
        assert view.clock.doubled
        assert view.clock.start == corner.time.now + 3 * SECOND

    def test_without_a_countdown_there_are_two_seconds_all_the_same(self, corner: Corner) -> None:
        corner.begins()
        corner.presses(1)
        clock = corner.waits(0.01).clock
        assert clock is not None
        assert clock.start == corner.time.now + 2 * SECOND

    def test_then_every_price_costs_twice_as_much(self, corner: Corner) -> None:
        corner.begins()
        corner.presses(1)
        corner.waits(2)
        corner.waits_for("150")
        corner.presses(0)
        corner.waits(0.01)
        assert corner.facts(Sold) == [Sold(0, 300_000)]

    def test_and_at_100_the_doubler_has_it(self, corner: Corner) -> None:
        """M13."""
        corner.begins()
        corner.presses(1)
        corner.waits(2)
        corner.waits(60)
        assert corner.facts(Sold) == [Sold(1, 200_000)]
        entry = corner.last()
        assert isinstance(entry, Acted)
        assert (entry.seat, entry.action) == (None, Expire())

    def test_the_next_auction_is_an_ordinary_one(self, corner: Corner) -> None:
        corner.begins()
        corner.presses(1)
        corner.waits(60)
        corner.waits(60)
        clock = corner.does(0, Start(0)).clock
        assert clock is not None
        assert not clock.doubled
        assert corner.view().table.doubled_by is None


class TestMoney:
    def test_it_is_paid(self, counted: Corner) -> None:
        counted.sells(1, "140")
        counted.sells(2, "100")
        assert counted.view().table.money == (400_000, 260_000, 300_000)

    def test_a_misbid_bars_and_the_clock_runs_again(self) -> None:
        """M14."""
        corner = Corner(money=(400_000, 120_000, 400_000))
        corner.begins()
        corner.waits_for("150")
        corner.presses(1)
        view = corner.waits(0.01)
        assert corner.facts(Misbid) == [Misbid(1, 150)]
        assert view.table.barred == (1,)
        assert view.clock is not None
        corner.waits(2)
        corner.waits_for("100")
        corner.presses(1)
        corner.presses(2)
        corner.waits(0.01)
        assert corner.rulings() == [(1, "barred"), (2, "first")]
        assert corner.view().table.money == (400_000, 120_000, 300_000)
        assert corner.view().table.barred == ()
        corner.table.close()

    def test_where_nobody_counts_it_nobody_can_misbid(self, corner: Corner) -> None:
        for _ in range(4):
            corner.sells(1, "190")
            assert corner.facts(Sold) == [Sold(1, 190_000)]
        assert min(corner.view().table.money) > ENOUGH // 2


class TestPausing:
    def test_the_clock_stands_and_any_seat_starts_it_at_start_again(self, corner: Corner) -> None:
        corner.begins(seat=2)
        corner.waits_for("150")
        view = corner.does(0, Pause())
        assert corner.last() == Paused((0,))
        assert (view.clock, view.clock_stands) == (None, True)
        corner.waits(1)
        view = corner.presses(1)
        assert view.clock is not None
        assert view.clock.shows_at(view.clock.start) == "start"
        assert view.table.mayor == 2
        assert not view.clock_stands

    def test_what_was_doubled_stays_doubled(self, corner: Corner) -> None:
        corner.begins()
        corner.presses(1)
        corner.waits(0.01)
        corner.does(0, Pause())
        clock = corner.does(2, Start(0)).clock
        assert clock is not None
        assert clock.doubled

    def test_a_bid_that_the_pause_forestalled_starts_nothing(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("150")
        corner.does(0, Pause())
        corner.waits(0.4)
        assert corner.presses(1).clock is None
        corner.waits(0.2)
        assert corner.presses(1).clock is not None

    def test_a_second_pause_calls_the_auction_off(self, corner: Corner) -> None:
        corner.begins()
        corner.does(0, Pause())
        view = corner.does(1, Pause())
        assert corner.last() == TookBack(0, (1,))
        assert not view.clock_stands
        assert view.options == (StartClock(),)
        assert corner.refuses(0, Pause()) == "The clock is not running."

    def test_what_was_called_off_has_cost_nothing(self, counted: Corner) -> None:
        counted.begins()
        counted.presses(1)
        counted.waits(0.01)
        counted.does(0, Pause())
        counted.does(0, Pause())
        assert counted.view().table.money == RICH
        assert counted.view().table.doubled_by is None

    def test_it_cannot_undo_a_press(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("180")
        corner.presses(1)
        assert corner.refuses(0, Pause()) == "The clock has just been stopped."
        corner.waits(0.01)
        assert corner.facts(Sold) == [Sold(1, 180_000)]


class TestTakingBack:
    def test_sales_are_paid_back_the_last_one_first(self, counted: Corner) -> None:
        counted.sells(1, "180")
        counted.sells(2, "100")
        assert counted.does(0, TakeBack()).table.money == (400_000, 220_000, 400_000)
        assert counted.last() == TookBack(0, (0,))
        assert counted.does(1, TakeBack()).table.money == RICH
        assert counted.refuses(1, TakeBack()) == "There is no sale to take back."

    def test_whether_there_is_one_is_shown_to_the_seats(self, counted: Corner) -> None:
        assert counted.sells(1).seat is None
        assert [counted.view(seat).may_take_back for seat in (0, 1, 2)] == [True] * 3
        counted.does(0, TakeBack())
        assert [counted.view(seat).may_take_back for seat in (0, 1, 2)] == [False] * 3

    def test_an_onlooker_has_nothing_to_take_back(self, counted: Corner) -> None:
        counted.sells(1)
        assert not counted.view(None).may_take_back

    @pytest.mark.parametrize("stands", [False, True])
    def test_not_in_the_middle_of_an_auction(self, counted: Corner, stands: bool) -> None:
        counted.sells(1)
        counted.begins()
        if stands:
            counted.does(0, Pause())
        assert not counted.view(0).may_take_back
        assert counted.refuses(0, TakeBack()) == "First let this auction come to its end."


class TestLatePresses:
    def test_one_is_judged_once_and_starts_nothing(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("150")
        corner.presses(0)
        corner.waits(0.3)
        view = corner.presses(1)
        assert isinstance(corner.last(), Judged)
        assert corner.rulings() == [(0, "first"), (1, "too_late")]
        assert view.verdicts[-1].margin == round(0.3 * SECOND)
        assert view.clock is None
        rows = len(corner.table.history())
        corner.presses(1)
        corner.presses(0)
        assert len(corner.table.history()) == rows
        assert corner.view().clock is None

    def test_after_a_while_a_press_starts_the_next_auction(self, corner: Corner) -> None:
        corner.begins()
        corner.waits_for("150")
        corner.presses(0)
        corner.waits(1.6)
        assert corner.presses(1).clock is not None

    def test_one_meant_for_the_run_before_does_not_buy_at_the_top_of_the_next(self, corner: Corner) -> None:
        corner.begins()
        corner.presses(0)
        corner.waits(0.01)
        corner.presses(1)
        assert corner.rulings() == [(0, "first"), (1, "too_late")]


class TestWhatItRefuses:
    @pytest.mark.parametrize(
        "wish",
        [
            Place("mayor"),
            Declare("goods"),
            Moves(("silk",)),
            Open("am2"),
            Build("nz1", "silk"),
            Decline(),
            Stop(100),
            Expire(),
            Ship("silk"),
            Borrow(True),
            Lose("am2"),
            Agree(1),
            Refuse(1),
            Correct((SetMoney(0, 5),), "miscounted"),
        ],
        ids=lambda wish: type(wish).__name__,
    )
    def test_everything_that_belongs_to_a_game(self, corner: Corner, wish: AnyRequest) -> None:
        assert corner.refuses(0, wish) == "Only the clock is on the table, no game."
        corner.begins()
        assert corner.refuses(0, wish) == "Only the clock is on the table, no game."

    @pytest.mark.parametrize("wish", [Start(), StartClock(), Pause(), TakeBack()], ids=lambda wish: type(wish).__name__)
    @pytest.mark.parametrize("seat", [3, -1])
    def test_whatever_comes_from_a_seat_that_does_not_exist(self, corner: Corner, seat: int, wish: AnyRequest) -> None:
        assert corner.refuses(seat, wish) == f"There is no seat {seat} at this table."

    @pytest.mark.parametrize("seat", [3, -1])
    def test_a_press_of_a_seat_that_does_not_exist_means_nothing(self, corner: Corner, seat: int) -> None:
        before = corner.view()
        assert corner.presses(seat) == before
        corner.begins()
        corner.waits_for("140")
        corner.presses(seat)
        assert corner.waits(0.01).clock is not None
        corner.presses(1)
        corner.waits(0.01)
        assert corner.rulings() == [(1, "first")]


class TestSnapshots:
    def test_they_are_numbered_one_after_the_other_and_so_are_the_rows(self, corner: Corner) -> None:
        first = corner.view().number
        changes = [corner.presses(0), corner.does(1, Pause()), corner.does(1, Start())]
        assert [view.number for view in changes] == [first + 1, first + 2, first + 3]
        rows = corner.table.history()
        assert [row.n for row in rows] == list(range(len(rows)))
        assert corner.view().row == rows[-1].n

    def test_a_clock_that_is_started_again_is_news_although_no_row_is(self, corner: Corner) -> None:
        corner.begins()
        before = corner.does(0, Pause())
        after = corner.does(0, Start(0))
        assert after.row == before.row
        assert after.number == before.number + 1


def test_a_button_held_since_before_a_run_that_is_over_starts_no_clock() -> None:
    now = SteppedTime()
    alone = ClockAlone(
        Setup(board=default_board(), seats=COLOURS[:3], names=("Anna", "Ben", "Cleo")), None, Terms(), Profile(), 3, now
    )
    now.now = 100 * SECOND
    alone.press(Press(0, now.now), now.now)
    for seat in (0, 1):  # doubled, then sold
        assert alone.run is not None
        held = alone.run.start - SECOND
        now.now = alone.run.start + 5 * MILLISECOND
        alone.press(Press(seat, now.now), now.now)
        now.now += 20 * MILLISECOND
        alone.look()
    assert alone.run is None
    alone.press(Press(2, held), now.now)  # as the panel tells it at its next look
    assert alone.run is None
