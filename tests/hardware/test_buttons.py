"""Buttons on mock pins with explicit ticks, through to the verdict at the table: by the stamps, however they arrive."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import Bench, heard_out
from gpiozero.pins.pi import PiPin
from hang_guard import HANG_GUARD, eventually
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import Evening, SteppedTime, an_evening, everybody_agrees
from tiers import examples

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND
from companion.entries import Acted, Paused
from companion.referee import Verdict
from companion.requests import Pause, Start
from companion.settings import settings_from
from hardware.buttons import Buttons
from hardware.troubles import Troubles

SETTINGS = settings_from({})
REST = 30 * MILLISECOND
STUCK = 10 * SECOND
T = SteppedTime().now


class Presses:
    """What the buttons told, in the order in which they told it."""

    def __init__(self) -> None:
        self.all: list[tuple[int, int]] = []
        self._news = threading.Condition()

    def __call__(self, seat: int, stamp: int) -> None:
        with self._news:
            self.all.append((seat, stamp))
            self._news.notify_all()

    def wait_for(self, count: int) -> list[tuple[int, int]]:
        with self._news:
            assert self._news.wait_for(lambda: len(self.all) >= count, timeout=HANG_GUARD), "it was never told"
            return list(self.all)


class Panel:
    """Buttons on a bench."""

    def __init__(
        self, pressed: Callable[[int, int], object] | None = None, clock: SteppedTime | None = None, **bench: Any
    ) -> None:
        self.presses = Presses()
        self.troubles = Troubles(self._changed)
        self.clock = clock or SteppedTime()
        self.bench = Bench(SETTINGS.fittings, **bench)
        self._news = threading.Condition()
        lines = [seat.button for seat in SETTINGS.fittings.seats]
        self.buttons = Buttons(lines, REST, STUCK, pressed or self.presses, self.troubles, self.clock)

    def _changed(self) -> None:
        with self._news:
            self._news.notify_all()

    def until(self, condition: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(condition, timeout=HANG_GUARD), "it never came to that"


@pytest.fixture
def panel() -> Iterator[Panel]:
    made = Panel()
    made.buttons.open(made.bench.factory)
    yield made
    made.buttons.close()


def test_a_press_is_told_with_the_stamp_of_its_edge(panel: Panel) -> None:
    panel.bench.presses(2, T + 123_456_789)
    assert panel.presses.wait_for(1) == [(2, T + 123_456_789)]


def test_only_the_press_edge_is_watched_and_nothing_moves_its_stamp(panel: Panel) -> None:
    for seat in range(5):
        assert panel.bench.pin(seat).edges == "falling"
        assert panel.bench.pin(seat).bounce is None
        assert panel.bench.pin(seat).pull == "up"


def test_a_bounce_train_is_one_press(panel: Panel) -> None:
    panel.bench.presses(0, T)
    for micros in (70, 300, 900, 4_000):
        panel.bench.pin(0).edge(T + micros * MICROSECOND)
    panel.bench.presses(1, T + SECOND)
    assert panel.presses.wait_for(2) == [(0, T), (1, T + SECOND)]


def test_a_missed_release_is_found_and_the_seat_can_press_again(panel: Panel) -> None:
    panel.bench.presses(0, T)
    panel.presses.wait_for(1)
    panel.bench.lets_go(0)
    panel.clock.now = T + REST  # the line is looked at every few milliseconds while a press is not over
    eventually(lambda: not panel.buttons.held())
    panel.bench.presses(0, T + 2 * SECOND)
    assert panel.presses.wait_for(2)[1] == (0, T + 2 * SECOND)


def test_a_button_that_is_down_from_the_start_is_no_press_but_stuck_and_left_out() -> None:
    panel = Panel()
    panel.bench.grounds(0)
    panel.buttons.open(panel.bench.factory)
    panel.clock.now = T + STUCK
    panel.until(lambda: panel.troubles.of("button 1") is not None)
    assert str(panel.troubles.of("button 1")) == ("The button of seat 1 on line 5 is stuck: it does not come up again.")
    assert panel.buttons.stuck == (0,)
    panel.bench.pin(0).edge(T + STUCK + SECOND)
    panel.bench.presses(1, T + STUCK + 2 * SECOND)
    assert panel.presses.wait_for(1) == [(1, T + STUCK + 2 * SECOND)]
    panel.buttons.close()


def test_a_line_that_is_refused_is_reported_and_the_others_work() -> None:
    panel = Panel(refused={6})
    panel.buttons.open(panel.bench.factory)
    assert panel.buttons.missing == [1]
    assert str(panel.troubles.of("button 2")) == (
        "The button of seat 2 on line 6 is dead: GPIO6 is taken by another program."
    )
    panel.bench.presses(0, T)
    assert panel.presses.wait_for(1) == [(0, T)]
    panel.bench.factory.refused = ()
    panel.buttons.open(panel.bench.factory)
    assert panel.troubles.all() == {}
    panel.bench.presses(1, T + SECOND)
    assert panel.presses.wait_for(2)[1] == (1, T + SECOND)
    panel.buttons.close()


def test_whoever_raises_on_a_press_does_not_make_the_buttons_deaf() -> None:
    """On a Pi an exception in a callback would kill the library's one thread, and with it every button."""
    told = Presses()

    def fails(seat: int, stamp: int) -> None:
        told(seat, stamp)
        raise RuntimeError("the table fell over")

    panel = Panel(fails)
    panel.buttons.open(panel.bench.factory)
    panel.bench.presses(0, T)  # raises here if the callback lets anything through: mock pins call it in this thread
    panel.bench.presses(1, T + 1)
    assert told.wait_for(2) == [(0, T), (1, T + 1)]
    panel.buttons.close()


