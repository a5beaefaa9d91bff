"""The wiring: every line of the settings on its pin, told in a table and as the header."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from wirings import DEVICES, NOTHING, built

from companion.cli import main
from companion.settings import settings_from
from companion.settings.clashes import lines
from companion.settings.header import HEADER, PIN_OF_LINE
from companion.wiring import Connection, connections, header, table
from companion.words import Language
from companion.words import words as spoken


def pins(connected: tuple[Connection, ...]) -> dict[str, int]:
    return {one.label(): one.pin for one in connected}


# --- which wire goes where


@pytest.mark.parametrize("device", DEVICES)
def test_every_line_of_the_settings_is_on_its_pin(device: str) -> None:
    used = {one.pin for one in connections(built(device))}
    assert {PIN_OF_LINE[line] for line, _ in lines(built(device))} <= used


@pytest.mark.parametrize("device", DEVICES)
def test_no_pin_has_two_wires(device: str) -> None:
    used = [one.pin for one in connections(built(device))]
    assert len(used) == len(set(used))


@pytest.mark.parametrize("device", DEVICES)
def test_power_and_ground_are_on_pins_that_carry_them(device: str) -> None:
    for one in connections(built(device)):
        if one.use in ("power", "ground"):
            assert HEADER[one.pin - 1] == one.part == one.carries
        else:
            assert one.carries == f"GPIO {HEADER[one.pin - 1]}"


def test_a_seat_has_a_button_and_a_lamp_in_its_colour() -> None:
    button, lamp = connections(built("as it comes"))[:2]
    assert (button.pin, button.carries, button.label()) == (29, "GPIO 5", "seat 1 (orange): button")
    assert (lamp.pin, lamp.carries, lamp.label()) == (11, "GPIO 17", "seat 1 (orange): lamp")
    assert button.colour == lamp.colour == "orange"


def test_a_button_goes_to_ground_and_a_lamp_through_a_driver() -> None:
    button, lamp = connections(built("as it comes"))[:2]
    assert "GND" in str(button.how)
    assert "ULN2803 or transistor" in str(lamp.how)


def test_buttons_and_lamps_have_a_ground_and_lamps_have_5_volts() -> None:
    used = pins(connections(built("as it comes")))
    assert (used["buttons: GND"], used["lamps: GND"], used["lamps: 5V"]) == (39, 14, 4)


def test_a_display_on_i2c_has_four_wires_side_by_side() -> None:
    used = pins(connections(built("as it comes")))
    assert [used[f"display: {part}"] for part in ("3V3", "SDA", "SCL", "GND")] == [1, 3, 5, 6]


def test_a_display_on_spi_has_its_lines_and_the_select_of_the_settings() -> None:
    used = pins(connections(built("with everything")))
    wires = ("3V3", "MOSI", "SCLK", "CE0", "DC", "RST", "GND")
    assert [used[f"display: {part}"] for part in wires] == [17, 19, 23, 24, 22, 37, 25]
    assert pins(connections(built("on the other SPI")))["display: CE1"] == PIN_OF_LINE[17]


def test_without_a_line_for_reset_the_display_is_kept_out_of_it_by_its_power() -> None:
    (power,) = [one for one in connections(built("on the other SPI")) if one.label() == "display: 3V3"]
    assert "its RES too" in str(power.how)


def test_of_a_bus_that_is_not_on_the_header_only_power_is_told() -> None:
    elsewhere = connections(settings_from(NOTHING | {"display": {"port": 3}}).fittings)
    assert list(pins(elsewhere)) == ["display: 3V3", "display: GND"]
    assert "SDA and SCL where I2C bus 3 has them" in str(elsewhere[0].how)


def test_the_dial_is_advised_to_have_a_supply_of_its_own() -> None:
    dial = {one.part: one for one in connections(built("with everything")) if str(one.device) == "dial"}
    assert {part: one.pin for part, one in dial.items()} == {"signal": 12, "5V": 4, "GND": 9}
    assert "supply of its own, grounds joined" in str(dial["5V"].how)


def test_the_buzzer_has_the_ground_beside_its_line() -> None:
    used = pins(connections(built("as it comes")))
    assert (used["buzzer: +"], used["buzzer: GND"]) == (33, 34)


def test_what_is_not_built_has_no_wires() -> None:
    assert connections(settings_from(NOTHING).fittings) == ()
    assert list(pins(connections(built("one button")))) == ["seat 3 (green): button", "buttons: GND"]


# --- in letters


def test_the_table_has_a_line_for_each_connection() -> None:
    connected = connections(built("with everything"))
    heading, *rows = table(connected).splitlines()
    assert heading.split() == ["pin", "line", "device", "how"]
    assert [re.split(r"\s{2,}", row.strip()) for row in rows] == [
        [str(one.pin), one.carries, one.label(), str(one.how)] for one in connected
    ]


def test_a_table_of_nothing_says_so() -> None:
    assert table(()) == "Nothing is connected.\n"


def test_the_header_is_drawn_as_it_lies_on_the_board() -> None:
    rows = [re.sub(r"GPIO \d+|3V3|5V|GND", "", row).split() for row in header(()).splitlines()]
    assert rows == [[str(left), str(left + 1)] for left in range(1, 40, 2)]


def test_on_the_header_used_pins_are_bracketed_and_labelled() -> None:
    rows = header(connections(built("as it comes"))).splitlines()
    assert rows[0].strip() == "display: 3V3      3V3  [ 1]   2   5V"
    assert rows[7].strip() == "seat 3 (green): lamp  GPIO 22  [15] [16]  GPIO 23  seat 4 (yellow): lamp"
    assert rows[19].strip() == "buttons: GND      GND  [39] [40]  GPIO 21  seat 5 (purple): button"


def test_a_bare_header_has_no_labels() -> None:
    assert header(()).splitlines()[1].split() == ["GPIO", "2", "3", "4", "5V"]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_table_and_header_fit_on_paper(language: Language) -> None:
    connected = connections(built("with everything"))
    assert max(map(len, table(connected, spoken(language)).splitlines())) <= 104
    assert max(map(len, header(connected, spoken(language)).splitlines())) <= 79


def test_the_table_speaks_other_languages() -> None:
    heading, first, *_ = table(connections(built("as it comes")), spoken("de")).splitlines()
    assert heading.split() == ["Pin", "Leitung", "Gerät", "wie"]
    assert "Platz 1 (orange): Knopf" in first
    assert "plaats 2 (blauw): lamp" in header(connections(built("as it comes")), spoken("nl"))


# --- the command


def test_wiring_prints_the_table_and_the_header(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.touch()
    result = CliRunner().invoke(main, ["wiring", "--settings", str(mine)])
    assert result.exit_code == 0
    connected = connections(settings_from({}).fittings)
    assert result.stdout.startswith(table(connected))
    assert result.stdout.endswith(header(connected))
