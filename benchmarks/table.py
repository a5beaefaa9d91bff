"""How quick the table is: from a press to its verdict and to what everybody sees, and what safety on disk costs.

Every figure stands beside its floor, measured in the same run: an fsync of one row, a bare hand-over between threads,
a plain reading of the same rows.
"""

import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from statistics import median, quantiles

import click
import msgspec

from companion.auction_clock import SECOND
from companion.chair import new_game
from companion.entries import Row
from companion.games.merchants import moment
from companion.games.merchants.actions import Decline, Place
from companion.games.merchants.board import default_board
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS, shuffled
from companion.journal import FILE, Journal, Opening
from companion.lot import Terms
from companion.past import Past
from companion.records import header_of
from companion.requests import AnyRequest, Start, TakeBack
from companion.settings import settings_from
from companion.simulate import NAMES
from companion.table import Table, game_table

QUICK_CLOCK = {"clock": {"profile": "even", "seconds_per_price": 0.2, "speed": 2, "get_ready": 0}}
MEMORY = Path("/dev/shm")
SUBSCRIBERS = 20
AT_200 = 0.11
"""Seconds after the start at which this clock shows 200; by the house rule that buys."""


class Spread(msgspec.Struct, frozen=True):
    """Microseconds."""

    p50: float
    p99: float

    @classmethod
    def of(cls, nanoseconds: list[int]) -> "Spread":
        return cls(median(nanoseconds) / 1000, quantiles(nanoseconds, n=100)[-1] / 1000)


class Figures(msgspec.Struct, frozen=True):
    """What `--json` writes. A ratio is that of the medians."""

    samples: int
    fsync: Spread
    """Floor: a row's bytes appended to a file and synced."""
    hand_over: Spread
    """Floor: something put into a queue by one thread and taken out by another."""
    timed_wait: Spread
    """Floor: how much later than asked for a thread wakes that waits for the length of the window."""
    commit: Spread
    """The journal's part of `submit_to_durable`."""
    commit_by_fsync: float
    submit_to_durable: Spread
    submit_by_fsync: float
    press_to_verdict: Spread
    """Beyond the photo-finish window."""
    verdict_by_hand_over: float
    press_to_snapshot: Spread
    """Beyond the window, on disk and told to a subscriber."""
    snapshot_by_fsync: float
    fsync_after_pause: Spread
    """Floor: the same append and fsync, after a pause as long as before a press. Not what the ratio above is of: that
    fsync follows at once upon the table's own."""
    snapshot_by_fsync_after_pause: float
    submit_to_all_subscribers: Spread
    """Until the last of 20 has it."""
    subscribers_by_fsync: float
    at_row_10: Spread
    """In memory, where there is one to write to, so that a disk's moods do not hide what grows."""
    at_row_1000: Spread
    growth: float
    replay_ms: float
    """Of a whole game at start-up: opened, checked, read, followed."""
    replay_rows: int
    plain_read_ms: float
    """Floor: the same rows selected and nothing done with them."""
    replay_by_plain_read: float


class TimedJournal(Journal):
    """Remembers when a row came to be written, for then its verdict was found, and how long that took."""

    reached = 0
    took = 0

    def append(self, game: int, row: Row, over: bool) -> None:
        self.reached = time.monotonic_ns()
        super().append(game, row, over)
        self.took = time.monotonic_ns() - self.reached


