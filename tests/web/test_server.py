"""The server: where it can be reached, what it says if it cannot be, who is seen off, and that it ends at once."""

import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from floods import answer, connected, head, is_closed
from hang_guard import HANG_GUARD, eventually
from rooms import Room, a_room

from companion.worker import MOST_FAILURES
from hardware.troubles import Troubles
from web.arrival import ARRIVED
from web.connections import OF_ONE_ADDRESS, Limits
from web.errors import PortTaken
from web.server import Server
from web.stream import FOR_SEATED, MOST, MOST_OF_ONE, streams_of


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


def asked(port: int, address: str, source: str = "127.0.0.1", **headers: str) -> HTTPConnection:
    connection = HTTPConnection("127.0.0.1", port, timeout=HANG_GUARD, source_address=(source, 0))
    connection.request("GET", address, headers=headers)
    return connection


def opened(server: Server, number: int, **headers: str) -> HTTPConnection:
    """A stream; no phone has more of them than it may."""
    return asked(server.port, "/api/stream", f"127.0.1.{number // MOST_OF_ONE + 1}", **headers)


def all_opened(room: Room, server: Server) -> list[HTTPResponse]:
    """As many streams as there may be, some of them those of phones at the table."""
    phones = [room.seated(seat) for seat in range(FOR_SEATED // MOST_OF_ONE)]
    cookies: list[dict[str, str]] = [{}] * (MOST - FOR_SEATED)
    for phone in phones:
        cookies += [{"Cookie": f"{room.cards.cookie}={room.cookie_of(phone)}"}] * MOST_OF_ONE
    return [opened(server, number, **cookie).getresponse() for number, cookie in enumerate(cookies)]


def test_it_serves_the_page_and_does_not_say_with_what(server: Server) -> None:
    assert server.address == f"http://127.0.0.1:{server.port}/"
    answer = asked(server.port, "/api/state").getresponse()
    assert answer.status == 200
    assert answer.read().startswith(b'{"number":')
    assert answer.getheader("Server") is None


def test_a_port_that_is_taken_is_one_sentence(room: Room, server: Server) -> None:
    with pytest.raises(PortTaken) as refusal:
        Server(room.app, "127.0.0.1", server.port)
    assert (
        str(refusal.value)
        == f"Port {server.port} of 127.0.0.1 is taken: choose another with --port, or page.port in the settings."
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "x" * 70, "::nowhere"])
def test_a_host_that_is_not_this_machine_is_one_sentence(room: Room, host: str) -> None:
    with pytest.raises(PortTaken, match=host):
        Server(room.app, host, 0)


def test_for_the_whole_network_the_address_is_one_that_can_be_typed(room: Room) -> None:
    server = Server(room.app, "0.0.0.0", 0)
    try:
        host = server.address.removeprefix("http://").partition(":")[0]
        assert host != "0.0.0.0"
        assert socket.inet_aton(host)
    finally:
        server.close()


def test_it_ends_at_once_although_pages_are_open_and_its_port_is_free_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it waited for a page that does not end by itself, it would wait for ever."""
    monkeypatch.setattr("web.server._GRACE", HANG_GUARD)
    monkeypatch.setattr("web.stream.HEARTBEAT", HANG_GUARD)
    server = Server(room.app, "127.0.0.1", 0)
    pages = [opened(server, number).getresponse() for number in range(20)]
    assert {page.readline() for page in pages} == {b"event: state\n"}
    server.close()
    for page in pages:
        page.read()  # to the end, which is there
    Server(room.app, "127.0.0.1", server.port).close()


def test_with_all_streams_open_the_page_still_answers_and_everybody_is_told(room: Room, server: Server) -> None:
    pages = all_opened(room, server)
    assert {page.status for page in pages} == {200}
    assert asked(server.port, "/api/stream").getresponse().status == 503
    assert asked(server.port, "/api/state").getresponse().status == 200
    room.house.clock_alone(3)
    for page in pages:
        while page.readline() != b"event: change\n":
            pass


def test_s4_two_hundred_streams_need_no_thread_each(room: Room, server: Server) -> None:
    before = threading.active_count()
    pages = all_opened(room, server)
    assert {page.status for page in pages} == {200}
    assert len(streams_of(room.app)._open) == MOST
    assert threading.active_count() - before <= 1  # the one that writes them all
    assert threading.active_count() <= 40


def test_s4_whatever_is_wrong_with_one_stream_the_others_are_told(
    room: Room, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    pages = [opened(server, number).getresponse() for number in range(3)]
    eventually(lambda: [bool(stream.reader) for stream in streams_of(room.app)._open] == [True] * 3)

    class Blind:
        def news(self) -> bytes:
            raise ZeroDivisionError

    streams_of(room.app)._open[1]._eyes = (Blind(),)
    room.house.clock_alone(3)
    for page in (pages[0], pages[2]):
        while page.readline() != b"event: change\n":
            pass
    pages[1].read()  # to the end, which is there
    assert len(streams_of(room.app)._open) == 2
    assert "ZeroDivisionError" in caplog.text
    assert server.answers(HANG_GUARD)


def test_s4_the_thread_of_the_streams_outlives_a_board_that_cannot_be_read(
    room: Room, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(server, 0).getresponse()
    with monkeypatch.context() as broken:
        broken.setattr(streams_of(room.app).writer, "_board_number", lambda: 1 // 0)
        assert server.answers(HANG_GUARD)
    room.house.clock_alone(3)
    while page.readline() != b"event: change\n":
        pass


def test_s8_a_thread_of_streams_that_hangs_or_keeps_dying_is_no_sign_of_life(
    room: Room, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.answers(HANG_GUARD)  # it is not needed yet
    page = opened(server, 0).getresponse()
    assert server.answers(HANG_GUARD)
    writer, hangs, goes_on = streams_of(room.app).writer, threading.Event(), threading.Event()

    def hang() -> int:
        hangs.set()
        return goes_on.wait(HANG_GUARD)

    monkeypatch.setattr(writer, "_board_number", hang)
    writer.look()
    assert hangs.wait(HANG_GUARD)
    assert not server.answers(0.01)
    monkeypatch.setattr(writer, "_pause", lambda _looked: 1 // 0)
    goes_on.set()
    eventually(lambda: writer._worker._failures >= MOST_FAILURES)
    assert not server.answers(HANG_GUARD)
    page.close()


def test_s8_a_thread_of_streams_that_dies_is_told_and_started_again(
    room: Room, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, told = streams_of(room.app).writer, Troubles()
    monkeypatch.setattr(writer._worker, "_faults", told)
    page = opened(server, 0).getresponse()
    pause, deaths = writer._pause, iter([SystemExit])

    def die_once(looked: float) -> float | None:
        for death in deaths:
            raise death
        return pause(looked)

    monkeypatch.setattr(writer, "_pause", die_once)
    writer.look()
    eventually(lambda: bool(told.all()))
    assert [*map(str, told.all().values())] == ["Live pages: stopped and started again."]
    assert server.answers(HANG_GUARD)
    room.begins()
    while page.readline() != b"event: change\n":
        pass
    page.close()


def test_s8_a_request_thread_that_has_died_is_no_sign_of_life(server: Server) -> None:
    dead = threading.Thread(target=lambda: None)
    dead.start()
    dead.join()
    for pool in server._workers._pools:
        assert server.answers(HANG_GUARD)
        alive, pool.threads[-1] = pool.threads[-1], dead
        assert not server.answers(HANG_GUARD)
        pool.threads[-1] = alive


def test_s8_a_step_of_the_server_that_fails_is_not_its_last(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    step, failures = server._loop.step, iter([OSError(9, "as the test wants it")])

    def failing(timeout: float) -> None:
        for failure in failures:
            raise failure
        step(timeout)

    monkeypatch.setattr(server._loop, "step", failing)
    assert answer(connected(server, sent=head("GET", "/api/state")))[0] == 200
    assert server.answers(HANG_GUARD)
    assert next(failures, None) is None


def test_s4_an_old_browser_gets_its_stream_too_without_chunks(room: Room, server: Server) -> None:
    with connected(server, sent=b"GET /api/stream HTTP/1.0\r\nHost: localhost\r\n\r\n") as door:
        page = HTTPResponse(door)
        page.begin()
        assert page.readline() == b"event: state\n"
        room.house.clock_alone(3)
        while page.readline() != b"event: change\n":
            pass


def test_s4_whoever_asks_only_for_the_head_of_a_stream_opens_none(room: Room, server: Server) -> None:
    for _ in range(MOST_OF_ONE + 1):
        status, said = answer(connected(server, sent=head("HEAD", "/api/stream", "Connection: close")), method="HEAD")
        assert (status, said) == (200, b"")
    assert not streams_of(room.app).is_watched


def test_s4_what_is_sent_behind_a_stream_is_not_carried_out(room: Room, server: Server) -> None:
    with connected(server, sent=head("GET", "/api/stream") + head("GET", "/api/state") * 100) as door:
        page = HTTPResponse(door)
        page.begin()
        assert page.readline() == b"event: state\n"
        door.sendall(head("GET", "/api/state") * 100)
        room.house.clock_alone(3)
        while (line := page.readline()) != b"event: change\n":
            assert b"HTTP/1.1" not in line


def test_s4_a_request_has_come_when_it_was_read_however_long_it_waits_for_a_worker(
    room: Room, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = room.app.wsgi_app
    seen: list[tuple[int, int]] = []

    def look(environ: dict[str, Any], start_response: Any) -> Any:
        seen.append((environ[ARRIVED], time.monotonic_ns()))
        return inner(environ, start_response)

    monkeypatch.setattr(room.app, "wsgi_app", look)
    before = time.monotonic_ns()
    assert asked(server.port, "/api/state").getresponse().status == 200
    ((arrived, began),) = seen
    assert before < arrived < began


def test_s4_a_page_that_goes_away_makes_room_for_another_at_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only when it is told something the next time."""
    monkeypatch.setattr("web.stream.HEARTBEAT", 10 * HANG_GUARD)
    monkeypatch.setattr("web.state.Noticeboard.number", 7)  # nothing changes
    pages = [opened(server, number).getresponse() for number in range(MOST_OF_ONE)]
    assert opened(server, 0).getresponse().status == 429
    pages[0].close()
    while opened(server, 0).getresponse().status == 429:
        pass


def test_a_request_that_is_too_large_gets_its_sentence_over_the_wire_too(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=HANG_GUARD)
    connection.request("POST", "/language", body=b"x" * 20_000)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (413, b"That is more than the 16 KB that the page takes.\n")


def test_one_that_is_far_too_large_is_not_even_read(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=HANG_GUARD)
    connection.putrequest("POST", "/language")
    connection.putheader("Content-Length", str(10**9))
    connection.endheaders(b"x")
    assert connection.getresponse().status == 413


def test_whoever_opens_door_after_door_finds_them_shut_and_others_do_not(server: Server) -> None:
    doors = [
        socket.create_connection(("127.0.0.1", server.port), timeout=HANG_GUARD) for _ in range(OF_ONE_ADDRESS + 5)
    ]
    assert [door.recv(1) for door in doors[-5:]] == [b""] * 5
    assert asked(server.port, "/api/state", "127.0.0.9").getresponse().status == 200
    for door in doors:
        door.close()


def test_a_connection_that_idles_is_seen_off_and_a_stream_is_not_though_the_time_of_day_runs_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    years_ago = count(2_000_000_000, -100_000_000)
    monkeypatch.setattr("waitress.channel.time", SimpleNamespace(time=lambda: next(years_ago)))
    monkeypatch.setattr("web.stream.HEARTBEAT", 0.1)
    page = opened(server, 0).getresponse()
    monkeypatch.setattr(server._connections, "_limits", Limits(until_head=0.0))
    idler = socket.create_connection(("127.0.0.1", server.port), timeout=HANG_GUARD)
    assert idler.recv(1) == b""
    heard = [page.readline() for _ in range(30)]
    assert heard.count(b"event: heartbeat\n") >= 3
    idler.close()


def test_s8_the_loop_that_dies_is_told_and_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = Troubles()
    server = Server(room.app, "127.0.0.1", 0, faults=faults)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(server._connections, "look", _die)
            told = eventually(lambda: [*map(str, faults.all().values())])
        assert told == ["Page: stopped and started again."]
        assert asked(server.port, "/api/state").getresponse().status == 200
        assert server.answers(HANG_GUARD)
    finally:
        server.close()


def _die() -> None:
    raise SystemExit


def test_s8_a_request_that_ends_worse_than_in_an_error_leaves_no_connection_behind(
    room: Room, server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room.app, "wsgi_app", lambda *_: _die())
    for _ in range(3):
        assert is_closed(connected(server, sent=head("GET", "/api/state")))
    eventually(lambda: not server._waitress.active_channels)
    assert server.answers(HANG_GUARD)
    assert "A request could not be answered." in caplog.text


def test_s4_whoever_only_closes_its_own_side_is_answered(server: Server) -> None:
    """As `nc -N` does, and many a short script."""
    for _ in range(10):
        door = connected(server, sent=head("GET", "/api/state"))
        door.shutdown(socket.SHUT_WR)
        assert answer(door)[0] == 200
    eventually(lambda: not server._waitress.active_channels)


def test_s4_whoever_expects_to_continue_and_goes_leaves_nothing_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    expecting = head("POST", "/language", "Content-Length: 8", "Expect: 100-continue")
    for _ in range(10):
        door = connected(server, sent=expecting)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # it ends with a reset
        door.close()
    eventually(lambda: not server._waitress.active_channels)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_s4_whoever_expects_to_continue_is_told_to(server: Server) -> None:
    form = "Content-Type: application/x-www-form-urlencoded", "Content-Length: 11"
    door = connected(server, sent=head("POST", "/language", *form, "Expect: 100-continue"))
    assert door.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
    door.sendall(b"language=nl")
    assert answer(door, "POST")[0] == 303


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "Via"])
def test_s4_whoever_comes_by_way_of_another_program_does_not_sit_at_it(room: Room, server: Server, header: str) -> None:
    form = "Content-Type: application/x-www-form-urlencoded", "Content-Length: 19"
    passed_on = head("POST", "/board/new", *form, f"{header}: 192.168.1.50") + b"name=Theirs&model=0"
    assert answer(connected(server, sent=passed_on), "POST")[0] == 403
    assert room.house.boards.all == []


def test_s4_a_cookie_that_is_no_text_is_nobodys(room: Room, server: Server) -> None:
    cookie = room.cards.cookie.encode() + b"=\xff"
    asked = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nConnection: close\r\n\r\n" % cookie
    status, _ = answer(connected(server, sent=asked))
    assert status in (200, 400)
    assert server.answers(HANG_GUARD)
