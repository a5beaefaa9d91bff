"""The page of the Wi-Fi: everybody sees how it stands, whoever sits at the table changes it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from air import QUICK, a_world, an_airy_room, radio_of
from flask.testing import FlaskClient
from hang_guard import eventually
from rooms import Room, a_room, sent
from stand_in_nmcli import World
from werkzeug.test import TestResponse

from companion.found_at import LocalName
from companion.wifi.radio import Waits
from web.address import keep_address

ODD = "Caf\u00e9 &#34;Z\u00fcrich&#34;: &lt;b&gt;2&lt;/b&gt;"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return a_world(tmp_path / "world", monkeypatch)


@pytest.fixture
def room(tmp_path: Path, world: World) -> Iterator[Room]:
    with an_airy_room(tmp_path) as room:
        at_device(room).get("/wifi")
        eventually(lambda: radio_of(room).news.networks)
        yield room


def at_device(room: Room) -> FlaskClient:
    """The browser of the device itself."""
    phone = room.phone()
    phone.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    return phone


def page(phone: FlaskClient, language: str = "en") -> str:
    answer = phone.get("/wifi", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def ended(room: Room) -> None:
    eventually(lambda: radio_of(room).news.joining is None)


class TestLooking:
    def test_the_state_and_the_networks_in_reach(self, room: Room) -> None:
        told = page(room.client)
        assert "The box is in the Wi-Fi Home." in told
        names = re.findall(r'<span class="name">(.*?)</span>', told)
        assert names == ["Home", "Corp", ODD, "Guest"]
        bars = [svg.count('class="on"') for svg in re.findall(r'<svg class="bars".*?</svg>', told)]
        assert bars == [4, 3, 2, 1]
        assert told.count('class="lock"') == 3
        assert "Die Box ist im WLAN Home." in page(room.client, "de")

    def test_who_looks_on_is_offered_nothing_to_change(self, room: Room) -> None:
        told = page(room.client)
        assert 'action="/wifi' not in told
        assert "Only a phone that sits at the table can change this." in told

    def test_where_the_page_is_found(self, room: Room) -> None:
        class Known(LocalName):
            def of(self, number: str) -> str | None:
                return "veilingklok.local"

        keep_address(room.app, lambda: "http://192.168.1.7:80/", Known())
        told = page(room.seated(0))
        assert "<dd>veilingklok.local</dd>" in told
        assert "<dd>192.168.1.7</dd>" in told
        assert "Put it into Guest as well, then open veilingklok.local ." in told

    def test_wifi_that_is_blocked_and_what_to_do(self, room: Room, world: World) -> None:
        world.change(active="", is_blocked=True)
        eventually(lambda: radio_of(room).news.air.is_blocked)
        told = page(room.seated(0))
        assert "sudo raspi-config nonint do_wifi_country NL" in told
        assert 'action="/wifi' not in told

    def test_it_is_linked_from_the_settings(self, room: Room) -> None:
        assert 'href="/wifi"' in room.client.get("/settings").text


class TestStrangers:
    """S10: whoever is not at the table sees the last scan and its age, and makes the radio look for nothing."""

    def test_s10_a_stranger_makes_nobody_scan(self, tmp_path: Path, world: World) -> None:
        with an_airy_room(tmp_path, waits=QUICK._replace(stale=0.0)) as room:
            for _ in range(3):
                assert "None has been seen yet." in page(room.client)
            assert "Look again" not in page(room.client)
            eventually(lambda: len(world.calls) > 10)  # it goes round, and has done what was wanted before
            assert scans(world) == 0
            page(at_device(room))
            eventually(lambda: radio_of(room).news.networks)
            assert scans(world) == 1
            assert ">Guest<" in page(room.client)
            page(room.seated(0))
            eventually(lambda: scans(world) == 2)

    def test_s10_the_age_of_the_last_scan_is_said(self, tmp_path: Path, world: World) -> None:
        clock = [1000.0]
        with an_airy_room(tmp_path, now=lambda: clock[0]) as room:
            page(room.seated(0))
            eventually(lambda: radio_of(room).age is not None)
            assert "Seen less than a minute ago." in page(room.client)
            clock[0] += 60
            assert "Seen 1 minute ago." in page(room.client)
            clock[0] += 240
            assert "Vor 5 Minuten gesehen." in page(room.client, "de")
            assert "Seen 5 minutes ago." not in page(at_device(room))  # they look again by looking


class TestRenewingThePassword:
    """S10: the password of our own Wi-Fi can be renewed, and it takes effect at once."""

    def test_s10_while_it_is_up(self, room: Room, world: World) -> None:
        phone = room.seated(0)
        sent(phone, "/wifi/own", {})
        ended(room)
        before = radio_of(room).own
        assert "Phones that are in" in page(phone)
        assert sent(phone, "/wifi/renew", {}).status_code == 303
        ended(room)
        own = radio_of(room).own
        assert (own.name, own.password != before.password) == (before.name, True)
        assert world.is_own_up
        assert own_password(world) == own.password
        told = page(phone)
        assert own.password in told
        assert before.password not in told
        assert f"{own.name} has a new password: phones join it anew with the code on the display." in told

    def test_s10_if_it_does_not_come_up_again_that_is_said_and_nothing_else(self, room: Room, world: World) -> None:
        phone = room.seated(0)
        sent(phone, "/wifi/own", {})
        ended(room)
        before = radio_of(room).own
        world.change(too_late_at="up")
        sent(phone, "/wifi/renew", {})
        ended(room)
        assert radio_of(room).own.password != before.password
        assert not world.is_own_up
        assert radio_of(room).news.said is not None
        assert "has a new password" not in page(phone)

    def test_s10_at_the_device_and_while_it_is_down(self, room: Room, world: World) -> None:
        before = radio_of(room).own.password
        assert sent(at_device(room), "/wifi/renew", {}).status_code == 303
        eventually(lambda: radio_of(room).own.password != before)
        assert world.joined == "Home"

    def test_s10_a_stranger_is_not_offered_it(self, room: Room) -> None:
        assert "/wifi/renew" not in page(room.client)
        assert "/wifi/renew" in page(room.seated(0))
        assert "/wifi/renew" in page(at_device(room))


def scans(world: World) -> int:
    return sum("--rescan" in call and call[call.index("--rescan") + 1] == "yes" for call in world.calls)


def own_password(world: World) -> str:
    """With which it was put up last."""
    return str(world.read()["own_password"])


class TestChanging:
    def test_who_sits_at_the_table_joins_another(self, room: Room, world: World) -> None:
        phone = room.seated(0)
        assert f'value="{ODD}"' in page(phone)
        name = 'Caf\u00e9 "Z\u00fcrich": <b>2</b>'
        answer = sent(phone, "/wifi/join", {"name": name, "password": "graftgracht"})
        assert (answer.status_code, answer.location) == (303, "/wifi")
        ended(room)
        assert world.joined == name
        assert f"The box is in the Wi-Fi {ODD}." in page(phone)

    def test_blanks_count_in_a_password(self, room: Room, world: World) -> None:
        world.has("Blank", "  blank  ")
        sent(room.seated(0), "/wifi/join", {"name": "Blank", "password": "  blank  "})
        ended(room)
        assert world.joined == "Blank"

    def test_a_wrong_password_is_told(self, room: Room, world: World) -> None:
        phone = room.seated(0)
        sent(phone, "/wifi/join", {"name": "Guest", "password": "wrong12345"})
        ended(room)
        assert "The password of Guest is wrong." in page(phone)
        assert "wrong12345" not in page(phone)

    def test_a_password_that_cannot_be_is_refused(self, room: Room) -> None:
        answer = sent(room.seated(0), "/wifi/join", {"name": "Home", "password": "short"})
        assert answer.status_code == 400
        assert "8 to 63 letters" in answer.text

    def test_our_own_with_its_code_and_password_for_the_table_alone(self, room: Room, world: World) -> None:
        phone = room.seated(0)
        assert sent(phone, "/wifi/own", {}).status_code == 303
        ended(room)
        assert world.is_own_up
        own = radio_of(room).own
        assert own.password in page(phone)
        assert 'class="qr"' in page(phone)
        assert f"The box has a Wi-Fi of its own: {own.name}." in page(room.client)
        assert own.password not in page(room.client)
        assert 'class="qr"' not in page(room.client)

    def test_a_network_that_was_left_is_not_called_joined(self, room: Room) -> None:
        phone = room.seated(0)
        assert ">joined<" in page(phone)
        sent(phone, "/wifi/own", {})
        ended(room)
        assert ">joined<" not in page(phone)

    def test_forgetting_a_network(self, room: Room, world: World) -> None:
        world.knows("Guest", profile="of the guest")
        sent(room.seated(0), "/wifi/forget", {"name": "Guest"})
        eventually(lambda: "of the guest" not in world.profiles)
        assert world.joined == "Home"

    @pytest.mark.parametrize("door", ["join", "own", "forget", "renew"])
    def test_who_looks_on_changes_nothing(self, room: Room, world: World, door: str) -> None:
        answer = sent(room.client, f"/wifi/{door}", {"name": "Guest"})
        assert answer.status_code == 403
        assert radio_of(room).news.joining is None
        assert world.joined == "Home"

    def test_another_page_cannot_do_it_either(self, room: Room) -> None:
        answer = room.seated(0).post("/wifi/own", headers={"Origin": "http://evil.example"})
        assert answer.status_code == 403
        assert radio_of(room).news.joining is None

    def test_what_happens_is_said_while_it_happens(self, tmp_path: Path, world: World) -> None:
        with an_airy_room(tmp_path, waits=Waits(look=0.05, calm=0.05, grace=600)) as room:
            phone = room.seated(0)
            sent(phone, "/wifi/join", {"name": "Guest"})
            told = page(phone)
            assert "The box is joining Guest ..." in told
            assert "This phone will lose the page." in told
            assert 'action="/wifi' not in told
            assert refusal(sent(phone, "/wifi/own", {})) == (409, "The box is just joining Guest: wait a moment.")


class TestWhereNobodyLooksAfterIt:
    def test_it_is_said(self, tmp_path: Path) -> None:
        with a_room(tmp_path) as room:
            assert "Wi-Fi is not looked after here: the device is simulated." in page(room.client)
            for door in ("join", "own", "forget", "renew"):
                assert sent(room.seated(0), f"/wifi/{door}", {"name": "Home"}).status_code == 404

    def test_networkmanager_went_away(self, room: Room, world: World) -> None:
        world.change(is_running=False)
        eventually(lambda: not radio_of(room).news.air.is_looked_after)
        assert "Wi-Fi is not looked after here" in page(room.client)
        assert refusal(sent(room.seated(0), "/wifi/join", {"name": "Home"}))[0] == 400


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.text.strip()
