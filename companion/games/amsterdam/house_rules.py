"""What a table can agree on before a game: how long it is, and which expansions are played (A1, A10)."""

from collections.abc import Mapping

import msgspec

from companion.games.errors import BadSetup
from companion.games.speech import mark


class HouseRules(msgspec.Struct, frozen=True):
    short: bool = False
    """Ten rounds, from the third on."""
    workers: bool = False
    """Supervisor and Bailiff."""
    orders: bool = False
    """Secret orders."""
    marketeer: bool = False
    tiles: bool = False
    """Extra market tiles."""


RULES_IN_WORDS: dict[str, str] = {
    "short": mark("The short game: ten rounds, from the third on"),
    "workers": mark("Supervisor and Bailiff"),
    "orders": mark("Secret orders"),
    "marketeer": mark("The black-marketeer"),
    "tiles": mark("Extra market tiles"),
}
"""What each of them is called on the box."""

EXPANSIONS = ("workers", "orders", "marketeer", "tiles")


def written(rules: HouseRules) -> dict[str, str]:
    """Those that are played, as a record says it."""
    return {name: "yes" for name in RULES_IN_WORDS if getattr(rules, name)}


def read(said: Mapping[str, str]) -> HouseRules:
    for name, value in said.items():
        if name not in RULES_IN_WORDS:
            raise BadSetup(
                "There is no house rule {name}; there are {known}.", name=name, known=", ".join(RULES_IN_WORDS)
            )
        if value != "yes":
            raise BadSetup("The house rule {name} can only be yes, not {value}.", name=name, value=value)
    return HouseRules(**dict.fromkeys(said, True))
