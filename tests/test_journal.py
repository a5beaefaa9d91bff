"""The journal: what was acknowledged is there, whatever happened to the machine or the file."""

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from every_game import NUMBERS
from kept_games import AT, copy_of, keep, opening_of, played, rows_of, state_in

from companion.entries import Acted, Row, TookBack
from companion.errors import BadJournal, NoSuchGame
from companion.games.events import Money
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius.game import MERCURIUS
from companion.journal import FILE, Journal
from companion.journal_file import VERSION, row_checksum
from companion.past import Past
from companion.write_ahead_log import ROOM


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


def refusal(folder: Path) -> str:
    with pytest.raises(BadJournal) as error:
        Journal(folder)
    return str(error.value)


class TestKeeping:
    def test_every_row_comes_back_as_it_was(self, folder: Path) -> None:
        games = [played(seed, players, game=game) for seed, (game, players) in enumerate(NUMBERS)]
        with Journal(folder) as journal:
            numbers = [keep(journal, game) for game in games]
        with Journal(folder) as journal:
            assert numbers == list(range(1, len(games) + 1)) == [kept.game for kept in journal.games()]
            for number, game in zip(numbers, games, strict=True):
                assert journal.rows(number) == rows_of(game)
                assert state_in(journal, number) == game.state
                assert journal.game(number).opening.setup() == game.setup
                assert journal.game(number).over
            assert journal.notices == []

    def test_games_can_be_gone_on_with_in_turns(self, folder: Path) -> None:
        one, two = played(1), played(2, game=MERCURIUS)
        with Journal(folder) as journal:
            first, second = (journal.begin(opening_of(game), rows_of(game)[0]) for game in (one, two))
        for a, b in zip(rows_of(one)[1:20], rows_of(two)[1:20], strict=True):
            with Journal(folder) as journal:
                assert journal.rows(first)[-1].n == a.n - 1
                journal.append(first, a, over=False)
                assert journal.rows(second)[-1].n == b.n - 1
                journal.append(second, b, over=False)
        with Journal(folder) as journal:
            assert journal.rows(first) == rows_of(one)[:20]
            assert journal.rows(second) == rows_of(two)[:20]
            assert not journal.game(first).over

    def test_what_is_appended_is_on_disk_at_once(self, folder: Path, tmp_path: Path) -> None:
        """Another look at the bare files sees it, without the journal being closed."""
        game = played(1)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows_of(game)[0])
            for row in rows_of(game)[1:12]:
                journal.append(number, row, over=False)
                with Journal(copy_of(folder, tmp_path / f"after {row.n}")) as copy:
                    assert copy.rows(number)[-1] == row
                    assert copy.notices == []

    def test_sqlite_is_told_to_sync_every_commit(self, folder: Path) -> None:
        with Journal(folder) as journal:
            assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)

    def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(self, folder: Path) -> None:
        with Journal(folder) as journal:
            for seed in (1, 2):
                keep(journal, played(seed, actions=5))
            journal.delete(2)
            assert [kept.game for kept in journal.games()] == [1]
            assert keep(journal, played(3, actions=5)) == 3
            with pytest.raises(NoSuchGame, match="There is no game 2 in"):
                journal.game(2)

    def test_a_game_that_is_taken_back_from_its_end_is_no_longer_over(self, folder: Path) -> None:
        game = played(1)
        with Journal(folder) as journal:
            number = keep(journal, game)
            journal.append(number, Row(len(game.entries), AT, TookBack(3, (0, 1, 2, 3))), over=False)
            assert not journal.game(number).over


