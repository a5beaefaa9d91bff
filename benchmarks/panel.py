"""How quick the device is: what an auction costs on the display's bus and in drawing, how soon the table is seen, and
what the whole device takes while nothing happens.

Bytes are counted by the tests' own model of the display's chip; every other figure stands beside its floor, measured in
the same run.
"""

import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

import click
from luma.core.device import dummy
from luma.core.interface.serial import noop
from luma.oled.device import ssd1306
from PIL import Image
from table import Floors, Measured, Spread

from companion.auction_clock import MICROSECOND, SECOND, Profile, run_from
from companion.chair import new_game
from companion.games.merchants.board import default_board
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.requests import AnyRequest, Pause, Start
from companion.settings import Fittings, settings_from
from companion.settings.fittings import DisplayFitting
from companion.words import words
from hardware.panel import Panel
from hardware.programme import Clock, Programme
from hardware.screens.clock import Auction, GetReady
from hardware.screens.device import ClockWaits
from hardware.screens.pen import Card
from hardware.screens.screen import Screen, drawn
from hardware.screens.table import Paused
from hardware.simulator import SimulatedWorks

sys.path.append(str(Path(__file__).parent.parent / "tests" / "hardware"))
from ssd1306_model import Ssd1306

SIZE = (128, 64)
COUNTDOWN = 3 * SECOND
LEAST_RATE = 25
"""Frames a second that a bus of 400 kHz has to carry."""
WELCOME = 9
"""Seconds after which the device has shown what it found and where its page is."""
IDLE = 5
"""Seconds of watching it."""
ENGLISH = words("en")

_FLOOR = """
import threading, companion.cli.device, hardware.device, hardware.simulator, luma.core.device, web.app, web.server
print("Open", flush=True)
bell = threading.Condition()
with bell:
    while True:
        bell.wait(0.04)
"""


class OneAuction(NamedTuple):
    seconds: float
    drawn: int
    sent: int
    bytes_each: float
    rates: dict[int, float]
    """Frames a second that the bus has room for, by its hertz."""
    drawing: Spread
    luma: Spread

    @property
    def rate_here(self) -> float:
        """At 400 kHz, on this machine: drawing, luma and the bus come one after the other."""
        return 1 / (1 / self.rates[400_000] + (self.drawing.p50 + self.luma.p50) * MICROSECOND / SECOND)


class Taken(NamedTuple):
    """By a process."""

    percent_of_a_core: float
    megabytes: float
    threads: int


# One auction.


def frames(doubled: bool) -> Iterator[tuple[Screen, int]]:
    """As the display looks at them, from the countdown to the end."""
    run = run_from(COUNTDOWN, default_board(), Profile(), doubled)
    lot = Card("office", "Office", ("Silk",))
    programme = Programme()
    programme.run(Clock(GetReady(run=run, lot=lot), Auction(run=run, lot=lot)))
    now = 0
    while now <= run.end:
        screen = programme.at(now)
        yield screen, now
        now = min(due for due in (screen.moves_at(now), programme.changes_at(now)) if due is not None)


def one_auction(doubled: bool) -> OneAuction:
    chip = Ssd1306()
    model, luma = ssd1306(chip), ssd1306(noop())
    opening, busy = chip.bytes, {hertz: chip.seconds(hertz) for hertz in (100_000, 400_000)}
    drawing: list[int] = []
    sending: list[int] = []
    sent: Image.Image | None = None
    for screen, now in frames(doubled):
        before = time.thread_time_ns()
        image = drawn(screen, now, SIZE, ENGLISH)
        drawing.append(time.thread_time_ns() - before)
        if image != sent:
            before = time.thread_time_ns()
            luma.display(image)
            sending.append(time.thread_time_ns() - before)
            model.display(image)
            assert chip.picture() == image
            sent = image
    count = len(sending)
    rates = {hertz: count / (chip.seconds(hertz) - before) for hertz, before in busy.items()}
    each = (chip.bytes - opening) / count
    return OneAuction(now / SECOND, len(drawing), count, each, rates, Spread.of(drawing), Spread.of(sending))


# From the table to the eye.


