"""How everybody would stand if the game ended now, line by line; how prestige grew round by round, and where it came
from; and at the end the reckoning that decided.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from companion.games.amsterdam.accounts import Point, accounts, detail_heading, prestige_over_rounds, source_heading
from companion.games.amsterdam.drawing import prestige_chart
from companion.games.amsterdam.events import AnyEvent
from companion.games.amsterdam.reckoning import Counted, Reckoning, final_reckoning, line_heading, reckoning, would_win
from companion.games.amsterdam.state import Setup, State
from companion.snapshots import Snapshot
from companion.words import Words
from web.account_book import Accounts, account_book
from web.seating import players_of
from web.standings import Standing, standings
from web.telling import telling

_SIZES = ({"width": 320, "height": 250, "size": 12}, {"width": 900, "height": 340, "size": 14})


class Line(NamedTuple):
    """Of the reckoning, by seat."""

    title: str
    counted: tuple[Counted, ...]


class Contents(NamedTuple):
    """What the template speaks of."""

    lines: tuple[Line, ...]
    totals: tuple[int, ...]
    ahead: str
    """Who would win if the game ended now."""
    charts: tuple[Markup, ...]
    """For a phone, and for wider screens."""
    accounts: Accounts
    standings: tuple[Standing, ...]
    """Once the game is over."""


def contents(snapshot: Snapshot, words: Words) -> Contents:
    view = snapshot.view(None)
    state: State = snapshot.look.now.state
    setup, events, is_over = state.setup, telling().standing_events(words), state.winners is not None
    reckoned = final_reckoning(setup, events) if is_over else reckoning(state)
    return Contents(
        lines=_lines(reckoned, words),
        totals=tuple(one.total for one in reckoned),
        ahead="" if is_over else setup.names[would_win(state)],
        charts=_charts(setup, prestige_over_rounds(setup, events), words),
        accounts=_account_book(setup, events, words),
        standings=standings(view) if is_over else (),
    )


def _lines(reckoned: Sequence[Reckoning], words: Words) -> tuple[Line, ...]:
    by_line = zip(*(one.lines for one in reckoned), strict=True)
    return tuple(Line(line_heading(line[0].why, words), line) for line in by_line)


def _charts(setup: Setup, points: Sequence[Point], words: Words) -> tuple[Markup, ...]:
    return tuple(Markup(prestige_chart(points, players_of(setup), words, **size)) for size in _SIZES)


def _account_book(setup: Setup, events: Sequence[AnyEvent], words: Words) -> Accounts:
    return account_book(
        accounts(setup, events), partial(source_heading, speech=words), partial(detail_heading, speech=words)
    )
