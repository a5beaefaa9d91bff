"""What the areas would pay if they were scored now, and why; what every scoring so far has paid; everybody's money over
the years; and at the end where each guilder came from.
"""

import threading
from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.chronicle import Passage, Payday
from companion.games.merchants.accounts import (
    Account,
    Point,
    Source,
    accounts,
    detail_heading,
    money_over_years,
    source_heading,
)
from companion.games.merchants.board import THOUSAND
from companion.games.merchants.drawing import money_chart
from companion.games.merchants.events import Area
from companion.games.merchants.explained import PartExplained, explained, if_scored_now
from companion.games.merchants.forecast import Part, Reckoning, forecast
from companion.games.merchants.state import Setup
from companion.games.speech import mark
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.words import Language, Words
from web.glance import Standing, standings
from web.here import Here
from web.seating import merchants_of
from web.telling import telling
from web.visitors import visitor

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


class Slice(NamedTuple):
    """Of a bar, in thousandths of the longest one's length."""

    source: Source
    title: str
    amount: int
    begins: float
    length: float


class Detail(NamedTuple):
    title: str
    amounts: tuple[int, ...]


class AccountLine(NamedTuple):
    """A source, and what every seat had of it."""

    source: Source
    title: str
    amounts: tuple[int, ...]
    details: tuple[Detail, ...]


