"""A damaged journal: cut off at the last good row, with a message and a copy of the original."""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from kept_games import copy_of, keep, opening_of, played, rows_of, state_in
from tiers import LONG

from companion.entries import Acted, Row
from companion.games.merchants import evolve
from companion.games.merchants.game import MERCHANTS
from companion.journal import FILE, Journal
from companion.past import Past


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


def told(journal: Journal) -> list[str]:
    return [str(notice) for notice in journal.notices]


def test_a_write_ahead_log_cut_anywhere_in_its_last_rows(folder: Path, tmp_path: Path) -> None:
    game = played(1)
    rows = rows_of(game)
    ends: dict[int, int] = {}
    with Journal(folder) as journal:
        number = journal.begin(opening_of(game), rows[0])
        log = folder / f"{FILE}-wal"
        for row in rows[1:40]:
            journal.append(number, row, over=False)
            ends[row.n] = log.stat().st_size
        whole = copy_of(folder, tmp_path / "whole")
    first, last = ends[36], ends[39]
    step = 13 if LONG else 97  # primes: each page is cut at other places
    cuts = {
        *range(first, last, step),
        *(end + off for end in ends.values() for off in (-1, 0, 1) if first <= end + off <= last),
    }
    for cut in sorted(cuts):
        here = copy_of(whole, tmp_path / f"cut {cut}")
        with (here / f"{FILE}-wal").open("r+b") as file:
            file.truncate(cut)
        complete = max(n for n, end in ends.items() if end <= cut)
        with Journal(here) as journal:
            assert journal.rows(number) == rows[: complete + 1]
            if cut == ends[complete]:
                assert told(journal) == []
            else:
                kept = here / "games-damaged-1.sqlite3"
                assert told(journal) == [
                    f"The end of {here / FILE} was damaged, or its last write not finished, and is left out; "
                    f"{kept} has it all."
                ]
                assert kept.with_name(kept.name + "-wal").stat().st_size == cut
                with Journal(copy_of(here, here / "again")) as again:
                    assert told(again) == []  # it is said once
            goes_on(journal, number, rows)
        shutil.rmtree(here)


def test_the_file_itself_cut_anywhere_in_its_last_rows(folder: Path, tmp_path: Path) -> None:
    game = played(1, actions=40)
    with Journal(folder) as journal:
        number = keep(journal, game)
    rows = rows_of(game)
    whole = (folder / FILE).read_bytes()
    assert not (folder / f"{FILE}-wal").exists()
    (page,) = struct.unpack(">H", whole[16:18])
    step = 7 if LONG else 61
    noticed = 0
    for cut in (*range(len(whole) - 3 * page, len(whole), step), len(whole) - 1):
        here = copy_of(folder, tmp_path / f"cut {cut}")
        with (here / FILE).open("r+b") as file:
            file.truncate(cut)
        with Journal(here) as journal:
            if not journal.notices:
                assert journal.rows(number) == rows  # what was cut held nothing
                shutil.rmtree(here)
                continue
            noticed += 1
            assert told(journal)[0] == f"{here / FILE} was damaged."
            copy = here / "games-damaged-1.sqlite3"
            assert told(journal)[-1] == f"The file as it was is kept as {copy}."
            assert copy.read_bytes() == whole[:cut]
            kept = journal.rows(number)
            assert kept == rows[: len(kept)]
            assert len(kept) >= len(rows) - 3 * page // 200
            assert told(journal)[1:-1] == [f"Game 1 is kept up to action {kept[-1].n}."]
            goes_on(journal, number, rows)
        with Journal(here) as journal:
            assert told(journal) == []
        shutil.rmtree(here)
    assert noticed > 100


def test_a_bit_that_flipped_anywhere_in_the_rows(folder: Path, tmp_path: Path) -> None:
    game = played(1, actions=30)
    with Journal(folder) as journal:
        number = keep(journal, game)
    rows = rows_of(game)
    whole = (folder / FILE).read_bytes()
    (page,) = struct.unpack(">H", whole[16:18])
    noticed = 0
    for place in range(page, len(whole), 211):
        here = tmp_path / f"flip {place}"
        here.mkdir()
        (here / FILE).write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        with Journal(here) as journal:
            noticed += bool(journal.notices)
            if not journal.notices:
                assert journal.rows(number) == rows  # it fell into an unused part of the file
            elif journal.games():
                kept = journal.rows(number)
                assert kept == rows[: len(kept)]
                goes_on(journal, number, rows)
    assert noticed > len(rows)


