"""Where each guilder came from, whatever the game: as a table of sources and seats, and as a bar for each seat."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games.accounts import Account, Line


class Slice(NamedTuple):
    """Of a bar, in thousandths of the longest one's length."""

    source: str
    title: str
    amount: int
    begins: float
    length: float


class Detail(NamedTuple):
    title: str
    amounts: tuple[int, ...]


class AccountLine(NamedTuple):
    """A source, and what every seat had of it."""

    source: str
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
    """In which all amounts are whole: a larger one, unless somebody put an odd one right."""


def account_book(
    all_accounts: Sequence[Account],
    source_title: Callable[[str], str],
    detail_title: Callable[[str, str], str],
    unit: int = 1,
    detail_order: Callable[[str], int] = lambda _what: 0,
) -> Accounts:
    """Of accounts that have a line for every source, in the same order; without what nobody had. `unit` is what the
    game usually counts in; details without an order of their own come as they happened."""
    lines = []
    for place in range(len(all_accounts[0].lines)):
        by_seat = [account.lines[place] for account in all_accounts]
        in_order = sorted((detail.what for line in by_seat for detail in line.details), key=detail_order)
        titles = dict.fromkeys(detail_title(by_seat[0].source, what) for what in in_order)
        lines.append(_line(by_seat, source_title, detail_title, tuple(titles)))
    used = tuple(line for line in lines if any(line.amounts))
    spent = max(_sum(account, gained=False) for account in all_accounts)
    gained = max(_sum(account, gained=True) for account in all_accounts)
    scale = 1000 / ((spent + gained) or 1)
    bars = tuple(_bar(seat, used, spent * scale, scale) for seat in range(len(all_accounts)))
    totals = tuple(account.money for account in all_accounts)
    is_round = all(amount % unit == 0 for line in used for amount in line.amounts)
    return Accounts(used, bars, spent * scale, totals, unit if is_round else 1)


def _line(
    lines: Sequence[Line],
    source_title: Callable[[str], str],
    detail_title: Callable[[str, str], str],
    titles: Sequence[str],
) -> AccountLine:
    """Of all seats."""
    source = lines[0].source
    sums = [{detail_title(source, detail.what): detail.amount for detail in line.details} for line in lines]
    details = tuple(Detail(title, tuple(amounts.get(title, 0) for amounts in sums)) for title in titles)
    return AccountLine(source, source_title(source), tuple(line.amount for line in lines), details)


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
