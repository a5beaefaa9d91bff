"""The loop of the server (S4): it asks only those that have changed, and hears strangers after all others, in turn."""

import socket
from collections.abc import Iterator

import pytest
from hang_guard import HANG_GUARD

from web.event_loop import STRANGERS, EventLoop


class Peer:
    """One end of a pair, as the loop sees it."""

    accepting = False

    def __init__(self, heard: list["Peer"], *, is_stranger: bool = False) -> None:
        self.socket, self.other = socket.socketpair()
        self.is_stranger = is_stranger
        self.wants_to_read = True
        self.asked = 0
        self._heard = heard

    def readable(self) -> bool:
        self.asked += 1
        return self.wants_to_read

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        self._heard.append(self)

    def handle_close(self) -> None:
        raise AssertionError("nobody closes anything here")

    handle_error = handle_close


class Bench:
    def __init__(self) -> None:
        self.heard: list[Peer] = []
        self.woken = 0
        self.sockets: dict[int, Peer] = {}
        self.loop = EventLoop(self.sockets, self.wake, lambda one: one.is_stranger)

    def wake(self) -> None:
        self.woken += 1

    def comes(self, *, is_stranger: bool = False) -> Peer:
        peer = Peer(self.heard, is_stranger=is_stranger)
        self.sockets[peer.socket.fileno()] = peer
        self.loop.look_at(peer.socket.fileno())
        return peer


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.loop.close()
    for peer in made.sockets.values():
        peer.socket.close()
        peer.other.close()


def test_s4_a_step_asks_nobody_who_has_not_changed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.event_loop.ALL", 1e9)
    idle, busy = bench.comes(), bench.comes()
    bench.loop.step(0)
    before = idle.asked
    busy.other.send(b"x")
    for _ in range(5):
        bench.loop.step(0)
    assert bench.heard == [busy] * 5
    assert idle.asked == before


def test_s4_one_that_wants_nothing_is_not_heard_until_it_says_so(bench: Bench) -> None:
    peer = bench.comes()
    peer.wants_to_read = False
    peer.other.send(b"x")
    bench.loop.step(0)
    assert bench.heard == []
    peer.wants_to_read = True
    bench.loop.look_at(peer.socket.fileno())
    bench.loop.step(0)
    assert bench.heard == [peer]


def test_s4_whoever_forgot_to_say_so_is_asked_all_the_same(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.event_loop.ALL", 0.0)
    peer = bench.comes()
    peer.wants_to_read = False
    bench.loop.step(0)
    peer.other.send(b"x")
    peer.wants_to_read = True
    bench.loop.step(0)
    assert bench.heard == [peer]


def test_s4_a_wait_is_ended_once_however_many_have_changed(bench: Bench) -> None:
    for _ in range(5):
        bench.comes()
    assert bench.woken == 1
    bench.loop.step(0)
    bench.comes()
    assert bench.woken == 2


def test_s4_phones_at_the_table_are_heard_before_strangers_and_these_in_turn(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.event_loop.FOR_STRANGERS", HANG_GUARD)
    strangers = [bench.comes(is_stranger=True) for _ in range(2 * STRANGERS)]
    seated = bench.comes()
    for peer in (*strangers, seated):
        peer.other.send(b"x")
    bench.loop.step(0)
    assert bench.heard[0] is seated
    assert len(bench.heard) == 1 + STRANGERS
    bench.loop.step(0)
    assert set(bench.heard) == {seated, *strangers}


def test_s4_strangers_who_take_long_leave_the_others_to_the_next_step(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.event_loop.FOR_STRANGERS", 0.0)  # the first one has taken that long
    strangers = [bench.comes(is_stranger=True) for _ in range(3)]
    seated = bench.comes()
    for peer in (*strangers, seated):
        peer.other.send(b"x")
    for steps in range(1, 4):
        bench.loop.step(0)
        assert bench.heard.count(seated) == steps
        assert len(set(bench.heard)) == 1 + steps


def test_s4_a_number_that_is_given_again_is_another_socket(bench: Bench) -> None:
    first = bench.comes()
    bench.loop.step(0)
    number = first.socket.fileno()
    first.socket.close()
    del bench.sockets[number]
    second = bench.comes()
    assert second.socket.fileno() == number
    second.other.send(b"x")
    bench.loop.step(0)
    assert bench.heard == [second]
    first.other.close()


class Replaced(Peer):
    """A listening socket: closes one to make room, and lets in another, which gets its number."""

    def __init__(self, bench: Bench, to_go: Peer) -> None:
        super().__init__(bench.heard)
        self._bench = bench
        self._to_go = to_go
        self.newcomer: Peer | None = None

    def handle_read_event(self) -> None:
        self.socket.recv(1)
        number = self._to_go.socket.fileno()
        self._to_go.socket.close()
        del self._bench.sockets[number]
        self.newcomer = self._bench.comes()
        assert self.newcomer.socket.fileno() == number


def test_s4_what_was_told_of_a_connection_that_went_is_not_told_its_successor(bench: Bench) -> None:
    to_go = bench.comes(is_stranger=True)
    door = Replaced(bench, to_go)
    bench.sockets[door.socket.fileno()] = door
    bench.loop.look_at(door.socket.fileno())
    for peer in (to_go, door):
        peer.other.send(b"x")
    bench.loop.step(0)
    assert door.newcomer is not None
    assert bench.heard == []
    door.newcomer.other.send(b"x")
    bench.loop.step(0)
    assert bench.heard == [door.newcomer]
    to_go.other.close()


def test_s4_an_urgent_byte_that_nobody_reads_keeps_nobody_busy(bench: Bench) -> None:
    peer = Peer(bench.heard)
    for end in (peer.socket, peer.other):
        end.close()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        peer.other = socket.create_connection(listener.getsockname())
        peer.socket, _ = listener.accept()
    bench.sockets[peer.socket.fileno()] = peer
    bench.loop.look_at(peer.socket.fileno())
    peer.other.send(b"!", socket.MSG_OOB)
    peer.other.send(b"x")
    while not bench.heard:
        bench.loop.step(HANG_GUARD)
    while peer.socket.recv(1) != b"x":
        pass
    assert bench.loop._epoll.poll(0) == []
