"""Pulled plugs. `python tests/survival.py --kills 1000` is the long run of this."""

from pathlib import Path
from random import Random

import pytest
from every_game import EVERY_GAME
from survival import survive
from tiers import long_only

from companion.games.game import Game

FEW_KILLS = 8
"""Of the processes that take up a game; the next plays it to its end."""


@EVERY_GAME
def test_a_game_that_is_killed_a_few_times_ends_as_if_nothing_had_happened(tmp_path: Path, game: Game) -> None:
    *_, last = survive(tmp_path, 11, Random(11), game, most_kills=FEW_KILLS)
    assert last.kills >= 1
    assert last.mid_game >= 1
    assert last.rows > 80


@long_only
@EVERY_GAME
@pytest.mark.parametrize("seed", [11, 12])
def test_a_game_that_is_killed_again_and_again_ends_as_if_nothing_had_happened(
    tmp_path: Path, seed: int, game: Game
) -> None:
    *_, last = survive(tmp_path, seed, Random(seed), game)
    assert last.kills >= 1
    assert last.rows > 80
