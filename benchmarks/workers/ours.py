"""A game by Veilingklok, in a worker: four seats, played by chance through the doors of its rules."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from companion.games.rules import Options, Rules
from companion.games.setup import COLOURS

SEATS = COLOURS[:4]
EVERYBODY = (*range(len(SEATS)), None)
"""And the clock: all of them may act in an auction."""

Choices = Mapping[int | None, Options]


class Ours(NamedTuple):
    rules: Rules[Any]
    setup: Callable[..., Any]
    board: Callable[[], Any]
    deck: Callable[[Any, Random], tuple[str, ...]]
    """What chance decides, on this board."""
    drawn: Callable[[Random, Any, Choices], tuple[int, int | None, Any]]
    """How many actions there are in a state, and one of them with its seat."""

    def by_decide(self, seed: int, most: int) -> tuple[Any, list[int]]:
        """Every action is taken from `legal` and judged by `decide`."""
        drawn, legal, decide, evolve = self.drawn, self.rules.legal, self.rules.decide, self.rules.evolve
        chance = Random(seed)
        state = self._beginning(chance)
        counts: list[int] = []
        while state.agenda and len(counts) < most:
            ask = state.agenda[-1]
            seats = EVERYBODY if ask.what == "bid" else (ask.seat,)
            count, seat, action = drawn(chance, state, {seat: legal(state, seat) for seat in seats})
            counts.append(count)
            for event in decide(state, seat, action):
                evolve(state, event)
        return state, counts

    def by_advance(self, seed: int, most: int) -> tuple[Any, list[int]]:
        """The same play as the table goes: options are found once and every fact is applied once."""
        drawn, advance = self.drawn, self.rules.advance
        chance = Random(seed)
        now = self.rules.moment(self._beginning(chance))
        counts: list[int] = []
        while now.choices and len(counts) < most:
            count, seat, action = drawn(chance, now.state, now.choices)
            counts.append(count)
            now, _ = advance(now, seat, action)
        return now.state, counts

    def _beginning(self, chance: Random) -> Any:
        board = self.board()
        state, _ = self.rules.begin(self.setup(board=board, seats=SEATS, names=SEATS, deck=self.deck(board, chance)))
        return state
