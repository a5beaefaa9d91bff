"""The dial is taught its two ends: step by step, and at a keyboard with the settings file that remembers them."""

from pathlib import Path

import pytest
from pseudo_terminal import Terminal

from companion.settings import SETTINGS, read_settings, settings_from
from companion.settings.fittings import DialFitting
from hardware.calibration import Calibration
from hardware.errors import NotThere
from hardware.simulator import SimulatedServo

MINE = """\
# My dial, cut from a cigar box.
[dial]
kind = "pwm"
start_us = 700   # by eye
end_us = 2300
"""


def fitted(start: int = 700, end: int = 2300) -> DialFitting:
    fitting = settings_from({"dial": {"kind": "pwm", "start_us": start, "end_us": end}}).fittings.dial
    assert fitting is not None
    return fitting


class Bench:
    """A servo that is being led."""

    def __init__(self, fitting: DialFitting) -> None:
        self.servo = SimulatedServo()
        self.calibration = Calibration(fitting, self.servo)

    def turns(self, keys: str) -> None:
        for key in keys:
            self.calibration.turn(key)


@pytest.fixture
def bench() -> Bench:
    return Bench(fitted())


class TestStepByStep:
    def test_it_begins_where_start_was(self, bench: Bench) -> None:
        assert bench.servo.microseconds == 700
        assert not bench.servo.is_at_rest
        assert bench.calibration.question().startswith("Lead the hand to start: 700 µs. ")
        assert not bench.calibration.is_done

    @pytest.mark.parametrize(("keys", "pulse"), [("+", 710), ("-", 690), (".", 701), (",", 699), ("++-...,", 712)])
    def test_the_hand_follows_every_key(self, bench: Bench, keys: str, pulse: int) -> None:
        bench.turns(keys)
        assert bench.servo.microseconds == pulse
        assert bench.calibration.ends == (pulse, 2300)
        assert f" {pulse} µs" in bench.calibration.question()

    def test_the_keys_are_told(self, bench: Bench) -> None:
        assert bench.calibration.question().endswith(
            "+ and - by 10, . and , by 1, Enter: there it is, q: leave it as it was"
        )

    def test_other_keys_move_nothing(self, bench: Bench) -> None:
        bench.turns("x1=_ ")
        assert bench.calibration.ends == (700, 2300)
        assert bench.servo.microseconds == 700

    def test_then_it_goes_to_where_the_end_was(self, bench: Bench) -> None:
        bench.turns("+")
        bench.calibration.accept()
        assert bench.servo.microseconds == 2300
        assert bench.calibration.question().startswith("Lead the hand to the end: 2300 µs. ")
        bench.turns("-")
        assert bench.calibration.ends == (710, 2290)
        assert not bench.calibration.is_done

    def test_with_both_ends_found_the_hand_rests(self, bench: Bench) -> None:
        bench.turns("+")
        bench.calibration.accept()
        bench.turns("--")
        bench.calibration.accept()
        assert bench.calibration.is_done
        assert bench.calibration.ends == (710, 2280)
        assert bench.servo.is_at_rest

    @pytest.mark.parametrize(("key", "bound"), [("-", "least"), ("+", "most")])
    def test_the_hand_is_led_no_further_than_the_settings_take_it(self, bench: Bench, key: str, bound: str) -> None:
        (setting,) = [setting for setting in SETTINGS if setting.key == "dial.start_us"]
        bench.turns(key * 300)
        assert bench.calibration.ends[0] == getattr(setting, bound)
        assert bench.servo.microseconds == getattr(setting, bound)
        assert setting.is_good(bench.calibration.ends[0])

    @pytest.mark.parametrize(("too_close", "apart"), [(",", "."), ("-" * 60 + ".", ",")])
    def test_ends_that_lie_too_close_are_refused_until_they_do_not(self, too_close: str, apart: str) -> None:
        """On either side of start."""
        bench = Bench(fitted(start=1000, end=1300))
        bench.calibration.accept()
        bench.turns(too_close)
        with pytest.raises(NotThere) as refusal:
            bench.calibration.accept()
        assert str(refusal.value) == "The ends must lie at least 300 µs apart, or the hand moves in steps."
        assert not bench.calibration.is_done
        bench.turns(apart)
        bench.calibration.accept()
        assert bench.calibration.is_done

    def test_a_hand_that_turns_the_other_way_is_as_good(self) -> None:
        bench = Bench(fitted(start=2300, end=700))
        bench.calibration.accept()
        bench.turns("+")
        bench.calibration.accept()
        assert bench.calibration.ends == (2300, 710)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    return file


