"""The journal's SQLite file as such: its schema and version, its checksums, and what its failures mean in words."""

import errno
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.errors import BadJournal, DamagedJournal, ReadOnlyJournal
from companion.games.speech import Phrase, mark

VERSION = 1
"""Of the schema and of what the rows hold, kept as SQLite's `user_version`. Older ones must always be read."""

APPLICATION = 0x5665696C
"""`Veil`, kept as SQLite's `application_id`."""

PATIENCE = 2.0
"""Seconds to wait for another program that has the file locked."""

SCHEMA = f"""
CREATE TABLE game (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  begun TEXT NOT NULL,
  opening BLOB NOT NULL,
  checksum BLOB NOT NULL,
  over INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE row (
  game INTEGER NOT NULL,
  n INTEGER NOT NULL,
  at TEXT NOT NULL,
  entry BLOB NOT NULL,
  checksum BLOB NOT NULL,
  PRIMARY KEY (game, n)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""

DRAWER = "CREATE TABLE IF NOT EXISTS drawer (name TEXT PRIMARY KEY, value BLOB NOT NULL)"
"""For small things beside the games; files from before there was one get it when something is put there. No game
depends on it, so the version is the same with and without."""

_REASONS = {
    sqlite3.SQLITE_FULL: mark("the disk is full"),
    sqlite3.SQLITE_BUSY: mark("another program has it locked"),
    sqlite3.SQLITE_LOCKED: mark("another program has it locked"),
    sqlite3.SQLITE_READONLY: mark("it may not be written to"),
    sqlite3.SQLITE_PERM: mark("it may not be written to"),
    sqlite3.SQLITE_CANTOPEN: mark("it cannot be opened for writing"),
    sqlite3.SQLITE_IOERR: mark("the disk does not take it"),
}


PRIVATE = 0o600
"""Of a journal: it has hidden cards and the phones' keys."""

READ_ONLY = mark("the file system is read-only")


class Damaged(Exception):
    """The file does not hold what was once written to it."""


class GameLine(NamedTuple):
    """As it stands in the table `game`."""

    game: int
    begun: str
    opening: bytes
    checksum: bytes
    over: int


class RowLine(NamedTuple):
    """As it stands in the table `row`."""

    n: int
    at: str
    entry: bytes
    checksum: bytes


def connect(file: Path) -> sqlite3.Connection:
    """Every statement is a transaction of its own unless one is begun; the writer may be another thread."""
    return sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def lay_out(connection: sqlite3.Connection) -> None:
    """An empty file becomes a journal, all at once or not at all."""
    connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")


def keep_private(file: Path) -> None:
    """The journal and the two files that SQLite has beside it can be read by their owner only. What is not there, is a
    link or belongs to somebody else stays as it is."""
    for ending in ("", "-wal", "-shm"):
        beside = file.with_name(file.name + ending)
        with suppress(OSError):
            if not beside.is_symlink():
                beside.chmod(PRIVATE)


def lay_drawer(connection: sqlite3.Connection) -> None:
    connection.execute(DRAWER)


def opening_checksum(game: int, begun: str, opening: bytes) -> bytes:
    return _chained(b"", f"{game} {begun} ".encode() + opening)


def row_checksum(before: bytes, n: int, at: str, entry: bytes) -> bytes:
    return _chained(before, f"{n} {at} ".encode() + entry)


def _chained(before: bytes, text: bytes) -> bytes:
    return hashlib.sha256(before + text).digest()[:16]


def game_lines(
    connection: sqlite3.Connection, only: int | None = None, latest: int | None = None
) -> Iterator[GameLine]:
    """Every game, as far as the file can be read, or only one, or only so many; the oldest first."""
    which = "" if only is None else f"WHERE id = {only}"
    if latest is not None:
        which = f"WHERE id IN (SELECT id FROM game ORDER BY id DESC LIMIT {latest})"
    for line in _read(connection, f"SELECT id, begun, opening, checksum, over FROM game {which} ORDER BY id"):
        game: GameLine = _as_kept(GameLine, line)
        if game.checksum != opening_checksum(game.game, game.begun, game.opening):
            raise Damaged
        yield game


class Begun(Protocol):
    """A game whose rows can be followed."""

    @property
    def game(self) -> int: ...

    @property
    def checksum(self) -> bytes:
        """Of its opening."""


def row_lines(connection: sqlite3.Connection, game: Begun) -> Iterator[RowLine]:
    """A game's rows, as far as they hang together."""
    query = f"SELECT n, at, entry, checksum FROM row WHERE game = {game.game} ORDER BY n"
    head = game.checksum
    for place, line in enumerate(_read(connection, query)):
        row: RowLine = _as_kept(RowLine, line)
        head = row_checksum(head, row.n, row.at, row.entry)
        if row.n != place or row.checksum != head:
            raise Damaged
        yield row


def check_all(connection: sqlite3.Connection) -> None:
    """Everything that the file holds, by SQLite's own measure and by ours. No game is without its setup."""
    check_pages(connection)
    for game in game_lines(connection):
        if not sum(1 for _ in row_lines(connection, game)):
            raise Damaged


