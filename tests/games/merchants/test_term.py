"""M4 to M10: the three disks, and what the cards do."""

from typing import Any

import pytest
from merchants_table import GOODS, begun, position
from positions import happened

from companion.games.merchants.actions import (
    Build,
    Commodity,
    Decline,
    Expire,
    Moves,
    Open,
    Place,
    Ship,
    StartClock,
    Stop,
)
from companion.games.merchants.events import Drawn, Market, Office, Placed, SetAside, Term, Warehouse, Year
from companion.games.merchants.house_rules import HouseRules

GERMAN = HouseRules(full_district="commodity")
ALL_LASTAGE = " ".join(f"la{number}" for number in range(1, 10))
NEARLY_ALL_TOKENS = "nz1 nz2 nz3 nz4 nz5 nz6 nz7 nz8 nz9 gr1 gr2 gr3 gr4 gr5 gr6 gr7 gr8 gr9"  # 18 tokens


def test_m4_the_next_card_is_drawn_only_when_the_last_is_placed() -> None:
    table = begun(first=[GOODS, "office_silk"])
    assert table.state.drawn == GOODS
    assert table.does(0, Place("auction")) == [Placed(GOODS, "auction"), Drawn("office_silk")]


def test_m4_a_card_goes_on_a_free_disk_only() -> None:
    table = begun(first=[GOODS, "office_silk"])
    assert table.may(0) == (Place("mayor"), Place("auction"), Place("discard"))
    table.does(0, Place("auction"))
    assert table.may(0) == (Place("mayor"), Place("discard"))
    assert table.refuses(0, Place("auction")) == "There is a card on the auction disk already."


def test_m5_a_sand_clock_is_resolved_completely_before_the_next_draw() -> None:
    table = begun(4, first=[GOODS, "sand", "sand", "office_silk"])
    events = table.does(0, Place("mayor"))
    assert happened(events, Year) == [Year("1585"), Year("1588")]
    assert happened(events, Drawn) == [Drawn("sand"), Drawn("sand")]
    for seat in (1, 2, 3):
        assert table.asked() == ("ship", seat)
        assert Drawn not in map(type, table.does(seat, Ship("sugar")))
    assert happened(table.does(0, Ship("sugar")), Drawn) == [Drawn("office_silk")]


def test_m6_discard_then_the_mayors_card_then_the_auction() -> None:
    table = begun(4, first=[GOODS, "office_silk", "build_lastage", "office_sugar"])
    table.does(0, Place("mayor"))
    table.does(0, Place("auction"))
    assert table.does(0, Place("discard")) == [
        Placed("build_lastage", "discard"),
        SetAside("build_lastage", "discarded"),
    ]
    assert table.asked() == ("mayor_card", 0)
    assert table.does(0, Moves(("sugar",))) == [Market(0, "sugar", 1, 2), SetAside(GOODS, "used")]
    assert table.asked() == ("start_clock", 0)
    table.does(0, StartClock())
    assert table.asked() == ("bid", None)


def test_after_the_auction_the_left_neighbour_is_mayor() -> None:
    table = position(("start_clock", 0), ("next_term", None), auctioned="office_silk", terms=1)
    table.does(0, StartClock())
    assert happened(table.does(None, Expire()), Term) == [Term(1)]


class TestCommodityCard:
    """M7."""

    def test_m7_the_purple_players_commodity_card(self) -> None:
        """The rulebook's example: tokens on sugar and spice; spice two forward, silk placed."""
        table = position(("mayor_card", 0), market=[(1, 0, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0)], mayors_card=GOODS)
        events = table.does(0, Moves(("spice", "spice", "silk")))
        assert happened(events, Market) == [
            Market(0, "spice", 1, 2),
            Market(0, "spice", 2, 3),
            Market(0, "silk", 0, 1),
        ]
        assert table.state.market[0] == (1, 0, 3, 1)

    def test_m7_not_all_three_on_the_same_track(self) -> None:
        table = position(("mayor_card", 0), mayors_card=GOODS)
        assert table.refuses(0, Moves(("silk", "silk", "silk"))) == "Not all three moves may be on the same track."

    def test_m7_a_player_may_stop_early_or_not_move_at_all(self) -> None:
        options = position(("mayor_card", 0), mayors_card=GOODS).may(0)
        assert Moves(("silk",)) in options
        assert Moves(("silk", "silk")) in options
        assert Decline() in options

    def test_m7_never_past_the_last_space(self) -> None:
        table = position(("mayor_card", 0), market=[(7, 8, 1, 1)] * 3, mayors_card=GOODS)
        assert (
            table.refuses(0, Moves(("sugar", "sugar"))) == "The token on the sugar track would go past the last space."
        )
        assert (
            table.refuses(0, Moves(("gemstones",))) == "The token on the gemstones track would go past the last space."
        )
        assert Moves(("sugar", "spice", "spice")) in table.may(0)

    @pytest.mark.parametrize(
        ("tracks", "reason"),
        [
            (("silk", "sugar"), "Name the tracks in their order: sugar, gemstones, spice, silk."),
            (("sugar", "sugar", "silk", "silk"), "A commodity card gives 3 moves, not 4."),
            ((), "To move nothing, decline."),
        ],
    )
    def test_m7_other_lists_are_refused(self, tracks: tuple[Commodity, ...], reason: str) -> None:
        assert position(("mayor_card", 0), mayors_card=GOODS).refuses(0, Moves(tracks)) == reason

    def test_m7_with_every_token_at_the_end_the_card_is_lost_without_a_question(self) -> None:
        table = begun(3, first=[GOODS, "office_silk", "build_lastage"])
        table.state.market = ((8, 8, 8, 8),) * 3
        table.state.bonuses, table.state.owing = (1, 1, 1), (True, True, True)
        table.does(0, Place("mayor"))
        table.does(0, Place("auction"))
        assert SetAside(GOODS, "used") in table.does(0, Place("discard"))
        assert table.asked() == ("start_clock", 0)


