"""Board data as somebody would type them, for tests that change something, and what is told of them."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

from companion.games.errors import BadBoard
from companion.games.speech import Phrase

Plain = dict[str, Any]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=8,
)
"""Whatever can be typed."""


def plain(board: Any) -> Plain:
    """The data of a board, whichever game it is of, to be changed at will."""
    found: Plain = msgspec.json.decode(msgspec.json.encode(board.data))
    return found


def changed(board: Any, *keys: str | int, value: Any) -> Plain:
    """The data of the board with one thing otherwise."""
    data = plain(board)
    inside: Any = data
    for key in keys[:-1]:
        inside = inside[key]
    inside[keys[-1]] = value
    return data


def changed_inside(board: Any, key: str, place: int, field: str, value: Any) -> Plain:
    """The same in a table of the board, or in one of a list of them."""
    there = plain(board)[key]
    where = (key, place % len(there), field) if isinstance(there, list) else (key, field)
    return changed(board, *where, value=value)


def mistakes_in(board_from: Callable[[Any], Any], data: object) -> Sequence[Phrase]:
    """None if the data are a board."""
    try:
        board_from(data)
    except BadBoard as refusal:
        return refusal.mistakes
    return ()


def mistakes_told(board_from: Callable[[Any], Any], data: object) -> list[str]:
    told = [str(mistake) for mistake in mistakes_in(board_from, data)]
    assert all(mistake.endswith(".") for mistake in told)
    return told