class Accounts(NamedTuple):
    lines: tuple[AccountLine, ...]
    bars: tuple[tuple[Slice, ...], ...]
    """By seat."""
    zero: float
    """Where they begin: what was paid is drawn to the left of it."""
    totals: tuple[int, ...]
    unit: int
    """In which all amounts are whole: a thousand, unless somebody put an odd one right."""


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


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("scoring", __name__)
    page = ScoringPage(here)
    doors.add_url_rule("/scoring", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/scoring/paid", view_func=page.paid, methods=["GET"])
    return doors


class ScoringPage:
    def __init__(self, here: Here) -> None:
        self._here = here
        self._laid_out: dict[Language, tuple[Snapshot, Contents]] = {}
        self._one_at_a_time = threading.Lock()

    def show(self) -> str:
        snapshot = self._here.house.snapshot
        if snapshot is None or snapshot.view(None).game == CLOCK_ALONE:
            return render_template("scoring.html", found=None)
        found = self._contents(snapshot, visitor().words)
        return render_template("scoring.html", found=found, seats_at_table=snapshot.view(None).seats)

    def paid(self) -> Response | str:
        """The last scoring, for whoever knows the game up to a row and was not told of it yet."""
        snapshot = self._here.house.snapshot
        since = request.args.get("since", "")
        if snapshot is None or not since.isdecimal() or len(since) > 9:
            return _nothing_paid()
        words = visitor().words
        names = [seat.name for seat in snapshot.view(None).seats]
        new = [one for one in _paydays(telling().passages(words), names, words) if one.number > int(since)]
        return render_template("paid.html", payday=new[0]) if new else _nothing_paid()

    def _contents(self, snapshot: Snapshot, words: Words) -> Contents:
        """Laid out once for every snapshot and language."""
        with self._one_at_a_time:
            known = self._laid_out.get(words.language)
            if known is None or known[0] is not snapshot:
                known = snapshot, self._lay_out(snapshot, words)
                self._laid_out[words.language] = known
            return known[1]

    def _lay_out(self, snapshot: Snapshot, words: Words) -> Contents:
        view, state = snapshot.view(None), snapshot.look.now.state
        setup, over = state.setup, view.table.winners is not None
        events = telling().standing_events(words)
        ahead = () if over else forecast(state)
        return Contents(
            forecast=tuple(_forecast_card(one, setup.names, words) for one in ahead),
            all_areas=tuple(sum(one.totals[seat] for one in ahead) for seat in range(setup.players)),
            paydays=_paydays(telling().passages(words), setup.names, words),
            charts=_charts(setup, money_over_years(setup, events), words),
            accounts=account_book(accounts(setup, events), words),
            standings=standings(view) if over else (),
        )


def _nothing_paid() -> Response:
    """A new one each time: a cookie may be put into it."""
    return Response(status=204)


def _charts(setup: Setup, points: Sequence[Point], words: Words) -> tuple[Markup, ...]:
    """What everybody had when a year was over; and at the beginning."""
    years = {point.year: point.money for point in points}
    series = list(years.items())
    return tuple(Markup(money_chart(series, merchants_of(setup), words, **size)) for size in _SIZES)


def _forecast_card(reckoning: Reckoning, names: Sequence[str], words: Words) -> AreaCard:
    return _area_card(reckoning, if_scored_now(reckoning, words), names, words)


def _area_card(reckoning: Reckoning, heading: str, names: Sequence[str], words: Words) -> AreaCard:
    told = explained(reckoning, names, words)
    parts = tuple(_part_card(*pair) for pair in zip(reckoning.parts, told.parts, strict=True))
    return AreaCard(reckoning.area, told.title, heading, parts, reckoning.totals)


def _part_card(part: Part, told: PartExplained) -> PartCard:
    earned = tuple(Earned(seat, part.amounts[seat]) for seat in (*part.first, *part.second))
    return PartCard(part.rank, told.title, told.why, told.paid, earned)


def _paydays(passages: Sequence[Passage], names: Sequence[str], words: Words) -> tuple[PaydayCard, ...]:
    """The newest first, without what was taken back."""
    return tuple(_payday_card(one, names, words) for one in reversed(passages) if one.scorings and one.stands)


def _payday_card(passage: Passage, names: Sequence[str], words: Words) -> PaydayCard:
    paid = passage.scorings
    last = paid[-1].reckoning
    gains = [sum(payday.reckoning.totals[seat] for payday in paid) for seat in range(len(names))]
    return PaydayCard(
        number=passage.number,
        year=passage.year,
        title=words.say("The final scoring") if last.is_final else words.say(_PAID[last.area]),
        areas=tuple(_paid_card(payday, names, words) for payday in paid),
        purses=tuple(Purse(seat, paid[0].money[seat], gain) for seat, gain in enumerate(gains)),
    )


def _paid_card(payday: Payday, names: Sequence[str], words: Words) -> AreaCard:
    return _area_card(payday.reckoning, words.say(_PAID[payday.reckoning.area]), names, words)


# Where each guilder came from.


def account_book(all_accounts: Sequence[Account], words: Words) -> Accounts:
    """As a table, without what nobody had, and as a bar for each seat."""
    lines = [_account_line(place, all_accounts, words) for place in range(len(all_accounts[0].lines))]
    used = tuple(line for line in lines if any(line.amounts))
    spent = max(_sum(account, gained=False) for account in all_accounts)
    gained = max(_sum(account, gained=True) for account in all_accounts)
    scale = 1000 / ((spent + gained) or 1)
    bars = tuple(_bar(seat, used, spent * scale, scale) for seat in range(len(all_accounts)))
    totals = tuple(account.money for account in all_accounts)
    is_round = all(amount % THOUSAND == 0 for line in used for amount in line.amounts)
    return Accounts(used, bars, spent * scale, totals, THOUSAND if is_round else 1)


def _account_line(place: int, all_accounts: Sequence[Account], words: Words) -> AccountLine:
    lines = [account.lines[place] for account in all_accounts]
    source = lines[0].source
    whats = dict.fromkeys(detail.what for line in lines for detail in line.details)
    sums = [{detail.what: detail.amount for detail in line.details} for line in lines]
    details = tuple(
        Detail(detail_heading(source, what, words), tuple(amounts.get(what, 0) for amounts in sums)) for what in whats
    )
    return AccountLine(source, source_heading(source, words), tuple(line.amount for line in lines), details)


def _sum(account: Account, *, gained: bool) -> int:
    return sum(abs(line.amount) for line in account.lines if (line.amount > 0) == gained)


def _bar(seat: int, lines: Sequence[AccountLine], zero: float, scale: float) -> tuple[Slice, ...]:
    """What came in to the right of the zero, what went out to the left of it."""
    slices, right, left = [], zero, zero
    for line in lines:
        amount = line.amounts[seat]
        length = abs(amount) * scale
        if amount > 0:
            slices.append(Slice(line.source, line.title, amount, right, length))
            right += length
        elif amount < 0:
            left -= length
            slices.append(Slice(line.source, line.title, amount, left, length))
    return tuple(slices)
