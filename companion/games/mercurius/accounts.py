"""Where everybody's money came from and where it went, to the guilder, and how wealth grew turn by turn.

Asked of the facts of a game from its beginning; those of actions that were taken back are not among them.
"""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from companion.games.events import Money
from companion.games.mercurius.events import AnyEvent, Turn
from companion.games.mercurius.evolve import CHANGES
from companion.games.mercurius.state import Setup, State, empty_state, wealth
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import TOKENS, Token
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

_TITLES: dict[Source, str] = {
    "start": mark("Starting capital"),
    "bought": mark("Bought from the bank"),
    "sold": mark("Sold to the bank"),
    "black_market": mark("Sold on the Black Market"),
    "dividends": mark("Dividends"),
    "final_holdings": mark("Sold at the end"),
    "final_lot": mark("Sold at the end from the Black Market"),
    "corrections": mark("Corrections"),
}


class Detail(msgspec.Struct, frozen=True):
    """Of one kind of token."""

    token: Token
    amount: int


class Line(msgspec.Struct, frozen=True):
    """All that came from one source; less than nothing where money went there."""

    source: Source
    amount: int
    details: tuple[Detail, ...]


class Account(msgspec.Struct, frozen=True):
    """One seat's. There is a line for every source, in the same order for all."""

    seat: int
    lines: tuple[Line, ...]
    money: int
    """The sum of the lines, which is what the seat holds."""


class Point(msgspec.Struct, frozen=True):
    """How everybody stood when this turn was over, or in the middle of it if it is not; seat None is the beginning."""

    round: int
    seat: int | None
    money: tuple[int, ...]
    wealth: tuple[int, ...]


def accounts(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Account, ...]:
    """One for each seat."""
    ledger: dict[tuple[int, Source], dict[str, int]] = {}
    for event in events:
        if isinstance(event, Money):
            why, _, token = event.why.partition(":")
            sums = ledger.setdefault((event.seat, _SOURCES[why]), {})
            sums[token] = sums.get(token, 0) + event.amount
    return tuple(_account(seat, ledger) for seat in range(setup.players))


def _account(seat: int, ledger: dict[tuple[int, Source], dict[str, int]]) -> Account:
    lines = tuple(_line(source, ledger.get((seat, source), {})) for source in SOURCES)
    return Account(seat, lines, sum(line.amount for line in lines))


def _line(source: Source, sums: dict[str, int]) -> Line:
    details = tuple(Detail(token, sums[token]) for token in TOKENS if token in sums)
    return Line(source, sum(sums.values()), details)


def source_heading(source: Source, speech: Speech = ENGLISH) -> str:
    return speech.say(_TITLES[source])


def detail_heading(detail: Detail, speech: Speech = ENGLISH) -> str:
    return token_heading(detail.token, speech)


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