class TestRoom:
    """A log that is as long as it will get before the game is played: rows are synced faster."""

    def log(self, folder: Path) -> Path:
        return folder / f"{FILE}-wal"

    def test_rows_do_not_make_the_log_longer(self, folder: Path) -> None:
        games = [played(seed) for seed in (1, 2, 3)]
        with Journal(folder) as journal:
            number = journal.begin(opening_of(games[0]), rows_of(games[0])[0])
            journal.make_room()
            assert self.log(folder).stat().st_size == ROOM
            for row in rows_of(games[0])[1:]:
                journal.append(number, row, over=False)
            assert sum(len(rows_of(game)) for game in games) * 4096 > ROOM
            for game in games[1:]:
                keep(journal, game)
            assert self.log(folder).stat().st_size == ROOM
        assert not self.log(folder).exists()

    def test_after_a_power_cut_every_row_is_there_and_nothing_was_damaged(self, folder: Path, tmp_path: Path) -> None:
        game = played(1)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows_of(game)[0])
            journal.make_room()
            for row in rows_of(game)[1:]:
                journal.append(number, row, over=False)
                if row.n % 20 == 1 or 195 < row.n < 205:
                    with Journal(copy_of(folder, tmp_path / f"after {row.n}")) as copy:
                        assert copy.rows(number) == rows_of(game)[: row.n + 1]
                        assert copy.notices == []

    def test_a_journal_that_was_closed_gets_it_again_and_is_otherwise_as_it_was(
        self, folder: Path, tmp_path: Path
    ) -> None:
        game = played(1, actions=8)
        with Journal(folder) as journal:
            number = keep(journal, game)
        assert not self.log(folder).exists()
        with Journal(folder) as journal:
            journal.make_room()
            assert self.log(folder).stat().st_size == ROOM
            with Journal(copy_of(folder, tmp_path / "cut")) as copy:
                assert (copy.rows(number), copy.notices) == (rows_of(game), [])
                assert not copy.game(number).over

    def test_what_others_have_put_in_the_log_is_not_written_over(self, folder: Path, tmp_path: Path) -> None:
        with Journal(folder) as journal:
            keep(journal, played(1, actions=8))
            journal.drawer.put("note", b"from another connection")
            journal.make_room()
            journal.drawer.put("more", b"after that")
            with Journal(copy_of(folder, tmp_path / "cut")) as copy:
                assert copy.drawer.get("note") == b"from another connection"
                assert copy.drawer.get("more") == b"after that"
                assert copy.notices == []

    def test_a_disk_that_has_none_is_no_trouble_yet(self, folder: Path) -> None:
        with Journal(folder) as journal:
            keep(journal, played(1, actions=8))
            size = self.log(folder).stat().st_size
            soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
            try:
                journal.make_room()
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert self.log(folder).stat().st_size == size
            assert not journal._connection.in_transaction


