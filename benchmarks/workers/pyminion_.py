"""Dominion's base set by pyminion: four players; each call of a decider is a decision, answered uniformly at random.

pyminion cannot stop in a game nor copy one: an exception leaves it halfway, and `deepcopy` does the copying.
"""

import logging
import random
from bisect import bisect
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import accumulate
from math import comb
from typing import Any

from pyminion.bots.bot import Bot  # type: ignore[import-not-found]
from pyminion.expansions.base import base_set  # type: ignore[import-not-found]
from pyminion.game import Game  # type: ignore[import-not-found]
from rounds import Engine, answer_requests

PLAYERS = 4
Cards = list[Any]


class _Enough(Exception):
    """So many decisions were wanted and no more."""


@cache
def _ways(cards: int, least: int, most: int) -> list[int]:
    """How many ways there are to take `least` cards, at most one more, at most two more and so on."""
    return list(accumulate(comb(cards, taken) for taken in range(least, most + 1)))


class RandomDecider:
    """Answers for all players and notes how many answers there were."""

    def __init__(self, most: int) -> None:
        self.counts: list[int] = []
        self.most = most

    def _place(self, options: int) -> int:
        if len(self.counts) == self.most:
            raise _Enough
        self.counts.append(options)
        return int(random.random() * options)

    def _one_or_none(self, cards: Cards) -> Any:
        place = self._place(len(cards) + 1)
        return cards[place] if place < len(cards) else None

    def _any(self, cards: Cards) -> Cards:
        """Each set of cards has a number, and its bits tell which they are."""
        chosen = self._place(1 << len(cards))
        return [card for place, card in enumerate(cards) if chosen >> place & 1]

    def _some(self, cards: Cards, least: int, most: int) -> Cards:
        """Uniformly over the sets of cards, not over their sizes. A `most` of -1 is no limit."""
        if least == 0 and most == -1:
            return self._any(cards)
        most = len(cards) if most == -1 else min(most, len(cards))
        least = min(least, most)
        ways = _ways(len(cards), least, most)
        return random.sample(cards, least + bisect(ways, self._place(ways[-1])))

    def action_phase_decision(self, valid_actions: Cards, *_: object) -> Any:
        return self._one_or_none(valid_actions)

    def treasure_phase_decision(self, valid_treasures: Cards, *_: object) -> Cards:
        return self._any(valid_treasures)

    def buy_phase_decision(self, valid_cards: Cards, **_: object) -> Any:
        return self._one_or_none(valid_cards)

    def binary_decision(self, **_: object) -> bool:
        return self._place(2) == 1

    def discard_decision(
        self, valid_cards: Cards, min_num_discard: int = 0, max_num_discard: int = -1, **_: object
    ) -> Cards:
        return self._some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(self, valid_cards: Cards, min_num_trash: int = 0, max_num_trash: int = -1, **_: object) -> Cards:
        return self._some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(self, valid_cards: Cards, min_num_gain: int = 0, max_num_gain: int = -1, **_: object) -> Cards:
        return self._some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self, valid_cards: Cards, min_num_topdeck: int = 0, max_num_topdeck: int = -1, **_: object
    ) -> Cards:
        return self._some(valid_cards, min_num_topdeck, max_num_topdeck)

    def multi_play_decision(self, valid_cards: Cards, **_: object) -> Any:
        return valid_cards[self._place(len(valid_cards))]


def play(seed: int, most: int) -> tuple[Game, list[int]]:
    random.seed(seed)
    decider = RandomDecider(most)
    game = Game([Bot(decider, str(seat)) for seat in range(PLAYERS)], [base_set], log_stdout=False)
    with suppress(_Enough, AssertionError):  # a Remodel with nothing to trash or gain ends about one game in 2,000
        game.play()
    return game, decider.counts


if __name__ == "__main__":
    logging.disable()  # pyminion writes its log whether or not anybody reads it
    answer_requests(Engine(play, deepcopy))
