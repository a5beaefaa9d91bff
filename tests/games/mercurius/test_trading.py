"""Buying and selling: what each token costs and pays, and what a trade needs."""

import pytest
from mercurius_table import buy, buys, position, sell, sells
from positions import happened

from companion.games.events import Money
from companion.games.mercurius.actions import Deal, Trade
from companion.games.mercurius.events import Holding
from companion.games.mercurius.quotes import quote
from companion.games.mercurius.tokens import Token


def test_c5_robert_buys_two_amsterdam_shares_at_13_and_a_tea_at_17_for_45() -> None:
    table = position(("trade", 0), ("card", 0), prices={"amsterdam": 13, "tea": 17})
    events = table.does(0, buy("amsterdam", "amsterdam", "tea"))
    assert table.state.money == (70 - 45, 70, 70)
    assert [event.amount for event in happened(events, Money)] == [-14, -14, -17]
    assert table.held(0) == {"amsterdam": 2, "tea": 1}
    assert table.asked() == ("card", 0)


def test_c5_robert_sells_two_amsterdam_shares_at_18_and_a_tea_at_21_for_55() -> None:
    table = position(
        ("trade", 0), ("card", 0), prices={"amsterdam": 18, "tea": 21}, holdings=[{"amsterdam": 2, "tea": 1}]
    )
    events = table.does(0, sell("amsterdam", "amsterdam", "tea"))
    assert table.state.money == (70 + 55, 70, 70)
    assert [event.amount for event in happened(events, Money)] == [17, 17, 21]
    assert table.held(0) == {}


@pytest.mark.parametrize(("count", "each"), [(1, 10), (2, 11), (3, 12)])
def test_c5_the_more_of_a_kind_are_bought_the_more_each_costs(count: int, each: int) -> None:
    table = position(("trade", 0), ("card", 0))
    events = table.does(0, Trade(buys("hoorn") * count))
    assert happened(events, Money) == [Money(0, -each, "buy:hoorn")] * count
    assert happened(events, Holding) == [Holding(0, "hoorn", 1)] * count


@pytest.mark.parametrize(("count", "each"), [(1, 15), (2, 14), (3, 13)])
def test_c5_the_more_of_a_kind_are_sold_the_less_each_pays(count: int, each: int) -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{"silk": 3}])
    events = table.does(0, Trade(sells("silk") * count))
    assert happened(events, Money) == [Money(0, each, "sell:silk")] * count
    assert happened(events, Holding) == [Holding(0, "silk", -1)] * count


def test_c5_three_different_kinds_cost_the_plain_price_each() -> None:
    table = position(("trade", 0), ("card", 0))
    table.does(0, buy("hoorn", "delft", "silk"))
    assert table.state.money[0] == 70 - 10 - 10 - 15


def test_c5_bought_and_sold_of_one_kind_are_counted_apart() -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{"hoorn": 1}])
    table.does(0, Trade((*buys("hoorn", "hoorn"), *sells("hoorn"))))
    assert table.state.money[0] == 70 - 11 - 11 + 10
    assert table.held(0) == {"hoorn": 2}


@pytest.mark.parametrize(
    ("count", "space", "each"),
    [(2, 0, 2), (2, 5, 2), (3, 32, 27), (3, 29, 27), (1, 32, 25), (3, 0, 3)],
)
def test_c5_at_the_ends_of_the_track_buying_costs_more_all_the_same(count: int, space: int, each: int) -> None:
    table = position(("trade", 0), ("card", 0), spaces={"tea": space}, money=(100, 0, 0))
    table.does(0, Trade(buys("tea") * count))
    assert table.state.money[0] == 100 - count * each


@pytest.mark.parametrize(
    ("count", "space", "each"),
    [(2, 0, 1), (3, 3, 1), (3, 6, 1), (2, 6, 1), (1, 6, 2), (3, 7, 1), (3, 8, 2), (3, 32, 23)],
)
def test_c5_no_sale_pays_less_than_1(count: int, space: int, each: int) -> None:
    table = position(("trade", 0), ("card", 0), spaces={"tea": space}, holdings=[{"tea": 3}])
    table.does(0, Trade(sells("tea") * count))
    assert table.state.money[0] == 70 + count * each


