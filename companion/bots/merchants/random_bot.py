"""Anything legal: the opponent that everybody should beat, and the walker that sees all corners of the rules."""

from collections.abc import Sequence
from random import Random

from companion.games.merchants.actions import AnyAction, Stop
from companion.games.merchants.state import State


class RandomBot:
    """Lets every second clock run out, so that all that can happen at an auction does."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        return options[int(self.chance.random() * len(options))]

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        if self.chance.random() < 0.5:
            return None
        stop = self.choose(state, seat, stops)
        assert isinstance(stop, Stop)
        return stop
