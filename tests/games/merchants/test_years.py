"""M18 to M23: the events of the time track."""

from typing import Any

import pytest
from merchants_table import Table, position, with_own_deck
from positions import happened

from companion.games.events import Ask, Money
from companion.games.merchants.actions import Borrow, Build, Declare, Decline, Lose, Open, Ship
from companion.games.merchants.board import YearEvent, default_board
from companion.games.merchants.events import (
    Bonus,
    Credit,
    Market,
    Office,
    OfficeLost,
    Scored,
    SetAside,
    Warehouse,
    WarehouseLost,
    Year,
)

NO_TOKENS_LEFT: dict[str, Any] = {
    "offices": ["am1 am2 am3 am4", "", ""],
    "warehouses": ["nz1 nz2 nz3 nz4 nz5 nz6 nz7 nz8 nz9 gr1 gr2 gr3 gr4 gr5 gr6 gr7 gr8 gr9", "", ""],
    "market": [(3, 8, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)],
}


def year_before(year: str, players: int = 3, drawer: int = 0, **on_board: Any) -> Table:
    """A position in which the next sand clock leads to this year; cards are declared."""
    board = default_board()
    before = board.years[board.year_at[year] - 1].year
    table = position(("draw", drawer), players=players, year=before, **on_board)
    table.state.setup = with_own_deck(players).state.setup
    return table


def test_m18_from_the_mayors_left_clockwise_the_mayor_last() -> None:
    table = year_before("1602", players=4, drawer=2)
    table.does(2, Declare("sand"))
    for seat in (3, 0, 1, 2):
        assert table.asked() == ("globe", seat)
        assert table.to_move == (seat,)
        table.does(seat, Decline())
    assert table.asked() == ("draw", 2)


def test_m18_each_players_effect_is_finished_bonuses_included_before_the_next() -> None:
    table = year_before("1588", market=[(0, 0, 0, 0), (2, 2, 2, 1), (0, 0, 0, 0)])
    table.does(0, Declare("sand"))
    events = table.does(1, Ship("silk"))
    assert events == [Market(1, "silk", 1, 2), Bonus(1, "market", held=True)]
    assert table.asked() == ("bonus_warehouse", 1)
    table.does(1, Build("nz1", None))
    assert table.asked() == ("ship", 2)


class TestShip:
    """M19."""

    def test_m19_one_commodity_move_or_none(self) -> None:
        table = position(("ship", 0), market=[(1, 8, 0, 3)] * 3)
        assert table.may(0) == (Ship("sugar"), Ship("spice"), Ship("silk"), Decline())
        assert table.does(0, Ship("silk")) == [Market(0, "silk", 3, 4)]

    def test_m19_declined(self) -> None:
        assert position(("ship", 0)).does(0, Decline()) == []

    def test_m19_not_past_the_end_and_not_without_a_token(self) -> None:
        table = position(("ship", 0), **NO_TOKENS_LEFT)
        assert table.may(0) == (Ship("sugar"), Decline())
        assert (
            table.refuses(0, Ship("gemstones")) == "The token on the gemstones track stands on the last space already."
        )
        assert table.refuses(0, Ship("silk")) == (
            "There is no token left in the supply for a new one on the silk track."
        )


class TestGlobe:
    """M19."""

    def test_m19_an_office_anywhere_free_with_its_commodity_move(self) -> None:
        table = position(("globe", 0), offices=["", "am1", ""])
        assert len(table.may(0)) == 35 + 1
        assert table.does(0, Open("af1")) == [Office(0, "af1"), Market(0, "gemstones", 0, 1)]

    def test_m19_declined(self) -> None:
        assert position(("globe", 0)).does(0, Decline()) == []

    def test_m19_who_has_no_token_is_not_asked(self) -> None:
        assert position(("globe", 0), **NO_TOKENS_LEFT).may(0) == ()


class TestArms:
    """M19."""

    def test_m19_a_warehouse_anywhere_free_and_no_commodity_move(self) -> None:
        table = position(("arms", 0), warehouses=["", "nz1", ""])
        assert len(table.may(0)) == 35
        assert table.does(0, Build("la5", None)) == [Warehouse(0, "la5")]

    def test_m19_it_may_not_be_declined_if_a_space_is_free(self) -> None:
        assert position(("arms", 0)).refuses(0, Decline()) == "This cannot be declined: you must build a warehouse."

    def test_m19_no_commodity_may_be_named(self) -> None:
        assert position(("arms", 0)).refuses(0, Build("la5", "silk")) == "No commodity moves along with this warehouse."

    def test_m19_a_taken_space_is_refused(self) -> None:
        table = position(("arms", 0), warehouses=["", "nz1", ""])
        assert table.refuses(0, Build("nz1", None)) == "The building space nz1 is taken."

    def test_m19_who_has_no_token_is_not_asked(self) -> None:
        table = year_before("1613", **NO_TOKENS_LEFT)
        table.does(0, Declare("sand"))
        assert table.asked() == ("arms", 1)
        table.does(1, Build("la1", None))
        table.does(2, Build("la2", None))
        assert table.asked() == ("draw", 0)


class TestCredit:
    """M19."""

    def test_m19_120000_and_a_marker(self) -> None:
        table = position(("credit", 0))
        assert table.may(0) == (Borrow(yes=True), Borrow(yes=False))
        assert table.does(0, Borrow(yes=True)) == [Credit(0, 1), Money(0, 120_000, "credit")]
        assert table.state.money[0] == 520_000

    def test_m19_or_not(self) -> None:
        assert position(("credit", 0)).does(0, Borrow(yes=False)) == []


