"""What the display shows when: the clock before all, then what happened, then what is so."""

from pathlib import Path

import pytest
from lots import START, a_run
from tables import an_evening, gone_on

from companion.auction_clock import MILLISECOND, SECOND
from companion.journal import Journal
from companion.requests import Start
from hardware.programme import BACKLOG, CLEAR, TURN, Clock, Moment, Programme
from hardware.screens.agreeing import Proposed
from hardware.screens.clock import Auction, GetReady
from hardware.screens.device import SafeToUnplug, Waiting
from hardware.screens.screen import Screen
from hardware.screens.seating import Holding, SitDown
from hardware.screens.table import Event, Paused
from hardware.showing import moments, standing

RUN = a_run()
CLOCK = Clock(GetReady(run=RUN, lot=None), Auction(run=RUN, lot=None))
LONG_BEFORE = START - 60 * SECOND


@pytest.fixture
def programme() -> Programme:
    made = Programme()
    made.stand(Waiting())
    return made


def events(*years: str, seconds: float = 3) -> list[Moment]:
    return [Moment(Event(year, "ship"), seconds) for year in years]


def shown(programme: Programme, since: int, until: int) -> list[Screen]:
    """One after the other, looked at whenever it says that something changes."""
    screens, now = [programme.at(since)], since
    while (next_change := programme.changes_at(now)) is not None and next_change < until:
        now = next_change
        if programme.at(now) != screens[-1]:
            screens.append(programme.at(now))
    return screens


def test_moments_are_shown_one_after_the_other_and_then_what_stands(programme: Programme) -> None:
    programme.play(events("1588", "1597"), LONG_BEFORE)
    assert shown(programme, LONG_BEFORE, START) == [Event("1588", "ship"), Event("1597", "ship"), Waiting()]
    assert programme.at(LONG_BEFORE + 3 * SECOND - 1) == Event("1588", "ship")
    assert programme.at(LONG_BEFORE + 3 * SECOND) == Event("1597", "ship")


def test_a_seat_that_is_called_comes_before_what_happened_but_not_before_the_clock(programme: Programme) -> None:
    called = SitDown(name="Bram", colour="blue", mark="42", until=LONG_BEFORE + 15 * SECOND)
    programme.play(events("1588", seconds=30), LONG_BEFORE)
    programme.call(called, called.until)
    assert shown(programme, LONG_BEFORE, START) == [called, Event("1588", "ship"), Waiting()]
    assert programme.at(called.until - 1) == called
    programme.run(CLOCK)
    assert programme.at(LONG_BEFORE) == Event("1588", "ship")
    programme.run(None)
    programme.interrupt(SafeToUnplug(), LONG_BEFORE, START)
    assert programme.at(LONG_BEFORE) == SafeToUnplug()
    programme.interrupt(None, 0, 0)
    programme.call(None)
    assert programme.at(LONG_BEFORE) == Event("1588", "ship")


def test_the_seconds_that_are_left_are_counted_down() -> None:
    called = SitDown(name="Bram", colour="blue", mark="42", until=START)
    now, edges = START - 5 * SECOND // 2, []
    while now < START:
        now = called.moves_at(now) or 0
        edges.append((START - now) / SECOND)
    assert edges == [2, 1, 0]


def test_the_clock_comes_before_everything_that_happened(programme: Programme) -> None:
    programme.play(events("1588", seconds=100), LONG_BEFORE)
    programme.run(CLOCK)
    assert shown(programme, LONG_BEFORE, START + SECOND) == [Event("1588", "ship"), CLOCK.get_ready, CLOCK.auction]
    assert programme.at(START - CLEAR - 1) == Event("1588", "ship")
    assert programme.at(START - CLEAR) == CLOCK.get_ready
    assert programme.at(START - 1) == CLOCK.get_ready
    assert programme.at(START) == CLOCK.auction


def test_an_interruption_comes_even_before_the_clock_and_goes_again(programme: Programme) -> None:
    programme.run(CLOCK)
    programme.interrupt(SafeToUnplug(), START, START + SECOND)
    assert programme.at(START) == SafeToUnplug()
    assert programme.changes_at(START) == START + SECOND
    assert programme.at(START + SECOND) == CLOCK.auction
    programme.interrupt(SafeToUnplug(), START, START + SECOND)
    programme.interrupt(None, START, START)
    assert programme.at(START) == CLOCK.auction


