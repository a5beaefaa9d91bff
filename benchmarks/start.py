"""How quick a start is: `--version`, the list of games, a simulated device to its first picture and to its first page.

Each is measured with 0, 100 and 2,000 games in the journal, as CPU time of the process and as wall time, beside three
floors of the same run: Python that does nothing, that imports Flask, and that imports every library of a device.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

import click
import msgspec

from companion.entries import Acted, Row
from companion.games.merchants.game import MERCHANTS
from companion.journal import Journal, Opening
from companion.journal_file import connect, opening_checksum, row_checksum
from companion.records import Correction, header_of
from companion.seats import PERSON
from companion.simulate import Playthrough, Sitting, games

SIZES = (0, 100, 2000)
BEGUN = "2026-11-16T20:00:00Z"
_CPU_CLOCK_OF_PROCESS = 2
"""Linux's number of the clock that counts what a process has used, in `clock_gettime`."""

_DEVICE = """
import os, sys, time
from luma.core.device import dummy

report, show = int(sys.argv.pop(1)), dummy.display

def first(device, image):
    show(device, image)
    dummy.display = show
    os.write(report, b"%d" % time.process_time_ns())
    os.close(report)

dummy.display = first
sys.argv[0] = "veilingklok"
from companion.__main__ import main
main()
"""
"""The whole command; only the simulated display says when it was drawn on first, and what had been used by then."""


_LIBRARIES = (
    "import click, flask, gpiozero, luma.core.device, luma.oled.device, msgspec, platformdirs, sqlite3, waitress",
    "from PIL import ImageDraw, ImageFont",
)


class Cost(NamedTuple):
    """Milliseconds."""

    cpu: float
    wall: float


class Figure(msgspec.Struct, frozen=True):
    """A median. Ratios are those of CPU time."""

    what: str
    games: int
    cpu_ms: float
    wall_ms: float
    by_nothing: float
    by_flask: float


class Figures(msgspec.Struct, frozen=True):
    """What `--json` writes."""

    rounds: int
    nothing_cpu_ms: float
    flask_cpu_ms: float
    libraries_cpu_ms: float
    figures: list[Figure]


