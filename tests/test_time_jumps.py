"""A Pi has no clock of its own: the time of day jumps when the network tells it, by years, in the middle of an auction.
Nothing at the table goes by it.
"""

import ast
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import msgspec
import pytest
from hang_guard import HANG_GUARD, eventually
from tables import an_evening
from test_device_command import Running, a_device

from companion.auction_clock import Run
from companion.chair import now_in_words
from companion.entries import Acted
from companion.games.merchants.actions import Stop
from companion.journal import Journal
from companion.lot import DISPLAY_PATIENCE
from companion.seats import PERSON

ROOT = Path(__file__).parents[1]
LIBRARIES = [
    *Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"),
    *Path("/usr/lib/faketime").glob("libfaketimeMT.*"),
]
needs_faketime = pytest.mark.skipif(
    not LIBRARIES or not sys.platform.startswith("linux"),
    reason="SKIPPED: Debian's libfaketime is not installed (apt install libfaketime), so no time can jump",
)


class TimeOfDay:
    """As another process believes in it; its monotonic clock stays as it is, as on a real machine."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "time of day"
        self.jumps("+0")

    def jumps(self, to: str) -> None:
        """So much from the real one: `+20y`, `-30y`."""
        work = self._file.with_suffix(".new")
        work.write_text(f"{to}\n", encoding="ascii")
        work.replace(self._file)  # never half of it

    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(LIBRARIES[0]),
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
        }


class Page:
    """Somebody who just looks on: one stream, from the beginning to the end."""

    def __init__(self, device: Running) -> None:
        self.heard = 0
        self.is_broken = False
        asks = urllib.request.Request(
            f"http://127.0.0.1:{device.port}/api/stream", headers={"Accept": "text/event-stream"}
        )
        self._stream = urllib.request.urlopen(asks, timeout=HANG_GUARD)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for line in self._stream:
                self.heard += line.startswith(b"event: ")
        finally:
            self.is_broken = True

    def hears_more(self) -> None:
        """Heartbeats at least."""
        before = self.heard
        eventually(lambda: self.heard > before + 1 or self.is_broken)
        assert not self.is_broken


@contextmanager
def at_another_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cookies: CookieJar
) -> Iterator[tuple[Running, TimeOfDay]]:
    day = TimeOfDay(tmp_path)
    with monkeypatch.context() as patch:
        for name, value in day.environment().items():
            patch.setenv(name, value)
        with a_device(tmp_path, "--simulate", cookies=cookies) as device:
            yield device, day


def switches_off(device: Running) -> None:
    """By its buttons: a signal does not always wake a process under libfaketime, whatever its time."""
    for seat in (0, 2):
        device.button(seat, down=True)
    assert device.waits().endswith("Safe to unplug.\n")


def years(rows: list[str]) -> list[int]:
    return [int(at[:4]) for at in rows]


@needs_faketime
def test_a_time_that_jumps_by_years_disturbs_no_auction_no_journal_no_phone_and_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = an_evening(tmp_path / "games", who=(PERSON,) * 3)
    evening.reaches_auction()
    evening.ends()
    this_year = int(now_in_words()[:4])
    cookies = CookieJar()
    with at_another_time(tmp_path, monkeypatch, cookies) as (device, day):
        device.sits_down(1)
        page = Page(device)
        day.jumps("+20y")
        device.presses(0)  # the mayor starts the clock
        device.sees(lambda state: state["view"]["clock"])
        run = _run(device)
        eventually(lambda: time.monotonic_ns() > run.start)
        day.jumps("-30y")
        eventually(lambda: time.monotonic_ns() > run.start + run.slices[1].until)
        before = time.monotonic_ns()
        device.presses(2)
        later = time.monotonic_ns()
        device.sees(lambda state: state["view"]["verdicts"])
        (verdict,) = [one for one in device.state()["view"]["verdicts"] if one["seat"] == 2]
        page.hears_more()
        assert device.state()["seat"] == 1
        switches_off(device)
    stamp = run.start + verdict["after"]
    assert before <= stamp <= later
    assert verdict["dial"] in _dials(run, max(run.start, stamp - DISPLAY_PATIENCE), stamp)
    with Journal(tmp_path / "games") as journal:
        assert journal.notices == []
        rows = journal.rows(1)
    assert [row.n for row in rows] == list(range(len(rows)))
    # It doubled, so the clock starts again by itself; on a busy machine the buttons that switch off may stop that one.
    stop, *_ = [row for row in rows if isinstance(row.entry, Acted) and isinstance(row.entry.action, Stop)]
    assert isinstance(stop.entry, Acted)
    assert isinstance(stop.entry.action, Stop)
    assert (stop.entry.seat, stop.entry.action.dial) == (2, verdict["dial"])
    told = years([row.at for row in rows])
    assert told[0] in (this_year, this_year + 1)
    assert this_year + 19 <= told[stop.n - 1] <= this_year + 21, "the time did not jump forwards"
    assert this_year - 31 <= told[stop.n] <= this_year - 29, "the time did not jump back"
    with at_another_time(tmp_path, monkeypatch, cookies) as (device, _):
        assert device.state()["seat"] == 1
        assert device.state()["view"]["row"] == rows[-1].n
        switches_off(device)


def _run(device: Running) -> Run:
    return msgspec.convert(device.state()["view"]["clock"], Run)


def _dials(run: Run, since: int, until: int) -> list[int]:
    return [one.dial for one in run.slices[run.place_at(since) : run.place_at(until) + 1]]


# Where the time of day is asked for at all.

TOLD_TO_PEOPLE = {
    ("companion/chair.py", "datetime.now"): "when a row was written: nothing depends on it",
    ("companion/cli/report.py", "date.today"): "the name of a file",
    ("companion/cli/watch.py", "time.time_ns"): "which game to show, if nobody says",
    ("companion/convention/wall.py", "time.time"): "since when a table is gone",
    ("companion/copies.py", "date.today"): "the name of a copy; their order is a number",
    ("web/wall/cards.py", "time.localtime"): "since when a table is gone",
    ("web/wall/cards.py", "time.strftime"): "since when a table is gone",
}
ASKS = {"time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.strftime",
        "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}  # fmt: skip


def asked_in(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id.removeprefix('wall_')}.{node.attr}"
            if name in ASKS:
                yield name
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (f"time.{one.name}" for one in node.names if f"time.{one.name}" in ASKS)


def test_the_time_of_day_is_told_to_people_and_measures_nothing() -> None:
    found = {
        (str(file.relative_to(ROOT)), name)
        for room in ("companion", "hardware", "web")
        for file in (ROOT / room).rglob("*.py")
        for name in asked_in(file)
    }
    assert found == TOLD_TO_PEOPLE.keys()


def test_a_restart_on_the_same_day_again_repeats_no_number(tmp_path: Path) -> None:
    """Of what pages count and agree to: a machine that was off may believe that it is the same minute again."""
    numbers = set()
    for start in range(3):
        evening = an_evening(tmp_path / str(start))
        numbers.add(evening.view().number)
        evening.ends()
    assert len(numbers) == 3
    assert max(numbers) - min(numbers) > 1_000
    assert all(number < 2**53 for number in numbers), "a browser could not tell them apart"
