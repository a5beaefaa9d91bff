"""The expansions: Supervisor and Bailiff, secret orders, and the black-marketeer."""

from typing import Any

import pytest
from amsterdam_table import Table, begun, commodities, position, prestige, resources
from positions import happened

from companion.games.amsterdam.actions import (
    Deliver,
    Done,
    MoveBarge,
    Orders,
    PlaceBailiff,
    PlaceMarketeer,
    PlaceSupervisor,
    TakeBlock,
)
from companion.games.amsterdam.events import Prestige, Stands, Supply
from companion.games.amsterdam.house_rules import RULES_IN_WORDS, HouseRules, read, written
from companion.games.amsterdam.things import COLOURS, GOODS, WAREHOUSES
from companion.games.errors import BadSetup
from companion.games.events import Money

WORKERS = HouseRules(workers=True)
MARKETEER = HouseRules(marketeer=True)
ALL = HouseRules(workers=True, orders=True, marketeer=True, tiles=True)


def test_a10_the_last_player_places_the_supervisor_the_one_before_the_bailiff_the_first_the_marketeer() -> None:
    table = begun(4, rules=ALL)
    assert table.asked() == ("supervisor", 3)
    assert list(table.may(3)) == [PlaceSupervisor(house) for house in WAREHOUSES]
    assert table.does(3, PlaceSupervisor("warehouse_2")) == [Stands("supervisor", "warehouse_2")]
    assert table.asked() == ("bailiff", 2)
    assert list(table.may(2)) == [PlaceBailiff(colour) for colour in COLOURS]
    table.does(2, PlaceBailiff("gray"))
    assert table.asked() == ("marketeer", 0)
    assert list(table.may(0)) == [PlaceMarketeer(good) for good in GOODS]
    table.does(0, PlaceMarketeer("coffee"))
    state = table.state
    assert (state.supervisor, state.bailiff, state.marketeer) == ("warehouse_2", "gray", "coffee")
    assert table.asked() == ("card", 3)


def test_a10_where_there_is_nothing_for_them_to_do_they_are_not_placed() -> None:
    full = position(("bailiff", 2), crests=[{"gray": 6}])
    assert full.refuses(2, PlaceBailiff("gray")) == "Bailiff cannot stand there."
    sold = position(("marketeer", 2), black_market=commodities(beer=1))
    assert sold.refuses(2, PlaceMarketeer("beer")) == "Black-marketeer cannot stand there."
    assert position(("supervisor", 2)).refuses(2, PlaceSupervisor("pier")) == "Supervisor cannot stand there."


@pytest.mark.parametrize("rules", [HouseRules(), HouseRules(orders=True, tiles=True)])
def test_a10_without_figures_nobody_places_any(rules: HouseRules) -> None:
    assert begun(3, rules=rules).asked() == ("card", 2)


