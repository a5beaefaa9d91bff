"""What an owner reads off the cardboard: kept, used, put back, and never in the way of a game."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.city_board import PRINTED
from companion.drawer import Drawer
from companion.exchange_board import DIVIDEND_ROW
from companion.games.amsterdam.board import default_board as the_city
from companion.games.errors import BadBoard
from companion.games.mercurius.board import default_board as the_exchange
from companion.journal import FILE
from companion.owners_board import OwnersBoard, Reading

ROW = tuple(range(25))
MAGAZINE = {"prestige": [10, 7, 4, 2], "source": "cardboard"}

BOTH = pytest.mark.parametrize(
    ("reading", "read", "default"),
    [(DIVIDEND_ROW, ROW, the_exchange().data), (PRINTED, {"magazine": MAGAZINE}, the_city().data)],
    ids=["exchange", "city"],
)


@pytest.fixture
def drawer(tmp_path: Path) -> Iterator[Drawer]:
    opened = Drawer(tmp_path / FILE)
    yield opened
    opened.close()


@BOTH
def test_before_anything_is_read_the_board_is_the_reconstruction(
    drawer: Drawer, reading: Reading[Any, Any], read: Any, default: msgspec.Struct
) -> None:
    assert OwnersBoard(drawer, reading).board().data == default


def test_a_row_is_kept_as_seen_on_the_cardboard(drawer: Drawer) -> None:
    OwnersBoard(drawer, DIVIDEND_ROW).put(ROW)
    row = OwnersBoard(drawer, DIVIDEND_ROW).board().data.dividends
    assert (row.amounts, row.source) == (ROW, "cardboard")


def test_a_part_of_the_city_is_kept_and_the_others_stay_guesses(drawer: Drawer) -> None:
    OwnersBoard(drawer, PRINTED).put({"magazine": MAGAZINE})
    city = OwnersBoard(drawer, PRINTED)
    assert city.read == {"magazine": MAGAZINE}
    assert city.board().magazine(1) == (7, True)
    assert city.board().roof("beer", 0) == (8, False)


def test_of_two_who_read_a_part_at_once_neither_is_lost(drawer: Drawer) -> None:
    """The second one comes while the first one is about it."""
    city, has_come = OwnersBoard(drawer, PRINTED), threading.Event()
    cranes = {"docks": ["gold"], "source": "cardboard"}

    def second() -> None:
        has_come.set()
        city.change(lambda read: read | {"cranes": cranes})

    other = threading.Thread(target=second)

    def first(read: dict[str, Any]) -> dict[str, Any]:
        other.start()
        has_come.wait()
        return read | {"magazine": MAGAZINE}

    city.change(first)
    other.join()
    assert city.read == {"magazine": MAGAZINE, "cranes": cranes}
    assert OwnersBoard(drawer, PRINTED).read == city.read


@BOTH
def test_it_can_be_put_back(drawer: Drawer, reading: Reading[Any, Any], read: Any, default: msgspec.Struct) -> None:
    board = OwnersBoard(drawer, reading)
    board.put(read)
    assert board.board().data == OwnersBoard(drawer, reading).board().data != default
    board.reset()
    assert board.board().data == OwnersBoard(drawer, reading).board().data == default


@pytest.mark.parametrize(
    ("reading", "read"),
    [
        *((DIVIDEND_ROW, row) for row in (ROW[1:], (*ROW, 25), (-1, *ROW[1:]), (10**9, *ROW[1:]))),
        *((PRINTED, {"magazine": {"prestige": some, "source": "cardboard"}}) for some in ([], [21], [-1, 7, 4, 2])),
        (PRINTED, {"bakery": []}),
    ],
)
def test_what_cannot_be_on_a_board_is_refused_and_changes_nothing(
    drawer: Drawer, reading: Reading[Any, Any], read: Any
) -> None:
    board = OwnersBoard(drawer, reading)
    before = board.board().data
    with pytest.raises(BadBoard):
        board.put(read)
    assert board.board().data == OwnersBoard(drawer, reading).board().data == before


@BOTH
@pytest.mark.parametrize("kept", [b"", b"{", b'"row"', b"[1,2]", b"[null]", b'{"magazine":1}'])
def test_what_cannot_be_read_keeps_nobody_from_playing(
    drawer: Drawer, reading: Reading[Any, Any], read: Any, default: msgspec.Struct, kept: bytes
) -> None:
    drawer.put(reading.name, kept)
    assert OwnersBoard(drawer, reading).board().data == default