class TestLosses:
    """M20 and M21."""

    def test_m20_the_player_chooses_which_warehouse(self) -> None:
        table = position(("lose_warehouse", 0), warehouses=["nz3 la1", "gr1", ""])
        assert table.may(0) == (Lose(space="nz3"), Lose(space="la1"))
        assert table.does(0, Lose(space="la1")) == [WarehouseLost(0, "la1")]

    def test_m20_nobody_elses_and_no_track(self) -> None:
        table = position(("lose_warehouse", 0), warehouses=["nz3", "gr1", ""])
        assert table.refuses(0, Lose(space="gr1")) == "gr1 is no warehouse of yours."
        assert table.refuses(0, Lose(commodity="silk")) == "Name the space that is given up, and no track."
        assert table.refuses(0, Decline()) == "This cannot be declined: you must give up a warehouse."

    def test_m20_the_player_chooses_which_office(self) -> None:
        table = position(("lose_office", 0), offices=["am1 fe1", "", ""])
        assert table.may(0) == (Lose(space="am1"), Lose(space="fe1"))
        assert table.refuses(0, Lose(space="nz1")) == "nz1 is no trade office of yours."
        assert table.does(0, Lose(space="fe1")) == [OfficeLost(0, "fe1")]

    @pytest.mark.parametrize(("year", "event"), [("1656", "lose_warehouse"), ("1662", "lose_office")])
    def test_m20_a_player_with_none_loses_nothing(self, year: str, event: YearEvent) -> None:
        table = year_before(year, warehouses=["nz1", "", "nz2"], offices=["am1", "", "am2"])
        table.does(0, Declare("sand"))
        assert table.asked() == (event, 2)

    def test_m21_shipwreck_one_track_one_space_back(self) -> None:
        table = position(("shipwreck", 0), market=[(3, 0, 1, 0)] * 3)
        assert table.may(0) == (Lose(commodity="sugar"), Lose(commodity="spice"))
        assert table.does(0, Lose(commodity="sugar")) == [Market(0, "sugar", 3, 2)]

    def test_m21_from_the_first_space_the_token_leaves_the_track(self) -> None:
        table = position(("shipwreck", 0), market=[(3, 0, 1, 0)] * 3)
        supply = table.state.supply(0)
        assert table.does(0, Lose(commodity="spice")) == [Market(0, "spice", 1, 0)]
        assert table.state.supply(0) == supply + 1

    def test_m21_a_track_without_a_token_is_refused(self) -> None:
        table = position(("shipwreck", 0), market=[(3, 0, 1, 0)] * 3)
        assert table.refuses(0, Lose(commodity="silk")) == "There is no token on the silk track to move back."
        assert table.refuses(0, Lose(space="nz1")) == "Name the track on which a token moves back, and no space."

    def test_m21_who_has_no_token_there_loses_nothing(self) -> None:
        table = year_before("1652/54", market=[(1, 0, 0, 0), (0, 0, 0, 0), (0, 1, 0, 0)])
        table.does(0, Declare("sand"))
        assert table.asked() == ("shipwreck", 2)


class TestLeadersLoseOne:
    """M22."""

    def test_m22_every_token_on_the_furthest_space_goes_back_at_the_same_time(self) -> None:
        table = year_before("1636/37", market=[(5, 1, 0, 2), (5, 0, 0, 3), (4, 0, 0, 1)])
        events = table.does(0, Declare("sand"))
        assert happened(events, Market) == [
            Market(1, "sugar", 5, 4),
            Market(0, "sugar", 5, 4),
            Market(0, "gemstones", 1, 0),
            Market(1, "silk", 3, 2),
        ]

    def test_m22_then_lost_bonuses_are_settled_in_seat_order(self) -> None:
        table = year_before(
            "1636/37",
            players=3,
            drawer=1,
            market=[(2, 2, 2, 2), (1, 1, 1, 1), (2, 2, 2, 2)],
            warehouses=["nz1", "nz2", "nz3"],
        )
        events = table.does(1, Declare("sand"))
        assert happened(events, Bonus) == [Bonus(2, "market", held=False)]
        assert table.asked() == ("give_back", 2)
        events = table.does(2, Lose(space="nz3"))
        assert happened(events, Bonus) == [Bonus(0, "market", held=False)]
        assert table.asked() == ("give_back", 0)
        table.does(0, Lose(space="nz1"))
        assert table.asked() == ("draw", 1)


class TestSpacesWithoutAnEvent:
    """M23."""

    @pytest.mark.parametrize("year", ["1585", "1596/97", "1600", "1665"])
    def test_m23_nothing_happens(self, year: str) -> None:
        table = year_before(year)
        assert table.does(0, Declare("sand"))[1:] == [SetAside("sand", "sand_clock"), Year(year)]

    @pytest.mark.parametrize(("year", "area"), [("1609", "market"), ("1611", "amsterdam"), ("1619", "colonies")])
    def test_m23_scoring_spaces_score_their_area(self, year: str, area: str) -> None:
        events = year_before(year, market=[(1, 0, 0, 0)] * 3).does(0, Declare("sand"))
        assert [scored.area for scored in happened(events, Scored)] == [area]

    def test_m23_the_board_decides_about_1597(self) -> None:
        assert default_board().years[default_board().year_at["1597"]].event == "credit"
        table = year_before("1597")
        table.does(0, Declare("sand"))
        assert table.state.agenda[-1] == Ask("credit", 1)
