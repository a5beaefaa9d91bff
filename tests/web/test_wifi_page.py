"""The page of the Wi-Fi: everybody sees how it stands, whoever sits at the table changes it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from air import a_world, an_airy_room, radio_of
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
        room.client.get("/wifi")
        eventually(lambda: radio_of(room).news.networks)
        yield room


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

    @pytest.mark.parametrize("door", ["join", "own", "forget"])
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
            for door in ("join", "own", "forget"):
                assert sent(room.seated(0), f"/wifi/{door}", {"name": "Home"}).status_code == 404

    def test_networkmanager_went_away(self, room: Room, world: World) -> None:
        world.change(is_running=False)
        eventually(lambda: not radio_of(room).news.air.is_looked_after)
        assert "Wi-Fi is not looked after here" in page(room.client)
        assert refusal(sent(room.seated(0), "/wifi/join", {"name": "Home"}))[0] == 400


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.text.strip()
