"""The keyboard of a terminal: every key with its stamp, and the terminal left as it was found."""

import os
import pty
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO, TextIOWrapper
from pathlib import Path
from queue import SimpleQueue

import pytest
from hang_guard import HANG_GUARD

from companion.terminal.keys import BACKSPACE, ENTER, ESCAPE, GONE, HELD, Key, Keyboard, NoKeyboard, has_keys, keys_in


@pytest.fixture
def keys() -> "Iterator[tuple[int, TextIOWrapper]]":
    """The far end of a terminal, and the file that a program would read."""
    master, slave = pty.openpty()
    with os.fdopen(slave, "r", encoding="utf-8") as file:
        yield master, file
    os.close(master)


def test_letters_enter_and_the_like() -> None:
    assert list(keys_in("1a?\r\x7f\x1b")) == ["1", "a", "?", ENTER, BACKSPACE, ESCAPE]
    assert list(keys_in("\x04")) == [GONE]


def test_arrows_and_control_letters_are_no_keys() -> None:
    assert list(keys_in("\x1b[A1\x1b[1;5C2\x1bOP\x1b[3~\x01")) == ["1", "2"]


def test_each_key_comes_with_the_time_at_which_it_could_be_read(keys: tuple[int, TextIOWrapper]) -> None:
    master, file = keys
    heard: SimpleQueue[Key] = SimpleQueue()
    with Keyboard(heard.put, file):
        before = time.monotonic_ns()
        os.write(master, b"3")
        first = heard.get(timeout=HANG_GUARD)
        os.write(master, "é".encode())
        second = heard.get(timeout=HANG_GUARD)
        after = time.monotonic_ns()
    assert (first.text, second.text) == ("3", "é")
    assert before <= first.stamp <= second.stamp <= after


def test_a_key_that_is_held_is_known(keys: tuple[int, TextIOWrapper]) -> None:
    master, file = keys
    heard: SimpleQueue[Key] = SimpleQueue()
    with Keyboard(heard.put, file):
        os.write(master, b"112")
        pressed = [heard.get(timeout=HANG_GUARD) for _ in range(3)]
    assert [key.held for key in pressed] == [False, pressed[1].stamp - pressed[0].stamp < HELD, False]


def test_the_terminal_is_left_as_it_was_found(keys: tuple[int, TextIOWrapper]) -> None:
    _, file = keys
    before = termios.tcgetattr(file)
    keyboard = Keyboard(lambda _key: None, file)
    with suppress(RuntimeError), keyboard:
        assert termios.tcgetattr(file) != before
        raise RuntimeError
    assert termios.tcgetattr(file) == before


def test_a_terminal_that_is_closed_says_so() -> None:
    master, slave = pty.openpty()
    heard: SimpleQueue[Key] = SimpleQueue()
    with os.fdopen(slave, "r", encoding="utf-8") as file, Keyboard(heard.put, file):
        os.close(master)
        assert heard.get(timeout=HANG_GUARD).text == GONE


def test_where_there_is_no_terminal_there_is_no_keyboard() -> None:
    assert not has_keys(StringIO())
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        assert not has_keys(nothing)
        with pytest.raises(NoKeyboard, match="no keyboard here"), Keyboard(lambda _key: None, nothing):
            pass
