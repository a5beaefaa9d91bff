"""What to do with a damaged journal: keep the file as it was, and go on with all that still hangs together."""

import os
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from companion.journal_file import Damaged, GameLine, RowLine, connect, game_lines, lay_out, row_lines

_WAL_HEADER, _FRAME_HEADER = 32, 24
_PAGES_AT = slice(28, 32)
"""Where a SQLite file says how many pages it has."""
_PAGE_SIZE_AT = slice(16, 18)


class _Saved(NamedTuple):
    game: GameLine
    rows: list[RowLine]
    whole: bool


def was_cut_short(file: Path) -> bool:
    """Whether the last write to the write-ahead log was begun but not finished. SQLite leaves it out by itself."""
    try:
        log = _beside(file, "-wal").read_bytes()
    except OSError:
        return False
    if len(log) < _WAL_HEADER:
        return bool(log)
    (page,) = struct.unpack(">I", log[8:12])
    generation = log[16:24]
    finished = True
    for start in range(_WAL_HEADER, len(log), _FRAME_HEADER + page):
        head = log[start : start + _FRAME_HEADER]
        if head[8:16] != generation[: len(head[8:16])]:
            break  # left over from before the log was last begun anew
        if len(log) < start + _FRAME_HEADER + page:
            return True
        finished = head[4:8] != bytes(4)
    return not finished


def keep_copy(file: Path) -> Path:
    """The file as it is, with its write-ahead log, under a name of its own."""
    copy = next(name for name in _names(file) if not name.exists())
    shutil.copy2(file, copy)
    with suppress(FileNotFoundError):
        shutil.copy2(_beside(file, "-wal"), _beside(copy, "-wal"))
    return copy


def _names(file: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")
        number += 1


def restore(file: Path) -> list[str]:
    """A new file with everything that can still be read in its place; what was lost, in sentences."""
    copy = keep_copy(file)
    work, fresh = file.with_suffix(".salvage"), file.with_suffix(".new")
    _forget(work, fresh)
    try:
        saved = list(_saved(copy, work))
        _write(fresh, saved)
        _forget(file)
        fresh.replace(file)
        _sync_folder(file.parent)
    finally:
        _forget(work, fresh)
    return [*_told(file, saved), f"The file as it was is kept as {copy}."]


def _saved(copy: Path, work: Path) -> Iterator[_Saved]:
    """From a copy that is filled up to its full length: SQLite reads no file that is shorter than it says."""
    shutil.copy2(copy, work)
    with suppress(FileNotFoundError):
        shutil.copy2(_beside(copy, "-wal"), _beside(work, "-wal"))
    _fill_up(work)
    with closing(connect(work)) as connection, suppress(Damaged, sqlite3.Error):
        for game in game_lines(connection):
            rows: list[RowLine] = []
            whole = False
            with suppress(Damaged, sqlite3.Error):
                for row in row_lines(connection, game):
                    rows.append(row)
                whole = True
            yield _Saved(game, rows, whole)


def _fill_up(file: Path) -> None:
    with file.open("r+b") as opened:
        head = opened.read(100)
        if len(head) < 100:
            return
        (pages,) = struct.unpack(">I", head[_PAGES_AT])
        (size,) = struct.unpack(">H", head[_PAGE_SIZE_AT])
        full = pages * (65536 if size == 1 else size)
        if file.stat().st_size < full <= 1 << 40:
            opened.truncate(full)


def _write(fresh: Path, saved: list[_Saved]) -> None:
    with closing(connect(fresh)) as connection:
        lay_out(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN")
        for game, rows, whole in saved:
            if rows:
                over = game.over if whole else 0
                connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", (*game[:-1], over))
                connection.executemany(f"INSERT INTO row VALUES ({game.game}, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")


def _told(file: Path, saved: list[_Saved]) -> list[str]:
    cut = [game for game in saved if not game.whole]
    sentences = [f"{file} was damaged."]
    for game, rows, _ in cut:
        if rows:
            sentences.append(f"Game {game.game} goes on after action {rows[-1].n}: what came later is lost.")
        else:
            sentences.append(f"Game {game.game} is lost.")
    if not saved:
        sentences.append("No game in it can be read any more, so a new journal was begun.")
    elif not cut:
        sentences.append(f"All that can be read in it is kept: the games up to number {saved[-1].game.game}.")
    return sentences


def _forget(*files: Path) -> None:
    for file in files:
        for name in (file, _beside(file, "-wal"), _beside(file, "-shm")):
            name.unlink(missing_ok=True)


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
