"""Games for the attacks to meet: begun and played on by bots, written into a journal as if people sat at every seat."""

from pathlib import Path

from companion.entries import Acted, Row
from companion.games.game import Game
from companion.journal import Journal, Opening
from companion.records import Correction, Entry, header_of
from companion.seats import PERSON
from companion.simulate import Sitting, new_game

_AT = "2026-11-16T20:00:00Z"


def keep_game(folder: Path, game: Game, seed: int, actions: int, players: tuple[str, ...] = (PERSON,) * 3) -> int:
    """After at most so many actions of bots; unfinished, so that a device resumes it. Returns the game's number."""
    sitting = Sitting(game=game, board=game.default_board(), players=len(players), bots=["random"])
    playthrough, rest = new_game(sitting, seed)
    played = 1
    for entry in rest:
        if entry.n > actions or playthrough.state.winners is not None:
            break
        played += 1
    rows = [_row(entry) for entry in playthrough.entries[:played]]
    header = header_of(playthrough.game, playthrough.setup, playthrough.seed)
    with Journal(folder) as journal:
        number = journal.begin(Opening(header, players), rows[0])
        for row in rows[1:]:
            journal.append(number, row, over=False)
    return number


def _row(entry: Entry) -> Row:
    assert not isinstance(entry.action, Correction)
    return Row(entry.n, _AT, Acted(entry.seat, entry.action, tuple(entry.events)))
