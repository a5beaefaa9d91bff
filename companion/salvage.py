"""What to do with a damaged journal: keep the file as it was, and go on with all that still hangs together.

Nothing is moved before its replacement is complete and synced, so that it can be interrupted at any moment.
"""

import os
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from companion import write_ahead_log
from companion.games.events import ENDINGS
from companion.games.speech import Phrase, mark
from companion.journal_file import (
    PRIVATE,
    Damaged,
    GameLine,
    RowLine,
    connect,
    drawer_lines,
    drawer_names,
    game_lines,
    keep_private,
    lay_drawer,
    lay_out,
    row_lines,
)
from companion.last_row_file import LastRowFile

_PAGES_AT, _PAGE_SIZE_AT, _HEADER = slice(28, 32), slice(16, 18), 100
"""Where a SQLite file says how many pages it has and how large they are."""

_USUAL_PAGE = 4096


class _Saved(NamedTuple):
    number: int
    game: GameLine | None
    """None where not even its beginning can be read."""
    rows: list[RowLine]

    @property
    def is_whole(self) -> bool:
        """Only of a game that was played to its end is it known how many rows there were."""
        return bool(self.game and self.game.over and self.rows and _is_last(self.rows[-1]))


class _Drawer(NamedTuple):
    lines: list[tuple[str, bytes]]
    lost: list[str]
    """The names of what cannot be read any more."""


def _is_last(row: RowLine) -> bool:
    return any(f'"{ending.__struct_config__.tag}"'.encode() in row.entry for ending in ENDINGS)


def made_ready(file: Path) -> list[Phrase]:
    """Before SQLite opens the file and tidies away what it cannot read: what will be missing, in sentences."""
    _finish_restoring(file)
    log = _read(_log_of(file))
    if not file.exists() or not file.stat().st_size:
        return restored(file) if log else []
    if write_ahead_log.is_whole(log):
        return []
    try:
        copy = _kept_copy(file)
    except OSError:
        return [Phrase(_NO_COPY, file=file)]
    keep_private(file)
    return [Phrase(_COPIED, file=file, copy=copy)]


_COPIED = mark("The end of {file} was damaged, or its last write not finished, and is left out; {copy} has it all.")
_NO_COPY = mark(
    "The end of {file} was damaged, or its last write not finished, and is left out; "
    "there was no room to keep a copy of it."
)


def restored(file: Path) -> list[Phrase]:
    """A new file with everything that can still be read takes the place of the old; what was lost, in sentences."""
    copy = _kept_copy(file)
    work, fresh = file.with_suffix(".salvage"), file.with_suffix(".new")
    _forget(work, fresh)
    try:
        saved = list(_saved(copy, work))
        drawer = _in_drawer(work)
        _make_private(fresh, copy)  # SQLite gives the files beside it the same mode
        _write(fresh, saved, _numbers_used(work), drawer.lines)
        put_in_place(file, fresh)
    finally:
        _forget(work, fresh)
    return [*_told(file, saved, drawer.lost), Phrase("The file as it was is kept as {copy}.", copy=copy)]


def put_in_place(file: Path, fresh: Path) -> None:
    """A file that is complete and synced takes the place of the journal and of its log. What the old one had last is
    not missed in it."""
    LastRowFile(file).forget()
    fresh.replace(_complete(file))
    _finish_restoring(file)


