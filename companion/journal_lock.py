"""The journal for one process alone: two tables must not play the same game, and no copy may be put under one that is
being played.
"""

import errno
import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from companion.errors import BadJournal
from companion.journal_file import PATIENCE

LOOKS = 20
"""How often to look whether another program is done with it, within the patience."""


class JournalLock:
    """Of one file. Whoever dies lets go of it."""

    def __init__(self, file: Path) -> None:
        self._file = file.with_suffix(".lock")
        self._held: int | None = None

    def take(self, looks: int) -> bool:
        """Whether nobody else has it; a program that only reads has it for a moment, so it can be worth waiting."""
        if self._held is not None:
            return True
        lock = self._opened()
        for look in range(looks):
            if look:
                time.sleep(PATIENCE / LOOKS)
            with suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._held = lock
                return True
        os.close(lock)
        return False

    def _opened(self) -> int:
        """Whoever may write in the folder could else make root open, or make, any file there is."""
        try:
            return os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise BadJournal("{file} is a link to somewhere else: delete it.", file=self._file) from None
            raise

    def let_go(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None
