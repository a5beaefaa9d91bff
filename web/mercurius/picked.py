"""What has been picked so far of a turn, as the page's address says it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.mercurius.tokens import TOKENS, Token
from web.steps import is_about

MOST_NAMED = 9
"""Things that an address can name at once: more than can be picked."""


class Picked(NamedTuple):
    way: str = ""
    """Another one than to trade and to play a price card: `black_market`, `dividend` or `news`."""
    buy: str = ""
    sell: str = ""
    lot: str = ""
    chamber: str = ""
    card: str = ""
    thrown: str = ""
    """Places in the hand."""


def picked_in(address: Mapping[str, str], after: str) -> Picked:
    """Nothing, if it was picked when something else was asked."""
    if not is_about(address, after):
        return Picked()
    return Picked(*(address.get(name, "") for name in Picked._fields))


def tokens_in(text: str) -> tuple[Token, ...]:
    """In their order, whatever was written."""
    named = text.split(",")[:MOST_NAMED]
    return tuple(token for token in TOKENS for one in named if one == token)


def written(tokens: Iterable[str]) -> str:
    return ",".join(tokens)


def places_in(text: str, there: Sequence[object]) -> tuple[int, ...]:
    """In their order, each once."""
    named = text.split(",")[:MOST_NAMED]
    return tuple(place for place in range(len(there)) if str(place) in named)
