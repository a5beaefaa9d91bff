"""What is measured, part by part. Each has a device of its own, and yields the lines of its table."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

from phones.browser import CHROMIUM, Cookie, Watching, a_phone, weight
from phones.kernel import taken, waiting
from phones.processes import Process

MEMORY = Path("/dev/shm")
STREAMS = (1, 20, 200)
PHONES = (1, 20, 200)
STALLED = 20
PAGES = 20
LOAD = 100
"""Requests a second."""
PATHS = ("/", "/tv", "/scoring", "/history", "/settings")
LIMIT = 100_000
"""Bytes that a first view may weigh."""
AT_ONCE = 8
_LEFT = 34


class Effort(NamedTuple):
    changes: int
    seconds: float
    """Of asking for one thing, in a round."""
    presses: int
    """In a round."""
    rounds: int


LONG = Effort(changes=80, seconds=1.5, presses=25, rounds=4)
SHORT = Effort(changes=15, seconds=0.5, presses=6, rounds=1)


class Spread(NamedTuple):
    """Milliseconds."""

    p50: float
    p99: float
    most: float

    @classmethod
    def of(cls, nanoseconds: list[int]) -> "Spread":
        p99 = quantiles(nanoseconds, n=100, method="inclusive")[-1]
        return cls(median(nanoseconds) / 1e6, p99 / 1e6, max(nanoseconds) / 1e6)

    def __str__(self) -> str:
        return f"{self.p50:>10.2f}{self.p99:>10.2f}{self.most:>10.2f}"


def heading(what: str, *columns: str) -> str:
    return f"\n{what:<{_LEFT}}" + "".join(f"{column:>10}" for column in columns)


class TheDevice(Process):
    """Run for one part."""

    def __init__(self, folder: str) -> None:
        super().__init__("device", folder)
        self.port: int = self.answer()
        self.address = f"http://127.0.0.1:{self.port}/"

    def changes(self, count: int, least: float, most: float) -> list[tuple[int, int]]:
        return [(number, stamp) for number, stamp in self.do("changes", count=count, least=least, most=most)]

    def is_left_alone(self) -> None:
        """A page that has left is found out when there is something to tell it."""
        while self.do("streams") or waiting(self.port):
            self.changes(2, 0.05, 0.05)

    def crowd(self, kind: str) -> Process:
        return Process("crowd", kind, str(self.port))


@contextmanager
def a_device() -> Iterator[TheDevice]:
    """Its journal in memory, where there is one to write to."""
    folder = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
    with folder as place, TheDevice(place) as device:
        yield device


# From the table to those who listen.


def streams(effort: Effort) -> Iterator[str]:
    yield heading("snapshot to `change`, ms", "p50", "p99", "most", "last: p50", "p99", "seen")
    with a_device() as device, device.crowd("streams") as crowd:
        for count in STREAMS:
            crowd.do("come", count=count)
            stamps = dict(device.changes(effort.changes, 0.1, 0.2))
            device.changes(1, 0.5, 0.5)  # until then everybody has heard of the others
            heard = [dict(one) for one in crowd.do("heard")]
            crowd.do("leave")
            device.is_left_alone()
            found = [one[number] - stamp for one in heard for number, stamp in stamps.items() if number in one]
            last = [max(one.get(number, 0) for one in heard) - stamp for number, stamp in stamps.items()]
            seen = len(found) / len(heard) / len(stamps)
            name = f"{count} streams" if count > 1 else "1 stream"
            slowest = Spread.of([one for one in last if one > 0])
            yield f"{name:<{_LEFT}}{Spread.of(found)}{slowest.p50:>10.2f}{slowest.p99:>10.2f}{seen:>10.0%}"


# From the table to the eye.


def browser(effort: Effort) -> Iterator[str]:
    _check_chromium()
    with a_device() as device:
        cookie = Cookie(*device.do("sits_down"))
        with a_phone(device.address, cookie) as page:
            watching = Watching(page, device.address)
            changes = device.changes(effort.changes, 0.2, 0.3)
            page.wait_for_timeout(500)
            seen = watching.seen(changes)
            _, off = watching.lead()
    yield heading("snapshot to a phone's page, ms", "p50", "p99", "most", "seen")
    parts = [
        ("the stream has told the page", [one.told for one in seen]),
        ("and what changed is there", [one.there - one.told for one in seen]),
        ("and it has swapped its parts", [one.shown - one.there for one in seen]),
        ("all: snapshot to changed DOM", [one.shown for one in seen]),
    ]
    for what, found in parts:
        yield f"{what:<{_LEFT}}{Spread.of(found)}{len(seen) / len(changes):>10.0%}"
    yield f"(the two clocks agree to within {off / 1e6:.2f} ms)"


def phones(effort: Effort) -> Iterator[str]:
    """One is the mayor's, in Chromium; the others are programs, in a process of their own, that read the same messages
    and keep the same parts: one at each other seat, the rest look on."""
    yield from _phones(effort, fetch=False)


def _phones(effort: Effort, *, fetch: bool) -> Iterator[str]:
    """`fetch`: the others hear of a change and fetch their page, as phones did before they were sent parts."""
    _check_chromium()
    yield heading("snapshot to changed DOM, ms", "p50", "p99", "most", "others", "the last", "seen", "fetches")
    shown: dict[int, float] = {}
    slowest: dict[int, float] = {}
    with a_device() as device, device.crowd("phones") as crowd:
        mayor = Cookie(*device.do("sits_down"))
        cookies = ["=".join(cookie) for cookie in device.do("others_sit_down")]
        for count in PHONES:
            with a_phone(device.address, mayor) as page:
                watching = Watching(page, device.address)
                crowd.do("come", count=count - 1, cookies=cookies, fetches=fetch)
                stamps = dict(device.changes(effort.changes, 0.3, 0.4))
                page.wait_for_timeout(500)
                seen, fetches = watching.seen(list(stamps.items())), watching.fetches()
                others = [dict(one) for one in crowd.do("shown")]
                crowd.do("leave")
            device.is_left_alone()
            spread = Spread.of([one.shown for one in seen])
            shown[count] = spread.p50
            each = [one[number] - stamp for one in others for number, stamp in stamps.items() if number in one]
            last = [max((one.get(number, 0) for one in others), default=0) - stamp for number, stamp in stamps.items()]
            told = f"{median(each) / 1e6:>10.2f}{median(last) / 1e6:>10.2f}" if each else f"{'':>20}"
            slowest[count] = max(spread.p50, median(last) / 1e6)
            name = f"{count} phones" if count > 1 else "1 phone"
            yield f"{name:<{_LEFT}}{spread}{told}{len(seen) / len(stamps):>10.0%}{fetches:>10}"
    one, twenty = PHONES[:2]
    ratios = (
        f"{shown[twenty] / shown[one]:.2f} times as long as 1, the slowest of them {slowest[twenty] / shown[one]:.2f}"
    )
    yield f"({twenty} phones take {ratios}; p50)"


def weights(_effort: Effort) -> Iterator[str]:
    _check_chromium()
    yield heading("first view, cold cache", "KB", "of limit", "unpacked", "requests", "elsewhere")
    with a_device() as device:
        cookie = Cookie(*device.do("sits_down"))
        for path in PATHS:
            with a_phone(device.address, cookie) as page:
                found = weight(page, device.address, path)
            part = found.packed / LIMIT
            sizes = f"{found.packed / 1000:>10.1f}{part:>10.0%}{found.unpacked / 1000:>10.1f}"
            yield f"{path:<{_LEFT}}{sizes}{found.requests:>10}{len(found.elsewhere):>10}"
    yield f"(the limit is {LIMIT / 1000:.0f} KB; heads, icon, manifest and the stream's first message are in it)"


def _check_chromium() -> None:
    if not CHROMIUM.exists():
        raise SystemExit("There is no chromium: install Debian's package chromium.")


# Who asks and asks.


def requests(effort: Effort) -> Iterator[str]:
    yield heading(f"requests, {AT_ONCE} at once, ms", "a second", "p50", "p99", "most", "bytes", "by floor")
    with a_device() as device, Process("bare") as bare, ExitStack() as stack:
        asked = {
            "floor: two letters": (stack.enter_context(Process("crowd", "askers", str(bare.answer()))), "/"),
            "/api/state": (askers := stack.enter_context(device.crowd("askers")), "/api/state"),
            "/": (askers, "/"),
        }
        found: dict[str, list[Any]] = {name: [] for name in asked}
        for _ in range(effort.rounds):
            for name, (process, path) in asked.items():
                found[name].append(process.do("ask", path=path, seconds=effort.seconds, at_once=AT_ONCE))
    floor = 0.0
    for name, rounds in found.items():
        latencies = [latency for one in rounds for latency in one[0]]
        rate = len(latencies) / sum(seconds for _, seconds, _, _ in rounds)
        floor = floor or rate
        refused = sum(refused for *_, refused, _ in rounds)
        trouble = f"   {refused} REFUSED" if refused else ""
        size = rounds[-1][3]
        yield f"{name:<{_LEFT}}{rate:>10,.0f}{Spread.of(latencies)}{size:>10,}{rate / floor:>10.3f}{trouble}"


# What it takes.


def memory(effort: Effort) -> Iterator[str]:
    yield heading("the device's process", "MB", "threads")
    with a_device() as device, device.crowd("askers") as askers, device.crowd("streams") as crowd:
        for path in PATHS:
            askers.do("ask", path=path, seconds=0.2, at_once=1)
        device.is_left_alone()
        yield _memory_line("every page was seen once", device)
        crowd.do("come", count=max(STREAMS))
        device.changes(effort.changes // 4, 0.1, 0.2)
        yield _memory_line(f"{max(STREAMS)} streams", device)
        crowd.do("leave")
        device.is_left_alone()
        yield _memory_line("they have left", device)


def _memory_line(what: str, device: Process) -> str:
    found = taken(device.pid)
    return f"{what:<{_LEFT}}{found.megabytes:>10.1f}{found.threads:>10}"


# What a bidder notices.


class Company(NamedTuple):
    """Who looks on while somebody presses."""

    name: str
    comes: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Kinds of a crowd, each with what it is told."""


