"""A button where nothing is auctioned: it says "done", and it agrees to what was proposed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import Evening, an_evening

from companion.auction_clock import SECOND
from companion.entries import Acted, TookBack
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.offers import PASS
from companion.requests import Pause, Start, TakeBack


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = an_evening(tmp_path, game=MERCURIUS, deck=False)
    yield found
    found.ends()


def press(evening: Evening, seat: int, after: float = 0.0) -> None:
    """So many seconds from now."""
    evening.time.now += round(after * SECOND)
    evening.table.press(seat, evening.time.now)
    evening.table.settle()


def test_it_passes_for_the_seat_whose_turn_it_is(evening: Evening) -> None:
    press(evening, 0)
    last = evening.last()
    assert isinstance(last, Acted)
    assert (last.seat, last.action) == (0, PASS)
    assert evening.view().table.asked.what == "card"


def test_it_plays_no_card_and_does_nothing_for_others(evening: Evening) -> None:
    press(evening, 1)
    assert evening.view().row == 0
    press(evening, 0)
    press(evening, 0)
    assert evening.view().row == 1


def test_what_was_passed_by_mistake_is_taken_back_at_once(evening: Evening) -> None:
    press(evening, 0)
    evening.does(0, TakeBack())
    assert evening.last() == TookBack(0, (0,))
    assert evening.view().table.asked.what == "trade"


def test_it_agrees_to_a_proposal_that_can_have_been_read(evening: Evening) -> None:
    evening.moves()
    evening.moves()
    evening.does(3, TakeBack(to=0))
    for seat in (0, 1):
        press(evening, seat, after=0.3)
    proposal = evening.view().proposal
    assert proposal is not None
    assert proposal.waiting_for == (0, 1, 2)  # too soon: nobody reads so fast, and it does nothing else either
    assert evening.view().row == 2
    press(evening, 0, after=1)
    press(evening, 1)  # it was read long ago, whoever agreed to it since
    press(evening, 2)
    assert evening.last() == TookBack(0, (3, 0, 1, 2))


def test_where_buttons_are_for_bidding_nobody_agrees_by_pressing(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    evening.moves()
    evening.does(0, TakeBack())
    for seat in (1, 2, 3):
        press(evening, seat, after=5)
    proposal = evening.view().proposal
    assert proposal is not None
    assert proposal.waiting_for == (1, 2, 3)
    evening.ends()


def test_while_something_is_proposed_it_does_nothing_else(evening: Evening) -> None:
    """The display asks whether to agree: nobody who presses then wants to pass."""
    evening.moves()
    evening.moves()
    assert evening.view().table.turn == 1
    evening.does(1, TakeBack(to=0))
    press(evening, 1, after=2)
    press(evening, 0, after=2)
    press(evening, 0, after=2)
    proposal = evening.view().proposal
    assert proposal is not None
    assert proposal.waiting_for == (2, 3)
    assert evening.view().row == 2


def test_nobody_passes_for_a_bot(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game=MERCURIUS, who=("speculator", "person", "person"))
    press(evening, 0)
    assert evening.view().row == 0
    evening.ends()


def test_there_is_no_clock(evening: Evening) -> None:
    assert evening.refuses(0, Start()) == "There is no clock in this game."
    assert evening.refuses(0, Pause()) == "The clock is not running."