def test_a_bit_that_flipped_anywhere_in_the_write_ahead_log(folder: Path, tmp_path: Path) -> None:
    """After a pulled plug that is where most of the game is."""
    game = played(1, actions=20)
    with Journal(folder) as journal:
        number = keep(journal, game)
        whole = copy_of(folder, tmp_path / "whole")
    rows = rows_of(game)
    log = (whole / f"{FILE}-wal").read_bytes()
    lost = 0
    for place in (*range(32), *range(32, len(log), 1999)):
        here = copy_of(whole, tmp_path / f"flip {place}")
        (here / f"{FILE}-wal").write_bytes(log[:place] + bytes([log[place] ^ 1]) + log[place + 1 :])
        with Journal(here) as journal:
            kept = journal.rows(number) if journal.games() else []
            assert kept == rows[: len(kept)]
            if len(kept) < len(rows):
                lost += 1
                assert journal.notices
                assert (here / "games-damaged-1.sqlite3-wal").read_bytes()[place] == log[place] ^ 1
    assert lost > 40


def test_a_bit_that_flipped_in_the_head_of_any_page(folder: Path, tmp_path: Path) -> None:
    with Journal(folder) as journal:
        for seed in (1, 2):
            keep(journal, played(seed, actions=30))
    whole = (folder / FILE).read_bytes()
    (page,) = struct.unpack(">H", whole[16:18])
    for place in [start + off for start in range(page, len(whole), page) for off in (0, 1, 3, 4, 5, 7, 8, 9, 11, 12)]:
        here = tmp_path / f"flip {place}"
        here.mkdir()
        (here / FILE).write_bytes(whole[:place] + bytes([whole[place] ^ 0x04]) + whole[place + 1 :])
        with Journal(here) as journal:
            kept = [len(journal.rows(line.game)) for line in journal.games()]
            assert journal.notices or kept == [31, 31]


def test_a_damaged_file_with_rows_in_its_write_ahead_log(folder: Path, tmp_path: Path) -> None:
    with Journal(folder) as journal:
        keep(journal, played(1))
    with Journal(folder) as journal:
        keep(journal, played(2, actions=10))
        here = copy_of(folder, tmp_path / "here")
    content = bytearray((here / FILE).read_bytes())
    middle = len(content) // 2
    content[middle : middle + 8192] = bytes(8192)
    (here / FILE).write_bytes(content)
    with Journal(here) as journal:
        assert told(journal)[0] == f"{here / FILE} was damaged."
        assert journal.rows(2) == rows_of(played(2, actions=10))
        goes_on(journal, 1, rows_of(played(1)))
        keep(journal, played(3, actions=5))


@pytest.mark.parametrize("missing", [True, False])
def test_a_file_that_is_gone_but_for_its_write_ahead_log(folder: Path, tmp_path: Path, missing: bool) -> None:
    game = played(1, actions=20)
    with Journal(folder) as journal:
        number = keep(journal, game)
        here = copy_of(folder, tmp_path / "here")
    (here / FILE).unlink() if missing else (here / FILE).write_bytes(b"")
    with Journal(here) as journal:
        assert told(journal)[0] == f"{here / FILE} was damaged."
        assert journal.rows(number) == rows_of(game)


def test_a_file_whose_tables_are_gone_is_damaged_and_not_new(folder: Path) -> None:
    with Journal(folder) as journal:
        keep(journal, played(1, actions=5))
    content = bytearray((folder / FILE).read_bytes())
    content[103:105] = bytes(2)
    (folder / FILE).write_bytes(content)
    with Journal(folder) as journal:
        assert told(journal)[0] == f"{folder / FILE} was damaged."
        assert (folder / "games-damaged-1.sqlite3").read_bytes() == content