class TestTradeOfficeCard:
    """M8."""

    def test_m8_a_region_card_allows_its_free_spaces_of_any_commodity(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_americas", offices=["am1", "am5", "fe1"])
        spaces = [f"am{number}" for number in (2, 3, 4, 6, 7, 8, 9)]
        assert table.may(0) == (*map(Open, spaces), Decline())
        assert table.refuses(0, Open("am5")) == "The trade office space am5 is taken."
        assert table.refuses(0, Open("fe2")) == "This card does not allow the trade office space fe2."
        assert table.refuses(0, Open("xx1")) == "There is no trade office space xx1 on this board."

    def test_m8_a_commodity_card_allows_its_commodity_in_every_region(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        spaces = ["am5", "am8", "af5", "af8", "ei6", "ei9", "fe1", "fe2", "fe3"]
        assert table.may(0) == (*map(Open, spaces), Decline())

    def test_m8_the_commodity_of_the_space_moves_one_forward(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk", market=[(0, 0, 0, 4)] * 3)
        assert table.does(0, Open("fe1")) == [
            Office(0, "fe1"),
            Market(0, "silk", 4, 5),
            SetAside("office_silk", "used"),
        ]

    def test_m8_a_new_token_if_absent(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        assert Market(0, "silk", 0, 1) in table.does(0, Open("fe1"))

    def test_m8_nothing_if_already_on_the_last_space(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk", market=[(0, 0, 0, 8)] * 3)
        assert table.does(0, Open("fe1")) == [Office(0, "fe1"), SetAside("office_silk", "used")]

    def test_m8_without_a_free_space_the_card_is_lost(self) -> None:
        silk = "am5 am8 af5 af8 ei6 ei9 fe1 fe2 fe3"
        table = begun(3, first=["office_silk", "office_sugar", "build_lastage"])
        table.state.offices = position(("place", 0), offices=["am1", silk, "am2"]).state.offices
        table.does(0, Place("mayor"))
        table.does(0, Place("auction"))
        assert SetAside("office_silk", "used") in table.does(0, Place("discard"))
        assert table.asked() == ("start_clock", 0)

    def test_m8_a_player_may_decline(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        assert table.does(0, Decline()) == [SetAside("office_silk", "used")]


class TestAmsterdamCard:
    """M9."""

    def test_m9_one_district_and_any_commodity(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_lastage", warehouses=["la1", "la2", "la3"])
        assert len(table.may(0)) == 6 * 4 + 1
        assert table.does(0, Build("la9", "silk")) == [
            Warehouse(0, "la9"),
            Market(0, "silk", 0, 1),
            SetAside("build_lastage", "used"),
        ]

    def test_m9_two_districts_and_one_commodity(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_gr_oz_gemstones")
        assert len(table.may(0)) == 9 + 9 + 1
        assert (
            table.refuses(0, Build("gr1", "silk")) == "No token on the silk track can move along with this warehouse."
        )
        assert table.refuses(0, Build("gr1", None)) == "Say which commodity moves along."
        assert table.refuses(0, Build("la1", "gemstones")) == "This card does not allow the building space la1."
        assert table.refuses(0, Build("xx1", "gemstones")) == "There is no building space xx1 on this board."

    def test_m9_a_commodity_at_the_end_does_not_move_along(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_gr_oz_gemstones", market=[(0, 8, 0, 0)] * 3)
        assert Build("gr1", None) in table.may(0)
        assert (
            table.refuses(0, Build("gr1", "gemstones"))
            == "No token on the gemstones track can move along with this warehouse."
        )
        assert happened(table.does(0, Build("gr1", None)), Market) == []

    def test_m9_english_without_a_free_space_the_card_is_lost_whole(self) -> None:
        table = position(("start_clock", 0), auctioned="build_lastage", warehouses=["", ALL_LASTAGE, ""])
        table.does(0, StartClock())
        assert SetAside("build_lastage", "used") in table.does(0, Stop(60))
        assert table.asked() is None

    def test_m9_german_without_a_free_space_the_commodity_still_moves(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_lastage", warehouses=["", ALL_LASTAGE, ""], rules=GERMAN)
        assert table.may(0) == (*(Moves((c,)) for c in ("sugar", "gemstones", "spice", "silk")), Decline())
        assert table.does(0, Moves(("silk",))) == [Market(0, "silk", 0, 1), SetAside("build_lastage", "used")]

    def test_m9_german_only_the_commodity_of_the_card_and_only_one_space(self) -> None:
        full = "gr1 gr2 gr3 gr4 gr5 gr6 gr7 gr8 gr9", "oz1 oz2 oz3 oz4 oz5 oz6 oz7 oz8 oz9", ""
        table = position(("mayor_card", 2), mayors_card="build_gr_oz_gemstones", warehouses=full, rules=GERMAN)
        assert table.may(2) == (Moves(("gemstones",)), Decline())
        assert table.refuses(2, Moves(("silk",))) == "This card moves one of its own commodities, one space."

    def test_m9_german_with_a_free_space_the_commodity_does_not_move_alone(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_lastage", rules=GERMAN)
        assert table.refuses(0, Moves(("silk",))) == (
            "With this card a warehouse is built; the commodity only moves along."
        )


class TestNoTokensLeft:
    """M10."""

    def test_m10_no_new_token_on_a_track_but_a_token_there_still_moves(self) -> None:
        offices = "am1 am2 am3 am4"
        table = position(
            ("mayor_card", 0),
            mayors_card=GOODS,
            market=[(3, 2, 0, 0)] * 3,
            offices=[offices, "", ""],
            warehouses=[NEARLY_ALL_TOKENS, "", ""],
        )
        assert table.state.supply(0) == 0
        assert table.refuses(0, Moves(("silk",))) == "There are not enough tokens left in the supply for that."
        assert Moves(("sugar", "sugar", "gemstones")) in table.may(0)

    def test_m10_no_office_and_no_warehouse_without_a_token(self) -> None:
        tokens: dict[str, Any] = {"offices": ["am1 am2 am3 am4", "", ""], "warehouses": [NEARLY_ALL_TOKENS, "", ""]}
        market = [(3, 2, 0, 0)] * 3
        assert position(("mayor_card", 0), mayors_card="office_silk", market=market, **tokens).may(0) == ()
        assert position(("mayor_card", 0), mayors_card="build_lastage", market=market, **tokens).may(0) == ()

    def test_m10_the_last_token_builds_and_none_is_left_for_the_track(self) -> None:
        table = position(
            ("mayor_card", 0),
            mayors_card="build_lastage",
            market=[(3, 2, 0, 0)] * 3,
            offices=["am1 am2 am3", "", ""],
            warehouses=[NEARLY_ALL_TOKENS, "", ""],
        )
        assert table.state.supply(0) == 1
        assert {option.commodity for option in table.may(0) if isinstance(option, Build)} == {"sugar", "gemstones"}
        assert (
            table.refuses(0, Build("la1", "silk")) == "No token on the silk track can move along with this warehouse."
        )

    @pytest.mark.parametrize("question", ["mayor_card", "globe"])
    def test_m10_the_last_token_opens_an_office_and_none_is_left_for_the_track(self, question: str) -> None:
        table = position(
            (question, 0),
            mayors_card="office_silk",
            market=[(3, 2, 0, 0)] * 3,
            offices=["am1 am2 am3", "", ""],
            warehouses=[NEARLY_ALL_TOKENS, "", ""],
        )
        assert table.state.supply(0) == 1
        events = table.does(0, Open("fe1"))
        assert happened(events, Office) == [Office(0, "fe1")]
        assert happened(events, Market) == []
        assert table.state.supply(0) == 0

    def test_m10_german_a_token_on_the_track_moves_although_none_is_left_to_build(self) -> None:
        table = position(
            ("mayor_card", 0),
            mayors_card="build_lastage",
            market=[(3, 2, 0, 0)] * 3,
            offices=["am1 am2 am3 am4", "", ""],
            warehouses=[NEARLY_ALL_TOKENS, "", ""],
            rules=GERMAN,
        )
        assert table.may(0) == (Moves(("sugar",)), Moves(("gemstones",)), Decline())
        assert table.refuses(0, Moves(("silk",))) == "This card moves one of its own commodities, one space."
        assert table.refuses(0, Build("la1", "sugar")) == "There is no token left in the supply to build with."
