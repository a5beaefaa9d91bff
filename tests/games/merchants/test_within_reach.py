"""Bonuses held, and what one more token or move would earn: M28, M29, and M10 where no token is left."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_table import Table, position
from merchants_walk import SETUPS, walk
from tiers import examples

from companion.games.merchants.board import COMMODITIES, bits
from companion.games.merchants.bonuses import due
from companion.games.merchants.state import Setup, State
from companion.games.merchants.within_reach import Reach, Step, within_reach
from companion.words import LANGUAGES, words

EIGHTEEN_WAREHOUSES = "nz1 nz2 nz3 nz4 nz5 nz6 nz7 nz8 nz9 gr1 gr2 gr3 gr4 gr5 gr6 gr7 gr8 gr9"


def of(table: Table, seat: int = 0) -> Reach:
    return within_reach(table.state)[seat]


class TestOneStepAway:
    def test_m28_an_office_in_the_only_region_that_is_missing(self) -> None:
        found = of(position(offices=["am1 ei1 fe1", "af2", ""]))
        spaces = ("af1", "af3", "af4", "af5", "af6", "af7", "af8", "af9")
        assert found.steps == (Step("colonies", "office", "africa", spaces, 100_000),)
        assert found.near == ("A trade office in Africa earns 100,000: colonies bonus.",)

    def test_m28_a_warehouse_in_the_only_district_that_is_missing(self) -> None:
        found = of(position(warehouses=["nz3 oz9 gr1", "", ""]))
        assert [(step.bonus, step.part) for step in found.steps] == [("amsterdam", "lastage")]
        assert found.near == ("A warehouse in Lastage earns 100,000: Amsterdam bonus.",)

    def test_m28_a_move_where_only_one_token_is_one_space_behind(self) -> None:
        found = of(position(market=[(2, 3, 1, 8)] * 3))
        assert found.steps == (Step("market", "move", "spice", (), 0),)
        assert found.near == ("One more move on the spice track earns a free warehouse: market bonus.",)

    def test_m28_the_other_end_of_a_bridge(self) -> None:
        found = of(position(warehouses=["nz6", "", ""]))
        assert found.steps == (Step("bridge:dam", "warehouse", "oude_zijde", ("oz4",), 40_000),)
        assert found.near == ("A warehouse on oz4 earns 40,000: bonus of the bridge Dam.",)

    def test_m28_several_at_once(self) -> None:
        found = of(position(warehouses=["nz6 oz9 gr2", "", ""]))
        assert [step.bonus for step in found.steps] == ["amsterdam", "bridge:singel_north", "bridge:dam"]


class TestFurtherAway:
    def test_m28_two_moves_are_not_one(self) -> None:
        assert of(position(market=[(2, 2, 1, 1)] * 3)).steps == ()
        assert of(position(market=[(2, 2, 2, 0)] * 3)).steps == ()

    def test_m28_two_regions_are_not_one(self) -> None:
        assert of(position(offices=["am1 am2 fe1", "", ""])).steps == ()

    def test_somebody_elses_house_stands_at_the_other_end(self) -> None:
        table = position(warehouses=["nz6", "oz4", ""])
        assert of(table, 0).steps == of(table, 1).steps == ()

    def test_the_region_that_is_missing_is_full(self) -> None:
        assert of(position(offices=["am1 ei1 fe1", "af1 af2 af3 af4 af5 af6 af7 af8 af9", ""])).steps == ()

    def test_m10_no_token_is_left_but_one_on_a_track_still_moves(self) -> None:
        table = position(
            market=[(2, 2, 2, 1)] * 3, offices=["am1 fe1", "", ""], warehouses=[EIGHTEEN_WAREHOUSES, "", ""]
        )
        assert table.state.supply(0) == 0
        assert [step.bonus for step in of(table).steps] == ["market"]


class TestHeld:
    def test_m29_what_is_held_is_not_within_reach_again(self) -> None:
        found = of(position(market=[(2, 2, 2, 2)] * 3, warehouses=["nz6 oz4", "", ""]))
        assert found.bonuses == ("market", "bridge:dam")
        assert found.held == ("Market bonus", "Bonus of the bridge Dam")
        assert found.steps == ()
        assert found.near == ()

    def test_each_seat_has_its_own(self) -> None:
        table = position(warehouses=["", "nz6", ""])
        assert [reach.seat for reach in within_reach(table.state)] == [0, 1, 2]
        assert [len(reach.steps) for reach in within_reach(table.state)] == [0, 1, 0]


def gained_by_one_step(state: State, seat: int) -> set[tuple[str, str, str]]:
    """Everything that would earn a bonus, found by trying all of it: bonus, kind, track or space."""
    board = state.setup.board
    market, offices, warehouses = state.market[seat], state.offices[seat], state.warehouses[seat]
    found = set()

    def tried(kind: str, what: str, met: int) -> None:
        for bonus, bit in board.bonus_bit.items():
            if met & bit & ~state.bonuses[seat]:
                found.add((bonus, kind, what))

    for track, commodity in enumerate(COMMODITIES):
        moved = tuple(space + (place == track) for place, space in enumerate(market))
        if market[track]:
            tried("move", commodity, due(board, moved, offices, warehouses))
    if state.supply(seat):
        for bit in bits(state.free_offices()):
            name = board.office_names[bit.bit_length() - 1]
            tried("office", name, due(board, market, offices | bit, warehouses))
        for bit in bits(state.free_plots()):
            name = board.plot_names[bit.bit_length() - 1]
            tried("warehouse", name, due(board, market, offices, warehouses | bit))
    return found


@given(setup=SETUPS, seed=st.integers(0, 2**32))
@settings(max_examples=examples(25))
def test_m28_all_that_one_step_earns_is_named_and_nothing_else(setup: Setup, seed: int) -> None:
    for place, (state, _, _) in enumerate(walk(setup, seed, 400)):
        if place % 10:
            continue
        for seat, reach in enumerate(within_reach(state)):
            named = {(step.bonus, step.kind, what) for step in reach.steps for what in (step.spaces or (step.part,))}
            assert named == gained_by_one_step(state, seat)
            assert len(reach.near) == len(reach.steps)


def test_it_is_said_in_every_language_and_written_as_plain_values() -> None:
    table = position(market=[(2, 2, 2, 1)] * 3, offices=["am1 af1 ei1", "", ""], warehouses=["nz6 gr2 la1", "", ""])
    english, *others = (within_reach(table.state, words(language))[0] for language in LANGUAGES)
    assert len(english.near) == 5
    for other in others:
        assert other.steps == english.steps
        assert not set(other.near) & set(english.near)
    assert msgspec.json.decode(msgspec.json.encode(english), type=Reach) == english