def check_resumed(connection: sqlite3.Connection) -> None:
    """Only the game that a start goes on with: the last one that is not over. The others are checked when somebody
    reads them, and by `journal_check`."""
    for (game,) in _read(connection, "SELECT max(id) FROM game WHERE NOT over"):
        if game is not None:
            check_game(connection, game)


def check_game(connection: sqlite3.Connection, number: int) -> None:
    """One game by our checksums; one that is not there any more is no damage."""
    for game in game_lines(connection, number):
        if not sum(1 for _ in row_lines(connection, game)):
            raise Damaged


def check_pages(connection: sqlite3.Connection) -> None:
    """The file as such, by SQLite's own measure."""
    if [line for (line,) in _read(connection, "PRAGMA quick_check(1)")] != ["ok"]:
        raise Damaged


def suspicion(file: Path) -> Path:
    """The file that lies beside a journal in which damage was found, until a start has looked through all of it."""
    return file.with_suffix(".damaged")


def note_damage(file: Path) -> None:
    """So that the next start looks through the whole journal, and repairs it. A disk that does not even take this has
    other troubles, which are told."""
    with suppress(OSError):
        # no link is followed: root may look at a journal in a folder that is somebody else's
        os.close(os.open(suspicion(file), os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644))


def drawer_lines(connection: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    """What is in the drawer, in the order of names; nothing where there is none. Each value is read by itself, so that
    one that cannot be read takes no other with it."""
    for name in drawer_names(connection):
        value = _drawer_value(connection, name)
        if value is not None:
            yield name, value


def drawer_names(connection: sqlite3.Connection) -> list[str]:
    """Of what is in the drawer, also where its value cannot be read. They stand in the index and in the table, and are
    read from both ends of each: where a page cannot be read, SQLite goes no further."""
    found: set[str] = set()
    for source in ("drawer ORDER BY name", "drawer NOT INDEXED ORDER BY rowid"):
        for direction in ("ASC", "DESC"):
            with suppress(sqlite3.Error):
                for (name,) in connection.execute(f"SELECT name FROM {source} {direction}"):
                    if isinstance(name, str):
                        found.add(name)
    return sorted(found)


def _drawer_value(connection: sqlite3.Connection, name: str) -> bytes | None:
    """By the index, or without it; None: it cannot be read."""
    for source in ("drawer", "drawer NOT INDEXED"):
        with suppress(sqlite3.Error):
            found = connection.execute(f"SELECT value FROM {source} WHERE name = ?", (name,)).fetchone()
            if found and isinstance(found[0], bytes):
                return found[0]
    return None


def _as_kept(kind: Any, line: tuple[Any, ...]) -> Any:
    if [type(value) for value in line] != list(kind.__annotations__.values()):
        raise Damaged
    return kind(*line)


def _read(connection: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    try:
        yield from connection.execute(query)
    except sqlite3.Error as error:
        raise (Damaged if _means_damage(error) else error) from None


def _means_damage(error: sqlite3.Error) -> bool:
    """Also text that is none, and tables that are not there any more."""
    known = _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return known or "Could not decode" in str(error) or "no such" in str(error)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def failure(file: Path, error: sqlite3.Error) -> BadJournal | Damaged:
    """What SQLite's error means to the person at the table."""
    if _means_damage(error):
        return Damaged()
    if isinstance(error, sqlite3.IntegrityError):
        return BadJournal("{file}: another program wrote to this game.", file=file)
    if is_read_only(file.parent):
        return ReadOnlyJournal("{file}: {reason}.", file=file, reason=Phrase(READ_ONLY))
    code = sqlite3.SQLITE_FULL if _is_full(file.parent) else _code(error)
    return BadJournal("{file}: {reason}.", file=file, reason=Phrase(_REASONS.get(code, str(error))))


@contextmanager
def clearly(file: Path) -> Iterator[None]:
    """One sentence for whatever fails; damage that shows only now is told as such, and noted for the next start."""
    try:
        yield
    except sqlite3.Error as error:
        found = failure(file, error)
        raise (_damaged(file) if isinstance(found, Damaged) else found) from None
    except Damaged:
        raise _damaged(file) from None
    except OSError as error:
        if error.errno == errno.EROFS:
            raise ReadOnlyJournal("{file}: {reason}.", file=file, reason=Phrase(READ_ONLY)) from None
        raise BadJournal("{file}: {reason}.", file=error.filename or file, reason=error.strerror) from None


def _damaged(file: Path) -> DamagedJournal:
    note_damage(file)
    return DamagedJournal("{file} has been damaged while in use; it is repaired at the next start.", file=file)


def is_read_only(folder: Path) -> bool:
    """Whether its file system takes nothing, from whomever."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _is_full(folder: Path) -> bool:
    """Then SQLite says many things, not all of them helpful."""
    try:
        return shutil.disk_usage(folder).free == 0
    except OSError:
        return False
