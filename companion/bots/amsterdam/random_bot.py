"""Anything legal, in modest amounts: the walker that sees all corners of the rules. What its cards do it makes up."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from companion.games.amsterdam.actions import AnyAction, Done, Effect
from companion.games.amsterdam.state import State
from companion.games.rules import Options
from companion.games.typed import Counted, OneOf, Typed

OFTEN_DONE = 0.2
OFTEN_NOTHING = 0.6
"""Of one thing that a card could bring."""
MODEST = 3

T = TypeVar("T")


class RandomBot:
    """Of most kinds of answers there are thousands, so first it is drawn which kind it is to be."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Options) -> AnyAction:
        done = Done()
        if done in options and self.chance.random() < OFTEN_DONE:
            return done
        kinds: Sequence[Any] = options.kinds if isinstance(options, OneOf) else (options,)
        answer: AnyAction = self._drawn(self._one(kinds))
        return answer

    def _drawn(self, values: Sequence[Any]) -> Any:
        if isinstance(values, OneOf):
            return self._drawn(self._one(values.kinds))
        if isinstance(values, Typed):
            is_effect = values.kind is Effect
            return values.kind(*(self._little(field) if is_effect else self._drawn(field) for field in values.fields))
        if isinstance(values, Counted):
            return self._counts(values)
        return self._one(values)

    def _little(self, values: Sequence[Any]) -> Any:
        """Most often nothing at all."""
        return self._counts(values) if isinstance(values, Counted) else self._number(values)

    def _counts(self, values: Counted) -> tuple[int, ...]:
        counts = tuple(self._number(numbers) for numbers in values.ranges)
        return counts if counts in values else values[int(self.chance.random() * len(values))]

    def _number(self, numbers: Sequence[int]) -> int:
        if 0 not in numbers:
            return self._one(numbers)
        if self.chance.random() < OFTEN_NOTHING:
            return 0
        return self._one([number for number in range(-MODEST, MODEST + 1) if number in numbers])

    def _one(self, values: Sequence[T]) -> T:
        return values[int(self.chance.random() * len(values))]
