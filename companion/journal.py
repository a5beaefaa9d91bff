"""The journal: one SQLite file that keeps every game, a row for each accepted entry, on disk before anybody is told.

Each row carries a checksum over itself and all rows before it in its game. What becomes of a file in which they do not
hold is decided in `salvage`.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import msgspec

from companion import salvage, write_ahead_log
from companion.drawer import Drawer
from companion.entries import Acted, AnyEntry, Corrected, Row
from companion.errors import BadJournal, CannotFollow, NoSuchGame, ReadOnlyJournal
from companion.games.box import game_called
from companion.games.events import ENDINGS, GameOver, Won
from companion.games.game import Game
from companion.games.rules import Rules
from companion.games.speech import Phrase, mark
from companion.journal_file import (
    APPLICATION,
    VERSION,
    Damaged,
    GameLine,
    check_all,
    check_resumed,
    clearly,
    connect,
    failure,
    game_lines,
    lay_out,
    opening_checksum,
    row_checksum,
    row_lines,
    suspicion,
)
from companion.journal_lock import LOOKS, JournalLock
from companion.last_row_file import LastRow, LastRowFile
from companion.records import Header, setup_of
from companion.seats import Seat
from companion.set_aside import SetAside

FILE = "games.sqlite3"

NOT_KEPT = mark("The SD card is read-only, so no game can be kept. Replace the card.")
_ROWS_LOST = mark("Actions {first} to {last} of game {game} are missing: {log} was lost.")
_GAME_LOST = mark("Game {game} is missing: {log} was lost.")

_ENTRIES: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


class Opening(msgspec.Struct, frozen=True):
    """What a game began with."""

    header: Header
    players: tuple[str, ...]
    """By seat: `person`, or which bot plays it."""
    bot_secret: str = ""
    """What the bots' choices follow from, in this file and nowhere else: no page, record or report has it. Empty where
    the game has a seed, as all games of 0.8.0 have."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, self.header.names, self.header.seats, self.players))

    @property
    def bot_seed(self) -> str:
        """For the bots: their secret, or the game's seed where it has one."""
        return self.bot_secret or str(self.header.seed or 0)

    @property
    def game(self) -> Game:
        return game_called(self.header.game)

    def setup(self) -> Any:
        return setup_of(self.header)


def here(begun: str) -> str:
    """A time of the journal, as the clocks of this place show it."""
    return datetime.fromisoformat(begun).astimezone().strftime("%Y-%m-%d %H:%M")


class Kept(msgspec.Struct, frozen=True):
    """A game in the journal, at a glance."""

    game: int
    begun: str
    opening: Opening
    over: bool
    checksum: bytes
    """Of the opening; those of the rows go on from it."""

    @property
    def begun_here(self) -> str:
        """In this place's time."""
        return here(self.begun)


class Summary(msgspec.Struct, frozen=True):
    """What a list of games says of one."""

    game: int
    begun: str
    over: bool
    plays: str
    """The name of the game; empty, as are the others, where the opening cannot be understood."""
    names: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def begun_here(self) -> str:
        """In this place's time."""
        return here(self.begun)


class BriefHeader(msgspec.Struct, frozen=True):
    game: str
    names: tuple[str, ...]


class BriefOpening(msgspec.Struct, frozen=True):
    """As much of an opening as a list needs; boards are most of it. It can also be read where the rest cannot be
    understood, as of a game that another version has written."""

    header: BriefHeader
    players: tuple[str, ...]


BRIEF_OPENINGS = msgspec.json.Decoder(BriefOpening)


