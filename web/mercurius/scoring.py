"""What everybody is worth at the prices now, line by line; how that grew turn by turn; where the money came from; and
at the end the reckoning that decided.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from companion.games.mercurius.accounts import (
    Point,
    accounts,
    detail_heading,
    place_of,
    source_heading,
    wealth_over_turns,
)
from companion.games.mercurius.drawing import token_sign, wealth_chart
from companion.games.mercurius.events import AnyEvent
from companion.games.mercurius.reckoning import Held, final_reckoning
from companion.games.mercurius.state import Setup
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import TOKENS
from companion.snapshots import Snapshot
from companion.words import Words
from web.account_book import Accounts, account_book
from web.seating import players_of
from web.standings import Standing, standings
from web.telling import telling

_SIZES = ({"width": 320, "height": 250, "size": 12}, {"width": 900, "height": 340, "size": 14})


class Worth(NamedTuple):
    """Of one seat, tokens of one kind."""

    held: int
    amount: int


class WorthLine(NamedTuple):
    """Tokens of one kind at the price of each, by seat."""

    sign: Markup
    title: str
    price: int
    worth: tuple[Worth, ...]


class Contents(NamedTuple):
    """What the template speaks of."""

    money: tuple[int, ...]
    held: tuple[WorthLine, ...]
    lots: tuple[WorthLine, ...]
    """On the Black Market."""
    wealth: tuple[int, ...]
    charts: tuple[Markup, ...]
    """For a phone, and for wider screens."""
    accounts: Accounts
    standings: tuple[Standing, ...]
    """Once the game is over."""


def contents(snapshot: Snapshot, words: Words) -> Contents:
    view, setup = snapshot.view(None), snapshot.look.now.state.setup
    events = telling().standing_events(words)
    reckoned = final_reckoning(setup, events)
    return Contents(
        money=tuple(one.money for one in reckoned),
        held=_lines([one.holdings for one in reckoned], words),
        lots=_lines([one.lot for one in reckoned], words),
        wealth=tuple(one.wealth for one in reckoned),
        charts=_charts(setup, wealth_over_turns(setup, events), words),
        accounts=_account_book(setup, events, words),
        standings=standings(view) if view.table.winners is not None else (),
    )


def _lines(by_seat: Sequence[Sequence[Held]], words: Words) -> tuple[WorthLine, ...]:
    """One for each kind of token that anybody has."""
    found = []
    for token in TOKENS:
        held = [next((one for one in seat if one.token == token), None) for seat in by_seat]
        prices = [one.price for one in held if one]
        if prices:
            worth = tuple(Worth(one.count, one.amount) if one else Worth(0, 0) for one in held)
            found.append(WorthLine(Markup(token_sign(token)), token_heading(token, words), prices[0], worth))
    return tuple(found)


def _charts(setup: Setup, points: Sequence[Point], words: Words) -> tuple[Markup, ...]:
    """What everybody was worth when a turn was over; and at the beginning."""
    return tuple(Markup(wealth_chart(points, players_of(setup), words, **size)) for size in _SIZES)


def _account_book(setup: Setup, events: Sequence[AnyEvent], words: Words) -> Accounts:
    return account_book(
        accounts(setup, events),
        partial(source_heading, speech=words),
        partial(detail_heading, speech=words),
        detail_order=place_of,
    )
