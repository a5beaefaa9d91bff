"""An auction at the table: how a bid flows, which verdicts are kept, and how it is interrupted."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hang_guard import HANG_GUARD
from tables import Evening, an_evening, kinds, no_room, proposed

from companion.auction_clock import MILLISECOND, SECOND
from companion.chair import Chair
from companion.entries import Acted, Judged, Paused
from companion.errors import BadJournal
from companion.games.actions import SetMoney
from companion.games.merchants.actions import Decline, Expire, Place, StartClock, Stop
from companion.games.merchants.events import ClockStarted, Doubled, Misbid, Sold, Unsold
from companion.games.merchants.house_rules import HouseRules
from companion.referee import Press, Verdict
from companion.requests import Agree, Correct, Pause, Refuse, Start, TakeBack


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Four people; the clock is about to be started by the mayor in seat 0."""
    found = an_evening(tmp_path)
    found.reaches_auction()
    yield found
    found.ends()


class TestABid:
    def test_the_mayor_starts_the_clock_by_button_and_everybody_gets_ready(self, evening: Evening) -> None:
        evening.table.press(0, evening.time.now)
        view = evening.view()
        assert view.clock is not None
        assert view.clock.start == evening.time.now + 3 * SECOND
        assert view.clock.shows_at(evening.time.now) == "start"

    def test_the_mayor_chooses_the_countdown(self, evening: Evening) -> None:
        view = evening.does(0, Start(get_ready=7.5))
        assert view.clock is not None
        assert view.clock.start == evening.time.now + 7.5 * SECOND

    @pytest.mark.parametrize("seconds", [-1, 61, float("nan")])
    def test_a_countdown_that_nobody_would_wait_for_is_refused(self, evening: Evening, seconds: float) -> None:
        assert evening.refuses(0, Start(seconds)) == "The countdown can take 0 to 60 seconds."

    def test_only_the_mayor_starts_it(self, evening: Evening) -> None:
        assert evening.refuses(1, Start()) == "Now it is for Aletta to start the auction clock."
        evening.table.press(1, evening.time.now)
        assert evening.view().clock is None

    def test_it_is_not_started_twice(self, evening: Evening) -> None:
        evening.does(0, StartClock())
        assert evening.refuses(0, Start()) == "The clock is running already."

    def test_a_press_is_judged_when_the_photo_finish_window_has_passed(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(2, 5)
        assert evening.waits(0.009).clock is not None
        evening.presses(1, 4.999)
        view = evening.waits(0.001)
        assert view.clock is None
        entry = evening.last()
        assert isinstance(entry, Acted)
        assert (entry.seat, entry.action) == (1, Stop(180))
        assert (
            entry.verdicts
            == view.verdicts
            == (
                Verdict(1, "first", 4_999 * MILLISECOND, 180, MILLISECOND),
                Verdict(2, "beaten", 5_000 * MILLISECOND, 180, MILLISECOND),
            )
        )
        assert Sold(1, 180_000) in entry.events
        assert view.table.money[1] == 220_000

    def test_a_table_that_was_held_up_hears_everybody_who_pressed_in_time(self, evening: Evening) -> None:
        """Whatever came in while it was busy, and however long that took."""
        evening.does(0, Start(0))
        evening.waits(5)
        held, free = threading.Event(), threading.Event()

        def hold_up() -> None:
            held.set()
            assert free.wait(HANG_GUARD)

        evening.table.subscribe(hold_up)
        evening.table.submit(3, Pause())
        assert held.wait(HANG_GUARD)
        now = evening.time.now
        evening.table.press(2, now)
        evening.table.press(1, now - 3 * MILLISECOND)
        evening.time.now += SECOND
        free.set()
        evening.waits(1)
        entry = evening.last()
        assert isinstance(entry, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(1, "first"), (2, "beaten")]

    def test_it_is_known_when_the_last_clock_ended(self, evening: Evening) -> None:
        """Who is slow presses after that, and still means to bid."""
        assert evening.table.look().clock_ended_at is None
        start = evening.does(0, Start(0)).clock.start  # type: ignore[union-attr]
        evening.presses(2, 1)
        evening.waits(0.05)
        assert evening.table.look().clock_ended_at == start + SECOND
        for seat in range(4):
            evening.does(seat, Pause())
        assert evening.table.look().clock_ended_at == evening.time.now

    def test_nobody_names_a_price(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        for wish in (Stop(60), Expire()):
            assert evening.refuses(1, wish) == "The clock is stopped by pressing, not by naming a price."

    def test_a_clock_that_nobody_stops_runs_out_after_the_window(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        assert evening.waits(25.62).clock is not None
        evening.waits(0.01)
        assert kinds(evening, Unsold) == [Unsold()]

    def test_m12_a_doubled_clock_starts_again_by_itself_after_a_pause(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(2, 1)
        view = evening.waits(0.01)
        assert kinds(evening, Doubled, ClockStarted) == [Doubled(2), ClockStarted(2, ())]
        assert view.clock is not None
        assert view.clock.doubled
        assert view.clock.start == evening.time.now + 2 * SECOND  # although the mayor chose none

    def test_m12_the_restart_takes_the_countdown_that_the_mayor_chose(self, evening: Evening) -> None:
        evening.does(0, Start(7))
        evening.presses(2, 1)
        clock = evening.waits(0.01).clock
        assert clock is not None
        assert clock.start == evening.time.now + 7 * SECOND

    def test_a_stamp_from_the_future_is_taken_for_now(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.waits(5)
        evening.table.press(1, evening.time.now + 15 * SECOND, phone=True)
        evening.view()
        evening.waits(0.01)
        assert kinds(evening, Sold) == [Sold(1, 180_000)]

    def test_m12_a_press_meant_for_the_first_run_does_not_buy_at_the_top_of_the_doubled_one(
        self, evening: Evening
    ) -> None:
        evening.does(0, Start(0))
        evening.presses(2, 1)
        evening.waits(0.05)
        evening.table.press(3, evening.time.now)
        evening.waits(0.01)
        assert evening.last() == Judged((Verdict(3, "too_late", 1_050 * MILLISECOND, margin=50 * MILLISECOND),))
        assert evening.view().table.doubled_by == 2

    def test_m13_a_doubled_clock_that_reaches_100_sells_to_the_doubler(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(2, 1)
        evening.waits(0.01)
        evening.waits(2 + 16.6)
        assert kinds(evening, Sold) == [Sold(2, 200_000)]

    def test_m14_after_a_misbid_the_clock_starts_again_without_that_seat(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.01)
        evening.does(1, Decline())  # a new term; seat 1 has 220,000 left and is mayor
        for disk in ("mayor", "auction", "discard"):
            evening.does(1, Place(disk))
        evening.does(1, Decline())
        evening.does(1, Start(0))
        evening.presses(2, 1)
        evening.waits(0.01)
        evening.presses(1, 5)  # doubled: 180 costs 360,000
        view = evening.waits(0.01)
        assert kinds(evening, Misbid, ClockStarted) == [Misbid(1, 180), ClockStarted(2, (1,))]
        assert view.clock is not None
        evening.presses(1, 6)
        evening.presses(3, 7)
        evening.waits(0.01)
        entry = evening.last()
        assert isinstance(entry, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(1, "barred"), (3, "first")]
        assert Sold(3, 340_000) in entry.events

    def test_by_phone_a_seat_with_a_button_cannot_bid(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path, with_button=(1,))
        evening.reaches_auction()
        evening.does(0, Start(0))
        evening.presses(1, 5, phone=True, uncertainty=1000)
        evening.presses(2, 8, phone=True, uncertainty=1000)
        evening.waits(0.05)
        entry = evening.last()
        assert isinstance(entry, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(1, "no_phone"), (2, "first")]
        evening.ends()

    def test_by_phone_and_by_button_less_than_20_ms_apart_are_a_tie_also_after_the_photo_finish(
        self, tmp_path: Path
    ) -> None:
        """A bid by phone arrives when it arrives: nobody knows how long it was on its way."""
        late = 20 * MILLISECOND
        for first_by_phone in (True, False):
            evening = an_evening(tmp_path / str(first_by_phone), with_button=(1,))
            evening.reaches_auction()
            evening.does(0, Start(0))
            by_button, by_phone = (5.018, 5) if first_by_phone else (5, 5.018)
            for seat, after in sorted([(1, by_button), (2, by_phone)], key=lambda press: press[1]):
                evening.presses(seat, after, phone=seat == 2, uncertainty=late if seat == 2 else 0)
                assert evening.view().clock is not None
            evening.waits(0.05)
            entry = evening.last()
            assert isinstance(entry, Acted)
            assert sorted((verdict.seat, verdict.ruling) for verdict in entry.verdicts) == [(1, "first"), (2, "tied")]
            evening.ends()

    def test_a_bid_by_phone_that_comes_later_than_that_is_too_late(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path, with_button=(1,))
        evening.reaches_auction()
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.0201)
        evening.presses(2, 5.021, phone=True, uncertainty=20 * MILLISECOND)
        assert evening.last() == Judged((Verdict(2, "too_late", 5_021 * MILLISECOND, margin=21 * MILLISECOND),))
        evening.ends()

    def test_where_everybody_has_a_button_nobody_waits_for_phones(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path, with_button=(0, 1, 2, 3))
        evening.reaches_auction()
        evening.does(0, Start(0))
        evening.presses(1, 5)
        assert evening.waits(0.01).clock is None
        evening.ends()

    def test_a_player_pays_what_the_display_had_finished_showing(self, evening: Evening) -> None:
        view = evening.does(0, Start(0))
        assert view.clock is not None
        edge = view.clock.start + view.clock.slices[2].until
        evening.table.drawn("190", edge - SECOND)
        evening.presses(1, (edge - view.clock.start) / SECOND + 0.02)
        evening.table.drawn("180", edge + 23 * MILLISECOND)
        evening.waits(0.02)
        assert kinds(evening, Sold) == [Sold(1, 190_000)]


class TestVerdictsInTheJournal:
    def test_false_starts_double_presses_and_losers_are_kept_with_the_sale(self, evening: Evening) -> None:
        evening.does(0, Start(1))
        evening.presses(3, -0.5)
        for seat, after in ((1, 6), (1, 6.001), (2, 6.002)):
            evening.presses(seat, after)
        evening.waits(0.01)
        entry = evening.last()
        assert isinstance(entry, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [
            (3, "false_start"),
            (1, "first"),
            (1, "again"),
            (2, "beaten"),
        ]

    def test_a_press_after_the_end_is_kept_once(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.waits(25.7)
        rows = len(evening.table.history())
        for late in (25.75, 25.76, 25.9):
            evening.presses(1, late)
        end = 25_616_571_428
        assert evening.last() == Judged((Verdict(1, "too_late", 25_750 * MILLISECOND, margin=25_750_000_000 - end),))
        assert len(evening.table.history()) == rows + 1

    def test_a_seat_that_had_started_too_early_is_told_that_it_was_too_late(self, evening: Evening) -> None:
        evening.does(0, Start(1))
        evening.presses(1, -0.5)
        evening.presses(2, 5)
        evening.waits(0.01)
        evening.presses(1, 5.1)
        evening.presses(2, 5.2)  # the winner's own button is nobody's late bid
        assert evening.last() == Judged((Verdict(1, "too_late", 5_100 * MILLISECOND, margin=100 * MILLISECOND),))

    def test_a_late_verdict_leaves_the_next_clock_and_proposals_alone(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.presses(2, 1)
        evening.waits(0.01)
        number = proposed(evening, 3, Pause())
        evening.waits(0.5)
        evening.table.press(1, evening.time.now)
        view = evening.view()
        assert isinstance(view.last, Judged)
        assert view.clock is not None
        assert view.proposal is not None
        assert view.proposal.number == number

    def test_a_press_long_after_means_nothing(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.waits(40)
        before = evening.view()
        evening.table.press(1, evening.time.now)
        evening.table.press(17, evening.time.now)
        assert evening.view() == before


class TestAReportThatComesAfterThePress:
    """By the house rule that a press which cannot be paid does not count, the display decides who can pay."""

    @pytest.fixture
    def evening(self, tmp_path: Path) -> Iterator[Evening]:
        found = an_evening(tmp_path, rules=HouseRules(misbid="ignore"), who=("person", "random", "random"))
        found.reaches_auction()
        found.does(0, Correct((SetMoney(1, 180_000),), "for the test"))
        found.does(0, Start(0))
        yield found
        found.ends()

    def test_a_bid_that_turns_out_too_dear_lets_the_clock_run_on(self, evening: Evening) -> None:
        clock = evening.view().clock
        assert clock is not None
        edge = clock.slices[2].until / SECOND
        evening.presses(1, edge + 0.02)
        evening.table.drawn("190", clock.start + clock.slices[2].until - SECOND)
        assert evening.waits(0.02).clock is not None
        evening.presses(2, edge + 1)
        evening.waits(0.01)
        entry = evening.last()
        assert isinstance(entry, Acted)
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(1, "cannot_pay"), (2, "first")]

    def test_a_bid_that_turns_out_payable_stops_it(self, evening: Evening) -> None:
        clock = evening.view().clock
        assert clock is not None
        edge = clock.slices[2].until / SECOND
        evening.table.drawn("190", clock.start + clock.slices[2].until - SECOND)
        evening.presses(1, edge + 0.02)
        assert evening.waits(0.011).clock is not None
        evening.table.drawn("180", clock.start + clock.slices[2].until + 10 * MILLISECOND)
        evening.view()
        assert kinds(evening, Sold) == [Sold(1, 180_000)]


class TestAPause:
    def test_everybody_agrees_and_the_clock_begins_at_start_again(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.waits(9)
        view = evening.does(2, Pause())
        assert view.proposal is not None
        assert (view.proposal.by, view.proposal.waiting_for) == (2, (0, 1, 3))
        assert view.clock is not None  # it runs on until then
        evening.does(0, Agree(view.proposal.number))
        evening.does(0, Agree(view.proposal.number))
        assert evening.does(2, Agree(view.proposal.number)).clock is not None  # two are still waited for
        evening.does(1, Agree(view.proposal.number))
        after = evening.does(3, Agree(view.proposal.number))
        assert after.clock is None
        assert after.clock_stands
        assert evening.last() == Paused((2, 0, 1, 3))
        assert evening.refuses(1, Start()) == "Now it is for Aletta to start the clock."
        again = evening.does(0, Start(0))
        assert again.clock is not None
        assert again.clock.shows_at(evening.time.now) == "start"

    def test_one_who_refuses_is_enough(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        proposal = evening.does(2, Pause()).proposal
        assert proposal is not None
        assert evening.does(1, Refuse(proposal.number)).proposal is None
        assert evening.refuses(3, Agree(proposal.number)) == "This proposal is no longer open."

    def test_a_bid_makes_it_fall_away(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.does(2, Pause())
        evening.presses(1, 5)
        assert evening.waits(0.01).proposal is None

    def test_without_a_clock_there_is_nothing_to_pause(self, evening: Evening) -> None:
        assert evening.refuses(2, Pause()) == "The clock is not running."

    def test_two_who_want_the_same_agree_and_another_wish_has_to_wait(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.does(2, Pause())
        view = evening.does(1, Pause())
        assert view.proposal is not None
        assert view.proposal.agreed == (2, 1)
        assert evening.refuses(3, TakeBack(to=0)) == "First say yes or no to what Cornelia proposed."
        assert evening.refuses(3, Agree(view.proposal.number - 1)) == "This proposal is no longer open."
        assert evening.does(2, TakeBack(to=0)).proposal != view.proposal  # one's own wish can be changed

    def test_agreed_after_a_bid_it_does_not_annul_the_bid(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        number = proposed(evening, 2, Pause())
        for seat in (0, 1):
            evening.does(seat, Agree(number))
        evening.presses(1, 5)
        assert evening.refuses(3, Agree(number)) == "The clock has just been stopped."
        evening.waits(0.01)
        assert kinds(evening, Sold) == [Sold(1, 180_000)]

    def test_agreed_after_the_end_it_does_not_give_the_card_another_chance(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        number = proposed(evening, 2, Pause())
        for seat in (0, 1):
            evening.does(seat, Agree(number))
        evening.waits(25.62)
        assert evening.refuses(3, Agree(number)) == "The clock has just been stopped."
        evening.waits(0.01)
        assert kinds(evening, Unsold) == [Unsold()]

    def test_it_does_not_outlive_a_sale_that_could_not_be_written(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        number = proposed(evening, 2, Pause())
        with no_room(evening):
            evening.presses(1, 5)
            assert evening.waits(0.01).proposal is None
        evening.does(0, Start(0))
        assert evening.refuses(0, Agree(number)) == "This proposal is no longer open."

    def test_a_bid_that_it_forestalled_does_not_start_the_clock_again(self, evening: Evening) -> None:
        evening.does(0, Start(0))
        evening.waits(5)
        number = proposed(evening, 2, Pause())
        for seat in (0, 1, 3):
            evening.does(seat, Agree(number))
        evening.waits(0.02)
        evening.table.press(0, evening.time.now)
        assert evening.view().clock is None
        assert isinstance(evening.last(), Paused)
        evening.waits(0.6)
        evening.table.press(0, evening.time.now)
        assert evening.view().clock is not None

    def test_a_person_starts_again_for_a_bot_that_is_mayor(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path, who=("random", "person", "random"))
        for _ in evening.bots_play():
            if evening.view().clock:
                break
        evening.does(1, Pause())
        assert list(evening.bots_play()) == []
        assert evening.view().clock_stands
        assert evening.refuses(2, Start()) == "Now it is for Aletta to start the clock."
        assert evening.does(1, Start(0)).clock is not None
        evening.ends()

    def test_its_number_is_never_used_again(self, tmp_path: Path) -> None:
        """Or somebody who agreed to one thing before a restart would agree to another after it."""
        numbers: list[int] = []
        for _ in range(2):
            evening = an_evening(tmp_path)
            evening.does(0, Place("mayor"))
            numbers.append(proposed(evening, 1, TakeBack(to=0)))
            evening.ends()
        assert numbers[0] != numbers[1]


class TestPreparing:
    """What comes of an auction is worked out shortly before it is due, and counts if nothing comes in between."""

    @pytest.fixture
    def chair(self, evening: Evening) -> Chair:
        """With the clock running for five seconds, and without the table's thread."""
        evening.does(0, Start(0))
        evening.table.close()
        evening.time.now += 5 * SECOND
        chair = evening.table._chair
        assert isinstance(chair, Chair)
        return chair

    def presses(self, chair: Chair, evening: Evening, seat: int, ago: int = 0) -> None:
        chair.press(Press(seat, evening.time.now - ago), evening.time.now)

    def ends(self, chair: Chair, evening: Evening) -> Acted:
        assert chair.due is not None
        evening.time.now = chair.due
        chair.look()
        entry = evening.journal.rows(evening.game)[-1].entry
        assert isinstance(entry, Acted)
        return entry

    def test_it_is_the_same_as_without(self, chair: Chair, evening: Evening) -> None:
        self.presses(chair, evening, 2)
        chair.prepare()
        entry = self.ends(chair, evening)
        assert (entry.seat, [event for event in entry.events if isinstance(event, Sold)]) == (2, [Sold(2, 180_000)])
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(2, "first")]

    def test_the_rules_are_not_asked_again(
        self, chair: Chair, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.presses(chair, evening, 2)
        chair.prepare()
        monkeypatch.setattr(chair, "_rules", None)
        assert self.ends(chair, evening).seat == 2

    def test_an_earlier_press_that_arrives_in_between_still_wins(self, chair: Chair, evening: Evening) -> None:
        self.presses(chair, evening, 2)
        evening.time.now += 9 * MILLISECOND
        chair.prepare()
        self.presses(chair, evening, 1, ago=10 * MILLISECOND)
        entry = self.ends(chair, evening)
        assert entry.seat == 1
        assert [(verdict.seat, verdict.ruling) for verdict in entry.verdicts] == [(1, "first"), (2, "beaten")]

    def test_a_clock_that_nobody_stops_runs_out(self, chair: Chair, evening: Evening) -> None:
        chair.prepare()
        assert self.ends(chair, evening).action == Expire()

    def test_what_was_prepared_for_a_sale_that_could_not_be_written_is_forgotten(
        self, chair: Chair, evening: Evening
    ) -> None:
        self.presses(chair, evening, 2)
        chair.prepare()
        with no_room(evening), pytest.raises(BadJournal):
            self.ends(chair, evening)
        chair.hear(0, Start(0))
        evening.time.now += 5 * SECOND
        self.presses(chair, evening, 3)
        assert self.ends(chair, evening).seat == 3

    def test_without_a_clock_there_is_nothing_to_prepare(self, chair: Chair, evening: Evening) -> None:
        self.presses(chair, evening, 2)
        entry = self.ends(chair, evening)
        chair.prepare()
        assert chair.due is None
        assert chair.rows[-1].entry == entry