@pytest.mark.parametrize("moment", ["rename", "replace"])
def test_a_repair_that_is_interrupted_is_finished_the_next_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Killed before the new file has its name, or after the old one is gone and before the new one stands there."""
    with Journal(folder) as journal:
        keep(journal, played(1, actions=40))
    content = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(content[:-5000])
    real = Path.replace

    def killed(source: Path, target: Path) -> Path:
        if (source.suffix == ".new") == (moment == "rename"):
            raise KeyboardInterrupt
        return real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            Journal(folder)
    with Journal(folder) as journal:
        assert journal.rows(1) == rows_of(played(1, actions=40))[: len(journal.rows(1))]
        assert len(journal.rows(1)) > 20
    assert (folder / "games-damaged-1.sqlite3").read_bytes() == content[:-5000]


def test_a_damaged_opening_takes_no_other_game_with_it(folder: Path) -> None:
    with Journal(folder) as journal:
        for seed in (1, 2, 3):
            keep(journal, played(seed, actions=5))
        journal.delete(3)
        journal._connection.execute("UPDATE game SET begun = 'long ago' WHERE id = 1")
    with Journal(folder) as journal:
        assert [kept.game for kept in journal.games()] == [2]
        assert told(journal)[1:3] == ["Game 1 is lost.", "Game 2 is kept up to action 5."]
        assert keep(journal, played(4, actions=5)) == 4  # 3 was used before


def test_games_behind_a_page_that_cannot_be_read_are_kept(folder: Path) -> None:
    with Journal(folder) as journal:
        for _ in range(40):
            keep(journal, played(1, players=3, actions=2))
        (root,) = journal._connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game'").fetchone()
    file = folder / FILE
    whole = bytearray(file.read_bytes())
    leaves = leaves_below(bytes(whole), root)
    assert len(leaves) > 2
    begin, end = leaves[len(leaves) // 2]
    whole[begin:end] = bytes(end - begin)
    file.write_bytes(whole)
    with Journal(folder) as journal:
        kept = {game.game for game in journal.games()}
        lost = {number for number in range(1, 41) if f"Game {number} is lost." in told(journal)}
        assert {1, 40} <= kept
        assert lost
        assert (kept | lost, kept & lost) == (set(range(1, 41)), set())  # and nothing goes unsaid


def leaves_below(file: bytes, root: int) -> list[tuple[int, int]]:
    """Where the leaves of a table lie that has one level of pages above them."""
    (size,) = struct.unpack(">H", file[16:18])
    page = file[(root - 1) * size : root * size]
    assert page[0] == 5
    (count,) = struct.unpack(">H", page[3:5])
    cells = struct.unpack(f">{count}H", page[12 : 12 + 2 * count])
    children = [struct.unpack(">I", page[cell : cell + 4])[0] for cell in cells]
    return [((child - 1) * size, child * size) for child in children]


def test_a_game_that_was_cut_is_not_over(folder: Path) -> None:
    game = played(1)
    with Journal(folder) as journal:
        number = keep(journal, game)
        keep(journal, played(2))
        last = len(game.entries) - 1
        journal._connection.execute(f"UPDATE row SET at = 'never' WHERE game = 1 AND n = {last}")
    with Journal(folder) as journal:
        assert told(journal)[1:3] == ["These games are whole: 2.", f"Game 1 is kept up to action {last - 1}."]
        assert journal.game(2).over
        assert len(journal.rows(number)) == last
        assert not journal.game(number).over


def test_one_damaged_game_does_not_take_the_others_with_it(folder: Path) -> None:
    games = [played(seed, actions=30) for seed in (1, 2, 3)]
    with Journal(folder) as journal:
        for game in games:
            keep(journal, game)
        journal._connection.execute("UPDATE row SET entry = replace(entry, 'acted', 'acded') WHERE game = 2 AND n = 17")
    with Journal(folder) as journal:
        assert told(journal)[1:-1] == [
            "Game 1 is kept up to action 30.",
            "Game 2 is kept up to action 16.",
            "Game 3 is kept up to action 30.",
        ]
        assert [len(journal.rows(number)) for number in (1, 2, 3)] == [31, 17, 31]


def test_a_file_that_is_no_journal_any_more_is_kept_and_a_new_one_begun(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"once upon a time" * 100)
    with Journal(folder) as journal:
        assert journal.games() == []
        copy = folder / "games-damaged-1.sqlite3"
        assert told(journal) == [
            f"{folder / FILE} was damaged.",
            "No game in it can be read any more, so a new journal was begun.",
            f"The file as it was is kept as {copy}.",
        ]
        assert copy.read_bytes() == b"once upon a time" * 100
        keep(journal, played(1, actions=4))


def goes_on(journal: Journal, number: int, rows: list[Row]) -> None:
    """The next row of the same game is taken, and leads where it led before."""
    kept = journal.rows(number)
    if len(kept) < len(rows):
        journal.append(number, rows[len(kept)], over=False)
        assert journal.rows(number) == rows[: len(kept) + 1]
        state = Past(MERCHANTS, journal.game(number).opening.setup(), kept).state.copy()
        entry = rows[len(kept)].entry
        assert isinstance(entry, Acted)
        for event in entry.events:
            evolve(state, event)
        assert state_in(journal, number) == state


OTHER = 54321
"""A user who is not root."""
OPENS = """
import os, sys
from pathlib import Path
from companion.journal import Journal
os.setgid(int(sys.argv[2]))
os.setuid(int(sys.argv[2]))
with Journal(Path(sys.argv[1])) as journal:
    journal.drawer.put("key", b"1")
    print(len(journal.notices), len(journal.games()))
