"""The desk as values: who is to decide, what is told, and how it ends."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tables import Evening, an_evening

from companion.games.merchants.actions import Declare, Decline, Open, Place, StartClock
from companion.games.merchants.corrections import SetMoney
from companion.requests import Correct, Pause, Start, TakeBack
from companion.seats import PERSON
from web.desk import SENTENCES, Game, Vote, on_table


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """A game among these, until the test is over."""
    evenings: list[Evening] = []

    def begin(*who: str, **rest: Any) -> Evening:
        evenings.append(an_evening(tmp_path, who=who, **rest))
        return evenings[-1]

    yield begin
    for evening in evenings:
        evening.ends()


@pytest.fixture
def evening(play: Callable[..., Evening]) -> Evening:
    """Four people."""
    return play(*[PERSON] * 4)


def laid_out(evening: Evening) -> Game:
    evening.table.settle()
    desk = on_table(evening.table.snapshot, evening.table.history(), 1)
    assert isinstance(desk, Game)
    return desk


def test_only_the_person_who_is_asked_has_choices(evening: Evening) -> None:
    desk = laid_out(evening)
    assert [(decision.seat, decision.colour) for decision in desk.decisions] == [(0, "orange")]
    assert [choice.action for choice in desk.decisions[0].choices] == [
        Place("mayor"),
        Place("auction"),
        Place("discard"),
    ]
    assert desk.says == "Aletta decides."


def test_a_bot_is_waited_for(play: Callable[..., Evening]) -> None:
    evening = play("merchant", PERSON, PERSON)
    desk = laid_out(evening)
    assert desk.says == "Aletta is to put the drawn card on a free disk."
    assert desk.decisions == ()
    assert desk.people == (1, 2)


def test_cards_that_the_table_turns_up_are_declared_for_bots_too(play: Callable[..., Evening]) -> None:
    evening = play("merchant", PERSON, PERSON, deck=False)
    (decision,) = laid_out(evening).decisions
    assert decision.question == "Which card does Aletta turn up?"
    assert any(isinstance(choice.inside[0].action, Declare) for choice in decision.choices if choice.inside)


def test_while_the_clock_is_on_nobody_chooses(evening: Evening) -> None:
    evening.reaches_auction()
    (decision,) = laid_out(evening).decisions
    assert [choice.action for choice in decision.choices] == [StartClock()]
    assert decision.hint == "Or press the mayor's button."
    evening.does(0, Start(0))
    desk = laid_out(evening)
    assert (desk.runs, desk.decisions) == (True, ())
    assert desk.says == "The clock is on for the silk trade office. Whoever wants it presses first."
    evening.presses(1, after=0.1)
    evening.waits(1)
    assert "silk trade office, every price doubled." in laid_out(evening).says


def test_a_proposal_is_put_to_those_who_have_not_agreed(evening: Evening) -> None:
    evening.does(0, Place("mayor"))
    evening.does(1, TakeBack(0))
    vote = laid_out(evening).vote
    assert vote is not None
    assert vote.says == "Bram wants to take back the last that was done."
    assert vote.waiting_for == (0, 2, 3)
    evening.does(1, Correct((SetMoney(0, 5),), "a note fell down"))
    assert _said(laid_out(evening).vote) == "Bram wants to put something right (a note fell down)."


def _said(vote: Vote | None) -> str:
    assert vote is not None
    return vote.says


def test_a_clock_that_stands_is_started_again_by_the_mayor(evening: Evening) -> None:
    evening.reaches_auction()
    evening.does(0, Start(0))
    for seat in range(4):
        evening.does(seat, Pause())
    desk = laid_out(evening)
    assert desk.says == "The clock stands. Aletta can start it again, from the top."
    assert [decision.seat for decision in desk.decisions] == [0]
    assert desk.told[0] == "Aletta, Bram, Cornelia and Dirk stopped the clock for a pause."


def test_a_clock_that_stands_for_a_bot_is_started_by_any_person(play: Callable[..., Evening]) -> None:
    evening = play("random", PERSON, PERSON)
    evening.reaches_auction()
    evening.does(0, Start(0))
    for seat in (1, 2):
        evening.does(seat, Pause())
    desk = laid_out(evening)
    assert desk.says == "The clock stands. Anybody can start it again, from the top."
    assert [decision.seat for decision in desk.decisions] == [1, 2]


def test_what_was_taken_back_or_put_right_is_told(evening: Evening) -> None:
    evening.does(0, Place("mayor"))
    for seat in range(4):
        evening.does(seat, TakeBack(0))
    assert laid_out(evening).told[0] == "Aletta, Bram, Cornelia and Dirk took back what was done last."
    for seat in range(4):
        evening.does(seat, Correct((SetMoney(0, 5),), "a note fell down"))
    assert laid_out(evening).told[0] == "Aletta, Bram, Cornelia and Dirk put something right: a note fell down."


def test_the_newest_sentence_is_told_first_and_no_more_than_somebody_reads(evening: Evening) -> None:
    evening.reaches_auction()
    evening.does(0, Start(0))
    evening.presses(2, 9)
    evening.waits(0.02)
    told = laid_out(evening).told
    assert told[:2] == ("Sold to Cornelia for 160,000.", "Cornelia stops the clock at 160.")
    assert len(told) <= SENTENCES


def test_holdings_are_counted(evening: Evening) -> None:
    for disk in ("auction", "discard", "mayor"):
        evening.does(0, Place(disk))
    evening.does(0, Open("af2"))
    first = laid_out(evening).merchants[0]
    assert (first.offices, first.warehouses) == (2, 1)
    assert first.is_mayor
    assert not first.is_bot


def test_choices_lapse_with_what_they_are_about(evening: Evening) -> None:
    before = laid_out(evening).after
    evening.does(0, Place("mayor"))
    assert laid_out(evening).after != before


def test_at_the_end_everybody_has_a_place_and_the_winners_are_named(play: Callable[..., Evening]) -> None:
    evening = play("random", "random", "random")
    for _ in evening.bots_play():
        pass
    desk = laid_out(evening)
    money = [one.money for one in desk.standings]
    assert money == sorted(money, reverse=True)
    assert desk.standings[0].place == 1
    winner = next(one.name for one in desk.standings if one.wins)
    assert desk.says == f"The game is over. {winner} wins."
    assert not desk.decisions
    assert not desk.disks


def test_a_card_that_is_left_unused_does_not_stop_the_desk(evening: Evening) -> None:
    for disk in ("mayor", "auction", "discard"):
        evening.does(0, Place(disk))
    assert [choice.words for choice in laid_out(evening).decisions[0].choices][-1] == "leave it unused"
    evening.does(0, Decline())
    assert laid_out(evening).disks[0][0] == "For auction"
