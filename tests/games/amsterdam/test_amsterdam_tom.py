"""TOM, who plays when one is alone: the dice move him, and the person says what the device cannot see."""

from typing import Any

import msgspec
import pytest
from amsterdam_table import Table, a_deck, a_setup, begun, commodities, position, prestige, resources, seen_board
from positions import happened

from companion.games.amsterdam import begin
from companion.games.amsterdam.actions import (
    Done,
    Printed,
    Roll,
    TakeCard,
    TakeDice,
    TomBlock,
    TomCard,
    TomMarket,
)
from companion.games.amsterdam.board import Board, default_board
from companion.games.amsterdam.events import (
    Advanced,
    BlackMarket,
    BlockTaken,
    CardsShown,
    Delivered,
    DiceTaken,
    DiceTurned,
    DisplayCardThrown,
    Penalty,
    Prestige,
    RoundelTurned,
    TileSeen,
    TomBrought,
    TomBuilds,
)
from companion.games.amsterdam.things import Counts
from companion.games.events import Money

ME, TOM = 0, 1
NOTHING_FOR_TOM = (2, 2, 3, 3, 4, 5)


def rolled(dice: Counts, **fields: Any) -> tuple[Table, list[Any]]:
    """TOM's turn begins by this roll; he has no gulden, so that the market asks nothing, unless it is said."""
    table = position(("roll", ME), tom=TOM, then=("tom", "turn_high_dice", "dice_in_turn"), **fields)
    return table, table.does(ME, Roll(dice))


def test_a11_tom_has_no_gulden_no_cards_and_no_resources_and_there_is_one_worker_of_each_colour() -> None:
    state, events = begin(a_setup(tom=TOM, deck=a_deck(2)))
    assert happened(events, Money) == [Money(ME, 1, "start")]
    assert state.money == (1, 0)
    assert state.docks == state.waiting == (1,) * 6
    assert happened(events, CardsShown) == [CardsShown((0, 2, 1))]


def test_a11_tom_is_never_asked_and_takes_part_in_nothing_else() -> None:
    table = begun(tom=TOM, deck=a_deck(2, discs="10", rolls=["123466"] * 12))
    while table.state.agenda:
        assert table.state.agenda[-1].seat == ME
        events = table.goes_on()
        quiet = (Penalty, RoundelTurned, DiceTaken)
        assert not any(event.seat == TOM for event in events if isinstance(event, quiet))
    assert table.state.below[TOM] == table.state.active[TOM] == ()
    assert table.state.supply[TOM] == resources()


class TestCards:
    def shown(self, order: tuple[int, int]) -> Table:
        amstel = (0, 3) if order[0] == TOM else (3, 0)
        table = position(("act", ME), tom=TOM, order=order, amstel=amstel, then=("next_round",))
        table.does(ME, Done())
        return table

    def test_a11_if_he_leads_he_throws_the_district_map_away(self) -> None:
        table = self.shown((TOM, ME))
        assert table.state.display == (2, 1, 1)
        assert table.asked() == ("tom_card", ME)
        assert table.does(ME, TomCard("map", 7)) == [DisplayCardThrown("map", 7)]
        assert table.state.display == (1, 1, 1)
        assert table.asked() == ("card", ME)
        assert table.refuses(ME, TakeCard("map", 7)) == "Card 007 has been taken already."

    def test_a11_if_the_person_leads_no_card_is_thrown_away(self) -> None:
        assert self.shown((ME, TOM)).asked() == ("card", ME)

    def test_what_is_not_turned_up_cannot_be_thrown_away(self) -> None:
        table = position(("tom_card", ME), tom=TOM, display=(0, 1, 1), out=(5,))
        assert table.refuses(ME, TomCard("map", 7)) == "No card of this kind is turned up any more."
        assert table.refuses(ME, TomCard("building", 5)) == "Card 005 has been taken already."
        assert table.refuses(ME, TomCard("building", 200)) == "The cards have numbers from 1 to 132."


