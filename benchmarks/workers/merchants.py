"""Merchants of Amsterdam by Veilingklok: four seats, every action taken from `legal` and judged by `decide`."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rounds import Engine, answer_requests

from companion.games.merchants import begin, decide, evolve, legal
from companion.games.merchants.actions import AnyAction
from companion.games.merchants.board import default_board
from companion.games.merchants.state import Setup, State, shuffled
from companion.games.setup import COLOURS

SEATS = COLOURS[:4]
EVERYBODY = (*range(len(SEATS)), None)
"""And the clock: all of them may act in an auction."""


def play(seed: int, most: int) -> tuple[State, list[int]]:
    """Uniformly over the actions of all who may act."""
    chance = Random(seed)
    state = beginning(chance)
    counts: list[int] = []
    while state.agenda and len(counts) < most:
        ask = state.agenda[-1]
        seats = EVERYBODY if ask.what == "bid" else (ask.seat,)
        count, seat, action = drawn(chance, {seat: legal(state, seat) for seat in seats})
        counts.append(count)
        for event in decide(state, seat, action):
            evolve(state, event)
    return state, counts


def beginning(chance: Random) -> State:
    board = default_board()
    state, _ = begin(Setup(board=board, seats=SEATS, names=SEATS, deck=shuffled(board, chance)))
    return state


def drawn(chance: Random, choices: Mapping[int | None, Sequence[Any]]) -> tuple[int, int | None, AnyAction]:
    """How many actions there are, and one of them with its seat."""
    count = sum(map(len, choices.values()))
    place = int(chance.random() * count)
    for seat, options in choices.items():
        if place < len(options):
            return count, seat, options[place]
        place -= len(options)
    raise AssertionError("somebody can always act")


if __name__ == "__main__":
    answer_requests(Engine(play, State.copy))
