"""All that may be answered to the question of trading: thousands of trades, a Black Market, a dividend. They are judged
one by one and listed only if somebody asks for all of them.

What is asked of a trade (C5): the more of one kind, the dearer each that is bought and the cheaper each that is sold;
and one deal after the other there must be the money, the token in the bank, or the token in hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations_with_replacement, islice
from random import Random
from typing import Literal, NamedTuple, overload

from companion.games.mercurius.actions import (
    BUYS,
    DEALS,
    SALES,
    AnyAction,
    BlackMarket,
    Deal,
    Dividend,
    Trade,
)
from companion.games.mercurius.board import Board
from companion.games.mercurius.state import State
from companion.games.mercurius.tokens import AT, CHAMBERS, TOKENS, Chamber, Token

MOST_DEALS = 3
MOST_IN_A_LOT = 3
LEAST_PRICE = 1
"""That a sale pays (C5)."""

OFTEN_SPECIAL = 0.1
"""How often one drawn by chance is no trade, if it need not be."""

PASS = Trade(())


class Hitch(NamedTuple):
    """Why a trade cannot be: at which deal, and for want of what."""

    deal: int
    want: Literal["bank", "holding", "money"]


@dataclass(slots=True)
class Offers(Sequence[AnyAction]):
    """What one seat may do when it trades; to pass is always among it. No struct, for it is a sequence."""

    board: Board
    spaces: tuple[int, ...]
    money: int
    bank: tuple[int, ...]
    holding: tuple[int, ...]
    black_market: bool
    """Whether that card can still be played."""
    chambers: tuple[Chamber, ...]
    """Those that a Dividend card can still be played for."""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Trade):
            return len(action.deals) <= MOST_DEALS and self.hitch(action.deals) is None
        if isinstance(action, BlackMarket):
            return self.black_market and self.is_lot(action.tokens)
        return isinstance(action, Dividend) and action.chamber in self.chambers

    def __iter__(self) -> Iterator[AnyAction]:
        """Trades by their deals, then Black Markets, then dividends."""
        return chain(self._trades(()), self._black_markets(MOST_IN_A_LOT), map(Dividend, self.chambers))

    def __len__(self) -> int:
        """Counts them all, which takes its time."""
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, place: int) -> AnyAction: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[AnyAction, ...]: ...

    def __getitem__(self, place: int | slice) -> AnyAction | tuple[AnyAction, ...]:
        """As slow as counting, but for the first ones."""
        if isinstance(place, slice) or place < 0:
            return tuple(self)[place]
        for action in islice(self, place, None):
            return action
        raise IndexError(place)

    def amounts(self, deals: tuple[Deal, ...]) -> list[int]:
        """What each deal brings, less than nothing where it costs."""
        prices, spaces = self.board.prices, self.spaces
        found = []
        for deal in deals:
            price = prices[spaces[AT[deal.token]]]
            more = deals.count(deal) - 1
            found.append(-price - more if deal.kind == "buy" else max(price - more, LEAST_PRICE))
        return found

    def hitch(self, deals: tuple[Deal, ...]) -> Hitch | None:
        """The first thing that is in the way of these deals, whatever their number."""
        money = self.money
        for place, (deal, amount) in enumerate(zip(deals, self.amounts(deals), strict=True)):
            at = AT[deal.token]
            money += amount
            bought = 0
            for earlier in deals[:place]:
                if earlier.token == deal.token:
                    bought += 1 if earlier.kind == "buy" else -1
            if deal.kind == "sell":
                if self.holding[at] + bought <= 0:
                    return Hitch(place, "holding")
            elif self.bank[at] <= bought:
                return Hitch(place, "bank")
            elif money < 0:
                return Hitch(place, "money")
        return None

    def is_lot(self, tokens: tuple[Token, ...]) -> bool:
        """Whether these tokens can go onto the Black Market card (C6), and are named in their order."""
        places = [AT[token] for token in tokens]
        return (
            0 < len(tokens) <= MOST_IN_A_LOT
            and places == sorted(places)
            and all(self.holding[at] >= places.count(at) for at in places)
        )

    def firsts(self) -> tuple[AnyAction, ...]:
        """To pass, and every way to begin: as many as can be listed."""
        deals = [Trade((deal,)) for deal in DEALS if self.hitch((deal,)) is None]
        return PASS, *deals, *self._black_markets(1), *map(Dividend, self.chambers)

    def drawn(self, chance: Random) -> AnyAction:
        """One of them by chance, found deal by deal. Any of them may come, but not equally often."""
        if chance.random() < OFTEN_SPECIAL and (special := self._special(chance)):
            return special
        deals: tuple[Deal, ...] = ()
        for _ in range(int(chance.random() * (MOST_DEALS + 1))):
            ways = BUYS if chance.random() * 2 < 1 else SALES
            longer = (*deals, ways[int(chance.random() * len(ways))])
            if self.hitch(longer) is None:
                deals = longer
        return Trade(deals) if deals else PASS

    def _special(self, chance: Random) -> AnyAction | None:
        """A dividend or a Black Market, whichever can be."""
        held = [token for token, count in zip(TOKENS, self.holding, strict=True) for _ in range(count)]
        if self.black_market and held and (not self.chambers or chance.random() * 2 < 1):
            count = min(len(held), 1 + int(chance.random() * MOST_IN_A_LOT))
            return BlackMarket(tuple(sorted(chance.sample(held, count), key=AT.__getitem__)))
        return Dividend(self.chambers[int(chance.random() * len(self.chambers))]) if self.chambers else None

    def _trades(self, deals: tuple[Deal, ...]) -> Iterator[Trade]:
        """This one and all that begin with it: whatever is left of a trade that can be can be itself."""
        yield Trade(deals)
        if len(deals) < MOST_DEALS:
            for deal in DEALS:
                longer = (*deals, deal)
                if self.hitch(longer) is None:
                    yield from self._trades(longer)

    def _black_markets(self, most: int) -> Iterator[BlackMarket]:
        held = [token for token, count in zip(TOKENS, self.holding, strict=True) if count and self.black_market]
        for count in range(1, most + 1):
            for tokens in combinations_with_replacement(held, count):
                if self.is_lot(tokens):
                    yield BlackMarket(tokens)


def offers(state: State, seat: int) -> Offers:
    """What this seat may answer when it is asked to trade."""
    specials, paid = state.specials[seat], state.paid
    return Offers(
        state.setup.board,
        state.spaces,
        state.money[seat],
        state.bank,
        state.holdings[seat],
        "black_market" in specials,
        _unpaid(paid) if "dividend" in specials else (),
    )


@cache
def _unpaid(paid: tuple[Chamber, ...]) -> tuple[Chamber, ...]:
    return tuple(chamber for chamber in CHAMBERS if chamber not in paid)