"""


def with_a_torn_end(folder: Path) -> None:
    """A journal whose last write was not finished."""
    with Journal(folder.with_name("whole")) as journal:
        keep(journal, played(1, actions=20))
        copy_of(journal.file.parent, folder)
    with (folder / f"{FILE}-wal").open("r+b") as log:
        log.truncate(log.seek(0, os.SEEK_END) - 100)


def test_s10_a_link_beside_a_damaged_journal_is_left_alone(folder: Path, tmp_path: Path) -> None:
    with_a_torn_end(folder)
    others = tmp_path / "of somebody else"
    others.touch(mode=0o644)
    (folder / f"{FILE}.bak").symlink_to(others)
    (folder / f"{FILE}-old").symlink_to(tmp_path / "nowhere")
    with Journal(folder) as journal:
        assert len(journal.notices) == 1
        journal.drawer.put("key", b"1")
        modes = {file.name: file.stat().st_mode & 0o777 for file in (folder / FILE, folder / f"{FILE}-wal")}
    assert modes == dict.fromkeys(modes, 0o600)
    assert others.stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can leave something that is in another's way")
def test_s10_a_file_of_root_beside_a_damaged_journal_keeps_nobody_from_playing() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "state"
        with_a_torn_end(folder)
        for path in (folder.parent, *folder.parent.rglob("*")):
            os.chown(path, OTHER, OTHER)
        (folder / f"{FILE}.bak").write_bytes(b"root's own copy")
        starts = [
            subprocess.run(
                [sys.executable, "-c", OPENS, str(folder), str(OTHER)], capture_output=True, text=True, check=False
            )
            for _ in range(2)
        ]
        assert [start.stderr for start in starts] == ["", ""]
        assert [start.stdout for start in starts] == ["1 1\n", "0 1\n"]
        assert len(list(folder.glob("games-damaged-*.sqlite3"))) == 1


def test_s10_a_page_of_the_drawer_that_cannot_be_read_takes_nothing_else_with_it(folder: Path) -> None:
    kept = {f"board {number:02}": str(number).encode() * 600 for number in range(10, 40)} | {"key": b"secret"}
    with Journal(folder) as journal:
        keep(journal, played(1, actions=5))
        journal.drawer.put_all(kept)
        (root,) = journal._connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'drawer'").fetchone()
    file = folder / FILE
    whole = bytearray(file.read_bytes())
    leaves = leaves_below(bytes(whole), root)
    assert len(leaves) > 3
    begin, end = leaves[0]
    whole[begin:end] = bytes(end - begin)
    file.write_bytes(whole)
    with Journal(folder) as journal:
        left = {name: journal.drawer.get(name) for name in journal.drawer.names()}
        lost = sorted(kept.keys() - left.keys())
        assert 0 < len(lost) < 8
        assert left == {name: value for name, value in kept.items() if name not in lost}
        assert f"Of what is kept beside the games, this is lost: {', '.join(lost)}." in told(journal)


def test_s10_an_index_of_the_drawer_that_cannot_be_read_loses_nothing(folder: Path) -> None:
    kept = {f"board {number:02}": str(number).encode() * 600 for number in range(10, 40)} | {"key": b"secret"}
    with Journal(folder) as journal:
        journal.drawer.put_all(kept)
        query = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'drawer'"
        (root,) = journal._connection.execute(query).fetchone()
        (size,) = journal._connection.execute("PRAGMA page_size").fetchone()
    file = folder / FILE
    whole = bytearray(file.read_bytes())
    whole[(root - 1) * size : root * size] = bytes(size)
    file.write_bytes(whole)
    with Journal(folder) as journal:
        assert told(journal)[0] == f"{file} was damaged."
        assert {name: journal.drawer.get(name) for name in journal.drawer.names()} == kept
        assert not any("beside the games" in notice for notice in told(journal))
