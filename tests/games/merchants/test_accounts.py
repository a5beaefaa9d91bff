"""Where each guilder came from and where it went, and everybody's money over the years."""

from collections.abc import Iterator
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_games import AT, played, rows_of
from merchants_table import begun, position, with_own_deck
from merchants_walk import SETUPS, walk
from tiers import examples

from companion.entries import Acted, AnyEntry, Corrected, Row, TookBack
from companion.games.accounts import Account, Detail, Line
from companion.games.actions import SetMoney, SetUp
from companion.games.errors import Illegal
from companion.games.events import Event, GameOver, Money
from companion.games.merchants import advance, begin, correct, moment
from companion.games.merchants.accounts import (
    SOURCES,
    Point,
    Source,
    accounts,
    detail_heading,
    money_over_years,
    source_heading,
)
from companion.games.merchants.actions import Build, Declare, Lose, Stop
from companion.games.merchants.corrections import SetMarkers, SetOwner
from companion.games.merchants.events import Term, Year
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.state import Setup
from companion.past import Past
from companion.words import words

SEEDS = st.integers(0, 2**32)


def facts(past: Past) -> list[Event]:
    """All that stands."""
    return [
        event for row in past.standing() if isinstance(row.entry, Acted | Corrected) for event in row.entry.events
    ]  # fmt: skip


def line(account: Account, source: Source) -> Line:
    (found,) = [line for line in account.lines if line.source == source]
    return found


