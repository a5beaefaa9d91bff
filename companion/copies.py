"""Copies of the journal: made while a game is played, checked, kept for the last 31 days with anything new, and put
back in place of what is there.

A Pi has no clock of its own. A copy bears the date that the machine believed in, for people; which is newer, the copies
themselves know: each has a number.
"""

import fcntl
import hashlib
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.caretaker import LITTLE_SPACE, free_space
from companion.errors import BadCopy, NoRoomForCopy, NoSuchCopy
from companion.games.errors import GameError
from companion.journal import FILE, Journal
from companion.journal_file import (
    APPLICATION,
    VERSION,
    Damaged,
    check_all,
    clearly,
    connect,
    drawer_lines,
    game_lines,
    lay_drawer,
    suspicion,
)
from companion.journal_lock import LOOKS, JournalLock
from companion.salvage import put_in_place, set_aside, sync, sync_folder

FOLDER = "copies"
KEPT = 31
LATEST = "latest"
CHUNK = 1 << 20
"""Bytes at a time on the way back."""

_LABEL = "copied"
"""In the drawer of a copy."""
_PAGES, _PAUSE = 64, 0.01
"""So many at a time, with so many seconds between, so that the card has time for the game."""
_NAME = re.compile(r"games-(\d{4}-\d\d-\d\d(?:-\d+)?)\.sqlite3")


class _Label(msgspec.Struct, frozen=True):
    number: int
    content: str
    """Names all that is in it: the same name, the same content."""


class Copy(NamedTuple):
    file: Path
    name: str
    """Its date; with a number behind it, if there are several of that date."""
    size: int
    is_readable: bool
    number: int = 0
    """Counts all that were ever made; 0 for one that was not made here."""
    content: str = ""
    games: int = 0
    last_played: str | None = None
    """As the clock of the machine had it then."""


class Made(NamedTuple):
    copy: Copy
    is_new: bool
    """Else nothing had changed since, and it is the last one."""


class _End(NamedTuple):
    """How far a game has come; its checksum holds for all its rows."""

    game: int
    over: int
    n: int
    at: str
    checksum: bytes


