"""M28 to M31: gained, held, lost, given back."""

from merchants_table import GOODS, position
from positions import happened

from companion.games.events import Money
from companion.games.merchants.actions import Build, Decline, Lose, Moves, Open, Ship
from companion.games.merchants.events import Bonus, Credit, Market, SetAside, Warehouse, WarehouseLost

EIGHTEEN_WAREHOUSES = "nz1 nz2 nz3 nz4 nz5 nz6 nz7 nz8 nz9 gr1 gr2 gr3 gr4 gr5 gr6 gr7 gr8 gr9"


class TestMarketBonus:
    """M28: a warehouse."""

    def test_m28_all_four_tracks_at_space_2_earn_a_free_warehouse_at_once(self) -> None:
        table = position(("mayor_card", 0), mayors_card=GOODS, market=[(2, 2, 1, 1)] * 3)
        events = table.does(0, Moves(("spice", "silk")))
        assert Bonus(0, "market", held=True) in events
        assert table.asked() == ("bonus_warehouse", 0)
        assert len(table.may(0)) == 36
        assert table.does(0, Build("la5", None)) == [Warehouse(0, "la5")]
        assert table.asked() is None

    def test_m28_space_1_is_not_enough(self) -> None:
        table = position(("ship", 0), market=[(8, 8, 1, 1)] * 3)
        assert happened(table.does(0, Ship("silk")), Bonus) == []

    def test_m28_it_cannot_be_declined(self) -> None:
        table = position(("ship", 0), market=[(2, 2, 2, 1)] * 3)
        table.does(0, Ship("silk"))
        assert table.refuses(0, Decline()) == (
            "This cannot be declined: you must build the free warehouse of the market bonus."
        )

    def test_m28_with_no_token_left_it_builds_nothing_and_nothing_is_owed(self) -> None:
        table = position(
            ("ship", 0),
            ("shipwreck", 0),
            market=[(2, 2, 2, 1), (0, 0, 0, 0), (0, 0, 0, 0)],
            offices=["am1 am2", "", ""],
            warehouses=[EIGHTEEN_WAREHOUSES, "", ""],
        )
        assert table.state.supply(0) == 0
        assert Bonus(0, "market", held=True, owed=False) in table.does(0, Ship("silk"))
        assert table.asked() == ("shipwreck", 0)
        assert table.does(0, Lose(commodity="silk")) == [Market(0, "silk", 2, 1), Bonus(0, "market", held=False)]
        assert table.asked() is None

    def test_m28_with_no_free_plot_it_builds_nothing_and_nothing_is_owed(self) -> None:
        rest = "oz1 oz2 oz3 oz4 oz5 oz6 oz7 oz8 oz9 la1 la2 la3 la4 la5 la6 la7 la8 la9"
        table = position(
            ("ship", 2),
            ("shipwreck", 2),
            market=[(0, 0, 0, 0), (0, 0, 0, 0), (2, 2, 2, 1)],
            warehouses=[EIGHTEEN_WAREHOUSES, rest, ""],
        )
        assert Bonus(2, "market", held=True, owed=False) in table.does(2, Ship("silk"))
        table.does(2, Lose(commodity="silk"))
        assert table.asked() is None


class TestMoneyBonuses:
    """M28: money."""

    def test_m28_an_office_in_each_region_earns_100000(self) -> None:
        table = position(("globe", 0), offices=["am1 af1 ei1", "", ""])
        events = table.does(0, Open("fe1"))
        assert Bonus(0, "colonies", held=True) in events
        assert Money(0, 100_000, "bonus:colonies") in events

    def test_m28_a_warehouse_in_each_district_earns_100000(self) -> None:
        table = position(("arms", 0), warehouses=["nz3 oz9 gr1", "", ""])
        assert table.does(0, Build("la9", None)) == [
            Warehouse(0, "la9"),
            Bonus(0, "amsterdam", held=True),
            Money(0, 100_000, "bonus:amsterdam"),
        ]

    def test_m28_warehouses_on_both_ends_of_a_bridge_earn_40000(self) -> None:
        table = position(("arms", 0), warehouses=["nz6", "", ""])
        assert table.does(0, Build("oz4", None)) == [
            Warehouse(0, "oz4"),
            Bonus(0, "bridge:dam", held=True),
            Money(0, 40_000, "bonus:bridge:dam"),
        ]

    def test_m28_for_every_bridge(self) -> None:
        table = position(("arms", 0), ("arms", 0), warehouses=["nz6 nz9 oz4", "", ""])
        assert table.state.bonuses[0] == table.state.setup.board.bonus_bit["bridge:dam"]
        assert Money(0, 40_000, "bonus:bridge:rokin") in table.does(0, Build("oz8", None))

    def test_m28_somebody_elses_warehouse_on_the_other_end_earns_nothing(self) -> None:
        table = position(("arms", 0), warehouses=["nz6", "oz5", ""])
        assert happened(table.does(0, Build("oz3", None)), Bonus) == []