class Watched(dummy):  # type: ignore[misc]
    """Remembers when it had finished which frame."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._finished: list[tuple[int, Image.Image]] = []
        super().__init__(*SIZE, mode="1")

    def display(self, image: Image.Image) -> None:
        super().display(image)
        with self._news:
            self._finished.append((time.monotonic_ns(), image))
            self._news.notify()

    def forget(self) -> None:
        with self._news:
            self._finished.clear()

    def finished(self, is_it: Callable[[Image.Image], bool]) -> int:
        with self._news:
            found = self._news.wait_for(lambda: [at for at, image in self._finished if is_it(image)], timeout=60)
            assert found, "the frame never came"
            return found[0]


class WatchedWorks(SimulatedWorks):
    def __init__(self, fittings: Fittings) -> None:
        super().__init__(fittings)
        self.glass = Watched()

    def display(self, fitting: DisplayFitting) -> Watched:
        return self.glass


@contextmanager
def a_panel(folder: Path) -> Iterator[tuple[House, Watched]]:
    settings = settings_from({"dial": {"kind": "pwm"}})
    with Journal(folder) as journal:
        house = House(journal, settings)
        works = WatchedWorks(settings.fittings)
        panel = Panel(house, settings, works)
        try:
            yield house, works.glass
        finally:
            house.leave()
            panel.close()


def to_the_eye(folder: Path, samples: int) -> Measured:
    """From when a snapshot could be seen to the end of the first frame that shows it, and hand-overs beside: the clock
    alone is started, paused and given up, again and again."""
    floors, chance = Floors(folder), Random(1)
    waits = drawn(ClockWaits(), 0, SIZE, ENGLISH)
    measured = Measured()
    with a_panel(folder / "panel") as (house, glass):
        house.clock_alone()
        glass.finished(lambda image: image == waits)
        paused = drawn(Paused(None), 0, SIZE, ENGLISH)
        round_: list[tuple[AnyRequest, Callable[[Image.Image], bool]]] = [
            (Start(60), lambda image: image != waits),
            (Pause(), lambda image: image == paused),
            (Pause(), lambda image: image == waits),
        ]
        for sample in range(samples):
            wish, is_it = round_[sample % 3]
            time.sleep(chance.uniform(0.02, 0.06))  # so that it comes anywhere between two frames
            glass.forget()
            seen = _seen(house, wish)
            measured.add(glass.finished(is_it) - seen, floors)
    return measured


def _seen(house: House, wish: AnyRequest) -> int:
    """When the snapshot with what was asked for could be seen: the table answers then, and before it tells anybody."""
    answered: SimpleQueue[int] = SimpleQueue()
    house.submit(0, wish).add_done_callback(lambda _: answered.put(time.monotonic_ns()))
    return answered.get()


# The whole device, in a process of its own.


@contextmanager
def running(*command: str) -> Iterator[int]:
    """Its process, once it has said that it is open."""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            while not (line := process.stdout.readline()).startswith("Open"):
                if not line:
                    raise SystemExit("The device did not start.")
            yield process.pid
        finally:
            process.terminate()


def idle(pid: int) -> Taken:
    clock = ~pid << 3 | 2  # the kernel's clock of what another process takes
    before = time.clock_gettime_ns(clock)
    time.sleep(IDLE)
    cpu = time.clock_gettime_ns(clock) - before
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return Taken(cpu / IDLE / SECOND * 100, int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]))


def devices(folder: Path) -> Iterator[tuple[str, Taken]]:
    with running("-c", _FLOOR) as pid:
        yield "floor: the libraries, and a wait 25 times a second", idle(pid)
    with Journal(folder / "waiting") as journal:
        new_game(journal, opening_for(players=4, people=4, seed=5))
    for what, data in (("nothing on the table", "empty"), ("a decision waits", "waiting")):
        options = ("--simulate", "--port", "0", "--data", str(folder / data), "--settings", "/dev/null")
        with running("-m", "companion", "device", *options) as pid:
            time.sleep(WELCOME)
            yield what, idle(pid)


def told_of_auctions(auctions: Sequence[OneAuction]) -> Iterator[str]:
    def line(what: str, form: str, figure: Callable[[OneAuction], float]) -> str:
        return f"{what:<52}" + "".join(f"{figure(auction):>12{form}}" for auction in auctions)

    yield f"{'one auction':<52}{'original':>12}{'doubled':>12}"
    yield line("seconds, with a countdown of 3", ".1f", lambda auction: auction.seconds)
    yield line("frames drawn", "d", lambda auction: auction.drawn)
    yield line("frames sent: those that changed", "d", lambda auction: auction.sent)
    yield line("bytes on the bus for each of them", ",.0f", lambda auction: auction.bytes_each)
    yield line("frames a second through 100 kHz", ".1f", lambda auction: auction.rates[100_000])
    yield line("frames a second through 400 kHz", ".1f", lambda auction: auction.rates[400_000])
    yield line("the same, with CPU time here for drawing and luma", ".1f", lambda auction: auction.rate_here)
    yield line("luma, picture to bytes: microseconds of CPU, p50", ",.0f", lambda auction: auction.luma.p50)
    yield line("luma, picture to bytes: microseconds of CPU, p99", ",.0f", lambda auction: auction.luma.p99)
    yield line("ours, drawing: microseconds of CPU, p50", ",.0f", lambda auction: auction.drawing.p50)
    yield line("ours, drawing: microseconds of CPU, p99", ",.0f", lambda auction: auction.drawing.p99)
    yield line("drawing by luma", ".2f", lambda auction: auction.drawing.p50 / auction.luma.p50)


def told_of_the_eye(measured: Measured) -> Iterator[str]:
    found, floor = measured.spread, Spread.of(measured.hand_overs)
    yield f"\n{'microseconds':<52}{'p50':>12}{'p99':>12}   ratio of the medians"
    yield f"{'floor: hand-over between two threads':<52}{floor.p50:>12,.0f}{floor.p99:>12,.0f}"
    ratio = f"{measured.by_hand_over:.0f} hand-overs"
    yield f"{'snapshot to finished frame':<52}{found.p50:>12,.0f}{found.p99:>12,.0f}   {ratio}"
    yield f"\n{'the whole device, page included':<52}{'% of a core':>12}{'MB':>12}{'threads':>12}"


@click.command()
@click.option("--samples", type=click.IntRange(30), default=200, show_default=True, help="Changes that are watched.")
def main(samples: int) -> None:
    """Measure the panel and the whole device. Takes about a minute."""
    warnings.simplefilter("ignore", DeprecationWarning)  # luma asks Pillow in an old way
    auctions = [one_auction(doubled) for doubled in (False, True)]
    with tempfile.TemporaryDirectory() as place:
        for text in (*told_of_auctions(auctions), *told_of_the_eye(to_the_eye(Path(place), samples))):
            click.echo(text)
        for what, taken in devices(Path(place)):
            click.echo(f"{what:<52}{taken.percent_of_a_core:>12.1f}{taken.megabytes:>12.1f}{taken.threads:>12}")
    slowest = min(auction.rates[400_000] for auction in auctions)
    if slowest < LEAST_RATE:
        raise SystemExit(f"A bus of 400 kHz carries {slowest:.1f} frames a second, not {LEAST_RATE}.")


if __name__ == "__main__":
    main()
