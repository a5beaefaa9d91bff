"""The caretaker: watches how much room is left on the card, and says so while there is still time to make some; says
also if the games could not be copied at night, when nobody was there to hear of it.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from companion.games.speech import mark
from companion.worker import Faults, Worker

LEAST_SPACE = 200_000_000
"""Bytes: enough for years of games, and for the system to stay well."""
LITTLE_SPACE = 50_000_000
"""Bytes: an update of the system takes as much at once."""
EVERY = 60.0
"""Seconds between two looks."""

_RELIEF = 20_000_000
"""Bytes more than the least before all is well again: else it would be told and taken back all evening."""
_PART, _COPYING = "card", "copies"
_LOW = mark("Only {megabytes} MB are free on the SD card: make room soon.")
_NOT_COPIED = mark("The games could not be copied: sudo veilingklok backup says why.")
_NEARLY_FULL = mark("The SD card is nearly full, {megabytes} MB are left: make room now, or games cannot be kept.")


def free_space(folder: Path) -> int:
    """Bytes, for those who are not root."""
    return shutil.disk_usage(folder).free


class Caretaker:
    """Looks at once, and then every minute, until it is closed. `copying_failed` tells whether the last copy
    of the games could not be made."""

    def __init__(
        self,
        folder: Path,
        faults: Faults,
        copying_failed: Callable[[], bool],
        free: Callable[[Path], int] = free_space,
    ) -> None:
        self._folder = folder
        self._faults = faults
        self._copying_failed = copying_failed
        self._free = free
        self.look()
        self.worker = Worker("caretaker", mark("Watch over the SD card"), self._go_round, faults)
        self.worker.start()

    def close(self) -> None:
        self.worker.stop()

    def look(self) -> None:
        self._look_at_copies()
        self._look_at_room()

    def _look_at_copies(self) -> None:
        if self._copying_failed():
            self._faults.report(_COPYING, _NOT_COPIED)
        else:
            self._faults.clear(_COPYING)

    def _look_at_room(self) -> None:
        try:
            free = self._free(self._folder)
        except OSError:  # a card that does not even say this: the journal has more to tell
            return
        if free < LITTLE_SPACE:
            self._faults.report(_PART, _NEARLY_FULL, megabytes=_about(free))
        elif free < LEAST_SPACE:
            self._faults.report(_PART, _LOW, megabytes=_about(free))
        elif free >= LEAST_SPACE + _RELIEF:
            self._faults.clear(_PART)

    def _go_round(self) -> None:
        while not self.worker.wait(EVERY):
            self.look()


def _about(free: int) -> int:
    """Megabytes in tens: every other number would be another line in the log, on a card that has no room for it."""
    megabytes = free // 1_000_000
    return megabytes if megabytes < 10 else megabytes // 10 * 10
