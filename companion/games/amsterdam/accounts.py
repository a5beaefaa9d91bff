"""Where everybody's prestige came from, to the point, and how it grew round by round.

Asked of the facts of a game from its beginning; those of actions that were taken back are not among them.
"""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from companion.games.accounts import Account, Entered, ledger
from companion.games.amsterdam.events import AnyEvent, Prestige, Round
from companion.games.amsterdam.state import Setup
from companion.games.amsterdam.titles import card_title, colour_called, district_title, good_called, good_heading
from companion.games.speech import ENGLISH, Speech, mark
from companion.games.state import put

Source = Literal[
    "deliveries", "fast", "supervisor", "magazine", "bridges", "mouth", "market", "cards", "end_cards", "orders",
    "group", "districts", "leftovers", "penalties", "corrections",
]  # fmt: skip
SOURCES: tuple[Source, ...] = get_args(Source)

_SOURCES: dict[str, Source] = {
    "delivery": "deliveries",
    "fast": "fast",
    "supervisor": "supervisor",
    "magazine": "magazine",
    "bridges": "bridges",
    "mouth": "mouth",
    "market": "market",
    "card": "cards",
    "end_card": "end_cards",
    "orders": "orders",
    "group": "group",
    "district": "districts",
    "leftovers": "leftovers",
    "penalties": "penalties",
    "correction": "corrections",
}
"""By why a fact says that prestige was gained."""

_TITLES: dict[str, str] = {
    "deliveries": mark("Commodities delivered"),
    "fast": mark("Fast deliveries"),
    "supervisor": mark("The Supervisor"),
    "magazine": mark("Dock workers"),
    "bridges": mark("Bridges over the Amstel"),
    "mouth": mark("The mouth of the Amstel"),
    "market": mark("At the market"),
    "cards": mark("Cards used"),
    "end_cards": mark("Cards for the end of the game"),
    "orders": mark("Secret orders"),
    "group": mark("Largest group of crests"),
    "districts": mark("Crests in districts"),
    "leftovers": mark("What is left over"),
    "penalties": mark("Penalty tokens"),
    "corrections": mark("Corrections"),
}


class Point(msgspec.Struct, frozen=True):
    """How everybody stood when this round was over, or in the middle of it if it is not; round 0 is the beginning."""

    round: int
    prestige: tuple[int, ...]


def accounts(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Account, ...]:
    """One for each seat; what is counted there is prestige."""
    entered = [
        Entered(event.seat, _SOURCES[why], word, event.amount)
        for event in events
        if isinstance(event, Prestige)
        for why, _, word in [event.why.partition(":")]
    ]
    return ledger(setup.players, SOURCES, entered)


def source_heading(source: str, speech: Speech = ENGLISH) -> str:
    return speech.say(_TITLES[source])


def detail_heading(source: str, what: str, speech: Speech = ENGLISH) -> str:
    """A commodity, a district, or a card by its number."""
    if source == "deliveries":
        return good_heading(good_called(what), speech)
    return district_title(colour_called(what), speech) if source == "districts" else card_title(int(what), speech)


def prestige_over_rounds(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Point, ...]:
    """At the beginning, after each round, and as it is now."""
    points, round_, prestige = [], 0, (0,) * setup.players
    for event in events:
        match event:
            case Round(number):
                points.append(Point(round_, prestige))
                round_ = number
            case Prestige(seat, amount):
                prestige = put(prestige, seat, prestige[seat] + amount)
            case _:
                pass
    return (*points, Point(round_, prestige))
