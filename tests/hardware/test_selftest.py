"""The self-test finds what is wrong: swapped, stuck, missing and bouncing buttons, a dead display, dial and buzzer."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benches import Bench
from click.testing import CliRunner
from hang_guard import HANG_GUARD, eventually

from companion.auction_clock import MILLISECOND, SECOND
from companion.cli import main
from companion.games.speech import Phrase
from companion.settings import Settings, settings_from
from companion.settings.fittings import DisplayFitting
from companion.words import words
from hardware.device import Device, EmptyTable
from hardware.selftest import FILE, Report, SelfTest, bounce
from hardware.sounds import TUNES, Note

THREE = {f"seat{seat}": {"button": "none", "lamp": "none"} for seat in (4, 5)}
QUICK = {"patience": round(HANG_GUARD * SECOND), "look": MILLISECOND}
NOBODY = {"patience": MILLISECOND, "look": MILLISECOND}
"""Where no press will come."""


@pytest.fixture(autouse=True)
def _without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine has as long as it needs, also to show something; and nobody has to hear a tune out."""
    tested = Device.tested

    def tested_once_it_shows(device: Device, tell: Callable[[Phrase], None], **patience: int) -> Report:
        panel = device.panel
        eventually(lambda: not panel.display.is_missing or panel.troubles.of("display"))
        return tested(device, tell, **patience)

    monkeypatch.setattr(Device, "tested", tested_once_it_shows)
    monkeypatch.setattr("hardware.selftest.RELEASE", round(HANG_GUARD * SECOND))
    monkeypatch.setattr(SelfTest.__init__, "__kwdefaults__", QUICK)
    monkeypatch.setattr("hardware.sounds.TUNES", {sound: (Note(440, 1),) for sound in TUNES})


class Hand:
    """Does something on its own thread whenever just one lamp flashes."""

    def __init__(self, bench: Bench, answers: dict[int, Callable[[], None]]) -> None:
        self._bench = bench
        self._answers = answers
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()

    def _watch(self) -> None:
        lit: list[int] = []
        while not self._enough.wait(0.002):
            before, lit = lit, [seat for seat in range(3) if self._bench.lamp(seat) == 1]
            if lit == before and len(lit) == 1 and lit[0] in self._answers:  # several are lit one after the other
                self._answers[lit[0]]()
                eventually(lambda: self._bench.lamp(lit[0]) < 1)  # noqa: B023  it is asked before the next


@pytest.fixture
def settings() -> Settings:
    return settings_from({**THREE, "dial": {"kind": "pwm"}})


def click_of(bench: Bench, seat: int) -> Callable[[], None]:
    def clicked() -> None:
        bench.push(seat)
        bench.let_go(seat)

    return clicked


def report_of(
    settings: Settings, folder: Path, bench: Bench, answers: dict[int, Callable[[], None]], **more: int
) -> tuple[Report, list[str]]:
    device = Device(EmptyTable(), settings, bench, folder)
    said: list[str] = []
    try:
        with Hand(bench, answers):
            report = device.tested(lambda line: said.append(str(line)), **QUICK | more)
    finally:
        device.close()
    return report, said


def complaints(report: Report) -> dict[str, str]:
    return {finding.part: finding.says for finding in report.findings if not finding.is_good}


def test_a_good_device_gets_a_good_report_and_it_is_kept(settings: Settings, tmp_path: Path) -> None:
    bench = Bench(settings.fittings)
    report, said = report_of(settings, tmp_path, bench, {seat: click_of(bench, seat) for seat in range(3)})
    assert complaints(report) == {}
    assert [finding.part for finding in report.findings] == [
        "display", "button 1", "button 2", "button 3", "buzzer", "dial",
    ]  # fmt: skip
    assert "Press the button of seat 2, blue: it flashes." in said
    assert "set display.driver to sh1106" in report.findings[0].says
    assert msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Report) == report


def test_swapped_buttons_are_found(settings: Settings, tmp_path: Path) -> None:
    bench = Bench(settings.fittings)
    answers = {0: click_of(bench, 1), 1: click_of(bench, 0), 2: click_of(bench, 2)}
    report, said = report_of(settings, tmp_path, bench, answers)
    assert "That was the button of seat 2. Once more: seat 1." in said
    assert complaints(report) == {
        "button 1": "To the lamp of seat 1 the button of seat 2 answered.",
        "button 2": "To the lamp of seat 2 the button of seat 1 answered.",
        "buttons": "The buttons (or the lamps) of seats 1 and 2 are swapped: "
        "exchange their wires or their lines in the settings.",
    }


def test_a_missing_button_is_found(tmp_path: Path) -> None:
    settings = settings_from(
        {**THREE, **{f"seat{seat}": {"button": "none"} for seat in (1, 3)}, "power": {"chord": []}}
    )
    report, _ = report_of(settings, tmp_path, Bench(settings.fittings), {}, **NOBODY)
    assert list(complaints(report)) == ["button 2"]
    assert "is missing: no press came" in complaints(report)["button 2"]


def test_a_stuck_button_is_found_before_anybody_is_asked_to_press_it(settings: Settings, tmp_path: Path) -> None:
    bench = Bench(settings.fittings)
    bench.grounds(1)
    report, said = report_of(settings, tmp_path, bench, {0: click_of(bench, 0), 2: click_of(bench, 2)})
    assert complaints(report) == {
        "button 2": "The button of seat 2 is stuck: it is down although nobody was asked to press it."
    }
    assert not any("Press the button of seat 2" in line for line in said)