def test_what_a_press_may_agree_to_comes_before_what_happened(programme: Programme) -> None:
    asked = Proposed("Anna", is_correction=False, waiting_for=("Bram",))
    programme.play(events("1588", seconds=30), LONG_BEFORE)
    programme.propose(asked)
    assert programme.at(LONG_BEFORE) == asked
    programme.run(CLOCK)
    assert programme.at(LONG_BEFORE) == Event("1588", "ship")
    programme.run(None)
    programme.propose(None)
    assert programme.at(LONG_BEFORE) == Event("1588", "ship")


def test_s1_what_a_held_button_will_do_is_shown_all_the_while(programme: Programme) -> None:
    """Nothing takes turns with it: whoever holds on has to read what for."""
    called = SitDown(name="Bram", colour="blue", mark="42", until=START)
    held = Holding(name="Bram", colour="blue", mark="42", outcome="sits", since=LONG_BEFORE, until=START)
    programme.call(called, START)
    programme.propose(Proposed("Anna", is_correction=False, waiting_for=("Bram",)))
    programme.hold(held)
    turns = [LONG_BEFORE + turn * TURN for turn in range(3)]
    assert [programme.at(now) for now in turns] == [held] * 3
    programme.hold(None)
    assert held not in [programme.at(now) for now in turns]
    programme.hold(held)
    programme.run(CLOCK)
    assert programme.at(START) == CLOCK.auction


def test_quick_bots_do_not_pile_up_what_nobody_wants_to_see_any_more(programme: Programme) -> None:
    for year in range(40):
        programme.play(events(str(year)), LONG_BEFORE)
    behind = shown(programme, LONG_BEFORE, START)
    assert behind[-2:] == [Event("39", "ship"), Waiting()]
    assert len(behind) <= BACKLOG // (3 * SECOND) + 3
    assert programme.at(LONG_BEFORE + BACKLOG + 4 * SECOND) == Waiting()


def test_screens_that_stand_take_turns(programme: Programme) -> None:
    programme.stand(Waiting(), Paused("Anna"))
    begins = LONG_BEFORE - LONG_BEFORE % (2 * TURN)
    assert [programme.at(begins + turn * TURN) for turn in range(4)] == [Waiting(), Paused("Anna")] * 2
    assert programme.changes_at(begins) == begins + TURN


def test_a_moment_can_be_told_more_fully_while_it_is_shown(programme: Programme) -> None:
    programme.play(events("1588", "1597"), LONG_BEFORE)
    programme.replace(Event("1588", "ship"), Event("1588", "globe"))
    assert shown(programme, LONG_BEFORE, START) == [Event("1588", "globe"), Event("1597", "ship"), Waiting()]


def test_what_is_over_is_forgotten(programme: Programme) -> None:
    programme.play(events("1588"), LONG_BEFORE)
    programme.run(CLOCK)
    programme.forget()
    assert shown(programme, LONG_BEFORE, START + SECOND) == [Waiting()]


def test_a_tie_is_shown_with_its_margin_and_then_the_sale(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    evening.reaches_auction()
    evening.does(0, Start(0))
    told = len(evening.table.history())
    evening.presses(3, 9)
    evening.presses(1, 9.0001)
    evening.waits(0.02)
    found = [moment.screen for moment in moments(evening.table.history(told), evening.table.snapshot, CLOCK)]
    assert [type(screen).__name__ for screen in found] == ["Tie", "Sold"]
    tie, sold = found
    assert (tie.names, tie.winner, tie.apart) == (("Bram", "Dirk"), "Bram", 100_000)  # type: ignore[attr-defined]
    assert (sold.name, sold.price) == ("Bram", 160_000)  # type: ignore[attr-defined]
    evening.ends()


def test_the_margin_to_the_next_is_shown_with_the_sale(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    evening.reaches_auction()
    evening.does(0, Start(0))
    told = len(evening.table.history())
    evening.presses(3, 9)
    evening.presses(2, 9.004)
    evening.waits(0.02)
    (moment,) = moments(evening.table.history(told), evening.table.snapshot, CLOCK)
    assert (moment.screen.rival, moment.screen.margin) == ("Cornelia", 4 * MILLISECOND)  # type: ignore[attr-defined]
    evening.ends()


def test_a_clock_that_stands_is_shown_as_paused(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    evening.reaches_auction()
    evening.does(0, Start(0))
    evening.ends()
    again = gone_on(tmp_path, Journal(tmp_path), evening.game)
    assert standing(again.table.snapshot) == (Paused("Aletta"),)
    again.ends()