class TestTheAmstel:
    def test_a11_one_die_of_1_is_one_space_and_a_bridge_brings_2(self) -> None:
        table, events = rolled((1, 2, 2, 3, 3, 4), amstel=(0, 4), order=(TOM, ME))
        assert happened(events, Advanced) == [Advanced(TOM, 4, 5)]
        assert table.asked() == ("tom_bridges", ME)
        assert table.does(ME, Printed(2))[0] == Prestige(TOM, 2, "bridges")
        assert table.state.prestige == (0, 2)

    @pytest.mark.parametrize("ones", [0, 1, 2])
    def test_a11_each_die_of_1_is_a_space(self, ones: int) -> None:
        table, _ = rolled((1,) * ones + (2, 2, 3, 3, 4, 4)[ones:], board=seen_board())
        assert table.state.amstel == (0, ones)
        assert table.state.order == ((TOM, ME) if ones else (ME, TOM))

    def test_a11_at_the_mouth_he_stops(self) -> None:
        _, events = rolled((1, 1, 2, 2, 3, 3), amstel=(0, 17), order=(TOM, ME), board=seen_board())
        assert happened(events, Advanced) == [Advanced(TOM, 17, 18)]
        assert prestige(events, TOM) == 10
        _, events = rolled((1, 1, 2, 2, 3, 3), amstel=(0, 18), order=(TOM, ME), board=seen_board())
        assert happened(events, Advanced) == []

    def test_a11_other_faces_can_be_chosen_for_the_board(self) -> None:
        tom = msgspec.structs.replace(default_board().data.tom, amstel=5, block=2)
        board = Board(msgspec.structs.replace(seen_board().data, tom=tom))
        table, events = rolled((5, 5, 2, 3, 3, 4), board=board)
        assert table.state.amstel[TOM] == 2
        assert happened(events, TomBuilds) == [TomBuilds(("purple",))]


class TestTriplets:
    @pytest.mark.parametrize(
        ("face", "dock"),
        [(1, "light_blue"), (2, "white"), (3, "gold"), (4, "maroon"), (5, "light_pink"), (6, "light_green")],
    )
    def test_a11_a_triplet_brings_the_worker_of_its_dock_for_points_and_1_gulden(self, face: int, dock: str) -> None:
        others = tuple(other for other in (2, 3, 4, 5) if other != face)[:3]
        table, events = rolled((face,) * 3 + others, board=seen_board(), magazine=1)
        assert [event.dock for event in happened(events, TomBrought)] == [dock]
        assert Prestige(TOM, 7, "magazine") in events
        assert Money(TOM, 1, "worker") in events
        assert (table.state.magazine, sum(table.state.docks)) == (2, 5)

    def test_a11_the_person_says_what_is_printed_there(self) -> None:
        table, events = rolled((2, 2, 2, 3, 4, 5))
        assert happened(events, Prestige) == []
        assert table.asked() == ("tom_magazine", ME)
        assert table.does(ME, Printed(9))[0] == Prestige(TOM, 9, "magazine")

    def test_a11_the_same_triplet_brings_nothing_again(self) -> None:
        table, events = rolled((2, 2, 2, 3, 4, 5), docks=(1, 0, 1, 1, 1, 1))
        assert happened(events, TomBrought) == []
        assert table.asked() != ("tom_magazine", ME)

    def test_a11_six_of_a_kind_is_one_worker_and_two_triplets_are_two(self) -> None:
        _, events = rolled((2,) * 6, board=seen_board())
        assert [event.dock for event in happened(events, TomBrought)] == ["white"]
        _, events = rolled((2, 3, 2, 3, 2, 3), board=seen_board())
        assert [event.dock for event in happened(events, TomBrought)] == ["white", "gold"]
        assert prestige(events, TOM) == 9 + 7

    def test_a11_a_pair_is_no_triplet(self) -> None:
        _, events = rolled((2, 2, 3, 3, 4, 4), board=seen_board())
        assert happened(events, TomBrought) == []


