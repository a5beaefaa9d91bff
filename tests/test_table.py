"""The table: who hears of what, and what is written down before anybody does."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tables import Evening, Heard, an_evening, gone_on, kinds, no_room

from companion.errors import TableClosed
from companion.games.merchants.actions import Decline, Open, Place, StartClock
from companion.games.merchants.events import Sold
from companion.journal import Journal
from companion.journal_file import connect
from companion.requests import Pause, Start, TakeBack
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
        heard = Heard(evening.table)
        evening.table.subscribe(heard)
        before = evening.view().number
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.02)
        evening.does(1, Decline())
        evening.table.settle()
        assert [view.number for view in heard.views] == [before + 1, before + 2, before + 3]
        assert [view.row for view in heard.views] == [5, 6, 7]

    def test_they_cannot_be_changed(self, evening: Evening) -> None:
        view = evening.view(1)
        with pytest.raises(AttributeError):
            view.row = 3  # type: ignore[misc]
        hash(view.table)

    def test_what_a_seat_may_do_is_told_to_that_seat_only(self, evening: Evening) -> None:
        assert evening.view(0).options == (StartClock(),)
        assert evening.view(1).options == evening.view(None).options == ()

    def test_views_that_are_asked_for_late_show_the_moment_of_their_snapshot(self, tmp_path: Path) -> None:
        """They are made for the first who asks, whatever has happened since."""
        both = [an_evening(tmp_path / name) for name in ("asked at once", "asked late")]
        for evening in both:
            evening.reaches_auction()
        at_once, late = both
        early = [at_once.view(seat) for seat in (0, 1, None)]
        snapshot = late.table.snapshot
        late.does(0, Start(0))
        late.does(1, Pause())
        late.presses(2, 5)
        late.waits(0.02)
        for view, other in zip(early, (snapshot.view(seat) for seat in (0, 1, None)), strict=True):
            assert other == msgspec.structs.replace(view, number=snapshot.number)
        assert snapshot.view(0) is snapshot.view(0)
        for evening in both:
            evening.ends()


class TestListeners:
    def test_they_are_called_on_the_tables_own_thread_after_every_change(self, evening: Evening) -> None:
        heard = Heard(evening.table)
        evening.table.subscribe(heard)
        assert heard.views == []
        evening.does(0, Start(0))
        evening.table.settle()
        assert [view.row for view in heard.views] == [5]
        assert heard.threads == {"table"}

    def test_what_was_refused_is_no_change(self, evening: Evening) -> None:
        heard = Heard(evening.table)
        evening.table.subscribe(heard)
        evening.refuses(1, Place("mayor"))
        evening.table.settle()
        assert heard.views == []

    def test_a_row_is_on_disk_before_anybody_is_told_of_it(self, evening: Evening) -> None:
        kept: list[int] = []

        def looks() -> None:
            with closing(connect(evening.journal.file)) as connection:
                kept.append(connection.execute("SELECT max(n) FROM row").fetchone()[0])

        evening.table.subscribe(looks)
        evening.does(0, Start(0))
        evening.table.settle()
        assert kept == [5]

    def test_one_that_raises_bothers_nobody_else(self, evening: Evening) -> None:
        clumsy, calm = Heard(evening.table, fails=True), Heard(evening.table, seat=2)
        evening.table.subscribe(clumsy)
        evening.table.subscribe(calm)
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.02)
        for heard in (clumsy, calm):
            assert [view.row for view in heard.views] == [5, 6]

    def test_one_that_ended_hears_no_more(self, evening: Evening) -> None:
        ended, other = Heard(evening.table), Heard(evening.table)
        end = evening.table.subscribe(ended)
        evening.table.subscribe(other)
        evening.does(0, Start(0))
        evening.table.settle()
        end()
        end()
        evening.does(0, Pause())
        evening.table.settle()
        assert (len(ended.views), len(other.views)) == (1, 2)


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