class Listener:
    """Woken by the table as the panel is: remembers when its own thread first saw a row."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._news = threading.Condition()
        self._row = -1
        self._told = 0
        threading.Thread(target=self._look, daemon=True).start()
        table.subscribe(lambda: self._bell.put(None))

    def _look(self) -> None:
        while True:
            self._bell.get()
            told, row = time.monotonic_ns(), self._table.look().row
            with self._news:
                if row > self._row:
                    self._row, self._told = row, told
                    self._news.notify_all()

    def told_of(self, row: int) -> int:
        with self._news:
            self._news.wait_for(lambda: self._row >= row)
            return self._told


@contextmanager
def a_table(folder: Path) -> Iterator[tuple[Table, TimedJournal]]:
    """Four seats, of which bots would agree to everything; nobody acts but the benchmark."""
    board = default_board()
    rules = HouseRules(double_window="start")
    setup = Setup(board=board, seats=COLOURS[:4], names=NAMES[:4], rules=rules, deck=shuffled(board, Random(5)))
    with TimedJournal(folder) as journal:
        game = new_game(journal, Opening(header_of(MERCHANTS, setup, 5), ("random",) * 4))
        table = game_table(journal, game, settings_from(QUICK_CLOCK))
        try:
            yield table, journal
        finally:
            table.close()


class Floors:
    """Taken again beside every single sample: a shared machine's disk and scheduler have their moods."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "floor").open("ab", buffering=0)
        self._there: SimpleQueue[int] = SimpleQueue()
        self._back: SimpleQueue[int] = SimpleQueue()
        self._nothing: SimpleQueue[None] = SimpleQueue()
        threading.Thread(target=self._answer, daemon=True).start()

    def fsync(self) -> int:
        return _timed(self._append)

    def timed_wait(self) -> int:
        waited = _timed(lambda: _wait(self._nothing, Terms().window / SECOND))
        return waited - Terms().window

    def hand_over(self) -> int:
        self._there.put(time.monotonic_ns())
        return self._back.get()

    def _append(self) -> None:
        self._file.write(b"x" * 600)
        os.fsync(self._file.fileno())

    def _answer(self) -> None:
        while True:
            sent = self._there.get()
            self._back.put(time.monotonic_ns() - sent)


class Measured(msgspec.Struct, frozen=True):
    """Nanoseconds, and those of the floor next to each."""

    found: list[int] = []
    fsyncs: list[int] = []
    hand_overs: list[int] = []

    def add(self, found: int, floors: Floors) -> None:
        self.found.append(found)
        self.fsyncs.append(floors.fsync())
        self.hand_overs.append(floors.hand_over())

    @property
    def spread(self) -> Spread:
        return Spread.of(self.found)

    @property
    def by_fsync(self) -> float:
        return median(self.found) / median(self.fsyncs)

    @property
    def by_hand_over(self) -> float:
        return median(self.found) / median(self.hand_overs)


def _wait(queue: "SimpleQueue[None]", seconds: float) -> None:
    with suppress(Empty):
        queue.get(timeout=seconds)


def _answered(table: Table, wish: AnyRequest) -> int:
    return table.submit(0, wish).result()


