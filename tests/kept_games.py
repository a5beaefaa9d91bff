"""Games in a journal, for tests: begun with bots and played on, row by row."""

import shutil
from pathlib import Path
from typing import Any

from companion.entries import Acted, Row
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.journal import FILE, Journal, Opening
from companion.past import Past
from companion.records import Correction, header_of
from companion.simulate import Playthrough, Sitting, new_game

AT = "2026-11-16T20:00:00Z"


def played(seed: int, players: int = 4, actions: int | None = None, game: Game = MERCHANTS) -> Playthrough:
    """A game of random bots, to its end or for so many actions."""
    sitting = Sitting(game=game, board=game.default_board(), players=players, bots=["random"])
    playthrough, rest = new_game(sitting, seed)
    for entry in rest:
        if entry.n == actions:
            break
    return playthrough


def opening_of(game: Playthrough, who: str = "random") -> Opening:
    return Opening(header_of(game.game, game.setup, game.seed), (who,) * game.setup.players)


def rows_of(game: Playthrough) -> list[Row]:
    rows: list[Row] = []
    for entry in game.entries:
        assert not isinstance(entry.action, Correction)
        rows.append(Row(entry.n, AT, Acted(entry.seat, entry.action, tuple(entry.events))))
    return rows


def keep(journal: Journal, game: Playthrough, who: str = "random") -> int:
    """Write the whole game into the journal."""
    first, *rest = rows_of(game)
    number = journal.begin(opening_of(game, who), first)
    for row in rest:
        journal.append(number, row, over=row is rest[-1] and game.state.winners is not None)
    return number


def state_in(journal: Journal, game: int) -> Any:
    opening = journal.game(game).opening
    return Past(opening.game, opening.setup(), journal.rows(game)).state


def copy_of(folder: Path, to: Path) -> Path:
    """The journal's files as they are on disk, as after a power cut."""
    to.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    return to