class TestVersions:
    def test_a_file_of_a_newer_version_is_refused_and_not_touched(self, folder: Path) -> None:
        with Journal(folder) as journal:
            keep(journal, played(1, actions=5))
            journal._connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        before = (folder / FILE).read_bytes()
        assert refusal(folder) == (
            f"{folder / FILE} was written by a newer Veilingklok (format {VERSION + 1}; this one knows {VERSION})."
        )
        assert (folder / FILE).read_bytes() == before

    def test_a_game_of_an_older_version_is_read_as_it_was_played(self, folder: Path) -> None:
        """The journal keeps facts: a rule that was judged otherwise then does not change what happened."""
        game = played(1, actions=8)
        richer = [Money(event.seat, 350_000, "start") if isinstance(event, Money) else event
                  for event in game.entries[0].events]  # fmt: skip
        rows = rows_of(game)
        assert isinstance(rows[0].entry, Acted)
        rows[0] = Row(0, AT, Acted(None, rows[0].entry.action, tuple(richer)))
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows[0])
            for row in rows[1:]:
                journal.append(number, row, over=False)
        with Journal(folder) as journal:
            expected = tuple(money - 50_000 for money in game.state.money)
            assert state_in(journal, number).money == expected

    def test_a_file_of_version_1_can_always_be_read(self, folder: Path) -> None:
        """Written down when that version was new, with every kind of entry in it."""
        folder.mkdir()
        text = (Path(__file__).parent / "journals" / "version-1.sql").read_text(encoding="utf-8")
        with closing(sqlite3.connect(folder / FILE)) as file:
            file.executescript(text)
        with Journal(folder) as journal:
            assert journal.notices == []
            rows = journal.rows(1)
            kinds = {type(row.entry).__name__ for row in rows}
            assert kinds == {"Acted", "Judged", "TookBack", "Corrected", "Paused"}
            assert Past(MERCHANTS, journal.game(1).opening.setup(), rows).state.money == (390_000, 400_000, 240_000)

    def test_another_programs_database_is_refused_and_not_touched(self, folder: Path) -> None:
        folder.mkdir()
        with closing(sqlite3.connect(folder / FILE)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        before = (folder / FILE).read_bytes()
        assert refusal(folder) == f"{folder / FILE} is a database, but no journal of Veilingklok."
        assert (folder / FILE).read_bytes() == before


class TestWhatCannotBeWritten:
    """One sentence each, and nothing is changed."""

    def test_a_full_disk(self, folder: Path) -> None:
        game = played(1)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows_of(game)[0])
            pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
            journal._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
            row, reason = first_refused(journal, number, rows_of(game)[1:])
            assert reason == f"{folder / FILE}: the disk is full."
            assert 0 < row.n < len(game.entries) - 1
            assert journal.rows(number) == rows_of(game)[: row.n]
            journal._connection.execute("PRAGMA max_page_count = 100000")
            journal.append(number, row, over=False)  # there is room again
        with Journal(folder) as journal:
            assert journal.rows(number) == rows_of(game)[: row.n + 1]

    def test_a_last_row_on_a_full_disk_leaves_the_game_as_it_was(self, folder: Path) -> None:
        """The row and the word that the game is over are written together or not at all."""
        game = played(1)
        *rest, last = rows_of(game)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rest[0])
            for row in rest[1:]:
                journal.append(number, row, over=False)
            journal._connection.execute(
                "CREATE TRIGGER full BEFORE UPDATE ON game BEGIN SELECT raise(ABORT, 'full'); END"
            )
            with pytest.raises(BadJournal):
                journal.append(number, last, over=True)
            assert journal.rows(number) == rest
            journal._connection.execute("DROP TRIGGER full")
            journal.append(number, last, over=True)
            assert journal.rows(number) == rows_of(game)

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("here")
        assert refusal(tmp_path / "file" / "state") == f"{tmp_path / 'file' / 'state'}: Not a directory."

    def test_a_read_only_folder(self, folder: Path) -> None:
        with Journal(folder) as journal:
            keep(journal, played(1, actions=3))
        with read_only(folder):
            assert refusal(folder) == f"{folder / 'games.lock'}: Permission denied."

    def test_a_file_that_another_program_has_locked(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.journal_file.PATIENCE", 0.0)
        game = played(1)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows_of(game)[0])
            with closing(sqlite3.connect(folder / FILE)) as other:
                other.execute("BEGIN EXCLUSIVE")
                with pytest.raises(BadJournal, match="another program has it locked"):
                    journal.append(number, rows_of(game)[1], over=False)
            journal.append(number, rows_of(game)[1], over=False)
            assert journal.rows(number) == rows_of(game)[:2]

    def test_two_tables_on_the_same_games(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.journal_lock.PATIENCE", 0.0)
        with Journal(folder) as one, Journal(folder) as two:
            one.hold()
            one.hold()
            with pytest.raises(BadJournal) as error:
                two.hold()
            assert str(error.value) == f"{folder / FILE}: another Veilingklok is using it."
            assert two.games() == []  # but one may look on
        with Journal(folder) as two:
            two.hold()

    def test_a_lock_that_leads_elsewhere_is_not_followed(self, folder: Path, tmp_path: Path) -> None:
        Journal(folder).close()
        (folder / "games.lock").unlink()
        (folder / "games.lock").symlink_to(tmp_path / "elsewhere")
        assert refusal(folder) == f"{folder / 'games.lock'} is a link to somewhere else: delete it."
        assert not (tmp_path / "elsewhere").exists()

    def test_a_game_that_another_program_wrote_to(self, folder: Path) -> None:
        game = played(1)
        with Journal(folder) as one, Journal(folder) as two:
            number = one.begin(opening_of(game), rows_of(game)[0])
            two.rows(number)
            one.append(number, rows_of(game)[1], over=False)
            with pytest.raises(BadJournal, match="another program wrote to this game"):
                two.append(number, rows_of(game)[1], over=False)


def first_refused(journal: Journal, number: int, rows: list[Row]) -> tuple[Row, str]:
    for row in rows:
        try:
            journal.append(number, row, over=False)
        except BadJournal as error:
            return row, str(error)
    raise AssertionError("all were taken")


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Also for root, who may write everywhere: as nobody, for whom all the way there is opened."""
    gates = [parent for parent in folder.parents if parent.owner() == folder.owner() and parent != Path("/")]
    before = {gate: gate.stat().st_mode for gate in (folder, *gates)}
    for gate in gates:
        gate.chmod(before[gate] | 0o011)
    (folder / "games.lock").unlink()
    folder.chmod(0o555)
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)
        for gate, mode in before.items():
            gate.chmod(mode)


def test_an_entry_that_nobody_understands_is_named(folder: Path) -> None:
    with Journal(folder) as journal:
        game = played(1, actions=4)
        number = journal.begin(opening_of(game), rows_of(game)[0])
        before = journal._heads[number]
        entry = b'{"type":"danced"}'
        line = (number, 1, AT, entry, row_checksum(before, 1, AT, entry))
        journal._connection.execute("INSERT INTO row VALUES (?, ?, ?, ?, ?)", line)
        with pytest.raises(BadJournal, match="action 1 of game 1 cannot be understood: Invalid value 'danced'"):
            journal.rows(number)
