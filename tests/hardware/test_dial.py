"""The dial: the same reading as the clock, as pulses between the calibrated ends; it glides, and rests quietly."""

import sys
from itertools import pairwise
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hang_guard import eventually
from hypothesis import given
from hypothesis import strategies as st
from lots import START, a_run
from tables import SteppedTime

from companion.auction_clock import MILLISECOND, SECOND, Profile
from companion.settings import settings_from
from companion.settings.fittings import DialFitting
from hardware.dial import SETTLE, SWEEP, Dial, glided, pulse_at
from hardware.servo import LgpioServo
from hardware.simulator import SimulatedServo
from hardware.troubles import Troubles

FRAME = 20 * MILLISECOND


def a_dial(start_us: int = 600, end_us: int = 2400) -> DialFitting:
    found = settings_from({"dial": {"kind": "pwm", "start_us": start_us, "end_us": end_us}}).fittings.dial
    assert found is not None
    return found


ENDS = [(600, 2400), (2400, 600), (1000, 1300), (500, 2500)]
RUNS = [
    a_run(),
    a_run(doubled=True),
    a_run(profile=Profile("even", 2.0, 0.2)),
    a_run(doubled=True, profile=Profile("even")),
]


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("run", RUNS)
def test_the_pulses_of_every_reading_go_one_way_and_stay_between_the_ends(run, ends) -> None:  # type: ignore[no-untyped-def]
    """Before, at and after every edge of every price, original and doubled."""
    fitting = a_dial(*ends)
    stamps = [START - SECOND, START]
    for slice_ in run.slices:
        stamps += [START + slice_.until - 1, START + slice_.until, START + slice_.until + 1]
    pulses = [pulse_at(run.turned_at(stamp), fitting) for stamp in (*stamps, run.end + SECOND)]
    assert all(min(ends) <= pulse <= max(ends) for pulse in pulses)
    way = 1 if ends[1] > ends[0] else -1
    assert all((later - earlier) * way >= 0 for earlier, later in pairwise(pulses))
    assert pulses[0] == ends[0]


@pytest.mark.parametrize("run", RUNS[:2])
def test_every_price_has_a_place_of_its_own_on_the_face(run) -> None:  # type: ignore[no-untyped-def]
    """The same for both runs: the printed face is one."""
    fitting = a_dial()
    middles = [
        pulse_at(run.turned_at(START + (before + slice_.until) // 2), fitting)
        for before, slice_ in zip([0, *(slice_.until for slice_ in run.slices)], run.slices, strict=False)
    ]
    original = RUNS[0]
    for middle, slice_ in zip(middles, original.slices, strict=False):
        place = original.slices.index(slice_)
        from_ = original.slices[place - 1].turned if place else 0.0
        assert pulse_at(from_, fitting) < middle < pulse_at(slice_.turned, fitting)


@pytest.mark.parametrize("run", RUNS[:2])
@pytest.mark.parametrize("ends", [(600, 2400), (1000, 1300)])
def test_the_hand_moves_in_at_least_150_steps_over_the_sweep(run, ends) -> None:  # type: ignore[no-untyped-def]
    """Even in whole microseconds, at the servo's own 50 pulses a second, and with the nearest ends there may be."""
    fitting = a_dial(*ends)
    pulses = {round(pulse_at(run.turned_at(stamp), fitting)) for stamp in range(START, run.end, FRAME)}
    assert len(pulses) >= 150


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 2 * SWEEP))
def test_gliding_never_overshoots(at: float, towards: float, elapsed: int) -> None:
    came_to = glided(at, towards, elapsed)
    assert min(at, towards) <= came_to <= max(at, towards)
    assert abs(came_to - at) <= elapsed / SWEEP + 1e-9
    assert glided(at, towards, SWEEP) == towards


