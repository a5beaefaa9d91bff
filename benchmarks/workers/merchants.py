"""Merchants of Amsterdam by Veilingklok: four seats, every action drawn from `legal` and judged by `decide`."""

from random import Random

from rounds import Engine, answer_requests

from companion.games.merchants import advance, begin, choices
from companion.games.merchants.board import default_board
from companion.games.merchants.state import COLOURS, Setup, State, shuffled

SEATS = COLOURS[:4]


def play(seed: int, most: int) -> tuple[State, list[int]]:
    """Uniformly over the actions of all who may act; in an auction that is every seat, and the clock."""
    chance = Random(seed)
    board = default_board()
    state, _ = begin(Setup(board=board, seats=SEATS, names=SEATS, deck=shuffled(board, chance)))
    counts: list[int] = []
    while (choosers := choices(state)) and len(counts) < most:
        counts.append(sum(map(len, choosers.values())))
        place = int(chance.random() * counts[-1])
        for seat, options in choosers.items():
            if place < len(options):
                state, _ = advance(state, seat, options[place])
                break
            place -= len(options)
    return state, counts


if __name__ == "__main__":
    answer_requests(Engine(play, State.copy))
