"""What the areas would pay if they were scored now, and why; what every scoring so far has paid; everybody's money over
the years; and at the end where each guilder came from.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from companion.chronicle import Passage, Payday
from companion.games.merchants.accounts import (
    Point,
    accounts,
    detail_heading,
    money_over_years,
    source_heading,
)
from companion.games.merchants.board import THOUSAND
from companion.games.merchants.drawing import money_chart
from companion.games.merchants.events import AnyEvent, Area
from companion.games.merchants.explained import PartExplained, explained, if_scored_now
from companion.games.merchants.forecast import Part, Reckoning, forecast
from companion.games.merchants.state import Setup
from companion.games.speech import mark
from companion.snapshots import Snapshot
from companion.words import Words
from web.account_book import Accounts, account_book
from web.seating import players_of
from web.standings import Standing, standings
from web.telling import telling

_PAID: dict[Area, str] = {
    "market": mark("The market is scored"),
    "amsterdam": mark("Amsterdam is scored"),
    "colonies": mark("The colonies are scored"),
}
_SIZES = ({"width": 320, "height": 250, "size": 12}, {"width": 900, "height": 340, "size": 14})


class Earned(NamedTuple):
    seat: int
    amount: int


class PartCard(NamedTuple):
    """A track, district or region: its rank, who earns what, and why."""

    rank: int
    title: str
    why: str
    paid: tuple[str, ...]
    earned: tuple[Earned, ...]
    """First place first."""


class AreaCard(NamedTuple):
    area: Area
    title: str
    heading: str
    parts: tuple[PartCard, ...]
    totals: tuple[int, ...]


class Purse(NamedTuple):
    seat: int
    before: int
    gain: int

    @property
    def after(self) -> int:
        return self.before + self.gain


class PaydayCard(NamedTuple):
    """All that was scored in one year."""

    number: int
    """Of the row in which it was."""
    year: str
    title: str
    areas: tuple[AreaCard, ...]
    purses: tuple[Purse, ...]


class Contents(NamedTuple):
    """What the templates speak of."""

    forecast: tuple[AreaCard, ...]
    all_areas: tuple[int, ...]
    """What each seat would get in all."""
    paydays: tuple[PaydayCard, ...]
    """The newest first."""
    charts: tuple[Markup, ...]
    """For a phone, and for wider screens."""
    accounts: Accounts
    standings: tuple[Standing, ...]
    """Once the game is over."""


def contents(snapshot: Snapshot, words: Words) -> Contents:
    view, state = snapshot.view(None), snapshot.look.now.state
    setup, over = state.setup, view.table.winners is not None
    events = telling().standing_events(words)
    ahead = () if over else forecast(state)
    return Contents(
        forecast=tuple(_forecast_card(one, setup.names, words) for one in ahead),
        all_areas=tuple(sum(one.totals[seat] for one in ahead) for seat in range(setup.players)),
        paydays=paydays(telling().passages(words), setup.names, words),
        charts=_charts(setup, money_over_years(setup, events), words),
        accounts=book(setup, events, words),
        standings=standings(view) if over else (),
    )


def book(setup: Setup, events: Sequence[AnyEvent], words: Words) -> Accounts:
    return account_book(
        accounts(setup, events),
        partial(source_heading, speech=words),
        partial(detail_heading, speech=words),
        THOUSAND,
    )


def _charts(setup: Setup, points: Sequence[Point], words: Words) -> tuple[Markup, ...]:
    """What everybody had when a year was over; and at the beginning."""
    years = {point.year: point.money for point in points}
    series = list(years.items())
    return tuple(Markup(money_chart(series, players_of(setup), words, **size)) for size in _SIZES)


def _forecast_card(reckoning: Reckoning, names: Sequence[str], words: Words) -> AreaCard:
    return _area_card(reckoning, if_scored_now(reckoning, words), names, words)


def _area_card(reckoning: Reckoning, heading: str, names: Sequence[str], words: Words) -> AreaCard:
    told = explained(reckoning, names, words)
    parts = tuple(_part_card(*pair) for pair in zip(reckoning.parts, told.parts, strict=True))
    return AreaCard(reckoning.area, told.title, heading, parts, reckoning.totals)


def _part_card(part: Part, told: PartExplained) -> PartCard:
    earned = tuple(Earned(seat, part.amounts[seat]) for seat in (*part.first, *part.second))
    return PartCard(part.rank, told.title, told.why, told.paid, earned)


def paydays(passages: Sequence[Passage], names: Sequence[str], words: Words) -> tuple[PaydayCard, ...]:
    """The newest first, without what was taken back."""
    return tuple(_payday_card(one, names, words) for one in reversed(passages) if one.scorings and one.stands)


def _payday_card(passage: Passage, names: Sequence[str], words: Words) -> PaydayCard:
    paid = passage.scorings
    last = paid[-1].reckoning
    gains = [sum(payday.reckoning.totals[seat] for payday in paid) for seat in range(len(names))]
    return PaydayCard(
        number=passage.number,
        year=passage.chapter.when if passage.chapter else "",
        title=words.say("The final scoring") if last.is_final else words.say(_PAID[last.area]),
        areas=tuple(_paid_card(payday, names, words) for payday in paid),
        purses=tuple(Purse(seat, paid[0].money[seat], gain) for seat, gain in enumerate(gains)),
    )


def _paid_card(payday: Payday, names: Sequence[str], words: Words) -> AreaCard:
    return _area_card(payday.reckoning, words.say(_PAID[payday.reckoning.area]), names, words)
