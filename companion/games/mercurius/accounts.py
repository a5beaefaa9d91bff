"""Where everybody's money came from and where it went, to the guilder, and how wealth grew turn by turn.

Asked of the facts of a game from its beginning; those of actions that were taken back are not among them.
"""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from companion.games.accounts import Account, Entered, ledger
from companion.games.events import Money
from companion.games.mercurius.events import AnyEvent, Turn
from companion.games.mercurius.evolve import CHANGES
from companion.games.mercurius.state import Setup, State, empty_state, wealth
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import TOKENS
from companion.games.speech import ENGLISH, Speech, mark

Source = Literal[
    "start", "bought", "sold", "black_market", "dividends", "final_holdings", "final_lot", "corrections",
]  # fmt: skip
SOURCES: tuple[Source, ...] = get_args(Source)

_SOURCES: dict[str, Source] = {
    "start": "start",
    "buy": "bought",
    "sell": "sold",
    "black_market": "black_market",
    "dividend": "dividends",
    "final": "final_holdings",
    "final_lot": "final_lot",
    "correction": "corrections",
}
"""By why a fact says that money moved."""

_PLACES: dict[str, int] = {token: place for place, token in enumerate(TOKENS)}


_TITLES: dict[str, str] = {
    "start": mark("Starting capital"),
    "bought": mark("Bought from the bank"),
    "sold": mark("Sold to the bank"),
    "black_market": mark("Sold on the Black Market"),
    "dividends": mark("Dividends"),
    "final_holdings": mark("Sold at the end"),
    "final_lot": mark("Sold at the end from the Black Market"),
    "corrections": mark("Corrections"),
}


class Point(msgspec.Struct, frozen=True):
    """How everybody stood when this turn was over, or in the middle of it if it is not; seat None is the beginning."""

    round: int
    seat: int | None
    money: tuple[int, ...]
    wealth: tuple[int, ...]


def place_of(what: str) -> int:
    """Among the tokens; what is for none of them comes first."""
    return _PLACES.get(what, -1)


def accounts(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Account, ...]:
    """One for each seat. What was traded is told by its token, in the order of the tokens."""
    entered = [
        Entered(event.seat, _SOURCES[why], token, event.amount)
        for event in events
        if isinstance(event, Money)
        for why, _, token in [event.why.partition(":")]
    ]
    return ledger(setup.players, SOURCES, sorted(entered, key=lambda one: place_of(one.what)))


def source_heading(source: str, speech: Speech = ENGLISH) -> str:
    return speech.say(_TITLES[source])


def detail_heading(_source: str, what: str, speech: Speech = ENGLISH) -> str:
    return token_heading(TOKENS[_PLACES[what]], speech)


def wealth_over_turns(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Point, ...]:
    """At the beginning, after each turn, and as it is now."""
    state = empty_state(setup)
    points = []
    for event in events:
        if isinstance(event, Turn):
            points.append(_point(state))
        CHANGES[type(event)](state, event)
    return (*points, _point(state))


def _point(state: State) -> Point:
    standing = tuple(wealth(state, seat) for seat in range(state.setup.players))
    return Point(state.round, None if state.round == 0 else state.seat, state.money, standing)
