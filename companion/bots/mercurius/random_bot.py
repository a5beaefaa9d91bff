"""Anything legal: the opponent that everybody should beat, and the walker that sees all corners of the rules."""

from collections.abc import Sequence
from random import Random

from companion.games.mercurius.actions import AnyAction, News
from companion.games.mercurius.offers import Offers
from companion.games.mercurius.state import State

OFTEN_NEWS = 0.1


class RandomBot:
    """Most ways to answer are of the News card, so it is not played as often as there are."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        if isinstance(options, Offers):
            return options.drawn(self.chance)
        if self.chance.random() >= OFTEN_NEWS:
            options = [action for action in options if not isinstance(action, News)] or options
        return options[int(self.chance.random() * len(options))]