def submits(table: Table, journal: TimedJournal, floors: Floors, samples: int) -> tuple[Measured, Measured]:
    """A card placed and taken back, again and again: two rows each time. Also what the journal took of it."""
    submitted, committed = Measured(), Measured()
    for _ in range(samples // 2):
        for wish in (Place("mayor"), TakeBack()):
            submitted.add(_timed(partial(_answered, table, wish)), floors)
            committed.found.append(journal.took)
    committed.fsyncs.extend(submitted.fsyncs)
    return submitted, committed


def presses(table: Table, journal: TimedJournal, floors: Floors, samples: int) -> tuple[Measured, Measured, list[int]]:
    """Sales, each taken back; beyond the window to the verdict, and to a subscriber. Also an fsync after a pause of the
    same length, next to each."""
    for disk in ("mayor", "auction", "discard"):
        _do(table, Place(disk))
    if table.look().now.state.agenda[-1].what == "mayor_card":
        _do(table, Decline())
    before = table.view(None).row
    listener = Listener(table)
    verdicts, snapshots = Measured(), Measured()
    after_pause: list[int] = []
    window = Terms().window
    for _ in range(samples):
        table.submit(0, Start()).result()
        clock = table.look().clock
        assert clock is not None
        time.sleep(max(0.0, (clock.start - time.monotonic_ns()) / SECOND) + AT_200)
        row = table.view(None).row + 1
        pressed = time.monotonic_ns()
        table.press(1, pressed)
        snapshots.add(listener.told_of(row) - pressed - window, floors)
        verdicts.add(journal.reached - pressed - window, floors)
        table.submit(0, TakeBack(to=before)).result()
        time.sleep(AT_200)
        after_pause.append(floors.fsync())
    return verdicts, snapshots, after_pause


def _do(table: Table, action: Place | Decline) -> None:
    """By the mayor; events of the time track on the way are passed over."""
    while (ask := table.look().now.state.agenda[-1]).what not in ("place", "mayor_card"):
        assert ask.seat is not None
        table.submit(ask.seat, table.look().now.choices[ask.seat][-1]).result()
    table.submit(0, action).result()


def to_subscribers(table: Table, floors: Floors, samples: int) -> Measured:
    listeners = [Listener(table) for _ in range(SUBSCRIBERS)]
    measured = Measured()
    for _ in range(samples // 2):
        for wish in (Place("mayor"), TakeBack()):
            row = table.view(None).row + 1
            sent = time.monotonic_ns()
            table.submit(0, wish)
            measured.add(max(listener.told_of(row) for listener in listeners) - sent, floors)
    return measured


def growth(folder: Path, floors: Floors, samples: int) -> tuple[Measured, Measured]:
    """What a row costs from the 10th on and from the 1,000th on of a game, by turns in an order of chance."""
    chance = Random(1)
    with a_table(folder / "young") as young, a_table(folder / "old") as old:
        submits(*young, floors, 10)
        submits(*old, floors, 1000)
        found = {young: Measured(), old: Measured()}
        for _ in range(samples // 2):
            for table in chance.sample([young, old], 2):
                found[table].found.extend(submits(*table, floors, 2)[0].found)
    return found[young], found[old]


def replays(folder: Path) -> tuple[float, int, float]:
    """Milliseconds to come back into a whole game, its rows, and milliseconds to select them."""
    with a_table(folder) as (table, _):
        chance = Random(3)
        while table.look().now.state.agenda:
            now = table.look().now
            seats = [seat for seat in now.choices if seat is not None]
            if now.state.agenda[-1].what == "bid":
                clock = table.look().clock
                assert clock is not None
                time.sleep(max(0.0, (clock.start - time.monotonic_ns()) / SECOND + AT_200))
                table.press(chance.choice(seats), time.monotonic_ns())
                time.sleep(0.02)
                table.settle()
            else:
                table.submit(seats[0], chance.choice(now.choices[seats[0]])).result()
    found = [_timed(lambda: _come_back(folder)) for _ in range(15)]
    with closing(sqlite3.connect(folder / FILE)) as connection:
        query = "SELECT n, at, entry, checksum FROM row WHERE game = 1 ORDER BY n"
        plain = [_timed(lambda: connection.execute(query).fetchall()) for _ in range(15)]
        rows = len(connection.execute(query).fetchall())
    return median(found) / 1e6, rows, median(plain) / 1e6


def _come_back(folder: Path) -> None:
    with Journal(folder) as journal:
        kept = journal.game(1)
        moment(Past(MERCHANTS, kept.opening.setup(), journal.rows(1)).state)


def _timed(deed: Callable[[], object]) -> int:
    before = time.perf_counter_ns()
    deed()
    return time.perf_counter_ns() - before


def measure(place: Path, samples: int) -> Figures:
    floors = Floors(place)
    with a_table(place / "submit") as (table, journal):
        submitted, committed = submits(table, journal, floors, samples)
    with a_table(place / "press") as (table, journal):
        verdicts, snapshots, after_pause = presses(table, journal, floors, samples // 2)
    with a_table(place / "subscribers") as (table, _):
        everybody = to_subscribers(table, floors, samples)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else place) as memory:
        early, late = growth(Path(memory), Floors(Path(memory)), samples)
    replay_ms, rows, plain_ms = replays(place / "replay")
    together = [submitted, verdicts, snapshots, everybody]
    return Figures(
        samples=samples,
        fsync=Spread.of([fsync for measured in together for fsync in measured.fsyncs]),
        hand_over=Spread.of([hand_over for measured in together for hand_over in measured.hand_overs]),
        timed_wait=Spread.of([floors.timed_wait() for _ in range(samples // 2)]),
        commit=committed.spread,
        commit_by_fsync=committed.by_fsync,
        submit_to_durable=submitted.spread,
        submit_by_fsync=submitted.by_fsync,
        press_to_verdict=verdicts.spread,
        verdict_by_hand_over=verdicts.by_hand_over,
        press_to_snapshot=snapshots.spread,
        snapshot_by_fsync=snapshots.by_fsync,
        fsync_after_pause=Spread.of(after_pause),
        snapshot_by_fsync_after_pause=median(snapshots.found) / median(after_pause),
        submit_to_all_subscribers=everybody.spread,
        subscribers_by_fsync=everybody.by_fsync,
        at_row_10=early.spread,
        at_row_1000=late.spread,
        growth=median(late.found) / median(early.found),
        replay_ms=replay_ms,
        replay_rows=rows,
        plain_read_ms=plain_ms,
        replay_by_plain_read=replay_ms / plain_ms,
    )


def told(figures: Figures) -> Iterator[str]:
    def line(what: str, spread: Spread, ratio: str = "") -> str:
        return f"{what:<48}{spread.p50:>10,.0f}{spread.p99:>10,.0f}   {ratio}"

    yield f"{'microseconds':<48}{'p50':>10}{'p99':>10}   ratio of the medians"
    yield line("floor: fsync of one row", figures.fsync)
    yield line("floor: the same after a pause as before a press", figures.fsync_after_pause)
    yield line("floor: hand-over between two threads", figures.hand_over)
    yield line("floor: a wait as long as the window, beyond it", figures.timed_wait)
    yield line("commit of a row, as part of the next", figures.commit, f"{figures.commit_by_fsync:.2f} fsyncs")
    yield line("submit to durable", figures.submit_to_durable, f"{figures.submit_by_fsync:.2f} fsyncs")
    yield line(
        "press to verdict, beyond the window",
        figures.press_to_verdict,
        f"{figures.verdict_by_hand_over:.1f} hand-overs",
    )
    yield line(
        "press to snapshot, beyond the window",
        figures.press_to_snapshot,
        f"{figures.snapshot_by_fsync:.2f} fsyncs, {figures.snapshot_by_fsync_after_pause:.2f} of those after a pause",
    )
    yield line(
        f"submit to the last of {SUBSCRIBERS} subscribers",
        figures.submit_to_all_subscribers,
        f"{figures.subscribers_by_fsync:.2f} fsyncs",
    )
    yield line("submit in memory at row 10", figures.at_row_10)
    yield line("submit in memory at row 1,000", figures.at_row_1000, f"{figures.growth:.2f} times row 10")
    yield (
        f"coming back into a game of {figures.replay_rows} rows: {figures.replay_ms:.1f} ms, "
        f"{figures.replay_by_plain_read:.0f} times a plain reading of them ({figures.plain_read_ms:.2f} ms)"
    )


@click.command()
@click.option("--samples", type=click.IntRange(100), default=400, show_default=True, help="Of each figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--folder", type=click.Path(file_okay=False), help="On whose disk to write; else the usual temporary one."
)
def main(samples: int, as_json: bool, folder: str | None) -> None:
    """Measure the table and its journal. Takes about two minutes."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        figures = measure(Path(place), samples)
    if as_json:
        click.echo(msgspec.json.encode(figures))
        return
    for text in told(figures):
        click.echo(text)


if __name__ == "__main__":
    main()
