"""The auction clock (M11 to M13): what it shows, to the nanosecond."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lots import START, a_lot, a_run, judged

from companion.auction_clock import SECOND, Profile, run_from
from companion.games.merchants.actions import Stop
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.referee import Press

PROFILES = [
    Profile(),
    Profile(speed=0.5),
    Profile(speed=2),
    Profile(speed=1.3),
    Profile("even"),
    Profile("even", seconds_per_price=0.7, speed=1.7),
]
CLOCK = default_board().data.clock


def seconds(text: str) -> int:
    return int(Decimal(text) * SECOND)


def test_m11_the_dial_falls_from_start_over_200_to_60_and_50_ends_it() -> None:
    run = a_run()
    assert [slice_.shows for slice_ in run.slices] == ["start", *map(str, range(200, 50, -10))]
    assert [slice_.dial for slice_ in run.slices] == [200, *range(200, 50, -10)]
    assert run.ends_with == "50"


def test_m13_a_doubled_clock_has_no_price_below_110() -> None:
    run = a_run(doubled=True)
    assert [slice_.dial for slice_ in run.slices] == [200, *range(200, 100, -10)]
    assert run.ends_with == "100"


def test_the_original_sweeps_315_degrees_in_27_54_seconds() -> None:
    edges = {slice_.shows: slice_.until for slice_ in a_run().slices}
    assert edges["start"] == seconds("0.848057142")  # 9.7 / 315 * 27.54
    assert edges["170"] == seconds("7.4664")  # 85.4 / 315 * 27.54
    assert edges["60"] == seconds("25.616571428")  # 293 / 315 * 27.54


def test_the_original_doubled_reaches_the_end_of_100_in_18_15_seconds() -> None:
    edges = {slice_.shows: slice_.until for slice_ in a_run(doubled=True).slices}
    assert edges["start"] == seconds("0.822302662")  # 9.7 / 214.1 * 18.15
    assert edges["110"] == seconds("16.573213451")  # 195.5 / 214.1 * 18.15


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize("profile", PROFILES)
def test_every_edge_lies_where_decimal_arithmetic_puts_it(profile: Profile, doubled: bool) -> None:
    for place, slice_ in enumerate(a_run(doubled, profile).slices):
        if profile.name == "even":
            edge = Decimal(str(profile.seconds_per_price)) * (place + 1)
        else:
            took, swept = (CLOCK.doubled_seconds, CLOCK.wedges[11].end) if doubled else (CLOCK.seconds, CLOCK.sweep)
            edge = Decimal(str(CLOCK.wedges[place].end)) * Decimal(str(took)) / Decimal(str(swept))
        assert slice_.until == int(edge / Decimal(str(profile.speed)) * SECOND)


@pytest.mark.parametrize("doubled_by", [None, 3])
@pytest.mark.parametrize("profile", PROFILES)
def test_m11_on_the_line_the_higher_price_counts_and_a_nanosecond_later_the_lower(
    profile: Profile, doubled_by: int | None
) -> None:
    """Every wedge edge, through the referee."""
    run = a_run(doubled_by is not None, profile)
    stops: list[Stop | None] = [Stop(slice_.dial) for slice_ in run.slices]
    for higher, lower, slice_ in zip(stops, [*stops[1:], None], run.slices, strict=True):
        edge = run.start + slice_.until
        for stamp, stop in ((edge - 1, higher), (edge, higher), (edge + 1, lower)):
            lot = a_lot(money=[10**7] * 4, doubled_by=doubled_by, profile=profile)
            assert judged(lot, [Press(1, stamp)]).stop == stop


def test_m12_by_the_house_rule_the_last_nanosecond_of_start_doubles_and_the_next_buys() -> None:
    edge = a_run().slices[0].until
    rules = HouseRules(double_window="start")
    assert judged(a_lot(rules=rules), [Press(1, START + edge)]).stop == Stop(200, start=True)
    assert judged(a_lot(rules=rules), [Press(1, START + edge + 1)]).stop == Stop(200)


@given(st.sampled_from(PROFILES), st.booleans(), st.integers(-(10**11), 10**11), st.integers(0, 10**11))
def test_the_price_never_rises_and_looking_changes_nothing(
    profile: Profile, doubled: bool, after: int, later: int
) -> None:
    run = a_run(doubled, profile)
    early, late = run.place_at(START + after), run.place_at(START + after + later)
    assert 0 <= early <= late <= len(run.slices)
    assert run.place_at(START + after) == early
    if after <= 0:
        assert run.shows_at(START + after) == "start"
    assert (run.shows_at(START + after) == run.ends_with) == (START + after > run.end)


@given(st.integers(-(10**12), 10**12), st.integers(0, 30 * 10**9))
def test_only_the_time_since_the_start_counts(shift: int, after: int) -> None:
    here = run_from(START, default_board(), Profile(), doubled=False)
    there = run_from(START + shift, default_board(), Profile(), doubled=False)
    assert here.place_at(START + after) == there.place_at(START + shift + after)


def test_twice_the_speed_is_half_the_time() -> None:
    for slow, fast in zip(a_run().slices, a_run(profile=Profile(speed=2)).slices, strict=True):
        assert slow.until // 2 == fast.until


class TestADisplay:
    """A player pays the price whose drawing was complete at the stamp."""

    def test_until_the_lower_price_is_drawn_the_higher_one_is_paid(self) -> None:
        edge = START + a_run().slices[2].until  # from 190 to 180
        for stamp, stop in ((edge + 22_999_999, Stop(190)), (edge + 23_000_000, Stop(180))):
            lot = a_lot()
            lot.drawn("190", edge - SECOND)
            lot.drawn("180", edge + 23_000_000)
            assert judged(lot, [Press(1, stamp)]).stop == stop

    def test_without_a_report_the_clock_itself_counts(self) -> None:
        edge = START + a_run().slices[2].until
        assert judged(a_lot(), [Press(1, edge + 1)]).stop == Stop(180)

    def test_a_display_that_hangs_is_not_waited_for(self) -> None:
        edge = START + a_run().slices[2].until
        lot = a_lot()
        lot.drawn("190", edge - SECOND)
        for late, stop in ((250_000_000, Stop(190)), (250_000_001, Stop(180))):
            assert judged(lot, [Press(1, edge + late)]).stop == stop
            lot = a_lot()
            lot.drawn("190", edge - SECOND)

    def test_a_report_ahead_of_the_clock_is_not_believed(self) -> None:
        stamp = START + a_run().slices[2].until
        lot = a_lot()
        lot.drawn("60", stamp - SECOND)
        lot.drawn("a cat", stamp - SECOND)
        assert judged(lot, [Press(1, stamp)]).stop == Stop(190)

    def test_a_report_that_arrives_late_does_not_raise_the_price_again(self) -> None:
        edge = START + a_run().slices[2].until
        lot = a_lot()
        lot.drawn("180", edge + 1)
        lot.drawn("190", edge + 2)
        assert judged(lot, [Press(1, edge + 3)]).stop == Stop(180)

    def test_the_first_report_that_it_is_over_counts(self) -> None:
        end = a_run().end
        lot = a_lot()
        lot.drawn("50", end + 10)
        lot.drawn("50", end + 20)
        assert judged(lot, [Press(1, end + 15)]).stop is None

    def test_60_can_be_bought_until_the_display_shows_50(self) -> None:
        end = a_run().end
        for stamp, stop in ((end + 29_999_999, Stop(60)), (end + 30_000_000, None)):
            lot = a_lot()
            lot.drawn("60", end - SECOND)
            assert lot.due == end + 250_000_000 + lot.terms.window
            lot.drawn("50", end + 30_000_000)
            assert lot.due == end + 30_000_000 - 1 + lot.terms.window
            assert judged(lot, [Press(1, stamp)]).stop == stop
