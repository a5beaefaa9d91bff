"""Pulled plugs. `python tests/survival.py --kills 1000` is the long run of this."""

from pathlib import Path
from random import Random

import pytest
from every_game import EVERY_GAME
from survival import survive

from companion.games.game import Game


@EVERY_GAME
@pytest.mark.parametrize("seed", [11, 12])
def test_a_game_that_is_killed_again_and_again_ends_as_if_nothing_had_happened(
    tmp_path: Path, seed: int, game: Game
) -> None:
    *_, last = survive(tmp_path, seed, Random(seed), game)
    assert last.kills >= 1
    assert last.rows > 80
