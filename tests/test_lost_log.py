"""S10: rows that were lost with SQLite's write-ahead log are noticed; checkpoints; and modes after a repair."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hang_guard import eventually
from kept_games import AT, keep, opening_of, played, rows_of

from companion.entries import Judged, Row
from companion.games.mercurius.game import MERCURIUS
from companion.house import House
from companion.journal import FILE, Journal
from companion.journal_file import connect
from companion.last_row_file import LastRow, LastRowFile
from companion.settings import settings_from

LOG = f"{FILE}-wal"
MARK = "games.last"


def files_of(folder: Path, to: Path, *names: str) -> Path:
    """As they are on disk while the journal is open: as after a kill."""
    to.mkdir()
    for name in names:
        shutil.copy(folder / name, to / name)
    return to


def said(folder: Path) -> list[str]:
    with Journal(folder) as journal:
        return [str(notice) for notice in journal.notices]


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Journal]:
    """A game that is being written: 20 rows in the database file, 5 more in the log alone."""
    folder = tmp_path / "playing"
    with Journal(folder) as journal:
        rows = rows_of(played(seed=3, actions=25))
        number = journal.begin(opening_of(played(seed=3, actions=1)), rows[0])
        for row in rows[1:20]:
            journal.append(number, row, over=False)
        journal.checkpoint()
        for row in rows[20:25]:
            journal.append(number, row, over=False)
        yield journal


class TestALostLog:
    def test_s10_it_is_noticed_and_said_once(self, playing: Journal, tmp_path: Path) -> None:
        lost = files_of(playing.file.parent, tmp_path / "lost", FILE, MARK)
        assert said(lost) == [f"Actions 20 to 24 of game 1 are missing: {LOG} was lost."]
        assert said(lost) == []
        with Journal(lost) as journal:
            assert len(journal.rows(1)) == 20

    def test_s10_so_is_one_that_was_emptied(self, playing: Journal, tmp_path: Path) -> None:
        emptied = files_of(playing.file.parent, tmp_path / "emptied", FILE, LOG, MARK)
        os.truncate(emptied / LOG, 0)
        assert said(emptied) == [f"Actions 20 to 24 of game 1 are missing: {LOG} was lost."]

    def test_s10_a_whole_game_that_was_lost_is_named(self, playing: Journal, tmp_path: Path) -> None:
        second = keep(playing, played(seed=4, actions=3))
        lost = files_of(playing.file.parent, tmp_path / "lost", FILE, MARK)
        assert said(lost) == [f"Game {second} is missing: {LOG} was lost."]

    def test_s10_with_the_log_nothing_is_said(self, playing: Journal, tmp_path: Path) -> None:
        """As after a kill at any moment."""
        assert said(files_of(playing.file.parent, tmp_path / "killed", FILE, LOG, MARK)) == []

    def test_s10_a_file_that_is_older_than_the_journal_says_nothing(self, playing: Journal, tmp_path: Path) -> None:
        """As after a power cut: it is not synced."""
        older = (playing.file.parent / MARK).read_bytes()
        playing.append(1, Row(25, AT, Judged(())), over=False)
        cut = files_of(playing.file.parent, tmp_path / "cut", FILE, LOG)
        for content in (older, b"", older[:30], b"\0" * 64, older[:40] + b"7" * 24, b"\xff" * 64, None):
            (cut / MARK).unlink(missing_ok=True)
            if content is not None:
                (cut / MARK).write_bytes(content)
            assert said(cut) == []

    def test_s10_a_game_that_was_deleted_is_not_missed(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            journal.delete(keep(journal, played(seed=4, actions=3)))
        assert said(tmp_path) == []

    def test_s10_who_begins_anew_misses_nothing(self, playing: Journal, tmp_path: Path) -> None:
        assert said(files_of(playing.file.parent, tmp_path / "anew", MARK)) == []

    def test_s10_who_only_looks_on_says_nothing(self, playing: Journal) -> None:
        playing.hold()
        LastRowFile(playing.file).write(LastRow(1, 99, bytes(16)))  # as if a row were being written just now
        assert said(playing.file.parent) == []

    def test_s10_it_costs_no_sync(self, playing: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        synced: list[int] = []
        monkeypatch.setattr(os, "fsync", synced.append)
        monkeypatch.setattr(os, "fdatasync", synced.append)
        playing.append(1, Row(25, AT, Judged(())), over=False)
        assert synced == []
        assert (playing.file.parent / MARK).stat().st_size == 64

    def test_s10_a_disk_that_does_not_take_it_keeps_nobody_from_playing(self, tmp_path: Path) -> None:
        (tmp_path / MARK).mkdir()
        with Journal(tmp_path) as journal:
            assert len(journal.rows(keep(journal, played(seed=4, actions=3)))) == 4


class TestCheckpoints:
    def test_s10_at_its_end_a_game_is_in_the_database_file(self, tmp_path: Path) -> None:
        whole = played(seed=7, players=3, game=MERCURIUS)
        with Journal(tmp_path / "open") as journal:
            first, *rest = rows_of(whole)
            number = journal.begin(opening_of(whole), first)
            for row in rest[:-3]:
                journal.append(number, row, over=False)
            house = House(journal, settings_from({"bots": {"pace": 0}}))
            house.resume(number)
            eventually(lambda: house.snapshot is not None and house.snapshot.view(None).table.winners is not None)
            assert house._table is not None
            house._table.settle()  # it may not have told everybody yet
            alone = files_of(tmp_path / "open", tmp_path / "alone", FILE)
            with Journal(alone) as copy:
                assert copy.game(number).over
                assert copy.rows(number) == journal.rows(number)
            house.close()

    def test_s10_not_while_it_is_played(self, playing: Journal, tmp_path: Path) -> None:
        alone = files_of(playing.file.parent, tmp_path / "alone", FILE)
        with Journal(alone) as copy:
            assert len(copy.rows(1)) == 20


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {
        file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in sorted(folder.iterdir()) if "sqlite3" in file.name
    }


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
@pytest.mark.parametrize("was", [0o644, 0o600])
def test_s10_after_a_repair_only_the_owner_can_read_any_of_it(tmp_path: Path, mask: int, was: int) -> None:
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=3, actions=40))
    (tmp_path / FILE).chmod(was)
    with (tmp_path / FILE).open("r+b") as opened:
        opened.seek(3 * 4096 + 100)
        opened.write(b"\xa5" * 3000)
    with umask(mask), Journal(tmp_path) as journal:
        assert journal.notices
        journal.drawer.put("key", b"secret")
        assert len(modes(tmp_path)) >= 4  # the journal, what SQLite has beside it, and the copy
        assert set(modes(tmp_path).values()) == {"0o600"}


def test_s10_damage_in_the_game_that_was_played_last_is_repaired_at_once(tmp_path: Path) -> None:
    """Also where that game is over, which the check at start does not read."""
    whole = tmp_path / "whole"
    with Journal(whole) as journal:
        keep(journal, played(seed=3, actions=10_000))
    found = (whole / FILE).read_bytes()
    for page in range(2, len(found) // 4096):
        torn = files_of(whole, tmp_path / str(page), FILE, "games.last")
        with (torn / FILE).open("r+b") as opened:
            opened.seek(page * 4096)
            opened.write(b"\xff" * 4096)
        with Journal(torn, verify_all=False) as journal:
            assert journal.last_number() in (0, 1)


@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_s10_so_it_is_after_a_damaged_log(playing: Journal, tmp_path: Path, mask: int) -> None:
    torn = files_of(playing.file.parent, tmp_path / "torn", FILE, LOG)
    for file in torn.iterdir():
        file.chmod(0o644)
    with connect(torn / FILE):
        pass
    with (torn / LOG).open("r+b") as opened:
        opened.seek(32 + 24 + 4096 + 24 + 50)
        opened.write(b"\xa5" * 200)
    with umask(mask), Journal(torn) as journal:
        assert journal.notices
        assert set(modes(torn).values()) == {"0o600"}