class Journal:
    """Opens the file in a folder, or makes it. `notices` says what had to be repaired for it.

    All of it is verified first, unless `verify_all` is false: then only the game that is to be resumed is, so that a
    start takes no longer with every evening. Whatever is read later is verified then; damage that is found so is noted
    beside the file, and the next opening verifies and repairs all of it. Until then nothing of the file is moved or
    rewritten: a table may be writing to it.
    """

    def __init__(self, folder: Path, *, verify_all: bool = True, keeps_games: bool = True) -> None:
        self.file = folder / FILE
        self._keeps_games = keeps_games
        """Or no game can be begun, because this one is only there in place of another."""
        self._verifies_all = verify_all
        self.notices: list[Phrase] = []
        self.lost: list[Phrase] = []
        """Those of the notices that tell of rows that were lost with the write-ahead log."""
        self._log = self.file.with_name(f"{FILE}-wal")
        self._lock = JournalLock(self.file)
        self._heads: dict[int, bytes] = {}
        """The checksum of the last row of each game that was begun or read here."""
        self._over: dict[int, bool] = {}
        self.drawer = Drawer(self.file)
        """For what is kept beside the games."""
        self.set_aside = SetAside(self.drawer)
        """The games that the rules of this program cannot follow: they are listed, but not offered."""
        self._last_row = LastRowFile(self.file)
        with self._clearly():
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.drawer.close()
        self._last_row.close()
        self._connection.close()
        self._lock.let_go()

    def hold(self) -> None:
        """For this process alone, as long as it is open: two tables must not play the same game."""
        with self._clearly():
            alone = self._lock.take(LOOKS)
        if not alone:
            raise BadJournal("{file}: another Veilingklok is using it.", file=self.file)

    def begin(self, opening: Opening, first: Row) -> int:
        """A new game with its first row; returns its number."""
        if not self._keeps_games:
            raise ReadOnlyJournal(NOT_KEPT)
        text = msgspec.json.encode(opening)
        with self._clearly(), self._transaction():
            game = self._next_game()
            head = opening_checksum(game, first.at, text)
            line = (game, first.at, text, head, False)
            self._connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", line)
            head = self._insert(game, first, head)
        self._heads[game] = head
        self._last_row.write(LastRow(game, first.n, head))
        return game

    def make_room(self) -> None:
        """Lengthen the write-ahead log before a game is played, so that its rows are synced faster. The journal is
        held. A disk that is full is not reported here but by the first row that finds no place."""
        with suppress(OSError, sqlite3.Error):
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {write_ahead_log.CHECKPOINT}")
            if not self._log.stat().st_size:  # the first write, which changes nothing, gives it its header
                (version,) = self._connection.execute("PRAGMA user_version").fetchone()
                self._connection.execute(f"PRAGMA user_version = {version}")
            with self._transaction():
                write_ahead_log.lengthen(self._log)

    def append(self, game: int, row: Row, over: bool) -> None:
        """One row more, synced to the disk when this returns. `over`: whether the game is, now."""
        with self._clearly():
            if over == self._over.get(game, False):
                head = self._insert(game, row, self._heads[game])
            else:
                with self._transaction():
                    head = self._insert(game, row, self._heads[game])
                    self._connection.execute("UPDATE game SET over = ? WHERE id = ?", (over, game))
        self._heads[game], self._over[game] = head, over
        self._last_row.write(LastRow(game, row.n, head))

    def checkpoint(self) -> None:
        """Put what is in the write-ahead log into the database file, so that little is lost with a lost log. Not while
        a game is played: it takes two syncs and more. What others still read stays where it is; a disk that does not
        take it has other troubles, which are told."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def games(self) -> list[Kept]:
        """All of them, the oldest first."""
        with self._clearly():
            return [self._kept(line) for line in game_lines(self._connection)]

    def unfinished(self, game: Game | None = None) -> Kept | None:
        """The last game, or the last of this one, that was left before its end and is not set aside. A `CannotFollow`
        tells of one whose opening cannot be understood: set aside, it is passed over the next time."""
        set_aside = self.set_aside.games()
        for number in self._left():
            kept = None if number in set_aside else self.game(number)
            if kept and (game is None or kept.opening.header.game == game.name):
                return kept
        return None

    def _left(self) -> Iterator[int]:
        """The numbers of the games that are not over, the latest first; only as far as somebody wants to know."""
        number: int | None = None
        while True:
            before = "" if number is None else f"AND id < {number}"
            with self._clearly():
                query = f"SELECT max(id) FROM game WHERE NOT over {before}"
                (number,) = self._connection.execute(query).fetchone()
            if number is None:
                return
            yield number

    def last_number(self) -> int:
        """Of the game that was begun last, whether it is over or not; 0: there is none."""
        with self._clearly():
            (game,) = self._connection.execute("SELECT max(id) FROM game").fetchone()
        return game or 0

    def game(self, game: int) -> Kept:
        return self._kept(self._line(game))

    def rows(self, game: int | Kept) -> list[Row]:
        """Everything that happened in a game. It can be gone on with then. Of one that was read already the opening is
        not read again; whoever goes on with it must have held the journal when it was."""
        kept = game if isinstance(game, Kept) else self.game(game)
        number = kept.game
        with self._clearly():
            lines = list(row_lines(self._connection, kept))
            if not lines:
                raise Damaged
        if number not in self._heads:  # else it is being written to, and these may be old already
            self._heads[number], self._over[number] = lines[-1].checksum, kept.over
        rules = kept.opening.game.rules
        return [Row(n, at, self._entry(number, n, entry, rules)) for n, at, entry, _ in lines]

    def count(self) -> int:
        """Of games."""
        with self._clearly():
            (count,) = self._connection.execute("SELECT count(*) FROM game").fetchone()
        return int(count)

    def summaries(self, latest: int | None = None) -> Iterator[Summary]:
        """All games or the latest, the oldest first, without their boards: for those who only list them."""
        with self._clearly():
            for line in game_lines(self._connection, latest=latest):
                try:
                    opening = BRIEF_OPENINGS.decode(line.opening)
                except msgspec.DecodeError:  # it is there all the same
                    yield Summary(line.game, line.begun, bool(line.over), "", (), ())
                    continue
                header = opening.header
                yield Summary(line.game, line.begun, bool(line.over), header.game, header.names, opening.players)

    def ending(self, game: int) -> tuple[int, GameOver | Won] | None:
        """The number of a game's last row, and the end that it tells of; None where that is not its end, or cannot be
        read. Only this row is read: it is not verified, which would take all rows before it."""
        query = "SELECT n, entry FROM row WHERE game = ? ORDER BY n DESC LIMIT 1"
        try:
            n, written = self._connection.execute(query, (game,)).fetchone()
            entry = _ENTRIES.decode(written)
        except (sqlite3.Error, msgspec.DecodeError, TypeError):
            return None
        events = entry.events if isinstance(entry, Acted) else ()
        return next(((n, event) for event in events if isinstance(event, ENDINGS)), None)

    def last_row(self, game: int) -> int:
        """The number of a game's last row; -1: it has none, or cannot be read."""
        try:
            (last,) = self._connection.execute("SELECT max(n) FROM row WHERE game = ?", (game,)).fetchone()
        except sqlite3.Error:
            return -1
        return -1 if last is None else int(last)

    def delete(self, game: int) -> None:
        """For good."""
        with self._clearly(), self._transaction():
            self._connection.execute("DELETE FROM row WHERE game = ?", (game,))
            self._connection.execute("DELETE FROM game WHERE id = ?", (game,))

    def _opened(self) -> sqlite3.Connection:
        """The connection to a file that is whole, ours and of a version that we know."""
        alone = self._lock.take(1)
        try:
            if alone:
                if not self.file.exists():  # somebody begins anew, and misses nothing
                    self._last_row.forget()
                self.notices += salvage.made_ready(self.file)
            try:
                connection = self._checked_for_loss(alone)
            except Damaged:
                if not alone:
                    raise
                self.notices += salvage.restored(self.file)
                connection = self._checked()
            self.notices += self.lost
            if self.notices:  # so that nothing of what was said is found and said again
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return connection
        finally:
            self._lock.let_go()

    def _checked_for_loss(self, alone: bool) -> sqlite3.Connection:
        """That something is missing can only be told by one who has the journal alone, lest a row be taken for lost
        that is being written."""
        connection = self._checked()
        try:
            self.lost = self._missing(connection) if alone else []
        except sqlite3.Error as error:  # damage in a game that the check at start does not read
            connection.close()
            raise failure(self.file, error) from error
        return connection

    def _missing(self, connection: sqlite3.Connection) -> list[Phrase]:
        """What was written after all that is in the journal now, in a sentence: its log was lost."""
        last = self._last_row.read()
        if last is None:
            return []
        query = "SELECT coalesce(max(n), -1), count(*) FILTER (WHERE n = ? AND checksum = ?) FROM row WHERE game = ?"
        kept, is_there = connection.execute(query, (last.n, last.checksum, last.game)).fetchone()
        used = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'game'").fetchone()
        if is_there or kept >= last.n or (kept < 0 and used and used[0] >= last.game):  # else: it was deleted
            return []
        self._last_row.forget()
        if kept < 0:
            return [Phrase(_GAME_LOST, game=str(last.game), log=self._log.name)]
        lost = {"first": str(kept + 1), "last": str(last.n), "game": str(last.game)}
        return [Phrase(_ROWS_LOST, **lost, log=self._log.name)]

    def _checked(self) -> sqlite3.Connection:
        connection = connect(self.file)
        try:
            self._check_kind(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            self._verify(connection)
        except BaseException as error:
            connection.close()
            if isinstance(error, sqlite3.Error):
                raise failure(self.file, error) from None
            raise
        return connection

    def _verify(self, connection: sqlite3.Connection) -> None:
        suspected = suspicion(self.file)
        if not self._verifies_all and not suspected.exists():
            check_resumed(connection)
            return
        check_all(connection)
        suspected.unlink(missing_ok=True)

    def _check_kind(self, connection: sqlite3.Connection) -> None:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables and (application or version):
            raise Damaged
        if not tables:
            lay_out(connection)
        elif application != APPLICATION:
            raise BadJournal("{file} is a database, but no journal of Veilingklok.", file=self.file)
        elif version > VERSION:
            raise BadJournal(
                "{file} was written by a newer Veilingklok (format {version}; this one knows {known}).",
                file=self.file,
                version=version,
                known=VERSION,
            )

    def _next_game(self) -> int:
        """Never a number that was used before: an exported record may still bear it."""
        used = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'game'").fetchone()
        return int(used[0]) + 1 if used else 1

    def _insert(self, game: int, row: Row, head: bytes) -> bytes:
        entry = msgspec.json.encode(row.entry)
        head = row_checksum(head, row.n, row.at, entry)
        self._connection.execute("INSERT INTO row VALUES (?, ?, ?, ?, ?)", (game, row.n, row.at, entry, head))
        return head

    def _line(self, game: int) -> GameLine:
        with self._clearly():
            found = list(game_lines(self._connection, game))
        if not found:
            raise NoSuchGame("There is no game {game} in {file}.", game=game, file=self.file)
        return found[0]

    def _kept(self, line: GameLine) -> Kept:
        try:
            opening = msgspec.json.decode(line.opening, type=Opening)
        except msgspec.DecodeError as error:
            raise self._unreadable(line.game, 0, error) from None
        return Kept(line.game, line.begun, opening, bool(line.over), line.checksum)

    def _entry(self, game: int, n: int, entry: bytes, rules: Rules[Any]) -> AnyEntry:
        try:
            found = _ENTRIES.decode(entry)
        except msgspec.DecodeError as error:
            raise self._unreadable(game, n, error) from None
        for event in found.events if isinstance(found, Acted | Corrected) else ():
            if not rules.knows(event):
                raise self._unreadable(game, n, Phrase("{event} is no event of this game", event=type(event).__name__))
        return found

    def _unreadable(self, game: int, n: int, error: Exception | Phrase) -> CannotFollow:
        """Written as it stands here, but by a program that means something else by it."""
        return CannotFollow(
            game,
            mark("{file}: action {n} of game {game} cannot be understood: {error}."),
            file=self.file,
            game=game,
            n=n,
            error=error,
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _clearly(self) -> AbstractContextManager[None]:
        return clearly(self.file)
