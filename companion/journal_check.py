"""Looks through the whole journal while a table already plays, game by game, and says what is damaged.

A start verifies only the game that it resumes. The others wait for this: one thread, one connection that only reads,
and a pause after each game, so that no bid waits for it. Nothing is repaired here. A repair puts a new file in place of
the old one, which cannot be done under a table that writes; so damage is told at once and noted beside the file, and
the next start verifies everything, repairs it, and tells which games are whole and how far the others go.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.games.speech import mark
from companion.journal_file import Damaged, check_game, check_pages, connect, failure, note_damage
from companion.worker import Faults, Worker

PAUSE = 0.02
"""Seconds after each game."""
_PART = "journal"
_DAMAGED = mark("A saved game is damaged; it is repaired at the next start.")

_log = logging.getLogger(__name__)


class JournalCheck:
    """Runs from when it is made until everything is verified, or it is closed. It only reads, so a check that failed
    begins again."""

    def __init__(self, file: Path, faults: Faults, pause: float = PAUSE) -> None:
        self._file = file
        self._faults = faults
        self._pause = pause
        self.worker = Worker("journal check", mark("Check of the saved games"), self._run, faults)
        self.worker.start()

    def close(self) -> None:
        """Waits for the game that is being looked at, or at the end for a part of the file as such."""
        self.worker.stop()

    def wait(self) -> None:
        """Until everything is verified."""
        self.worker.join()

    def _run(self) -> None:
        try:
            with closing(connect(self._file)) as connection:
                self._verify(connection)
        except (Damaged, sqlite3.Error) as error:
            self._tell(error)

    def _tell(self, error: Damaged | sqlite3.Error) -> None:
        if isinstance(error, sqlite3.Error) and not isinstance(failure(self._file, error), Damaged):
            _log.warning("The journal could not be checked: %s", error)  # locked, or a disk that is told of elsewhere
            return
        note_damage(self._file)
        _log.error("%s is damaged.", self._file)
        self._faults.report(_PART, _DAMAGED)

    def _verify(self, connection: sqlite3.Connection) -> None:
        """Games first, the newest before older ones: in them damage is missed most."""
        numbers = connection.execute("SELECT id FROM game ORDER BY id DESC").fetchall()
        for (number,) in numbers:
            if self.worker.wait(self._pause):
                return
            connection.execute("BEGIN")  # its opening and its rows as they are at one moment
            check_game(connection, number)
            connection.execute("COMMIT")
        connection.set_progress_handler(lambda: self.worker.is_stopping, 100_000)
        try:
            check_pages(connection)
        except sqlite3.OperationalError:
            if not self.worker.is_stopping:
                raise
