"""The auction clock alone, with the time told step by step: M11 to M17 without a game."""

from collections.abc import Sequence

import pytest

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND, Profile
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS
from companion.lot import Terms
from companion.referee import Press
from companion.terminal.clock_only import ClockOnly

NAMES = ("Anna", "Ben", "Cleo")
EVEN = Profile("even")
"""Every price for a second and a half."""


class Table:
    """A clock and the time, which stands still unless it is told to go on."""

    def __init__(self, money: Sequence[int] | None = None, get_ready: float = 3, **rules: str) -> None:
        setup = Setup(board=default_board(), seats=COLOURS[:3], names=NAMES, rules=HouseRules(**rules))  # type: ignore[arg-type]
        self.clock = ClockOnly(setup, money, Terms(), EVEN, get_ready, lambda seat: NAMES[seat])
        self.now = 1_000 * SECOND

    def presses(self, seat: int, early: int = 0) -> list[str]:
        """Now, or somewhat before."""
        return self.clock.press(Press(seat, self.now - early), self.now)

    def waits(self, seconds: float) -> list[str]:
        self.now += round(seconds * SECOND)
        return self.clock.look(self.now)

    def waits_for(self, shows: str) -> None:
        """Until the middle of the time in which the clock shows this."""
        assert self.clock.run is not None
        self.now = max(self.now, self.clock.run.start)
        while self.clock.run.shows_at(self.now) != shows:
            assert not self.waits(0.25)
        assert not self.waits(0.5)

    def waits_for_the_end(self) -> list[str]:
        assert self.clock.run is not None
        self.now = self.clock.run.end
        return self.waits(1)

    def begins(self, seat: int = 0) -> None:
        """The clock runs."""
        self.presses(seat)
        self.waits(3)


def test_any_seat_starts_the_clock_after_a_countdown() -> None:
    table = Table()
    assert table.presses(1) == ["", "Ben starts the clock."]
    assert table.clock.run is not None
    assert table.clock.run.start == table.now + 3 * SECOND
    assert table.clock.state.mayor == 1


def test_a_stop_sells_at_the_price_shown() -> None:
    table = Table()
    table.begins()
    table.waits_for("140")
    assert table.presses(2) == []
    assert table.waits(0.01) == ["Cleo stops the clock at 140.", "Sold to Cleo for 140,000."]
    assert table.clock.run is None


def test_the_margin_is_told() -> None:
    table = Table()
    table.begins()
    table.waits_for("140")
    table.presses(2)
    table.now += 4 * MILLISECOND
    table.presses(1)
    assert table.waits(0.01)[:2] == [
        "Cleo stops the clock at 140, 4.00 ms before Ben.",
        "Ben presses 4.00 ms after that.",
    ]


def test_the_earlier_press_wins_even_if_it_comes_to_be_known_later() -> None:
    table = Table()
    table.begins()
    table.waits_for("140")
    table.presses(2)
    table.presses(1, early=2 * MILLISECOND)
    assert table.waits(0.01)[0] == "Ben stops the clock at 140, 2.00 ms before Cleo."


def test_a_tie_goes_clockwise_from_the_left_of_who_started_the_clock() -> None:
    """M17."""
    table = Table()
    table.begins(seat=0)
    table.waits_for("140")
    table.presses(0, early=100 * MICROSECOND)
    table.presses(2)
    told = table.waits(0.01)
    assert told[0].startswith(
        "A tie: Cleo and Anna press within 0.10 ms of each other. Clockwise from the left of Anna"
    )
    assert told[-1] == "Sold to Cleo for 140,000."


@pytest.mark.parametrize("shows", ["start", "200"])
def test_a_stop_at_start_or_200_doubles_and_the_clock_restarts_by_itself(shows: str) -> None:
    """M12."""
    table = Table()
    table.begins()
    table.waits_for(shows)
    table.presses(1)
    assert table.waits(0.01) == ["Ben stops the clock at 200.", "Ben doubles the auction!"]
    assert table.clock.run is not None
    assert table.clock.run.doubled
    assert table.clock.run.start == table.now + 3 * SECOND


def test_a_restart_leaves_two_seconds_at_least() -> None:
    table = Table(get_ready=0)
    table.presses(0)
    table.waits_for("200")
    table.presses(1)
    table.waits(0.01)
    assert table.clock.run is not None
    assert table.clock.run.start == table.now + 2 * SECOND


def test_a_doubled_clock_costs_twice_the_dial() -> None:
    table = Table()
    table.begins()
    table.presses(1)
    table.waits(0.01)
    table.waits_for("150")
    table.presses(0)
    assert table.waits(0.01)[-1] == "Sold to Anna for 300,000."


def test_a_doubled_clock_that_reaches_100_goes_to_the_doubler() -> None:
    """M13."""
    table = Table(money=[400_000] * 3)
    table.begins()
    table.presses(1)
    table.waits(0.01)
    assert table.waits_for_the_end() == [
        "The doubled clock reaches 100, and nobody has stopped it.",
        "Sold to Ben for 200,000.",
        "Anna 400,000   Ben 200,000   Cleo 400,000",
    ]


def test_the_house_rule_start_lets_200_be_a_sale() -> None:
    table = Table(double_window="start")
    table.begins()
    table.waits_for("200")
    table.presses(1)
    assert table.waits(0.01)[-1] == "Sold to Ben for 200,000."


