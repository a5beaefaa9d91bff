"""Floods of each kind from other addresses of loopback, bounded in number and time, with a seated phone beside them:
how long its action and its press take then, by what they take when it is quiet; and the device's memory, in a control
group of the size that the service has.

Those who flood are processes of low priority: in a living room they would not share the device's processor.
"""

import contextlib
import multiprocessing
import os
import socket
import struct
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

from phones.kernel import taken
from start import fill

from attack.control_group import LIMIT, ControlGroup
from attack.seated import SeatedPhone, keep_position
from attack.target import HOST, Device

SAMPLES = 300
PAUSE = 0.06
"""Seconds between two samples: a phone may do no more than about 20 things a second."""
AT_MOST = 90.0
"""Seconds after which a flood ends by itself."""
STRANGERS = [f"127.0.2.{n}" for n in range(1, 65)]
KEPT = 1000
"""Games in the journal of a device whose history is looked at."""
ALLOWED = 3.0
"""By how much slower the p99 of a seated phone may be."""
MB = 1_000_000
HEADING = (
    f"{'a seated phone, ms':<27}{'action p50':>11}{'p99':>8}{'by quiet':>9}"
    f"{'press p50':>11}{'p99':>8}{'by quiet':>9}{'failed':>8}{'MB':>6}{'threads':>9}"
)
_TICK = 0.02


class Figures(NamedTuple):
    """Milliseconds."""

    p50: float
    p99: float


