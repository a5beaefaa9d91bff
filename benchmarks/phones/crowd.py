"""Those who look at the device: pages that listen, pages that fetch themselves again, some that never read, and some
that just ask and ask. All of them in one process, with plain sockets, each from an address of its own.
"""

import selectors
import socket
import sys
import threading
import time
from collections import deque
from typing import Any, NamedTuple

import msgspec

from phones.processes import Deed, answer, leave_interrupts_to_others, obey, order_of

OF_ONE_ADDRESS = 8
"""Streams; more are not let in."""
FILLING = 5
"""Pages that nearly fill what is between the device and one that does not read; the stream does the rest."""
PATIENCE = 30
_NUMBER = b'"view":{"number":'
_END = b"\n\n"


def connected(port: int, network: int, place: int, *, small: bool = False) -> socket.socket:
    """From an address of the loopback network, so that it looks like another phone."""
    door = socket.socket()
    if small:  # in every way, and said before anything is agreed upon, so that little fits between the two
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    door.settimeout(PATIENCE)
    door.bind((f"127.0.{network}.{place + 1}", 0))
    door.connect(("127.0.0.1", port))
    return door


def request(port: int, path: str, accept: str = "*/*", *, packed: bool = True, cookie: str = "") -> bytes:
    encoding = "gzip" if packed else "identity"
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Accept: {accept}", f"Accept-Encoding: {encoding}"]
    lines += ["Accept-Language: en", *([f"Cookie: {cookie}"] if cookie else [])]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def stream_request(port: int) -> bytes:
    return request(port, "/api/stream", "text/event-stream")


