"""Board data as somebody would type them, for tests that change something."""

from typing import Any

import msgspec

Plain = dict[str, Any]


def plain(board: Any) -> Plain:
    """The data of a board, whichever game it is of, to be changed at will."""
    found: Plain = msgspec.json.decode(msgspec.json.encode(board.data))
    return found
