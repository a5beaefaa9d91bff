"""Where what one wins by came from and where it went, to the last of it, whatever the game calls its sources."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec


class Entered(NamedTuple):
    """Money of one seat, from one source, for one thing if it is for any."""

    seat: int
    source: str
    what: str
    amount: int


class Detail(msgspec.Struct, frozen=True):
    """What it was for, in the word of the game."""

    what: str
    amount: int


class Line(msgspec.Struct, frozen=True):
    """All that came from one source; less than nothing where money went there."""

    source: str
    amount: int
    details: tuple[Detail, ...]


class Account(msgspec.Struct, frozen=True):
    """One seat's. There is a line for every source, in the same order for all."""

    seat: int
    lines: tuple[Line, ...]
    money: int
    """The sum of the lines, which is what the seat holds."""


def ledger(players: int, sources: Sequence[str], entered: Iterable[Entered]) -> tuple[Account, ...]:
    """One for each seat; what money was for comes in the order in which it was first entered."""
    sums: dict[tuple[int, str], dict[str, int]] = {}
    for seat, source, what, amount in entered:
        line = sums.setdefault((seat, source), {})
        line[what] = line.get(what, 0) + amount
    by_seat = [[(source, sums.get((seat, source), {})) for source in sources] for seat in range(players)]
    return tuple(_account(seat, found) for seat, found in enumerate(by_seat))


def _account(seat: int, found: Sequence[tuple[str, dict[str, int]]]) -> Account:
    lines = tuple(
        Line(source, sum(of.values()), tuple(Detail(what, amount) for what, amount in of.items() if what))
        for source, of in found
    )
    return Account(seat, lines, sum(line.amount for line in lines))
