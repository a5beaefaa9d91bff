"""Copies of the journal: made while somebody plays, kept as long as they are worth it, and put back."""

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kept_games import copy_of, keep, opening_of, played, rows_of

from companion import salvage
from companion.boards import Boards
from companion.caretaker import LITTLE_SPACE, Caretaker
from companion.cli import main
from companion.copies import FOLDER, KEPT, Copies, Copy, Made
from companion.errors import BadCopy, NoSuchCopy
from companion.games.merchants.board import default_board
from companion.journal import FILE, Journal
from companion.journal_file import VERSION, Damaged
from hardware.troubles import Troubles

DAY = date(2026, 11, 16)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def journal(data: Path) -> Iterator[Journal]:
    with Journal(data) as opened:
        keep(opened, played(1, actions=20))
        yield opened


class Nights:
    """Copies on one day after another."""

    def __init__(self, data: Path, day: date = DAY) -> None:
        self.day = day
        self.copies = Copies(data, today=lambda: self.day)

    def make(self, journal: Journal, day: date | None = None) -> Made:
        self.day = day or self.day
        made = self.copies.make(journal)
        assert made is not None
        return made

    @property
    def names(self) -> list[str]:
        return [copy.name for copy in self.copies.all()]


def change(journal: Journal, note: object) -> None:
    """Something new in the drawer: as good as a game, and quicker."""
    journal.drawer.put("note", str(note).encode())


def everything(file: Path) -> list[object]:
    """All that a journal holds, as SQLite tells it."""
    with closing(sqlite3.connect(file)) as connection:
        drawer = "SELECT name, value FROM drawer WHERE name <> 'copied' ORDER BY name"
        has_drawer = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'drawer'").fetchone()[0]
        queries = ["SELECT * FROM game ORDER BY id", "SELECT * FROM row ORDER BY game, n", *[drawer] * has_drawer]
        return [line for query in queries for line in connection.execute(query)]


def run(data: Path, *command: str) -> Result:
    return CliRunner().invoke(main, [*command, "--data", str(data)])


