"""M24 to M27: ranks, places, ties; the rulebooks' worked examples with their numbers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merchants_table import position, with_own_deck
from positions import happened

from companion.games.events import Money
from companion.games.merchants.actions import Declare
from companion.games.merchants.board import Table, default_board, largest_group
from companion.games.merchants.events import Area, Scored, ScoredPart
from companion.games.merchants.scoring import Standing, score, standings

FIRST_TABLE: Table = ((100, 60), (80, 40), (60, 40), (40, 20))
ORANGE, BLUE, GREEN, YELLOW = range(4)


def scored(area: Area, **on_board: Any) -> dict[str, ScoredPart]:
    """The parts of an area by name, scored with the first table."""
    state = position(("draw", 0), players=4, **on_board).state
    ranked = standings(state.setup.board, area, state.market, state.offices, state.warehouses)
    return {part.part: part for part in score(ranked, FIRST_TABLE)}


def earned(part: ScoredPart) -> dict[int, int]:
    return {seat: amount for seat, amount in enumerate(part.amounts) if amount}


class TestTheCommodityMarketExample:
    """The rulebook's: gemstones with a tied second, sugar before silk by its number, spice with a tied first."""

    parts = scored("market", market=[(5, 0, 3, 4), (4, 6, 3, 0), (0, 5, 0, 5), (0, 5, 0, 0)])

    def test_m26_gemstones_rank_first_blue_100000_green_and_yellow_30000_each(self) -> None:
        assert self.parts["gemstones"].rank == 1
        assert earned(self.parts["gemstones"]) == {BLUE: 100_000, GREEN: 30_000, YELLOW: 30_000}

    def test_m24_sugar_ranks_before_silk_orange_80000_blue_40000(self) -> None:
        assert self.parts["sugar"].rank == 2
        assert earned(self.parts["sugar"]) == {ORANGE: 80_000, BLUE: 40_000}

    def test_silk_ranks_third_green_60000_orange_40000(self) -> None:
        assert self.parts["silk"].rank == 3
        assert earned(self.parts["silk"]) == {GREEN: 60_000, ORANGE: 40_000}

    def test_m26_spice_ranks_fourth_blue_and_orange_30000_each(self) -> None:
        assert self.parts["spice"].rank == 4
        assert earned(self.parts["spice"]) == {BLUE: 30_000, ORANGE: 30_000}


class TestTheAmsterdamExample:
    """The rulebook's: two districts of five, won by groups; a tied first; a lonely warehouse."""

    parts = scored(
        "amsterdam",
        warehouses=["nz1 nz2 nz3 nz4 oz1 gr1 gr2", "nz6 oz4 oz5 oz6 oz7", "la5", "gr5 gr6"],
    )

    def test_m24_nieuwe_zijde_ranks_first_by_its_number_orange_100000_blue_60000(self) -> None:
        assert self.parts["nieuwe_zijde"].rank == 1
        assert earned(self.parts["nieuwe_zijde"]) == {ORANGE: 100_000, BLUE: 60_000}

    def test_oude_zijde_ranks_second_blue_80000_orange_40000(self) -> None:
        assert self.parts["oude_zijde"].rank == 2
        assert earned(self.parts["oude_zijde"]) == {BLUE: 80_000, ORANGE: 40_000}

    def test_m26_grachten_ranks_third_orange_and_yellow_50000_each(self) -> None:
        assert self.parts["grachten"].rank == 3
        assert earned(self.parts["grachten"]) == {ORANGE: 50_000, YELLOW: 50_000}

    def test_m26_lastage_ranks_fourth_green_40000_and_no_second(self) -> None:
        assert self.parts["lastage"].rank == 4
        assert earned(self.parts["lastage"]) == {GREEN: 40_000}


def test_m24_regions_are_ranked_by_offices_and_number() -> None:
    parts = scored("colonies", offices=["fe1 fe2", "ei1 ei2", "am1", "af1"])
    assert list(parts) == ["east_indies", "far_east", "americas", "africa"]


def test_m24_the_default_board_numbers_the_parts() -> None:
    data = default_board().data
    assert [(r.id, r.number) for r in data.regions] == [
        ("americas", 1), ("africa", 2), ("east_indies", 3), ("far_east", 4),
    ]  # fmt: skip
    assert [(d.id, d.number) for d in data.districts] == [
        ("nieuwe_zijde", 1), ("oude_zijde", 2), ("grachten", 3), ("lastage", 4),
    ]  # fmt: skip


