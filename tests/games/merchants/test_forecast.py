"""What every area would pay now, and what a scoring paid, in numbers and in words: M24 to M27."""

from collections.abc import Iterable
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_table import Table, position, with_own_deck
from merchants_walk import SETUPS, walk
from positions import happened
from tiers import examples

from companion.games.events import Money
from companion.games.merchants import evolve
from companion.games.merchants.actions import Declare
from companion.games.merchants.board import default_board
from companion.games.merchants.events import AnyEvent, Area, Scored
from companion.games.merchants.evolve import CHANGES
from companion.games.merchants.explained import explained, if_scored_now
from companion.games.merchants.forecast import AREAS, Part, Reckoning, forecast, forecast_of, reckoned
from companion.games.merchants.scoring import pay
from companion.games.merchants.state import Play, Setup, State
from companion.words import Language, words

NAMES = ("Ada", "Ben", "Cleo", "Dora")
SEEDS = st.integers(0, 2**32)


def parts_of(table: Table, area: Area) -> dict[str, Part]:
    return {part.part: part for part in forecast_of(table.state, area).parts}


def said(table: Table, area: Area) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Of each part why it has its rank, and who gets what."""
    told = explained(forecast_of(table.state, area), NAMES)
    return {part.part: (part.why, part.paid) for part in told.parts}


def scorings_in(before: State, events: Iterable[AnyEvent]) -> list[Reckoning]:
    """All scorings that an action brought about, each reckoned in the state in which it took place."""
    state, found = before.copy(), []
    for event in events:
        if isinstance(event, Scored):
            found.append(reckoned(event, state))
        evolve(state, event)
    return found


class TestWhichTableCounts:
    @pytest.mark.parametrize(
        ("year", "tables"),
        [
            ("1579", ["1609", "1611", "1619"]),
            ("1602", ["1609", "1611", "1619"]),
            ("1609", ["1624", "1611", "1619"]),  # scored there already
            ("1619", ["1624", "1640", "1641"]),
            ("1641", ["1664", "1666", "1666"]),
            ("1665", ["1666", "1666", "1666"]),
            ("1666", ["1666", "1666", "1666"]),
        ],
    )
    def test_m26_the_next_scoring_ahead_of_each_area_else_the_final_one(self, year: str, tables: list[str]) -> None:
        found = forecast(position(year=year).state)
        assert [reckoning.area for reckoning in found] == list(AREAS) == list(get_args(Area))
        assert [reckoning.year for reckoning in found] == tables
        assert [reckoning.is_final for reckoning in found] == [table == "1666" for table in tables]

    def test_m27_with_the_last_years_own_amounts(self) -> None:
        table = position(year="1665", offices=["am1", "", ""])
        final = default_board().years[-1].tables
        assert final is not None
        assert parts_of(table, "colonies")["americas"].amounts[0] == final["colonies"][0][0] * 1000

    def test_the_heading_says_so(self) -> None:
        table = position(year="1609")
        assert if_scored_now(forecast_of(table.state, "market")) == (
            "If the market were scored now, with the amounts of 1624"
        )


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(60))
def test_m26_the_forecast_is_what_would_be_paid_to_the_guilder(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed, 400):
        for reckoning in forecast(state):
            space = setup.board.years[setup.board.year_at[reckoning.year]]
            play = Play(state.copy(), [], CHANGES)
            pay(play, reckoning.area, dict(space.scorings())[reckoning.area])
            (scored,) = [event for event in play.events if isinstance(event, Scored)]
            assert [(p.part, p.rank, p.first, p.second, p.amounts) for p in reckoning.parts] == [
                (p.part, p.rank, p.first, p.second, p.amounts) for p in scored.parts
            ]
            paid = [after - before for before, after in zip(state.money, play.state.money, strict=True)]
            assert list(reckoning.totals) == paid


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(30))
def test_m24_every_scoring_of_a_game_is_reckoned_as_it_was_paid(setup: Setup, seed: int) -> None:
    before = None
    for state, _, events in walk(setup, seed, 400):
        if before is not None:
            found = scorings_in(before, events)
            scored = [event for event in events if isinstance(event, Scored)]
            assert [(one.area, one.year) for one in found] == [(event.area, event.year) for event in scored]
            for seat in range(setup.players):
                paid = sum(e.amount for e in events if isinstance(e, Money) and e.seat == seat and "score" in e.why)
                assert sum(one.totals[seat] for one in found) == paid
        before = state


@given(setup=SETUPS, seed=SEEDS, language=st.sampled_from(["en", "de", "nl"]))
@settings(max_examples=examples(20))
def test_every_position_can_be_explained_in_every_language(setup: Setup, seed: int, language: Language) -> None:
    speech = words(language)
    for state, _, _ in walk(setup, seed, 200):
        for reckoning in forecast(state):
            for part in explained(reckoning, setup.names, speech).parts:
                lines = (part.title, part.why, *part.paid)
                assert all(line and "{" not in line for line in lines)
                assert len(part.paid) in ((0,) if not any(reckoning.parts[part.rank - 1].counts) else (1, 2))


class TestValues:
    def test_m25_a_district_counts_all_its_warehouses_and_each_seats_largest_group(self) -> None:
        found = parts_of(position(warehouses=["la1 la3 la5 la7", "la8 la9", ""]), "amsterdam")["lastage"]
        assert (found.rank, found.number, found.size, found.counts) == (1, 4, 6, (1, 2, 0))
        assert (found.first, found.second) == ((1,), (0,))
        assert found.stakes == (100_000, 60_000)
        assert found.amounts == (60_000, 100_000, 0)

    def test_they_are_plain_values_for_pages_and_phones(self) -> None:
        found = forecast(position(market=[(3, 0, 0, 0)] * 3).state)
        assert msgspec.json.decode(msgspec.json.encode(found))[0]["parts"][0]["part"] == "sugar"
        assert hash(found) == hash(forecast(position(market=[(3, 0, 0, 0)] * 3).state))


class TestWhyAPartHasItsRank:
    """M24."""

    def test_m24_more_warehouses_than_anywhere_else_fewer_than_the_next_better(self) -> None:
        why = said(position(warehouses=["nz1 nz2 nz3", "oz1 oz2", "la1"]), "amsterdam")
        assert why["nieuwe_zijde"][0] == "3 warehouses stand here, more than anywhere else."
        assert why["oude_zijde"][0] == "2 warehouses stand here, fewer than in Nieuwe Zijde."
        assert why["lastage"][0] == "1 warehouse stands here, fewer than in Oude Zijde."
        assert why["grachten"][0] == "Nobody is here: nothing is paid."

    def test_m24_the_lower_number_wins_a_tie_and_both_are_told_so(self) -> None:
        why = said(position(warehouses=["gr1", "la1", "oz1 oz2"]), "amsterdam")
        assert why["grachten"][0] == "1 warehouse stands here, as many as in Lastage; the lower number goes first."
        assert why["lastage"][0] == "1 warehouse stands here, as many as in Grachten; the lower number goes first."

    def test_m24_three_parts_can_tie(self) -> None:
        why = said(position(offices=["fe1", "af1", "am1"]), "colonies")
        assert why["far_east"][0] == (
            "1 trade office is here, as many as in the Americas and in Africa; the lower number goes first."
        )

    def test_m24_the_market_is_ranked_by_the_furthest_token(self) -> None:
        why = said(position(market=[(2, 5, 0, 0), (1, 0, 0, 2), (0, 0, 0, 0)]), "market")
        assert list(why) == ["gemstones", "sugar", "silk", "spice"]
        assert why["gemstones"][0] == "The furthest token is on space 5, further than on any other track."
        assert why["silk"][0] == (
            "The furthest token is on space 2, as far as on the sugar track; the lower number goes first."
        )

    def test_m24_the_next_track_is_not_as_far(self) -> None:
        why = said(position(market=[(2, 5, 0, 0)] * 3), "market")
        assert why["sugar"][0] == "The furthest token is on space 2, not as far as on the gemstones track."


class TestWhyAPlaceEarns:
    """M26."""

    def test_m26_first_and_second_place(self) -> None:
        paid = said(position(warehouses=["nz1 nz2 nz3", "nz9", ""]), "amsterdam")["nieuwe_zijde"][1]
        assert paid == (
            "Ada is first with a group of 3 warehouses: 100,000.",
            "Ben is second with a single warehouse: 60,000.",
        )

    def test_m26_on_a_track_and_in_a_region(self) -> None:
        table = position(market=[(5, 0, 0, 0), (3, 0, 0, 0), (0, 0, 0, 0)], offices=["am1 am2", "am3", ""])
        assert said(table, "market")["sugar"][1][1] == "Ben is second on space 3: 60,000."
        assert said(table, "colonies")["americas"][1] == (
            "Ada is first with 2 trade offices: 100,000.",
            "Ben is second with 1 trade office: 60,000.",
        )

    def test_m26_a_tie_for_first_is_shared_with_both_amounts_and_leaves_nothing_for_second(self) -> None:
        table = position(offices=["am1", "am2 am3 am4 am5", "am6 am7 am8 am9"])
        assert said(table, "colonies")["americas"][1] == (
            "Ben and Cleo tie for first, each with 4 trade offices: they share 160,000, 80,000 each.",
            "A tie for first leaves nothing for second place.",
        )

    def test_m26_if_everybody_ties_nobody_is_left_out(self) -> None:
        table = position(market=[(4, 0, 0, 0)] * 3)
        assert said(table, "market")["sugar"][1] == (
            "Ada, Ben and Cleo tie for first, each on space 4: they share 160,000, rounded down to 50,000 each.",
        )

    def test_m26_a_tie_for_second_is_shared(self) -> None:
        table = position(market=[(4, 0, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0)])
        assert said(table, "market")["sugar"][1] == (
            "Ada is first on space 4: 100,000.",
            "Ben and Cleo tie for second, each on space 2: they share 60,000, 30,000 each.",
        )

    def test_m26_and_rounded_down(self) -> None:
        table = position(players=4, market=[(4, 5, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0)])
        assert said(table, "market")["sugar"][1][1] == (
            "Ben, Cleo and Dora tie for second, each on space 2: they share 40,000, rounded down to 10,000 each."
        )

    def test_m26_a_part_with_one_player_has_no_second(self) -> None:
        assert said(position(offices=["", "fe1", ""]), "colonies")["far_east"][1] == (
            "Ben is first with 1 trade office: 100,000.",
            "Nobody else is here: second place is not paid.",
        )

    def test_m26_a_part_with_nobody_pays_nothing(self) -> None:
        assert said(position(), "market")["silk"] == ("Nobody is here: nothing is paid.", ())


class TestARealScoring:
    def test_m24_it_is_explained_in_the_same_words(self) -> None:
        table = position(("draw", 0), year="1602", market=[(4, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)])
        table.state.setup = with_own_deck(3).state.setup
        foreseen = forecast_of(table.state, "market")
        before = table.state.copy()
        events = table.does(0, Declare("sand"))
        (scored,) = happened(events, Scored)
        assert reckoned(scored, table.state) == foreseen
        assert scorings_in(before, events) == [foreseen]
        assert explained(foreseen, NAMES).title == "Market"

    def test_m27_the_last_year_has_three(self) -> None:
        table = position(("draw", 0), ("next_term", None), year="1664", market=[(1, 0, 0, 0)] * 3, terms=18)
        table.state.setup = with_own_deck(3).state.setup
        table.state.left = tuple(1 if card.id == "sand" else 0 for card in default_board().data.cards)
        foreseen = forecast(msgspec.structs.replace(table.state, year=table.state.year + 1))
        before = table.state.copy()
        assert tuple(scorings_in(before, table.does(0, Declare("sand")))) == foreseen

    def test_what_is_said_in_another_language(self) -> None:
        table = position(offices=["", "fe1", ""])
        told = explained(forecast_of(table.state, "colonies"), NAMES, words("de"))
        assert told.title == "Kolonien"
        assert told.parts[0].title == "Ferner Osten"
        assert told.parts[0].paid[0] == "Platz 1 für Ben mit 1 Niederlassung: 100.000."