class TestMaking:
    def test_a_copy_has_everything_also_what_is_still_in_the_log(self, data: Path, journal: Journal) -> None:
        change(journal, "who sits where")
        assert (data / f"{FILE}-wal").stat().st_size > 0
        made = Nights(data).make(journal)
        assert made.is_new
        assert everything(made.copy.file) == everything(data / FILE)
        assert (made.copy.games, made.copy.last_played) == (1, "2026-11-16T20:00:00Z")

    def test_it_is_one_file_for_nobody_else_and_named_by_its_date(self, data: Path, journal: Journal) -> None:
        made = Nights(data).make(journal)
        assert [file.name for file in (data / FOLDER).iterdir()] == ["games-2026-11-16.sqlite3"]
        assert stat.S_IMODE(made.copy.file.stat().st_mode) == 0o600
        assert stat.S_IMODE((data / FOLDER).stat().st_mode) == 0o700

    def test_it_is_synced_before_it_has_its_name_and_its_folder_after(
        self, data: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        synced: list[tuple[str, list[str]]] = []
        fsync = os.fsync

        def watched(handle: int) -> None:
            file = Path(f"/proc/self/fd/{handle}").readlink()
            synced.append((file.name, sorted(one.name for one in (data / FOLDER).glob("games-*"))))
            fsync(handle)

        monkeypatch.setattr("companion.salvage.os.fsync", watched)
        Nights(data).make(journal)
        assert synced == [("unfinished", []), (FOLDER, ["games-2026-11-16.sqlite3"])]

    def test_nothing_new_nothing_copied(self, data: Path, journal: Journal) -> None:
        nights = Nights(data)
        nights.make(journal)
        made = nights.make(journal, DAY + timedelta(days=400))
        assert (made.is_new, made.copy.name, nights.names) == (False, "2026-11-16", ["2026-11-16"])

    def test_an_empty_journal_is_not_copied(self, data: Path) -> None:
        with Journal(data) as empty:
            assert Copies(data).make(empty) is None
        assert Copies(data).all() == []

    def test_games_go_on_while_it_is_made(self, data: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        """The writer writes between any two steps of the copy, which is of one moment all the same."""
        monkeypatch.setattr("companion.copies._PAGES", 1)
        game = played(2)
        number = journal.begin(opening_of(game), rows_of(game)[0])
        rest = iter(rows_of(game)[1:])
        before = everything(data / FILE)

        def meanwhile(_pause: float) -> None:
            for row in [next(rest, None)]:
                if row:
                    journal.append(number, row, over=False)

        monkeypatch.setattr("companion.copies.time.sleep", meanwhile)
        made = Nights(data).make(journal)
        written = len(journal.rows(number)) - 1
        assert written > 5
        assert everything(made.copy.file) == before

    def test_two_programs_do_not_copy_at_once(
        self, data: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        refused: list[str] = []

        def meanwhile(_pause: float) -> None:
            with pytest.raises(BadCopy) as error:
                Copies(data).make(journal)
            refused.append(str(error.value))

        monkeypatch.setattr("companion.copies.time.sleep", meanwhile)
        Nights(data).make(journal)
        assert set(refused) == {f"{data / FOLDER}: another program is at the copies just now."}

    def test_what_was_left_unfinished_is_no_copy_and_is_cleared_away(self, data: Path, journal: Journal) -> None:
        (data / FOLDER).mkdir()
        (data / FOLDER / "unfinished").write_bytes(b"half of it")
        nights = Nights(data)
        assert nights.names == []
        nights.make(journal)
        assert [file.name for file in (data / FOLDER).iterdir()] == ["games-2026-11-16.sqlite3"]


class TestKeeping:
    def test_the_newest_31_are_kept(self, data: Path, journal: Journal) -> None:
        nights = Nights(data)
        days = [DAY + timedelta(days=7 * number) for number in range(KEPT + 3)]
        for number, day in enumerate(days):
            change(journal, number)
            nights.make(journal, day)
        assert nights.names == [day.isoformat() for day in days[-KEPT:]]

    def test_a_clock_that_goes_back_years_does_not_make_the_newest_the_oldest(
        self, data: Path, journal: Journal
    ) -> None:
        nights = Nights(data)
        for number in range(KEPT):
            change(journal, number)
            nights.make(journal, DAY + timedelta(days=number))
        for number in range(5):
            change(journal, f"without a network {number}")
            nights.make(journal, date(1970, 1, 1 + number))
        assert len(nights.names) == KEPT
        assert nights.names[0] == "2026-11-21"
        assert nights.names[-5:] == [f"1970-01-0{number}" for number in range(1, 6)]
        assert nights.copies.called("latest").name == "1970-01-05"

    def test_of_one_day_there_is_one_as_long_as_it_has_all_that_was_in_the_one_before(
        self, data: Path, journal: Journal
    ) -> None:
        nights = Nights(data)
        nights.make(journal)
        keep(journal, played(2, actions=10))
        made = nights.make(journal)
        assert (made.is_new, made.copy.games, nights.names) == (True, 2, ["2026-11-16"])

    def test_what_was_deleted_since_stays_in_a_copy_of_the_same_day(self, data: Path, journal: Journal) -> None:
        nights = Nights(data)
        keep(journal, played(2, actions=10))
        nights.make(journal)
        journal.delete(1)
        nights.make(journal)
        change(journal, "and more")
        nights.make(journal)
        assert [(copy.name, copy.games) for copy in nights.copies.all()] == [("2026-11-16", 2), ("2026-11-16-2", 1)]

    def test_a_board_that_was_removed_since_stays_in_a_copy_of_the_same_day(self, data: Path, journal: Journal) -> None:
        nights = Nights(data)
        boards = Boards(journal.drawer)
        attic = boards.add("Attic", default_board().data)
        nights.make(journal)
        boards.remove(attic)
        nights.make(journal)
        assert nights.names == ["2026-11-16", "2026-11-16-2"]
        nights.copies.put_back(nights.copies.called("2026-11-16"))
        with Journal(data) as restored:
            assert [board.name for board in Boards(restored.drawer).all] == ["Attic"]

    def test_after_a_copy_that_failed_all_others_are_still_there(
        self, data: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nights = Nights(data)
        for number in range(KEPT):
            change(journal, number)
            nights.make(journal, DAY + timedelta(days=number))
        before = nights.names
        change(journal, "one more")

        def spoiled(file: Path) -> None:
            raise OSError(5, "Input/output error", str(file))

        monkeypatch.setattr("companion.copies.sync", spoiled)
        assert run(data, "backup").stderr == f"Error: {data / FOLDER / 'unfinished'}: Input/output error.\n"
        assert nights.names == before
        assert not (data / FOLDER / "unfinished").exists()

    def test_a_copy_that_failed_is_said_at_the_table_until_one_has_not(
        self, data: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        troubles = Troubles()
        caretaker = Caretaker(data, troubles, lambda: Copies(data).has_failed)
        caretaker.close()
        with monkeypatch.context() as patch:
            patch.setattr("companion.copies.check_all", _finds_damage)
            assert run(data, "backup").exit_code == 1
        caretaker.look()
        (trouble,) = troubles.all().values()
        assert str(trouble) == "The games could not be copied: sudo veilingklok backup says why."
        assert run(data, "backup").exit_code == 0
        caretaker.look()
        assert troubles.all() == {}

    def test_a_nearly_full_card_is_said(self, data: Path, journal: Journal) -> None:
        copies = Copies(data, free=lambda _: LITTLE_SPACE)
        with pytest.raises(BadCopy) as error:
            copies.make(journal)
        assert str(error.value) == "The SD card is nearly full, 50 MB are left: no copy was made."
        assert copies.all() == []

    def test_a_copy_that_is_not_what_was_copied_is_thrown_away(
        self, data: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A card that writes something else than it was given."""
        nights = Nights(data)
        nights.make(journal)
        change(journal, "new")
        check = "companion.copies.check_all"

        def lost(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM row WHERE n > 10")

        monkeypatch.setattr(check, lost)
        with pytest.raises(BadCopy, match="the SD card may be failing"):
            nights.make(journal)
        assert nights.names == ["2026-11-16"]
        assert len(list((data / FOLDER).iterdir())) == 1


def _finds_damage(_connection: sqlite3.Connection) -> None:
    raise Damaged


class TestPuttingBack:
    @pytest.fixture
    def copy(self, data: Path) -> Copy:
        """Of one game; then another one is played."""
        with Journal(data) as journal:
            keep(journal, played(1, actions=20))
            change(journal, "as it was")
            copy = Nights(data).make(journal).copy
            keep(journal, played(2, actions=30))
            change(journal, "as it is")
        return copy

    def test_everything_is_as_it_was_and_what_was_there_is_kept(self, data: Path, copy: Copy) -> None:
        now = everything(data / FILE)
        aside = Copies(data).put_back(copy)
        assert aside == data / "games-replaced-1.sqlite3"
        assert everything(aside) == now
        assert everything(data / FILE) == everything(copy.file)
        assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600
        with Journal(data) as journal:
            assert journal.notices == []
            assert [kept.game for kept in journal.games()] == [1]
            assert journal.drawer.get("note") == b"as it was"
            assert journal.drawer.get("copied") is None

    def test_what_was_only_in_the_log_is_kept_too(self, data: Path, copy: Copy, tmp_path: Path) -> None:
        """As after a power cut: the last rows are in the write-ahead log only."""
        with Journal(data) as journal:
            change(journal, "in the log")
            cut = copy_of(data, tmp_path / "cut")
        assert (cut / f"{FILE}-wal").stat().st_size > 0
        aside = Copies(cut).put_back(copy)
        assert aside is not None
        assert not aside.with_name(f"{aside.name}-wal").exists()
        assert [line for line in everything(aside) if "note" in str(line)] == [("note", b"in the log")]
        assert not (cut / f"{FILE}-wal").exists()

    def test_it_can_be_taken_back(self, data: Path, copy: Copy) -> None:
        now = everything(data / FILE)
        copies = Copies(data)
        aside = copies.put_back(copy)
        assert aside is not None
        aside.rename(data / FOLDER / "games-2026-12-24.sqlite3")
        assert copies.put_back(copies.called("2026-12-24")) == aside
        assert everything(data / FILE) == now

    def test_after_a_loss_there_is_nothing_to_keep(self, data: Path, copy: Copy) -> None:
        (data / FILE).unlink()
        assert Copies(data).put_back(copy) is None
        assert everything(data / FILE) == everything(copy.file)

    def test_a_journal_that_cannot_even_be_opened_gives_way_and_is_kept_as_it_is(self, data: Path, copy: Copy) -> None:
        (data / FILE).write_bytes(b"no database at all")
        aside = Copies(data).put_back(copy)
        assert aside is not None
        assert aside.read_bytes() == b"no database at all"
        assert everything(data / FILE) == everything(copy.file)

    def test_while_another_one_plays_it_is_refused(
        self, data: Path, copy: Copy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.journal_lock.PATIENCE", 0.0)
        now = everything(data / FILE)
        with Journal(data) as journal:
            journal.hold()
            result = run(data, "restore", copy.name)
        assert result.exit_code == 1
        assert result.stdout == ""  # nobody is asked for what cannot be
        assert result.stderr == (
            f"Error: {data / FILE}: another Veilingklok is using it. Stop it first: sudo systemctl stop veilingklok\n"
        )
        assert everything(data / FILE) == now

    def test_a_damaged_copy_is_refused(self, data: Path, copy: Copy) -> None:
        now = everything(data / FILE)
        spoil(copy.file)
        result = run(data, "restore", copy.name, "--yes")
        assert result.stderr == f"Error: {copy.file} is damaged. Choose another copy; nothing was changed.\n"
        assert everything(data / FILE) == now
        assert not list(data.glob("*replaced*"))

    def test_one_of_a_newer_version_is_refused(self, data: Path, copy: Copy) -> None:
        with closing(sqlite3.connect(copy.file)) as connection:
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        assert "was written by a newer Veilingklok" in run(data, "restore", copy.name, "--yes").stderr

    @pytest.mark.parametrize("step", ["_forget", "sync_folder"])
    def test_a_plug_that_is_pulled_in_between_leaves_one_or_the_other(
        self, data: Path, copy: Copy, monkeypatch: pytest.MonkeyPatch, step: str
    ) -> None:
        old, new = everything(data / FILE), everything(copy.file)

        def pulled(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(salvage, step, pulled)
            with pytest.raises(KeyboardInterrupt):
                Copies(data).put_back(copy)
        with Journal(data) as journal:
            assert journal.notices == []
        assert everything(data / FILE) in (old, new)
        assert everything(data / "games-replaced-1.sqlite3") == old

    def test_progress_is_told_to_the_last_byte(self, data: Path, copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.copies.CHUNK", 4096)
        steps: list[int] = []
        Copies(data).put_back(copy, steps.append)
        assert sum(steps) == copy.size
        assert len(steps) > 3


def spoil(file: Path) -> None:
    """A few bytes in the middle of a game."""
    content = bytearray(file.read_bytes())
    place = content.rindex(b'"type":"acted"')
    content[place : place + 6] = b"spoilt"
    file.write_bytes(content)


class TestCommands:
    def test_a_copy_is_made_and_told_in_one_line(self, data: Path, journal: Journal) -> None:
        today = date.today()
        first, second = run(data, "backup"), run(data, "backup")
        assert (first.exit_code, second.exit_code) == (0, 0)
        (copy,) = Copies(data).all()
        assert copy.name in (today.isoformat(), date.today().isoformat())
        assert first.stdout == f"Copied: {copy.file}\n"
        assert second.stdout == f"Nothing has changed since the copy of {copy.name}.\n"

    def test_without_a_game_there_is_nothing_to_copy(self, data: Path) -> None:
        result = run(data, "backup")
        assert (result.exit_code, result.stdout) == (0, f"There is nothing to copy yet in {data}.\n")
        assert not data.exists()

    def test_copies_are_listed_the_newest_last(self, data: Path, journal: Journal) -> None:
        nights = Nights(data)
        nights.make(journal)
        keep(journal, played(2, actions=10))
        nights.make(journal, DAY + timedelta(days=1))
        spoil_head(nights.copies.called("2026-11-16").file)
        head, *lines, last = run(data, "restore").stdout.splitlines()
        assert head.split() == ["copy", "games", "last", "played", "size"]
        assert [line.split()[:2] for line in lines] == [["2026-11-16", "?"], ["2026-11-17", "2"]]
        assert "damaged" in lines[0]
        assert len({len(line) for line in (head, *lines)}) == 1
        assert last == "veilingklok restore 2026-11-17 | latest puts one back."

    def test_without_copies_it_says_how_to_make_one(self, data: Path) -> None:
        assert run(data, "restore").stdout == "There is no copy yet: veilingklok backup makes one.\n"
        assert run(data, "restore", "latest").stderr == f"Error: There is no copy yet in {data / FOLDER}.\n"

    @pytest.mark.parametrize("name", ["2026-11-17", "yesterday", "../games", ""])
    def test_a_date_without_a_copy_is_one_sentence(self, data: Path, journal: Journal, name: str) -> None:
        nights = Nights(data)
        nights.make(journal)
        with pytest.raises(NoSuchCopy) as error:
            nights.copies.called(name)
        assert str(error.value) == f"There is no copy {name}; veilingklok restore lists those that are there."

    def test_it_asks_before_anything_is_done(self, data: Path, journal: Journal) -> None:
        Nights(data).make(journal)
        keep(journal, played(2, actions=10))
        now = everything(data / FILE)
        command = ["restore", "latest", "--data", str(data)]
        refused = CliRunner().invoke(main, command, input="n\n")
        assert (
            "All games become as they were in the copy of 2026-11-16: 1 game, last played 2026-11-16" in refused.stdout
        )
        assert refused.exit_code == 1
        assert everything(data / FILE) == now
        journal.close()
        done = CliRunner().invoke(main, command, input="y\n")
        assert done.stdout.endswith(
            "All is as it was in the copy of 2026-11-16: 1 game.\n"
            f"What was there is kept as {data / 'games-replaced-1.sqlite3'}\n"
        )


def spoil_head(file: Path) -> None:
    file.write_bytes(b"x" * 100 + file.read_bytes()[100:])


def test_backup_and_restore_beside_a_game_that_is_played(data: Path) -> None:
    """Copies from another process's point of view: the journal is held and written to all the while."""
    game = played(3)
    rows = rows_of(game)
    with Journal(data) as journal:
        journal.hold()
        number = journal.begin(opening_of(game), rows[0])

        def write() -> None:
            for row in rows[1:]:
                journal.append(number, row, over=False)

        writer = threading.Thread(target=write)
        writer.start()
        made: list[Copy] = []
        while writer.is_alive() or not made:
            result = run(data, "backup")
            assert result.exit_code == 0, result.output
            made = Copies(data).all()
        writer.join()
        assert run(data, "backup").exit_code == 0
        assert journal.rows(number) == rows
    *_, copy = Copies(data).all()  # two of them at midnight
    (data / FILE).unlink()
    assert run(data, "restore", "latest", "--yes").exit_code == 0
    with Journal(data) as journal:
        assert journal.rows(number) == rows
    assert copy.games == 1
