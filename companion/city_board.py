"""The city of this house: the board of Amsterdam, part by part as the owner has read it off the cardboard. What is
known need not be typed in a game.
"""

from typing import Any

import msgspec

from companion.games.amsterdam.board import Board, default_board
from companion.games.amsterdam.mistakes import board_from
from companion.owners_board import OwnersBoard, Reading

Parts = dict[str, Any]
"""Parts of the board data, as a record writes them."""

PARTS = ("storehouses", "warehouses", "magazine", "amstel", "cranes", "tom")
"""That only the cardboard shows."""

CityBoard = OwnersBoard[Board, Parts]


def _with_parts(parts: Parts) -> Board:
    if not parts:
        return default_board()
    return board_from(msgspec.to_builtins(default_board().data) | parts)


PRINTED: Reading[Board, Parts] = Reading("city", dict[str, Any], {}, _with_parts)
