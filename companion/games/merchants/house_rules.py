"""Where the editions differ, or tables do, a table chooses. Each choice's default comes first."""

from collections.abc import Iterator
from itertools import product
from typing import Literal, get_args, get_type_hints

import msgspec

from companion.games.errors import BadSetup
from companion.games.speech import mark


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the English edition's, but that the deck decides the end (M32)."""

    full_district: Literal["lost", "commodity"] = "lost"
    """M9: an Amsterdam card without a free plot is lost whole, or still moves its commodity (German)."""

    double_window: Literal["200", "start"] = "200"
    """M12: a stop doubles until 200 has passed, or only until 200 is reached."""

    misbid: Literal["restart", "ignore"] = "restart"
    """M14: a stop that cannot be paid restarts the clock without that seat, or does not count at all."""

    end: Literal["deck", "1665"] = "deck"
    """M32: the game ends with the deck, or with the term in which 1665 is reached."""

    last_sand_clocks: Literal["next", "last"] = "next"
    """M33: the sand clocks left after the last term are drawn by the next player, or the last mayor (German)."""


EDITIONS = {
    "english": HouseRules(),
    "german": HouseRules(full_district="commodity", last_sand_clocks="last"),
}

TITLES: dict[str, str] = {
    "full_district": mark("A district that is full"),
    "double_window": mark("Doubling an auction"),
    "misbid": mark("A bid that cannot be paid"),
    "end": mark("The end of the game"),
    "last_sand_clocks": mark("The last sand clocks"),
}

SENTENCES: dict[str, dict[str, str]] = {
    "full_district": {
        "lost": mark("An Amsterdam card for which no building space is free is lost whole."),
        "commodity": mark("An Amsterdam card for which no building space is free still moves its commodity."),
    },
    "double_window": {
        "200": mark("Whoever stops the clock before the hand has passed 200 doubles the auction."),
        "start": mark("Whoever stops the clock before the hand reaches 200 doubles the auction; a stop at 200 buys."),
    },
    "misbid": {
        "restart": mark("The clock starts again, without the player who could not pay."),
        "ignore": mark("The press does not count, and the clock runs on."),
    },
    "end": {
        "deck": mark("The game ends with the last card of the deck, so that everybody has had as many terms."),
        "1665": mark("The game ends after the term in which 1665 is reached, even if cards are left."),
    },
    "last_sand_clocks": {
        "next": mark("The next player turns up the sand clocks that are left after the last term."),
        "last": mark("The last mayor turns up the sand clocks that are left after the last term."),
    },
}
"""What each choice of a house rule changes."""


def choices() -> dict[str, tuple[str, ...]]:
    """Every house rule with what can be chosen."""
    return {name: get_args(kind) for name, kind in get_type_hints(HouseRules).items()}


def chosen(choose: dict[str, str], every_one: bool = False) -> HouseRules:
    """House rules by name; those not named are the default's, unless every one must be."""
    table = choices()
    for name, choice in choose.items():
        if name not in table:
            raise BadSetup("There is no house rule {name}; there are {known}.", name=name, known=", ".join(table))
        if choice not in table[name]:
            known = ", ".join(table[name])
            raise BadSetup("{name} can be one of {known}, not {choice}.", name=name, known=known, choice=choice)
    if every_one and (missing := [name for name in table if name not in choose]):
        raise BadSetup("The house rule {missing} is not said.", missing=missing[0])
    return msgspec.convert(choose, HouseRules)


def every_combination() -> Iterator[HouseRules]:
    """All house rules there can be, the default first."""
    table = choices()
    for combination in product(*table.values()):
        yield msgspec.convert(dict(zip(table, combination, strict=True)), HouseRules)