def test_c5_money_never_goes_below_zero_on_the_way() -> None:
    table = position(("trade", 0), ("card", 0), money=(9, 0, 0), holdings=[{"tea": 1}])
    assert table.refuses(0, Trade((*buys("hoorn"), *sells("tea")))) == (
        "Sell first: in this order Hoorn shares would cost 10 while you have 9."
    )
    table.does(0, Trade((*sells("tea"), *buys("hoorn"))))
    assert table.state.money[0] == 14


def test_c5_the_last_guilder_may_be_spent() -> None:
    table = position(("trade", 0), ("card", 0), money=(22, 0, 0))
    table.does(0, buy("hoorn", "hoorn"))
    assert table.state.money[0] == 0
    poorer = position(("trade", 0), ("card", 0), money=(21, 0, 0))
    assert poorer.refuses(0, buy("hoorn", "hoorn")) == "You have 21, and this trade costs 22."


def test_c5_too_dear_a_trade_is_refused_by_all_that_it_costs() -> None:
    table = position(("trade", 0), ("card", 0), money=(9, 0, 0), holdings=[{"tea": 1}])
    told = table.refuses(0, Trade((*sells("tea"), *buys("silk", "hoorn"))))
    assert told == "You have 9, and this trade costs 10."


def test_c5_the_bank_must_hold_what_is_bought() -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{}, {"delft": 4}])
    assert table.refuses(0, buy("delft", "delft")) == "The bank has no more Delft shares."
    table.does(0, buy("delft"))
    assert table.state.bank[2] == 0


def test_c5_the_player_must_hold_what_is_sold() -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{"tea": 1}, {"tea": 3}])
    assert table.refuses(0, sell("tea", "tea")) == "You have no more tea to sell."
    table.does(0, sell("tea"))
    assert table.held(0) == {}


def test_c5_tokens_moved_earlier_in_the_same_trade_count() -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{}, {"delft": 5}])
    assert table.refuses(0, sell("silk")) == "You have no more silk to sell."
    table.does(0, Trade((*buys("silk"), *sells("silk"))))
    full = position(("trade", 0), ("card", 0), holdings=[{"delft": 1}, {"delft": 4}])
    assert full.refuses(0, Trade((*buys("delft"), *sells("delft")))) == "The bank has no more Delft shares."
    full.does(0, Trade((*sells("delft"), *buys("delft"))))
    assert full.held(0) == {"delft": 1}


def test_c3_three_transactions_are_the_most_and_none_are_enough() -> None:
    table = position(("trade", 0), ("card", 0))
    assert table.refuses(0, buy("hoorn", "delft", "silk", "tea")) == "A turn has at most 3 transactions, not 4."
    assert table.does(0, Trade(())) == []
    assert table.asked() == ("card", 0)


class TestQuotes:
    """What the page shows while a trade is being put together."""

    def test_what_each_deal_costs_depends_on_all_of_them(self) -> None:
        table = position(("trade", 0), ("card", 0), prices={"amsterdam": 13, "tea": 17})
        found = quote(table.state, 0, buys("amsterdam", "tea", "amsterdam"))
        assert [(quoted.amount, quoted.money) for quoted in found.deals] == [(-14, 56), (-17, 39), (-14, 25)]
        assert (found.total, found.money, found.refused) == (-45, 25, None)

    def test_a_half_made_trade_is_quoted_too(self) -> None:
        table = position(("trade", 0), ("card", 0), prices={"amsterdam": 13})
        assert quote(table.state, 0, ()).money == 70
        assert quote(table.state, 0, buys("amsterdam")).total == -13

    @pytest.mark.parametrize(
        ("deals", "money", "reason"),
        [
            (buys("tea", "tea", "tea"), 70 - 51, None),
            (buys("silk", "silk", "silk", "silk"), 70 - 72, "A turn has at most 3 transactions, not 4."),
            (sells("silk"), 85, "You have no more silk to sell."),
        ],
    )
    def test_why_it_cannot_be_is_said(self, deals: tuple[Deal, ...], money: int, reason: str | None) -> None:
        found = quote(position(("trade", 0)).state, 0, deals)
        assert found.money == money
        assert (str(found.refused) if found.refused else None) == reason

    def test_the_amounts_are_those_of_the_trade_itself(self) -> None:
        tokens: tuple[Token, ...] = ("tea", "silk", "tea")
        table = position(("trade", 0), ("card", 0), prices={"tea": 3, "silk": 8})
        found = quote(table.state, 0, buys(*tokens))
        events = table.does(0, buy(*tokens))
        assert [event.amount for event in happened(events, Money)] == [quoted.amount for quoted in found.deals]
        assert table.state.money[0] == found.money
