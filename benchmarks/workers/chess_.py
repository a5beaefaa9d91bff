"""Chess by python-chess: random legal moves; a move is a decision. Copied without the moves that led there."""

from functools import partial
from random import Random

from chess import Board  # type: ignore[import-not-found]
from rounds import Engine, answer_requests

LONGEST = 300
"""Moves; a random game can go on for much longer."""


def play(seed: int, most: int) -> tuple[Board, list[int]]:
    chance = Random(seed)
    board = Board()
    counts: list[int] = []
    while not board.is_game_over() and len(counts) < min(most, LONGEST):
        moves = list(board.legal_moves)
        counts.append(len(moves))
        board.push(moves[int(chance.random() * len(moves))])
    return board, counts


if __name__ == "__main__":
    answer_requests(Engine(play, partial(Board.copy, stack=False)))