def test_bouncing_is_measured_and_held_against_the_lockout(settings: Settings, tmp_path: Path) -> None:
    bench = Bench(settings.fittings)

    def trembles(*gaps: int) -> Callable[[], None]:
        def pressed() -> None:
            stamp = time.monotonic_ns()
            bench.pin(1).edge(stamp)
            for gap in gaps:
                stamp += gap * MILLISECOND
                bench.pin(1).edge(stamp)

        return pressed

    good = {0: click_of(bench, 0), 2: click_of(bench, 2)}
    covered, _ = report_of(settings, tmp_path, bench, good | {1: trembles(1, 4, 2)})
    assert complaints(covered) == {}
    assert covered.findings[2].says == (
        "The button of seat 2 is good: 3 bounces, the longest pause between two 4.0 ms; the lockout of 30 ms covers it."
    )
    bench = Bench(settings.fittings)
    good = {0: click_of(bench, 0), 2: click_of(bench, 2)}
    too_long, _ = report_of(settings, tmp_path, bench, good | {1: trembles(2, 44)})
    assert complaints(too_long) == {
        "button 2": "The button of seat 2 bounces too long: 2 bounces, the longest pause between two 44.0 ms; "
        "the lockout of 30 ms does not cover it: set buttons.rest_ms to 54, or change the button."
    }


def test_dead_parts_are_told_by_their_troubles(settings: Settings, tmp_path: Path) -> None:
    def dead(_fitting: DisplayFitting) -> Any:
        raise OSError(121, "Remote I/O error")

    bench = Bench(settings.fittings, refused={6, 13}, display=dead)
    report, _ = report_of(settings, tmp_path, bench, {0: click_of(bench, 0), 2: click_of(bench, 2)})
    assert complaints(report) == {
        "display": "The display is dead: [Errno 121] Remote I/O error.",
        "button 2": "The button of seat 2 on line 6 is dead: GPIO6 is taken by another program.",
        "buzzer": "The buzzer on line 13 is dead: GPIO13 is taken by another program.",
    }


class TestTheCommand:
    def run(self, folder: Path, *options: str) -> Any:
        """With a lockout that covers also what a finger on a busy machine takes for its bounces."""
        mine = folder / "mine.toml"
        mine.write_text("[buttons]\nrest_ms = 500\n")
        command = ["selftest", "--simulate", *options, "--data", str(folder), "--settings", str(mine)]
        return CliRunner().invoke(main, command)

    @pytest.fixture
    def ran(self, tmp_path: Path) -> Any:
        return self.run(tmp_path)

    def test_in_simulation_a_finger_presses_what_flashes(self, ran: Any) -> None:
        assert ran.exit_code == 0, ran.output
        lines = ran.output.splitlines()
        assert lines[-1] == "All is well."
        for seat, colour in enumerate(("orange", "blue", "green", "yellow", "purple"), 1):
            asked = lines.index(f"Press the button of seat {seat}, {colour}: it flashes.")
            assert lines[asked + 1].startswith(f"The button of seat {seat} is good: 2 bounces")
        assert "No dial is built in." in lines

    def test_json_is_the_report_that_is_kept(self, tmp_path: Path) -> None:
        ran = self.run(tmp_path, "--json")
        report = msgspec.json.decode(ran.stdout, type=Report)
        assert report.complaints == 0
        assert report.works == "simulated pins"
        assert msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Report) == report

    def test_without_a_pi_it_says_so_and_fails(self, tmp_path: Path) -> None:
        mine = tmp_path / "mine.toml"
        mine.write_text('[display]\ndriver = "none"\n')
        ran = CliRunner().invoke(main, ["selftest", "--data", str(tmp_path), "--settings", str(mine)])
        assert ran.exit_code == 1
        assert ran.output.splitlines() == [
            "No display is built in.",
            "This machine is no Raspberry Pi, so there are no pins: --simulate plays without them.",
            "No dial is built in.",
            "1 to put right.",
        ]


def test_the_page_starts_it_in_the_background_and_only_on_an_empty_table(settings: Settings, tmp_path: Path) -> None:
    bench = Bench(settings.fittings)
    device = Device(EmptyTable(), settings, bench, tmp_path)
    with Hand(bench, {seat: click_of(bench, seat) for seat in range(3)}):
        device.selftest(**QUICK)
        with pytest.raises(Exception, match="running already"):
            device.selftest()
        eventually(lambda: device.selftest_says()[-1:] == ["All is well."])
    assert device.selftest_says(words("de"))[-1] == "Alles in Ordnung."
    assert len(device.selftest_says(words("nl"))) == len(device.selftest_says())
    device.close()


def test_a_tap_that_bounces_as_it_opens_is_a_good_button(settings: Settings, tmp_path: Path) -> None:
    """The tap is longer than the lockout, but the line was up for a moment only."""
    bench = Bench(settings.fittings)
    device = Device(EmptyTable(), settings, bench, tmp_path)
    buttons = device.panel.buttons

    def taps() -> None:
        bench.push(1)
        eventually(lambda: buttons.held().get(1))
        since = buttons.held()[1]
        eventually(lambda: buttons.last_down(1) > since + 40 * MILLISECOND)
        bench.pin(1).edge(buttons.last_down(1) + MILLISECOND)
        bench.let_go(1)

    with Hand(bench, {0: click_of(bench, 0), 1: taps, 2: click_of(bench, 2)}):
        report = device.tested(lambda _line: None, **QUICK)
    device.close()
    assert complaints(report) == {}


def test_a_dead_lamp_is_found(settings: Settings, tmp_path: Path) -> None:
    bench = Bench(settings.fittings, refused={27})
    report, _ = report_of(settings, tmp_path, bench, {}, **NOBODY)
    assert complaints(report)["lamp 2"] == "The lamp of seat 2 on line 27 is dead: GPIO27 is taken by another program."


def test_presses_far_apart_are_no_bounces() -> None:
    assert bounce([0, 500 * MILLISECOND]).longest == 0
    assert bounce([0]).edges == 0
