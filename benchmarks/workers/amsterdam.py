"""Amsterdam by Veilingklok, by `decide`."""

from random import Random
from typing import Any

from ours import SEATS, Choices, Ours
from rounds import Engine, answer_requests

from companion.bots.amsterdam import RandomBot
from companion.games.amsterdam import chance as deck
from companion.games.amsterdam.actions import AnyAction
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.decide import RULES
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.state import Setup, State
from companion.games.rules import Options
from companion.games.typed import OneOf

COUNTED = 30
"""Answers of each kind; of what is typed there are thousands."""


def drawn(chance: Random, state: State, choices: Choices) -> tuple[int, int | None, AnyAction]:
    """The kind of answer uniformly, what is typed in modest amounts."""
    ((seat, options),) = choices.items()
    assert seat is not None
    return _ways(options), seat, RandomBot(chance).choose(state, seat, options)


def _ways(options: Options) -> int:
    kinds = options.kinds if isinstance(options, OneOf) else (options,)
    return sum(min(len(kind), COUNTED) for kind in kinds)


def _deck(_board: Any, chance: Random) -> tuple[str, ...]:
    return deck.drawn(len(SEATS), HouseRules(), chance)


AMSTERDAM = Ours(RULES, Setup, default_board, _deck, drawn)

if __name__ == "__main__":
    answer_requests(Engine(AMSTERDAM.by_decide, State.copy))
