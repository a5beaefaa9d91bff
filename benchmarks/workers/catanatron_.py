"""Catan by catanatron: four of its own random players; a tick is a decision."""

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]
from catanatron.game import TURNS_LIMIT  # type: ignore[import-not-found]
from rounds import Engine, answer_requests


def play(seed: int, most: int) -> tuple[Game, list[int]]:
    """To its own limit of turns, since random players may never get to an end."""
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    counts: list[int] = []
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT and len(counts) < most:
        counts.append(len(game.state.playable_actions))
        game.play_tick()
    return game, counts


if __name__ == "__main__":
    answer_requests(Engine(play, Game.copy))