class Stream:
    """Notes when which snapshot was all there."""

    def __init__(self, port: int, place: int) -> None:
        self.door = connected(port, 1, place // OF_ONE_ADDRESS)
        self.door.sendall(stream_request(port))
        self.heard: list[tuple[int, int]] = []
        self._text = b""

    def read(self) -> None:
        got = self.door.recv(1 << 20)
        now = time.monotonic_ns()
        if not got:
            raise SystemExit(f"A stream was ended by the device: {self._text[:200]!r}")
        self._text += got
        while (end := self._text.find(_END)) >= 0:
            event, self._text = self._text[:end], self._text[end + len(_END) :]
            place = event.find(_NUMBER)
            if place >= 0:
                self.heard.append((int(event[place + len(_NUMBER) :].split(b",", 1)[0]), now))


class Crowd:
    """Reads all of its streams and its orders in one loop."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ears = selectors.DefaultSelector()
        self._streams: list[Stream] = []
        self._ears.register(sys.stdin.fileno(), selectors.EVENT_READ)
        self._deeds: dict[str, Deed] = {"come": self.come, "heard": self.heard, "leave": self.leave}

    def run(self) -> None:
        """Orders come last, since they may close what was ready."""
        while True:
            ready = [key.data for key, _ in self._ears.select()]
            self._read(ready)
            if None not in ready:
                continue
            line = sys.stdin.buffer.readline()
            if not line:
                return
            order = order_of(line)
            answer(self._deeds[order.deed](**order.arguments))

    def _read(self, ready: "list[Stream | None]") -> None:
        for stream in ready:
            if stream:
                stream.read()

    def come(self, count: int) -> None:
        """Until each has been told all there is to see."""
        for place in range(count):
            stream = Stream(self._port, place)
            self._streams.append(stream)
            self._ears.register(stream.door, selectors.EVENT_READ, stream)
        while not all(stream.heard for stream in self._streams):
            self._read([key.data for key, _ in self._ears.select(PATIENCE)])

    def heard(self) -> list[list[tuple[int, int]]]:
        return [stream.heard for stream in self._streams]

    def leave(self) -> None:
        for stream in self._streams:
            self._ears.unregister(stream.door)
            stream.door.close()
        self._streams.clear()


class Phone:
    """An open page of the table as a program: shows the parts that its stream sends, or hears of a change and fetches
    its page. Notes when which snapshot was shown."""

    def __init__(self, port: int, place: int, cookie: str, *, fetches: bool) -> None:
        self.stream = connected(port, 6, place // OF_ONE_ADDRESS)
        self.door = connected(port, 6, place // OF_ONE_ADDRESS) if fetches else None
        address = "/api/stream" if fetches else "/api/stream?page=%2F"
        self.stream.sendall(request(port, address, "text/event-stream", cookie=cookie))
        self.shown: list[tuple[int, int]] = []
        self.is_there = False
        self._parts: dict[str, str] = {}
        self._asks = request(port, "/", "text/html", cookie=cookie)
        self._text = b""
        self._page = b""
        self._heard: list[int] = []
        self._asked: list[int] = []

    def read(self, door: socket.socket) -> None:
        got = door.recv(1 << 20)
        if not got:
            raise SystemExit(f"A phone was hung up on: {self._text[:200]!r}")
        if door is self.stream:
            self._text += got
            self._listen()
        else:
            self._page += got
            self._read_page()

    def _listen(self) -> None:
        while (end := self._text.find(_END)) >= 0:
            event, self._text = self._text[:end], self._text[end + len(_END) :]
            place = event.find(_NUMBER)
            if place >= 0:
                self._heard.append(int(event[place + len(_NUMBER) :].split(b",", 1)[0]))
            if self.door:
                self._fetch()
            elif b"event: parts\n" in event:
                self._show(msgspec.json.decode(event.partition(b"data: ")[2]))

    def _show(self, news: dict[str, Any]) -> None:
        if news.get("fetch"):
            raise SystemExit("A phone should fetch its page, though there is room for its kind.")
        self._parts |= news.get("parts", {})
        if "parts" in news:
            self._note(self._heard)
            self._heard = []

    def _fetch(self) -> None:
        """Once for all that was heard meanwhile."""
        if self._heard and not self._asked and self.door:
            self._asked, self._heard = self._heard, []
            self.door.sendall(self._asks)

    def _read_page(self) -> None:
        head, found, body = self._page.partition(b"\r\n\r\n")
        if not found or len(body) < int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]):
            return
        self._page = b""
        self._note(self._asked)
        self._asked = []
        self._fetch()

    def _note(self, numbers: list[int]) -> None:
        now = time.monotonic_ns()
        self.is_there = True
        self.shown += [(number, now) for number in numbers]


class Phones:
    """As many as are wanted, some of them at seats; all are read in one loop, with the orders."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ears = selectors.DefaultSelector()
        self._ears.register(sys.stdin.fileno(), selectors.EVENT_READ)
        self._phones: list[Phone] = []
        self._deeds: dict[str, Deed] = {"come": self.come, "shown": self.shown, "leave": self.leave}

    def run(self) -> None:
        while True:
            if not self._read():
                continue
            line = sys.stdin.buffer.readline()
            if not line:
                return
            order = order_of(line)
            answer(self._deeds[order.deed](**order.arguments))

    def _read(self) -> bool:
        """Whether there is an order, too."""
        is_ordered = False
        for key, _ in self._ears.select(PATIENCE):
            if key.data is None:
                is_ordered = True
            else:
                key.data.read(key.fileobj)
        return is_ordered

    def come(self, count: int, cookies: list[str], fetches: bool) -> None:
        """Until each shows the table."""
        for place in range(count):
            cookie = cookies[place] if place < len(cookies) else ""
            phone = Phone(self._port, place, cookie, fetches=fetches)
            self._phones.append(phone)
            for door in (phone.stream, phone.door):
                if door:
                    self._ears.register(door, selectors.EVENT_READ, phone)
        while not all(phone.is_there for phone in self._phones):
            self._read()

    def shown(self) -> list[list[tuple[int, int]]]:
        return [phone.shown for phone in self._phones]

    def leave(self) -> None:
        for phone in self._phones:
            for door in (phone.stream, phone.door):
                if door:
                    self._ears.unregister(door)
                    door.close()
        self._phones.clear()


class Stalled:
    """Each asks for a page several times, unpacked, and for a stream, all at once; and reads nothing of it. So whatever
    lies between it and its stream is full from the beginning."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._doors: list[socket.socket] = []

    def come(self, count: int) -> None:
        for place in range(count):
            self._doors.append(connected(self._port, 2, place, small=True))
            page = request(self._port, "/", "text/html", packed=False)
            self._doors[-1].sendall(page * FILLING + stream_request(self._port))

    def leave(self) -> None:
        for door in self._doors:
            door.close()
        self._doors.clear()


class Pages:
    """What open pages do: at every change each fetches itself again, once for all that it has heard meanwhile."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._doors: list[socket.socket] = []

    def come(self, count: int) -> None:
        for place in range(count):
            doors = [connected(self._port, 3, place) for _ in range(2)]
            self._doors += doors
            doors[0].sendall(stream_request(self._port))
            while _END not in doors[0].recv(1 << 20):
                pass
            threading.Thread(target=self._look, args=doors, daemon=True).start()

    def _look(self, stream: socket.socket, door: socket.socket) -> None:
        try:
            while heard := stream.recv(1 << 20):
                if b"event: change" in heard:
                    door.sendall(request(self._port, "/", "text/html"))
                    read_answer(door)
        except OSError:
            return  # its door was closed: it has left

    def leave(self) -> None:
        for door in self._doors:
            door.shutdown(socket.SHUT_RDWR)
            door.close()
        self._doors.clear()


def read_answer(door: socket.socket) -> tuple[int, int]:
    """Its status, and how many bytes it had."""
    got = b""
    while (head := got.find(b"\r\n\r\n")) < 0:
        got += _more(door)
    fields = got[:head].lower().split(b"\r\n")
    length = next(int(field.split(b":")[1]) for field in fields[1:] if field.startswith(b"content-length:"))
    whole = head + 4 + length
    there = len(got)
    while there < whole:
        there += len(_more(door))
    return int(fields[0].split()[1]), whole


def _more(door: socket.socket) -> bytes:
    got = door.recv(1 << 16)
    if not got:
        raise OSError("the device has hung up")
    return got


class Asked(NamedTuple):
    latencies: list[int]
    seconds: float
    refused: int
    size: int


class Askers:
    """Ask for the same thing again and again, on connections that stay open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ended = threading.Event()
        self._load: list[threading.Thread] = []

    def ask(self, path: str, seconds: float, at_once: int) -> Asked:
        """So many at a time, as fast as they are answered. Each connection has an address of its own, and more of them
        than are asked at once take turns, so that nobody asks too often."""
        idle = deque(connected(self._port, 4, place) for place in range(40))
        asked = request(self._port, path)
        ears = selectors.DefaultSelector()
        since: dict[socket.socket, int] = {}
        latencies, refused, size = [], 0, 0
        begun = time.monotonic_ns()
        end = begun + round(seconds * 1e9)
        while since or time.monotonic_ns() < end:
            while len(since) < at_once and time.monotonic_ns() < end:
                door = idle.popleft()
                since[door] = time.monotonic_ns()
                door.sendall(asked)
                ears.register(door, selectors.EVENT_READ)
            for key, _ in ears.select(PATIENCE):
                door = key.fileobj  # type: ignore[assignment]
                status, size = read_answer(door)
                latencies.append(time.monotonic_ns() - since.pop(door))
                refused += status != 200
                ears.unregister(door)
                idle.append(door)
        took = (time.monotonic_ns() - begun) / 1e9
        for door in idle:
            door.close()
        return Asked(latencies, took, refused, size)

    def come(self, path: str, per_second: int) -> None:
        """In the background, at a steady pace, whoever else is busy."""
        self._ended.clear()
        thread = threading.Thread(target=self._keep_asking, args=(path, per_second), daemon=True)
        self._load = [thread]
        thread.start()

    def _keep_asking(self, path: str, per_second: int) -> None:
        doors = [connected(self._port, 5, place) for place in range(100)]
        asked = request(self._port, path)
        due = time.monotonic()
        for turn in range(1 << 40):
            due += 1 / per_second
            if self._ended.wait(max(0.0, due - time.monotonic())):
                break
            door = doors[turn % len(doors)]
            door.sendall(asked)
            read_answer(door)
        for door in doors:
            door.close()

    def leave(self) -> None:
        self._ended.set()
        for thread in self._load:
            thread.join()


def main(kind: str, port: str) -> None:
    leave_interrupts_to_others()
    match kind:
        case "streams":
            Crowd(int(port)).run()
        case "phones":
            Phones(int(port)).run()
        case "stalled":
            stalled = Stalled(int(port))
            obey(come=stalled.come, leave=stalled.leave)
        case "pages":
            pages = Pages(int(port))
            obey(come=pages.come, leave=pages.leave)
        case "askers":
            askers = Askers(int(port))
            obey(ask=askers.ask, come=askers.come, leave=askers.leave)


if __name__ == "__main__":
    main(*sys.argv[1:])