def percentiles(seconds: list[float]) -> Figures:
    ordered = sorted(seconds)
    return Figures(ordered[len(ordered) // 2] * 1000, ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)] * 1000)


# The floods. Each runs in a process of its own until it is told to end.


def connect(port: int, address: str, receive_buffer: int = 0) -> socket.socket | None:
    """None where the device does not let one in."""
    try:
        door = socket.socket()
        if receive_buffer:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        door.settimeout(1.0)
        door.bind((address, 0))
        door.connect((HOST, port))
    except OSError:
        door.close()
        return None
    return door


def _head(method: str, path: str, *more: str) -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {HOST}", *more, "", "")).encode()


def _hold(
    port: int, ended: Event, connections: int, addresses: list[str], sends: Callable[[int], bytes], buffer: int = 0
) -> None:
    """So many connections at a time, each of which sends something once and then nothing; closed ones come again."""
    doors: list[socket.socket | None] = [None] * connections
    until = time.monotonic() + AT_MOST
    while not ended.is_set() and time.monotonic() < until:
        for place, door in enumerate(doors):
            if ended.is_set():
                break
            if door is not None and not _is_closed(door):
                continue
            fresh = doors[place] = connect(port, addresses[place % len(addresses)], buffer)
            if fresh:
                with contextlib.suppress(OSError):
                    fresh.sendall(sends(place))
        ended.wait(_TICK)
    for door in doors:
        if door:
            door.close()


def _is_closed(door: socket.socket) -> bool:
    door.setblocking(False)
    try:
        return door.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        with contextlib.suppress(OSError):
            door.settimeout(1.0)


def bodies(port: int, ended: Event) -> None:
    """496 that send 250 KB for a board file and keep back the last byte."""
    size = 250 * 1024
    head = _head("POST", "/board/import", f"Content-Length: {size}", "Content-Type: multipart/form-data; boundary=x")
    _hold(port, ended, 496, STRANGERS, lambda _: head + b"x" * (size - 1))


def small_bodies(port: int, ended: Event) -> None:
    """As many with what every form may have."""
    size = 16 * 1024
    head = _head("POST", "/sit/ask", f"Content-Length: {size}", "Content-Type: application/x-www-form-urlencoded")
    _hold(port, ended, 496, STRANGERS, lambda _: head + b"x" * (size - 1))


def slow_readers(port: int, ended: Event) -> None:
    """Ask for large pages and read nothing."""
    pages = ("/", "/tv", "/static/live.js", "/static/icon-512.png", "/api/openapi.json")
    _hold(port, ended, 256, STRANGERS, lambda n: _head("GET", pages[n % len(pages)]) * 2, buffer=2048)


def idle(port: int, ended: Event) -> None:
    """512 from eight addresses say nothing at all."""
    _hold(port, ended, 512, STRANGERS[:8], lambda _: b"")


def half_heads(port: int, ended: Event) -> None:
    _hold(port, ended, 496, STRANGERS, lambda _: f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-Long: ".encode())


def expected_bodies(port: int, ended: Event) -> None:
    """A request without a body that expects to be told to continue, and behind it one with a body of 500 KB."""
    size = 500 * 1024
    first = _head("GET", "/", "Expect: 100-continue")
    second = _head("POST", "/language", f"Content-Length: {size + 1}")
    _hold(port, ended, 420, STRANGERS, lambda _: first + second + b"x" * size)


def _pour(port: int, ended: Event, connections: int, blob: bytes) -> None:
    """The same again and again on every connection, as fast as it is taken; closed ones come again."""
    doors: list[socket.socket | None] = [None] * connections
    until = time.monotonic() + AT_MOST
    while not ended.is_set() and time.monotonic() < until:
        for place, held in enumerate(doors):
            is_held = held is not None and not _is_closed(held)
            door = doors[place] = held if is_held else connect(port, STRANGERS[place % len(STRANGERS)])
            if door:
                door.setblocking(False)
                with contextlib.suppress(OSError):
                    while door.send(blob):
                        pass
        ended.wait(_TICK)
    for door in doors:
        if door:
            door.close()


def blank_lines(port: int, ended: Event) -> None:
    _pour(port, ended, 400, b"\r\n" * 4096)


def long_heads(port: int, ended: Event) -> None:
    """With as many lines as are taken at most, and one request behind the other."""
    _pour(port, ended, 400, _head("GET", "/nothing", *["a:"] * 95) * 8)


def _come_and_go(port: int, ended: Event, sent: bytes, addresses: Sequence[str] = STRANGERS) -> None:
    """Connect, say something and hang up, as fast as possible: the device finds that they have gone."""
    until, n = time.monotonic() + AT_MOST, 0
    hang_up = struct.pack("ii", 1, 0)
    while not ended.is_set() and time.monotonic() < until:
        n += 1
        if door := connect(port, addresses[n % len(addresses)]):
            with contextlib.suppress(OSError):
                door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, hang_up)
                if sent:
                    door.sendall(sent)
            door.close()


def comers(port: int, ended: Event) -> None:
    """Connect and hang up."""
    _come_and_go(port, ended, b"")


def comers_of_one_address(port: int, ended: Event) -> None:
    _come_and_go(port, ended, b"", STRANGERS[:1])


def askers(port: int, ended: Event) -> None:
    """Connect, ask for the table and hang up."""
    _come_and_go(port, ended, _head("GET", "/"))


def streams(port: int, ended: Event) -> None:
    """More than there are places for, none of which reads."""
    head = _head("GET", "/api/stream", "Accept: text/event-stream")
    _hold(port, ended, 256, STRANGERS, lambda _: head, buffer=2048)


def _ask(port: int, ended: Event, addresses: list[str], request: Callable[[int], bytes]) -> None:
    """One request after the other, as fast as they are answered."""
    until, n = time.monotonic() + AT_MOST, 0
    while not ended.is_set() and time.monotonic() < until:
        n += 1
        door = connect(port, addresses[n % len(addresses)])
        if door is None:
            continue
        with contextlib.suppress(OSError):
            door.sendall(request(n))
            while door.recv(65536):
                pass
        door.close()


def pages(port: int, ended: Event) -> None:
    """The table, again and again, from eight addresses."""
    _ask(port, ended, STRANGERS[:8], lambda _: _head("GET", "/", "Connection: close", "Accept: text/html"))


def history(port: int, ended: Event) -> None:
    """From one address, with many games kept."""
    _ask(port, ended, STRANGERS[:1], lambda _: _head("GET", "/history", "Connection: close", "Accept: text/html"))


def callings(port: int, ended: Event, seats: Sequence[int] = (0, 1, 2)) -> None:
    """Strangers ask for these seats."""
    form = "Content-Type: application/x-www-form-urlencoded"

    def request(n: int) -> bytes:
        body = f"seat={seats[n % len(seats)]}".encode()
        return _head("POST", "/sit/ask", "Connection: close", form, f"Content-Length: {len(body)}") + body

    _ask(port, ended, STRANGERS, request)


def board_files(port: int, ended: Event) -> None:
    """125 KB of dotted keys as a board, 50 at once."""
    line = b"k" + b".a" * 400 + b" = 1\n"
    file = line * (120 * 1024 // len(line))
    begin = b'--x\r\nContent-Disposition: form-data; name="file"; filename="b.toml"\r\n\r\n'
    body = begin + file + b"\r\n--x--\r\n"
    head = _head(
        "POST", "/board/import", "Content-Type: multipart/form-data; boundary=x", f"Content-Length: {len(body)}"
    )
    _hold(port, ended, 50, STRANGERS, lambda _: head + body)


Flood = Callable[[int, Event], None]

FLOODS: tuple[tuple[Flood, ...], ...] = (
    *((flood,) for flood in (
        bodies, small_bodies, expected_bodies, slow_readers, idle, half_heads, blank_lines, long_heads, comers, askers,
        streams, pages, history, callings, board_files,
    )),
    (bodies, slow_readers),
)  # fmt: skip
"""Each on a fresh device; several one after the other, on the same one."""


# The seated phone beside them.


class Measured(NamedTuple):
    action: Figures
    press: Figures
    failed: int
    peak: float
    """Megabytes of the control group."""
    kills: int
    threads: int


class Sampled(NamedTuple):
    """Seconds of each; one that fails counts as the time until it failed."""

    actions: list[float]
    presses: list[float]
    failed: int
    threads: int


def run(samples: int, program: tuple[str, ...]) -> Iterator[str]:
    yield HEADING
    over = []
    quiet: Measured | None = None
    for floods in ((), *FLOODS):
        measured = _measure(floods, samples, program)
        quiet = quiet or measured
        by = [measured.action.p99 / quiet.action.p99, measured.press.p99 / quiet.press.p99]
        name = _named(floods)
        yield (
            f"{name:<27}{measured.action.p50:>11.1f}{measured.action.p99:>8.1f}{by[0]:>9.2f}"
            f"{measured.press.p50:>11.1f}{measured.press.p99:>8.1f}{by[1]:>9.2f}{measured.failed:>8}"
            f"{measured.peak:>6.0f}{measured.threads:>9}"
        )
        if wrong := _wrong(measured, max(by)):
            over.append(f"{name} ({', '.join(wrong)})")
    yield f"(limit of memory: {LIMIT / MB:.0f} MB; a seated phone may take {ALLOWED:g} times its quiet p99)"
    if over:
        yield f"NOT HELD: {'; '.join(over)}"


def _named(floods: Sequence[Flood]) -> str:
    return ", then ".join(flood.__name__.replace("_", " ") for flood in floods) or "quiet"


def _wrong(measured: Measured, by: float) -> list[str]:
    """What did not hold, in words. `by` is the p99, by the quiet one."""
    found = {
        "slow": by > ALLOWED,
        "failed": measured.failed > 0,
        "memory": measured.peak >= LIMIT / MB,
        "killed": measured.kills > 0,
    }
    return [what for what, is_so in found.items() if is_so]


def _measure(floods: Sequence[Flood], samples: int, program: tuple[str, ...]) -> Measured:
    """On a fresh device: what one flood leaves behind is not the next one's, unless they are to come one after the
    other; then each has its part of the samples."""
    with tempfile.TemporaryDirectory() as folder, ControlGroup() as group:
        data = Path(folder) / "data"
        if history in floods:
            fill(data, KEPT)
        keep_position(data)
        with Device(data, program, group.prefix) as device:
            phone = SeatedPhone(device)
            beside = floods or (None,)
            found = [_sample_beside(flood, device, phone, samples // len(beside)) for flood in beside]
        return Measured(
            percentiles([seconds for one in found for seconds in one.actions]),
            percentiles([seconds for one in found for seconds in one.presses]),
            sum(one.failed for one in found),
            group.peak,
            group.kills,
            max(one.threads for one in found),
        )


def _sample_beside(flood: Flood | None, device: Device, phone: SeatedPhone, samples: int) -> Sampled:
    context = multiprocessing.get_context("fork")
    ended = context.Event()
    flooding = [context.Process(target=_flood, args=(flood, device.port, ended))] if flood else []
    for process in flooding:
        process.start()
    time.sleep(2.0 if flood else 0.2)  # it is under way then
    actions, presses, failed = _sample(phone, samples)
    threads = taken(device.pid).threads if device.is_running else 0
    ended.set()
    for process in flooding:
        process.join(20)
        if process.is_alive():
            process.kill()
    return Sampled(actions, presses, failed, threads)


def _flood(flood: Flood, port: int, ended: Event) -> None:
    """As if from another machine: the processor is the attackers' only while nobody else wants it."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    flood(port, ended)


def _sample(phone: SeatedPhone, samples: int) -> tuple[list[float], list[float], int]:
    """Seconds of each, and how many failed."""
    actions: list[float] = []
    presses: list[float] = []
    failed = 0
    for _ in range(samples):
        for deed, found, good in ((phone.act, actions, 200), (phone.press, presses, 202)):
            time.sleep(PAUSE)
            began = time.monotonic()
            try:
                failed += deed().status != good
            except OSError:
                failed += 1
            found.append(time.monotonic() - began)
    return actions, presses, failed
