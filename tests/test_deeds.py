"""What people do beside the moves of the game, in sentences."""

import pytest

from companion import deeds
from companion.entries import Acted, Corrected, Judged, Row
from companion.games.actions import SetMoney
from companion.games.merchants.actions import AnyAction, Borrow, Decline, Place, StartClock
from companion.games.merchants.board import default_board
from companion.games.merchants.corrections import SetMarkers, SetOwner, SetTrack
from companion.games.merchants.events import Placed
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS
from companion.games.speech import ENGLISH
from companion.words import words

SETUP = Setup(board=default_board(), seats=COLOURS[:3], names=("Anna", "Ben", "Cleo"))
AT = "2026-11-16T20:00:00Z"


def called(seat: int) -> str:
    return SETUP.names[seat]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Decline(), "Anna leaves it unused."),
        (Borrow(yes=False), "Anna takes no credit."),
        (StartClock(), "Anna starts the clock."),
    ],
)
def test_what_changes_nothing_on_the_board_has_a_sentence(action: AnyAction, sentence: str) -> None:
    assert MERCHANTS.telling(SETUP, called, ENGLISH).deed(0, action) == sentence


def test_one_or_several_stop_the_clock() -> None:
    assert deeds.paused([0], called) == "Anna stops the clock for a pause."
    assert deeds.paused([0, 2], called) == "Anna and Cleo stop the clock for a pause."


def test_one_or_several_take_back() -> None:
    assert deeds.took_back([1], None, called) == "Ben takes back. Everything is as it was after: the beginning."
    assert deeds.took_back([0, 1, 2], "Sold to Ben for 120,000.", called) == (
        "Anna, Ben and Cleo take back. Everything is as it was after: Sold to Ben for 120,000."
    )


def test_what_was_put_right_is_said_with_its_reason() -> None:
    changes = (SetMoney(0, 340_000), SetMarkers(1, 1), SetTrack(2, "silk", 3), SetTrack(2, "sugar", 0))
    told = deeds.put_right(
        Corrected((*changes, SetOwner("gr3", 0)), "miscounted", (0, 1), ()), MERCHANTS, SETUP, called
    )
    assert told == (
        "Put right by Anna and Ben (miscounted): Anna has 340,000, Ben holds 1 credit marker, Cleo stands on space 3 "
        "on silk, Cleo stands nowhere on sugar and gr3 belongs to Anna."
    )


def test_a_step_is_known_by_its_first_sentence() -> None:
    placed = Row(3, AT, Acted(0, Place("auction"), (Placed("sand", "auction"),)))
    assert deeds.described(placed, MERCHANTS, SETUP, called) == "A card comes up: sand clock, for auction."
    started = Row(4, AT, Acted(0, StartClock(), ()))
    assert deeds.described(started, MERCHANTS, SETUP, called) == "Anna starts the clock."
    corrected = Row(5, AT, Corrected((SetOwner("gr3", None),), "gone", (0,), ()))
    assert deeds.described(corrected, MERCHANTS, SETUP, called) == "Put right: gr3 belongs to nobody."
    with pytest.raises(AssertionError):
        deeds.described(Row(6, AT, Judged(())), MERCHANTS, SETUP, called)


def test_it_is_said_in_other_languages() -> None:
    assert deeds.paused([0], called, words("de")) == "Anna hält die Uhr für eine Pause an."
    assert deeds.paused([0, 1], called, words("nl")) == "Anna en Ben zetten de klok stil voor een pauze."
