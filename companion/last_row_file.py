"""A small file beside the journal that says which row was written last.

The latest rows are in SQLite's write-ahead log. If that file is lost, SQLite goes back to what the database file has,
and says nothing. So the number of the last row is kept in a third file. It is written after each row, without being
synced: it may be older than the journal after a power cut, which means nothing; if it is newer, rows are missing. It is
only there for the notice, and nothing is ever changed because of what it says.
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.plain_files import read_plain

_LENGTH = 64
"""Bytes: always as many, so that it is overwritten in one go and never grows."""


class LastRow(NamedTuple):
    game: int
    n: int
    checksum: bytes
    """Of the row, 16 bytes."""


class LastRowFile:
    """Of one journal. What the disk does not take is left out. Not for several threads at once."""

    def __init__(self, journal: Path) -> None:
        self._file = journal.with_suffix(".last")
        self._handle: int | None = None

    def write(self, row: LastRow) -> None:
        """A system call and no sync: a bid waits for this."""
        text = f"{row.game} {row.n} {row.checksum.hex()}"
        with suppress(OSError):
            if self._handle is None:
                # no link is followed: root may look at a journal in a folder that is somebody else's
                flags = os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
                self._handle = os.open(self._file, flags, 0o600)
            os.pwrite(self._handle, f"{zlib.crc32(text.encode()):08x} {text}\n".ljust(_LENGTH).encode(), 0)

    def read(self) -> LastRow | None:
        """None: there is none, or only part of it was written."""
        try:
            checked, text = read_plain(self._file)[:_LENGTH].decode("ascii").split(" ", 1)
            text = text.rstrip()
            if int(checked, 16) != zlib.crc32(text.encode()):
                return None
            game, n, checksum = text.split(" ")
            return LastRow(int(game), int(n), bytes.fromhex(checksum))
        except (OSError, ValueError):
            return None

    def forget(self) -> None:
        """Of a journal that has been told, or that gives way to another."""
        self.close()
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