class TestHeldOnce:
    """M29."""

    def test_m29_a_bonus_is_not_earned_twice(self) -> None:
        table = position(("globe", 0), offices=["am1 af1 ei1 fe1", "", ""])
        assert happened(table.does(0, Open("fe2")), Bonus) == []

    def test_m29_it_can_be_earned_again_after_it_was_lost(self) -> None:
        table = position(("lose_office", 0), ("globe", 0), offices=["am1 af1 ei1 fe1", "", ""])
        assert Bonus(0, "colonies", held=False) in table.does(0, Lose(space="fe1"))
        assert Bonus(0, "colonies", held=True) in table.does(0, Open("fe2"))


class TestGivingBack:
    """M30 and M31."""

    def test_m30_losing_the_condition_means_giving_the_money_back_at_once(self) -> None:
        table = position(("lose_office", 0), offices=["am1 af1 ei1 fe1", "", ""])
        assert table.does(0, Lose(space="fe1"))[1:] == [
            Bonus(0, "colonies", held=False),
            Money(0, -100_000, "give_back:colonies"),
        ]
        assert table.state.money[0] == 300_000

    def test_m30_the_market_bonus_is_given_back_as_a_warehouse_of_the_players_choice(self) -> None:
        table = position(("shipwreck", 0), market=[(2, 2, 2, 2)] * 3, warehouses=["nz3 la9", "", ""])
        table.does(0, Lose(commodity="silk"))
        assert table.asked() == ("give_back", 0)
        assert table.may(0) == (Lose(space="nz3"), Lose(space="la9"))
        assert table.does(0, Lose(space="nz3")) == [WarehouseLost(0, "nz3")]

    def test_m30_who_has_no_warehouse_left_gives_none_back(self) -> None:
        table = position(("shipwreck", 0), market=[(2, 2, 2, 2)] * 3)
        assert table.does(0, Lose(commodity="silk")) == [Market(0, "silk", 2, 1), Bonus(0, "market", held=False)]
        assert table.asked() is None

    def test_m30_giving_back_a_warehouse_can_cost_other_bonuses(self) -> None:
        table = position(("shipwreck", 0), market=[(2, 2, 2, 2)] * 3, warehouses=["nz6 oz4 gr1 la9", "", ""])
        table.does(0, Lose(commodity="silk"))
        assert table.does(0, Lose(space="oz4")) == [
            WarehouseLost(0, "oz4"),
            Bonus(0, "amsterdam", held=False),
            Money(0, -100_000, "give_back:amsterdam"),
            Bonus(0, "bridge:dam", held=False),
            Money(0, -40_000, "give_back:bridge:dam"),
        ]

    def test_m31_who_cannot_give_back_takes_a_credit_first(self) -> None:
        table = position(("lose_office", 0), offices=["am1 af1 ei1 fe1", "", ""], money=[30_000, 0, 0])
        assert table.does(0, Lose(space="fe1"))[1:] == [
            Bonus(0, "colonies", held=False),
            Credit(0, 1),
            Money(0, 120_000, "credit"),
            Money(0, -100_000, "give_back:colonies"),
        ]
        assert table.state.money[0] == 50_000

    def test_m31_it_is_never_refused_a_second_marker_follows_the_first(self) -> None:
        table = position(
            ("lose_warehouse", 0), warehouses=["nz6 oz4 gr1 la9", "", ""], money=[0, 0, 0], markers=(6, 0, 0)
        )
        events = table.does(0, Lose(space="oz4"))
        assert happened(events, Credit) == [Credit(0, 7), Credit(0, 8)]
        assert table.state.money[0] == 240_000 - 140_000

    def test_m31_no_credit_for_who_has_just_enough(self) -> None:
        table = position(("lose_office", 0), offices=["am1 af1 ei1 fe1", "", ""], money=[100_000, 0, 0])
        assert happened(table.does(0, Lose(space="fe1")), Credit) == []


def test_a_card_that_earns_a_bonus_is_set_aside_all_the_same() -> None:
    table = position(("mayor_card", 0), mayors_card="build_lastage", warehouses=["nz3 oz9 gr1", "", ""])
    events = table.does(0, Build("la9", "silk"))
    assert Money(0, 100_000, "bonus:amsterdam") in events
    assert SetAside("build_lastage", "used") in events
