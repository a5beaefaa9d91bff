"""The drawer: small things beside the games, in the same file, and no game ever waits for them."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from kept_games import copy_of, keep, opening_of, played, rows_of

from companion.drawer import Drawer
from companion.errors import BadJournal, TableClosed
from companion.journal import FILE, Journal
from companion.journal_file import VERSION


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


def tables_in(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / FILE)) as file:
        return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


class TestKeeping:
    def test_what_was_put_there_is_there_after_a_restart(self, folder: Path) -> None:
        with Journal(folder) as journal:
            journal.drawer.put("key", b"\x00secret\xff")
            journal.drawer.put("pairings", b"[]")
        with Journal(folder) as journal:
            assert journal.drawer.get("key") == b"\x00secret\xff"
            assert journal.drawer.get("pairings") == b"[]"
            assert journal.notices == []

    def test_nobody_else_on_the_machine_can_read_it(self, folder: Path) -> None:
        with Journal(folder) as journal:
            journal.drawer.put("key", b"secret")
            modes = {file.name: file.stat().st_mode & 0o077 for file in folder.glob(f"{FILE}*")}
        assert modes == dict.fromkeys(modes, 0)
        assert FILE in modes

    def test_s10_what_else_lies_beside_the_journal_is_left_alone(self, folder: Path, tmp_path: Path) -> None:
        """Also a link to something of somebody else, and one that leads nowhere."""
        others = tmp_path / "of somebody else"
        others.touch(mode=0o644)
        with Journal(folder) as journal:
            (folder / f"{FILE}.bak").symlink_to(others)
            (folder / f"{FILE}-old").symlink_to(tmp_path / "nowhere")
            journal.drawer.put("key", b"secret")
            assert journal.drawer.get("key") == b"secret"
        assert others.stat().st_mode & 0o777 == 0o644

    def test_what_nobody_put_there_is_nothing(self, folder: Path) -> None:
        with Journal(folder) as journal:
            assert journal.drawer.get("key") is None
            journal.drawer.put("key", b"1")
            assert journal.drawer.get("lock") is None

    def test_the_new_takes_the_place_of_the_old(self, folder: Path) -> None:
        with Journal(folder) as journal:
            journal.drawer.put("key", b"old")
            journal.drawer.put("key", b"")
            assert journal.drawer.get("key") == b""

    def test_it_is_on_disk_at_once(self, folder: Path, tmp_path: Path) -> None:
        """Another look at the bare files sees it, as after a power cut."""
        with Journal(folder) as journal:
            for number in range(5):
                journal.drawer.put("number", str(number).encode())
                with Journal(copy_of(folder, tmp_path / f"after {number}")) as copy:
                    assert copy.drawer.get("number") == str(number).encode()
                    assert copy.notices == []

    def test_a_journal_has_one_drawer_and_looking_into_it_changes_nothing(self, folder: Path) -> None:
        with Journal(folder) as journal:
            assert journal.drawer is journal.drawer
            assert journal.drawer.get("key") is None
        assert "drawer" not in tables_in(folder)

    def test_games_are_written_beside_it(self, folder: Path) -> None:
        game = played(1)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows_of(game)[0])
            for row in rows_of(game)[1:20]:
                journal.append(number, row, over=False)
                journal.drawer.put("row", str(row.n).encode())
            assert journal.rows(number) == rows_of(game)[:20]
            assert journal.drawer.get("row") == b"19"

    def test_many_may_use_it_at_once(self, folder: Path) -> None:
        with Journal(folder) as journal:
            drawer = journal.drawer

            def use(name: str) -> None:
                for number in range(20):
                    drawer.put(name, str(number).encode())
                    assert drawer.get(name) == str(number).encode()

            users = [threading.Thread(target=use, args=(f"user {number}",)) for number in range(4)]
            for user in users:
                user.start()
            for user in users:
                user.join()
            assert [drawer.get(f"user {number}") for number in range(4)] == [b"19"] * 4


class TestVersions:
    def test_a_file_from_before_there_were_drawers_gets_one_when_it_is_needed(self, folder: Path) -> None:
        folder.mkdir()
        text = (Path(__file__).parent / "journals" / "version-1.sql").read_text(encoding="utf-8")
        with closing(sqlite3.connect(folder / FILE)) as file:
            file.executescript(text)
        with Journal(folder) as journal:
            rows = journal.rows(1)
            assert journal.drawer.get("key") is None
            journal.drawer.put("key", b"new")
        assert "drawer" in tables_in(folder)
        with Journal(folder) as journal:
            assert journal.notices == []
            assert journal.rows(1) == rows
            assert journal.drawer.get("key") == b"new"

    def test_a_file_of_a_newer_version_is_still_refused(self, folder: Path) -> None:
        with Journal(folder) as journal:
            journal.drawer.put("key", b"1")
            journal._connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(BadJournal, match="was written by a newer Veilingklok"):
            Journal(folder)


class TestWhatCannotBe:
    """One sentence, and the game goes on."""

    def test_a_full_disk(self, folder: Path) -> None:
        game = played(1)
        with Journal(folder) as journal:
            number = journal.begin(opening_of(game), rows_of(game)[0])
            journal.drawer.put("key", b"good")
            connection = journal.drawer._connection
            assert connection is not None
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(BadJournal) as error:
                journal.drawer.put("photograph", bytes(100_000))
            assert str(error.value) == f"{folder / FILE}: the disk is full."
            assert journal.drawer.get("key") == b"good"
            assert journal.drawer.get("photograph") is None
            journal.append(number, rows_of(game)[1], over=False)

    def test_a_file_that_another_program_has_locked(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.journal_file.PATIENCE", 0.0)
        with Journal(folder) as journal:
            journal.drawer.put("key", b"good")
            with closing(sqlite3.connect(folder / FILE)) as other:
                other.execute("BEGIN EXCLUSIVE")
                with pytest.raises(BadJournal, match="another program has it locked"):
                    journal.drawer.put("key", b"bad")
                assert journal.drawer.get("key") == b"good"
            journal.drawer.put("key", b"better")
            assert journal.drawer.get("key") == b"better"

    def test_a_file_that_is_gone(self, tmp_path: Path) -> None:
        drawer = Drawer(tmp_path / "nowhere" / FILE)
        with pytest.raises(BadJournal):
            drawer.get("key")
        with pytest.raises(BadJournal):
            drawer.put("key", b"1")

    def test_after_the_journal_is_closed_nothing_is_opened_again(self, folder: Path) -> None:
        with Journal(folder) as journal:
            drawer = journal.drawer
            drawer.put("key", b"1")
        with pytest.raises(TableClosed):
            drawer.get("key")


class TestADamagedFile:
    def test_the_drawer_is_kept_with_the_games_that_can_be_read(self, folder: Path) -> None:
        with Journal(folder) as journal:
            keep(journal, played(1, actions=30))
            journal.drawer.put("key", b"secret")
            journal.drawer.put("pairings", b"[1]")
            journal._connection.execute("UPDATE row SET at = 'never' WHERE n = 17")
        with Journal(folder) as journal:
            assert str(journal.notices[0]) == f"{folder / FILE} was damaged."
            assert len(journal.rows(1)) == 17
            assert journal.drawer.get("key") == b"secret"
            assert journal.drawer.get("pairings") == b"[1]"

    def test_a_damaged_drawer_takes_no_game_with_it(self, folder: Path) -> None:
        """Whatever bit of it flips: either nothing has happened, or what was lost is found out at the start."""
        game = played(1, actions=20)
        with Journal(folder) as journal:
            keep(journal, game)
            journal.drawer.put("key", b"secret" * 100)
            (page,) = journal._connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'drawer'").fetchone()
            (size,) = journal._connection.execute("PRAGMA page_size").fetchone()
        whole = (folder / FILE).read_bytes()
        noticed = 0
        for place in range((page - 1) * size, page * size, 41):
            here = folder / f"flip {place}"
            here.mkdir()
            (here / FILE).write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
            with Journal(here) as journal:
                noticed += bool(journal.notices)
                assert journal.rows(1) == rows_of(game)
                journal.drawer.get("key")
                journal.drawer.put("key", b"new")
                assert journal.drawer.get("key") == b"new"
        assert noticed

    def test_one_that_is_gone_altogether_is_begun_anew(self, folder: Path) -> None:
        with Journal(folder) as journal:
            journal.drawer.put("key", b"secret")
        (folder / FILE).write_bytes(b"once upon a time" * 100)
        with Journal(folder) as journal:
            assert journal.drawer.get("key") is None
            journal.drawer.put("key", b"another")
            assert journal.drawer.get("key") == b"another"
