"""Games that the rules of this version cannot follow: which they are, kept in the drawer beside the games.

Nothing of such a game is changed or deleted. It is marked with the version of the program that could not follow it, so
that another version tries again.
"""

import logging

import msgspec

from companion.drawer import Drawer
from companion.errors import BadJournal
from companion.version import installed_version

_NAME = "set aside"
"""In the drawer."""

_log = logging.getLogger(__name__)


class SetAside:
    """All doors can be used from any thread."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._versions: dict[int, str] | None = None
        """By the number of the game; None: not read yet."""

    def games(self) -> frozenset[int]:
        """Their numbers."""
        version = installed_version()
        return frozenset(game for game, marked_by in self._read().items() if marked_by == version)

    def add(self, game: int) -> None:
        """Where it cannot be written down, it is so until the program ends."""
        self._versions = {**self._read(), game: installed_version()}
        try:
            self._drawer.put(_NAME, msgspec.json.encode(self._versions))
        except BadJournal as error:
            _log.error("%s", error)

    def _read(self) -> dict[int, str]:
        if self._versions is None:
            try:
                self._versions = msgspec.json.decode(self._drawer.get(_NAME) or b"{}", type=dict[int, str])
            except (BadJournal, msgspec.MsgspecError) as error:
                _log.error("Which games are set aside cannot be read: %s", error)
                self._versions = {}
        return self._versions
