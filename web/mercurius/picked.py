"""What has been picked so far of a turn, as the page's address says it: so every step works without script and can be
gone back on. Nothing of it is believed before the rules allow it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from companion.games.mercurius.tokens import TOKENS, Token

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


class Step(NamedTuple):
    """Something that can be tapped; without an address, why it cannot be."""

    words: str
    href: str = ""


class Address:
    """Of this page, with something picked."""

    def __init__(self, path: str, after: str) -> None:
        self._path = path
        self._after = after
        self.bare = path

    def with_picked(self, **picked: str) -> str:
        named = {"after": self._after, **{name: value for name, value in picked.items() if value}}
        return f"{self._path}?{urlencode(named)}"


def picked_in(address: Mapping[str, str], after: str) -> Picked:
    """Nothing, if it was picked when something else was asked."""
    if address.get("after") != after:
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
