"""The server: where it can be reached, what it says if it cannot be, who is seen off, and that it ends at once."""

import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from hang_guard import HANG_GUARD
from rooms import Room, a_room

from web.errors import PortTaken
from web.server import OF_ONE_ADDRESS, Server
from web.stream import MOST, MOST_OF_ONE


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


def asked(port: int, address: str, source: str = "127.0.0.1") -> HTTPConnection:
    connection = HTTPConnection("127.0.0.1", port, timeout=HANG_GUARD, source_address=(source, 0))
    connection.request("GET", address)
    return connection


def opened(server: Server, number: int) -> HTTPConnection:
    """A stream; no phone has more of them than it may."""
    return asked(server.port, "/api/stream", f"127.0.1.{number // MOST_OF_ONE + 1}")


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
    pages = [opened(server, number).getresponse() for number in range(MOST)]
    assert {page.status for page in pages} == {200}
    assert asked(server.port, "/api/stream").getresponse().status == 503
    assert asked(server.port, "/api/state").getresponse().status == 200
    room.house.clock_alone(3)
    for page in pages:
        while page.readline() != b"event: change\n":
            pass


def test_a_page_that_goes_away_makes_room_for_another(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.stream.HEARTBEAT", 0.1)
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
    monkeypatch.setattr("web.server._IDLE", 0.0)
    monkeypatch.setattr("web.stream.HEARTBEAT", 0.1)
    page = opened(server, 0).getresponse()
    idler = socket.create_connection(("127.0.0.1", server.port), timeout=HANG_GUARD)
    assert idler.recv(1) == b""
    heard = [page.readline() for _ in range(30)]
    assert heard.count(b"event: heartbeat\n") >= 3
    idler.close()
