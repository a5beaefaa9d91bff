"""Where everybody's money came from, what they own, and how it grew."""

from mercurius_table import a_setup, position
from mercurius_walk import a_setup as shuffled_setup
from mercurius_walk import walk

from companion.games.events import GameOver, Money
from companion.games.mercurius.accounts import (
    SOURCES,
    accounts,
    detail_heading,
    source_heading,
    wealth_over_turns,
)
from companion.games.mercurius.events import AnyEvent, Turn
from companion.games.mercurius.reckoning import Held, final_reckoning, reckoning
from companion.games.mercurius.state import Setup, State, wealth


def whole_game(setup: Setup, seed: int) -> tuple[list[AnyEvent], State]:
    steps = list(walk(setup, seed, 500))
    return [event for _, _, events in steps for event in events], steps[-1][0]


def test_every_guilder_is_accounted_for() -> None:
    for seed in range(10):
        setup = shuffled_setup(3 + seed % 3, seed)
        events, state = whole_game(setup, seed)
        found = accounts(setup, events)
        assert tuple(account.money for account in found) == state.money
        for account in found:
            assert [line.source for line in account.lines] == list(SOURCES)
            assert sum(line.amount for line in account.lines) == account.money
            for line in account.lines[1:-1]:
                assert sum(detail.amount for detail in line.details) == line.amount


def test_lines_say_where_it_came_from() -> None:
    events: list[AnyEvent] = [
        Money(0, 70, "start"),
        Money(0, -14, "buy:hoorn"),
        Money(0, -14, "buy:hoorn"),
        Money(0, -15, "buy:tea"),
        Money(0, 20, "sell:tea"),
        Money(0, 34, "black_market:hoorn"),
        Money(1, 6, "dividend:delft"),
        Money(0, 5, "correction"),
        Money(0, 9, "final:silk"),
        Money(0, 8, "final_lot:silk"),
    ]
    robert, magda, _ = accounts(a_setup(), events)
    assert {line.source: line.amount for line in robert.lines} == {
        "start": 70, "bought": -43, "sold": 20, "black_market": 34, "dividends": 0, "final_holdings": 9, "final_lot": 8,
        "corrections": 5,
    }  # fmt: skip
    bought = robert.lines[1]
    assert [(detail_heading("bought", detail.what), detail.amount) for detail in bought.details] == [
        ("Hoorn", -28),
        ("Tea", -15),
    ]
    assert (magda.money, source_heading("dividends")) == (6, "Dividends")


def test_there_is_a_point_for_the_beginning_and_for_each_turn() -> None:
    setup = shuffled_setup(3, 4)
    events, state = whole_game(setup, 4)
    points = wealth_over_turns(setup, events)
    turns = sum(isinstance(event, Turn) for event in events)
    assert len(points) == turns + 1
    assert (points[0].round, points[0].seat, points[0].wealth) == (0, None, (70, 70, 70))
    assert [(point.round, point.seat) for point in points[1:4]] == [(1, 0), (1, 1), (1, 2)]
    assert points[-1].wealth == points[-1].money == state.money


def test_a_point_is_what_everybody_had_after_the_turn() -> None:
    setup = shuffled_setup(4, 2)
    events: list[AnyEvent] = []
    for state, _, new in walk(setup, 2, 40):
        events += new
        now = wealth_over_turns(setup, events)[-1]
        assert now.wealth == tuple(wealth(state, seat) for seat in range(4))
        assert (now.round, now.seat) == (state.round, state.seat)


def test_what_somebody_owns_line_by_line() -> None:
    state = position(("trade", 0), money=(5, 0, 0), holdings=[{"hoorn": 3, "tea": 1}], lots=[("silk", "silk")]).state
    robert, magda, _ = reckoning(state)
    assert robert.holdings == (Held("hoorn", 3, 10), Held("tea", 1, 15))
    assert robert.lot == (Held("silk", 2, 15),)
    assert [held.amount for held in robert.holdings] == [30, 15]
    assert (robert.wealth, magda.wealth) == (5 + 30 + 15 + 30, 0) == (wealth(state, 0), 0)


def test_c11_the_final_reckoning_is_the_result_of_the_game() -> None:
    for seed in range(10):
        setup = shuffled_setup(3, seed)
        events, state = whole_game(setup, seed)
        found = final_reckoning(setup, events)
        assert tuple(each.wealth for each in found) == state.money
        assert any(each.holdings for each in found)
        assert isinstance(events[-2], GameOver)


def test_in_the_middle_of_a_game_it_is_how_things_are_now() -> None:
    setup = shuffled_setup(3, 1)
    steps = list(walk(setup, 1, 50))
    events = [event for _, _, new in steps for event in new]
    assert final_reckoning(setup, events) == reckoning(steps[-1][0])
