"""Mercurius by Veilingklok: four seats, every action taken from `legal` and judged by `decide`."""

from collections.abc import Sequence
from random import Random

from rounds import Engine, answer_requests

from companion.games.mercurius import begin, decide, evolve, legal
from companion.games.mercurius.actions import AnyAction
from companion.games.mercurius.board import default_board
from companion.games.mercurius.offers import Offers
from companion.games.mercurius.state import Setup, State, shuffled
from companion.games.setup import COLOURS

SEATS = COLOURS[:4]


def play(seed: int, most: int) -> tuple[State, list[int]]:
    """By chance: cards uniformly, trades found deal by deal."""
    chance = Random(seed)
    state = beginning(chance)
    counts: list[int] = []
    while state.agenda and len(counts) < most:
        seat = state.agenda[-1].seat
        count, action = drawn(chance, legal(state, seat))
        counts.append(count)
        for event in decide(state, seat, action):
            evolve(state, event)
    return state, counts


def beginning(chance: Random) -> State:
    board = default_board()
    state, _ = begin(Setup(board=board, seats=SEATS, names=SEATS, deck=shuffled(board, chance)))
    return state


def drawn(chance: Random, options: Sequence[AnyAction]) -> tuple[int, AnyAction]:
    """How many actions there are, of trades only those with one deal counted, and one of them."""
    if isinstance(options, Offers):
        return options.ways(), options.drawn(chance)
    return len(options), options[int(chance.random() * len(options))]


if __name__ == "__main__":
    answer_requests(Engine(play, State.copy))