def test_s6_when_the_buttons_are_heard_out_everything_pressed_before_is_told() -> None:
    """However many edges wait: a button that bounces has several."""
    told, goes_on = Presses(), threading.Event()

    def held_up(seat: int, stamp: int) -> None:
        assert goes_on.wait(HANG_GUARD)
        told(seat, stamp)

    panel = Panel(held_up)
    panel.buttons.open(panel.bench.factory)
    for seat in range(5):
        panel.bench.presses(seat, T + seat)
        for bounce in range(20):
            panel.bench.pin(seat).edge(T + seat + bounce)
    goes_on.set()
    panel.buttons.hear_out()
    assert told.all == [(seat, T + seat) for seat in range(5)]
    panel.buttons.close()


def test_ticks_that_are_none_harm_nobody(panel: Panel) -> None:
    PiPin._call_when_changed(panel.bench.pin(0), None, 0)
    panel.bench.presses(1, T)
    assert panel.presses.wait_for(1) == [(1, T)]


# Through to the verdict.


class Auction:
    """A table whose clock runs, with the panel's buttons on it, and the time of the table in a test's hands."""

    def __init__(self, folder: Path, uncertainty: int = 0) -> None:
        self.evening: Evening = an_evening(folder)
        self.evening.reaches_auction()
        clock = self.evening.does(0, Start(0)).clock
        assert clock is not None
        self.start = clock.start
        self.panel = Panel(
            lambda seat, stamp: self.evening.table.press(seat, stamp, uncertainty=uncertainty), self.evening.time
        )
        self.panel.buttons.open(self.panel.bench.factory)

    def verdicts(self, presses: list[tuple[int, int]], arrivals: list[int]) -> tuple[Verdict, ...]:
        """Of these presses (seat, nanoseconds after the start), each told so much after the last stamp of all."""
        latest = self.start + max(after for _, after in presses)
        self.evening.time.now = latest
        for (seat, after), late in zip(presses, arrivals, strict=True):
            self.evening.time.now = max(self.evening.time.now, latest + late)
            self._tell(seat, self.start + after)
        self.evening.waits(0.02)
        entry = self.evening.last()
        assert isinstance(entry, Acted)
        return entry.verdicts

    def _tell(self, seat: int, stamp: int) -> None:
        """One edge, all the way into the table before the next."""
        self.panel.bench.presses(seat, stamp)
        heard_out(self.panel.buttons, self.panel.bench, seat, stamp + 1)
        self.evening.table.settle()

    def ends(self) -> None:
        self.panel.buttons.close()
        self.evening.ends()


def rulings(verdicts: tuple[Verdict, ...]) -> list[tuple[int, str]]:
    return [(verdict.seat, verdict.ruling) for verdict in verdicts]


