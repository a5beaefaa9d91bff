"""Everything a player can do in a turn, as small values that the journal, the record and the phone all speak."""

from typing import Literal

import msgspec

from companion.games.actions import Action
from companion.games.mercurius.tokens import TOKENS, Chamber, Token

Way = Literal["buy", "sell"]

HIDDEN = "hidden"
"""A card that is not known: in a hand of the table's own cards, and in everybody else's hand."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One token bought from the bank, or sold to it."""

    kind: Way
    token: Token


class Trade(Action, frozen=True, tag="trade", omit_defaults=False):
    """Up to three deals, one after the other; none to pass."""

    deals: tuple[Deal, ...]


class BlackMarket(Action, frozen=True, tag="black_market"):
    """Instead of trading: own tokens onto the Black Market card, in the order of the tokens."""

    tokens: tuple[Token, ...]


class Dividend(Action, frozen=True, tag="dividend"):
    """Instead of trading: a chamber pays all who hold its shares."""

    chamber: Chamber


class PlayCard(Action, frozen=True, tag="card"):
    """A price card onto the own board."""

    card: str


class News(Action, frozen=True, tag="news"):
    """Instead of a price card: the News card, with cards of the hand thrown away, in the hand's order."""

    thrown: tuple[str, ...]


AnyAction = Trade | BlackMarket | Dividend | PlayCard | News

BUYS: tuple[Deal, ...] = tuple(Deal("buy", token) for token in TOKENS)
SALES: tuple[Deal, ...] = tuple(Deal("sell", token) for token in TOKENS)
DEALS = BUYS + SALES
"""All there can be."""
