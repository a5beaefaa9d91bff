"""Settings: every one has a default and a check, and a bad file is one sentence."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from luma.oled import device as display_drivers

from companion.auction_clock import MILLISECOND, Profile
from companion.cli import main
from companion.errors import BadSettings
from companion.lot import Terms
from companion.settings import SETTINGS, Setting, default_file, read_settings, settings_from
from companion.settings.clashes import SIZES, lines
from companion.settings.header import I2C_LINES, ID_LINES
from companion.settings.kinds import LINES


def test_the_defaults_are_those_that_were_agreed_on() -> None:
    settings = settings_from({})
    assert settings.profile == Profile("original", 1.0, 1.5)
    assert settings.terms(range(4)) == Terms(window=10_000_000, tie=200_000, button_only=())


def test_the_file_that_is_printed_sets_every_default(tmp_path: Path) -> None:
    file = tmp_path / "veilingklok.toml"
    printed = CliRunner().invoke(main, ["settings"]).stdout
    assert printed.startswith("# Write what you want otherwise into ")
    file.write_text(printed)
    assert read_settings(file).values == settings_from({}).values
    result = CliRunner().invoke(main, ["settings", "check", str(file)])
    assert (result.exit_code, result.stdout) == (0, f"{file}: good.\n")
    written = msgspec.toml.decode(file.read_bytes())
    assert [(section, name) for section, names in written.items() for name in names] == [
        (setting.section, setting.name) for setting in SETTINGS
    ]
    for setting in SETTINGS:
        assert str(setting.help) in default_file()


def test_on_a_box_the_file_is_the_one_that_its_service_reads() -> None:
    printed = CliRunner().invoke(main, ["settings"], env={"VEILINGKLOK_SETTINGS": "/etc/veilingklok/veilingklok.toml"})
    assert printed.stdout.startswith("# Write what you want otherwise into /etc/veilingklok/veilingklok.toml,")


def test_a_file_may_set_some(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[clock]\nprofile = "even"\nspeed = 2\n[referee]\ntie_us = 500\nphone_bids = "never"\n')
    settings = read_settings(file)
    assert settings.profile == Profile("even", 2.0, 1.5)
    assert settings.terms(range(3), with_button=(1,)) == Terms(tie=500_000, button_only=(0, 1, 2))
    result = CliRunner().invoke(main, ["settings", "check", str(file)])
    assert (result.exit_code, result.stdout) == (0, f"{file}: good.\n")


@pytest.mark.parametrize(
    ("phone_bids", "button_only"), [("without_button", (0, 2)), ("never", (0, 1, 2, 3)), ("always", ())]
)
def test_where_the_seat_has_a_button_phones_do_not_bid_unless_the_table_wants_it(
    phone_bids: str, button_only: tuple[int, ...]
) -> None:
    settings = settings_from({"referee": {"phone_bids": phone_bids}})
    assert settings.terms(range(4), with_button=(0, 2)).button_only == button_only


@pytest.mark.parametrize(
    ("phone_bids", "with_button", "late_ms"),
    [
        ("without_button", (0, 2), 20),
        ("without_button", (0, 1, 2, 3), 0),
        ("without_button", (), 20),
        ("without_button", None, 0),
        ("never", (0, 2), 0),
        ("always", (0, 1, 2, 3), 20),
    ],
)
def test_bids_by_phone_are_waited_for_where_there_can_be_any(
    phone_bids: str, with_button: tuple[int, ...] | None, late_ms: int
) -> None:
    settings = settings_from({"referee": {"phone_bids": phone_bids}})
    assert settings.terms(range(4), with_button).late == late_ms * MILLISECOND


@pytest.mark.parametrize("name", ["", "veilingklok", "veilingklok.local", "10.0.0.7"])
def test_a_device_can_have_another_name(name: str) -> None:
    assert settings_from({"page": {"name": name}}).values["page"]["name"] == name


@pytest.mark.parametrize("name", ["a b", "http://klok/", "klok:80", "klok\n", "ä", "k" * 101, 7])
def test_what_no_machine_is_called_is_refused(name: object) -> None:
    with pytest.raises(BadSettings, match=r'page.name must be a name such as "veilingklok.local", or "", not'):
        settings_from({"page": {"name": name}})


SECTIONS = (
    "table, clock, referee, bots, seat1, seat2, seat3, seat4, seat5, pins, buttons, display, dial, sound, power, page, "
    "wifi, mqtt"
)
BAD = [
    ("[clock]\nspeed = 3\n", "clock.speed must be a number from 0.5 to 2, not 3."),
    ("[clock]\nspeed = true\n", "clock.speed must be a number from 0.5 to 2, not True."),
    ("[clock]\nspeed = nan\n", "clock.speed must be a number from 0.5 to 2, not nan."),
    ('[clock]\nprofile = "cubist"\n', "clock.profile must be original or even, not 'cubist'."),
    ("[clock]\nvolume = 11\n", "there is no setting clock.volume; in [clock] there are profile, speed, "
     "seconds_per_price, get_ready."),
    ("[radio]\nvolume = 11\n", f"there is no section radio; there are {SECTIONS}."),
    ("clock = 5\n", "clock must be a section: [clock]."),
    ("[referee]\nphone_bids = []\n", "referee.phone_bids must be without_button or never or always, not []."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), BAD)
def test_what_is_wrong_is_said_with_file_and_setting(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    for command in (["settings", "check", str(file)], ["play", "--settings", str(file)]):
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 1
        assert result.stderr == f"Error: {file}: {says}\n"


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("[clock]\nspeed = 3\nvolume = 11\n[radio]\nvolume = 11\n")
    result = CliRunner().invoke(main, ["settings", "check", str(file)])
    assert result.stderr.splitlines() == [
        f"Error: {file}: clock.speed must be a number from 0.5 to 2, not 3.",
        f"{file}: there is no setting clock.volume; in [clock] there are profile, speed, seconds_per_price, get_ready.",
        f"{file}: there is no section radio; there are {SECTIONS}.",
    ]


@pytest.mark.parametrize(
    "content", [b"[clock\n", b"\xff\xfe", b"speed", b"a = " + b"[" * 20_000, b"a = " + b"1" * 5000]
)
def test_what_is_no_toml_is_said(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.toml"
    file.write_bytes(content)
    with pytest.raises(BadSettings, match="is not TOML"):
        read_settings(file)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["clock", "--settings", str(tmp_path / "none.toml")])
    assert result.stderr == f"Error: {tmp_path / 'none.toml'}: No such file or directory.\n"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting.section}.{setting.name}")
def test_every_default_passes_its_own_check(setting: Any) -> None:
    assert setting.is_good(setting.default)
    assert not setting.is_good(None)


# --- what is built into the device

DRIVERS = "ssd1306 or ssd1309 or ssd1315 or sh1106 or sh1107 or ch1115 or none"
ON_SPI = '[display]\nbus = "spi"\nport = 0\n'
BROKEN = {
    "a line used twice": ("[sound]\nbuzzer = 5\n", "line 5 is used twice: by seat1.button and sound.buzzer."),
    "a button on the lamp of another seat": (
        "[seat2]\nbutton = 17\n",
        "line 17 is used twice: by seat2.button and seat1.lamp.",
    ),
    "a line used thrice": (
        '[sound]\nbuzzer = 5\n[dial]\nkind = "lgpio"\nline = 5\n',
        "line 5 is used 3 times: by seat1.button and sound.buzzer and dial.line.",
    ),
    "data/command of the display on a lamp": (
        f"{ON_SPI}dc = 27\n",
        "line 27 is used twice: by seat2.lamp and display.dc.",
    ),
    "a line of the I2C bus": (
        "[seat2]\nlamp = 3\n",
        "seat2.lamp is on line 3, which the display's bus I2C 1 needs.",
    ),
    "a line of the SPI bus": (
        f"{ON_SPI}[seat2]\nlamp = 10\n",
        "seat2.lamp is on line 10, which the display's bus SPI 0 needs.",
    ),
    "a line of the firmware": (
        "[sound]\nbuzzer = 1\n",
        "sound.buzzer is on line 1, which the firmware needs to find out what sits on the header.",
    ),
    "a line that is not on the header": (
        "[seat3]\nbutton = 40\n",
        'seat3.button must be a GPIO line from 0 to 27, or "none", not 40.',
    ),
    "a line in quotes": (
        '[seat1]\nlamp = "17"\n',
        """seat1.lamp must be a GPIO line from 0 to 27, or "none", not '17'.""",
    ),
    "a line that is yes": (
        "[sound]\nbuzzer = true\n",
        'sound.buzzer must be a GPIO line from 0 to 27, or "none", not True.',
    ),
    "half a line": (
        "[dial]\nline = 18.5\n",
        'dial.line must be a GPIO line from 0 to 27, or "none", not 18.5.',
    ),
    "hardware PWM where there is none": (
        '[dial]\nkind = "pwm"\nline = 4\n',
        "dial.line 4 has no hardware PWM; 12, 13, 18 and 19 have.",
    ),
    "a dial without a line": (
        '[dial]\nkind = "pwm"\nline = "none"\n',
        "dial.line must name a line: the servo hangs on one.",
    ),
    "a dial that hardly turns": (
        '[dial]\nkind = "pwm"\nstart_us = 1500\nend_us = 1300\n',
        "dial.start_us and dial.end_us must lie at least 300 apart, or the hand moves in steps.",
    ),
    "a face without a width": (
        '[dial]\nkind = "pwm"\nstart_angle = 45\nend_angle = 45.0\n',
        "dial.start_angle and dial.end_angle are the same: the hand has to go somewhere.",
    ),
    "a kind of dial that there is not": (
        '[dial]\nkind = "stepper"\n',
        "dial.kind must be none or pwm or lgpio, not 'stepper'.",
    ),
    "a size that the chip does not come in": (
        '[display]\nsize = "128x128"\n',
        "display.size 128x128 does not go with ssd1306, which has 128x64 or 128x32.",
    ),
    "SPI without data/command": (
        f'{ON_SPI}dc = "none"\n',
        "display.dc must name a line: a display on SPI needs one for data/command.",
    ),
    "an SPI bus that there is not": (
        '[display]\nbus = "spi"\nport = 5\n',
        "display.port 5 is no SPI bus on the header; there are 0 and 1.",
    ),
    "an unknown chip": ('[display]\ndriver = "st7735"\n', f"display.driver must be {DRIVERS}, not 'st7735'."),
    "an address beyond the bus": (
        "[display]\naddress = 0x90\n",
        "display.address must be an address from 0x08 to 0x77, not 144.",
    ),
    "four quarter turns": ("[display]\nrotate = 4\n", "display.rotate must be a whole number from 0 to 3, not 4."),
    "a chord of one": (
        "[power]\nchord = [1]\n",
        "power.chord must be two different seats from 1 to 5, such as [1, 3], or [], not [1].",
    ),
    "a chord of a seat with itself": (
        "[power]\nchord = [2, 2]\n",
        "power.chord must be two different seats from 1 to 5, such as [1, 3], or [], not [2, 2].",
    ),
    "a chord with a seat that there is not": (
        "[power]\nchord = [0, 1]\n",
        "power.chord must be two different seats from 1 to 5, such as [1, 3], or [], not [0, 1].",
    ),
    "a chord with a seat that has no button": (
        '[seat3]\nbutton = "none"\n',
        "power.chord names seat 3, which has no button.",
    ),
    "two seats of one colour": (
        '[seat2]\ncolour = "orange"\n',
        "seat1.colour and seat2.colour are the same: orange.",
    ),
    "a colour that nobody makes": (
        '[seat2]\ncolour = "mauve"\n',
        "seat2.colour must be orange or blue or green or yellow or purple or red or white, not 'mauve'.",
    ),
    "a page on no port": ("[page]\nport = 0\n", "page.port must be a whole number from 1 to 65535, not 0."),
    "a page for nobody": ('[page]\nhost = ""\n', "page.host must be a word of 1 to 100 letters, not ...."),
    "sounds that are maybe": ("[sound]\nticks = 1\n", "sound.ticks must be true or false, not 1."),
    "a language that nobody translated": (
        '[table]\nlanguage = "fr"\n',
        "table.language must be en or de or nl, not 'fr'.",
    ),
}


def mistakes(chosen: dict[str, Any]) -> list[str]:
    """Sentence by sentence."""
    with pytest.raises(BadSettings) as refusal:
        settings_from(chosen, "mine")
    sentences = str(refusal.value).splitlines()
    assert all(sentence.startswith("mine: ") for sentence in sentences)
    return [sentence.removeprefix("mine: ") for sentence in sentences]


@pytest.mark.parametrize("broken", BROKEN)
def test_what_cannot_be_built_is_one_sentence(tmp_path: Path, broken: str) -> None:
    text, says = BROKEN[broken]
    file = tmp_path / "broken.toml"
    file.write_text(text)
    result = CliRunner().invoke(main, ["settings", "check", str(file)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: {file}: {says}\n"


@pytest.mark.parametrize("value", ["hunter2\n", 31337])
@pytest.mark.parametrize("setting", [one for one in SETTINGS if one.is_free], ids=lambda one: one.key)
def test_what_can_be_written_freely_is_not_told_where_it_is_wrong(setting: Setting, value: object) -> None:
    (says,) = mistakes({setting.section: {setting.name: value}})
    assert says == f"{setting.key} must be {setting.must_be}, not ...."


def test_everything_that_cannot_be_built_is_told_at_once() -> None:
    assert mistakes(
        {
            "seat1": {"lamp": 2, "colour": "blue"},
            "seat4": {"button": "none"},
            "sound": {"buzzer": 24},
            "dial": {"kind": "pwm", "line": 26, "end_us": 700},
            "display": {"size": "128x128"},
            "power": {"chord": [4, 5]},
        }
    ) == [
        "line 24 is used twice: by seat5.lamp and sound.buzzer.",
        "seat1.lamp is on line 2, which the display's bus I2C 1 needs.",
        "display.size 128x128 does not go with ssd1306, which has 128x64 or 128x32.",
        "dial.line 26 has no hardware PWM; 12, 13, 18 and 19 have.",
        "dial.start_us and dial.end_us must lie at least 300 apart, or the hand moves in steps.",
        "seat1.colour and seat2.colour are the same: blue.",
        "power.chord names seat 4, which has no button.",
    ]


def test_bad_values_are_told_together_with_what_cannot_be_built() -> None:
    assert mistakes({"clock": {"speed": 3}, "seat1": {"button": 40}, "sound": {"buzzer": 6}, "radio": {}}) == [
        "clock.speed must be a number from 0.5 to 2, not 3.",
        'seat1.button must be a GPIO line from 0 to 27, or "none", not 40.',
        f"there is no section radio; there are {SECTIONS}.",
        "line 6 is used twice: by seat2.button and sound.buzzer.",
    ]


def test_a_bad_value_is_not_said_to_clash_with_anything() -> None:
    """Line 5 is the default of the button whose line is wrong: nobody has used it twice."""
    assert mistakes({"seat1": {"button": 40}, "sound": {"buzzer": 5}}) == [
        'seat1.button must be a GPIO line from 0 to 27, or "none", not 40.'
    ]


def test_what_is_not_built_uses_no_line() -> None:
    """So its line may be somebody else's."""
    for lamp, chosen in (
        (18, {"dial": {"kind": "none", "line": 18}}),
        (25, {"display": {"bus": "i2c", "dc": 25}}),
        (2, {"display": {"driver": "none"}}),
    ):
        assert settings_from({"seat1": {"lamp": lamp}} | chosen).fittings.seats[0].lamp == lamp


