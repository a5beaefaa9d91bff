"""Pulled plugs. `python tests/survival.py --kills 1000` is the long run of this."""

from pathlib import Path
from random import Random

import pytest
from survival import survive

from companion.games.box import GAMES
from companion.games.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@pytest.mark.parametrize("seed", [11, 12])
def test_a_game_that_is_killed_again_and_again_ends_as_if_nothing_had_happened(
    tmp_path: Path, seed: int, game: Game
) -> None:
    *_, last = survive(tmp_path, seed, Random(seed), game)
    assert last.kills >= 1
    assert last.rows > 80
