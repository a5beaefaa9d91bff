"""Whichever game is on the table: all that the device shows of it fits on every display, in every language."""

from pathlib import Path

import pytest
from beside_the_board import SIZES, cut_off, screens_of
from every_game import EVERY_NUMBER
from tables import an_evening

from companion.games.game import Game
from companion.words import Language, words
from hardware.screens.screen import drawn


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@EVERY_NUMBER
def test_whatever_happens_is_drawn_within_every_display(
    tmp_path: Path, game: Game, players: int, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No letter begins left of the display or ends right of it."""
    outside = cut_off(monkeypatch)
    who = ("random", game.automaton) if game.automaton and players == 1 else ("random",) * players
    evening = an_evening(tmp_path, game=game, who=who)
    told = len(evening.table.history())
    for _ in evening.bots_play():
        rows = evening.table.history(told)
        told += len(rows)
        for screen in screens_of(rows, evening.table.snapshot):
            for size in SIZES:
                assert drawn(screen, evening.time.now, size, words(language)).getbbox() is not None
    evening.ends()
    assert outside == []
