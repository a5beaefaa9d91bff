"""The screen on the wall, the way in, and what a phone needs to keep the page among its programs."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from kept_games import played
from midgames import before, does, goes_on_at
from PIL import Image
from rooms import Room, a_room

from companion.games.merchants.actions import StartClock
from companion.games.merchants.events import Scored
from web.address import keep_address
from web.shelf import FOLDER

LAN = "http://192.168.1.7:8080/"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as room:
        yield room


def page(room: Room, language: str = "en") -> str:
    answer = room.client.get("/tv", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


class TestTelevision:
    def test_an_empty_table_shows_the_way_in(self, room: Room) -> None:
        keep_address(room.app, lambda: LAN)
        told = page(room)
        assert "Nothing is on the table" in told
        assert "192.168.1.7:8080" in told
        assert 'class="qr"' in told

    def test_a_game_shows_board_disks_and_everybodys_money(self, room: Room) -> None:
        goes_on_at(room, played(seed=5), 60)
        assert room.house.snapshot is not None
        told = page(room)
        assert "<image " in told
        for seat, money in zip(
            room.house.snapshot.view(None).seats, room.house.snapshot.view(None).table.money, strict=True
        ):
            assert seat.name in told
            assert f"{money:,}" in told

    def test_the_last_sentence_is_there(self, room: Room) -> None:
        room.begins()
        assert room.house.snapshot is not None
        ((seat, options),) = room.house.snapshot.look.now.choices.items()
        assert seat is not None
        room.house.submit(seat, options[0]).result()
        assert re.search(r'class="tv-last"><p>A card comes up', page(room))

    def test_of_a_scoring_it_says_what_everybody_got(self, room: Room) -> None:
        game, entry = before(Scored)
        goes_on_at(room, game, entry)
        does(room, game.entries[entry])
        last = re.search(r'class="tv-last">(.*?)</div>', page(room), re.DOTALL)
        assert last
        assert re.search(r"Aletta \+\d+,000, Bram \+", last[1])

    def test_the_clock_is_drawn_while_it_runs(self, room: Room) -> None:
        room.house.clock_alone(3)
        assert "clock-face" not in page(room)
        room.house.submit(0, StartClock()).result()
        assert "clock-face" in page(room)

    def test_speaks_the_language_of_the_browser(self, room: Room) -> None:
        keep_address(room.app, lambda: LAN)
        assert "Mitmachen:" in page(room, "de")

    def test_nothing_can_be_done_there(self, room: Room) -> None:
        goes_on_at(room, played(seed=5), 60)
        assert "<form" not in page(room)
        assert "<button" not in page(room)


class TestTheWayIn:
    def test_is_the_devices_own_address(self, room: Room) -> None:
        keep_address(room.app, lambda: LAN)
        answer = room.client.get("/qr.svg")
        assert answer.mimetype == "image/svg+xml"
        assert answer.text == room.client.get("/qr.svg?url=http://evil.example/", headers={"Host": "10.1.2.3"}).text

    def test_by_its_name_where_it_has_one(self, tmp_path: Path) -> None:
        with a_room(tmp_path, page={"name": "clock.example"}) as room:
            keep_address(room.app, lambda: LAN)
            assert "clock.example:8080" in page(room)

    def test_leads_nowhere_where_only_this_machine_can_look(self, room: Room) -> None:
        keep_address(room.app, lambda: "http://127.0.0.1:8080/")
        assert room.client.get("/qr.svg").status_code == 404
        assert 'class="qr"' not in page(room)
        assert "this machine only" in page(room)

    def test_nobody_serves_it_yet(self, room: Room) -> None:
        assert room.client.get("/qr.svg").status_code == 404
        assert "Join at" not in page(room)


class TestInstalling:
    def test_the_manifest_names_icons_that_are_there(self, room: Room) -> None:
        answer = room.client.get("/manifest.webmanifest")
        assert answer.mimetype == "application/manifest+json"
        told = msgspec.json.decode(answer.data)
        assert (told["name"], told["start_url"], told["display"]) == ("Veilingklok", "/", "standalone")
        for icon in told["icons"]:
            name = icon["src"].removeprefix("/static/").partition("?")[0]
            with Image.open(FOLDER / name) as painted:
                assert f"{painted.width}x{painted.height}" == icon["sizes"]
            assert room.client.get(icon["src"]).mimetype == "image/png"
        assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}

    def test_it_is_in_the_language_of_the_phone(self, room: Room) -> None:
        answer = room.client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
        assert msgspec.json.decode(answer.data)["lang"] == "de"
        assert "Versteigerungsuhr" in msgspec.json.decode(answer.data)["description"]

    def test_a_maskable_icon_leaves_room_for_the_mask(self) -> None:
        with Image.open(FOLDER / "icon-maskable.png") as icon:
            painted = icon.convert("RGB")
            ground = painted.getpixel((0, 0))
            middle, safe = painted.width / 2, painted.width * 0.4
            outside = [
                painted.getpixel((x, y))
                for x in range(0, painted.width, 8)
                for y in range(0, painted.height, 8)
                if (x - middle) ** 2 + (y - middle) ** 2 > safe**2
            ]
        assert set(outside) == {ground}