def test_a_bus_that_is_not_on_the_header_needs_no_line_of_it() -> None:
    assert settings_from({"seat1": {"lamp": 2}, "display": {"port": 3}}).fittings.seats[0].lamp == 2


def test_a_seat_is_counted_from_1_in_the_file_and_from_0_in_the_program() -> None:
    fittings = settings_from({"seat2": {"button": 26}, "power": {"chord": [2, 5]}}).fittings
    assert fittings.seats[1].button == 26
    assert fittings.chord == (1, 4)


def test_what_is_said_to_be_none_is_not_there() -> None:
    none = settings_from(
        {
            "seat5": {"button": "none", "lamp": "none"},
            "display": {"driver": "none"},
            "sound": {"buzzer": "none"},
            "power": {"chord": []},
        }
    ).fittings
    assert (none.seats[4].button, none.seats[4].lamp) == (None, None)
    assert (none.display, none.dial, none.buzzer, none.chord) == (None, None, None, ())


class Wire:
    """Where a display would be: remembers what was sent."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        self.pixels = 0

    def command(self, *commands: int) -> None:
        self.commands += commands

    def data(self, data: list[int]) -> None:
        self.pixels += 8 * len(data)

    def cleanup(self) -> None:
        """Nothing was opened."""


@pytest.mark.parametrize(("driver", "size"), [(driver, size) for driver in SIZES for size in SIZES[driver]])
def test_every_display_that_can_be_set_can_be_built(driver: str, size: str) -> None:
    settings = settings_from({"display": {"driver": driver, "size": size}})
    display = settings.fittings.display
    assert display is not None
    wire = Wire()
    device = getattr(display_drivers, display.driver)(wire, width=display.width, height=display.height)
    device.persist = True  # there is nothing to be cleared when the tests end
    device.contrast(display.contrast)
    assert f"{device.width}x{device.height}" == size
    assert wire.commands[-2:] == [0x81, 207]  # what every one of these chips calls contrast
    wire.pixels = 0
    device.clear()
    assert wire.pixels == display.width * display.height


def test_every_chip_that_can_be_set_has_a_size() -> None:
    (chips,) = [setting for setting in SETTINGS if setting.key == "display.driver"]
    assert all(chips.is_good(driver) for driver in SIZES)
    assert str(chips.must_be) == " or ".join([*SIZES, "none"])


FREE = [line for line in LINES if line not in (*I2C_LINES[1], *ID_LINES)]
PARTS = [
    *(f"seat{seat}.button" for seat in range(1, 6)),
    *(f"seat{seat}.lamp" for seat in range(1, 6)),
    "sound.buzzer",
    "dial.line",
]
"""In the order in which they are named."""


def wired(on: dict[str, int]) -> dict[str, Any]:
    chosen: dict[str, Any] = {"dial": {"kind": "lgpio"}}
    for part, line in on.items():
        section, name = part.split(".")
        chosen.setdefault(section, {})[name] = line
    return chosen


@given(st.permutations(FREE))
def test_any_lines_will_do_as_long_as_each_is_used_once(free: list[int]) -> None:
    on = dict(zip(PARTS, free, strict=False))
    assert {name: line for line, name in lines(settings_from(wired(on)).fittings)} == on


@given(st.permutations(FREE), st.sets(st.sampled_from(PARTS), min_size=2, max_size=2))
def test_whatever_shares_a_line_is_named_with_what_it_shares_it_with(free: list[int], pair: set[str]) -> None:
    on = dict(zip(PARTS, free, strict=False))
    one, other = sorted(pair, key=PARTS.index)
    on[other] = on[one]
    assert mistakes(wired(on)) == [f"line {on[one]} is used twice: by {one} and {other}."]


@given(st.sampled_from(PARTS), st.sampled_from([*I2C_LINES[1], *ID_LINES]))
def test_whatever_is_on_a_line_of_others_is_named(part: str, line: int) -> None:
    taken = "the display's bus I2C 1 needs" if line in I2C_LINES[1] else "the firmware needs"
    (mistake,) = mistakes(wired(dict(zip(PARTS, FREE, strict=False)) | {part: line}))
    assert mistake.startswith(f"{part} is on line {line}, which {taken}")


def test_a_chord_that_would_be_stuck_before_it_switches_off_is_refused() -> None:
    with pytest.raises(BadSettings, match=r"power.hold_s must be less than buttons.stuck_s"):
        settings_from({"power": {"hold_s": 12}})
    assert settings_from({"power": {"hold_s": 12, "chord": []}}).fittings.chord == ()