def set_aside(file: Path) -> Path:
    """Where a journal is kept that gives way to another: in one file, unless its log is damaged; then as it is."""
    if write_ahead_log.is_whole(_read(_log_of(file))):
        with suppress(sqlite3.Error), closing(connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return _kept_copy(file, "replaced")


def _complete(file: Path) -> Path:
    """The name of the new file from the moment that it is complete."""
    return file.with_suffix(".restored")


def _finish_restoring(file: Path) -> None:
    """Also what was interrupted the last time. The old log has to go first: it must never meet the new file."""
    if _complete(file).exists():
        sync_folder(file.parent)
        _forget(file)
        _complete(file).replace(file)
        sync_folder(file.parent)


def _kept_copy(file: Path, why: str = "damaged") -> Path:
    """The file as it is, with its write-ahead log, under a name of its own, on the disk."""
    copy = next(name for name in _names(file, why) if not name.exists())
    try:
        for source, target in ((file, copy), (_log_of(file), _log_of(copy))):
            if source.exists():
                _copy(source, target)
                sync(target)
        if not copy.exists():
            _make_private(copy, file)
    except OSError:
        _forget(copy)
        raise
    return copy


def _names(file: Path, why: str) -> Iterator[Path]:
    number = 1
    while True:
        yield file.with_name(f"{file.stem}-{why}-{number}{file.suffix}")
        number += 1


def _saved(copy: Path, work: Path) -> Iterator[_Saved]:
    """Game by game, each as far as it goes."""
    _lay_open(copy, work)
    with closing(connect(work)) as connection:
        for number in _games_in(connection):
            yield _saved_of(connection, number)


def _saved_of(connection: sqlite3.Connection, number: int) -> _Saved:
    game: GameLine | None = None
    rows: list[RowLine] = []
    with suppress(Damaged, sqlite3.Error):
        game = next(game_lines(connection, number), None)
        for row in row_lines(connection, game) if game else ():
            rows.append(row)
    return _Saved(number, game, rows)


def _lay_open(copy: Path, work: Path) -> None:
    """A file to work on, filled up to its full length: SQLite reads none that is shorter than it says, and throws away
    the log of an empty one."""
    _copy(copy, work)
    with suppress(FileNotFoundError):
        _copy(_log_of(copy), _log_of(work))
    with work.open("r+b") as opened:
        head = opened.read(_HEADER)
        full = _USUAL_PAGE
        if len(head) == _HEADER:
            (pages,) = struct.unpack(">I", head[_PAGES_AT])
            (size,) = struct.unpack(">H", head[_PAGE_SIZE_AT])
            full = pages * size
        if work.stat().st_size < full <= 1 << 40:
            opened.truncate(full)


def _games_in(connection: sqlite3.Connection) -> list[int]:
    """Read from both ends, of the games and of their rows: where a page cannot be read, SQLite goes no further, and
    that must not hide the games behind it."""
    found: set[int] = set()
    for query in ("SELECT id FROM game ORDER BY id", "SELECT game FROM row ORDER BY game"):
        for direction in ("ASC", "DESC"):
            with suppress(sqlite3.Error):
                for (game,) in connection.execute(f"{query} {direction}"):
                    found.add(game)
    return sorted(number for number in found if isinstance(number, int))


def _numbers_used(work: Path) -> int:
    """Also those of deleted games."""
    with closing(connect(work)) as connection, suppress(sqlite3.Error, TypeError, ValueError):
        return int(connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'game'").fetchone()[0])
    return 0


def _in_drawer(work: Path) -> _Drawer:
    with closing(connect(work)) as connection:
        lines = list(drawer_lines(connection))
        read = {name for name, _ in lines}
        return _Drawer(lines, [name for name in drawer_names(connection) if name not in read])


def _write(fresh: Path, saved: list[_Saved], numbers_used: int, in_drawer: list[tuple[str, bytes]]) -> None:
    with closing(connect(fresh)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        lay_out(connection)
        connection.execute("BEGIN")
        for one in saved:
            if one.game and one.rows:
                connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", (*one.game[:-1], one.is_whole))
                connection.executemany(f"INSERT INTO row VALUES ({one.number}, ?, ?, ?, ?)", one.rows)
        if saved:
            connection.execute("UPDATE sqlite_sequence SET seq = max(seq, ?)", (numbers_used,))
        if in_drawer:
            lay_drawer(connection)
            connection.executemany("INSERT OR REPLACE INTO drawer VALUES (?, ?)", in_drawer)
        connection.execute("COMMIT")
    sync(fresh)


def _told(file: Path, saved: list[_Saved], lost_beside: list[str]) -> list[Phrase]:
    sentences = [Phrase("{file} was damaged.", file=file)]
    whole = [str(one.number) for one in saved if one.is_whole]
    if whole:
        sentences.append(Phrase("These games are whole: {games}.", games=", ".join(whole)))
    for one in saved:
        game = str(one.number)
        if not one.rows:
            sentences.append(Phrase("Game {game} is lost.", game=game))
        elif not one.is_whole:
            last = str(one.rows[-1].n)
            sentences.append(Phrase("Game {game} is kept up to action {action}.", game=game, action=last))
    if not any(one.rows for one in saved):
        sentences.append(Phrase("No game in it can be read any more, so a new journal was begun."))
    if lost_beside:
        names = ", ".join(lost_beside)
        sentences.append(Phrase("Of what is kept beside the games, this is lost: {names}.", names=names))
    return sentences


def _forget(*files: Path) -> None:
    for file in files:
        for ending in ("-wal", "-shm", ""):
            file.with_name(file.name + ending).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    _make_private(target, source)
    shutil.copyfile(source, target)
    times = source.stat()
    os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns))


def _make_private(file: Path, like: Path) -> None:
    """An empty file that only its owner can read, whatever the umask: a journal has hidden cards and the phones' keys.
    It belongs to the owner of the other, also where root repairs."""
    handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, PRIVATE)
    try:
        os.fchmod(handle, PRIVATE)
        with suppress(OSError):  # whoever is not root owns it already
            owner = like.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
    finally:
        os.close(handle)


def _log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def sync(file: Path) -> None:
    _sync_handle(os.open(file, os.O_RDWR))


def sync_folder(folder: Path) -> None:
    _sync_handle(os.open(folder, os.O_RDONLY))


def _sync_handle(handle: int) -> None:
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
