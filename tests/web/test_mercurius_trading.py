"""Transactions put together by taps: every trade that can be is reached, nothing else is, and the bill is right."""

from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import examples

from companion.games.mercurius.actions import AnyAction, Deal, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.offers import Offers
from companion.games.mercurius.tokens import AT, TOKENS, Token
from companion.words import words
from web.mercurius.picked import picked_in
from web.mercurius.trading import Row, Trader, Trading
from web.steps import Address

AFTER = "1.7"
SPACE = {price: space for space, price in enumerate(default_board().prices)}


def offers(money: int = 70, prices: dict[Token, int] | None = None, tokens: int = 5, **held: int) -> Offers:
    """On a board whose shares cost 10 and commodities 15, unless they are named; with so many tokens of each kind."""
    spaces = list(default_board().start_spaces)
    for token, price in (prices or {}).items():
        spaces[AT[token]] = SPACE[price]
    holding = tuple(held.get(token, 0) for token in TOKENS)
    bank = tuple(tokens - count for count in holding)
    return Offers(default_board(), tuple(spaces), money, bank, holding, True, ())


def looked_at(offered: Offers, address: str = "/", language: str = "en") -> Trading:
    """As the page of this address shows it."""
    sent = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    return Trader(offered, picked_in(sent, AFTER), Address("/", AFTER), words(language)).trading()


def picked(offered: Offers, buy: str = "", sell: str = "") -> Trading:
    return looked_at(offered, Address("/", AFTER).with_picked(buy=buy, sell=sell))


def chosen(trading: Trading) -> tuple[Deal, ...]:
    trade = msgspec.json.decode(trading.request, type=Trade)
    return trade.deals


def row(trading: Trading, token: Token) -> Row:
    return next(one for one in (*trading.shares, *trading.commodities) if one.token == token)


def said(trading: Trading) -> list[str]:
    return [text for line in trading.bill for text in (line.words, line.rule) if text]


class TestBill:
    def test_nothing_is_picked_to_begin_with(self) -> None:
        trading = looked_at(offers())
        assert chosen(trading) == ()
        assert (trading.total, trading.after) == (0, 70)

    def test_roberts_purchase_is_45(self) -> None:
        trading = picked(offers(prices={"amsterdam": 13, "tea": 17}), buy="amsterdam,amsterdam,tea")
        assert said(trading) == [
            "Buy 2 Amsterdam shares at 14",
            "Two at once cost 1 more each: 14 instead of 13.",
            "Buy 1 tea at 17",
        ]
        assert [line.amount for line in trading.bill] == [-28, -17]
        assert (trading.total, trading.after) == (-45, 25)

    def test_roberts_sale_is_55(self) -> None:
        offered = offers(prices={"amsterdam": 18, "tea": 21}, amsterdam=2, tea=1)
        trading = picked(offered, sell="amsterdam,amsterdam,tea")
        assert said(trading) == [
            "Sell 2 Amsterdam shares at 17",
            "Two at once bring 1 less each: 17 instead of 18.",
            "Sell 1 tea at 21",
        ]
        assert trading.total == 55

    def test_three_at_once_are_dearer_still(self) -> None:
        trading = picked(offers(money=90, prices={"silk": 25}), buy="silk,silk,silk")
        assert said(trading) == ["Buy 3 silk at 27", "Three at once cost 2 more each: 27 instead of 25."]
        assert trading.is_full

    def test_no_sale_brings_less_than_1(self) -> None:
        trading = picked(offers(prices={"silk": 1}, silk=2), sell="silk,silk")
        assert said(trading) == [
            "Sell 2 silk at 1",
            "So many at once would bring less, but no sale brings less than 1.",
        ]
        assert trading.total == 2

    def test_it_is_in_the_language_of_the_phone(self) -> None:
        address = Address("/", AFTER).with_picked(buy="silk,silk")
        assert said(looked_at(offers(), address, "de"))[1] == "Zwei auf einmal kosten je 1 mehr: 16 statt 15."
        assert said(looked_at(offers(), address, "nl"))[1] == "Twee tegelijk kosten elk 1 meer: 16 in plaats van 15."


