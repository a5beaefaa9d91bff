"""A button where nothing is auctioned: it says "done", and it agrees to what was proposed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tables import Evening, an_evening

from companion.auction_clock import SECOND
from companion.entries import Acted, TookBack
from companion.games.amsterdam.actions import Done
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.box import AnyAction
from companion.games.game import Game
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.offers import PASS
from companion.requests import Pause, Start, TakeBack
from companion.seats import PERSON


class Turn(NamedTuple):
    """A game, the question that a button answers in it, and how."""

    game: Game
    what: str
    done: AnyAction


TURNS = (Turn(MERCURIUS, "trade", PASS), Turn(AMSTERDAM, "act", Done()))


@pytest.fixture(params=TURNS, ids=[turn.game.name for turn in TURNS])
def turn(request: pytest.FixtureRequest) -> Turn:
    found: Turn = request.param
    return found


@pytest.fixture
def evening(tmp_path: Path, turn: Turn) -> Iterator[Evening]:
    """Somebody has a turn."""
    found = in_turn(tmp_path, turn)
    yield found
    found.ends()


def in_turn(folder: Path, turn: Turn, who: tuple[str, ...] = (PERSON,) * 4) -> Evening:
    found = an_evening(folder, game=turn.game, who=who)
    while found.view().table.asked.what != turn.what:
        found.moves()
    return found


def asked(evening: Evening) -> int:
    seat: int = evening.view().table.asked.seat
    return seat


def press(evening: Evening, seat: int, after: float = 0.0) -> None:
    """So many seconds from now."""
    evening.time.now += round(after * SECOND)
    evening.table.press(seat, evening.time.now)
    evening.table.settle()


def test_it_says_done_for_the_seat_whose_turn_it_is(evening: Evening, turn: Turn) -> None:
    seat = asked(evening)
    press(evening, seat)
    last = evening.last()
    assert isinstance(last, Acted)
    assert (last.seat, last.action) == (seat, turn.done)
    now = evening.view().table.asked
    assert (now.what, now.seat) != (turn.what, seat)


def test_it_says_nothing_else_and_does_nothing_for_others(evening: Evening) -> None:
    before, seat = evening.view().row, asked(evening)
    for other in range(5):
        if other != seat:
            press(evening, other)
    assert evening.view().row == before
    press(evening, seat)
    press(evening, seat)
    assert evening.view().row == before + 1


def test_what_was_said_by_mistake_is_taken_back_at_once(evening: Evening, turn: Turn) -> None:
    before, seat = evening.view().row, asked(evening)
    press(evening, seat)
    evening.does(seat, TakeBack())
    assert evening.last() == TookBack(before, (seat,))
    now = evening.view().table.asked
    assert (now.what, now.seat) == (turn.what, seat)


def test_it_agrees_to_a_proposal_that_can_have_been_read(evening: Evening) -> None:
    before = evening.view().row
    evening.moves()
    evening.moves()
    evening.does(3, TakeBack(to=before))
    for seat in (0, 1):
        press(evening, seat, after=0.3)
    proposal = evening.view().proposal
    assert proposal is not None
    assert proposal.waiting_for == (0, 1, 2)  # too soon: nobody reads so fast, and it does nothing else either
    assert evening.view().row == before + 2
    press(evening, 0, after=1)
    press(evening, 1)  # it was read long ago, whoever agreed to it since
    press(evening, 2)
    assert evening.last() == TookBack(before, (3, 0, 1, 2))


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
    """The display asks whether to agree: nobody who presses then wants to be done."""
    before = evening.view().row
    evening.moves()
    evening.moves()
    seat = asked(evening)
    others = [other for other in range(4) if other != seat]
    evening.does(seat, TakeBack(to=before))
    press(evening, seat, after=2)
    press(evening, others[0], after=2)
    press(evening, others[0], after=2)
    proposal = evening.view().proposal
    assert proposal is not None
    assert proposal.waiting_for == tuple(others[1:])
    assert evening.view().row == before + 2


def test_nobody_is_done_for_a_bot(tmp_path: Path, turn: Turn) -> None:
    evening = in_turn(tmp_path, turn, ("random",) * 3)
    before = evening.view().row
    press(evening, asked(evening))
    assert evening.view().row == before
    evening.ends()


def test_against_tom_nobody_but_the_person_is_asked_to_agree(tmp_path: Path) -> None:
    """So what the person wants is done at once, and TOM's button does nothing."""
    evening = an_evening(tmp_path, game=AMSTERDAM, who=(PERSON, "tom"))
    evening.moves()
    before = evening.view().row
    press(evening, 1, after=2)
    assert evening.view().row == before
    evening.does(0, TakeBack(to=0))
    assert evening.last() == TookBack(0, (0,))
    evening.ends()


def test_there_is_no_clock(evening: Evening) -> None:
    assert evening.refuses(0, Start()) == "There is no clock in this game."
    assert evening.refuses(0, Pause()) == "The clock is not running."
