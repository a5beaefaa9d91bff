"""Lines that stay, and a block below them that is drawn anew: what a player sees in the end."""

import re
from contextlib import suppress
from io import StringIO

import click
import pytest

from companion.terminal.inks import cells, clipped, wrapped
from companion.terminal.screen import NOTHING, Block, Screen


class Glass(StringIO):
    """A terminal that can be looked at."""

    def __init__(self, alphabet: str = "utf-8") -> None:
        super().__init__()
        self._alphabet = alphabet

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._alphabet

    def isatty(self) -> bool:
        return True

    def shows(self) -> list[str]:
        """What the writing and the movements leave on it."""
        lines, row, column = [""], 0, 0
        for piece in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|.|\n", self.getvalue()):
            match piece:
                case "\n":
                    row, column = row + 1, 0
                    lines += [""] * (row == len(lines))
                case "\r":
                    column = 0
                case "\x1b[K":
                    lines[row] = lines[row][:column]
                case "\x1b[J":
                    lines[row:] = [lines[row][:column]]
                case up if up.endswith("A"):
                    row -= int(up[2:-1])
                case letter if len(letter) == 1:
                    lines[row] = lines[row][:column].ljust(column) + letter + lines[row][column + 1 :]
                    column += 1
        return lines


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> Glass:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Glass()


def test_lines_stay_above_the_block(glass: Glass) -> None:
    with Screen(glass) as screen:
        screen.show(Block(["price", "bar"]))
        screen.say("first")
        screen.say("second")
        assert glass.shows() == ["first", "second", ""]
        screen.show(Block(["price", "bar"]))
        assert glass.shows() == ["first", "second", "price", "bar"]
        screen.show(Block(["another price", "bar", "keys"]))
        assert glass.shows() == ["first", "second", "another price", "bar", "keys"]
        screen.show(Block(["short"]))
        assert glass.shows() == ["first", "second", "short"]
    assert glass.shows() == ["first", "second", ""]


def test_what_is_typed_stands_in_the_last_line(glass: Glass) -> None:
    screen = Screen(glass)
    screen.show(Block(["Which?"], typed="12"))
    assert glass.shows() == ["Which?", "> 12_"]


def test_nothing_is_written_if_nothing_changed(glass: Glass) -> None:
    screen = Screen(glass)
    screen.show(Block(["price"]))
    written = glass.getvalue()
    screen.show(Block(["price"]))
    assert glass.getvalue() == written


def test_a_block_that_is_too_high_or_wide_is_made_to_fit(glass: Glass) -> None:
    screen = Screen(glass)
    screen.show(Block(["word " * 30, *map(str, range(40))]))
    shown = glass.shows()
    assert len(shown) == 23
    assert shown[-1] == "39"
    assert max(map(cells, shown)) < 80


def test_the_cursor_is_hidden_and_comes_back(glass: Glass) -> None:
    with suppress(RuntimeError), Screen(glass):
        assert "\x1b[?25l" in glass.getvalue()
        raise RuntimeError
    assert glass.getvalue().endswith("\x1b[?25h")


def test_without_colours_nothing_is_coloured(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen(glass)
    screen.say(click.style("orange", fg="red"))
    assert "\x1b[31m" not in glass.getvalue()


def test_a_dumb_terminal_gets_lines_and_no_movements(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with Screen(glass) as screen:
        screen.show(Block(["large", "figures"], plain=["190: 190,000"]))
        screen.show(Block(["large", "other figures"], plain=["190: 190,000"]))
        screen.show(Block(["Which?"], typed=""))
        screen.show(Block(["Which?"], typed="1"))
        screen.show(Block(["Which?"], typed="12"))
        screen.show(Block(["Which?"], typed="1"))
        screen.say("A line.")
        screen.show(Block(["Which?"], typed="1"))
    assert glass.getvalue() == "190: 190,000\nWhich?\n> 12\n> 1\nA line.\nWhich?\n> 1\n"


def test_what_the_alphabet_lacks_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    glass = Glass("ascii")
    screen = Screen(glass)
    screen.say("Zoë")
    assert screen.pixel == "#"
    assert "Zo?" in glass.getvalue()
    assert Screen(Glass()).pixel == "█"


def test_an_empty_block_is_no_line(glass: Glass) -> None:
    screen = Screen(glass)
    screen.show(NOTHING)
    screen.say("said")
    assert glass.shows() == ["said", ""]


def test_long_lines_are_broken_between_words_and_set_in() -> None:
    assert wrapped("   one two three", 12) == ["   one two", "     three"]
    assert wrapped("Anna 1   Ben 2   Cleo 3", 16) == ["Anna 1   Ben 2", "  Cleo 3"]
    coloured = click.style("a b", fg="red")
    assert wrapped(coloured, 3) == [coloured]


def test_clipping_counts_columns_not_colours() -> None:
    assert clipped("abc", 3) == "abc"
    assert clipped(click.style("abcdef", fg="red"), 3) == "\x1b[31mabc\x1b[0m"
    assert cells("日本") == 4
    assert clipped("日本", 3) == "日"
    assert cells("e\u0301") == 1