COMPANIES = (
    Company("nobody"),
    Company(f"{max(STREAMS)} streams", (("streams", {"count": max(STREAMS)}),)),
    Company(f"{STALLED} stalled streams", (("stalled", {"count": STALLED}),)),
    Company(
        f"{max(STREAMS)} streams, {LOAD} requests/s",
        (("streams", {"count": max(STREAMS)}), ("askers", {"path": "/api/state", "per_second": LOAD})),
    ),
    Company(f"{PAGES} pages that fetch themselves", (("pages", {"count": PAGES}),)),
)


def verdicts(effort: Effort) -> Iterator[str]:
    """By turns in an order of chance, so that the moods of the machine hit all alike."""
    chance = Random(1)
    found: dict[str, list[tuple[int, int]]] = {company.name: [] for company in COMPANIES}
    with a_device() as device, ExitStack() as stack:
        kinds = sorted({kind for company in COMPANIES for kind, _ in company.comes})
        crowds = {kind: stack.enter_context(device.crowd(kind)) for kind in kinds}
        device.do("presses", count=2)
        for _ in range(effort.rounds):
            for company in chance.sample(COMPANIES, len(COMPANIES)):
                found[company.name] += _presses(device, crowds, company, effort.presses)
    for place, what in enumerate(("press to verdict, ms", "press to those who are told, ms")):
        yield heading(what, "p50", "p99", "most", "by p50", "by p99", "presses")
        alone = Spread.of([one[place] for one in found[COMPANIES[0].name]])
        for name, presses in found.items():
            spread = Spread.of([one[place] for one in presses])
            ratios = f"{spread.p50 / alone.p50:>10.2f}{spread.p99 / alone.p99:>10.2f}"
            yield f"{name:<{_LEFT}}{spread}{ratios}{len(presses):>10}"


def _presses(device: TheDevice, crowds: dict[str, Process], company: Company, count: int) -> list[tuple[int, int]]:
    for kind, arguments in company.comes:
        crowds[kind].do("come", **arguments)
    if any(kind == "stalled" for kind, _ in company.comes):
        _fill(device)
    found = [(verdict, told) for verdict, told in device.do("presses", count=count)]
    for kind, _ in company.comes:
        crowds[kind].do("leave")
    device.is_left_alone()
    return found


def _fill(device: TheDevice) -> None:
    """Until nothing more fits between the device and those who do not read, and then as much as the server keeps."""
    before = None
    while before != (before := waiting(device.port)):
        device.changes(10, 0.035, 0.035)
    device.changes(40, 0.035, 0.035)
    if device.do("streams") < STALLED:
        raise SystemExit("Some of the stalled streams have been ended before they were full.")


PARTS: dict[str, Callable[[Effort], Iterable[str]]] = {
    "streams": streams,
    "browser": browser,
    "phones": phones,
    "weights": weights,
    "requests": requests,
    "memory": memory,
    "verdicts": verdicts,
}
