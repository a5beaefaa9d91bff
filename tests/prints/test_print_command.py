"""`veilingklok print`: a file of either kind, or one sentence why not."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from reading_pdf import Sheet

from companion.boards import Boards
from companion.cli import main
from companion.games.merchants import editing
from companion.games.merchants.board import default_board
from companion.journal import Journal
from companion.prints import PRINTS


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["print", *words], env=environment)


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text('[dial]\nkind = "pwm"\n\n[seat5]\nbutton = "none"\nlamp = "none"\n')
    return file


@pytest.mark.parametrize("name", PRINTS)
def test_every_print_is_made_as_pdf_and_as_svg(tmp_path: Path, settings: Path, name: str) -> None:
    pdf, svg = tmp_path / f"{name}.PDF", tmp_path / f"{name}.svg"
    for file in (pdf, svg):
        result = run(name, "-o", str(file), "--settings", str(settings))
        assert (result.exit_code, result.stdout) == (0, f"{file}: drawn. Print it at 100 %.\n")
    read = [line.words for line in Sheet(pdf.read_bytes()).lines]
    written = [text.text or "" for text in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(words.split() for words in read) == sorted(words.split() for words in written)


def test_paper_and_language_are_chosen(tmp_path: Path, settings: Path) -> None:
    file = tmp_path / "it.pdf"
    run("labels", "-o", str(file), "--paper", "letter", "--settings", str(settings), LANGUAGE="nl", LANG="nl_NL.UTF-8")
    sheet = Sheet(file.read_bytes())
    assert sheet.points == pytest.approx((612, 792), abs=0.01)
    told = [line.words for line in sheet.lines]
    assert "Plaatjes voor de knoppen" in told
    assert "geel" in told
    assert "paars" not in told  # the fifth seat has no button


def test_the_board_is_the_one_of_the_file(tmp_path: Path, settings: Path) -> None:
    board = Path(__file__).parents[2] / "companion" / "games" / "merchants" / "board.toml"
    mine = tmp_path / "board.toml"
    mine.write_text(board.read_text(encoding="utf-8").replace("[[120, 80], [100, 60]", "[[990, 80], [100, 60]"))
    file = tmp_path / "it.pdf"
    result = run("summary", "-o", str(file), "--board", str(mine), "--settings", str(settings))
    assert result.exit_code == 0, result.output
    assert "990" in [line.words for line in Sheet(file.read_bytes()).lines]


@pytest.mark.parametrize("name", ["dial.png", "dial", "dial.pdf.txt"])
def test_another_ending_is_one_sentence_and_makes_nothing(tmp_path: Path, settings: Path, name: str) -> None:
    file = tmp_path / name
    result = run("dial", "-o", str(file), "--settings", str(settings))
    assert result.exit_code == 1
    assert result.stderr == f"Error: {file}: the name of a print ends with .pdf or .svg.\n"
    assert not file.exists()


@pytest.mark.parametrize("kind", ["pdf", "svg"])
def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path, settings: Path, kind: str) -> None:
    file = tmp_path / "nowhere" / f"dial.{kind}"
    result = run("dial", "-o", str(file), "--settings", str(settings))
    assert result.exit_code == 1
    assert result.stderr == f"Error: {file}: No such file or directory.\n"


def test_a_print_that_there_is_not_is_named(tmp_path: Path) -> None:
    result = run("poster", "-o", str(tmp_path / "it.pdf"))
    assert result.exit_code == 2
    assert "'poster' is not one of" in result.stderr


def test_bad_settings_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[dial]\nkind = "spring"\n')
    result = run("dial", "-o", str(tmp_path / "it.pdf"), "--settings", str(bad))
    assert result.exit_code == 1
    assert "dial.kind must be" in result.stderr


def test_without_a_file_the_board_in_use_is_printed_and_nothing_is_made_where_there_is_none(
    tmp_path: Path, settings: Path
) -> None:
    data, file = tmp_path / "data", tmp_path / "it.pdf"
    asked = ("summary", "-o", str(file), "--settings", str(settings), "--data", str(data))
    assert run(*asked).exit_code == 0
    assert "990" not in [line.words for line in Sheet(file.read_bytes()).lines]
    assert not data.exists()
    with Journal(data) as journal:
        boards = Boards(journal.drawer)
        table = ((990, 60), (80, 40), (60, 40), (40, 20))
        boards.save(boards.add("Attic", editing.with_table(default_board().data, "1664", table)))
        before = {lies: lies.read_bytes() for lies in data.iterdir()}
        assert run(*asked).exit_code == 0
        assert {lies: lies.read_bytes() for lies in data.iterdir()} == before  # root prints, and it is not root's
    assert "990" in [line.words for line in Sheet(file.read_bytes()).lines]


def test_boards_that_cannot_be_read_are_said_with_their_file(tmp_path: Path, settings: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no journal" * 1000)
    result = run("summary", "-o", str(tmp_path / "it.pdf"), "--settings", str(settings), "--data", str(tmp_path))
    assert result.stderr == f"Error: {tmp_path / 'games.sqlite3'}: the boards in it cannot be read.\n"
