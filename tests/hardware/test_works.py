"""The works of a real device, on a machine that is none: what is missing is said, and nothing is left behind."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from luma.core.error import DeviceNotFoundError

from companion.settings import settings_from
from companion.settings.fittings import DialFitting, DisplayFitting
from hardware import works as works_module
from hardware.errors import NotThere
from hardware.works import RealWorks, _OutputLines

FACTORIES = ("lgpio", "rpigpio", "native")
NO_PI = "This machine is no Raspberry Pi, so there are no pins: --simulate plays without them."
FROM_A_CLOSED_HOME = """
import os, sys
from hardware.works import _elsewhere
os.chdir(sys.argv[1])
os.chmod(sys.argv[1], 0)
if os.geteuid() == 0:
    os.setuid(65534)
with _elsewhere():
    assert os.getcwd() != sys.argv[1]
print(os.getcwd())
"""
not_on_a_pi = pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="this may be a Raspberry Pi")


class OnMockPins(RealWorks):
    """With pins that open anywhere."""

    def __init__(self, factory: str = "lgpio") -> None:
        super().__init__(factory)
        self.mock = MockFactory()

    def pins(self) -> Any:
        return self.mock


def display(**chosen: Any) -> DisplayFitting:
    fitting = settings_from({"display": chosen}).fittings.display
    assert fitting is not None
    return fitting


def dial(**chosen: Any) -> DialFitting:
    fitting = settings_from({"dial": chosen}).fittings.dial
    assert fitting is not None
    return fitting


class TestPins:
    @not_on_a_pi
    @pytest.mark.parametrize("factory", ["lgpio", "native"])
    def test_without_a_pi_there_are_none(self, factory: str) -> None:
        with pytest.raises(NotThere) as refusal:
            RealWorks(factory).pins()
        assert str(refusal.value) == NO_PI

    @not_on_a_pi
    def test_lgpio_leaves_no_file_where_it_was_tried(self, tmp_path: Path) -> None:
        """In a process of its own: it leaves one where it is loaded, and it is loaded once."""
        pytest.importorskip("lgpio")
        root = str(Path(__file__).parents[2])
        done = subprocess.run(
            [sys.executable, "-c", "from hardware.works import RealWorks; RealWorks('lgpio').pins()"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr.splitlines()[-1] == f"hardware.errors.NotThere: {NO_PI}"
        assert list(tmp_path.iterdir()) == []

    def test_they_are_opened_also_from_a_home_that_is_closed_to_the_user_of_the_box(self, tmp_path: Path) -> None:
        """Who says `sudo veilingklok doctor` stands in one."""
        home = tmp_path / "home"
        home.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", FROM_A_CLOSED_HOME, home],
            env={"PYTHONPATH": str(Path(__file__).parents[2])},  # not watched: another user cannot note what was run
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == ("/\n", "")

    def test_a_library_that_is_not_installed_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "RPi", None)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
        with pytest.raises(NotThere) as refusal:
            RealWorks("rpigpio").pins()
        assert str(refusal.value).startswith("The pin library RPi.GPIO cannot be used (")
        assert str(refusal.value).endswith("): install it, or set pins.factory.")
        assert "Traceback" not in str(refusal.value)

    def test_whatever_else_a_library_says_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Refuses(ModuleType):
            def LGPIOFactory(self) -> None:  # noqa: N802  the library's own name
                raise OSError("can not open gpiochip")

        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Refuses("gpiozero.pins.lgpio"))
        with pytest.raises(NotThere) as refusal:
            RealWorks("lgpio").pins()
        assert str(refusal.value).startswith("The pins cannot be opened: ")
        assert str(refusal.value).endswith(".")
        assert not str(refusal.value).endswith("..")

    def test_they_are_opened_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Opens(ModuleType):
            LGPIOFactory = MockFactory

        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", Opens("gpiozero.pins.lgpio"))
        works = RealWorks("lgpio")
        assert isinstance(works.pins(), MockFactory)
        assert works.pins() is works.pins()


class TestStamps:
    def test_those_of_lgpio_are_the_kernels_and_nobody_has_to_be_warned(self) -> None:
        works = RealWorks("lgpio")
        assert (works.name, works.uncertainty, works.warning) == ("lgpio", 0, None)

    @pytest.mark.parametrize("factory", ["rpigpio", "native"])
    def test_those_of_the_others_are_pythons_and_players_are_told(self, factory: str) -> None:
        works = RealWorks(factory)
        assert works.uncertainty == 2_500_000
        assert str(works.warning) == (
            f"{factory} has no stamps of the kernel: margins under 5 ms are not trusted, they are ties."
        )

    def test_every_library_that_can_be_set_is_known(self) -> None:
        for factory in FACTORIES:
            chosen = settings_from({"pins": {"factory": factory}}).values["pins"]["factory"]
            assert RealWorks(chosen).name == factory


class Bus:
    """Stands in for a bus of the kernel. Somebody answers on it, or nobody does."""

    opened: list["Bus"]
    answers: bool

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_open = True
        self.sent: list[tuple[int, list[int]]] = []
        self.opened.append(self)

    def write_i2c_block_data(self, address: int, _mode: int, data: list[int]) -> None:
        if not self.answers:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.sent.append((address, data))

    def i2c_rdwr(self, _message: object) -> None:
        """A picture."""

    def close(self) -> None:
        self.is_open = False


@pytest.fixture
def buses(monkeypatch: pytest.MonkeyPatch) -> type[Bus]:
    class Buses(Bus):
        opened: list[Bus] = []  # noqa: RUF012  of this test
        answers = True

    monkeypatch.setattr("smbus2.SMBus", Buses)
    return Buses


class TestADisplayOnI2C:
    @pytest.mark.skipif(Path("/dev/i2c-22").exists(), reason="there is such a bus here")
    def test_without_its_bus_the_bus_is_named(self) -> None:
        with pytest.raises(DeviceNotFoundError, match=r"^I2C device not found: /dev/i2c-22$"):
            RealWorks("lgpio").display(display(port=22))

    def test_it_is_the_one_of_the_settings(self, buses: type[Bus]) -> None:
        device = RealWorks("lgpio").display(
            display(driver="sh1106", size="128x32", port=3, address=0x3D, rotate=1, contrast=77)
        )
        device.persist = True  # there is nothing to be cleared when the tests end
        (bus,) = buses.opened
        assert type(device).__name__ == "sh1106"
        assert (device.width, device.height) == (32, 128)  # a quarter turn
        assert bus.port == 3
        assert {address for address, _ in bus.sent} == {0x3D}
        assert bus.sent[-1] == (0x3D, [0x81, 77])

    def test_one_that_does_not_answer_says_where_it_was_looked_for(self, buses: type[Bus]) -> None:
        buses.answers = False
        with pytest.raises(DeviceNotFoundError, match=r"^I2C device not found on address: 0x3C$"):
            RealWorks("lgpio").display(display())

    def test_one_that_does_not_answer_leaves_no_bus_open(self, buses: type[Bus]) -> None:
        """It is tried again every few seconds, all night long."""
        buses.answers = False
        for _ in range(3):
            with pytest.raises(DeviceNotFoundError):
                RealWorks("lgpio").display(display())
        assert [bus.is_open for bus in buses.opened] == [False] * 3


class Spi:
    """Stands in for an SPI bus, and notes how the line for data/command stood while bytes were sent."""

    pins: MockFactory
    opened: list["Spi"]

    def __init__(self) -> None:
        self.sent: list[tuple[bool, int]] = []
        self.opened.append(self)

    def open(self, port: int, select: int) -> None:
        self.where = port, select

    def writebytes(self, data: list[int]) -> None:
        self.sent.append((bool(self.pins.pin(25).state), len(data)))

    def close(self) -> None:
        """Nothing was opened."""


@pytest.fixture
def spi(monkeypatch: pytest.MonkeyPatch) -> type[Spi]:
    class SpiDev(Spi):
        opened: list[Spi] = []  # noqa: RUF012  of this test

    library = ModuleType("spidev")
    library.SpiDev = SpiDev  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", library)
    return SpiDev


class TestADisplayOnSpi:
    def test_data_and_commands_are_told_apart_by_their_line(self, spi: type[Spi]) -> None:
        works = OnMockPins()
        spi.pins = works.mock
        device = works.display(display(bus="spi", port=0, select=1, dc=25))
        device.persist = True
        (bus,) = spi.opened
        assert bus.where == (0, 1)
        bus.sent.clear()
        device.contrast(10)
        assert bus.sent == [(False, 2)]
        device.clear()
        assert bus.sent[-1] == (True, 128 * 64 // 8)

    def test_it_is_reset_and_then_left_alone(self, spi: type[Spi]) -> None:
        works = OnMockPins()
        spi.pins = works.mock
        pin = works.mock.pin(26)
        pin.clear_states()
        works.display(display(bus="spi", port=0, dc=25, reset=26)).persist = True
        assert pin.function == "output"
        assert [bool(state.state) for state in pin.states] == [False, True]

    def test_one_that_fell_silent_can_be_opened_again(self, spi: type[Spi]) -> None:
        """luma holds on to every device that it ever made."""
        works = OnMockPins()
        spi.pins = works.mock
        for _ in range(2):
            device = works.display(display(bus="spi", port=0, dc=25, reset=26))
            device.persist = True
            device.cleanup()
        assert len(spi.opened) == 2

    def test_without_its_library_the_library_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "spidev", None)
        with pytest.raises(ImportError, match="spidev"):
            OnMockPins().display(display(bus="spi", port=0))


class TestOutputLines:
    """The words of RPi.GPIO that luma knows, said with gpiozero."""

    def test_a_line_becomes_an_output_and_goes_high_and_low(self) -> None:
        pins = MockFactory()
        lines = _OutputLines(pins)
        lines.setup(25, lines.OUT)
        assert (pins.pin(25).function, bool(pins.pin(25).state)) == ("output", False)
        lines.output(25, lines.HIGH)
        assert pins.pin(25).state
        lines.output(25, lines.LOW)
        assert not pins.pin(25).state

    def test_each_line_is_its_own(self) -> None:
        pins = MockFactory()
        lines = _OutputLines(pins)
        for line in (24, 25):
            lines.setup(line, lines.OUT)
        lines.output(25, lines.HIGH)
        assert (bool(pins.pin(24).state), bool(pins.pin(25).state)) == (False, True)


class TestTheServo:
    @pytest.mark.skipif(any(Path("/sys/class/pwm").glob("pwmchip*")), reason="there is PWM here")
    def test_hardware_pwm_that_is_not_there_is_said(self) -> None:
        with pytest.raises(NotThere, match="There is no hardware PWM"):
            RealWorks("lgpio").servo(dial(kind="pwm"))

    @not_on_a_pi
    def test_pulses_of_lgpio_need_its_pins(self) -> None:
        with pytest.raises(NotThere) as refusal:
            RealWorks("lgpio").servo(dial(kind="lgpio"))
        assert str(refusal.value) == NO_PI

    @pytest.mark.parametrize("factory", ["rpigpio", "native"])
    def test_with_the_pins_of_another_library_lgpio_makes_none(self, factory: str) -> None:
        with pytest.raises(NotThere) as refusal:
            OnMockPins(factory).servo(dial(kind="lgpio"))
        assert str(refusal.value) == (
            f"Pulses of lgpio do not go with the pins of {factory}: set dial.kind to pwm, or pins.factory to lgpio."
        )


def test_two_who_ask_for_the_pins_at_once_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel and a display on SPI do, as the device starts."""
    both_ask = threading.Barrier(2)

    class Pins:
        def __init__(self) -> None:
            made.append(self)

    made: list[Pins] = []
    module: Any = ModuleType("some_pins")
    module.Pins = Pins
    monkeypatch.setitem(sys.modules, "some_pins", module)
    monkeypatch.setitem(works_module._FACTORIES, "lgpio", ("some_pins", "Pins"))
    works = RealWorks("lgpio")

    def asks() -> None:
        both_ask.wait()
        works.pins()

    asking = [threading.Thread(target=asks) for _ in range(2)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert len(made) == 1
