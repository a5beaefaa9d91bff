"""The stream: first all there is to see, then only what changes, numbered; and it ends when it should."""

import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hang_guard import HANG_GUARD, eventually
from PIL import Image
from rooms import ENGLISH, Room, a_room, heard, read, told

from companion.errors import TooOften
from companion.games.merchants.actions import Place
from companion.reception import PRESSING
from companion.words import Language, words
from web.ear import Heard
from web.errors import TooManyPages
from web.panel_eyes import PanelEyes
from web.stream import FOR_SEATED, MOST, MOST_OF_ONE, Stream, streams_of


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Room]:
    """A device that is there itself."""
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


def until(stream: Stream, kind: str, part: str, wanted: Any) -> dict[str, Any]:
    """Listen until this part of this kind of news is said to be so; the message that said it."""
    give_up = time.monotonic() + HANG_GUARD
    for message in stream:
        news: dict[str, Any] = heard(message).get(kind, {})
        said = news.get("changed", news)
        if part in said and said[part] == wanted:
            return news
        assert time.monotonic() < give_up, "it never came to that"
    raise AssertionError("the stream ended before")


class Bell(threading.Event):
    """Knows who rang."""

    def __init__(self) -> None:
        super().__init__()
        self.rung_by: set[str] = set()

    def set(self) -> None:
        self.rung_by.add(threading.current_thread().name)
        super().set()


def test_no_page_is_woken_on_the_thread_of_the_table(real: Room) -> None:
    stream = real.opens_stream()
    stream.bell = bell = Bell()
    next(stream)
    real.begins()
    phone = real.seated(0)
    real.acts(phone, Place("mayor"))
    real.house.change("clock", "speed", 2.0)
    until(stream, "change", "seated", [1, 0, 0, 0, 0])
    assert bell.rung_by == {"streams"}


# --- the state


def test_a_page_is_first_told_everything(real: Room) -> None:
    real.begins()
    first = heard(next(real.opens_stream()))
    assert list(first) == ["state"]
    seen = read(first["state"])
    asked = real.state()
    assert msgspec.structs.replace(seen, now=0) == msgspec.structs.replace(asked, now=0)


def test_then_only_what_changed_numbered_one_by_one(real: Room) -> None:
    stream = real.opens_stream()
    number = heard(next(stream))["state"]["number"]
    real.begins()
    change = until(stream, "change", "on", "game")
    assert change["number"] == number + 1
    assert set(change["changed"]) == {"evening", "on", "view", "after"}
    phone = real.seated(0)
    seated = until(stream, "change", "seated", [1, 0, 0, 0, 0])
    real.acts(phone, Place("mayor"))
    placed = heard(next(stream))["change"]
    assert placed["number"] == seated["number"] + 1
    assert set(placed["changed"]) == {"view", "after"}
    assert placed["now"] > seated["now"]


def test_changes_add_up_to_the_state(real: Room) -> None:
    stream = real.opens_stream()
    seen = heard(next(stream))["state"]
    phone = real.seated(0)
    real.begins()
    real.acts(phone, Place("mayor"))
    real.acts(phone, Place("auction"))
    wanted = real.state().after
    while seen["after"] != wanted:
        change = heard(next(stream)).get("change", {"changed": {}})
        seen = seen | change["changed"]
    assert seen | {"number": 0, "now": 0} == told(real.client.get("/api/state")) | {"number": 0, "now": 0}


def test_a_page_is_told_of_the_seat_that_its_phone_has_been_given(real: Room) -> None:
    phone = real.phone()
    stream = real.opens_stream(phone=real.name_of(phone))
    assert heard(next(stream))["state"]["seat"] is None
    asked = real.reception.ask(real.name_of(phone), 2)
    until(stream, "change", "calling", msgspec.to_builtins(asked))
    real.answers(2)
    change = until(stream, "change", "seat", 2)
    assert change["changed"]["calling"] is None
    real.reception.stand_up(real.name_of(phone))
    until(stream, "change", "seat", None)


