"""The exchange of this house: the board of Mercurius, with the one row that the rulebook does not show as the owner has
read it off the cardboard, or as it is reconstructed.
"""

import logging
import threading
from collections.abc import Sequence

import msgspec

from companion.drawer import Drawer
from companion.errors import BadJournal
from companion.games.errors import BadBoard
from companion.games.mercurius.board import Board, DividendRow, default_board
from companion.games.mercurius.mistakes import board_from

_ROW = "dividend row"
"""In the drawer."""

_log = logging.getLogger(__name__)


class ExchangeBoard:
    """All doors can be used from any thread. What cannot be written is one sentence, and nothing has changed."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._door = threading.Lock()
        self._board = self._kept()

    def board(self) -> Board:
        """That new games begin with."""
        return self._board

    def put_row(self, amounts: Sequence[int]) -> None:
        """What each price pays, as the cardboard shows it. BadBoard says what cannot be."""
        with self._door:
            board = _with_row(amounts)
            self._drawer.put(_ROW, msgspec.json.encode(board.data.dividends.amounts))
            self._board = board

    def reset(self) -> None:
        """To the reconstruction."""
        with self._door:
            self._drawer.remove(_ROW)
            self._board = default_board()

    def _kept(self) -> Board:
        """Nobody is kept from playing with the reconstruction."""
        try:
            found = self._drawer.get(_ROW)
            return _with_row(msgspec.json.decode(found, type=tuple[int, ...])) if found else default_board()
        except (BadBoard, BadJournal, msgspec.MsgspecError) as error:
            _log.error("The dividend row cannot be read: %s", error)
            return default_board()


def _with_row(amounts: Sequence[int]) -> Board:
    row = DividendRow(tuple(amounts), "cardboard")
    return board_from(msgspec.to_builtins(msgspec.structs.replace(default_board().data, dividends=row)))