class TestTheSupervisor:
    def at_warehouse(self, **fields: Any) -> Table:
        return position(
            ("act", 1), ("turn", 2), rules=WORKERS, supervisor="warehouse_1", barges=("pier", "warehouse_1", "pier"),
            cargo=[{}, {"tulips": 1}], supply=[{}, {"gray": 2}], **fields,
        )  # fmt: skip

    def test_a10_jan_delivers_tulips_where_the_supervisor_stands_and_gains_5_and_2(self) -> None:
        table = self.at_warehouse()
        events = table.does(1, Deliver("tulips", 5))
        assert happened(events, Prestige) == [Prestige(1, 5, "delivery:tulips"), Prestige(1, 2, "supervisor")]
        table.does(1, Done())
        assert table.asked() == ("supervisor", 1)
        assert PlaceSupervisor("warehouse_1") not in table.may(1)
        assert table.does(1, PlaceSupervisor("lace"))[0] == Stands("supervisor", "lace")
        assert table.state.supervisor == "lace"

    def test_a10_it_moves_when_the_barge_leaves(self) -> None:
        table = self.at_warehouse()
        table.does(1, Deliver("tulips", 5))
        table.does(1, MoveBarge("water", resources(gray=1)))
        assert table.asked() == ("supervisor", 1)
        table.does(1, PlaceSupervisor("lace"))
        assert table.asked() == ("act", 1)
        table.does(1, Done())
        assert table.asked() == ("act", 2)

    def test_a10_every_commodity_of_a_delivery_counts(self) -> None:
        table = position(
            ("act", 0), rules=WORKERS, supervisor="beer", barges=("beer", "pier", "pier"), cargo=[{"beer": 2}]
        )
        assert prestige(table.does(0, Deliver("beer", 8)), 0) == 10
        assert prestige(table.does(0, Deliver("beer", 6)), 0) == 8
        table.does(0, Done())
        assert table.asked() == ("supervisor", 0)
        assert PlaceSupervisor("beer") not in table.may(0)

    def test_a10_elsewhere_there_is_no_more_and_it_stays(self) -> None:
        table = position(
            ("act", 0),
            ("turn", 1),
            rules=WORKERS,
            supervisor="lace",
            barges=("beer", "pier", "pier"),
            cargo=[{"beer": 1}],
        )
        assert prestige(table.does(0, Deliver("beer", 8)), 0) == 8
        table.does(0, Done())
        assert table.asked() == ("act", 1)

    def test_a10_it_goes_where_there_is_room(self) -> None:
        table = self.at_warehouse(warehouses=(0, 1, 0, 1), storehouses=commodities(beer=3, lace=2))
        table.does(1, Deliver("tulips", 5))
        table.does(1, Done())
        places = [action.at for action in table.may(1)]
        assert places == ["warehouse_3", *(good for good in GOODS if good != "beer")]

    def test_a10_once_all_is_full_it_leaves_the_game(self) -> None:
        table = self.at_warehouse(warehouses=(0, 1, 1, 1), storehouses=(3,) * 9)
        table.does(1, Deliver("tulips", 5))
        events = table.does(1, Done())
        assert happened(events, Stands) == [Stands("supervisor", None)]
        assert table.asked() == ("act", 2)

    def test_a10_where_there_is_room_only_where_it_stands_it_stays(self) -> None:
        table = position(
            ("act", 0), ("turn", 1), rules=WORKERS, supervisor="beer", barges=("beer", "pier", "pier"),
            cargo=[{"beer": 1}], warehouses=(1,) * 4, storehouses=(1,) + (3,) * 8,
        )  # fmt: skip
        table.does(0, Deliver("beer", 6))
        assert happened(table.does(0, Done()), Stands) == []
        assert table.state.supervisor == "beer"


class TestTheBailiff:
    def test_a10_anne_pays_1_gray_instead_of_2_where_the_bailiff_stands(self) -> None:
        table = position(("act", 0), rules=WORKERS, bailiff="gray", supply=[{"gray": 1}])
        events = table.does(0, TakeBlock("gray", 2, "beer", 1, bailiff=True))
        assert happened(events, Supply) == [Supply(0, resources(gray=-1), "block")]
        assert table.asked() == ("bailiff", 0)
        table.does(0, PlaceBailiff("gray"))
        assert (table.state.bailiff, table.asked()) == ("gray", ("act", 0))

    def test_a10_a_block_of_1_costs_nothing_there(self) -> None:
        table = position(("act", 0), rules=WORKERS, bailiff="gray")
        assert happened(table.does(0, TakeBlock("gray", 1, "beer", 1, bailiff=True)), Supply) == []
        assert table.state.crests[0] == resources(gray=1)

    def test_a10_other_blocks_of_his_district_cost_what_they_cost_and_he_stays(self) -> None:
        table = position(("act", 0), rules=WORKERS, bailiff="gray", supply=[{"gray": 2}])
        table.does(0, TakeBlock("gray", 2, "beer", 1))
        assert (table.supply(0), table.asked()) == ({}, ("act", 0))

    def test_a10_he_helps_only_where_he_stands_and_only_by_one(self) -> None:
        table = position(("act", 0), rules=WORKERS, bailiff="gray", supply=[{"gray": 1, "pink": 1}])
        reason = table.refuses(0, TakeBlock("pink", 2, "beer", 1, bailiff=True))
        assert reason == "The Bailiff does not stand in the pink district (Plantage)."
        reason = table.refuses(0, TakeBlock("gray", 3, "beer", 1, bailiff=True))
        assert reason == "You cannot pay 2 of Gray: there are 1 in your supply."

    def test_a10_if_one_block_is_free_where_he_stands_it_is_his(self) -> None:
        table = position(("act", 0), rules=WORKERS, bailiff="gray", supply=[{"gray": 3}], crests=[{}, {"gray": 5}])
        reason = table.refuses(0, TakeBlock("gray", 3, "beer", 1))
        assert reason == "On the last free block of the gray district stands the Bailiff."
        table.does(0, TakeBlock("gray", 3, "beer", 1, bailiff=True))
        assert table.supply(0) == {"gray": 1}
        assert [action.district for action in table.may(0)] == ["black", "brown", "purple", "pink", "orange"]

    def test_a10_once_all_blocks_are_taken_he_leaves_the_game(self) -> None:
        full = dict.fromkeys(COLOURS, 6)
        crests = [{}, {**full, "gray": 5}]
        table = position(("act", 0), rules=WORKERS, bailiff="gray", supply=[{"gray": 1}], crests=crests)
        events = table.does(0, TakeBlock("gray", 2, "beer", 1, bailiff=True))
        assert happened(events, Stands) == [Stands("bailiff", None)]
        assert table.asked() == ("act", 0)


