"""A board as its owner's file: laid out as the one in the box, and read back as the same board, whatever is on it."""

from collections.abc import Callable
from functools import reduce
from importlib import resources

import msgspec
import pytest
from broken_boards import LET_IN, broken, default_plain, toml

from companion.games.merchants import checklist, editing
from companion.games.merchants.board import BoardData, Wedge, default_board
from companion.games.merchants.board_file import board_text
from companion.games.merchants.card_faces import Face
from companion.games.merchants.half_made import read_half_made
from companion.games.merchants.mistakes import read_board

TYPED = (resources.files("companion.games.merchants") / "board.toml").read_text(encoding="utf-8")
DEFAULT = default_board().data

Edit = Callable[[BoardData], BoardData]

GOOD_EDITS: dict[str, Edit] = {
    "an office more": lambda data: editing.with_office(data, "africa", (480.4, 500.0), "silk"),
    "an office moved": lambda data: editing.with_office_at(data, "am3", (101, 333.3)),
    "another commodity": lambda data: editing.with_commodity(data, "fe9", "sugar"),
    "an office less": lambda data: editing.without_office(data, "am9"),
    "a plot more": lambda data: editing.with_cell_painted(data, "lastage", (-1, 0)),
    "a bridge more": lambda data: editing.with_bridge(data, "la1", "oz2"),
    "a bridge less": lambda data: editing.without_bridge(data, "dam"),
    "no bridge at all": lambda data: msgspec.structs.replace(data, bridges=()),
    "another start": lambda data: editing.with_start(data, 2, "fe2", "gr5"),
    "another event": lambda data: editing.with_event(data, "1597", "shipwreck"),
    "another table": lambda data: editing.with_table(data, "1664", ((999, 1), (8, 7), (6, 5), (4, 0))),
    "another last table": lambda data: editing.with_table(data, "1666", ((9, 8), (7, 6), (5, 4), (3, 2)), "amsterdam"),
    "other cards": lambda data: editing.with_count(
        editing.with_count(data, Face("office", region="africa"), 2),
        Face("build", districts=("nieuwe_zijde", "lastage"), commodity="spice"),
        1,
    ),
    "longer tracks": lambda data: editing.with_track_length(data, 11),
    "another clock": lambda data: editing.with_clock(
        data,
        [wedge.end + 0.125 for wedge in data.clock.wedges],
        seconds=30.001,
        sweep=359.5,
        doubled_seconds=20,
    ),
    "everything seen": lambda data: reduce(checklist.with_seen, checklist.PARTS, data),
}


def bare(text: str) -> str:
    """Without what only explains it."""
    return "".join(f"{line}\n" for line in text.splitlines() if line and not line.startswith("#"))


def test_the_board_in_the_box_is_written_as_it_stands_in_its_own_file() -> None:
    assert bare(board_text(DEFAULT)) == bare(TYPED)


def test_the_board_in_the_box_is_read_back_as_it_was() -> None:
    assert read_board(board_text(DEFAULT).encode()).data == DEFAULT


@pytest.mark.parametrize("name", GOOD_EDITS)
def test_a_board_is_read_back_as_it_was_after_every_kind_of_change(name: str) -> None:
    changed = GOOD_EDITS[name](DEFAULT)
    assert changed != DEFAULT
    assert read_board(board_text(changed).encode()).data == changed


def test_a_board_is_read_back_as_it_was_after_many_changes() -> None:
    """Without its bridges, and with them."""
    edits = [edit for name, edit in GOOD_EDITS.items() if name != "no bridge at all"]
    changed = reduce(lambda data, edit: edit(data), edits, DEFAULT)
    assert read_board(board_text(changed).encode()).data == changed
    bare_city = GOOD_EDITS["no bridge at all"](changed)
    assert read_board(board_text(bare_city).encode()).data == bare_city


@pytest.mark.parametrize(
    "shows",
    ["\x7f", "\x00\x1f\n\r\t", 'say "start"', "\\", "Grüße aus Köln", "Café 't Smalle", "🏛", "]}, #", "\u2028", ""],
)
def test_whatever_a_draft_shows_survives_its_file(shows: str) -> None:
    first, *others = DEFAULT.clock.wedges
    wedges = (Wedge(shows, first.dial, first.end, "cardboard"), *others)
    draft = msgspec.structs.replace(DEFAULT, clock=msgspec.structs.replace(DEFAULT.clock, wedges=wedges))
    assert read_half_made(board_text(draft).encode()) == draft


@pytest.mark.parametrize("number", [0.1, 1e-07, 315.0, 314.99999999999994, 1e8, 123456789.125, -0.5])
def test_a_number_of_a_draft_is_read_back_to_the_last_digit(number: float) -> None:
    draft = msgspec.structs.replace(DEFAULT, clock=msgspec.structs.replace(DEFAULT.clock, sweep=number))
    assert read_half_made(board_text(draft).encode()) == draft


@pytest.mark.parametrize("name", LET_IN)
def test_a_draft_with_mistakes_is_read_back_as_it_was(name: str) -> None:
    draft = read_half_made(toml(broken(name)))
    assert read_half_made(board_text(draft).encode()) == draft


def test_the_same_board_always_gives_the_same_text() -> None:
    again = msgspec.convert(default_plain(), BoardData)
    assert again is not DEFAULT
    assert board_text(again) == board_text(DEFAULT)
    there_and_back = editing.with_bridge(editing.with_bridge(DEFAULT, "la1", "oz2"), "oz2", "la1")
    assert board_text(there_and_back) == board_text(DEFAULT)


def test_another_board_gives_another_text() -> None:
    texts = {board_text(edit(DEFAULT)) for edit in GOOD_EDITS.values()}
    assert len(texts | {board_text(DEFAULT)}) == len(GOOD_EDITS) + 1
