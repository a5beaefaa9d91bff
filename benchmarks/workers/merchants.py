"""Merchants of Amsterdam by Veilingklok, by `decide`."""

from random import Random

from ours import Choices, Ours
from rounds import Engine, answer_requests

from companion.games.merchants.actions import AnyAction
from companion.games.merchants.board import default_board
from companion.games.merchants.decide import RULES
from companion.games.merchants.state import Setup, State
from companion.games.setup import shuffled


def drawn(chance: Random, _state: State, choices: Choices) -> tuple[int, int | None, AnyAction]:
    """Uniformly over the actions of all who may act."""
    count = sum(map(len, choices.values()))
    place = int(chance.random() * count)
    for seat, options in choices.items():
        if place < len(options):
            return count, seat, options[place]
        place -= len(options)
    raise AssertionError("somebody can always act")


MERCHANTS = Ours(RULES, Setup, default_board, shuffled, drawn)

if __name__ == "__main__":
    answer_requests(Engine(MERCHANTS.by_decide, State.copy))
