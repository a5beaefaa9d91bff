"""The drawer: small things that the house keeps beside the games, such as who sits where, in the same file as the
journal but on a connection of its own. What they mean is for those who put them there.
"""

import sqlite3
import threading
from collections.abc import Mapping
from pathlib import Path

from companion.errors import TableClosed
from companion.journal_file import clearly, connect, keep_private, lay_drawer


class Drawer:
    """All doors can be used from any thread. What cannot be read or written is one sentence, a `BadJournal`."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._is_closed = False
        self._one_at_a_time = threading.Lock()

    def get(self, name: str) -> bytes | None:
        """What was last put there under this name; None: nothing."""
        with self._one_at_a_time, clearly(self._file):
            return self._found(self._opened(), name)

    def names(self) -> tuple[str, ...]:
        """Of everything that is there."""
        with self._one_at_a_time, clearly(self._file):
            connection = self._opened()
            if not _is_laid(connection):
                return ()
            return tuple(str(name) for (name,) in connection.execute("SELECT name FROM drawer ORDER BY name"))

    def put(self, name: str, value: bytes) -> None:
        """In place of what was there before; synced to the disk when this returns."""
        self.put_all({name: value})

    def put_all(self, values: Mapping[str, bytes]) -> None:
        """Several things, all of them or none."""
        with self._one_at_a_time, clearly(self._file):
            connection = self._opened()
            if not _is_laid(connection):  # the file of an older Veilingklok, or a new one
                keep_private(self._file)
                lay_drawer(connection)
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR REPLACE INTO drawer VALUES (?, ?)", values.items())

    def remove(self, name: str) -> None:
        """What was put there; nothing where there is nothing."""
        with self._one_at_a_time, clearly(self._file):
            connection = self._opened()
            if _is_laid(connection):
                connection.execute("DELETE FROM drawer WHERE name = ?", (name,))

    def close(self) -> None:
        with self._one_at_a_time:
            if self._connection:
                self._connection.close()
            self._connection, self._is_closed = None, True

    def _opened(self) -> sqlite3.Connection:
        """Only once somebody wants something: most commands never look into it."""
        if self._is_closed:
            raise TableClosed("The device is being switched off.")
        if self._connection is None:
            self._connection = connect(self._file)
            self._connection.execute("PRAGMA synchronous = FULL")
        return self._connection

    def _found(self, connection: sqlite3.Connection, name: str) -> bytes | None:
        if not _is_laid(connection):
            return None
        found = connection.execute("SELECT value FROM drawer WHERE name = ?", (name,)).fetchone()
        return bytes(found[0]) if found and isinstance(found[0], bytes) else None


def _is_laid(connection: sqlite3.Connection) -> bool:
    laid = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'drawer'"
    return bool(connection.execute(laid).fetchone()[0])