def fill(folder: Path, count: int) -> None:
    """A journal of so many games, all played to their end but the last, which stopped half-way."""
    with Journal(folder) as journal:
        file = journal.file
    sitting = Sitting(game=MERCHANTS, board=MERCHANTS.default_board(), players=4, bots=["merchant"])
    played = next(games(sitting, range(1, 2)))
    opening = msgspec.json.encode(Opening(header_of(MERCHANTS, played.setup, 1), (PERSON,) * 4))
    entries = [msgspec.json.encode(row.entry) for row in _rows(played)]
    with closing(connect(file)) as connection:
        connection.execute("BEGIN")
        for game in range(1, count + 1):
            over = game < count
            head = opening_checksum(game, BEGUN, opening)
            connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", (game, BEGUN, opening, head, over))
            for n, entry in enumerate(entries if over else entries[: len(entries) // 2]):
                head = row_checksum(head, n, BEGUN, entry)
                connection.execute("INSERT INTO row VALUES (?, ?, ?, ?, ?)", (game, n, BEGUN, entry, head))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rows(played: Playthrough) -> Iterator[Row]:
    for entry in played.entries:
        assert not isinstance(entry.action, Correction)
        yield Row(entry.n, BEGUN, Acted(entry.seat, entry.action, tuple(entry.events)))


def run(place: Path, *arguments: str) -> Cost:
    """A whole process, from nothing to its end."""
    began = time.perf_counter()
    child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=_environment(place))
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise click.ClickException(f"{' '.join(arguments)} failed.")
    return Cost(1000 * (used.ru_utime + used.ru_stime), 1000 * (time.perf_counter() - began))


def _environment(place: Path) -> dict[str, str]:
    """English, no settings but the usual ones, and everything compiled before, as an installed program is."""
    environment = os.environ | {
        "LC_ALL": "C.UTF-8",
        "VEILINGKLOK_SETTINGS": os.devnull,
        "PYTHONUNBUFFERED": "1",
        "PYTHONPYCACHEPREFIX": str(place / "compiled"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def start_device(place: Path, folder: Path) -> tuple[Cost, Cost]:
    """To its first picture, and until a browser would have its first page."""
    began = time.perf_counter()
    reading, writing = os.pipe()
    arguments = [str(writing), "device", "--simulate", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(
        [sys.executable, "-c", _DEVICE, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        pass_fds=[writing],
        env=_environment(place),
    ) as child:
        os.close(writing)
        try:
            with os.fdopen(reading, "rb") as report:
                cpu = report.read()
            picture = Cost(int(cpu) / 1e6, 1000 * (time.perf_counter() - began))
            assert child.stdout is not None
            address = next(found[0] for line in child.stdout if (found := re.search(r"http://\S+/(?=panel)", line)))
            with urllib.request.urlopen(address) as page:
                page.read()
            used = time.clock_gettime_ns(~child.pid << 3 | _CPU_CLOCK_OF_PROCESS)
            return picture, Cost(used / 1e6, 1000 * (time.perf_counter() - began))
        finally:
            child.send_signal(signal.SIGTERM)


def measure(place: Path, rounds: int) -> Figures:
    folders = {size: place / str(size) for size in SIZES}
    for size, folder in folders.items():
        fill(folder, size)
    found: dict[tuple[str, int], list[Cost]] = {}
    for turn in range(rounds + 1):
        for what, size, cost in _round(place, folders):
            if turn:  # the first one compiles
                found.setdefault((what, size), []).append(cost)
    floors = [_middle(found.pop((floor, 0)), lambda cost: cost.cpu) for floor in ("nothing", "flask", "libraries")]
    nothing, flask, libraries = floors
    return Figures(
        rounds=rounds,
        nothing_cpu_ms=nothing,
        flask_cpu_ms=flask,
        libraries_cpu_ms=libraries,
        figures=[_figure(what, size, costs, nothing, flask) for (what, size), costs in sorted(found.items())],
    )


def _round(place: Path, folders: dict[int, Path]) -> Iterator[tuple[str, int, Cost]]:
    """Everything once, by turns, so that a slow moment of the machine hits all."""
    yield "nothing", 0, run(place, "-c", "pass")
    yield "flask", 0, run(place, "-c", "import flask")
    yield "libraries", 0, run(place, "-c", "\n".join(_LIBRARIES))
    for size, folder in folders.items():
        yield "--help", size, run(place, "-m", "companion", "--help")
        yield "--version", size, run(place, "-m", "companion", "--version")
        yield "games", size, run(place, "-m", "companion", "games", "--data", str(folder))
        picture, page = start_device(place, folder)
        yield "device to first picture", size, picture
        yield "device to first page", size, page


def _figure(what: str, size: int, costs: list[Cost], nothing: float, flask: float) -> Figure:
    cpu = _middle(costs, lambda cost: cost.cpu)
    return Figure(what, size, cpu, _middle(costs, lambda cost: cost.wall), cpu / nothing, cpu / flask)


def _middle(costs: list[Cost], which: Callable[[Cost], float]) -> float:
    return median(map(which, costs))


def lines(figures: Figures) -> Iterator[str]:
    nothing, flask, libraries = figures.nothing_cpu_ms, figures.flask_cpu_ms, figures.libraries_cpu_ms
    yield f"python -c pass: {nothing:.0f} ms of CPU time; python -c 'import flask': {flask:.0f} ms"
    yield f"every library of a device: {libraries:.0f} ms, {libraries / flask:.2f} by flask"
    yield f"{'':<26}{'games':>6}{'CPU ms':>9}{'wall ms':>9}{'by pass':>9}{'by flask':>9}"
    for one in figures.figures:
        times = f"{one.cpu_ms:>9.0f}{one.wall_ms:>9.0f}"
        yield f"{one.what:<26}{one.games:>6}{times}{one.by_nothing:>9.1f}{one.by_flask:>9.2f}"


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True, help="Of each figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(rounds: int, as_json: bool) -> None:
    """Measure how long commands and the device take to start. Takes about two minutes."""
    with tempfile.TemporaryDirectory() as place:
        figures = measure(Path(place), rounds)
    if as_json:
        click.echo(msgspec.json.encode(figures))
        return
    for text in lines(figures):
        click.echo(text)


if __name__ == "__main__":
    main()