SOME_PRESSES = [(2, 9_000_000_000), (1, 9_000_400_000), (3, 9_003_000_000)]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_presses_are_ordered_by_stamp_however_the_callbacks_arrive(tmp_path: Path, order: tuple[int, ...]) -> None:
    auction = Auction(tmp_path)
    found = auction.verdicts([SOME_PRESSES[place] for place in order], [0, MILLISECOND, 2 * MILLISECOND])
    assert rulings(found) == [(2, "first"), (1, "beaten"), (3, "beaten")]
    assert found[0].margin == 400 * MICROSECOND
    auction.ends()


def test_two_seats_in_the_same_microsecond_are_a_tie_for_the_earlier_seat_from_the_mayor(tmp_path: Path) -> None:
    """M17: seat 0 is mayor, so seat 1 comes before seat 3, although the higher pin was told first."""
    auction = Auction(tmp_path)
    found = auction.verdicts([(3, 5 * SECOND), (1, 5 * SECOND + 700)], [0, 0])
    assert rulings(found) == [(3, "tied"), (1, "first")]
    auction.ends()


@pytest.mark.parametrize(("apart", "ruling"), [(199, "tied"), (200, "beaten")])
def test_below_the_tie_threshold_the_stamps_prove_nothing(tmp_path: Path, apart: int, ruling: str) -> None:
    auction = Auction(tmp_path)
    found = auction.verdicts([(1, 5 * SECOND), (2, 5 * SECOND + apart * MICROSECOND)], [0, 0])
    assert rulings(found) == [(1, "first"), (2, ruling)]
    auction.ends()


@pytest.mark.parametrize(("apart", "ruling"), [(4.9, "tied"), (5.1, "beaten")])
def test_without_the_kernels_stamps_margins_under_five_milliseconds_are_not_trusted(
    tmp_path: Path, apart: float, ruling: str
) -> None:
    auction = Auction(tmp_path, uncertainty=2500 * MICROSECOND)
    found = auction.verdicts([(1, 5 * SECOND), (2, 5 * SECOND + round(apart * MILLISECOND))], [0, 0])
    assert rulings(found) == [(1, "first"), (2, ruling)]
    auction.ends()


@settings(max_examples=examples(25))
@given(
    st.lists(st.integers(0, 8_000), min_size=4, max_size=4),
    st.permutations(range(4)),
    st.lists(st.integers(0, 1_000), min_size=4, max_size=4),
)
def test_no_verdict_depends_on_when_a_press_arrived(
    tmp_path_factory: pytest.TempPathFactory, micros: list[int], order: list[int], delays: list[int]
) -> None:
    """The same stamps, told in order and at once, or in any order and at any moment within the window."""
    presses = [(seat, 7 * SECOND + after * MICROSECOND) for seat, after in enumerate(micros)]
    in_order = Auction(tmp_path_factory.mktemp("in_order"))
    expected = in_order.verdicts(sorted(presses, key=lambda press: press[1]), [0] * 4)
    in_order.ends()
    jumbled = Auction(tmp_path_factory.mktemp("jumbled"))
    found = jumbled.verdicts([presses[place] for place in order], [delay * MICROSECOND for delay in delays])
    jumbled.ends()
    assert found == expected


def test_a_press_in_the_countdown_is_a_false_start_with_its_margin(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    evening.reaches_auction()
    clock = evening.does(0, Start(3)).clock
    assert clock is not None
    panel = Panel(evening.table.press, evening.time)
    panel.buttons.open(panel.bench.factory)
    evening.time.now = clock.start - SECOND
    panel.bench.presses(2, clock.start - 2 * SECOND)
    heard_out(panel.buttons, panel.bench, 2, clock.start - 2 * SECOND + 1)
    evening.does(0, Pause())
    everybody_agrees(evening)
    entry = evening.last()
    assert isinstance(entry, Paused)
    assert rulings(entry.verdicts) == [(2, "false_start")]
    assert entry.verdicts[0].margin == 2 * SECOND
    panel.buttons.close()
    evening.ends()


class Busy:
    """A line as lgpio may have it while it is let go."""

    def close(self) -> None:
        raise OSError("GPIO busy")


def test_a_line_that_cannot_be_given_back_keeps_no_other_from_it(caplog: pytest.LogCaptureFixture) -> None:
    panel = Panel()
    panel.buttons.open(panel.bench.pins())
    first, *others = panel.buttons._open.values()
    panel.buttons._open[0] = Busy()  # type: ignore[assignment]
    panel.buttons.close()
    first.close()
    assert all(line._device.closed for line in others)
    assert "A line could not be given back: GPIO busy" in caplog.text