class TestSteps:
    def test_a_step_is_one_token_more_or_less(self) -> None:
        offered = offers(silk=1)
        more = looked_at(offered, row(looked_at(offered), "silk").more.href)
        assert chosen(more) == (Deal("buy", "silk"),)
        assert chosen(looked_at(offered, row(more, "silk").less.href)) == ()
        less = looked_at(offered, row(looked_at(offered), "silk").less.href)
        assert chosen(less) == (Deal("sell", "silk"),)
        assert row(less, "silk").more.words == "Sell one less: Silk"

    def test_what_is_sold_comes_before_what_it_pays_for(self) -> None:
        offered = offers(money=0, tea=1)
        assert row(looked_at(offered), "amsterdam").more.href == ""
        selling = looked_at(offered, row(looked_at(offered), "tea").less.href)
        both = looked_at(offered, row(selling, "amsterdam").more.href)
        assert chosen(both) == (Deal("sell", "tea"), Deal("buy", "amsterdam"))

    def test_a_sale_that_pays_for_something_is_not_taken_back_before_that(self) -> None:
        trading = picked(offers(money=0, tea=1), buy="amsterdam", sell="tea")
        assert row(trading, "tea").more.href == ""
        assert row(trading, "amsterdam").less.href

    def test_who_has_too_little_money_is_told(self) -> None:
        silk = row(looked_at(offers(money=14)), "silk")
        assert silk.more == ("You have 14, and this would cost 15.", "")
        assert silk.why_not == "", "nothing is to jump where nothing was chosen"

    def test_the_second_of_a_kind_makes_the_first_dearer_too(self) -> None:
        trading = picked(offers(money=31), buy="silk")
        assert row(trading, "silk").why_not == "You have 31, and this would cost 32."

    def test_what_all_of_it_would_cost_is_said_in_whole_sums(self) -> None:
        trading = picked(offers(money=23, prices={"amsterdam": 7, "silk": 21}), buy="silk")
        amsterdam = row(trading, "amsterdam")
        assert (amsterdam.more.words, amsterdam.why_not) == ("You have 23, and this would cost 28.", "")
        assert row(trading, "silk").why_not == "You have 23, and this would cost 44."

    def test_an_empty_bank_is_said(self) -> None:
        empty = row(looked_at(offers(tokens=2, amsterdam=2)), "amsterdam")
        assert empty.more == ("The bank has no more Amsterdam shares.", "")
        emptied = row(picked(offers(tokens=2, amsterdam=1), buy="amsterdam"), "amsterdam")
        assert emptied.why_not == "The bank has no more Amsterdam shares."

    def test_what_one_does_not_have_cannot_be_sold(self) -> None:
        less = row(looked_at(offers()), "silk").less
        assert (less.href, less.words) == ("", "You have no more silk to sell.")

    def test_after_three_there_is_no_fourth(self) -> None:
        trading = picked(offers(silk=1), buy="amsterdam,hoorn,delft")
        assert trading.is_full
        assert not any(one.more.href for one in (*trading.shares, *trading.commodities))
        assert row(trading, "silk").less.href == ""
        assert row(trading, "hoorn").less.href
        assert not any(one.why_not for one in trading.shares), "it is said once, below"


class TestPicksThatLie:
    @pytest.mark.parametrize(
        "address",
        [
            "/?after=1.7&buy=gold",
            "/?after=1.7&buy=silk,silk,silk,silk",
            "/?after=1.7&sell=silk",
            "/?after=1.7&buy=tea,tea,tea,tea,tea,tea,tea,tea,tea,tea,tea",
            "/?after=1.7&buy=" + "silk," * 5000,
            "/?after=1.6&buy=silk",
            "/?buy=silk",
            "/?after=1.7&buy=%00%ff&sell=%F0%9F%92%B0",
        ],
    )
    def test_are_not_believed(self, address: str) -> None:
        assert chosen(looked_at(offers(), address)) == ()

    def test_what_cannot_be_paid_is_not_believed(self) -> None:
        assert chosen(picked(offers(money=20), buy="silk,tea")) == ()

    def test_to_buy_and_to_sell_the_same_is_the_difference(self) -> None:
        assert chosen(picked(offers(silk=1), buy="silk,silk", sell="silk")) == (Deal("buy", "silk"),)


def sold_first(trade: AnyAction) -> tuple[Deal, ...] | None:
    """The same deals as the page would put them, if it can: nothing is bought and sold at once."""
    if not isinstance(trade, Trade):
        return None
    ways = {deal.token: deal.kind for deal in trade.deals}
    if any(ways[deal.token] != deal.kind for deal in trade.deals):
        return None
    return tuple(sorted(trade.deals, key=lambda deal: (deal.kind == "buy", AT[deal.token])))


@given(
    money=st.integers(0, 40),
    prices=st.lists(st.integers(1, 25), min_size=12, max_size=12),
    held=st.lists(st.integers(0, 2), min_size=12, max_size=12),
)
@settings(max_examples=examples(4))
def test_every_trade_can_be_reached_by_taps_and_no_other(money: int, prices: list[int], held: list[int]) -> None:
    offered = offers(money, dict(zip(TOKENS, prices, strict=True)), **dict(zip(TOKENS, held, strict=True)))
    found, seen, waiting = set(), set(), ["/"]
    while waiting:
        address = waiting.pop()
        trading = looked_at(offered, address)
        if chosen(trading) in found:
            continue
        found.add(chosen(trading))
        assert Trade(chosen(trading)) in offered
        assert trading.total == sum(offered.amounts(chosen(trading)))
        assert trading.after >= 0
        for one in (*trading.shares, *trading.commodities):
            waiting += [step.href for step in (one.less, one.more) if step.href and step.href not in seen]
            seen |= {one.less.href, one.more.href}
    assert found == {deals for trade in offered if (deals := sold_first(trade)) is not None}
