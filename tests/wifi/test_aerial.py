"""NetworkManager, asked by its own command: what it says is understood whatever networks are called, and passwords are
nowhere to be read.
"""

from pathlib import Path

import pytest
from hang_guard import HANG_GUARD
from hypothesis import given
from hypothesis import strategies as st
from stand_in_nmcli import OWN, World, opened

from companion.errors import CannotJoin
from companion.wifi import Aerial, Air, OwnWifi
from companion.wifi.nmcli import _hidden_in, fields, plain

ODD = [
    'Café: 2\\3 "x"',
    "-a",
    "--ask",
    "\U0001f600 Zoë's",
    "a;b,c",
    "  ",
    "veilingklok",
    "connection",
    "x" * 32,
    "ü" * 16,
]
PASSWORDS = [
    "secret12345",
    " blanks at both ends ",
    'back\\slash:"quoted"',
    "#hash=12",
    "übergrößt",
    "x" * 63,
    "\\101\\102\\103",
]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    world = World(tmp_path)
    for name, value in world.surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("companion.wifi.nmcli.QUICK", HANG_GUARD)
    return world


class TestHowThingsStand:
    def test_a_machine_without_networkmanager(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        aerial = Aerial()
        assert (aerial.look(), aerial.networks(), aerial.known()) == (Air(), [], [])
        with pytest.raises(CannotJoin, match=r"^NetworkManager does not answer\.$"):
            aerial.join("Home")

    def test_a_command_of_that_name_that_says_something_else(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        another = tmp_path / "nmcli"
        another.write_text("#!/bin/sh\necho hello\n", encoding="utf-8")
        another.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
        aerial = Aerial()
        assert (aerial.look(), aerial.networks(), aerial.known()) == (Air(), [], [])

    def test_one_that_does_not_run(self, world: World) -> None:
        world.change(is_running=False)
        aerial = Aerial()
        assert (aerial.look(), aerial.networks()) == (Air(), [])
        with pytest.raises(CannotJoin, match="does not answer"):
            aerial.put_up(OwnWifi("Veilingklok-AB12", "secret12345"))

    def test_one_that_hangs(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.wifi.nmcli.QUICK", 0.3)
        world.change(hangs_at="device")
        assert Aerial().look() == Air()

    def test_nothing_yet(self, world: World) -> None:
        assert Aerial().look() == Air(is_looked_after=True, wireless="wlan0")

    def test_a_machine_without_wifi(self, world: World) -> None:
        world.change(wireless="missing", cable="connected")
        assert Aerial().look() == Air(is_looked_after=True, by_cable=True)

    def test_wifi_that_another_program_has(self, world: World) -> None:
        world.change(wireless="unmanaged")
        assert Aerial().look().wireless is None

    def test_wifi_that_is_switched_off(self, world: World) -> None:
        world.change(is_blocked=True)
        assert Aerial().look() == Air(is_looked_after=True, wireless="wlan0", is_blocked=True)

    @pytest.mark.parametrize("state", ["connecting (getting IP configuration)", "connecting (need authentication)"])
    def test_it_is_trying(self, world: World, state: str) -> None:
        world.change(wireless=state)
        assert Aerial().look().is_trying

    @pytest.mark.parametrize("name", ODD)
    def test_in_a_wifi_by_whatever_name(self, world: World, name: str) -> None:
        world.is_in(name, "secret12345")
        air = Aerial().look()
        assert (air.joined, air.is_own, air.is_alone) == (name, False, False)


class TestNetworksInReach:
    @pytest.mark.parametrize("name", ODD)
    def test_are_called_what_they_are_called(self, world: World, name: str) -> None:
        world.has(name, "secret12345", signal=77)
        (network,) = Aerial().networks()
        assert (network.name, network.strength, network.is_locked, network.is_known) == (name, 77, True, False)

    def test_each_once_the_strongest_first_and_the_one_it_is_in_before_all(self, world: World) -> None:
        world.has("Home", "secret12345", signal=40)
        world.has("Home", "secret12345", signal=70)
        world.has("Guest", signal=90)
        world.has("Cellar", "secret12345", signal=10)
        world.is_in("Cellar", "secret12345")
        found = Aerial().networks(look_again=True)
        assert [(one.name, one.strength, one.is_joined) for one in found] == [
            ("Cellar", 10, True),
            ("Guest", 90, False),
            ("Home", 70, False),
        ]
        assert [one.is_known for one in found] == [True, False, False]
        assert [one.is_locked for one in found] == [True, False, True]

    def test_without_those_that_do_not_tell_their_name_or_would_spoil_a_page(self, world: World) -> None:
        world.has("", "secret12345")
        world.has("\0\0\0")
        world.has("two\nlines")
        world.has("\x1b[2J")
        with opened(world.file) as state:
            state["air"].append({"name": "FFFE41", "signal": 50, "security": "", "password": ""})
        assert Aerial().networks() == []


class TestJoining:
    @pytest.mark.parametrize("name", ODD)
    def test_by_whatever_name(self, world: World, name: str) -> None:
        world.has(name, "secret12345")
        aerial = Aerial()
        aerial.join(name, "secret12345")
        assert world.joined == name
        assert aerial.known() == [name]

    def test_once_it_is_joined_networkmanager_joins_it_again_by_itself(self, world: World) -> None:
        world.has("Home", "secret12345")
        Aerial().join("Home", "secret12345")
        usual = {"connection.autoconnect": "yes", "connection.auth-retries": "-1"}
        assert usual.items() <= world.profiles["Wi-Fi Home"].items()

    @pytest.mark.parametrize("password", PASSWORDS)
    def test_with_whatever_password_which_nobody_can_read(self, world: World, password: str) -> None:
        world.has("Home", password)
        Aerial().join("Home", password)
        assert world.joined == "Home"
        assert not any(password in word for call in world.calls for word in call)

    @pytest.mark.parametrize("security", ["", "OWE", "OWE-TM"])
    def test_an_open_one(self, world: World, security: str) -> None:
        world.has("Guest", security=security)
        assert [one.is_locked for one in Aerial().networks()] == [False]
        Aerial().join("Guest")
        assert world.joined == "Guest"

    @pytest.mark.parametrize(
        ("security", "key"), [("WPA2", "wpa-psk"), ("WPA2 WPA3", "wpa-psk"), ("WPA3", "sae"), ("OWE", "owe")]
    )
    def test_by_the_lock_that_it_has(self, world: World, security: str, key: str) -> None:
        password = "" if security == "OWE" else "secret12345"
        world.has("Home", password, security=security)
        Aerial().join("Home", password)
        assert world.profiles["Wi-Fi Home"]["wifi-sec.key-mgmt"] == key

    def test_one_that_does_not_tell_its_name(self, world: World) -> None:
        world.has("Hidden", "secret12345")
        Aerial().join("Hidden", "secret12345", is_hidden=True)
        assert world.profiles["Wi-Fi Hidden"]["wifi.hidden"] == "yes"

    def test_a_known_one_needs_no_password(self, world: World) -> None:
        world.has("Home", "secret12345")
        world.knows("Home", "secret12345")
        Aerial().join("Home")
        assert world.joined == "Home"
        assert list(world.profiles) == ["preconfigured"]

    def test_a_new_password_replaces_the_old_one(self, world: World) -> None:
        world.has("Home", "the new one")
        world.knows("Home", "the old one")
        Aerial().join("Home", "the new one")
        assert {name: about["psk"] for name, about in world.profiles.items()} == {"Wi-Fi Home": "the new one"}

    def test_the_wrong_password(self, world: World) -> None:
        world.has("Home", "secret12345")
        with pytest.raises(CannotJoin, match=r"^The password of Home is wrong\.$"):
            Aerial().join("Home", "wrong12345")
        assert world.profiles == {}

    def test_the_wrong_password_for_a_known_one_spoils_nothing(self, world: World) -> None:
        world.has("Home", "secret12345")
        world.knows("Home", "secret12345")
        with pytest.raises(CannotJoin, match="is wrong"):
            Aerial().join("Home", "wrong12345")
        assert {name: about["psk"] for name, about in world.profiles.items()} == {"preconfigured": "secret12345"}

    def test_nobody_answers(self, world: World) -> None:
        with pytest.raises(CannotJoin, match=r"^Nowhere does not answer\.$"):
            Aerial().join("Nowhere", "secret12345")
        assert world.profiles == {}

    def test_an_open_one_takes_too_long(self, world: World) -> None:
        world.has("Guest")
        world.change(too_late_at="up")
        with pytest.raises(CannotJoin, match=r"^Guest does not answer\.$"):
            Aerial().join("Guest")

    def test_one_that_was_heard_takes_too_long(self, world: World) -> None:
        """So a real NetworkManager takes a wrong password."""
        world.has("Home", "secret12345")
        world.change(too_late_at="up")
        with pytest.raises(CannotJoin, match=r"^The password of Home is wrong, or it is too far away\.$"):
            Aerial().join("Home", "secret12345")
        assert world.profiles == {}

    def test_the_command_itself_hangs(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.wifi.aerial.PATIENCE", 1 - round(HANG_GUARD))  # a second, for this one alone
        world.has("Home", "secret12345")
        world.change(hangs_at="up")
        with pytest.raises(CannotJoin, match=r"^The password of Home is wrong, or it is too far away\.$"):
            Aerial().join("Home", "secret12345")

    @pytest.mark.parametrize("password", ["short", "x" * 64, "with\nbreak", "no text \udce4"])
    def test_what_no_password_can_be(self, world: World, password: str) -> None:
        with pytest.raises(CannotJoin, match=r"^The password of a Wi-Fi has 8 to 63 letters\.$"):
            Aerial().join("Home", password)
        assert world.calls == []

    @pytest.mark.parametrize("name", ["", "x" * 33, "ü" * 17, "with\nbreak", "no text \udce4"])
    def test_what_no_name_can_be(self, world: World, name: str) -> None:
        with pytest.raises(CannotJoin, match=r"^The name of a Wi-Fi has 1 to 32 letters\.$"):
            Aerial().join(name)

    def test_a_locked_one_without_a_password(self, world: World) -> None:
        world.has("Home", "secret12345")
        with pytest.raises(CannotJoin, match=r"^Home wants a password\.$"):
            Aerial().join("Home")

    def test_one_for_offices(self, world: World) -> None:
        world.has("Corp", "secret12345", security="WPA2 802.1X")
        with pytest.raises(CannotJoin, match="wants a user with a password"):
            Aerial().join("Corp", "secret12345")

    def test_by_somebody_who_may_not(self, world: World) -> None:
        world.change(is_allowed=False)
        world.has("Home", "secret12345")
        with pytest.raises(CannotJoin, match="This user may not change the networks"):
            Aerial().join("Home", "secret12345")

    def test_forgotten(self, world: World) -> None:
        world.is_in("Home", "secret12345")
        aerial = Aerial()
        aerial.forget("Home")
        assert (aerial.known(), world.joined) == ([], "")
        with pytest.raises(CannotJoin, match=r"^Home is not known here\.$"):
            aerial.forget("Home")


class TestOurOwn:
    OURS = OwnWifi("Veilingklok-AB12", "hb7qkg3bpd")

    def test_is_put_up_in_place_of_another_and_taken_down_again(self, world: World) -> None:
        world.is_in("Home", "secret12345")
        aerial = Aerial()
        aerial.put_up(self.OURS)
        assert world.is_own_up
        assert world.read()["own_password"] == "hb7qkg3bpd"
        air = aerial.look()
        assert (air.is_own, air.joined) == (True, None)
        aerial.take_down()
        assert not aerial.look().is_own
        aerial.take_down()

    def test_is_what_the_radio_of_a_pi_can_do(self, world: World) -> None:
        Aerial().put_up(self.OURS)
        ours = world.profiles[OWN]
        wanted = {"ipv4.method": "shared", "wifi-sec.proto": "rsn", "wifi-sec.pairwise": "ccmp", "autoconnect": "no"}
        assert wanted.items() <= ours.items()
        assert ours["psk"] == ""

    def test_its_password_is_nowhere_to_be_read(self, world: World) -> None:
        Aerial().put_up(self.OURS)
        assert not any(self.OURS.password in word for call in world.calls for word in call)

    def test_is_used_again_and_made_anew_only_for_another_name(self, world: World) -> None:
        aerial = Aerial()
        for _ in range(2):
            aerial.put_up(self.OURS)
        assert sum(call[:2] == ["connection", "add"] for call in world.calls) == 1
        aerial.put_up(OwnWifi("Veilingklok-CD34", "hb7qkg3bpd"))
        assert world.joined == "Veilingklok-CD34"
        assert list(world.profiles) == [OWN]

    def test_a_network_of_somebody_whose_profile_is_called_the_same_stays_what_it_is(self, world: World) -> None:
        world.has("Studio", "secret12345")
        number = world.knows("Studio", "secret12345", profile=OWN)
        world.change(active=number, wireless="connected")
        aerial = Aerial()
        air = aerial.look()
        assert (air.is_own, air.joined) == (False, "Studio")
        aerial.take_down()
        assert world.joined == "Studio"
        aerial.put_up(self.OURS)
        assert (aerial.look().is_own, aerial.known()) == (True, ["Studio"])
        aerial.take_down()
        assert world.joined == "Studio"

    def test_goes_down_for_another_and_comes_back_if_that_cannot_be_joined(self, world: World) -> None:
        world.has("Home", "secret12345")
        aerial = Aerial()
        aerial.put_up(self.OURS)
        with pytest.raises(CannotJoin, match="The password of Home is wrong"):
            aerial.join("Home", "wrong12345", in_place_of=self.OURS)
        assert world.is_own_up
        aerial.join("Home", "secret12345", in_place_of=self.OURS)
        assert world.joined == "Home"

    def test_that_it_cannot_come_back_does_not_hide_why(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        def put_up(_own: OwnWifi) -> None:
            raise CannotJoin("NetworkManager does not answer.")

        world.has("Home", "secret12345")
        aerial = Aerial()
        aerial.put_up(self.OURS)
        monkeypatch.setattr(aerial, "put_up", put_up)
        with pytest.raises(CannotJoin, match="The password of Home is wrong"):
            aerial.join("Home", "wrong12345", in_place_of=self.OURS)

    def test_stays_up_for_a_password_that_cannot_be(self, world: World) -> None:
        aerial = Aerial()
        aerial.put_up(self.OURS)
        with pytest.raises(CannotJoin, match="8 to 63 letters"):
            aerial.join("Home", "short", in_place_of=self.OURS)
        assert not any("down" in call for call in world.calls)

    def test_is_neither_known_nor_forgotten(self, world: World) -> None:
        aerial = Aerial()
        aerial.put_up(self.OURS)
        assert aerial.known() == []
        with pytest.raises(CannotJoin):
            aerial.forget(self.OURS.name)


@given(st.lists(st.text(st.characters(exclude_characters="\n", codec="utf-8")), min_size=1))
def test_terse_lines_are_read_as_they_were_meant(values: list[str]) -> None:
    escaped = [value.replace("\\", "\\\\").replace(":", "\\:") for value in values]
    assert fields(":".join(escaped)) == values
    assert [plain(value) for value in escaped] == values


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])))
def test_a_hidden_password_is_in_one_line_and_has_no_blanks(password: str) -> None:
    hidden = _hidden_in(password)
    assert len(hidden.split()) <= 1
    assert ":" not in hidden