def test_the_hand_follows_the_clock_then_rests_where_it_stopped() -> None:
    time, servo, fitting = SteppedTime(), SimulatedServo(), a_dial()
    time.now = START - SECOND
    dial = Dial(fitting, Troubles(), time)
    dial.open(lambda _fitting: servo)
    run = a_run()
    dial.show(run)
    eventually(lambda: servo.microseconds == 600)
    time.now = START + 9 * SECOND
    there = pulse_at(run.turned_at(time.now), fitting)
    eventually(lambda: servo.microseconds == there)
    assert not servo.is_at_rest
    dial.show(None)
    time.now += SETTLE + SECOND
    eventually(lambda: servo.is_at_rest)
    assert servo.microseconds is not None
    assert abs(servo.microseconds - there) < 1
    dial.close()


def test_back_to_start_it_glides_while_everybody_gets_ready() -> None:
    time, fitting = SteppedTime(), a_dial()
    pulses: list[float] = []

    class Recording(SimulatedServo):
        def pulse(self, microseconds: float) -> None:
            super().pulse(microseconds)
            pulses.append(microseconds)

    servo = Recording()
    dial = Dial(fitting, Troubles(), time)
    dial.open(lambda _fitting: servo)
    eventually(lambda: servo.microseconds == 600)
    dial.point(1.0)
    time.now += SWEEP
    eventually(lambda: servo.microseconds == 2400)
    pulses.clear()
    dial.point(0.0)

    def a_little_later() -> bool:
        time.now += SWEEP // 200
        return servo.microseconds == 600

    eventually(a_little_later)
    dial.close()
    assert len(pulses) > 5
    assert all(later < earlier for earlier, later in pairwise(pulses))


def test_a_servo_that_dies_is_reported_and_can_be_opened_again() -> None:
    class Dies(SimulatedServo):
        def pulse(self, microseconds: float) -> None:
            raise OSError(5, "Input/output error")

    time, troubles = SteppedTime(), Troubles()
    dial = Dial(a_dial(), troubles, time)
    dial.open(lambda _fitting: Dies())
    eventually(lambda: troubles.of("dial"))
    assert str(troubles.of("dial")) == "The dial is dead: [Errno 5] Input/output error."
    eventually(lambda: dial.is_missing)
    servo = SimulatedServo()
    dial.open(lambda _fitting: servo)
    eventually(lambda: servo.microseconds == 600)
    assert troubles.all() == {}
    dial.close()


def test_without_a_dial_nothing_happens() -> None:
    troubles = Troubles()
    dial = Dial(None, troubles)
    dial.open(lambda _fitting: SimulatedServo())
    dial.show(a_run())
    dial.close()
    assert troubles.all() == {}
    assert not dial.is_missing


def an_lgpio() -> ModuleType:
    """As much of it as a servo needs: a line belongs to one handle until that is closed."""
    owners: dict[int, int] = {}
    handles = iter(range(100))

    def claim(handle: int, line: int) -> None:
        if owners.setdefault(line, handle) != handle:
            raise RuntimeError("'GPIO busy'")

    def close(handle: int) -> None:
        for line in [line for line, owner in owners.items() if owner == handle]:
            del owners[line]

    module: Any = ModuleType("lgpio")
    module.fails = False
    module.owners = owners
    module.gpiochip_open = lambda _chip: next(handles)
    module.gpio_claim_output, module.gpiochip_close = claim, close

    def servo(*_: object) -> None:
        if module.fails:
            raise RuntimeError("'bad servo'")

    module.tx_servo = servo
    return module  # type: ignore[no-any-return]


def test_a_lost_servo_gives_its_line_back_so_that_it_can_be_opened_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lgpio: Any = an_lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    fitting = settings_from({"dial": {"kind": "lgpio", "line": 18}}).fittings.dial
    chip = SimpleNamespace(chip=0)
    dial = Dial(fitting, Troubles())
    dial.open(lambda fitting: LgpioServo(fitting, chip))
    lgpio.fails = True
    dial.point(0.5)
    eventually(lambda: dial.is_missing)
    lgpio.fails = False
    eventually(lambda: not lgpio.owners)
    dial.open(lambda fitting: LgpioServo(fitting, chip))
    assert not dial.is_missing
    dial.close()
