"""Lamps that speak: what each way of glowing looks like, and who glows how."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from benches import Bench
from hang_guard import eventually
from tables import Evening, SteppedTime, an_evening, everybody_agrees, proposed

from companion.auction_clock import MILLISECOND, SECOND
from companion.games.actions import SetMoney
from companion.games.merchants.house_rules import HouseRules
from companion.requests import Correct, Pause, Start
from companion.seats import PERSON
from companion.settings import settings_from
from hardware.glows import glows
from hardware.lamps import Glow, Lamps, brightness, countdown
from hardware.troubles import Troubles

FITTINGS = settings_from({}).fittings


def over(glow: Glow, seat: int, seconds: float, step: int = 10 * MILLISECOND) -> list[float]:
    return [brightness(glow, seat, now) for now in range(0, round(seconds * SECOND), step)]


def flashes(levels: list[float]) -> int:
    return sum(one == 0 and next_one == 1 for one, next_one in zip([0.0, *levels], levels, strict=False))


def test_dark_is_dark_and_lit_is_lit() -> None:
    assert set(over(Glow.DARK, 0, 3)) == {0}
    assert set(over(Glow.LIT, 0, 3)) == {1}


def test_breathing_swells_and_fades_and_never_goes_out() -> None:
    levels = over(Glow.BREATHING, 0, 3)
    assert min(levels) > 0
    assert max(levels) > 0.99
    assert max(abs(one - other) for one, other in pairwise(levels)) < 0.05


def test_a_winner_flickers_fast() -> None:
    assert flashes(over(Glow.FAST, 0, 1.6)) == 10


@pytest.mark.parametrize("seat", range(5))
def test_each_seat_is_called_in_a_rhythm_of_its_own(seat: int) -> None:
    """As many flashes as its number, then a pause that is longer than those between: no colour needed."""
    assert flashes(over(Glow.CALLED, seat, 2.4)) == seat + 1
    assert set(over(Glow.CALLED, seat, 2.4)[-60:]) == {0}


def test_trouble_looks_like_nothing_else() -> None:
    assert flashes(over(Glow.TROUBLE, 0, 1.5)) == 2
    assert 0 < sum(over(Glow.TROUBLE, 0, 1.5)) < 15


def test_lamps_go_out_one_by_one_in_the_countdown() -> None:
    assert countdown(1, 5) == [1, 1, 1, 1, 1]
    assert countdown(0.5, 5) == [1, 1, 0.5, 0, 0]
    assert countdown(0, 5) == [0, 0, 0, 0, 0]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = an_evening(tmp_path)
    yield found
    found.ends()


def now_glow(evening: Evening, **more: Any) -> list[str]:
    evening.view()
    found = glows(evening.table.snapshot, 5, evening.time.now, **more)
    return [glow.name.lower() for glow in found]


def test_with_an_empty_table_every_lamp_invites() -> None:
    assert set(glows(None, 5, 0)) == {Glow.BREATHING}


def test_whoever_has_a_decision_breathes(evening: Evening) -> None:
    assert now_glow(evening) == ["breathing", "dark", "dark", "dark", "dark"]


def test_everybody_who_can_pay_the_price_is_lit_and_who_is_too_poor_is_dark(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, rules=HouseRules(misbid="ignore"))
    evening.reaches_auction()
    clock = evening.does(0, Start(0)).clock
    assert clock is not None
    evening.time.now = clock.start + SECOND
    assert now_glow(evening) == ["lit", "lit", "lit", "lit", "dark"]
    evening.presses(1, 0.1)  # doubled: 400,000 at the top, which nobody has but by a hair
    evening.waits(1)
    doubled = evening.view().clock
    assert doubled is not None
    assert now_glow(evening)[:4] == ["dark"] * 4  # get ready
    evening.time.now = doubled.start + SECOND // 10
    assert now_glow(evening)[:4] == ["lit"] * 4
    evening.time.now = doubled.end + 1
    assert now_glow(evening)[:4] == ["dark"] * 4
    evening.ends()


def test_barred_is_dark_while_the_others_may_bid(tmp_path: Path) -> None:

    evening = an_evening(tmp_path)
    evening.reaches_auction()
    evening.does(0, Correct((SetMoney(2, 100_000),), "a test"))
    everybody_agrees(evening)
    clock = evening.does(0, Start(0)).clock
    assert clock is not None
    evening.time.now = clock.start + 5 * SECOND
    assert now_glow(evening)[:4] == ["lit", "lit", "dark", "lit"]  # 180,000 is too much for seat 2
    evening.presses(2, 5)
    evening.waits(0.02)
    again = evening.view().clock
    assert again is not None
    evening.time.now = again.end - SECOND
    assert now_glow(evening)[:4] == ["lit", "lit", "dark", "lit"]  # 60,000 would not be, but it is barred
    evening.ends()


def test_a_winner_flickers_and_trouble_comes_before_all(evening: Evening) -> None:
    assert now_glow(evening, won=(2,), in_trouble=(3,)) == ["breathing", "dark", "fast", "trouble", "dark"]


def test_whoever_has_to_agree_breathes(evening: Evening) -> None:
    evening.reaches_auction()
    evening.does(0, Start(3))
    proposed(evening, 1, Pause())
    assert now_glow(evening)[:4] == ["dark"] * 4  # first the clock
    evening.waits(60)


def test_a_bot_needs_no_light(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=("merchant", PERSON, PERSON))
    assert now_glow(evening) == ["dark"] * 5
    evening.ends()


def test_the_lamps_on_the_pins_glow_as_they_are_told() -> None:
    time, bench = SteppedTime(), Bench(FITTINGS)
    lamps = Lamps([seat.lamp for seat in FITTINGS.seats], Troubles(), time)
    lamps.open(bench.factory)
    lamps.show((Glow.LIT, Glow.DARK, Glow.BREATHING, Glow.DARK, Glow.DARK))
    eventually(lambda: bench.lamp(0) == 1 and bench.lamp(2) > 0)
    time.now += 3 * SECOND // 2
    eventually(lambda: bench.lamp(2) == 1)
    lamps.show((), countdown(0.3, 5))
    eventually(lambda: [bench.lamp(seat) for seat in range(5)] == [1, 0.5, 0, 0, 0])
    lamps.close()
    assert bench.lamp(0) == 0


def test_a_lamp_that_fails_is_reported_and_forgiven() -> None:
    time, bench, troubles = SteppedTime(), Bench(FITTINGS), Troubles()
    lamps = Lamps([seat.lamp for seat in FITTINGS.seats], troubles, time)
    lamps.open(bench.factory)
    pin = bench.factory.pin(17)
    works, pin._set_state = pin._set_state, _fails
    lamps.show((Glow.LIT,) * 5)
    eventually(lambda: troubles.of("lamp 1"))
    assert str(troubles.of("lamp 1")) == "The lamp of seat 1 on line 17 is dead: the wire came off."
    eventually(lambda: bench.lamp(4) == 1)
    pin._set_state = works
    lamps.show((Glow.LIT,) * 4)
    eventually(lambda: bench.lamp(0) == 1)
    eventually(lambda: troubles.all() == {})
    lamps.close()


def _fails(_value: float) -> None:
    raise OSError("the wire came off")
