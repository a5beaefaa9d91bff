"""What can be done instead of transactions: a lot for the Black Market, put together token by token, or a dividend of
one chamber, with what everybody would get.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from companion.games.mercurius.actions import BlackMarket, Dividend
from companion.games.mercurius.cardboard import consequences
from companion.games.mercurius.decide import Moment
from companion.games.mercurius.drawing import token_sign
from companion.games.mercurius.offers import MOST_IN_A_LOT, Offers
from companion.games.mercurius.outlook import forecast, turns_to_come
from companion.games.mercurius.refusals import refusal
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import AT, CHAMBERS, TOKENS, Chamber, Token
from companion.games.speech import Speech
from web.confirm import Confirm
from web.mercurius.picked import Picked, tokens_in, written
from web.steps import Address, Step


class LotRow(NamedTuple):
    """Tokens of one kind that the seat has, and how many of them go onto the card."""

    token: Token
    sign: Markup
    name: str
    price: int
    held: int
    offered: int
    less: Step
    more: Step


class LotOffer(NamedTuple):
    rows: tuple[LotRow, ...]
    confirm: Confirm | None
    is_full: bool
    is_last: bool
    """It is sold at the end of the game, for there is no other turn."""
    unpick: str


class Gain(NamedTuple):
    seat: int
    amount: int


class Payer(NamedTuple):
    """A chamber, what it would pay for each share, and to whom how much."""

    chamber: Chamber
    sign: Markup
    name: str
    price: int
    each: int
    gains: tuple[Gain, ...]
    choose: Step
    is_picked: bool


class DividendOffer(NamedTuple):
    payers: tuple[Payer, ...]
    confirm: Confirm | None
    unpick: str


class Instead:
    """For the seat that is asked to trade."""

    def __init__(self, now: Moment, seat: int, offers: Offers, address: Address, speech: Speech) -> None:
        self._now = now
        self._seat = seat
        self._offers = offers
        self._address = address
        self._speech = speech

    def ways(self) -> tuple[Step, ...]:
        """Both cards, or why one cannot be played."""
        say = self._speech.say
        nothing = None if any(self._offers.holding) else say("You have no tokens for the Black Market.")
        return (
            self._way(say("Black Market"), "black_market", self._no_black_market() or nothing),
            self._way(say("Dividend"), "dividend", self._no_dividend()),
        )

    def _way(self, words: str, way: str, why_not: str | None) -> Step:
        return Step(why_not) if why_not else Step(words, self._address.with_picked(way=way))

    def _no_black_market(self) -> str | None:
        return None if self._offers.black_market else self._why_not(BlackMarket(()))

    def _no_dividend(self) -> str | None:
        return None if self._offers.chambers else self._why_not(Dividend(CHAMBERS[0]))

    def _why_not(self, action: BlackMarket | Dividend) -> str:
        return refusal(self._now.state, self._seat, action).said(self._speech)

    def _confirm(self, action: BlackMarket | Dividend, *more: str) -> Confirm:
        told = consequences(self._now, self._seat, action, self._speech)
        return Confirm((*told, *more), msgspec.json.encode(action).decode())

    def _price(self, token: Token) -> int:
        return self._offers.board.prices[self._offers.spaces[AT[token]]]

    # The Black Market.

    def lot(self, picked: Picked) -> LotOffer:
        lot = tokens_in(picked.lot)
        if BlackMarket(lot) not in self._offers:
            lot = ()
        held = [token for token, count in zip(TOKENS, self._offers.holding, strict=True) if count]
        return LotOffer(
            rows=tuple(self._lot_row(token, lot) for token in held),
            confirm=self._confirm(BlackMarket(lot), *self._worth(lot)) if lot else None,
            is_full=len(lot) == MOST_IN_A_LOT,
            is_last=turns_to_come(self._now.state, self._seat) == 1,
            unpick=self._address.bare,
        )

    def _lot_row(self, token: Token, lot: tuple[Token, ...]) -> LotRow:
        say, name = self._speech.say, token_heading(token, self._speech)
        fewer = [*lot]
        if token in lot:
            fewer.remove(token)
        more = tuple(sorted((*lot, token), key=AT.__getitem__))
        can_add, can_take = BlackMarket(more) in self._offers, token in lot
        return LotRow(
            token=token,
            sign=Markup(token_sign(token)),
            name=name,
            price=self._price(token),
            held=self._offers.holding[AT[token]],
            offered=lot.count(token),
            less=self._lot_step(say("One less: {token}", token=name), fewer, can_be=can_take),
            more=self._lot_step(say("One more: {token}", token=name), more, can_be=can_add),
        )

    def _lot_step(self, words: str, lot: Sequence[Token], *, can_be: bool) -> Step:
        return Step(words, self._address.with_picked(way="black_market", lot=written(lot)) if can_be else "")

    def _worth(self, lot: tuple[Token, ...]) -> tuple[str, ...]:
        """Now, and when it will be sold if nobody played another card (C6)."""
        say, prices = self._speech.say, self._offers.board.prices
        then = forecast(self._now.state)
        now = sum(self._price(token) for token in lot)
        later = sum(prices[then[AT[token]]] for token in lot)
        return (
            say("At the prices now they would bring {amount}.", amount=now),
            say("After the cards that lie out now they would bring {amount}.", amount=later),
        )

    # A dividend.

    def dividend(self, picked: Picked) -> DividendOffer:
        chosen = next((chamber for chamber in self._offers.chambers if chamber == picked.chamber), None)
        return DividendOffer(
            payers=tuple(self._payer(chamber, is_picked=chamber == chosen) for chamber in CHAMBERS),
            confirm=self._confirm(Dividend(chosen)) if chosen else None,
            unpick=self._address.bare,
        )

    def _payer(self, chamber: Chamber, *, is_picked: bool) -> Payer:
        state, at = self._now.state, AT[chamber]
        each = self._offers.board.dividends[self._offers.spaces[at]]
        words = self._speech.say("Let {chamber} pay", chamber=token_heading(chamber, self._speech))
        href = self._address.with_picked(way="dividend", chamber=chamber)
        can_pay = Dividend(chamber) in self._offers
        return Payer(
            chamber=chamber,
            sign=Markup(token_sign(chamber)),
            name=token_heading(chamber, self._speech),
            price=self._price(chamber),
            each=each,
            gains=tuple(Gain(seat, each * held[at]) for seat, held in enumerate(state.holdings) if held[at]),
            choose=Step(words, href) if can_pay else Step(self._why_not(Dividend(chamber))),
            is_picked=is_picked,
        )
