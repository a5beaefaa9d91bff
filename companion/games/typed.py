"""Answers with something typed in them: each field from values of its own, every combination legal, and far more of
them than anybody would list. They are counted and found by arithmetic, and made when somebody looks.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

import msgspec

from companion.games.rules import Options


class _Sequence(Sequence[Any]):
    """What is found by its place, and equal if made of the same parts."""

    parts: tuple[Any, ...]
    length: int
    """How many there really are."""

    def __len__(self) -> int:
        """As many as Python can count."""
        return min(self.length, sys.maxsize)

    def _at(self, place: int) -> Any:
        raise AssertionError("each kind has its own")

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return tuple(self._at(one) for one in range(*place.indices(len(self))))
        if not -self.length <= place < self.length:
            raise IndexError(place)
        return self._at(place % self.length)

    def __iter__(self) -> Iterator[Any]:
        return map(self._at, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, _Sequence) and self.parts == other.parts

    __hash__ = None  # type: ignore[assignment]


def _length(values: Sequence[Any]) -> int:
    return values.length if isinstance(values, _Sequence) else len(values)


class Typed(_Sequence):
    """One kind of answer: each field from these values, the last one changing fastest."""

    def __init__(self, kind: type[msgspec.Struct], *fields: Sequence[Any]) -> None:
        self.kind = kind
        self.fields = fields
        self.parts = (kind, fields)
        self.length = math.prod(map(_length, fields))

    def _at(self, place: int) -> Any:
        values = []
        for field in reversed(self.fields):
            place, at = divmod(place, _length(field))
            values.append(field[at])
        return self.kind(*reversed(values))

    def __contains__(self, answer: object) -> bool:
        if type(answer) is not self.kind:
            return False
        values = [getattr(answer, name) for name in self.kind.__struct_fields__]
        return all(value in field for value, field in zip(values, self.fields, strict=True))


class Counted(_Sequence):
    """Tuples of numbers, each from a range of its own; without the first so many of them."""

    def __init__(self, ranges: Sequence[range], without: int = 0) -> None:
        self.ranges = tuple(ranges)
        self.without = without
        self.parts = (self.ranges, without)
        self.length = math.prod(map(len, self.ranges)) - without

    def _at(self, place: int) -> tuple[int, ...]:
        place += self.without
        values = []
        for numbers in reversed(self.ranges):
            place, at = divmod(place, len(numbers))
            values.append(numbers[at])
        return tuple(reversed(values))

    def __contains__(self, counts: object) -> bool:
        if not isinstance(counts, tuple) or len(counts) != len(self.ranges):
            return False
        if not all(count in numbers for count, numbers in zip(counts, self.ranges, strict=True)):
            return False
        return not self.without or self._place(counts) >= self.without

    def _place(self, counts: tuple[int, ...]) -> int:
        place = 0
        for count, numbers in zip(counts, self.ranges, strict=True):
            place = place * len(numbers) + numbers.index(count)
        return place


class Summing(_Sequence):
    """Tuples of numbers from 0 to a most of its own each, which come to a total; the first numbers high at first."""

    def __init__(self, most: tuple[int, ...], total: int) -> None:
        self.most = most
        self.total = total
        self.parts = (most, total)
        self.length = _ways(most, total)

    def _at(self, place: int) -> tuple[int, ...]:
        values: list[int] = []
        left = self.total
        for at, most in enumerate(self.most, 1):
            value = min(most, left)
            while place >= (ways := _ways(self.most[at:], left - value)):
                place -= ways
                value -= 1
            values.append(value)
            left -= value
        return tuple(values)

    def __contains__(self, counts: object) -> bool:
        if not isinstance(counts, tuple) or len(counts) != len(self.most) or sum(counts) != self.total:
            return False
        return all(count in range(most + 1) for count, most in zip(counts, self.most, strict=True))


@lru_cache(maxsize=1_000)
def _ways(most: tuple[int, ...], total: int) -> int:
    """In how many ways numbers up to these come to this total."""
    if not most:
        return int(total == 0)
    return sum(_ways(most[1:], total - count) for count in range(min(most[0], total) + 1))


class OneOf(_Sequence):
    """Answers of several kinds, one kind after the other."""

    def __init__(self, *kinds: Options) -> None:
        self.kinds = tuple(kind for kind in kinds if len(kind))
        self.parts = self.kinds
        self.length = sum(map(_length, self.kinds))

    def _at(self, place: int) -> Any:
        for kind in self.kinds:
            if place < _length(kind):
                return kind[place]
            place -= _length(kind)
        raise AssertionError("there are not so many")

    def __iter__(self) -> Iterator[Any]:
        return (answer for kind in self.kinds for answer in kind)

    def __contains__(self, answer: object) -> bool:
        return any(answer in kind for kind in self.kinds)

    def of(self, answer: type[Any]) -> Options | None:
        """The answers of this kind, if there are any; what has parts of its own is looked through."""
        found = [kind for kind in self.kinds if isinstance(kind[0], answer)]
        return OneOf(*found) if found else None


def firsts(options: Options, of_each: int) -> tuple[Any, ...]:
    """So many of each kind, for a program that wants a list."""
    kinds: Sequence[Options] = options.kinds if isinstance(options, OneOf) else (options,)
    return tuple(answer for kind in kinds for answer in kind[:of_each])
