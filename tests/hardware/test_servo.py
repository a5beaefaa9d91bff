"""The servo behind the dial: pulses by the chip's own PWM, laid out in a folder as the kernel does, and by lgpio."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hang_guard import HANG_GUARD

from companion.settings import SETTINGS, settings_from
from companion.settings.fittings import DialFitting
from hardware.errors import NotThere
from hardware.servo import HardwarePwm, LgpioServo

PI_3, PI_4, PI_5 = "3f20c000.pwm", "fe20c000.pwm", "1f00098000.pwm"
FAN = "1f0009c000.pwm"
"""The other PWM of a Pi 5, which cools it."""
FILES = ("period", "duty_cycle", "enable")


def dial(line: int = 18, kind: str = "pwm") -> DialFitting:
    others = {"sound": {"buzzer": "none"}}
    fitting = settings_from(others | {"dial": {"kind": kind, "line": line}}).fittings.dial
    assert fitting is not None
    return fitting


class Kernel:
    """The PWM chips of a machine, as they are found under /sys."""

    def __init__(self, root: Path) -> None:
        self.root = root / "class/pwm"
        self.root.mkdir(parents=True)
        self._devices = root / "devices/platform/soc"

    def has(self, device: str, number: int = 0, channels: tuple[int, ...] = (0, 1, 2, 3)) -> Path:
        """A chip of this number, whose channels are there already."""
        chip = self._devices / device / "pwm" / f"pwmchip{number}"
        chip.mkdir(parents=True)
        (chip / "device").symlink_to(Path("../..") / ".." / device)
        (chip / "export").touch()
        (self.root / chip.name).symlink_to(chip)
        for channel in channels:
            lay_out(chip, str(channel))
        return chip

    def has_channels_on_demand(self, device: str) -> tuple[Path, threading.Thread]:
        """A chip whose channels come once they are asked for; the thread ends when one was."""
        chip = self.has(device, channels=())
        (chip / "export").unlink()
        os.mkfifo(chip / "export")
        thread = threading.Thread(target=lambda: lay_out(chip, (chip / "export").read_text()), daemon=True)
        thread.start()
        return chip, thread


def lay_out(chip: Path, channel: str) -> None:
    """All at once, as the kernel does."""
    folder = chip / f".pwm{channel}"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_text("0")
    folder.rename(chip / f"pwm{channel}")


def says(chip: Path, channel: int) -> dict[str, int]:
    return {name: int((chip / f"pwm{channel}" / name).read_text()) for name in FILES}


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return Kernel(tmp_path)


class TestHardwarePwm:
    @pytest.mark.parametrize("device", [PI_3, PI_4, PI_5])
    @pytest.mark.parametrize("number", [0, 2, 10])
    def test_the_chip_is_known_by_its_device_whatever_its_number(
        self, kernel: Kernel, device: str, number: int
    ) -> None:
        chip = kernel.has(device, number)
        HardwarePwm(dial(12), kernel.root).pulse(1500)
        assert says(chip, 0)["duty_cycle"] == 1_500_000

    def test_the_fan_of_a_pi_5_is_left_alone(self, kernel: Kernel) -> None:
        fan, chip = kernel.has(FAN, 0), kernel.has(PI_5, 1)
        HardwarePwm(dial(13), kernel.root).pulse(1500)
        assert says(fan, 1)["duty_cycle"] == 0
        assert says(chip, 1)["duty_cycle"] == 1_500_000

    @pytest.mark.parametrize(
        ("device", "line", "channel"),
        [
            *((PI_4, line, channel) for line, channel in [(12, 0), (13, 1), (18, 0), (19, 1)]),
            *((PI_5, line, channel) for line, channel in [(12, 0), (13, 1), (18, 2), (19, 3)]),
        ],
    )
    def test_the_line_decides_on_the_channel(self, kernel: Kernel, device: str, line: int, channel: int) -> None:
        chip = kernel.has(device)
        HardwarePwm(dial(line), kernel.root).pulse(900)
        assert {other: says(chip, other)["enable"] for other in range(4)} == {
            other: int(other == channel) for other in range(4)
        }

    def test_a_channel_that_is_there_already_is_not_asked_for(self, kernel: Kernel) -> None:
        chip = kernel.has(PI_4)
        HardwarePwm(dial(), kernel.root)
        assert (chip / "export").read_text() == ""

    @pytest.mark.parametrize(("device", "channel"), [(PI_4, 0), (PI_5, 2)])
    def test_one_that_is_not_there_is_asked_for_and_waited_for(
        self, kernel: Kernel, device: str, channel: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hardware.servo._PATIENCE", HANG_GUARD)
        chip, asked = kernel.has_channels_on_demand(device)
        servo = HardwarePwm(dial(18), kernel.root)
        asked.join()
        assert (chip / f"pwm{channel}").is_dir()
        servo.pulse(1500)
        assert says(chip, channel) == {"period": 20_000_000, "duty_cycle": 1_500_000, "enable": 1}

    def test_there_are_fifty_pulses_a_second_but_none_before_the_first(self, kernel: Kernel) -> None:
        chip = kernel.has(PI_4)
        HardwarePwm(dial(), kernel.root)
        assert says(chip, 0) == {"period": 20_000_000, "duty_cycle": 0, "enable": 0}

    @pytest.mark.parametrize(("pulse", "duty"), [(600, 600_000), (1500.25, 1_500_250), (1499.9996, 1_500_000)])
    def test_a_pulse_is_exact_to_the_nanosecond(self, kernel: Kernel, pulse: float, duty: int) -> None:
        chip = kernel.has(PI_4)
        HardwarePwm(dial(), kernel.root).pulse(pulse)
        assert says(chip, 0)["duty_cycle"] == duty

    def test_it_is_set_before_it_is_switched_on_and_switched_on_once(
        self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kernel.has(PI_4)
        written: list[tuple[str, str]] = []
        write = Path.write_text

        def noted(file: Path, text: str) -> int:
            written.append((file.name, text))
            return write(file, text)

        monkeypatch.setattr(Path, "write_text", noted)
        servo = HardwarePwm(dial(), kernel.root)
        servo.pulse(1000)
        servo.pulse(1100)
        servo.rest()
        servo.rest()
        servo.pulse(1200)
        assert written == [
            ("period", "20000000"),
            ("duty_cycle", "1000000"),
            ("enable", "1"),
            ("duty_cycle", "1100000"),
            ("enable", "0"),
            ("duty_cycle", "1200000"),
            ("enable", "1"),
        ]

    @pytest.mark.parametrize("ceases", [HardwarePwm.rest, HardwarePwm.close])
    def test_at_rest_and_at_the_end_there_are_no_pulses(
        self, kernel: Kernel, ceases: Callable[[HardwarePwm], None]
    ) -> None:
        chip = kernel.has(PI_4)
        servo = HardwarePwm(dial(), kernel.root)
        servo.pulse(1500)
        ceases(servo)
        assert says(chip, 0) == {"period": 20_000_000, "duty_cycle": 1_500_000, "enable": 0}

    @pytest.mark.parametrize("devices", [(), (FAN,)])
    def test_without_a_chip_it_says_what_to_do(self, kernel: Kernel, devices: tuple[str, ...]) -> None:
        for device in devices:
            kernel.has(device)
        with pytest.raises(NotThere) as refusal:
            HardwarePwm(dial(), kernel.root)
        assert str(refusal.value) == (
            "There is no hardware PWM: add dtoverlay=pwm to the boot settings and start again."
        )

    def test_a_channel_that_may_not_be_written_is_said(self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hardware.servo._PATIENCE", 0)
        chip = kernel.has(PI_4)
        (chip / "pwm0" / "duty_cycle").unlink()
        with pytest.raises(NotThere) as refusal:
            HardwarePwm(dial(), kernel.root)
        file = kernel.root / "pwmchip0/pwm0/duty_cycle"
        assert str(refusal.value) == f"The PWM of the dial may not be written: {file}."


class Lgpio(ModuleType):
    """Stands in for the library, and notes what it is asked."""

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.asked: list[tuple[Any, ...]] = []

    def gpiochip_open(self, chip: int) -> int:
        self.asked.append(("open", chip))
        return 70 + chip

    def gpio_claim_output(self, handle: int, line: int) -> None:
        self.asked.append(("claim", handle, line))

    def tx_servo(self, handle: int, line: int, pulse: int, hertz: int = 50) -> None:
        self.asked.append(("pulse", handle, line, pulse, hertz))

    def gpiochip_close(self, handle: int) -> None:
        self.asked.append(("close", handle))


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Lgpio:
    stand_in = Lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", stand_in)
    return stand_in


@pytest.mark.parametrize("chip", [0, 4])
def test_lgpio_makes_pulses_on_any_line_of_the_chip_that_the_pins_are_on(lgpio: Lgpio, chip: int) -> None:
    servo = LgpioServo(dial(26, "lgpio"), SimpleNamespace(chip=chip))
    handle = 70 + chip
    assert lgpio.asked == [("open", chip), ("claim", handle, 26)]
    servo.pulse(1500)
    servo.pulse(1499.6)
    servo.rest()
    assert lgpio.asked[2:] == [
        ("pulse", handle, 26, 1500, 50),
        ("pulse", handle, 26, 1500, 50),
        ("pulse", handle, 26, 0, 50),
    ]


def test_at_the_end_lgpio_makes_no_more_pulses_and_lets_go_of_the_chip(lgpio: Lgpio) -> None:
    servo = LgpioServo(dial(26, "lgpio"), SimpleNamespace(chip=0))
    servo.pulse(1500)
    servo.close()
    assert lgpio.asked[-2:] == [("pulse", 70, 26, 0, 50), ("close", 70)]


@pytest.mark.parametrize("end", ["dial.start_us", "dial.end_us"])
def test_every_pulse_that_can_be_set_is_one_that_lgpio_makes(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library itself is asked, without a chip: it looks at the pulse first."""
    monkeypatch.chdir(tmp_path)  # it leaves a file where it is loaded
    lgpio = pytest.importorskip("lgpio")
    (setting,) = [setting for setting in SETTINGS if setting.key == end]
    for pulse in (setting.least, setting.most):
        with pytest.raises(lgpio.error, match="unknown handle"):
            lgpio.tx_servo(0, 18, pulse, 50)
    with pytest.raises(lgpio.error, match="pulsewidth"):
        lgpio.tx_servo(0, 18, 10_000, 50)
