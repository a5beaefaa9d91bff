"""Settings: every one has a default and a check, and a bad file is one sentence."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.auction_clock import Profile
from companion.cli import main
from companion.errors import BadSettings
from companion.lot import Terms
from companion.settings import SETTINGS, default_file, read_settings, settings_from


def test_the_defaults_are_those_that_were_agreed_on() -> None:
    settings = settings_from({})
    assert settings.profile == Profile("original", 1.0, 1.5)
    assert settings.terms(range(4)) == Terms(window=10_000_000, tie=200_000, button_only=())


def test_the_file_that_is_printed_sets_every_default(tmp_path: Path) -> None:
    file = tmp_path / "veilingklok.toml"
    printed = CliRunner().invoke(main, ["settings"]).stdout
    assert printed.startswith("# Save this as ")
    file.write_text(printed)
    assert read_settings(file) == settings_from({})
    written = msgspec.toml.decode(file.read_bytes())
    assert [(section, name) for section, names in written.items() for name in names] == [
        (setting.section, setting.name) for setting in SETTINGS
    ]
    for setting in SETTINGS:
        assert setting.help in default_file()


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


BAD = [
    ("[clock]\nspeed = 3\n", "clock.speed must be a number from 0.5 to 2, not 3."),
    ("[clock]\nspeed = true\n", "clock.speed must be a number from 0.5 to 2, not True."),
    ("[clock]\nspeed = nan\n", "clock.speed must be a number from 0.5 to 2, not nan."),
    ('[clock]\nprofile = "cubist"\n', "clock.profile must be original or even, not 'cubist'."),
    ("[clock]\nvolume = 11\n", "there is no setting clock.volume; in [clock] there are profile, speed, "
     "seconds_per_price, get_ready."),
    ("[radio]\nvolume = 11\n", "there is no section radio; there are clock, referee, bots."),
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
        f"{file}: there is no section radio; there are clock, referee, bots.",
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
