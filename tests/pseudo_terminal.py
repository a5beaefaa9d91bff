"""A terminal for tests: runs the command on a pseudo-terminal, presses keys, waits for what it says."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import click
from hang_guard import HANG_GUARD


class Terminal:
    """`veilingklok` with these words, in a terminal of this size."""

    def __init__(self, *words: str, columns: int = 80, lines: int = 24, **environment: str) -> None:
        self._master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.raw = ""
        self._read_to = 0
        self._letters = getincrementaldecoder("utf-8")("replace")  # one may be split between two reads
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, "TERM": "xterm", "PYTHONUTF8": "1", **environment},
            preexec_fn=lambda: os.login_tty(self.slave),  # noqa: PLW1509  so that Ctrl-C is one
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self.slave)
        os.close(self._master)

    def press(self, keys: str) -> None:
        """All at once."""
        os.write(self._master, keys.encode())

    def expect(self, *texts: str) -> str:
        """Wait until the terminal has said one of these, after what was waited for before; returns which."""
        pattern = "|".join(f"({re.escape(text)})" for text in texts)
        deadline = time.monotonic() + HANG_GUARD
        while not (found := re.search(pattern, self.said[self._read_to :])):
            assert time.monotonic() < deadline, f"waited in vain for {texts} in:\n{self.said[self._read_to :]}"
            has_ended = self._process.poll() is not None  # asked first: it may say something more and end meanwhile
            assert self._read(0.05) or not has_ended, f"ended without {texts}:\n{self.said}"
        self._read_to += found.end()
        return found[0]

    @property
    def said(self) -> str:
        """Everything so far, without colours and movements, as if lines had no end."""
        return re.sub(r"\s+", " ", click.unstyle(self.raw))

    def codes(self) -> list[str]:
        """The colours and movements."""
        return re.findall(r"\x1b\[[0-9;?]*[A-Za-z]", self.raw)

    def tell(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + HANG_GUARD
        while self._process.poll() is None:
            assert time.monotonic() < deadline, f"does not end:\n{self.said}"
            self._read(0.05)
        while self._read(0):
            pass
        return self._process.returncode

    def is_as_before(self) -> bool:
        """Whether the terminal was left as it was found."""
        after: Sequence[Any] = termios.tcgetattr(self.slave)
        return list(after) == list(self.before)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        if ready:
            self.raw += self._letters.decode(os.read(self._master, 65536))
        return bool(ready)
