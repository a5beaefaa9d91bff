"""What is read of a request (S4): no more than its address takes, told by its head alone."""

import socket
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from floods import answer, connected, cookie, head, is_closed
from hang_guard import HANG_GUARD, eventually
from rooms import ENGLISH, Room, a_room

from web.bodies import ALL, BodyLimits, Budget
from web.connections import LIMITS, Connections
from web.guards import CUT_OFF, LARGEST, LARGEST_FILE, SMALL
from web.server import Server

FORM = "Content-Type: application/x-www-form-urlencoded"
TOO_LARGE = b"That is more than the 16 KB that the page takes.\n"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


def announces(method: str, path: str, size: int, *lines: str) -> bytes:
    """A head, and nothing of the body after it."""
    return head(method, path, f"Content-Length: {size}", *lines)


@pytest.mark.parametrize("size", [LARGEST + 1, 250_000, 10**9, 10**30])
def test_s4_what_is_too_large_is_refused_before_any_of_it_is_sent(server: Server, size: int) -> None:
    assert answer(connected(server, sent=announces("POST", "/language", size))) == (413, TOO_LARGE)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/state", 200),
        ("HEAD", "/api/state", 200),
        ("POST", "/nowhere", 404),
        ("POST", "/api/state", 405),
        ("POST", "/static/page.css", 405),
        ("DELETE", "/language", 405),
        ("POST", "/%ff", 404),
    ],
)
def test_s4_where_no_body_is_taken_none_is_waited_for(server: Server, method: str, path: str, status: int) -> None:
    with connected(server, sent=announces(method, path, 5000)) as door:
        assert door.recv(12) == f"HTTP/1.1 {status}".encode()


@pytest.mark.parametrize("path", ["/language", "/nowhere"])
def test_s4_chunks_are_bounded_alike(server: Server, path: str) -> None:
    """However they are cut, and whether they ever say how long they are."""
    chunked = head("POST", path, "Transfer-Encoding: chunked")
    statuses = {"/language": {413}, "/nowhere": {404}}
    pieces = (b"1F000\r\n" + b"x" * 0x1F000 + b"\r\n", b"1\r\nx\r\n" * 20_000, b"1;" + b"x" * 120_000)
    assert {answer(connected(server, "127.0.0.2", chunked + piece))[0] for piece in pieces} == statuses[path]


def test_s4_a_length_that_is_no_number_is_refused(server: Server) -> None:
    assert answer(connected(server, sent=head("POST", "/language", f"Content-Length: {'9' * 5000}")))[0] == 400


def test_s4_only_those_who_may_change_boards_may_send_a_file(server: Server, room: Room) -> None:
    largest = partial(BodyLimits(room.app).largest, "POST", "/board/import")
    assert largest(phone="", address="192.168.1.7") == SMALL
    assert largest(phone="anna", address="192.168.1.7") == largest(phone="", address="127.0.0.1") == LARGEST_FILE
    seated = cookie(room, room.seated(0))
    large = connected(server, sent=announces("POST", "/board/import", LARGEST_FILE + 1, seated))
    assert answer(large) == (413, b"That is more than the 128 KB that the page takes.\n")
    sound = connected(server, sent=announces("POST", "/board/import", 100_000, FORM, seated) + b"x" * 100_000)
    assert answer(sound)[0] == 400  # it was read, and is no file


def test_s4_a_stranger_whose_file_was_not_read_hears_that_it_may_not_send_any(room: Room) -> None:
    told = room.phone().post("/board/import", environ_base={CUT_OFF: "size"}, headers=ENGLISH)
    assert (told.status_code, told.text) == (403, "Only a phone that sits at the table can do this; sit down first.\n")
    told = room.seated(0).post("/board/import", environ_base={CUT_OFF: "size"}, headers=ENGLISH)
    assert told.status_code == 413


def test_s4_whoever_is_still_sending_can_read_the_refusal(server: Server) -> None:
    for size in (20_000, 2_000_000):
        assert answer(connected(server, sent=announces("POST", "/language", size) + b"x" * size)) == (413, TOO_LARGE)