class ARestlessTable:
    """Plays at random to the end, takes back whatever comes to mind, and puts right what was never wrong."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.chance = Random(seed)
        state, events = begin(setup)
        self.past = Past(MERCHANTS, setup)
        self._keep(Acted(None, SetUp(), tuple(events)))
        self.now = moment(state)

    def plays(self, steps: int) -> Iterator[Past]:
        for _ in range(steps):
            if not self.now.choices:
                return
            whim = self.chance.random()
            if whim < 0.03:
                self._takes_back()
            elif whim < 0.06:
                self._corrects()
            else:
                self._acts()
            yield self.past

    def _keep(self, entry: AnyEntry) -> None:
        self.past.add(Row(self.past.next, AT, entry))

    def _acts(self) -> None:
        seat = self.chance.choice(list(self.now.choices))
        action = self.chance.choice(self.now.choices[seat])
        self.now, events = advance(self.now, seat, action)
        self._keep(Acted(seat, action, tuple(events)))

    def _takes_back(self) -> None:
        steps = [row.n for row in self.past.standing()]
        self._keep(TookBack(self.chance.choice(steps[-6:]), (0,)))
        self.now = moment(self.past.state)

    def _corrects(self) -> None:
        seat = self.chance.randrange(self.past.setup.players)
        plot = self.chance.choice(self.past.setup.board.plot_names)
        changes = (
            SetMoney(seat, self.chance.randrange(-50, 900) * 1000),
            SetMarkers(seat, self.chance.randrange(3)),
            SetOwner(plot, seat),
        )
        try:
            self.now, events = correct(self.now, changes)
        except Illegal:
            return
        self._keep(Corrected(changes, "the cardboard says so", (seat,), tuple(events)))


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(40))
def test_the_lines_add_up_to_the_money_held_whatever_was_taken_back_or_put_right(setup: Setup, seed: int) -> None:
    table = ARestlessTable(setup, seed)
    for step, past in enumerate(table.plays(600)):
        if step % 20 == 0:
            assert [account.money for account in accounts(setup, facts(past))] == list(past.state.money)
    found = accounts(setup, facts(table.past))
    assert [account.money for account in found] == list(table.past.state.money)
    for account in found:
        assert tuple(line.source for line in account.lines) == SOURCES
        assert account.money == sum(line.amount for line in account.lines)
        told = [line for line in account.lines if line.details]
        assert all(sum(detail.amount for detail in line.details) == line.amount for line in told)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(40))
def test_money_over_the_years_ends_with_what_everybody_has(setup: Setup, seed: int) -> None:
    table = ARestlessTable(setup, seed)
    for _ in table.plays(600):
        pass
    points = money_over_years(setup, facts(table.past))
    assert points[-1].money == table.past.state.money
    years = [setup.board.year_at[point.year] for point in points]
    assert years == sorted(years)
    assert [point.term for point in points] == sorted(point.term for point in points)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(30))
def test_m5_there_is_a_point_for_every_year_and_every_term_of_a_whole_game(setup: Setup, seed: int) -> None:
    steps = list(walk(setup, seed, 5000))
    events = [event for _, _, some in steps for event in some]
    assert isinstance(events[-2], GameOver)
    points = money_over_years(setup, events)
    reached = [event.year for event in events if isinstance(event, Year)]
    assert [point.year for point in points if point.at == "year"] == reached
    terms = sum(isinstance(event, Term) for event in events)
    assert [point.term for point in points if point.at == "term"] == list(range(1, terms + 1))
    assert points[0] == Point("year", "1579", 0, (400_000,) * setup.players)
    assert points[-1].money == steps[-1][0].money


class TestSources:
    def test_m1_everybody_begins_with_400000(self) -> None:
        state, events = begin(begun(3).state.setup)
        (first, *_) = accounts(state.setup, events)
        assert line(first, "start") == Line("start", 400_000, ())
        assert first.money == 400_000

    def test_m16_what_was_paid_at_auctions_went_away(self) -> None:
        table = position(("bid", None), ("bid", None), auctioned="build_lastage")
        events = table.does(1, Stop(90))
        spent = line(accounts(table.state.setup, events)[1], "auctions")
        assert spent == Line("auctions", -90_000, ())

    def test_m28_m30_bonuses_are_told_one_by_one_and_so_is_what_was_given_back(self) -> None:
        table = position(("arms", 0), ("lose_warehouse", 0), warehouses=["nz6 gr1 la1", "", ""])
        events = [*table.does(0, Build("oz4", None)), *table.does(0, Lose(space="oz4"))]
        account = accounts(table.state.setup, events)[0]
        assert line(account, "bonuses") == Line(
            "bonuses", 140_000, (Detail("amsterdam", 100_000), Detail("bridge:dam", 40_000))
        )
        assert line(account, "given_back").amount == -140_000
        assert account.money == 0

    def test_m31_m34_a_credit_comes_and_its_repayment_goes(self) -> None:
        setup = begun(3).state.setup
        events = [Money(0, 120_000, "credit"), Money(0, 120_000, "credit"), Money(0, -400_000, "repay")]
        account = accounts(setup, events)[0]
        assert line(account, "credits").amount == 240_000
        assert line(account, "repaid").amount == -400_000

    def test_m26_scorings_are_told_by_area_and_year_the_final_one_by_area(self) -> None:
        game = played(3, players=3)
        events = [event for entry in game.entries for event in entry.events]
        for account in accounts(game.setup, events):
            assert {detail.what for detail in line(account, "market").details} <= {"1609", "1624", "1664"}
            assert {detail.what for detail in line(account, "final").details} <= {"market", "amsterdam", "colonies"}
        everybody = accounts(game.setup, events)
        assert all(any(line(one, source).amount for one in everybody) for source in SOURCES[:5])

    def test_what_was_put_right_has_a_line_of_its_own(self) -> None:
        now = moment(begun(3).state)
        _, events = correct(now, [SetMoney(1, 350_000)])
        assert line(accounts(now.state.setup, events)[1], "corrections") == Line("corrections", -50_000, ())

    def test_only_what_stands_counts(self) -> None:
        game = played(5, players=3, actions=40)
        past = Past(MERCHANTS, game.setup, rows_of(game))
        past.add(Row(past.next, AT, TookBack(10, (0, 1, 2))))
        assert [account.money for account in accounts(game.setup, facts(past))] == list(past.state_after(10).money)


class TestOverTheYears:
    def test_m5_a_year_counts_with_all_that_it_brought(self) -> None:
        table = with_own_deck(3)
        setup = table.state.setup
        events = begin(setup)[1]
        while table.state.setup.board.years[table.state.year].year != "1609":
            asked = table.asked()
            assert asked is not None
            what, seat = asked
            events += table.does(seat, Declare("sand") if what == "draw" else table.may(seat)[-1])
        before = [point for point in money_over_years(setup, events) if point.year == "1602"]
        assert [point.money for point in before] == [(400_000,) * 3]
        (now,) = [point for point in money_over_years(setup, events) if point.year == "1609"]
        assert (now.at, now.money) == ("now", table.state.money)
        assert now.money != (400_000,) * 3  # the market was scored

    def test_before_anything_happened_there_are_the_start_and_now(self) -> None:
        table = with_own_deck(4)
        points = money_over_years(table.state.setup, begin(table.state.setup)[1])
        assert points == (Point("year", "1579", 0, (400_000,) * 4), Point("now", "1579", 1, (400_000,) * 4))


class TestInWords:
    def test_every_source_has_a_heading_in_every_language(self) -> None:
        for speech in (words("de"), words("nl")):
            assert all(source_heading(source, speech) != source_heading(source) for source in SOURCES)
        assert source_heading("auctions") == "Cards bought at auction"

    def test_details_too(self) -> None:
        assert detail_heading("market", "1609") == "1609"
        assert detail_heading("final", "colonies") == "Colonies"
        assert detail_heading("bonuses", "market") == "Market bonus"
        assert detail_heading("given_back", "bridge:dam") == "Bonus of the bridge Dam"

    def test_they_are_plain_values(self) -> None:
        found = accounts(begun(3).state.setup, [])
        assert msgspec.json.decode(msgspec.json.encode(found), type=tuple[Account, ...]) == found
