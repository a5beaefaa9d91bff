"""Which connections there may be (S4): who idles or dawdles goes, and phones at the table always have room."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest
from flask import Flask
from floods import answer, connected, cookie, head, is_closed
from hang_guard import HANG_GUARD, eventually
from rooms import Room, a_room

from web.channel import BACKLOG, Channel
from web.connections import LIMITS, READING, READING_OF_ALL, Limits
from web.deeds import Deed, Press
from web.rates import Allowance
from web.server import Server
from web.turns import OF_ADDRESS, OF_ALL

STATE = head("GET", "/api/state")
NEVER = 10 * HANG_GUARD
PATIENT = Limits(
    until_head=NEVER, until_body=NEVER, idle=NEVER, stalled=NEVER, leaving=NEVER, half_closed=NEVER, look=0.02
)

Serve = Callable[[Limits], Server]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


@pytest.fixture
def serve(room: Room) -> Iterator[Serve]:
    with ExitStack() as servers:

        def served(limits: Limits) -> Server:
            server = Server(room.app, "127.0.0.1", 0, limits=limits)
            servers.callback(server.close)
            return server

        yield served


def channels(server: Server) -> list[Channel]:
    return list(server._waitress.active_channels.values())


def states(server: Server) -> list[str]:
    return sorted(channel.state for channel in channels(server))


def is_open(door: socket.socket) -> bool:
    """Asks for something on it."""
    door.sendall(STATE)
    try:
        return door.recv(12) == b"HTTP/1.1 200"
    except ConnectionResetError:
        return False


def test_s4_the_limits_are_those_that_the_documents_tell() -> None:
    told = " ".join((Path(__file__).parents[2] / "docs" / "phones.md").read_text(encoding="utf-8").split())
    is_patient = f"half a head, for {LIMITS.until_head:g} s; half a body for {LIMITS.until_body:g} s;"
    assert f"{is_patient} to idle for {LIMITS.idle:g} s; to take nothing of an answer for {LIMITS.stalled:g} s" in told
    idle = f"more than {LIMITS.idle_of_one_address} idle ones, when half of the {LIMITS.connections} are taken"
    assert f"more than {LIMITS.of_one_address} connections of one address; {idle}" in told
    assert f"Of the {LIMITS.connections} connections {LIMITS.kept_for_seated} are for addresses" in told
    assert f"hold more than {LIMITS.unsent // 2**20} MB, strangers" in told
    assert f"{READING_OF_ALL.per_second:g} s in every second" in told
    assert f"{READING.per_second:g} s for one address" in told
    assert f"{OF_ALL.per_second:g} s, and for one address {OF_ADDRESS.per_second:g} s" in told


# --- who has been there for too long


@pytest.mark.parametrize("sent", [b"", b"GET /api/st", head("GET", "/").rstrip(), b"\r\n"])
def test_s4_a_connection_that_says_nothing_or_half_a_head_goes(serve: Serve, sent: bytes) -> None:
    server = serve(PATIENT._replace(until_head=0.0))
    assert is_closed(connected(server, sent=sent))


def test_s4_a_body_has_more_time_than_a_head(serve: Serve) -> None:
    body = head("POST", "/language", "Content-Length: 10") + b"lang"
    server = serve(PATIENT)
    door = connected(server, sent=body)
    eventually(lambda: states(server) == ["body"])
    server._connections._limits = PATIENT._replace(until_head=0.0, idle=0.0)
    assert is_closed(connected(server))  # they were looked at
    assert states(server) == ["body"]
    server._connections._limits = PATIENT._replace(until_body=0.0)
    assert is_closed(door)


def test_s4_a_byte_now_and_then_buys_no_time(serve: Serve) -> None:
    """What counts is when the request began."""
    server = serve(PATIENT)
    door = connected(server, sent=b"GET /api/")
    (channel,) = eventually(lambda: [one for one in channels(server) if one.state == "head"])
    began = channel.since
    door.sendall(b"state HTTP/1.1\r\n")
    eventually(lambda: channel.request and b"HTTP" in channel.request.header_plus)
    assert channel.since == began


def test_s4_a_connection_that_was_used_may_idle_for_longer(serve: Serve) -> None:
    server = serve(PATIENT)
    door = connected(server)
    assert is_open(door)
    eventually(lambda: states(server) == ["idle"])
    server._connections._limits = PATIENT._replace(until_head=0.0)
    assert is_closed(connected(server))
    assert states(server) == ["idle"]
    server._connections._limits = PATIENT._replace(idle=0.0)
    while door.recv(65_536):  # what was answered, and then the end
        pass


# --- when there is no room

SMALL = PATIENT._replace(connections=20, kept_for_seated=4, idle_of_one_address=20)


def test_s4_when_it_is_full_the_longest_idle_goes_and_no_stream_does(serve: Serve) -> None:
    server = serve(SMALL)
    streams = [connected(server, f"127.0.1.{number}", head("GET", "/api/stream")) for number in range(1, 9)]
    for stream in streams:
        assert stream.recv(12) == b"HTTP/1.1 200"
    half = connected(server, "127.0.0.2", b"GET /")
    eventually(lambda: states(server) == ["head"] + ["stream"] * 8)
    idlers = []
    for number in range(7):
        idlers.append(connected(server, "127.0.0.3"))
        eventually(lambda: len(channels(server)) == 10 + number)  # noqa: B023  now
    late = connected(server, "127.0.0.4", STATE)
    assert late.recv(12) == b"HTTP/1.1 200"
    assert is_closed(idlers[0])
    later = [connected(server, f"127.0.0.{5 + number}") for number in range(6)]
    assert [is_closed(door) for door in idlers[1:]] == [True] * 6
    eventually(lambda: states(server).count("stream") == 8)
    for door in (*streams, half, late, *later):
        door.close()


def test_s4_a_request_that_becomes_a_stream_while_room_is_looked_for_shuts_nobody_out(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may change what a connection does at any moment."""
    server = serve(PATIENT._replace(connections=3, kept_for_seated=0))
    doors = [connected(server, f"127.0.0.{number}", STATE.rstrip()) for number in range(2, 5)]
    eventually(lambda: states(server) == ["head"] * 3)
    looks = count()
    with monkeypatch.context() as patch:
        patch.setattr(Channel, "state", property(lambda _: "stream" if next(looks) % 2 else "answering"))
        connected(server, "127.0.0.5", STATE).recv(1)  # answered, or hung up on
    for door in doors:
        door.close()
    eventually(lambda: len(channels(server)) <= 1)
    assert answer(connected(server, "127.0.0.6", STATE))[0] == 200


