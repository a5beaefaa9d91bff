"""What a trade would cost, deal by deal, while somebody is still putting it together."""

import msgspec

from companion.games.errors import Illegal
from companion.games.mercurius.actions import Deal
from companion.games.mercurius.offers import offers
from companion.games.mercurius.refusals import no_trade
from companion.games.mercurius.state import State


class Quoted(msgspec.Struct, frozen=True):
    """One deal: what it brings, less than nothing where it costs, and the money there is after it."""

    deal: Deal
    amount: int
    money: int


class Quote(msgspec.Struct, frozen=True):
    deals: tuple[Quoted, ...]
    total: int
    """What all of it brings, less than nothing where it costs."""
    money: int
    """That there is in the end; less than nothing where it does not suffice."""
    refused: Illegal | None
    """Why it cannot be, if it cannot."""


def quote(state: State, seat: int, deals: tuple[Deal, ...]) -> Quote:
    """For these deals as they are so far (C5)."""
    offered = offers(state, seat)
    money = offered.money
    found = []
    for deal, amount in zip(deals, offered.amounts(deals), strict=True):
        money += amount
        found.append(Quoted(deal, amount, money))
    return Quote(tuple(found), money - offered.money, money, no_trade(offered, deals))