class TestBlocks:
    def test_a11_each_die_of_6_is_a_block_of_its_colour(self) -> None:
        table, events = rolled((6, 2, 6, 3, 3, 4))
        assert happened(events, TomBuilds) == [TomBuilds(("black", "purple"))]
        assert table.asked() == ("tom_block", ME)
        events = table.does(ME, TomBlock("beer", 1))
        assert events[0] == BlockTaken(TOM, "black", "beer", 1)
        events = table.does(ME, TomBlock("lace", 2))
        assert events[0] == BlockTaken(TOM, "purple", "lace", 2)
        assert table.state.crests[TOM] == resources(black=1, purple=1)
        assert table.state.groups == (0, 2)

    def test_a11_he_sells_for_2_gulden(self) -> None:
        table, _ = rolled((6, 2, 2, 3, 3, 4))
        events = table.does(ME, TomBlock("beer", 1))
        assert events[1:3] == [BlackMarket(TOM, "beer"), Money(TOM, 2, "black_market")]
        assert table.state.black_market == commodities(beer=1)

    def test_a11_what_the_black_market_has_goes_to_its_storehouse_with_the_fast_bonus(self) -> None:
        table, _ = rolled((6, 2, 2, 3, 3, 4), black_market=commodities(beer=1), round=6, board=seen_board())
        events = table.does(ME, TomBlock("beer", 1))
        assert happened(events, Delivered) == [Delivered(TOM, "beer", "beer", aboard=False)]
        assert happened(events, Prestige) == [Prestige(TOM, 8, "delivery:beer"), Prestige(TOM, 2, "fast")]
        assert table.state.storehouses == commodities(beer=1)
        assert table.state.cargo[TOM] == commodities()

    def test_a11_where_that_is_full_too_it_brings_nothing(self) -> None:
        table, _ = rolled((6, 2, 2, 3, 3, 4), black_market=commodities(beer=1), storehouses=commodities(beer=3))
        events = table.does(ME, TomBlock("beer", 1))
        assert happened(events, Delivered) == happened(events, Prestige) == []
        assert table.state.crests[TOM] == resources(black=1)

    def test_a11_where_no_block_is_free_he_takes_none(self) -> None:
        _, events = rolled((6, 2, 6, 3, 3, 4), crests=[{"black": 6}])
        assert happened(events, TomBuilds) == [TomBuilds(("purple",))]
        none, events = rolled((6, 2, 2, 3, 3, 4), crests=[{"black": 4}, {"black": 2}])
        assert happened(events, TomBuilds) == []
        assert none.asked() == ("dice", ME)

    def test_his_crests_hang_together_only_if_they_are_there(self) -> None:
        table, _ = rolled((6, 2, 2, 3, 3, 4), crests=[{}, {"gray": 2}])
        assert table.refuses(ME, TomBlock("beer", 4)) == "Of his crests between 1 and 3 can hang together there."
        table.does(ME, TomBlock("beer", 3))


class TestTheMarket:
    @pytest.mark.parametrize(
        ("tile", "reason"),
        [
            (TomMarket(0, 2, 0), "A market tile costs from 1 to 10 gulden."),
            (TomMarket(11, 2, 0), "A market tile costs from 1 to 10 gulden."),
            (TomMarket(1, 31, 0), "Prestige that comes at once is from 0 to 30."),
            (TomMarket(1, 2, 19), "Steps on the Amstel are from 0 to 18."),
        ],
    )
    def test_what_no_tile_shows_is_refused(self, tile: TomMarket, reason: str) -> None:
        table, _ = rolled(NOTHING_FOR_TOM, money=(0, 2))
        assert table.refuses(ME, tile) == reason

    def test_a11_he_pays_2_gulden_for_2_prestige_and_does_not_get_the_resource(self) -> None:
        table, _ = rolled(NOTHING_FOR_TOM, money=(0, 2))
        assert table.asked() == ("tom_market", ME)
        events = table.does(ME, TomMarket(2, 2, 0))
        assert isinstance(events[0], TileSeen)
        assert events[1:3] == [Money(TOM, -2, "market"), Prestige(TOM, 2, "market")]
        assert (table.state.money, table.state.prestige) == ((0, 0), (0, 2))
        assert table.asked() == ("dice", ME)

    def test_a11_his_disc_moves_if_the_tile_says_so(self) -> None:
        table, _ = rolled(NOTHING_FOR_TOM, money=(0, 2), amstel=(0, 4), order=(TOM, ME))
        events = table.does(ME, TomMarket(1, 0, 2))
        assert happened(events, Advanced) == [Advanced(TOM, 4, 6)]
        assert table.asked() == ("tom_bridges", ME)
        table.does(ME, Printed(2))
        assert (table.state.money[TOM], table.state.prestige[TOM]) == (1, 2)

    def test_a11_if_he_cannot_pay_he_gets_1_gulden(self) -> None:
        table, _ = rolled(NOTHING_FOR_TOM, money=(0, 2))
        events = table.does(ME, TomMarket(3, 5, 2))
        assert happened(events, Money) == [Money(TOM, 1, "market")]
        assert happened(events, Prestige) == happened(events, Advanced) == []
        _, events = rolled(NOTHING_FOR_TOM)
        assert happened(events, Money) == [Money(TOM, 1, "market")]


