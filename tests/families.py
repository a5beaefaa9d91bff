"""Wall and CPU time of the tests by family: a folder of tests, or the kind of machinery they need.

Each pytest process books the time since its last test under the family of that test; with xdist the workers send theirs
home. CPU time is that of the process and of everything it started (browsers, containers, devices), as the kernel
counts it.
"""

import ctypes
import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

_TICKS = os.sysconf("SC_CLK_TCK")
_KEY = "families"
_PR_SET_CHILD_SUBREAPER = 36
"""Linux's number of what `adopt_orphans` asks of it."""

FAMILIES = {
    "tests/web/test_browser_": "browser",
    "tests/web/test_pages_in_browser": "browser",
    "tests/test_survival": "survival",
    "tests/games/": "rules",
    "tests/hardware/": "hardware",
    "tests/web/": "web",
    "tests/systemd/": "systemd",
    "tests/convention/": "many tables",
    "tests/wifi/": "Wi-Fi",
    "tests/terminal/": "terminal",
    "tests/prints/": "prints",
}
"""By how the path of a test begins; the first that fits."""


def family_of(path: str) -> str:
    return next((family for beginning, family in FAMILIES.items() if path.startswith(beginning)), "table")


class Spent(NamedTuple):
    """Seconds."""

    wall: float = 0.0
    cpu: float = 0.0

    def plus(self, wall: float, cpu: float) -> "Spent":
        return Spent(self.wall + wall, self.cpu + cpu)


class Stopwatch:
    """Books the time that has gone by."""

    def __init__(self) -> None:
        self.spent: dict[str, Spent] = {}
        self._family = "collecting"
        self._since = _now()

    def enter(self, family: str) -> None:
        """What comes now is this family's. Asks the kernel only when the family changes."""
        if family == self._family:
            return
        now = _now()
        before = self.spent.get(self._family, Spent())
        self.spent[self._family] = before.plus(now.wall - self._since.wall, now.cpu - self._since.cpu)
        self._family, self._since = family, now


def _now() -> Spent:
    return Spent(time.monotonic(), _cpu_of(os.getpid()))


def _cpu_of(process: int) -> float:
    """Seconds of a process, of the children it has waited for, and of those that run."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        threads = list(Path(f"/proc/{process}/task").iterdir())
        children = [child for thread in threads for child in (thread / "children").read_text(encoding="utf-8").split()]
    except OSError:  # it has ended meanwhile
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS + sum(_cpu_of(int(child)) for child in children)


def adopt_orphans() -> None:
    """From now on a process whose parent ends becomes a child of this one, so that its CPU time is found here: a
    browser's pages outlive the one that started them by a moment. Linux only; elsewhere they are not counted."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl:
        prctl(_PR_SET_CHILD_SUBREAPER, 1)


class Plugin:
    """Of pytest, in every worker and in the process that sends the tests to them. That one writes the file."""

    def __init__(self, file: Path | None) -> None:
        adopt_orphans()
        self._file = file
        self._stopwatch = Stopwatch()
        self._of_workers: list[dict[str, Spent]] = []

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._stopwatch.enter(family_of(nodeid))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._of_workers.append(json.loads(getattr(node, "workeroutput", {}).get(_KEY, "{}")))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._stopwatch.enter("")
        mine = self._stopwatch.spent
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_KEY] = json.dumps(mine)  # nothing but text and numbers gets through
        elif self._file:
            self._file.write_text(json.dumps(_added_up(self._of_workers or [mine])), encoding="utf-8")


def _added_up(workers: list[dict[str, Spent]]) -> dict[str, Spent]:
    together: dict[str, Spent] = {}
    for spent in workers:
        for family, (wall, cpu) in spent.items():
            together[family] = together.get(family, Spent()).plus(wall, cpu)
    return together
