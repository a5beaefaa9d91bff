"""S6: a bid that was taken is judged and written before anything closes; and a game is put away by those who play."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import Ear
from hang_guard import HANG_GUARD, eventually
from tables import Evening, SteppedTime, an_evening, everybody_agrees, gone_on, proposed

from companion.auction_clock import MILLISECOND, SECOND
from companion.chair import ANSWER, LAPSES
from companion.entries import Acted, TookBack
from companion.errors import TableClosed
from companion.games.errors import Illegal
from companion.games.merchants.actions import Stop
from companion.games.merchants.events import Sold
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.requests import Agree, Pause, PutAway, Refuse, Start, TakeBack
from companion.settings import settings_from

PHONES = (0, 1, 2, 3)
CLOCK_RUNS = "The clock is running: you can leave the table once it has stopped."


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = an_evening(tmp_path)
    evening.reaches_auction()
    yield evening
    evening.ends()


def stopped_by(evening: Evening) -> list[int | None]:
    """Who stopped the clock, as the journal has it."""
    entries = [row.entry for row in evening.journal.rows(evening.game)]
    return [entry.seat for entry in entries if isinstance(entry, Acted) and isinstance(entry.action, Stop)]


class TestABidThatWasTaken:
    def test_s6_closing_the_table_judges_and_writes_it_first(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(2, after=5)
        assert stopped_by(evening) == []  # the photo-finish window is open, and the time stands still
        evening.table.close()
        assert stopped_by(evening) == [2]

    def test_s6_one_that_waits_in_the_queue_counts_as_well(self, evening: Evening) -> None:
        start = evening.does(0, Start(0)).clock
        assert start is not None
        evening.time.now = start.start + 5 * SECOND
        evening.table.press(1, evening.time.now)
        evening.table.close()
        assert stopped_by(evening) == [1]

    def test_s6_who_pressed_earlier_wins_although_the_table_is_being_closed(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(2, after=5)
        busy, goes_on = threading.Event(), threading.Event()

        def hold_up() -> None:
            busy.set()
            assert goes_on.wait(HANG_GUARD)

        number = proposed(evening, 1, Pause())
        evening.table.subscribe(hold_up)
        asked = evening.table.submit(1, Refuse(number))
        assert busy.wait(HANG_GUARD)
        closing = threading.Thread(target=evening.table.close)
        closing.start()
        eventually(lambda: evening.table.submit(0, Start()).done())  # refused at the door, and not yet by the table
        evening.table.press(3, evening.time.now - MILLISECOND)
        goes_on.set()
        closing.join()
        asked.result()
        assert stopped_by(evening) == [3]

    def test_s6_a_press_on_its_way_while_the_table_closes_is_judged_or_refused(self, evening: Evening) -> None:
        """Nobody has stopped the clock when the table is closed: a press with an earlier stamp comes behind that."""
        evening.does(0, Start(0))
        evening.waits(5)
        hear, pressed = evening.table._hear_the_rest, list[bool]()

        def press_meanwhile() -> None:
            if not pressed:  # the table has read that it is closed
                pressed.append(evening.table.press(2, evening.time.now))
            hear()

        evening.table._hear_the_rest = press_meanwhile  # type: ignore[method-assign]
        evening.table.close()
        assert pressed == [True]
        assert stopped_by(evening) == [2]
        assert not evening.table.press(1, evening.time.now)

    def test_s6_a_bid_by_phone_that_comes_too_late_is_refused(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            house = House(journal, settings_from({}))
            house.clock_alone(3)
            assert house._table is not None
            house._table.close()
            with pytest.raises(TableClosed):
                house.press(1, 1, phone=True)
            house.press(1, 1)  # a button is told nothing
            house.close()

    def test_s6_a_clock_that_nobody_has_stopped_begins_at_start_again(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.waits(2)
        rows = evening.journal.rows(evening.game)
        evening.table.close()
        assert evening.journal.rows(evening.game) == rows
        assert gone_on(evening.folder, evening.journal, evening.game).view().clock_stands

    def test_s6_a_clock_that_is_over_is_judged_as_well(self, evening: Evening) -> None:
        clock = evening.does(0, Start(0)).clock
        assert clock is not None
        rows = len(evening.journal.rows(evening.game))
        evening.time.now = clock.end + 1
        evening.table.close()
        assert len(evening.journal.rows(evening.game)) == rows + 1


def begin_another(house: House) -> None:
    house.begin(opening_for(players=3, people=3, seed=9, colours=house.colours))


WAYS: dict[str, Callable[[House], None]] = {
    "leave": House.leave,
    "close": House.close,
    "clock alone": House.clock_alone,
    "another game": begin_another,
    "the same game": lambda house: house.resume(1),
}


@pytest.mark.parametrize("way", WAYS)
def test_s6_however_the_table_is_cleared_a_bid_is_kept(way: str, tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        time = SteppedTime()
        house = House(journal, settings_from({"bots": {"pace": 0}}), time)
        house.begin(opening_for(players=3, people=3, seed=7, colours=house.colours))
        snapshot = house.snapshot
        while snapshot and (asked := snapshot.view(None).table.asked).what != "start_clock":
            house.submit(asked.seat, snapshot.view(asked.seat).options[0]).result()
            snapshot = house.snapshot
        assert snapshot is not None
        house.submit(snapshot.view(None).table.mayor, Start(0)).result()
        time.now += 5 * SECOND
        house.press(1, time.now)
        WAYS[way](house)
        acted = [row.entry for row in journal.rows(1) if isinstance(row.entry, Acted)]
        assert [entry.seat for entry in acted if isinstance(entry.action, Stop)] == [1]
        house.close()


def test_s6_just_the_clock_judges_a_bid_before_it_is_cleared_away(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        time, sold = SteppedTime(), list[Any]()
        house = House(journal, settings_from({}), time)
        house.clock_alone(3)

        def note() -> None:
            sold.extend(
                event
                for row in house.history()
                if isinstance(row.entry, Acted)
                for event in row.entry.events
                if isinstance(event, Sold)
            )

        house.subscribe(note)
        house.submit(0, Start(0)).result()
        time.now += 5 * SECOND
        house.press(2, time.now)
        house.leave()
        assert {event.seat for event in sold} == {2}


class TestThoseWhoPlayAgree:
    def test_s6_not_while_the_clock_runs(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        assert evening.refuses(1, PutAway(PHONES)) == CLOCK_RUNS

    def test_s6_nor_by_an_agreement_to_what_was_asked_before(self, evening: Evening) -> None:
        number = proposed(evening, 1, PutAway((0, 1)))
        evening.does(0, Start(0))
        assert evening.refuses(0, Agree(number)) == CLOCK_RUNS
        assert not evening.table.snapshot.is_put_away

    def test_s6_those_with_a_phone_are_asked(self, evening: Evening) -> None:
        view = evening.does(1, PutAway((0, 1, 3)))
        assert view.proposal is not None
        assert view.proposal.waiting_for == (0, 3)
        evening.does(0, Agree(view.proposal.number))
        assert not evening.table.snapshot.is_put_away
        evening.does(3, Agree(view.proposal.number))
        assert evening.table.snapshot.is_put_away
        assert isinstance(evening.table.submit(0, Start(0)).exception(), TableClosed)

    def test_s6_the_only_one_with_a_phone_asks_nobody(self, evening: Evening) -> None:
        evening.does(1, PutAway((1,)))
        assert evening.table.snapshot.is_put_away

    def test_s6_who_refuses_keeps_the_table(self, evening: Evening) -> None:
        evening.does(0, Refuse(proposed(evening, 1, PutAway(PHONES))))
        assert evening.view().proposal is None
        assert not evening.table.snapshot.is_put_away

    def test_s6_what_others_do_meanwhile_does_not_end_the_question(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        number = proposed(evening, 1, PutAway(PHONES))
        evening.moves()
        proposal = evening.view().proposal
        assert proposal is not None
        assert proposal.number == number
        everybody_agrees(evening)
        assert evening.table.snapshot.is_put_away
        evening.ends()

    def test_s6_phones_that_are_gone_keep_nobody_for_ever(self, evening: Evening) -> None:
        proposed(evening, 1, PutAway(PHONES))
        evening.waits(20)
        assert evening.refuses(1, PutAway(PHONES)) == (
            "The others have been asked and can still answer; in 40 seconds you can leave without them."
        )
        evening.waits(ANSWER / SECOND - 20)
        evening.does(1, PutAway(PHONES))
        assert evening.table.snapshot.is_put_away

    def test_s6_one_that_nobody_answers_keeps_nobody_from_a_pause_or_from_taking_back(self, evening: Evening) -> None:
        proposed(evening, 1, PutAway((0, 1)))
        evening.does(0, Start(0))
        view = evening.does(2, Pause())
        assert view.proposal is not None
        assert (view.proposal.wants, view.proposal.by) == (Pause(), 2)

    def test_s6_what_a_seat_takes_back_by_itself_leaves_the_question_as_it_was(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        number = proposed(evening, 1, PutAway(PHONES))
        while not evening.view(0).may_take_back:
            evening.does(0, evening.view(0).options[0])
        view = evening.does(0, TakeBack())
        assert isinstance(evening.last(), TookBack)
        assert view.proposal is not None
        assert view.proposal.number == number
        evening.ends()

    @pytest.mark.parametrize("asks_again", [1, 2, 3])
    def test_s6_a_question_of_long_ago_is_asked_anew(self, evening: Evening, asks_again: int) -> None:
        """Whether it was asked by the same seat, agreed to by it, or by another."""
        number = proposed(evening, 1, PutAway((0, 1, 2)))
        evening.does(2, Agree(number))
        evening.waits((ANSWER + LAPSES) / SECOND + 1)
        view = evening.does(asks_again, PutAway(PHONES))
        assert not evening.table.snapshot.is_put_away
        assert view.proposal is not None
        assert (view.proposal.by, view.proposal.agreed) == (asks_again, (asks_again,))
        assert set(view.proposal.waiting_for) == set(PHONES) - {asks_again}

    def test_s6_one_who_has_not_agreed_asks_for_itself(self, evening: Evening) -> None:
        proposed(evening, 1, PutAway((0, 1)))
        evening.waits(ANSWER / SECOND + 1)
        view = evening.does(3, PutAway((0, 1, 3)))
        assert not evening.table.snapshot.is_put_away
        assert view.proposal is not None
        assert view.proposal.waiting_for == (0, 1)

    def test_s6_one_who_was_not_asked_is_told_how_long_to_wait(self, evening: Evening) -> None:
        proposed(evening, 1, PutAway((0, 1)))
        assert evening.refuses(2, PutAway((0, 1, 2))).startswith("The others have been asked and can still answer;")
        assert not evening.table.snapshot.is_put_away

    def test_s6_once_it_is_agreed_no_press_does_anything(self, evening: Evening) -> None:
        evening.does(1, PutAway((1,)))
        rows = evening.journal.rows(evening.game)
        evening.table.press(0, evening.time.now)
        evening.table.settle()
        assert evening.table.snapshot.look.clock is None
        assert evening.journal.rows(evening.game) == rows

    def test_s6_who_asks_for_the_same_agrees(self, evening: Evening) -> None:
        proposed(evening, 1, PutAway((0, 1)))
        evening.does(0, PutAway((0, 1, 2)))
        assert evening.table.snapshot.is_put_away

    def test_s6_nothing_of_it_is_written(self, evening: Evening) -> None:
        rows = evening.journal.rows(evening.game)
        proposed(evening, 1, PutAway(PHONES))
        everybody_agrees(evening)
        assert evening.journal.rows(evening.game) == rows

    def test_s6_the_house_clears_the_table_once_all_agree(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            house = House(journal, settings_from({}))
            heard = Ear()
            house.subscribe(heard)
            house.begin(opening_for(players=3, people=3, seed=7, colours=house.colours))
            house.submit(0, PutAway((0, 1))).result()
            assert house.snapshot is not None
            proposal = house.snapshot.view(None).proposal
            assert proposal is not None
            house.submit(1, Agree(proposal.number)).result()
            heard.wait_until(lambda: house.snapshot is None)
            assert house.unfinished is not None
            house.close()

    def test_s6_another_evening_is_not_cleared_by_who_looked_at_the_last_one(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            house = House(journal, settings_from({}))
            house.clock_alone(3)
            house.leave(house.evening - 1)
            house.clear_if_put_away()
            assert house.snapshot is not None
            house.close()

    def test_s6_just_the_clock_is_cleared_by_any_seat_of_it_but_not_while_it_runs(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            house = House(journal, settings_from({}), SteppedTime())
            house.clock_alone(3)
            house.submit(0, Start(0)).result()
            refusal = house.submit(1, PutAway(PHONES)).exception()
            assert isinstance(refusal, Illegal)
            assert str(refusal) == CLOCK_RUNS
            house.submit(0, Pause()).result()
            house.submit(1, PutAway(PHONES)).result()
            house.clear_if_put_away()
            assert house.snapshot is None
            house.close()
