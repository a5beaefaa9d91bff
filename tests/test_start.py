"""A start loads and reads what it needs, and nothing else."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from kept_games import keep, played, rows_of

from companion.cli import TABLE, main
from companion.cli.commands import Command, paragraphs
from companion.entries import Row
from companion.errors import DamagedJournal
from companion.games.box import GAMES
from companion.games.game import Game
from companion.house import House
from companion.journal import FILE, Journal, Kept, Opening
from companion.journal_check import JournalCheck
from companion.journal_file import note_damage, suspicion
from companion.past import Past
from companion.settings import settings_from
from companion.version import installed_version


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after this."""
    told = f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    unwatched = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, env=unwatched)
    return set(done.stderr.split())


class TestCommands:
    @pytest.mark.parametrize("name", TABLE)
    def test_the_table_says_of_a_command_what_it_says_of_itself(self, name: str) -> None:
        command = TABLE[name]
        assert isinstance(command, Command)
        assert command.name == name
        assert TABLE.entries[name].summary == paragraphs(command.english or "")[0]

    @pytest.mark.parametrize("asked", ["--help", "--version"])
    def test_help_and_version_load_no_command_and_no_library_of_one(self, asked: str) -> None:
        loaded = loaded_by(f"from companion.cli import main\nmain([{asked!r}], standalone_mode=False)")
        commands = {entry.place.partition(":")[0] for entry in TABLE.entries.values()}
        assert "click" in loaded
        assert not loaded & {*commands, "msgspec", "flask", "babel", "sqlite3", "email"}

    def test_a_command_loads_only_its_own_module(self) -> None:
        loaded = loaded_by("from companion.cli import main\nmain(['wiring'], standalone_mode=False)")
        assert "companion.cli.wiring" in loaded
        assert not loaded & {"companion.cli.device", "companion.cli.play", "companion.journal", "flask"}

    def test_ctrl_c_while_a_command_is_loaded_ends_it_quietly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(_module: str) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("companion.cli.commands.import_module", interrupted)
        monkeypatch.setattr(TABLE, "_imported", {})
        result = CliRunner().invoke(main, ["games"])
        assert (result.exit_code, result.output) == (130, "")

    def test_the_help_lists_every_command(self) -> None:
        assert set(main.commands) == set(TABLE)


def test_the_version_is_the_installed_one() -> None:
    assert installed_version() == version("veilingklok")


FIRST_PICTURE = """
import sys
from luma.core.device import dummy

show = dummy.display

def first(device, image):
    dummy.display = show
    print("flask" in sys.modules, any(name.split(".")[0] == "web" for name in sys.modules), flush=True)
    show(device, image)

dummy.display = first
import companion.cli.box
companion.cli.box.FIRST_PICTURE = 600.0
sys.argv = ["veilingklok", "device", "--simulate", "--port", "0", "--data", sys.argv[1]]
from companion.__main__ import main
main()
"""


def test_the_display_shows_a_picture_before_flask_is_loaded(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-c", FIRST_PICTURE, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as device:
        assert device.stdout is not None
        said = [device.stdout.readline()]
        while said[-1] and "http://" not in said[-1]:
            said.append(device.stdout.readline())
        device.terminate()
    assert said[0].split() == ["False", "False"]
    assert "Open http://" in said[-1]  # and the page comes all the same


class CountedReading(Journal):
    """Counts how often openings are decoded."""

    openings = 0

    def _kept(self, line: Any) -> Kept:
        self.openings += 1
        return super()._kept(line)


def test_one_resume_reads_the_opening_once_and_follows_every_row_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path) as journal:
        keep(journal, played(1, actions=30), who="person")
    set_up: list[Opening] = []
    followed: list[int] = []
    setup, add = Opening.setup, Past.add

    def counted_setup(opening: Opening) -> Any:
        set_up.append(opening)
        return setup(opening)

    def counted_add(past: Past, row: Row, state: Any = None) -> None:
        followed.append(row.n)
        add(past, row, state)

    monkeypatch.setattr(Opening, "setup", counted_setup)
    monkeypatch.setattr(Past, "add", counted_add)
    with CountedReading(tmp_path, verify_all=False) as journal:
        journal.hold()
        house = House(journal, settings_from({}))
        kept = house.unfinished
        assert kept is not None
        house.resume(kept)
        assert house.snapshot is not None
        house.close()
        assert journal.openings == 1
    assert len(set_up) == 1
    assert followed == list(range(31))


def two_games(folder: Path) -> None:
    """The first is over, the second was left."""
    with Journal(folder) as journal:
        keep(journal, played(1))
        keep(journal, played(2, actions=20))


