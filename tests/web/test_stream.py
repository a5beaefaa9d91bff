"""The stream: first all there is to see, then only what changes; and it ends when it should."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import eventually
from PIL import Image
from rooms import Room, a_room, heard

from web.ear import Heard
from web.errors import TooManyPages
from web.stream import MOST, PanelEyes, Stream, streams_of


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def until(stream: Stream, kind: str, part: str, wanted: Any) -> None:
    """Listen until this part of this kind of news is so."""
    for message in stream:
        if heard(message).get(kind, {}).get(part) == wanted:
            return
    raise AssertionError("the stream ended before")


def test_a_page_is_first_told_everything(room: Room) -> None:
    eventually(lambda: room.works.image)
    first = heard(next(room.opens_stream()))
    assert list(first["panel"]) == ["oled", "lamps", "hand", "tone", "down"]
    assert first["panel"]["down"] == [False] * 5
    assert first["desk"] == {"number": 1}


def test_the_picture_is_the_displays_own_bit_by_bit(room: Room) -> None:
    eventually(lambda: shown(room) == room.works.image)  # which may change between two looks
    assert shown(room).size == (128, 64)
    assert shown(room).getbbox()


def shown(room: Room) -> Image.Image:
    eventually(lambda: room.works.image)
    oled = PanelEyes(room.works).changes()["oled"]
    return Image.frombytes("1", (oled["width"], oled["height"]), b64decode(oled["rows"], validate=True))


def test_where_there_is_no_display_and_no_dial_they_show_nothing(tmp_path: Path) -> None:
    with a_room(tmp_path, display={"driver": "none"}, dial={"kind": "none"}) as room:
        first = heard(next(room.opens_stream()))["panel"]
        assert (first["oled"], first["hand"]) == (None, None)


def test_then_only_what_changed(room: Room) -> None:
    stream = room.opens_stream()
    next(stream)
    room.lays_finger(3, down=True)
    for message in stream:
        news = heard(message).get("panel", {})
        if "down" in news:
            assert news["down"] == [False, False, False, True, False]
            assert set(news) < {"oled", "lamps", "hand", "tone", "down"}
            break


def test_sounds_are_told(room: Room) -> None:
    stream = room.opens_stream()
    next(stream)
    room.device.panel.sounds.play("misbid")
    until(stream, "panel", "tone", 262)
    until(stream, "panel", "tone", 0)


def test_a_tick_that_is_over_already_is_told_once() -> None:
    before = Heard(4, 880, 0)
    after = Heard(5, 2400, 0)
    assert after.since(before) == 2400
    assert after.since(after) == 0
    assert Heard(5, 2400, 2400).since(after) == 2400


def test_the_desk_is_another_one_when_the_table_or_its_troubles_change(room: Room) -> None:
    stream = room.opens_stream()
    assert heard(next(stream))["desk"] == {"number": 1}
    room.does("clock", seats=3)
    until(stream, "desk", "number", 2)
    room.device.panel.troubles.report("fan", "The fan is dead.")
    until(stream, "desk", "number", 3)
    room.does("leave")
    until(stream, "desk", "number", 4)


def test_the_desk_is_another_one_when_the_device_is_switched_off_with_nothing_on_the_table(room: Room) -> None:
    stream = room.opens_stream()
    assert heard(next(stream))["desk"] == {"number": 1}
    room.house.close()
    until(stream, "desk", "number", 2)
    assert "The device is switched off." in room.desk()


def test_where_nothing_is_simulated_only_the_desk_is_told_of(tmp_path: Path) -> None:
    with a_room(tmp_path, simulated=False) as real:
        stream = real.opens_stream()
        assert list(heard(next(stream))) == ["desk"]
        real.does("clock", seats=3)
        until(stream, "desk", "number", 2)


def test_a_page_that_has_nothing_new_hears_a_heartbeat(tmp_path: Path) -> None:
    with a_room(tmp_path, simulated=False) as real:
        stream = real.opens_stream()
        assert list(heard(next(stream))) == ["desk"]
        assert list(heard(next(stream))) == ["heartbeat"]


def test_a_browser_gets_it_as_server_sent_events(room: Room) -> None:
    answer = room.client.get("/stream")
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "panel" in heard(next(answer.iter_encoded()).decode())
    answer.close()


def test_there_are_only_so_many_pages(room: Room) -> None:
    streams = [room.opens_stream() for _ in range(MOST)]
    answer = room.client.get("/stream")
    assert (answer.status_code, answer.text) == (503, "40 pages are open already; close one of them.\n")
    with pytest.raises(TooManyPages):
        room.opens_stream()
    streams[7].close()
    streams[7].close()
    room.opens_stream()
    with pytest.raises(TooManyPages):
        room.opens_stream()


def test_a_page_that_leaves_before_its_first_message_has_left(room: Room) -> None:
    for _ in range(MOST + 1):
        room.client.get("/stream").close()
        room.client.head("/stream").close()
    assert heard(next(room.opens_stream()))


def test_all_of_them_end_with_the_server(room: Room) -> None:
    streams = [room.opens_stream() for _ in range(3)]
    for stream in streams:
        next(stream)
    streams_of(room.app).close()
    assert [list(stream) for stream in streams] == [[], [], []]
