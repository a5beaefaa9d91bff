"""`veilingklok wifi`: the networks of the box from a terminal."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hang_guard import HANG_GUARD
from pseudo_terminal import Terminal
from stand_in_nmcli import World

from companion.cli import main
from companion.journal import FILE, Journal
from companion.wifi import own_wifi


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    world = World(tmp_path)
    for name, value in world.surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("companion.wifi.nmcli.QUICK", HANG_GUARD)
    monkeypatch.setenv("VEILINGKLOK_DATA", str(tmp_path / "games"))
    world.has("Home", "secret12345", signal=82)
    world.has("Guest", signal=30)
    return world


def says(*words: str, typed: str | bytes = "", language: str = "C") -> Result:
    return CliRunner().invoke(main, ["wifi", *words], input=typed, env={"LANG": language})


def test_how_it_stands(world: World) -> None:
    assert "The box is in no network.\nPlug in a cable, or join a Wi-Fi" in says().stdout
    world.is_in("Home", "secret12345")
    told = says()
    assert (told.exit_code, told.stdout.splitlines()[0]) == (0, "The box is in the Wi-Fi Home.")
    assert says(language="nl_NL.UTF-8").stdout.splitlines()[0] == "De box zit in de wifi Home."


def test_our_own_with_a_code_to_scan(world: World, tmp_path: Path) -> None:
    told = says("own")
    with Journal(tmp_path / "games") as journal:
        own = own_wifi(journal.drawer)
    assert told.stdout.splitlines()[:2] == [
        f"The box has a Wi-Fi of its own: {own.name}.",
        f"Its password is {own.password}",
    ]
    assert "\u2588" in told.stdout
    assert world.is_own_up
    assert own.password in says().stdout


def test_s10_renewing_the_password(world: World, tmp_path: Path) -> None:
    with Journal(tmp_path / "games") as journal:
        before = own_wifi(journal.drawer)
    told = says("renew")
    with Journal(tmp_path / "games") as journal:
        own = own_wifi(journal.drawer)
    assert own.password != before.password
    assert told.stdout.splitlines()[:2] == [
        f"{own.name} has a new password: phones join it anew with the code on the display.",
        f"Its password is {own.password}",
    ]
    assert not world.is_own_up  # nobody wanted it up


def test_s10_renewing_takes_effect_at_once(world: World, tmp_path: Path) -> None:
    says("own")
    before = world.read()["own_password"]
    assert says("renew").exit_code == 0
    assert world.is_own_up
    with Journal(tmp_path / "games") as journal:
        own = own_wifi(journal.drawer)
    assert world.read()["own_password"] == own.password != before


def test_networks_in_reach(world: World) -> None:
    world.knows("Home", "secret12345")
    assert says("networks").stdout.splitlines() == [
        "  82 %  Home  (with a password, known)",
        "  30 %  Guest  (open)",
    ]
    world.change(air=[])
    assert says("networks").stdout == "No Wi-Fi is in reach.\n"


def test_a_name_cannot_do_anything_to_the_terminal(world: World) -> None:
    world.is_in("\x1b[2Jevil")
    assert "\x1b" not in says().stdout


def test_joining(world: World) -> None:
    told = says("join", "Home", typed="secret12345\n")
    assert (told.exit_code, told.stdout) == (0, "The box is in the Wi-Fi Home.\n")
    assert world.joined == "Home"
    assert "secret12345" not in told.output


def test_a_password_is_typed_unseen(world: World) -> None:
    with Terminal("wifi", "join", "Home") as terminal:
        terminal.expect("Password of Home")
        terminal.press("secret12345\r")
        terminal.expect("The box is in the Wi-Fi Home.")
        assert "secret12345" not in terminal.raw


def test_a_password_that_is_no_text_is_refused(world: World) -> None:
    told = says("join", "Home", typed=b"p\xe4ssword123\n")
    assert told.exit_code == 1
    assert told.stderr.splitlines()[-1] == "Error: The password of a Wi-Fi has 8 to 63 letters."


def test_joining_in_vain_brings_our_own_back(world: World) -> None:
    says("own")
    told = says("join", "Home", typed="wrong12345\n")
    assert told.exit_code == 1
    assert told.stderr.splitlines()[-1] == "Error: The password of Home is wrong."
    assert world.is_own_up


def test_our_own_stays_up_where_nobody_could_put_it_back(world: World, tmp_path: Path) -> None:
    says("own")
    no_journal = tmp_path / "odd" / FILE
    no_journal.mkdir(parents=True)
    told = says("--data", str(no_journal.parent), "join", "Home", typed="wrong12345\n")
    assert told.exit_code == 1
    assert told.stderr.startswith(f"Error: {no_journal}")
    assert not any("down" in call for call in world.calls)


def test_forgetting(world: World) -> None:
    world.knows("Home")
    assert says("forget", "Home").stdout == "Home is forgotten.\n"
    assert says("forget", "Home").stderr == "Error: Home is not known here.\n"


def test_without_networkmanager(world: World) -> None:
    world.change(is_running=False)
    nobody = "Wi-Fi is not looked after here: there is no NetworkManager."
    assert says().stdout.startswith(nobody)
    assert says("networks").stdout == f"{nobody}\n"
    for words in ("own", "forget Home"):
        assert says(*words.split()).stderr == f"Error: {nobody}\n"
