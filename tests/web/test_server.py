"""The server: where it can be reached, what it says if it cannot be, and that it ends at once."""

import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from rooms import Room, a_room

from web.errors import PortTaken
from web.server import Server
from web.stream import MOST


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


def asked(port: int, address: str) -> HTTPConnection:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", address)
    return connection


def test_it_serves_the_page_and_does_not_say_with_what(server: Server) -> None:
    assert server.address == f"http://127.0.0.1:{server.port}/"
    answer = asked(server.port, "/panel").getresponse()
    assert answer.status == 200
    assert b"Veilingklok" in answer.read()
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


def test_it_ends_at_once_although_pages_are_open_and_its_port_is_free_again(room: Room) -> None:
    server = Server(room.app, "127.0.0.1", 0)
    pages = [asked(server.port, "/stream").getresponse() for _ in range(20)]
    firsts = [page.readline() for page in pages]
    assert set(firsts) == {b"event: panel\n"}
    before = time.monotonic()
    server.close()
    assert time.monotonic() - before < 2
    for page in pages:
        page.read()  # to the end, which is there
    Server(room.app, "127.0.0.1", server.port).close()


def test_with_all_streams_open_the_page_still_answers(server: Server) -> None:
    pages = [asked(server.port, "/stream").getresponse() for _ in range(MOST)]
    assert {page.status for page in pages} == {200}
    assert asked(server.port, "/stream").getresponse().status == 503
    assert asked(server.port, "/desk").getresponse().status == 200


def test_a_page_that_goes_away_makes_room_for_another(server: Server) -> None:
    pages = [asked(server.port, "/stream").getresponse() for _ in range(MOST)]
    pages[0].close()
    while asked(server.port, "/stream").getresponse().status == 503:
        pass


def test_a_request_that_is_too_large_gets_its_sentence_over_the_wire_too(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/desk/begin", body=b"x" * 100_000)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (413, b"That is more than the 16 KB that the page takes.\n")
