"""The games in the box, for tests that hold for whichever it is, and each with every number of players."""

import pytest

from companion.games.box import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

NUMBERS = [(game, players) for game in GAMES.values() for players in game.players]
EVERY_NUMBER = pytest.mark.parametrize(
    ("game", "players"), NUMBERS, ids=[f"{game.name}-{players}" for game, players in NUMBERS]
)