def test_s4_nothing_is_said_to_continue_that_would_not_be_read(server: Server) -> None:
    expecting = announces("POST", "/language", 20_000, "Expect: 100-continue")
    assert answer(connected(server, sent=expecting))[0] == 413
    welcome = announces("POST", "/language", 11, FORM, "Expect: 100-continue")
    with closing(connected(server, sent=welcome)) as door:
        assert door.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        door.sendall(b"language=en")
        assert door.recv(12) == b"HTTP/1.1 303"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_s4_a_request_without_a_body_is_answered_whatever_it_expects(server: Server, method: str) -> None:
    """It was complete, and then read on for ever: what came next was its body, and met no limit."""
    with closing(connected(server, sent=head(method, "/api/nothing", "Expect: 100-continue"))) as door:
        assert door.recv(12) == b"HTTP/1.1 404"
    twice = head("GET", "/api/state", "Expect: 100-continue") + announces("POST", "/language", 900_000_000)
    with closing(connected(server, sent=twice)) as door:
        door.settimeout(HANG_GUARD)
        found = b""
        while got := door.recv(1 << 16):
            found += got
    assert found.count(b"HTTP/1.1 200") == 1
    assert found.count(b"HTTP/1.1 413") == 1


def test_s4_a_head_of_thousands_of_lines_is_refused(server: Server) -> None:
    lines = [f"a{number}: b" for number in range(1000)]
    assert answer(connected(server, sent=head("GET", "/api/state", *lines)))[0] == 431
    assert answer(connected(server, sent=head("GET", "/api/state", *lines[:80])))[0] == 200


def test_s4_empty_lines_are_not_read_for_long(server: Server) -> None:
    assert answer(connected(server, sent=b"\r\n" + head("GET", "/api/state")))[0] == 200
    with closing(connected(server, sent=b"\r\n" * 2000)) as door:
        assert is_closed(door)


@pytest.fixture
def narrow(room: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Three bodies fill it."""
    monkeypatch.setattr("web.connections.ALL", 3 * LARGEST)
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


def test_s4_all_unread_bodies_together_are_bounded_and_a_seat_is_still_heard(narrow: Server, room: Room) -> None:
    phone = room.seated(0)
    whole = announces("POST", "/language", LARGEST, FORM)
    begun = [connected(narrow, f"127.0.0.{2 + number}", whole + b"language=") for number in range(3)]
    eventually(lambda: left(narrow) == 0)
    status, said = answer(connected(narrow, "127.0.0.9", whole))
    assert (status, said) == (429, b"That is more at once than the device can answer; wait a moment.\n")
    chunked = head("POST", "/language", "Transfer-Encoding: chunked")
    assert answer(connected(narrow, "127.0.0.9", chunked))[0] == 429
    seated = announces("POST", "/language", 11, FORM, cookie(room, phone)) + b"language=en"
    assert answer(connected(narrow, "127.0.0.9", seated))[0] == 303
    begun[0].close()
    eventually(lambda: left(narrow) == LARGEST)
    begun[1].sendall(b"x" * LARGEST)
    eventually(lambda: left(narrow) == 2 * LARGEST)
    assert begun[1].recv(12) == b"HTTP/1.1 400"
    for door in begun:
        door.close()


def left(server: Server) -> int:
    connections: Connections = server._connections
    return connections.budget("")._left


def test_a_budget_gives_back_what_was_taken() -> None:
    budget = Budget(10)
    assert (budget.take(6), budget.take(6), budget.take(4)) == (True, False, True)
    budget.give_back(6)
    assert budget.take(6)


def test_s4_requests_that_were_sent_at_once_are_answered_one_after_the_other(server: Server) -> None:
    asked = head("GET", "/api/state") * 50 + head("GET", "/static/icon.svg", "Connection: close")
    with connected(server, sent=asked) as door:
        said = b""
        while piece := door.recv(65_536):
            said += piece
    assert said.count(b"HTTP/1.1 200 OK") == 51


def test_s4_the_end_of_a_request_behind_another_may_come_later(server: Server) -> None:
    first, second = head("GET", "/api/state"), head("GET", "/api/state", "Connection: close")
    door = connected(server, sent=first + second[:20])
    door.settimeout(HANG_GUARD)
    while b'"number"' not in door.recv(65_536, socket.MSG_PEEK):
        pass
    door.sendall(second[20:])
    said = b""
    while piece := door.recv(65_536):
        said += piece
    door.close()
    assert said.count(b"HTTP/1.1 200 OK") == 2


def test_s5_strangers_on_every_connection_leave_room_for_one_who_asks_for_a_seat(room: Room) -> None:
    """They have announced as much as they may, and send none of it."""
    limits, budget = BodyLimits(room.app), Budget()
    for path in ("/sit/ask", "/sit/code", "/api/actions", "/board/import", "/language"):
        assert limits.largest("POST", path, phone="", address="192.168.1.7") == SMALL
    assert all(budget.take(SMALL) for _ in range(LIMITS.connections))
    assert budget.take(SMALL)
    assert SMALL * LIMITS.connections < ALL
