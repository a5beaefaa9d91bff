"""Settings and health: everybody may look, whoever sits at the table may change."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hang_guard import eventually
from rooms import Room, a_room
from werkzeug.test import TestResponse

from companion.settings import settings_from
from companion.words import words
from web.address import keep_address
from web.pages.settings import fittings_in_words


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as room:
        yield room


def page(phone: FlaskClient, language: str = "en") -> str:
    answer = phone.get("/settings", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def sends(phone: FlaskClient, door: str = "", **values: str) -> TestResponse:
    data = {name.replace("_", ".", 1): value for name, value in values.items()}
    return phone.post(f"/settings{door}", data=data, headers={"Accept-Language": "en"})


class TestSettings:
    def test_whoever_sits_at_the_table_changes_how_the_clock_runs(self, room: Room) -> None:
        phone = room.seated(0)
        answer = sends(phone, clock_profile="original", clock_speed="1.5", clock_get_ready="5.0", sound_ticks="false")
        assert (answer.status_code, answer.location) == (303, "/settings")
        clock = room.house.settings.values["clock"]
        assert (clock["profile"], clock["speed"], clock["get_ready"]) == ("original", 1.5, 5.0)
        assert room.house.settings.values["sound"]["ticks"] is False

    def test_what_is_set_is_what_is_shown(self, room: Room) -> None:
        phone = room.seated(0)
        sends(phone, bots_pace="3.0", table_language="nl")
        told = page(phone)
        assert re.search(r'<option value="3.0" selected>', told)
        assert re.search(r'<option value="nl" selected>Nederlands', told)

    def test_a_value_of_the_file_is_offered_although_it_is_unusual(self, room: Room) -> None:
        assert re.search(r'<option value="0.4" selected>0.4 s<', page(room.client))

    def test_what_was_not_sent_stays(self, room: Room) -> None:
        before = room.house.settings.values
        sends(room.seated(0), clock_speed="2.0")
        after = room.house.settings.values
        assert after["clock"] == before["clock"] | {"speed": 2.0}
        assert after["bots"] == before["bots"]

    @pytest.mark.parametrize(
        ("name", "value"),
        [("clock_speed", "17"), ("clock_speed", "fast"), ("clock_profile", "odd"), ("table_language", "fr")],
    )
    def test_what_cannot_be_is_refused_and_nothing_is_changed(self, room: Room, name: str, value: str) -> None:
        before = room.house.settings
        answer = sends(room.seated(0), bots_pace="5.0", **{name: value})
        assert answer.status_code == 400
        assert room.house.settings == before

    def test_how_the_device_is_wired_is_not_changed_here(self, room: Room) -> None:
        before = room.house.settings
        sends(room.seated(0), seat1_button="4", page_port="80")
        assert room.house.settings == before

    def test_an_onlooker_sees_them_and_can_change_nothing(self, room: Room) -> None:
        before = room.house.settings
        assert sends(room.client, clock_speed="2.0").status_code == 403
        assert room.house.settings == before
        told = page(room.client)
        assert "Speed of the clock" in told
        assert '<fieldset class="settings" disabled>' in told
        assert "Only a phone that sits at the table can change this." in told


class TestHealth:
    def test_says_what_is_there_and_that_it_is_only_simulated(self, room: Room) -> None:
        told = page(room.client)
        assert "at seats 1, 2, 3, 4 and 5" in told
        assert "SSD1306, 128 \u00d7 64, I2C" in told
        assert "simulated</span>" in told
        assert "All is well" in told

    def test_says_what_is_real(self, tmp_path: Path) -> None:
        with a_room(tmp_path, simulated=False) as room:
            told = page(room.client)
        assert "real</span>" in told
        assert "simulated</span>" not in told

    def test_says_what_was_not_built(self) -> None:
        bare = settings_from({"display": {"driver": "none"}, "sound": {"buzzer": "none"}, "dial": {"kind": "none"}})
        told = {one.title: one for one in fittings_in_words(bare.fittings, words("en"))}
        assert not told["Display"].is_there
        assert not told["Buzzer"].is_there
        assert not told["Dial"].is_there
        assert told["Buttons"].words == "at seats 1, 2, 3, 4 and 5"

    def test_says_where_phones_find_it(self, room: Room) -> None:
        keep_address(room.app, lambda: "http://192.168.1.7:8080/")
        assert "192.168.1.7:8080" in page(room.client)
        assert "this machine only" not in page(room.client)

    def test_says_what_is_wrong(self, room: Room) -> None:
        room.device.panel.troubles.report("old dial", "The dial is dead: {why}.", why="no pulses")
        assert "The dial is dead: no pulses." in page(room.client)
        assert "Der Zeiger ist tot: no pulses." in page(room.client, "de")
        assert "All is well" not in page(room.client)


class TestSelfTest:
    def test_whoever_sits_at_the_table_begins_it_and_reads_what_it_finds(self, room: Room) -> None:
        phone = room.seated(0)
        assert sends(phone, "/selftest").status_code == 303
        eventually(lambda: bool(room.device.selftest_says()))
        assert room.device.selftest_says()[0] in page(phone).replace("&#39;", "'")

    def test_an_onlooker_cannot(self, room: Room) -> None:
        assert sends(room.client, "/selftest").status_code == 403
        assert not room.device.is_testing

    def test_not_while_something_is_on_the_table(self, room: Room) -> None:
        room.begins()
        assert sends(room.seated(0), "/selftest").status_code == 409
        assert not room.device.is_testing


class TestPairings:
    def test_the_table_sees_and_removes_them(self, room: Room) -> None:
        mine, other = room.seated(0), room.seated(3)
        told = page(mine)
        assert told.count("/remove") == 2
        (pairing,) = [one for one in room.reception.pairings if one.seat == 3]
        assert sends(mine, f"/pairings/{pairing.number}/remove").status_code == 303
        assert room.reception.seat_of(room.name_of(other)) is None
        assert room.reception.seat_of(room.name_of(mine)) == 0

    def test_no_page_tells_the_name_of_a_phone(self, room: Room) -> None:
        mine = room.seated(0)
        told = page(mine)
        assert room.name_of(mine) not in told
        assert all(pairing.phone not in told for pairing in room.reception.pairings)

    def test_onlookers_see_them_and_remove_none(self, room: Room) -> None:
        room.seated(3)
        (pairing,) = room.reception.pairings
        assert "/remove" not in page(room.client)
        assert "Only a phone that sits at the table can remove one." in page(room.client)
        assert sends(room.client, f"/pairings/{pairing.number}/remove").status_code == 403
        assert room.reception.pairings == (pairing,)

    def test_one_that_is_gone_already(self, room: Room) -> None:
        assert sends(room.seated(0), "/pairings/77/remove").status_code == 409


class TestLanguage:
    def test_every_phone_has_its_own(self, room: Room) -> None:
        onlooker = room.phone()
        assert onlooker.post("/language", data={"language": "nl", "back": "/settings"}).location == "/settings"
        assert "Deze telefoon" in page(onlooker)
        assert "This phone" in page(room.client)
