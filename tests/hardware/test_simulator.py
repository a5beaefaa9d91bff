"""The device that is not there: fingers drive its pins, and eyes and ears read them."""

from typing import Any

import pytest
from gpiozero import PWMLED, InputDevice, PWMOutputDevice
from PIL import Image

from companion.settings import settings_from
from companion.settings.fittings import DialFitting
from hardware.simulator import SimulatedServo, SimulatedWorks

NOTHING = {"button": "none", "lamp": "none"}


def works(**chosen: Any) -> SimulatedWorks:
    return SimulatedWorks(settings_from(chosen).fittings)


def button(simulated: SimulatedWorks, seat: int) -> InputDevice:
    return InputDevice(simulated.fittings.seats[seat].button, pull_up=True, pin_factory=simulated.pins())


class TestButtons:
    def test_a_finger_pulls_the_line_to_ground_and_lets_it_go(self) -> None:
        simulated = works()
        first = button(simulated, 0)
        assert not first.is_active
        simulated.push(0)
        assert first.is_active
        assert simulated.is_down(0)
        simulated.let_go(0)
        assert not first.is_active
        assert not simulated.is_down(0)

    def test_every_seat_has_a_button_of_its_own(self) -> None:
        simulated = works()
        buttons = [button(simulated, seat) for seat in range(5)]
        simulated.push(3)
        assert [one.is_active for one in buttons] == [False, False, False, True, False]

    def test_it_is_the_line_of_the_settings(self) -> None:
        simulated = works(seat2={"button": 26})
        button(simulated, 1)
        simulated.push(1)
        assert not simulated.pins().pin(26).state

    def test_pushing_harder_is_no_second_press(self) -> None:
        simulated = works()
        edges: list[float] = []

        def heard(ticks: float, _state: object) -> None:
            edges.append(ticks)

        first = button(simulated, 0)
        first.pin.when_changed = heard
        simulated.push(0)
        simulated.push(0)
        assert len(edges) == 1

    def test_a_pin_does_not_remember_an_evening_of_breathing(self) -> None:
        simulated = works()
        lamp = PWMLED(17, pin_factory=simulated.pins())
        for percent in range(100):
            lamp.value = percent / 100
        assert simulated.lamp(0) == 0.99
        assert len(simulated.pins().pin(17).states) == 1

    def test_where_there_is_no_button_there_is_nothing_to_push(self) -> None:
        simulated = works(seat4=NOTHING)
        simulated.push(3)
        simulated.let_go(3)
        assert not simulated.is_down(3)


class TestLamps:
    @pytest.mark.parametrize("level", [0.0, 0.35, 1.0])
    def test_one_is_as_bright_as_its_pin_says(self, level: float) -> None:
        simulated = works()
        lamp = PWMLED(simulated.fittings.seats[1].lamp, pin_factory=simulated.pins())
        lamp.value = level
        assert simulated.lamp(1) == level
        assert [simulated.lamp(seat) for seat in (0, 2, 3, 4)] == [0.0] * 4

    def test_where_there_is_none_it_is_dark(self) -> None:
        assert works(seat4=NOTHING).lamp(3) == 0.0


class TestTheBuzzer:
    def test_it_sounds_while_its_pin_swings(self) -> None:
        simulated = works()
        assert simulated.tone() == 0
        buzzer = PWMOutputDevice(simulated.fittings.buzzer, frequency=1000, pin_factory=simulated.pins())
        assert simulated.tone() == 0
        buzzer.frequency, buzzer.value = 988, 0.5
        assert simulated.tone() == 988
        buzzer.value = 0
        assert simulated.tone() == 0

    def test_where_there_is_none_it_is_silent(self) -> None:
        assert works(sound={"buzzer": "none"}).tone() == 0


class TestTheDial:
    @pytest.mark.parametrize(
        ("ends", "pulse", "angle"),
        [
            ((600, 2400, -90, 90), 600, -90),
            ((600, 2400, -90, 90), 1500, 0),
            ((600, 2400, -90, 90), 2400, 90),
            ((2400, 600, -90, 90), 2400, -90),
            ((2400, 600, -90, 90), 1050, 45),
            ((1000, 2000, 0, 180), 1250, 45),
        ],
    )
    def test_a_pulse_is_an_angle_on_the_printed_face(
        self, ends: tuple[int, int, int, int], pulse: float, angle: float
    ) -> None:
        start_us, end_us, start_angle, end_angle = ends
        simulated = works(
            dial={
                "kind": "pwm",
                "start_us": start_us,
                "end_us": end_us,
                "start_angle": start_angle,
                "end_angle": end_angle,
            }
        )
        simulated.servo(fitted(simulated)).pulse(pulse)
        assert simulated.hand() == pytest.approx(angle)

    def test_before_the_first_pulse_nobody_knows_where_it_points(self) -> None:
        assert works(dial={"kind": "pwm"}).hand() is None

    def test_at_rest_it_stays_where_it_was(self) -> None:
        simulated = works(dial={"kind": "pwm"})
        servo = simulated.servo(fitted(simulated))
        servo.pulse(1500)
        servo.rest()
        assert simulated.hand() == 0

    def test_where_there_is_none_there_is_no_hand(self) -> None:
        assert works().hand() is None

    def test_a_servo_at_rest_makes_no_pulses_until_the_next(self) -> None:
        servo = SimulatedServo()
        assert (servo.microseconds, servo.is_at_rest) == (None, True)
        servo.pulse(1200)
        assert (servo.microseconds, servo.is_at_rest) == (1200, False)
        servo.rest()
        assert (servo.microseconds, servo.is_at_rest) == (1200, True)
        servo.pulse(1300)
        servo.close()
        assert (servo.microseconds, servo.is_at_rest) == (1300, True)


def fitted(simulated: SimulatedWorks) -> DialFitting:
    assert simulated.fittings.dial is not None
    return simulated.fittings.dial


class TestTheDisplay:
    def test_what_is_drawn_can_be_looked_at(self) -> None:
        simulated = works(display={"size": "128x32"})
        assert simulated.image is None
        assert simulated.fittings.display is not None
        device = simulated.display(simulated.fittings.display)
        picture = Image.new("1", (128, 32))
        picture.putpixel((5, 7), 1)
        device.display(picture)
        assert simulated.image is not None
        assert simulated.image.size == (128, 32)
        assert simulated.image.getbbox() == (5, 7, 6, 8)

    def test_it_is_the_same_one_each_time_it_is_opened(self) -> None:
        simulated = works()
        fitting = simulated.fittings.display
        assert fitting is not None
        assert simulated.display(fitting) is simulated.display(fitting)


def test_its_stamps_are_trusted_and_nobody_has_to_be_warned() -> None:
    simulated = works()
    assert (simulated.name, simulated.uncertainty, simulated.warning) == ("simulated pins", 0, None)
