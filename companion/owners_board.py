"""A board as the owner has read it off the cardboard, where the rulebook does not show it; until then as it is
reconstructed. What was read, and how it becomes a board, is each game's own.
"""

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from companion.drawer import Drawer
from companion.errors import BadJournal
from companion.games.errors import BadBoard

_log = logging.getLogger(__name__)

B = TypeVar("B")
R = TypeVar("R")


class Reading(msgspec.Struct, Generic[B, R], frozen=True):
    """What is read off the cardboard of one game."""

    name: str
    """In the drawer."""
    kind: type[R]
    nothing: R
    """Before anything has been read."""
    board_with: Callable[[R], B]
    """The board that this makes; BadBoard says what cannot be."""


class OwnersBoard(Generic[B, R]):
    """All doors can be used from any thread. What cannot be written is one sentence, and nothing has changed."""

    def __init__(self, drawer: Drawer, reading: Reading[B, R]) -> None:
        self._drawer = drawer
        self._reading = reading
        self._door = threading.Lock()
        self._read, self._board = self._kept()

    @property
    def read(self) -> R:
        """All that was read off so far."""
        return self._read

    def board(self) -> B:
        """That new games begin with."""
        return self._board

    def put(self, read: R) -> None:
        """As the cardboard shows it. BadBoard says what cannot be."""
        self.change(lambda _: read)

    def change(self, changed: Callable[[R], R]) -> None:
        """What was read so far, with more of it or otherwise; of two who do it at once, neither is lost."""
        with self._door:
            read = changed(self._read)
            board = self._reading.board_with(read)
            self._drawer.put(self._reading.name, msgspec.json.encode(read))
            self._read, self._board = read, board

    def reset(self) -> None:
        """To the reconstruction."""
        with self._door:
            self._drawer.remove(self._reading.name)
            self._read, self._board = self._nothing()

    def _kept(self) -> tuple[R, B]:
        """Nobody is kept from playing with the reconstruction."""
        try:
            found = self._drawer.get(self._reading.name)
            if not found:
                return self._nothing()
            read = msgspec.json.decode(found, type=self._reading.kind)
            return read, self._reading.board_with(read)
        except (BadBoard, BadJournal, msgspec.MsgspecError) as error:
            _log.error("What was read off the cardboard (%s) cannot be used: %s", self._reading.name, error)
            return self._nothing()

    def _nothing(self) -> tuple[R, B]:
        return self._reading.nothing, self._reading.board_with(self._reading.nothing)