class TestTheBlackMarketeer:
    def test_a10_mareike_sells_coffee_where_he_stands_for_2_gulden_and_a_resource(self) -> None:
        table = position(("act", 2), rules=MARKETEER, marketeer="coffee", supply=[{}, {}, {"pink": 1}])
        events = table.does(2, TakeBlock("pink", 1, "coffee", 1, "gray"))
        assert happened(events, Money) == [Money(2, 2, "black_market")]
        assert happened(events, Supply)[-1] == Supply(2, resources(gray=1), "black_market")
        assert table.asked() == ("marketeer", 2)
        assert [action.good for action in table.may(2)] == [good for good in GOODS if good != "coffee"]
        table.does(2, PlaceMarketeer("glass"))
        assert (table.state.marketeer, table.asked()) == ("glass", ("act", 2))

    def test_a10_of_the_resource_one_says_the_colour(self) -> None:
        table = position(("act", 2), rules=MARKETEER, marketeer="coffee", supply=[{}, {}, {"pink": 1}])
        reason = table.refuses(2, TakeBlock("pink", 1, "coffee", 1, "gulden"))
        assert reason == "Where the black-marketeer stands you get gulden and a resource: say of which colour."
        table.does(2, TakeBlock("pink", 1, "coffee", 1))
        assert table.state.marketeer == "coffee"

    def test_a10_elsewhere_one_gets_one_of_both(self) -> None:
        table = position(("act", 2), rules=MARKETEER, marketeer="coffee", supply=[{}, {}, {"pink": 1}])
        events = table.does(2, TakeBlock("pink", 1, "beer", 1, "gray"))
        assert happened(events, Money) == []
        assert table.asked() == ("act", 2)

    def test_a10_once_all_spaces_are_taken_he_leaves_the_game(self) -> None:
        table = position(
            ("act", 2), rules=MARKETEER, marketeer="coffee", supply=[{}, {}, {"pink": 1}],
            black_market=tuple(int(good != "coffee") for good in GOODS),
        )  # fmt: skip
        events = table.does(2, TakeBlock("pink", 1, "coffee", 1, "gray"))
        assert happened(events, Stands) == [Stands("marketeer", None)]
        assert table.state.marketeer is None


def test_a10_secret_orders_bring_something_thinkable() -> None:
    table = position(("orders", 0), rules=HouseRules(orders=True))
    assert table.refuses(0, Orders(101)) == "Secret orders bring from 0 to 100 prestige."


def test_a10_secret_orders_are_counted_at_the_end_by_everybody_in_order() -> None:
    table = position(("act", 0), rules=HouseRules(orders=True), order=(1, 2, 0), round=12)
    table.does(0, Done())
    for seat, amount in ((1, 7), (2, 0), (0, 12)):
        assert table.asked() == ("orders", seat)
        events = table.does(seat, Orders(amount))
        assert happened(events, Prestige) == ([Prestige(seat, amount, "orders")] if amount else [])
    assert table.state.prestige == (12, 7, 0)
    assert table.state.winners == (0,)


def test_house_rules_are_written_and_read() -> None:
    assert written(HouseRules()) == {}
    assert written(ALL) == dict.fromkeys(("workers", "orders", "marketeer", "tiles"), "yes")
    assert read(written(ALL)) == ALL
    assert list(RULES_IN_WORDS) == list(HouseRules.__struct_fields__)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"long": "yes"}, "There is no house rule long; there are short, workers, orders, marketeer, tiles."),
        ({"short": "no"}, "The house rule short can only be yes, not no."),
    ],
)
def test_other_house_rules_are_refused(said: dict[str, str], reason: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        read(said)
    assert str(refusal.value) == reason