def damage(folder: Path, game: int, n: int) -> None:
    """A row is not what was written; SQLite itself finds nothing wrong with it."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("UPDATE row SET at = 'yesterday' WHERE game = ? AND n = ?", (game, n))


class Troubles:
    def __init__(self) -> None:
        self.told: list[str] = []

    def report(self, part: str, sentence: str, **values: object) -> None:
        self.told.append(sentence.format(**values))

    def clear(self, part: str) -> None:
        """What was told stays told here."""


class TestVerifying:
    def test_the_game_that_is_resumed_is_repaired_before_it_is(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        damage(tmp_path, 2, 15)
        with Journal(tmp_path, verify_all=False) as journal:
            assert [str(notice) for notice in journal.notices][:3] == [
                f"{tmp_path / FILE} was damaged.",
                "These games are whole: 1.",
                "Game 2 is kept up to action 14.",
            ]
            assert journal.rows(2) == rows_of(played(2, actions=20))[:15]

    def test_damage_in_another_game_is_told_in_the_background_and_repaired_at_the_next_start(
        self, tmp_path: Path
    ) -> None:
        two_games(tmp_path)
        damage(tmp_path, 1, 40)
        troubles = Troubles()
        with Journal(tmp_path, verify_all=False) as journal:
            assert journal.notices == []
            journal.hold()
            house = House(journal, settings_from({}))
            house.resume(2)
            before = (tmp_path / FILE).read_bytes()
            JournalCheck(journal.file, troubles, pause=0).wait()
            assert troubles.told == ["A saved game is damaged; it is repaired at the next start."]
            assert (tmp_path / FILE).read_bytes() == before
            house.close()
        with Journal(tmp_path, verify_all=False) as journal:
            notices = [str(notice) for notice in journal.notices]
            assert notices[:2] == [f"{tmp_path / FILE} was damaged.", "Game 1 is kept up to action 39."]
            assert "Game 2 is kept up to action 20." in notices
            assert journal.rows(2) == rows_of(played(2, actions=20))
        with Journal(tmp_path, verify_all=False) as journal:
            assert journal.notices == []
        assert not suspicion(tmp_path / FILE).exists()

    def test_damage_that_somebody_reads_is_repaired_at_the_next_start(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        damage(tmp_path, 1, 40)
        with Journal(tmp_path, verify_all=False) as journal, pytest.raises(DamagedJournal, match="at the next start"):
            journal.rows(1)
        with Journal(tmp_path, verify_all=False) as journal:
            assert str(journal.notices[1]) == "Game 1 is kept up to action 39."

    def test_a_page_of_the_file_that_is_broken_is_found_too(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        content = bytearray((tmp_path / FILE).read_bytes())
        with closing(sqlite3.connect(tmp_path / FILE)) as connection:
            (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'row'").fetchone()
            (page,) = connection.execute("PRAGMA page_size").fetchone()
        content[(root - 1) * page + 5] ^= 0x40  # where the cells of this page begin
        (tmp_path / FILE).write_bytes(content)
        troubles = Troubles()
        JournalCheck(tmp_path / FILE, troubles, pause=0).wait()
        assert len(troubles.told) == 1

    def test_a_whole_journal_says_nothing_and_is_left_as_it_is(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        troubles = Troubles()
        with Journal(tmp_path, verify_all=False) as journal:
            JournalCheck(journal.file, troubles, pause=0).wait()
        assert troubles.told == []
        assert not suspicion(tmp_path / FILE).exists()

    def test_it_can_be_ended_before_it_has_seen_everything(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        damage(tmp_path, 2, 15)
        troubles = Troubles()
        JournalCheck(tmp_path / FILE, troubles, pause=60).close()
        assert troubles.told == []

    def test_a_game_that_is_played_and_one_that_is_deleted_meanwhile_are_no_damage(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        troubles = Troubles()
        with Journal(tmp_path, verify_all=False) as journal:
            check = JournalCheck(journal.file, troubles, pause=0)
            for seed in range(3, 8):
                journal.delete(keep(journal, played(seed, actions=10)))
            check.wait()
        assert troubles.told == []

    def test_the_command_that_finds_damage_repairs_it_and_says_so(self, tmp_path: Path) -> None:
        two_games(tmp_path)
        damage(tmp_path, 1, 40)
        result = CliRunner().invoke(main, ["games", "--data", str(tmp_path), "show", "1", "--json"])
        assert result.exit_code == 0
        assert f"{tmp_path / FILE} was damaged." in result.stderr
        assert len(result.stdout.splitlines()) == 40

    @pytest.mark.parametrize(
        ("command", "exit_code", "told"),
        [
            (["delete", "1", "--yes"], 0, "Game 1 is deleted.\n"),
            (["resume", "1"], 1, "Error: There is no keyboard here to go on with.\n"),
        ],
    )
    def test_a_damaged_game_is_repaired_before_it_is_deleted_or_resumed(
        self, tmp_path: Path, command: list[str], exit_code: int, told: str
    ) -> None:
        two_games(tmp_path)
        damage(tmp_path, 1, 40)
        result = CliRunner().invoke(main, ["games", "--data", str(tmp_path), *command])
        assert result.exit_code == exit_code
        assert "Game 1 is kept up to action 39." in result.stderr
        assert result.output.endswith(told)

    def test_a_note_of_damage_follows_no_link(self, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        two_games(folder)
        elsewhere = tmp_path / "elsewhere"
        suspicion(folder / FILE).symlink_to(elsewhere)
        note_damage(folder / FILE)
        assert not elsewhere.exists()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_list_says_of_a_finished_game_what_following_it_says(tmp_path: Path, game: Game) -> None:
    playthrough = played(3, players=2 if 2 in game.players else 4, game=game)
    with Journal(tmp_path) as journal:
        number = keep(journal, playthrough)
        found = journal.ending(number)
    state = playthrough.state
    assert found is not None
    assert found[0] == len(playthrough.entries) - 1
    assert (found[1].winners, found[1].score) == (state.winners, state.score)
