"""What config.txt needs, for each way to build the device."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.boot import boot_lines
from companion.cli import main
from companion.settings import settings_from
from companion.settings.header import PWM_LINES

FAST_BUS = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]


def lines(**settings: Any) -> list[str]:
    return boot_lines(settings_from(settings).fittings)


def test_the_usual_device_needs_its_bus_at_400_kilohertz() -> None:
    assert lines() == FAST_BUS


def test_a_device_without_a_display_needs_no_bus() -> None:
    assert lines(display={"driver": "none"}) == []


def test_another_i2c_bus_has_an_overlay_of_its_own() -> None:
    assert lines(display={"port": 3}) == ["dtoverlay=i2c3,baudrate=400000"]


@pytest.mark.parametrize(
    ("display", "needs"),
    [
        ({"port": 0}, "dtparam=spi=on"),
        ({"port": 0, "select": 1}, "dtparam=spi=on"),
        ({"port": 1}, "dtoverlay=spi1-1cs"),
        ({"port": 1, "select": 1}, "dtoverlay=spi1-2cs"),
    ],
)
def test_a_display_on_spi_needs_its_bus_and_its_select(display: dict[str, Any], needs: str) -> None:
    moved = {"seat1": {"lamp": 4}, "seat4": {"button": 26}, "seat5": {"button": 12}}
    assert lines(display={"bus": "spi", **display}, **moved) == [needs]


@pytest.mark.parametrize("line", PWM_LINES)
def test_the_chips_own_pulses_are_brought_to_the_dials_line_and_taken_from_the_headphones(line: int) -> None:
    needs = lines(dial={"kind": "pwm", "line": line}, sound={"buzzer": "none"})
    function = 4 if line < 18 else 2
    assert needs == [*FAST_BUS, "dtoverlay=", "dtparam=audio=off", f"dtoverlay=pwm,pin={line},func={function}"]


def test_a_dial_by_pulses_of_lgpio_needs_nothing() -> None:
    assert lines(dial={"kind": "lgpio"}) == FAST_BUS


def test_a_power_switch_is_told_when_the_machine_has_halted() -> None:
    assert lines(power={"halted": 26}) == [*FAST_BUS, "dtoverlay=gpio-poweroff,gpiopin=26"]


def test_the_command_prints_them_for_the_settings_that_the_environment_names(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[power]\nhalted = 26\n")
    told = CliRunner().invoke(main, ["settings", "boot"], env={"VEILINGKLOK_SETTINGS": str(mine)})
    assert told.output.splitlines() == lines(power={"halted": 26})


def test_a_line_cannot_tell_of_the_halt_and_be_a_button_too() -> None:
    told = CliRunner().invoke(main, ["settings", "boot", "--settings", "/dev/stdin"], input="")
    assert told.exit_code == 0
    with pytest.raises(Exception, match=r"line 5 is used twice: by seat1.button and power.halted."):
        settings_from({"power": {"halted": 5}})