def test_a11_his_whole_turn_as_in_the_book() -> None:
    """A die of 1, and 6 on black and purple; lace has been sold already, and one of it stands in its storehouse."""
    table, events = rolled(
        (6, 1, 6, 2, 3, 4),
        round=4,
        amstel=(9, 4),
        crests=[{}, {"purple": 1}],
        black_market=commodities(lace=1),
        storehouses=commodities(lace=1),
    )
    assert happened(events, Advanced) == [Advanced(TOM, 4, 5)]
    assert table.asked() == ("tom_bridges", ME)
    table.does(ME, Printed(2))
    assert table.asked() == ("tom_block", ME)
    table.does(ME, TomBlock("lace", 1))
    assert table.asked() == ("tom_roof", ME)
    assert prestige(table.does(ME, Printed(5)), TOM) == 5 + 4
    assert table.asked() == ("tom_block", ME)
    assert happened(table.does(ME, TomBlock("beer", 2)), Money) == [Money(TOM, 2, "black_market")]
    assert table.asked() == ("tom_market", ME)
    table.does(ME, TomMarket(2, 2, 0))
    assert table.asked() == ("dice", ME)
    state = table.state
    assert (state.prestige, state.money) == ((0, 2 + 9 + 2), (0, 0))
    assert state.crests[TOM] == resources(black=1, purple=2)
    assert state.groups[TOM] == 2
    assert (state.storehouses, state.black_market) == (commodities(lace=2), commodities(lace=1, beer=1))


def test_a11_he_acts_on_the_dice_as_rolled_and_only_then_are_high_ones_turned() -> None:
    table, events = rolled((6, 2, 2, 3, 3, 4), round=12)
    assert happened(events, DiceTurned) == []
    assert table.asked() == ("tom_block", ME)
    events = table.does(ME, TomBlock("beer", 1))
    table.does(ME, TomMarket(5, 0, 0))
    assert table.state.dice == (1,) * 6
    assert table.state.amstel[TOM] == 0
    assert TakeDice("black", "brown") in table.may(ME)


class TestTheEnd:
    def ended(self, **fields: Any) -> Table:
        table = position(("act", ME), tom=TOM, round=12, **fields)
        table.does(ME, Done())
        return table

    def test_a11_four_crests_that_hang_together_bring_him_12(self) -> None:
        table = self.ended(crests=[{}, {"gray": 2, "pink": 2, "black": 1}], groups=(0, 4))
        assert table.state.prestige == (0, 12)
        assert table.state.winners == (TOM,)

    def test_a11_in_burgwallen_three_crests_to_two_bring_the_person_5_and_him_nothing(self) -> None:
        table = self.ended(crests=[{"brown": 3}, {"brown": 2}], groups=(1, 1), tiles=("brown",))
        assert table.state.prestige == (3 + 5, 3)

    def test_a11_he_has_no_penalties_and_1_for_every_two_gulden(self) -> None:
        table = self.ended(money=(0, 5))
        assert table.state.prestige == (0, 2)

    @pytest.mark.parametrize(
        ("scores", "winner"), [((5, 4), ME), ((4, 5), TOM), ((5, 5), TOM)], ids=["more", "less", "as many"]
    )
    def test_a11_one_needs_more_than_he_has_wherever_the_discs_lie(self, scores: tuple[int, int], winner: int) -> None:
        assert self.ended(prestige=scores, amstel=(9, 2), order=(ME, TOM)).state.winners == (winner,)
