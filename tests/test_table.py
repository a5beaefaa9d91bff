"""The table: who hears of what, and what is written down before anybody does."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import Evening, Heard, an_evening, gone_on, kinds, no_room

from companion.errors import TableClosed
from companion.games.merchants.actions import Decline, Open, Place, StartClock
from companion.games.merchants.events import Sold
from companion.journal import Journal
from companion.requests import Agree, Pause, Start, TakeBack
from companion.words import words


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Four people; the clock is about to be started by the mayor in seat 0."""
    found = an_evening(tmp_path)
    found.reaches_auction()
    yield found
    found.ends()


class TestSnapshots:
    def test_they_are_numbered_one_after_the_other(self, evening: Evening) -> None:
        seen = Heard()
        evening.table.subscribe(seen)
        first = evening.view().number
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.02)
        evening.does(1, Decline())
        views = seen.wait_for(lambda views: len(views) == 4)
        assert [view.number for view in views] == list(range(first, first + 4))
        assert [view.row for view in views] == [4, 5, 6, 7]

    def test_they_cannot_be_changed(self, evening: Evening) -> None:
        view = evening.view(1)
        with pytest.raises(AttributeError):
            view.row = 3  # type: ignore[misc]
        hash(view.table)

    def test_what_a_seat_may_do_is_told_to_that_seat_only(self, evening: Evening) -> None:
        assert evening.view(0).options == (StartClock(),)
        assert evening.view(1).options == evening.view(None).options == ()

    def test_a_subscriber_that_raises_loses_its_own_update_and_nothing_else(self, evening: Evening) -> None:
        calm, clumsy = Heard(), Heard(fails=True)
        evening.table.subscribe(clumsy)
        evening.table.subscribe(calm, seat=2)
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.02)
        for listener in (calm, clumsy):
            views = listener.wait_for(lambda views: len(views) == 3)
            assert [view.row for view in views] == [4, 5, 6]

    def test_a_slow_subscriber_holds_up_nobody_and_gets_the_latest_in_the_end(self, evening: Evening) -> None:
        go_on = threading.Event()
        slow = Heard(not_before=go_on)
        evening.table.subscribe(slow)
        for _ in range(40):
            evening.does(0, Start(0))
            evening.does(0, Pause())
            for seat in (1, 2, 3):
                proposal = evening.view().proposal
                assert proposal is not None
                evening.does(seat, Agree(proposal.number))
        last = evening.view().number
        go_on.set()
        numbers = [view.number for view in slow.wait_for(lambda views: bool(views) and views[-1].number == last)]
        assert len(numbers) < 20  # the rest it has missed, and the numbers say so
        assert numbers == sorted(numbers)

    def test_one_that_ended_hears_no_more(self, evening: Evening) -> None:
        ended, other = Heard(), Heard()
        subscription = evening.table.subscribe(ended)
        ended.wait_for(lambda views: len(views) == 1)
        subscription.end()
        evening.does(0, Start(0))
        evening.table.subscribe(other)
        other.wait_for(lambda views: len(views) == 1)
        assert len(ended.views) == 1


class TestRefusals:
    def test_what_is_illegal_changes_nothing(self, evening: Evening) -> None:
        assert evening.refuses(1, Open("am2")) == "Now it is for Aletta to start the auction clock."
        assert evening.refuses(0, Place("mayor")) == "The question is to start the auction clock."
        assert evening.refuses(9, Decline()) == "There is no seat 9 at this table."

    def test_of_two_who_answer_the_same_question_only_the_first_is_heard(self, evening: Evening) -> None:
        """Both handed in before either was dealt with: nobody answers a question that nobody has seen."""
        step = evening.table.look().step
        first, second = evening.table.submit(0, Start(0), step), evening.table.submit(0, TakeBack(), step)
        assert isinstance(first.result(), int)
        assert str(second.exception()) == "Meanwhile the game has gone on; look again before you choose."

    def test_a_full_disk_is_said_and_the_game_stands_until_there_is_room(self, evening: Evening) -> None:
        with no_room(evening) as reason:
            assert evening.refuses(0, Start(0)) == reason
            assert evening.view().trouble == reason
        assert evening.does(0, Start(0)).trouble is None

    def test_a_full_disk_is_said_in_any_language(self, evening: Evening) -> None:
        with no_room(evening):
            evening.refuses(0, Start(0))
            trouble = evening.table.snapshot.trouble
        assert trouble is not None
        assert trouble.said(words("de")) == f"{evening.journal.file}: der Datenträger nimmt nichts an."
        evening.does(0, Start(0))
        assert evening.table.snapshot.trouble is None

    def test_a_sale_that_cannot_be_written_is_no_sale_and_the_clock_stands(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        before = evening.view().table
        with no_room(evening) as reason:
            evening.presses(1, 5)
            view = evening.waits(0.02)
        assert view.table == before
        assert view.clock_stands
        assert view.trouble == reason
        evening.does(0, Start(0))
        evening.presses(2, 5)
        evening.waits(0.02)
        assert kinds(evening, Sold) == [Sold(2, 180_000)]

    def test_a_closed_table_says_so(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.ends()
        evening.table.close()
        evening.table.press(0, 1)
        with pytest.raises(TableClosed, match="The table is closed"):
            evening.table.submit(0, Place("mayor")).result()


class TestComingBack:
    def test_a_game_goes_on_where_it_was_left(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.reaches_auction()
        before = evening.view(0)
        evening.ends()
        again = gone_on(tmp_path, Journal(tmp_path), evening.game)
        after = again.view(0)
        assert (after.table, after.options, after.row) == (before.table, before.options, before.row)
        again.ends()

    def test_a_clock_that_was_running_stands_and_the_mayor_starts_it_again(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.reaches_auction()
        evening.does(0, Start(0))
        evening.presses(2, 1)
        evening.waits(0.01)
        evening.ends()
        again = gone_on(tmp_path, Journal(tmp_path), evening.game)
        view = again.view()
        assert view.clock is None
        assert view.clock_stands
        assert view.table.doubled_by == 2
        again.table.press(0, again.time.now)
        clock = again.view().clock
        assert clock is not None
        assert clock.doubled
        again.ends()