def test_a_clock_that_nobody_stops_sells_nothing() -> None:
    """M11."""
    table = Table()
    table.begins()
    assert table.waits_for_the_end() == ["Nobody buys."]


def test_a_misbid_bars_and_restarts() -> None:
    """M14."""
    table = Table(money=[400_000, 120_000, 400_000])
    table.begins()
    table.waits_for("150")
    table.presses(1)
    assert table.waits(0.01) == [
        "Ben stops the clock at 150.",
        "Ben stops at 150 but cannot pay, and is out of this auction.",
    ]
    assert list(table.clock.state.barred) == [1]
    table.waits(3)
    table.waits_for("100")
    table.presses(1)
    table.presses(2)
    assert table.waits(0.01) == [
        "Ben is barred from this card: the press does not count.",
        "Cleo stops the clock at 100.",
        "Sold to Cleo for 100,000.",
        "Anna 400,000   Ben 120,000   Cleo 300,000",
    ]
    assert list(table.clock.state.barred) == []


def test_the_house_rule_ignore_lets_the_clock_run_on() -> None:
    table = Table(money=[400_000, 120_000, 400_000], misbid="ignore")
    table.begins()
    table.waits_for("150")
    table.presses(1)
    assert table.waits(0.01) == []
    assert table.waits_for_the_end()[0] == "Ben cannot pay 150,000: the press does not count."


def test_without_money_nobody_can_misbid() -> None:
    table = Table()
    for _ in range(3):
        table.begins()
        table.waits_for("190")
        table.presses(1)
        assert table.waits(0.01)[-1] == "Sold to Ben for 190,000."
        table.waits(5)


def test_a_false_start_is_told_and_does_not_count() -> None:
    table = Table()
    table.presses(0)
    table.waits(2.5)
    table.presses(1)
    table.waits_for("60")
    table.presses(2)
    assert table.waits(0.01) == [
        "Ben presses 500 ms before the clock runs: a false start, which does not count.",
        "Cleo stops the clock at 60.",
        "Sold to Cleo for 60,000.",
    ]


def test_a_press_that_comes_too_late_starts_nothing() -> None:
    table = Table()
    table.begins()
    table.waits_for("150")
    table.presses(0)
    table.waits(0.01)
    table.waits(0.3)
    assert table.presses(1) == ["Ben is 310 ms too late."]
    assert table.presses(1) == []
    assert table.presses(0) == []
    assert table.clock.run is None
    table.waits(2)
    assert table.presses(1) == ["", "Ben starts the clock."]


def test_a_press_meant_for_the_last_run_does_not_buy_at_the_top_of_the_next() -> None:
    table = Table(get_ready=0)
    table.presses(0)
    table.waits_for("200")
    table.presses(0)
    table.waits(0.01)
    assert table.presses(1) == ["Ben is 10 ms too late."]


def test_a_pause_lets_the_clock_stand_and_the_next_key_starts_it_at_start_again() -> None:
    table = Table()
    table.begins(seat=2)
    table.presses(1)
    table.waits(0.01)
    table.waits_for("180")
    assert table.clock.pause(table.now) == ["The clock stands. It begins at start again."]
    assert table.clock.stands
    assert table.presses(0) == []  # a bid that the pause forestalled starts nothing
    table.waits(0.6)
    assert table.presses(0) == ["Anna starts the clock."]
    assert table.clock.run is not None
    assert table.clock.run.doubled
    assert table.clock.state.mayor == 2


def test_a_second_pause_calls_the_auction_off() -> None:
    table = Table()
    table.begins()
    table.clock.pause(table.now)
    assert table.clock.pause(table.now) == ["The auction is called off."]
    assert not table.clock.stands
    assert table.clock.pause(table.now) == ["The clock is not running."]


def test_a_pause_cannot_undo_a_press() -> None:
    table = Table()
    table.begins()
    table.waits_for("180")
    table.presses(1)
    assert table.clock.pause(table.now) == []
    assert table.waits(0.01)[-1] == "Sold to Ben for 180,000."


def test_sales_can_be_taken_back_one_after_the_other() -> None:
    table = Table(money=[400_000] * 3)
    for seat in (1, 2):
        table.begins()
        table.waits_for("180")
        assert table.clock.take_back() == ["First let this auction come to its end."]
        table.presses(seat)
        table.waits(0.01)
        table.waits(5)
    assert table.clock.money == (400_000, 220_000, 220_000)
    assert table.clock.take_back() == ["Cleo gets 180,000 back.", "Anna 400,000   Ben 220,000   Cleo 400,000"]
    assert table.clock.take_back()[0] == "Ben gets 180,000 back."
    assert table.clock.take_back() == ["There is no sale to take back."]
    assert Table().clock.take_back() == ["Nobody's money is counted; --money does that."]


def test_who_pays_by_what_the_display_had_finished_showing() -> None:
    table = Table()
    table.begins()
    table.waits_for("150")
    table.clock.drawn("150", table.now)
    while table.clock.run and table.clock.run.shows_at(table.now) == "150":
        table.waits(0.1)
    table.presses(1)
    assert table.waits(0.01)[0] == "Ben stops the clock at 150."
