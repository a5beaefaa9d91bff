"""Games in a journal, for tests: begun with bots and played on, row by row."""

import shutil
from pathlib import Path

from companion.entries import Acted, Row
from companion.games.merchants.board import default_board
from companion.games.merchants.corrections import Correction
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import State
from companion.journal import FILE, Journal, Opening
from companion.past import Past
from companion.records import header_of
from companion.simulate import Game, Sitting, new_game

AT = "2026-11-16T20:00:00Z"


def played(seed: int, players: int = 4, actions: int | None = None) -> Game:
    """A game of random bots, to its end or for so many actions."""
    sitting = Sitting(board=default_board(), players=players, rules=[HouseRules()], bots=["random"])
    game, rest = new_game(sitting, seed)
    for entry in rest:
        if entry.n == actions:
            break
    return game


def opening_of(game: Game, who: str = "random") -> Opening:
    return Opening(header_of(game.setup, game.seed), (who,) * game.setup.players)


def rows_of(game: Game) -> list[Row]:
    rows: list[Row] = []
    for entry in game.entries:
        assert not isinstance(entry.action, Correction)
        rows.append(Row(entry.n, AT, Acted(entry.seat, entry.action, tuple(entry.events))))
    return rows


def keep(journal: Journal, game: Game, who: str = "random") -> int:
    """Write the whole game into the journal."""
    first, *rest = rows_of(game)
    number = journal.begin(opening_of(game, who), first)
    for row in rest:
        journal.append(number, row, over=row is rest[-1] and game.state.winners is not None)
    return number


def state_in(journal: Journal, game: int) -> State:
    return Past(journal.game(game).opening.setup(), journal.rows(game)).state


def copy_of(folder: Path, to: Path) -> Path:
    """The journal's files as they are on disk, as after a power cut."""
    to.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    return to
