"""Merchants of Amsterdam by Veilingklok: four seats, every action drawn from the legal ones and judged."""

from random import Random

from rounds import Engine, answer_requests

from companion.games.merchants import advance, begin, moment
from companion.games.merchants.board import default_board
from companion.games.merchants.state import COLOURS, Setup, State, shuffled

SEATS = COLOURS[:4]


def play(seed: int, most: int) -> tuple[State, list[int]]:
    """Uniformly over the actions of all who may act; in an auction that is every seat, and the clock."""
    chance = Random(seed)
    board = default_board()
    state, _ = begin(Setup(board=board, seats=SEATS, names=SEATS, deck=shuffled(board, chance)))
    now = moment(state)
    counts: list[int] = []
    while now.choices and len(counts) < most:
        counts.append(sum(map(len, now.choices.values())))
        place = int(chance.random() * counts[-1])
        for seat, options in now.choices.items():
            if place < len(options):
                now, _ = advance(now, seat, options[place])
                break
            place -= len(options)
    return now.state, counts


if __name__ == "__main__":
    answer_requests(Engine(play, State.copy))