def test_a_calling_that_nobody_answers_is_over_for_the_page_too(real: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = real.phone()
    name = real.name_of(phone)
    stream = real.opens_stream(phone=name)
    next(stream)
    asked = real.reception.ask(name, 2)
    until(stream, "change", "calling", msgspec.to_builtins(asked))
    later = SimpleNamespace(monotonic=time.monotonic, monotonic_ns=lambda: time.monotonic_ns() + PRESSING)
    monkeypatch.setattr(real.reception, "_now", later.monotonic_ns)
    monkeypatch.setattr("web.state.time", later)
    until(stream, "change", "calling", None)


def test_a_page_hears_of_troubles_of_settings_and_of_the_end(real: Room) -> None:
    stream = real.opens_stream()
    next(stream)
    real.device.panel.troubles.report("fan", "The fan is dead.")
    until(stream, "change", "troubles", ["The fan is dead."])
    real.house.change("clock", "speed", 2.0)
    assert heard(next(stream))["change"]["changed"] == {}  # no field tells of it, but a page may
    real.house.close()
    until(stream, "change", "on", "off")


def test_a_page_that_has_nothing_new_hears_a_heartbeat(real: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.stream.HEARTBEAT", 0.05)
    stream = real.opens_stream()
    next(stream)
    assert list(heard(next(stream))) == ["heartbeat"]


def test_a_page_that_was_slow_hears_of_the_last_and_misses_no_number(real: Room) -> None:
    stream = real.opens_stream()
    number = heard(next(stream))["state"]["number"]
    phone = real.seated(0)
    real.begins()
    for disk in ("mayor", "auction", "discard"):
        assert real.acts(phone, Place(disk)).status_code == 200
    after = real.state().after
    is_last = False
    while not is_last:
        change = heard(next(stream))["change"]
        assert change["number"] == number + 1
        number, is_last = change["number"], change["changed"].get("after") == after


# --- over http


def test_a_browser_gets_it_as_server_sent_events(room: Room) -> None:
    answer = room.client.get("/api/stream")
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert list(heard(next(answer.iter_encoded()))) == ["state"]
    answer.close()


@pytest.mark.parametrize("language", ["en", "nl"])
def test_it_speaks_the_language_of_the_phone(real: Room, language: Language) -> None:
    real.device.panel.troubles.report("old dial", "The dial is dead: {why}.", why="x")
    answer = real.client.get("/api/stream", headers={"Accept-Language": language})
    assert heard(next(answer.iter_encoded()))["state"]["troubles"] == real.device.troubles(words(language))
    answer.close()


def test_there_are_only_so_many_pages(real: Room) -> None:
    streams = [real.opens_stream(client=str(number // MOST_OF_ONE)) for number in range(MOST - FOR_SEATED)]
    answer = real.client.get("/api/stream", headers=ENGLISH)
    assert (answer.status_code, answer.json) == (503, {"error": "160 pages are open already; close one of them."})
    with pytest.raises(TooManyPages):
        real.opens_stream(client="another")
    streams[7].close()
    streams[7].close()
    real.opens_stream(client="another")
    with pytest.raises(TooManyPages):
        real.opens_stream(client="another")


def test_s10_of_all_pages_some_are_kept_for_phones_at_the_table(real: Room) -> None:
    phones = [real.name_of(real.seated(seat)) for seat in range(FOR_SEATED // MOST_OF_ONE)]
    latecomer = real.phone()
    for number in range(MOST - FOR_SEATED):
        real.opens_stream(client=str(number // MOST_OF_ONE))
    with pytest.raises(TooManyPages):
        real.opens_stream(client="a stranger")
    assert real.client.get("/api/stream").status_code == 503
    for phone in phones:
        for _ in range(MOST_OF_ONE):
            real.opens_stream(client=phone, phone=phone)
    with pytest.raises(TooManyPages, match="200 pages"):
        real.opens_stream(client=phones[0], phone=phones[0])
    assert latecomer.get("/api/stream").status_code == 503


def test_s10_whoever_has_sat_down_since_leaves_a_place_to_a_stranger(real: Room) -> None:
    phone = real.phone()
    name = real.name_of(phone)
    real.opens_stream(client="the phone", phone=name)
    for number in range(MOST - FOR_SEATED - 1):
        real.opens_stream(client=str(number // MOST_OF_ONE))
    with pytest.raises(TooManyPages):
        real.opens_stream(client="a stranger")
    real.seats(phone, 0)
    real.opens_stream(client="a stranger")


def test_and_fewer_of_one_phone(real: Room) -> None:
    mine = [real.client.get("/api/stream") for _ in range(MOST_OF_ONE)]
    answer = real.client.get("/api/stream", headers=ENGLISH)
    assert answer.status_code == 429
    assert answer.json == {"error": "This phone has 8 pages open already; close one of them."}
    with pytest.raises(TooOften):
        real.opens_stream(client=real.client.environ_base["REMOTE_ADDR"])
    real.phone().get("/api/stream").close()
    mine[0].close()
    real.client.get("/api/stream").close()
    for other in mine[1:]:
        other.close()


def test_whether_somebody_has_a_page_open(room: Room) -> None:
    streams = streams_of(room.app)
    assert not streams.is_watched
    stream = room.opens_stream()
    assert streams.is_watched
    streams.leave(stream)
    assert not streams.is_watched


def test_a_page_that_leaves_before_its_first_message_has_left(room: Room) -> None:
    for _ in range(MOST_OF_ONE + 1):
        room.client.get("/api/stream").close()
        room.client.head("/api/stream").close()
    assert heard(next(room.opens_stream()))


def test_all_of_them_end_with_the_server(room: Room) -> None:
    streams = [room.opens_stream(panel=panel) for panel in (True, False, False)]
    for stream in streams:
        next(stream)
    streams_of(room.app).close()
    assert [list(stream) for stream in streams] == [[], [], []]


# --- the drawing of a simulated device


def test_a_page_that_draws_the_device_is_told_how_it_looks(room: Room) -> None:
    eventually(lambda: room.works.image)
    first = heard(next(room.opens_stream(panel=True)))
    assert list(first) == ["state", "panel"]
    assert list(first["panel"]) == ["oled", "lamps", "hand", "tone", "down"]
    assert first["panel"]["down"] == [False] * 5
    answer = room.client.get("/api/stream?panel=1")
    assert "panel" in heard(next(answer.iter_encoded()))
    answer.close()


def test_nobody_looks_at_a_device_that_no_page_draws(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr("web.stream.PanelEyes", lambda *_: looked.append("eyes"))
    monkeypatch.setattr("web.stream.Ear", lambda *_: looked.append("ear"))
    assert list(heard(next(room.opens_stream()))) == ["state"]
    assert looked == []


def test_a_device_that_is_there_itself_is_not_drawn(real: Room) -> None:
    assert list(heard(next(real.opens_stream(panel=True)))) == ["state"]


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
        first = heard(next(room.opens_stream(panel=True)))["panel"]
        assert (first["oled"], first["hand"]) == (None, None)


def test_of_the_drawing_too_only_what_changed_is_told(room: Room) -> None:
    stream = room.opens_stream(panel=True)
    next(stream)
    room.lays_finger(3, down=True)
    news = until(stream, "panel", "down", [False, False, False, True, False])
    assert set(news) < {"oled", "lamps", "hand", "tone", "down"}


def test_sounds_are_told(room: Room) -> None:
    stream = room.opens_stream(panel=True)
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
