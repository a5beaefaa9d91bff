"""The page of a simulated device: drawn as it is built, fingers on its buttons; and shut where the device is real."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rooms import ENGLISH, Room, a_room
from werkzeug.test import TestResponse

from companion.colours import COLOURS
from companion.games.merchants.board import default_board
from web.guards import LARGEST
from web.pages.panel import face


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Room]:
    """A device that is there itself."""
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


def drawn(room: Room) -> str:
    answer = room.client.get("/panel", headers=ENGLISH)
    assert answer.status_code == 200
    return answer.text


def lays_finger(room: Room, seat: int | str, body: bytes) -> TestResponse:
    return room.client.post(f"/panel/button/{seat}", data=body, headers=ENGLISH)


# --- the drawing


def test_the_device_is_drawn_as_it_is_built(room: Room) -> None:
    page = drawn(room)
    assert '<canvas id="oled" width="128" height="64"' in page
    assert re.findall(r'class="arcade" data-seat="(\d)"', page) == ["0", "1", "2", "3", "4"]
    assert re.findall(r'class="place (\w+)"', page) == ["orange", "blue", "green", "yellow", "purple"]
    assert 'id="buzzer"' in page
    readings = re.findall(r"<text[^>]*>(\w+)</text>", page)
    assert readings == ["start", *map(str, range(200, 40, -10))]


def test_what_is_not_built_in_is_not_drawn(tmp_path: Path) -> None:
    nothing: dict[str, Any] = {f"seat{seat}": {"button": "none", "lamp": "none"} for seat in (4, 5)}
    nothing |= {"dial": {"kind": "none"}, "display": {"driver": "none"}, "sound": {"buzzer": "none"}}
    with a_room(tmp_path, **nothing, power={"chord": []}) as bare:
        page = drawn(bare)
        assert re.findall(r'class="arcade" data-seat="(\d)"', page) == ["0", "1", "2"]
        assert not [part for part in ('id="oled"', 'class="dial"', 'id="buzzer"', 'id="sound"') if part in page]


@pytest.mark.parametrize(("start", "end"), [(-90.0, 90.0), (60.0, -60.0), (-150.0, 150.0)])
def test_the_face_of_the_dial_has_the_boards_wedges_from_end_to_end(tmp_path: Path, start: float, end: float) -> None:
    dial = {"kind": "pwm", "start_angle": start, "end_angle": end}
    with a_room(tmp_path, dial=dial) as turned:
        fitting = turned.works.fittings.dial
        assert fitting is not None
        wedges = face(default_board(), fitting)
    assert wedges[0].begins == start
    assert wedges[-1].ends == pytest.approx(end)
    assert [wedge.ends for wedge in wedges[:-1]] == [wedge.begins for wedge in wedges[1:]]
    assert [wedge.shows for wedge in wedges if wedge.doubles] == ["start", "200"]


def test_the_colours_are_the_programs_own(room: Room) -> None:
    sheet = room.client.get("/colours.css")
    assert sheet.mimetype == "text/css"
    red, green, blue = COLOURS["orange"]
    assert f".orange {{ --colour: {red} {green} {blue}; }}" in sheet.text


def test_a_phone_lies_beside_it(room: Room) -> None:
    assert '<iframe id="phone" src="/"' in drawn(room)
    assert "frame-ancestors 'self'" in room.client.get("/").headers["Content-Security-Policy"]


def test_those_who_play_stand_at_their_buttons(room: Room) -> None:
    room.begins(names=("<b>Anna</b>", "Ben", "Cleo", "Dave"))
    labels = re.findall(r'class="who" data-seat="\d"[^>]*>([^<]*)<', drawn(room))
    assert labels == ["&lt;b&gt;Anna&lt;/b&gt;", "Ben", "Cleo", "Dave", "Purple"]


def test_it_is_drawn_in_german_and_dutch_too(room: Room) -> None:
    pages = {
        language: room.client.get("/panel", headers={"Accept-Language": language}).text for language in ("de", "nl")
    }
    for language, page in pages.items():
        assert f'<html lang="{language}">' in page
        assert "Sound is off" not in page
    assert pages["de"] != pages["nl"]


# --- where the device is real


def test_a_device_that_is_there_is_not_drawn(real: Room) -> None:
    answer = real.client.get("/panel", headers=ENGLISH)
    assert answer.status_code == 404
    assert "The device is there itself; it is only drawn when it is simulated." in answer.text


def test_nobody_lays_a_finger_on_it_by_the_page(real: Room) -> None:
    assert lays_finger(real, 0, b'{"down": true}').status_code == 404
    assert not real.works.is_down(0)


def test_its_pages_lie_in_no_frame(real: Room) -> None:
    assert "frame-ancestors 'none'" in real.client.get("/").headers["Content-Security-Policy"]


# --- fingers


def test_a_finger_on_the_drawing_drives_the_pin(room: Room) -> None:
    assert lays_finger(room, 2, b'{"down": true}').status_code == 204
    assert [room.works.is_down(seat) for seat in range(5)] == [False, False, True, False, False]
    assert lays_finger(room, 2, b'{"down": false}').status_code == 204
    assert not room.works.is_down(2)


@pytest.mark.parametrize("body", [b"", b"{}", b'{"down": 1}', b'{"down": true, "hard": true}', b"\xff\xfe", b"true"])
def test_a_finger_that_is_neither_down_nor_up_moves_nothing(room: Room, body: bytes) -> None:
    answer = lays_finger(room, 0, body)
    assert answer.status_code == 400
    assert "A button goes down or up: " in answer.text
    assert not room.works.is_down(0)


@pytest.mark.parametrize(("seat", "status"), [(5, 400), (10**30, 400), ("first", 404), (-1, 404)])
def test_a_button_that_is_not_there_cannot_be_pressed(room: Room, seat: int | str, status: int) -> None:
    assert lays_finger(room, seat, b'{"down": true}').status_code == status


def test_what_is_too_large_is_not_read(room: Room) -> None:
    assert lays_finger(room, 0, b"x" * (LARGEST + 1)).status_code == 413


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://localhost:81"])
def test_another_page_lays_no_finger_on_it(room: Room, origin: str) -> None:
    answer = room.client.post("/panel/button/0", data=b'{"down": true}', headers=ENGLISH | {"Origin": origin})
    assert answer.status_code == 403
    assert not room.works.is_down(0)