def calibrating(file: Path) -> Terminal:
    return Terminal("dial", "calibrate", "--simulate", "--settings", str(file), columns=200)


class TestAtTheKeyboard:
    def test_the_file_remembers_both_ends_and_keeps_its_comments(self, mine: Path) -> None:
        with calibrating(mine) as terminal:
            terminal.expect("Lead the hand to start: 700 µs.")
            terminal.press("+")
            terminal.expect("start: 710 µs.")
            terminal.press("+")
            terminal.expect("start: 720 µs.")
            terminal.press("\r")
            terminal.expect("Lead the hand to the end: 2300 µs.")
            terminal.press("-")
            terminal.expect("the end: 2290 µs.")
            terminal.press("\r")
            terminal.expect(f"Start is at 720 µs, the end at 2290 µs; {mine} says so now.")
            assert terminal.ended() == 0
            assert terminal.is_as_before()
        assert mine.read_text() == MINE.replace("700", "720").replace("2300", "2290")
        assert list(mine.parent.iterdir()) == [mine]

    def test_what_it_wrote_are_settings(self, mine: Path) -> None:
        with calibrating(mine) as terminal:
            terminal.expect("Lead the hand to start")
            terminal.press("++\r-\r")
            terminal.expect("says so now.")
            assert terminal.ended() == 0
        dial = read_settings(mine).fittings.dial
        assert dial is not None
        assert (dial.start_us, dial.end_us) == (720, 2290)

    @pytest.mark.parametrize("keys", ["q", "+\r+q", "Q", "\x03"])
    def test_leaving_changes_nothing(self, mine: Path, keys: str) -> None:
        with calibrating(mine) as terminal:
            terminal.expect("Lead the hand to start")
            terminal.press(keys)
            terminal.expect("Nothing is changed.")
            assert terminal.ended() == 0
            assert terminal.is_as_before()
        assert mine.read_text() == MINE

    def test_ends_that_lie_too_close_are_refused_and_it_goes_on(self, mine: Path) -> None:
        mine.write_text(MINE.replace("2300", "1000"))
        with calibrating(mine) as terminal:
            terminal.expect("Lead the hand to start")
            terminal.press("+\r\r")
            terminal.expect("The ends must lie at least 300 µs apart, or the hand moves in steps.")
            terminal.press("+\r")
            terminal.expect("Start is at 710 µs, the end at 1010 µs;")
            assert terminal.ended() == 0

    def test_without_a_dial_there_is_nothing_to_teach(self, mine: Path) -> None:
        mine.write_text("[clock]\nspeed = 1.5\n")
        with calibrating(mine) as terminal:
            terminal.expect("Error: No dial is built in: set dial.kind to pwm or lgpio first.")
            assert terminal.ended() == 1
            assert "Traceback" not in terminal.said
        assert mine.read_text() == "[clock]\nspeed = 1.5\n"

    def test_a_file_that_cannot_be_changed_stays_as_it_was(self, mine: Path) -> None:
        """In one line, where no value of a section is looked for."""
        text = 'dial = {kind = "pwm", start_us = 700, end_us = 2300}\n'
        mine.write_text(text)
        with calibrating(mine) as terminal:
            terminal.expect("Lead the hand to start")
            terminal.press("++\r-\r")
            terminal.expect("Error: ")
            assert terminal.ended() == 1
            assert terminal.is_as_before()
            assert "Traceback" not in terminal.said
        assert mine.read_text() == text
        assert list(mine.parent.iterdir()) == [mine]
