"""The row that an owner reads off the cardboard: kept, used, put back, and never in the way of a game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.drawer import Drawer
from companion.exchange_board import ExchangeBoard
from companion.games.errors import BadBoard
from companion.games.mercurius.board import default_board
from companion.journal import FILE

ROW = tuple(range(25))


@pytest.fixture
def drawer(tmp_path: Path) -> Iterator[Drawer]:
    opened = Drawer(tmp_path / FILE)
    yield opened
    opened.close()


def test_without_one_the_row_is_the_reconstruction(drawer: Drawer) -> None:
    board = ExchangeBoard(drawer).board()
    assert board.data == default_board().data
    assert board.data.dividends.source == "reconstruction"


def test_a_row_is_kept_as_seen_on_the_cardboard(drawer: Drawer) -> None:
    ExchangeBoard(drawer).put_row(ROW)
    row = ExchangeBoard(drawer).board().data.dividends
    assert (row.amounts, row.source) == (ROW, "cardboard")


def test_it_can_be_put_back(drawer: Drawer) -> None:
    exchange = ExchangeBoard(drawer)
    exchange.put_row(ROW)
    exchange.reset()
    assert exchange.board().data == ExchangeBoard(drawer).board().data == default_board().data


@pytest.mark.parametrize("row", [(), ROW[1:], (*ROW, 25), (-1, *ROW[1:]), (10**9, *ROW[1:])])
def test_a_row_that_cannot_be_is_refused_and_changes_nothing(drawer: Drawer, row: tuple[int, ...]) -> None:
    exchange = ExchangeBoard(drawer)
    with pytest.raises(BadBoard):
        exchange.put_row(row)
    assert exchange.board().data == ExchangeBoard(drawer).board().data == default_board().data


@pytest.mark.parametrize("kept", [b"", b"{", b'"row"', b"[1,2]", b"[null]"])
def test_what_cannot_be_read_keeps_nobody_from_playing(drawer: Drawer, kept: bytes) -> None:
    drawer.put("dividend row", kept)
    assert ExchangeBoard(drawer).board().data == default_board().data
