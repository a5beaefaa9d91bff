"""The exchange of this house: the board of Mercurius, with the one row that the rulebook does not show as the owner has
read it off the cardboard.
"""

import msgspec

from companion.games.mercurius.board import Board, DividendRow, default_board
from companion.games.mercurius.mistakes import board_from
from companion.owners_board import OwnersBoard, Reading

Row = tuple[int, ...]
"""What each price pays."""

ExchangeBoard = OwnersBoard[Board, Row]


def _with_row(amounts: Row) -> Board:
    if not amounts:
        return default_board()
    row = DividendRow(amounts, "cardboard")
    return board_from(msgspec.to_builtins(msgspec.structs.replace(default_board().data, dividends=row)))


DIVIDEND_ROW: Reading[Board, Row] = Reading("dividend row", tuple[int, ...], (), _with_row)
