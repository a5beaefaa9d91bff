"""The trade that a seat is putting together: a stepper for each token, and the bill as it grows. What is sold comes
before what is bought, so that the money is there.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from companion.games.mercurius.actions import Deal, Trade
from companion.games.mercurius.drawing import token_sign
from companion.games.mercurius.offers import LEAST_PRICE, MOST_DEALS, Offers
from companion.games.mercurius.refusals import no_trade
from companion.games.mercurius.titles import counted, token_heading
from companion.games.mercurius.tokens import AT, TOKENS, Token
from companion.games.speech import Speech, mark
from web.mercurius.picked import Picked, tokens_in, written
from web.steps import Address, Step

_DEARER = {
    2: mark("Two at once cost 1 more each: {each} instead of {usual}."),
    3: mark("Three at once cost 2 more each: {each} instead of {usual}."),
}
_CHEAPER = {
    2: mark("Two at once bring 1 less each: {each} instead of {usual}."),
    3: mark("Three at once bring 2 less each: {each} instead of {usual}."),
}


class Row(NamedTuple):
    """A token: its price, who has it, and how many of it are traded."""

    token: Token
    sign: Markup
    name: str
    price: int
    bank: int
    held: int
    traded: int
    """Bought; less than none is sold."""
    less: Step
    more: Step
    why_not: str
    """No more of what is traded can be bought; of anything else the step itself says it."""


class Line(NamedTuple):
    """Of the bill: all tokens of one kind."""

    words: str
    amount: int
    """Less than nothing is paid."""
    rule: str
    """What so many at once do to the price."""


class Trading(NamedTuple):
    shares: tuple[Row, ...]
    commodities: tuple[Row, ...]
    bill: tuple[Line, ...]
    total: int
    money: int
    request: str
    is_full: bool
    """No transaction is left."""
    unpick: str

    @property
    def after(self) -> int:
        return self.money + self.total


class Trader:
    """Reads what has been picked, and offers what can be picked next."""

    def __init__(self, offers: Offers, picked: Picked, address: Address, speech: Speech) -> None:
        self._offers = offers
        self._address = address
        self._speech = speech
        self._counts = self._believed(picked)

    def trading(self) -> Trading:
        rows = tuple(self._row(token) for token in TOKENS)
        deals = _deals(self._counts)
        return Trading(
            shares=rows[: len(rows) // 2],
            commodities=rows[len(rows) // 2 :],
            bill=tuple(self._line(token, count) for token, count in self._traded()),
            total=sum(self._offers.amounts(deals)),
            money=self._offers.money,
            request=msgspec.json.encode(Trade(deals)).decode(),
            is_full=len(deals) == MOST_DEALS,
            unpick=self._address.bare,
        )

    def _believed(self, picked: Picked) -> tuple[int, ...]:
        """How many of each token are bought, or sold; none of it if it cannot be."""
        bought, sold = tokens_in(picked.buy), tokens_in(picked.sell)
        counts = tuple(bought.count(token) - sold.count(token) for token in TOKENS)
        return counts if Trade(_deals(counts)) in self._offers else (0,) * len(TOKENS)

    def _traded(self) -> list[tuple[Token, int]]:
        """What is sold, then what is bought."""
        found = [(token, count) for token, count in zip(TOKENS, self._counts, strict=True) if count]
        return sorted(found, key=lambda one: one[1] > 0)

    # What can be picked next.

    def _row(self, token: Token) -> Row:
        at, count = AT[token], self._counts[AT[token]]
        say, name = self._speech.say, token_heading(token, self._speech)
        less = say("Buy one less: {token}", token=name) if count > 0 else say("Sell one more: {token}", token=name)
        more = say("Sell one less: {token}", token=name) if count < 0 else say("Buy one more: {token}", token=name)
        further = self._step(at, 1, more)
        return Row(
            token=token,
            sign=Markup(token_sign(token)),
            name=name,
            price=self._offers.board.prices[self._offers.spaces[at]],
            bank=self._offers.bank[at],
            held=self._offers.holding[at],
            traded=count,
            less=self._step(at, -1, less),
            more=further,
            why_not="" if further.href or self._is_full() or not count else further.words,
        )

    def _step(self, at: int, by: int, words: str) -> Step:
        counts = (*self._counts[:at], self._counts[at] + by, *self._counts[at + 1 :])
        why_not = self._why_not(_deals(counts))
        return Step(why_not) if why_not else Step(words, self._href(counts))

    def _why_not(self, deals: tuple[Deal, ...]) -> str:
        hitch = self._offers.hitch(deals)
        if len(deals) <= MOST_DEALS and hitch and hitch.want == "money":
            money, cost = self._offers.money, -sum(self._offers.amounts(deals))
            return self._speech.say("You have {money}, and this would cost {cost}.", money=money, cost=cost)
        refused = no_trade(self._offers, deals)
        return refused.said(self._speech) if refused else ""

    def _href(self, counts: Sequence[int]) -> str:
        buy = [token for token, count in zip(TOKENS, counts, strict=True) for _ in range(count)]
        sell = [token for token, count in zip(TOKENS, counts, strict=True) for _ in range(-count)]
        return self._address.with_picked(buy=written(buy), sell=written(sell))

    def _is_full(self) -> bool:
        return len(_deals(self._counts)) == MOST_DEALS

    # The bill.

    def _line(self, token: Token, count: int) -> Line:
        """All of one kind, each at the same price (C5)."""
        deal = Deal("buy" if count > 0 else "sell", token)
        amounts = self._offers.amounts((deal,) * abs(count))
        say, named = self._speech.say, counted(token, abs(count), self._speech)
        if count > 0:
            words = say("Buy {tokens} at {each}", tokens=named, each=-amounts[0])
        else:
            words = say("Sell {tokens} at {each}", tokens=named, each=amounts[0])
        return Line(words, sum(amounts), self._rule(token, count, abs(amounts[0])))

    def _rule(self, token: Token, count: int, each: int) -> str:
        usual = self._offers.board.prices[self._offers.spaces[AT[token]]]
        if abs(count) == 1:
            return ""
        if count < 0 and usual + count + 1 < LEAST_PRICE:
            return self._speech.say("So many at once would bring less, but no sale brings less than 1.")
        rule = _DEARER[count] if count > 0 else _CHEAPER[-count]
        return self._speech.say(rule, each=each, usual=usual)


def _deals(counts: Sequence[int]) -> tuple[Deal, ...]:
    """What is sold first: it may pay for what is bought."""
    sold = [Deal("sell", token) for token, count in zip(TOKENS, counts, strict=True) for _ in range(-count)]
    bought = [Deal("buy", token) for token, count in zip(TOKENS, counts, strict=True) for _ in range(count)]
    return (*sold, *bought)