class Copies:
    """Of the journal in a folder."""

    def __init__(
        self,
        data: Path,
        today: Callable[[], date] = date.today,
        free: Callable[[Path], int] = free_space,
    ) -> None:
        self._journal = data / FILE
        self._folder = data / FOLDER
        self._failure = data / "copy-failed"
        self._today = today
        self._free = free

    def all(self) -> list[Copy]:
        """The oldest first."""
        files = self._folder.iterdir() if self._folder.is_dir() else ()
        found = [_looked_at(file, name[1]) for file in files if (name := _NAME.fullmatch(file.name))]
        return sorted(found, key=lambda copy: (copy.number, copy.name))

    def called(self, name: str) -> Copy:
        """By its date, or the latest."""
        there = self.all()
        if not there:
            raise NoSuchCopy("There is no copy yet in {folder}.", folder=self._folder)
        if name == LATEST:
            return there[-1]
        for copy in there:
            if copy.name == name:
                return copy
        raise NoSuchCopy("There is no copy {name}; veilingklok restore lists those that are there.", name=name)

    # Making one.

    def make(self, journal: Journal) -> Made | None:
        """Of all that is in it now; None: nothing is. Whoever writes to it is not held up."""
        try:
            made = self._make(journal)
        except NoRoomForCopy:
            raise
        except (GameError, OSError):
            with suppress(OSError):  # a card that does not take this has other troubles
                self._failure.touch()
            raise
        self._failure.unlink(missing_ok=True)
        return made

    @property
    def has_failed(self) -> bool:
        """The last time. For those who can say it at the table: the copying at night has nobody to tell."""
        return self._failure.exists()

    def _make(self, journal: Journal) -> Made | None:
        with self._alone(), closing(connect(journal.file)) as source, clearly(journal.file):
            source.execute("BEGIN")  # so that all that is read here is of one moment
            content = _content(source)
            if content is None:
                return None
            there = self.all()
            if there and there[-1].content == content:
                return Made(there[-1], is_new=False)
            self._check_room(source)
            return Made(self._made(source, content, there), is_new=True)

    def _check_room(self, source: sqlite3.Connection) -> None:
        (pages,), (page,) = (source.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size"))
        free = self._free(self._folder)
        if free < pages * page + LITTLE_SPACE:
            raise NoRoomForCopy(
                "The SD card is nearly full, {megabytes} MB are left: no copy was made.", megabytes=free // 1_000_000
            )

    def _made(self, source: sqlite3.Connection, content: str, there: list[Copy]) -> Copy:
        work = self._folder / "unfinished"
        label = _Label(there[-1].number + 1 if there else 1, content)
        try:
            with clearly(work):
                _forget(work)
                os.close(os.open(work, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                _fill(work, source, label)
                name = self._name(source, there)
                file = self._folder / f"games-{name}.sqlite3"
                work.replace(file)
                sync_folder(self._folder)
        finally:
            _forget(work)
            suspicion(work).unlink(missing_ok=True)  # a copy that failed is thrown away, not repaired
        self._prune()
        return _looked_at(file, name)

    def _name(self, source: sqlite3.Connection, there: list[Copy]) -> str:
        """Of a date there is one copy, unless a game or a board is in the last one of it that is not in this one."""
        today = self._today().isoformat()
        same = [copy for copy in there if copy.name[: len(today)] == today]
        if not same:
            return today
        if same[-1].is_readable and _has_all_of(source, same[-1].file):
            return same[-1].name
        used = {copy.name for copy in same}
        return next(name for number in range(2, len(used) + 3) if (name := f"{today}-{number}") not in used)

    def _prune(self) -> None:
        """By number: after a month without a game the last copies are as good as ever."""
        for copy in self.all()[:-KEPT]:
            copy.file.unlink(missing_ok=True)

    # Putting one back.

    def check(self, copy: Copy) -> None:
        """Whether it can be put back just now, for those who ask a person first."""
        with self._unused():
            _check(copy.file)

    def put_back(self, copy: Copy, told: Callable[[int], None] = lambda _bytes: None) -> Path | None:
        """In place of the journal; returns where that is kept. `told` hears how many bytes more are through."""
        with self._unused():
            _check(copy.file)
            return self._put_back(copy.file, told)

    def _put_back(self, copy: Path, told: Callable[[int], None]) -> Path | None:
        fresh = self._journal.with_suffix(".new")
        try:
            _forget(fresh)
            _carry(copy, fresh, told)
            aside = set_aside(self._journal) if self._journal.exists() else None
            put_in_place(self._journal, fresh)
        finally:
            _forget(fresh)
        return aside

    @contextmanager
    def _unused(self) -> Iterator[None]:
        """Nobody plays meanwhile."""
        lock = JournalLock(self._journal)
        with self._alone(), clearly(self._journal):
            if not lock.take(LOOKS):
                raise BadCopy(
                    "{file}: another Veilingklok is using it. Stop it first: {command}",
                    file=self._journal,
                    command="sudo systemctl stop veilingklok",
                )
            try:
                yield
            finally:
                lock.let_go()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other program makes or puts back a copy meanwhile."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            self._lock(folder)
            yield
        finally:
            os.close(folder)

    def _lock(self, folder: int) -> None:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadCopy("{folder}: another program is at the copies just now.", folder=self._folder) from None


def _fill(work: Path, source: sqlite3.Connection, label: _Label) -> None:
    """With all of the source, checked, and on the disk."""
    with closing(connect(work)) as target:
        source.backup(target, pages=_PAGES, progress=lambda *_: time.sleep(_PAUSE))
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log
        try:
            check_all(target)
            if _content(target) != label.content:
                raise Damaged
        except Damaged:
            raise BadCopy(
                "The copy is not what was copied, and is thrown away: the SD card may be failing. Change it soon."
            ) from None
        lay_drawer(target)
        target.execute("INSERT OR REPLACE INTO drawer VALUES (?, ?)", (_LABEL, msgspec.json.encode(label)))
    sync(work)


def _carry(copy: Path, fresh: Path, told: Callable[[int], None]) -> None:
    with copy.open("rb") as source, open(fresh, "xb", opener=_for_nobody_else) as target:
        while chunk := source.read(CHUNK):
            target.write(chunk)
            told(len(chunk))
    with closing(connect(fresh)) as connection:
        lay_drawer(connection)
        connection.execute("DELETE FROM drawer WHERE name = ?", (_LABEL,))
    sync(fresh)


def _for_nobody_else(file: str, flags: int) -> int:
    return os.open(file, flags, 0o600)


def _looked_at(file: Path, name: str) -> Copy:
    size = file.stat().st_size
    try:
        with _reading(file) as connection:
            label = _label(connection)
            ends = _ends(connection)
    except (Damaged, sqlite3.Error):
        return Copy(file, name, size, is_readable=False)
    played = max((end.at for end in ends), default=None)
    return Copy(file, name, size, True, label.number, label.content, len(ends), played)


def _label(copy: sqlite3.Connection) -> _Label:
    """One that somebody put there has none."""
    try:
        return msgspec.json.decode(dict(drawer_lines(copy)).get(_LABEL, b""), type=_Label)
    except msgspec.DecodeError:
        return _Label(0, "")


def _check(copy: Path) -> None:
    """Before anything is moved for it."""
    try:
        with _reading(copy) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if application == APPLICATION and version > VERSION:
                raise BadCopy(
                    "{file} was written by a newer Veilingklok (format {version}; this one knows {known}).",
                    file=copy,
                    version=version,
                    known=VERSION,
                )
            if application != APPLICATION:
                raise Damaged
            check_all(connection)
    except (Damaged, sqlite3.Error):
        raise BadCopy("{file} is damaged. Choose another copy; nothing was changed.", file=copy) from None


@contextmanager
def _reading(copy: Path) -> Iterator[sqlite3.Connection]:
    """Nothing is written, not even beside it."""
    address = f"{copy.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        yield connection


def _ends(connection: sqlite3.Connection) -> list[_End]:
    query = "SELECT n, at, checksum FROM row WHERE game = ? ORDER BY n DESC LIMIT 1"
    last = ((game, connection.execute(query, (game.game,)).fetchone()) for game in game_lines(connection))
    return [_End(game.game, game.over, *end) for game, end in last if end]


def _content(connection: sqlite3.Connection) -> str | None:
    """A name for all that is in a journal; None where nothing is."""
    ends = _ends(connection)
    beside = [line for line in drawer_lines(connection) if line[0] != _LABEL]
    if not ends and not beside:
        return None
    return hashlib.sha256(msgspec.json.encode((ends, beside))).hexdigest()


def _has_all_of(connection: sqlite3.Connection, copy: Path) -> bool:
    """Whether every game has come as far as in that copy, by the same way, and nothing was taken out of the drawer."""
    query = "SELECT count(*) FROM row WHERE game = ? AND n = ? AND checksum = ?"
    with _reading(copy) as old:
        ends, beside = _ends(old), _names(old)
    if not beside <= _names(connection):
        return False
    return all(connection.execute(query, (end.game, end.n, end.checksum)).fetchone()[0] for end in ends)


def _names(connection: sqlite3.Connection) -> set[str]:
    """Of what lies in the drawer: boards, and what else is kept beside games."""
    return {name for name, _ in drawer_lines(connection)} - {_LABEL}


def _forget(work: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            work.with_name(work.name + ending).unlink()