class TestGroups:
    """M25."""

    @pytest.mark.parametrize(
        ("warehouses", "size"),
        [
            ("", 0),
            ("la1", 1),
            ("la1 la9", 1),
            ("la1 la5", 1),  # a corner is no side
            ("la1 la2 la5 la9", 3),
            ("la1 la2 la3 la6 la9 la8 la7 la4", 8),
            ("la1 la2 la7 la8 la9", 3),
            ("gr1 gr2 gr3 gr4 gr5 gr6 gr7 gr8 gr9", 9),
        ],
    )
    def test_m25_the_largest_orthogonally_connected_group_counts(self, warehouses: str, size: int) -> None:
        board = default_board()
        assert largest_group(board, sum(board.plot_bit[plot] for plot in warehouses.split())) == size

    def test_m25_a_bridge_does_not_join_groups(self) -> None:
        board = default_board()
        for ends in board.bridges.values():
            assert largest_group(board, ends) == 1

    def test_m25_a_district_is_ranked_by_all_its_warehouses_but_won_by_the_group(self) -> None:
        parts = scored("amsterdam", warehouses=["la1 la3 la5 la7", "la8 la9", "", ""])
        assert parts["lastage"].rank == 1
        assert earned(parts["lastage"]) == {BLUE: 100_000, ORANGE: 60_000}

    def test_m25_colonies_count_offices(self) -> None:
        parts = scored("colonies", offices=["am1 am2", "am3 am4 am5", "", ""])
        assert earned(parts["americas"]) == {BLUE: 100_000, ORANGE: 60_000}


def part_of(*counts: int, amounts: tuple[int, int] = (100, 60)) -> ScoredPart:
    standing = Standing("sugar", 1, max(counts), counts)
    return score([standing], (amounts,))[0]


class TestTies:
    """M26."""

    def test_m26_a_tie_for_first_adds_both_amounts_and_leaves_nothing_for_second(self) -> None:
        assert part_of(5, 5, 3).amounts == (80_000, 80_000, 0)
        assert part_of(5, 5, 3).second == ()

    def test_m26_shares_are_rounded_down_to_10000(self) -> None:
        assert part_of(5, 5, 5).amounts == (50_000, 50_000, 50_000)  # 160 / 3 = 53.3
        assert part_of(5, 4, 4, 4, amounts=(80, 40)).amounts == (80_000, 10_000, 10_000, 10_000)  # 40 / 3 = 13.3

    def test_m26_a_part_with_one_player_has_no_second(self) -> None:
        assert part_of(0, 3, 0).amounts == (0, 100_000, 0)

    def test_m26_a_part_with_nobody_pays_nothing(self) -> None:
        assert part_of(0, 0, 0).amounts == (0, 0, 0)
        assert part_of(0, 0, 0).first == ()

    def test_m26_and_ranks_behind_the_others(self) -> None:
        parts = scored("market", market=[(0, 0, 0, 1)] + [(0, 0, 0, 0)] * 3)
        assert list(parts) == ["silk", "sugar", "gemstones", "spice"]

    def test_m26_the_tables_of_1609_1611_and_1619(self) -> None:
        board = default_board()
        for year in ("1609", "1611", "1619"):
            assert board.years[board.year_at[year]].table == FIRST_TABLE

    @given(
        counts=st.lists(st.integers(0, 8), min_size=3, max_size=5).map(tuple),
        amounts=st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: (pair[0] * 20, pair[1] * 20)),
    )
    def test_m26_never_more_than_the_table_and_equal_counts_earn_equally(
        self, counts: tuple[int, ...], amounts: tuple[int, int]
    ) -> None:
        paid = part_of(*counts, amounts=amounts).amounts
        assert sum(paid) <= sum(amounts) * 1000
        assert all(amount % 10_000 == 0 for amount in paid)
        for count, amount in zip(counts, paid, strict=True):
            assert all(other == amount for same, other in zip(counts, paid, strict=True) if same == count)
            assert amount == 0 or count > 0


def test_m27_1666_scores_all_three_areas_with_its_own_table() -> None:
    table = position(
        ("draw", 0), ("next_term", None), players=3, year="1664", market=[(1, 0, 0, 0)] * 3,
        offices=["am1", "am2", ""], warehouses=["", "nz1", "nz2"], terms=18,
    )  # fmt: skip
    table.state.setup = with_own_deck(3).state.setup
    table.state.left = tuple(1 if card.id == "sand" else 0 for card in default_board().data.cards)
    events = table.does(0, Declare("sand"))
    assert [(scored.area, scored.year) for scored in happened(events, Scored)] == [
        ("market", "1666"), ("amsterdam", "1666"), ("colonies", "1666"),
    ]  # fmt: skip
    final = default_board().years[-1].tables
    assert final is not None
    first, second = final["colonies"][0]
    share = (first + second) // 2 // 10 * 10 * 1000
    assert Money(0, share, "score:colonies:americas") in events
    assert Money(1, share, "score:colonies:americas") in events
