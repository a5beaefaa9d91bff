"""`veilingklok games`, and what it says when the disk does not play along."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kept_games import AT, keep, played
from pseudo_terminal import Terminal
from tables import an_evening, everybody_agrees

from companion.cli import main
from companion.cli.games import LISTED
from companion.entries import Acted, Row
from companion.games.actions import SetMoney
from companion.games.merchants.actions import Place
from companion.games.merchants.events import Sold
from companion.games.mercurius.actions import Trade
from companion.games.mercurius.game import MERCURIUS
from companion.journal import FILE, Journal
from companion.requests import Correct, TakeBack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games: one is over, one was left in its middle."""
    with Journal(tmp_path) as journal:
        keep(journal, played(1))
        keep(journal, played(2, players=3, actions=50), who="person")
    return tmp_path


def said(*words: object) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def run(*words: object, **more: str) -> Result:
    return CliRunner().invoke(main, ["games", *map(str, words)], **more)  # type: ignore[arg-type]


class TestTheGames:
    def test_they_are_listed_with_who_and_how_far(self, folder: Path) -> None:
        first, second = said("--data", folder).splitlines()
        assert first.startswith("   1  ")
        assert "Aletta, Bram, Cornelia, Dirk: won by " in first
        assert "Aletta, Bram, Cornelia: 16" in second
        assert said("list", "--data", folder) == said("--data", folder)
        over = [game["over"] for game in json.loads(said("list", "--json", "--data", folder))]
        assert over == [True, False]

    def test_of_many_the_latest_are_listed_and_all_on_demand(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            for _ in range(LISTED + 3):
                keep(journal, played(1, players=3, actions=2))
        heading, *lines = said("--data", tmp_path).splitlines()
        assert heading == "The latest 25 of 28 games; veilingklok games list --all lists every one."
        assert [int(line.split()[0]) for line in lines] == list(range(4, 29))
        everything = said("list", "--all", "--data", tmp_path).splitlines()
        assert [int(line.split()[0]) for line in everything] == list(range(1, 29))
        assert len(json.loads(said("list", "--json", "--data", tmp_path))) == 28

    def test_before_the_first_one(self, tmp_path: Path) -> None:
        assert said("--data", tmp_path) == "There is no game yet. veilingklok play begins one.\n"
        place = tmp_path / "new"
        assert run("--data", place).stderr == f"Error: There is no game yet in {place}: veilingklok play begins one.\n"
        assert not place.exists()  # looking makes nothing

    def test_a_game_is_told_to_its_end(self, folder: Path) -> None:
        text = said("show", 1, "--data", folder)
        assert "Merchants of Amsterdam, game 1" in text
        assert "Final standings" in text
        assert "Final standings" not in said("show", 2, "--data", folder)
        rows = [json.loads(line) for line in said("show", 2, "--json", "--data", folder).splitlines()]
        assert [row["n"] for row in rows] == list(range(51))

    def test_what_was_taken_back_and_put_right_is_told_too(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.does(0, Place("mayor"))
        evening.does(0, TakeBack())
        everybody_agrees(evening)
        evening.does(1, Correct((SetMoney(1, 380_000),), "counted again"))
        everybody_agrees(evening)
        evening.ends()
        text = said("show", 1, "--data", tmp_path)
        assert "A card comes up: three moves on the market, for the mayor." in text
        assert "Aletta, Bram, Cornelia and Dirk take back." in text
        assert "counted again" in text

    def test_an_exported_game_is_a_record_that_replays(self, folder: Path, tmp_path: Path) -> None:
        file = tmp_path / "game.jsonl"
        assert said("export", 1, "-o", file, "--data", folder) == f"{file}: game 1.\n"
        result = CliRunner().invoke(main, ["replay", str(file)])
        assert (result.exit_code, "good: " in result.stdout) == (0, True)
        assert said("export", 1, "--data", folder) == file.read_text()

    def test_the_record_of_an_unfinished_game_comes_with_a_warning(self, folder: Path) -> None:
        result = run("export", 2, "--data", folder)
        assert result.stderr == "The game is not over, and its record tells the cards that are hidden.\n"
        assert len(result.stdout.splitlines()) == 52

    def test_a_game_is_deleted_only_if_that_is_confirmed(self, folder: Path) -> None:
        assert run("delete", 1, "--data", folder, input="n\n").exit_code == 1
        assert len(said("--data", folder).splitlines()) == 2
        result = run("delete", 1, "--data", folder, input="y\n")
        assert "Delete game 1, Aletta, Bram, Cornelia, Dirk, won by " in result.stdout
        assert result.stdout.endswith("Game 1 is deleted.\n")
        assert said("delete", 2, "--yes", "--data", folder) == "Game 2 is deleted.\n"
        assert said("--data", folder) == "There is no game yet. veilingklok play begins one.\n"

    @pytest.mark.parametrize("command", ["show", "export", "delete", "resume"])
    def test_a_game_that_is_not_there_is_named(self, folder: Path, command: str) -> None:
        result = run(command, 9, "--data", folder)
        assert result.exit_code == 1
        assert result.stderr == f"Error: There is no game 9 in {folder / FILE}.\n"

    def test_without_an_unfinished_game_there_is_nothing_to_resume(self, folder: Path) -> None:
        said("delete", 2, "--yes", "--data", folder)
        assert run("resume", "--data", folder).stderr == "Error: There is no unfinished game.\n"

    def test_a_game_is_gone_on_with_in_the_terminal(self, folder: Path) -> None:
        with Terminal("games", "resume", "--data", str(folder)) as terminal:
            terminal.expect("game 2")
            terminal.expect("At this keyboard")
            terminal.press("q")
            terminal.expect("The game is kept")
            assert terminal.ended() == 0


class TestBothGames:
    """A game of Merchants was left, and after it one of Mercurius."""

    @pytest.fixture
    def both(self, tmp_path: Path) -> Path:
        with Journal(tmp_path) as journal:
            keep(journal, played(2, players=3, actions=50), who="person")
            keep(journal, played(3, players=3, actions=20, game=MERCURIUS), who="person")
        return tmp_path

    def test_both_are_listed_and_told(self, both: Path) -> None:
        first, second = said("--data", both).splitlines()
        assert "Merchants of Amsterdam, Aletta, Bram, Cornelia: 1" in first
        assert "Mercurius, Aletta, Bram, Cornelia: Round 4" in second
        assert "Mercurius, game 2" in said("show", 2, "--data", both)

    def test_as_json_the_hands_of_a_game_that_goes_on_stay_hidden(self, both: Path) -> None:
        rows = [json.loads(line) for line in said("show", 2, "--json", "--data", both).splitlines()]
        dealt = [event["card"] for row in rows for event in row["entry"]["events"] if event["type"] == "dealt"]
        assert len(dealt) > 15
        assert set(dealt) == {"hidden"}

    def test_only_merchants_goes_on_in_a_terminal(self, both: Path) -> None:
        with Terminal("games", "resume", "--data", str(both)) as terminal:
            terminal.expect("Merchants of Amsterdam, game 1")
            terminal.press("q")
            assert terminal.ended() == 0
        with Terminal("games", "resume", "2", "--data", str(both)) as terminal:
            terminal.expect("Mercurius is played with the device and phones, not in a terminal.")
            assert terminal.ended() == 1
        with Terminal("play", "--data", str(both)) as terminal:
            terminal.expect("Game 1 is not over: begun ")
            terminal.press("q")
            assert terminal.ended() == 0

    def test_what_another_game_knows_is_no_event_of_this_one(self, both: Path) -> None:
        with Journal(both) as journal:
            row = Row(21, AT, Acted(0, Trade(()), (Sold(0, 100),)))
            journal.rows(2)
            journal.append(2, row, over=False)
        result = run("show", 2, "--data", both)
        assert result.exit_code == 1
        assert result.stderr == (
            f"Error: {both / FILE}: action 21 of game 2 cannot be understood: Sold is no event of this game.\n"
        )


class TestWhatCanGoWrong:
    """One sentence each, no traceback, and nothing changed."""

    def test_a_damaged_journal_is_told_of_and_gone_on_with(self, folder: Path) -> None:
        file = folder / FILE
        file.write_bytes(file.read_bytes()[:-3000])
        result = run("--data", folder)
        assert result.exit_code == 0
        assert f"{file} was damaged." in result.stderr
        assert f"The file as it was is kept as {folder / 'games-damaged-1.sqlite3'}." in result.stderr
        assert "   1  " in result.stdout
        assert run("--data", folder).stderr == ""

    def test_a_journal_of_a_newer_version(self, folder: Path) -> None:
        with closing(sqlite3.connect(folder / FILE)) as file:
            file.execute("PRAGMA user_version = 99")
        result = run("--data", folder)
        assert result.exit_code == 1
        assert result.stderr == (
            f"Error: {folder / FILE} was written by a newer Veilingklok (format 99; this one knows 1).\n"
        )

    def test_a_journal_that_another_table_uses(self, folder: Path) -> None:
        with Journal(folder) as journal:
            journal.hold()
            assert "   1  " in said("--data", folder)  # looking on is fine
            result = run("delete", 1, "--yes", "--data", folder)
        assert result.stderr == f"Error: {folder / FILE}: another Veilingklok is using it.\n"

    def test_a_folder_that_is_a_file(self, folder: Path) -> None:
        result = run("--data", folder / FILE)
        assert result.exit_code == 2
        assert "is a file" in result.stderr

    def test_a_new_game_on_a_full_disk(self, full_disk: Path) -> None:
        with Terminal("play", "--data", str(full_disk)) as terminal:
            assert terminal.ended() == 1
            assert terminal.said.strip() == f"Error: {full_disk / FILE}: the disk is full."

    def test_a_disk_that_fills_up_in_mid_game(self, tiny_disk: Path) -> None:
        with Terminal("play", "--data", str(tiny_disk), "--seed", "1", "--pace", "0", "--new") as terminal:
            terminal.expect("for the mayor, free of charge")
            fill(tiny_disk)
            terminal.press("1\n")
            terminal.expect("the disk is full.")
            (tiny_disk / "ballast").unlink()
            terminal.press("1\n")
            terminal.expect("for the mayor.")
            terminal.press("q")
            assert terminal.ended() == 0
        with Journal(tiny_disk) as journal:
            assert journal.notices == []
            assert len(journal.rows(1)) >= 2


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, of one megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = os.geteuid() == 0 and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], check=False, capture_output=True
    ).returncode  # fmt: skip
    if not mounted:
        pytest.skip("NOT TESTED: a full disk, because only root can mount a small one.")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def full_disk(tiny_disk: Path) -> Path:
    Journal(tiny_disk).close()
    fill(tiny_disk)
    return tiny_disk


def fill(disk: Path) -> None:
    with (disk / "ballast").open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass
