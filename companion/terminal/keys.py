"""The keyboard of a terminal, key by key, each with the stamp at which it could be read.

A thread of its own reads, so that no drawing makes a key late. The terminal is always left as it was found.
"""

import codecs
import os
import re
import select
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NamedTuple, TextIO

from companion.auction_clock import MILLISECOND
from companion.games.errors import GameError
from companion.games.speech import mark

ENTER = "enter"
ESCAPE = "escape"
BACKSPACE = "backspace"
GONE = "gone"
"""The terminal was closed: no key will come any more."""

HELD = 120 * MILLISECOND
"""The same key again sooner than this is one that is held down: nobody means it as a second press."""

_NAMES = {"\r": ENTER, "\n": ENTER, "\x1b": ESCAPE, "\x7f": BACKSPACE, "\b": BACKSPACE, "\x04": GONE}
_ARROWS_AND_SUCH = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O.?)")


class NoKeyboard(GameError):
    """The command was started where no keys can be pressed."""


class Key(NamedTuple):
    """A letter, or one of the names above."""

    text: str
    stamp: int
    """Nanoseconds of the monotonic clock."""
    held: bool = False


class Keyboard:
    """Hands every key to `hear`, on the keyboard's own thread, for as long as the `with` lasts."""

    def __init__(self, hear: Callable[[Key], None], file: TextIO | None = None) -> None:
        self._hear = hear
        self._file = file or sys.stdin
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._pressed: dict[str, int] = {}

    def __enter__(self) -> "Keyboard":
        if not has_keys(self._file):
            raise NoKeyboard(mark("There is no keyboard here: keys have to be pressed in a terminal."))
        self._fd = self._file.fileno()
        self._before = termios.tcgetattr(self._fd)
        self._signals = _Signals()
        termios.tcsetattr(self._fd, termios.TCSADRAIN, _key_by_key(self._before))
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            os.write(self._waker, b".")
            self._thread.join()
        finally:
            _restore(self._fd, self._before)
            self._signals.restore()
            os.close(self._wake)
            os.close(self._waker)
        if self._signals.told_to_end not in (0, signal.SIGINT):  # Ctrl-C is one way to say that it is enough
            raise SystemExit(128 + self._signals.told_to_end)

    def _read(self) -> None:
        while True:
            ready, _, _ = select.select([self._fd, self._wake, self._signals.arriving], [], [])
            stamp = time.monotonic_ns()  # before anything else is done
            if self._wake in ready:
                return
            if self._signals.arriving in ready and self._signals.take():
                self._hear(Key(GONE, stamp))
            if self._fd in ready and not self._read_keys(stamp):
                return

    def _read_keys(self, stamp: int) -> bool:
        """False once the terminal is gone."""
        typed = _bytes_from(self._fd)
        if not typed:
            self._hear(Key(GONE, stamp))
        for text in keys_in(self._decoder.decode(typed)):
            self._hear(self._key(text, stamp))
        return bool(typed)

    def _key(self, text: str, stamp: int) -> Key:
        last, self._pressed[text] = self._pressed.get(text), stamp
        return Key(text, stamp, held=last is not None and stamp - last < HELD)


def has_keys(file: TextIO | None = None) -> bool:
    """Whether somebody can press keys there."""
    try:
        return os.isatty((file or sys.stdin).fileno())
    except (OSError, ValueError):
        return False


def keys_in(typed: str) -> Iterator[str]:
    """The keys of what was typed; arrows and the like, which nobody asks for, are left out."""
    for letter in _ARROWS_AND_SUCH.sub(lambda found: "\x1b" if found[0] == "\x1b" else "", typed):
        if letter in _NAMES or letter.isprintable():
            yield _NAMES.get(letter, letter)


def _bytes_from(fd: int) -> bytes:
    try:
        return os.read(fd, 1024)
    except OSError:  # hung up
        return b""


def _key_by_key(before: list[int | list[bytes | int]]) -> list[int | list[bytes | int]]:
    """No waiting for Enter, no echo. Ctrl-C still works; Ctrl-Z does not, for a clock cannot sleep."""
    local, special = before[3], before[6]
    assert isinstance(local, int)
    assert isinstance(special, list)
    special = special.copy()
    special[termios.VMIN], special[termios.VTIME] = 1, 0
    special[termios.VSUSP] = b"\x00"
    return [*before[:3], local & ~(termios.ICANON | termios.ECHO), *before[4:6], special]


def _restore(fd: int, before: list[int | list[bytes | int]]) -> None:
    """And what was still pressed is not typed into the shell."""
    try:
        termios.tcflush(fd, termios.TCIFLUSH)
        termios.tcsetattr(fd, termios.TCSANOW, before)
    except termios.error:  # the terminal itself is gone
        return


class _Signals:
    """A program that is told to end leaves by the same door as one whose terminal is closed. Nothing is raised in the
    middle of whatever it is doing: Python writes each signal into a pipe, and the keyboard's thread reads that."""

    def __init__(self) -> None:
        self.told_to_end = 0
        self.arriving, self._arrived = os.pipe()
        self._in_charge = threading.current_thread() is threading.main_thread()
        if self._in_charge:
            os.set_blocking(self._arrived, False)
            self._pipe_before = signal.set_wakeup_fd(self._arrived, warn_on_full_buffer=False)
            self._before = {number: signal.signal(number, _noted) for number in _ENDING}

    def take(self) -> bool:
        """Whether one of those that arrived means the end."""
        numbers = [number for number in os.read(self.arriving, 64) if number in _ENDING]
        self.told_to_end = numbers[0] if numbers else self.told_to_end
        return bool(numbers)

    def restore(self) -> None:
        if self._in_charge:
            for number, before in self._before.items():
                signal.signal(number, before)
            signal.set_wakeup_fd(self._pipe_before)
        os.close(self.arriving)
        os.close(self._arrived)


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _noted(_number: int, _frame: FrameType | None) -> None:
    """It is in the pipe."""
