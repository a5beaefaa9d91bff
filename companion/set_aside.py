"""Games that the rules of this program cannot follow: which they are, kept in the drawer beside the games.

Nothing of such a game is changed or deleted. It is marked with the version and the build of the program that could not
follow it, so that another one tries again, also one whose rules were mended under the same version.
"""

import logging
import sys
import threading

import msgspec

from companion.drawer import Drawer
from companion.errors import BadJournal
from companion.version import installed_version

_NAME = "set aside"
"""In the drawer."""

_log = logging.getLogger(__name__)


def _this_program() -> str:
    """Its version, and where it is installed: on a box every build has a folder of its own."""
    return f"{installed_version()} {sys.prefix}"


class SetAside:
    """All doors can be used from any thread."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._changing = threading.Lock()
        self._marks: dict[int, str] | None = None
        """Which program could not follow it, by the number of the game; None: not read yet."""

    def games(self) -> frozenset[int]:
        """The numbers of those that this program cannot follow."""
        this = _this_program()
        return frozenset(game for game, marked_by in self._read().items() if marked_by == this)

    def add(self, game: int) -> None:
        """Where it cannot be written down, it is so until the program ends."""
        with self._changing:
            self._keep({**self._read(), game: _this_program()})

    def remove(self, game: int) -> None:
        """Of a game that can be followed, whoever marked it; nothing for one that is not marked. As `add`."""
        with self._changing:
            marks = self._read()
            if game in marks:
                self._keep({number: marked_by for number, marked_by in marks.items() if number != game})

    def _keep(self, marks: dict[int, str]) -> None:
        self._marks = marks
        try:
            self._drawer.put(_NAME, msgspec.json.encode(marks))
        except BadJournal as error:
            _log.error("%s", error)

    def _read(self) -> dict[int, str]:
        if self._marks is None:
            try:
                self._marks = msgspec.json.decode(self._drawer.get(_NAME) or b"{}", type=dict[int, str])
            except (BadJournal, msgspec.MsgspecError) as error:
                _log.error("Which games are set aside cannot be read: %s", error)
                self._marks = {}
        return self._marks