def test_s4_whatever_goes_wrong_when_somebody_comes_the_next_one_is_let_in(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(PATIENT)
    with monkeypatch.context() as patch:
        patch.setattr(server._connections, "has_room", lambda _: 1 / 0)
        assert is_closed(connected(server))
    assert answer(connected(server, sent=STATE))[0] == 200
    assert server.answers(HANG_GUARD)


def test_s4_a_server_that_nobody_can_come_to_any_more_gives_no_sign_of_life(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(PATIENT)
    assert server.answers(HANG_GUARD)
    with monkeypatch.context() as patch:
        patch.setattr(server._waitress, "socket", None)  # as waitress leaves it when it has closed its door
        assert not server.answers(HANG_GUARD)


def test_s4_five_hundred_idle_connections_of_eight_addresses_shut_no_phone_out(serve: Serve, room: Room) -> None:
    server = serve(PATIENT._replace(connections=64, kept_for_seated=8, of_one_address=8, idle_of_one_address=2))
    doors = [connected(server, f"127.0.0.{2 + number % 8}") for number in range(64)]
    assert is_open(connected(server, "127.0.0.1"))
    phone = head("GET", "/api/state", cookie(room, room.seated(0)))
    assert connected(server, "127.0.0.1", phone).recv(12) == b"HTTP/1.1 200"
    assert len(channels(server)) <= 64 // 2 + 8
    for door in doors:
        door.close()


def test_s4_one_that_idled_for_too_long_and_asks_for_something_just_then_is_answered(serve: Serve) -> None:
    """It is closed a little later than it was found, and may have been heard meanwhile."""
    server = serve(PATIENT)
    door = HTTPConnection("127.0.0.1", server.port, timeout=HANG_GUARD)

    def asks() -> int:
        door.request("GET", "/api/state")
        with door.getresponse() as told:
            told.read()
            return told.status

    assert asks() == 200
    (channel,) = channels(server)
    found_idle = channel, channel.since
    assert asks() == 200
    server._connections._to_close.append(found_idle)
    eventually(lambda: not server._connections._to_close)
    assert channel.connected
    assert asks() == 200
    assert channels(server) == [channel]  # and not a new one, which http.client would make without a word
    door.close()


def test_s4_an_address_may_have_only_so_many_idle_ones_when_half_of_the_room_is_taken(serve: Serve) -> None:
    server = serve(PATIENT._replace(connections=40, kept_for_seated=0, idle_of_one_address=3))
    few = [connected(server, "127.0.0.2") for _ in range(10)]
    eventually(lambda: len(channels(server)) == 10)
    others = [connected(server, f"127.0.1.{number}") for number in range(1, 12)]
    assert [is_closed(door) for door in few[:7]] == [True] * 7
    eventually(lambda: len(channels(server)) == 3 + 11)
    assert all(is_open(door) for door in (*few[7:], *others))


def test_s4_phones_at_the_table_have_room_of_their_own(serve: Serve, room: Room) -> None:
    """Also when everybody else is busy and nobody can be sent away."""
    server = serve(SMALL._replace(connections=12))
    phone = cookie(room, room.seated(0))
    assert answer(connected(server, "127.0.0.2", head("GET", "/api/state", phone)))[0] == 200
    eventually(lambda: not channels(server))
    streams = [connected(server, f"127.0.1.{number}", head("GET", "/api/stream")) for number in range(1, 9)]
    for stream in streams:
        assert stream.recv(12) == b"HTTP/1.1 200"
    eventually(lambda: states(server) == ["stream"] * 8)
    assert is_closed(connected(server, "127.0.0.3"))
    mine = [connected(server, "127.0.0.2", head("GET", "/api/stream", phone)) for _ in range(4)]
    assert [stream.recv(12) for stream in mine] == [b"HTTP/1.1 200"] * 4
    eventually(lambda: states(server) == ["stream"] * 12)
    assert is_closed(connected(server, "127.0.0.2"))
    assert states(server) == ["stream"] * 12
    for stream in (*streams, *mine):
        stream.close()


def test_s4_a_phone_that_was_heard_keeps_its_connections_though_they_idle(serve: Serve, room: Room) -> None:
    server = serve(SMALL._replace(connections=12))
    asked = head("GET", "/api/state", cookie(room, room.seated(0)))
    mine = [connected(server, "127.0.0.2", asked) for _ in range(5)]
    for door in mine:
        assert door.recv(12) == b"HTTP/1.1 200"
    for number in range(20):
        connected(server, f"127.0.1.{number + 1}").close()
        idler = connected(server, f"127.0.2.{number + 1}")
        assert is_open(idler)
    assert sum(bool(channel.phone) for channel in channels(server)) == 5


def test_s4_only_so_many_addresses_of_phones_are_remembered_and_for_so_long(serve: Serve, room: Room) -> None:
    server = serve(PATIENT._replace(addresses=2))
    asked = head("GET", "/api/state", cookie(room, room.seated(0)))
    for number in (1, 2, 3, 2):
        assert answer(connected(server, f"127.0.0.{number}", asked))[0] == 200
    connections = server._connections
    assert [connections.is_seated(f"127.0.0.{number}") for number in (1, 2, 3)] == [False, True, True]
    connections._limits = connections._limits._replace(remembered=0.0)
    assert not connections.is_seated("127.0.0.2")


def test_s4_the_address_of_a_phone_that_was_removed_is_a_strangers_again(serve: Serve, room: Room) -> None:
    server = serve(PATIENT)
    asked = head("GET", "/api/state", cookie(room, room.seated(0)))
    assert answer(connected(server, "127.0.0.2", asked))[0] == 200
    assert server._connections.is_seated("127.0.0.2")
    (pairing,) = room.reception.pairings
    room.reception.remove(pairing.number)
    assert not server._connections.is_seated("127.0.0.2")


def test_s4_phones_at_the_table_are_let_in_before_strangers_that_wait(
    serve: Serve, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(PATIENT)
    asked = head("GET", "/api/state", cookie(room, room.seated(0)))
    assert answer(connected(server, "127.0.0.2", asked))[0] == 200
    monkeypatch.setattr("web.server.LET_IN", 0)
    monkeypatch.setattr("web.server.STRANGERS", 3)
    waiting = [connected(server, f"127.0.1.{number}", STATE) for number in range(1, 4)]
    eventually(lambda: len(server._strangers) == 3)
    assert is_closed(connected(server, "127.0.1.9"))  # there is no room to wait
    assert answer(connected(server, "127.0.0.2", asked))[0] == 200
    assert len(server._strangers) == 3
    monkeypatch.setattr("web.server.LET_IN", 4)
    for door in waiting:
        assert answer(door)[0] == 200


def test_s4_one_address_does_not_take_every_place_to_wait(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(PATIENT)
    monkeypatch.setattr("web.server.LET_IN", 0)
    monkeypatch.setattr("web.server.STRANGERS", 3)
    crowd = [connected(server, "127.0.1.1", STATE) for _ in range(3)]
    eventually(lambda: len(server._strangers) == 3)
    assert is_closed(connected(server, "127.0.1.1"))
    others = [connected(server, f"127.0.1.{number}", STATE) for number in (2, 3)]
    assert [is_closed(door) for door in crowd[1:]] == [True, True]
    assert is_closed(connected(server, "127.0.1.4")), "one of each waits"
    monkeypatch.setattr("web.server.LET_IN", 4)
    for door in (crowd[0], *others):
        assert answer(door)[0] == 200
    assert answer(connected(server, "127.0.1.1", STATE))[0] == 200, "there is room again"
    assert not server._waiting


# --- slow readers


def slow_reader(server: Server, source: str, sent: bytes) -> socket.socket:
    """With small buffers on the way; nobody reads it."""
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    door.settimeout(HANG_GUARD)
    door.bind((source, 0))
    door.connect(("127.0.0.1", server.port))
    door.sendall(sent)
    return door


class Large:
    """An address whose answer is more than any socket takes at once."""

    path = "/large"

    def __init__(self, app: Flask) -> None:
        self.answered: list[int] = []
        app.add_url_rule(self.path, view_func=self.show)

    def show(self) -> bytes:
        self.answered.append(1)
        return b"x" * 6_000_000


@pytest.fixture
def large(room: Room) -> Large:
    return Large(room.app)


def unsent(server: Server) -> int:
    return sum(channel.total_outbufs_len for channel in channels(server))


def test_s4_slow_readers_hold_no_worker(serve: Serve, room: Room, large: Large) -> None:
    server = serve(PATIENT._replace(unsent=10**9))
    room.house.clock_alone(3)
    phone = cookie(room, room.seated(0))
    doors = [slow_reader(server, f"127.0.1.{number}", head("GET", large.path)) for number in range(1, 25)]
    eventually(lambda: states(server) == ["sending"] * 24)
    mine = [slow_reader(server, "127.0.0.1", head("GET", large.path, phone)) for _ in range(8)]
    eventually(lambda: states(server) == ["sending"] * 32)
    assert answer(connected(server, "127.0.0.3", STATE))[0] == 200
    body = msgspec.json.encode(Deed(Press()))
    press = head("POST", "/api/actions", "Content-Type: application/json", f"Content-Length: {len(body)}", phone)
    assert answer(connected(server, "127.0.0.1", press + body))[0] in (202, 409)
    for door in (*doors, *mine):
        door.close()


def test_s4_what_slow_readers_leave_in_memory_is_bounded_and_seats_keep_theirs(
    serve: Serve, room: Room, large: Large
) -> None:
    server = serve(PATIENT._replace(unsent=10_000_000))
    phone = cookie(room, room.seated(0))
    mine = slow_reader(server, "127.0.0.1", head("GET", large.path, phone))
    eventually(lambda: states(server) == ["sending"])
    doors = [slow_reader(server, f"127.0.1.{number}", head("GET", large.path)) for number in range(1, 9)]
    eventually(lambda: len(large.answered) == 9 and unsent(server) <= 10_000_000)
    assert [channel.address for channel in channels(server) if channel.phone] == ["127.0.0.1"]
    for door in (mine, *doors):
        door.close()


def test_s4_what_a_slow_reader_has_taken_is_not_kept(serve: Serve, room: Room) -> None:
    """Nor does it count any more, so that it must not be there."""
    room.app.add_url_rule("/huge", view_func=lambda: b"x" * 30_000_000)
    server = serve(PATIENT._replace(unsent=10**9))
    with connected(server, sent=head("GET", "/huge")) as door:
        eventually(lambda: states(server) == ["sending"])
        taken = 0
        while taken < 10_000_000:
            taken += len(door.recv(1 << 20))
        (channel,) = channels(server)
        eventually(lambda: _held(channel) <= channel.total_outbufs_len + 2 * BACKLOG)


def _held(channel: Channel) -> int:
    """Bytes in its buffers, sent or not."""
    with channel.outbuf_lock:
        return sum(_size(buffer.buf.getfile()) for buffer in channel.outbufs if buffer.buf)


def _size(file: BinaryIO) -> int:
    place = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(place)
    return size


def test_s4_whoever_takes_nothing_of_its_answer_is_closed(serve: Serve, large: Large) -> None:
    server = serve(PATIENT._replace(stalled=0.5))
    with slow_reader(server, "127.0.1.1", head("GET", large.path)):
        eventually(lambda: states(server) == ["sending"])
        eventually(lambda: not channels(server))


# --- reading has a share of the time, too


def test_s4_strangers_whose_requests_took_too_long_to_read_are_not_read_and_seats_are(
    serve: Serve, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("READING", "READING_OF_ALL", "READING_OF_NEWCOMER"):
        monkeypatch.setattr(f"web.connections.{name}", Allowance(1e-6, 1e-12))
    server = serve(PATIENT)
    phone = cookie(room, room.seated(0))
    assert answer(connected(server, "127.0.0.9", head("GET", "/api/state", phone)))[0] == 200
    assert answer(connected(server, "127.0.0.2", STATE))[0] == 200
    waiting = connected(server, "127.0.0.2", STATE)
    for _ in range(3):
        assert answer(connected(server, "127.0.0.9", head("GET", "/api/state", phone)))[0] == 200
    assert answer(connected(server, "127.0.0.3", STATE))[0] == 200, "one who has hardly asked for anything is heard"
    assert [channel.was_used for channel in channels(server) if channel.address == "127.0.0.2"] == [True, False]
    waiting.close()


# --- one address has a share of the time


def test_s4_an_address_that_used_up_its_time_waits_and_nobody_else_does(
    serve: Serve, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even a phone at the table that has the same address."""

    def worked(service: Callable[[], None]) -> float:
        service()
        return 1000.0

    monkeypatch.setattr("web.workers._worked", worked)
    monkeypatch.setattr("web.turns.OF_ADDRESS", Allowance(0.2, 1e-9))
    server = serve(PATIENT._replace(half_closed=0.05))
    phone = cookie(room, room.seated(0))
    assert answer(connected(server, "127.0.0.2", STATE))[0] == 200
    waiting = connected(server, "127.0.0.2", STATE)
    eventually(lambda: "answering" in states(server))
    assert answer(connected(server, "127.0.0.3", STATE))[0] == 200
    for _ in range(3):
        assert answer(connected(server, "127.0.0.2", head("GET", "/api/state", phone)))[0] == 200
    eventually(lambda: states(server) == ["answering"])
    waiting.close()
    eventually(lambda: not channels(server))  # it left while it waited
