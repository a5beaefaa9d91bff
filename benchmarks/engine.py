"""How fast the rules of our games are: random play, copying, importing and memory, beside three other Python engines.

Every program plays in a worker of its own, by turns in short rounds, so that a slow moment of the machine hits all.
"""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import click
import msgspec

WORKERS = Path(__file__).parent / "workers"
PINS = {"catanatron": "3.2.1", "pyminion": "0.4.0", "chess": "1.11.2", "networkx": "3.6.1"}
"""The peers, and what they need in turn."""

OURS, AT_ONCE = "veilingklok", "ours by advance"
MERCURIUS, MERCURIUS_AT_ONCE = "mercurius", "mercurius at once"
AMSTERDAM, AMSTERDAM_AT_ONCE = "amsterdam", "amsterdam at once"

ROUNDS = 20
WARM_UP_SECONDS = 1.0
IMPORTS = 7
GAMES_IN_MEMORY = 50


class Program(NamedTuple):
    """What is measured: its worker runs in its own Python; `modules` are what a user of it imports."""

    name: str
    modules: str
    worker: str
    python: Path


class Round(msgspec.Struct, frozen=True):
    """What a worker answers after a round of play."""

    seconds: float
    games: int
    decisions: int
    options: int
    forced: int
    copy_us: float

    @property
    def speed(self) -> float:
        return self.decisions / self.seconds


class Memory(msgspec.Struct, frozen=True):
    """What a worker answers after games played for this only."""

    rss_mb: float | None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """One program's results; medians over the rounds."""

    decisions_per_second: int
    games_per_second: float
    copy_us: float
    import_ms: float
    rss_mb: float | None
    mean_options: float
    forced_share: float


class PeerFigures(Figures, frozen=True, kw_only=True):
    version: str
    ratio: float
    """Our decisions per second by theirs: the median of the ratios of the rounds."""
    advance_ratio: float


class OurFigures(Figures, frozen=True, kw_only=True):
    """What `--json` writes."""

    advance_decisions_per_second: int
    """By `advance`, as the table plays."""
    mercurius: Figures
    mercurius_by_advance: Figures
    amsterdam: Figures
    amsterdam_by_advance: Figures
    peers: dict[str, PeerFigures]


class Worker:
    """A running worker process."""

    def __init__(self, process: "subprocess.Popen[str]", name: str) -> None:
        self._process = process
        self._name = name

    def play(self, seconds: float) -> Round:
        return msgspec.json.decode(self._ask({"seconds": seconds}), type=Round)

    def remember(self, games: int) -> Memory:
        return msgspec.json.decode(self._ask({"games": games}), type=Memory)

    def _ask(self, request: dict[str, float]) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(msgspec.json.encode(request).decode(), file=self._process.stdin, flush=True)
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise click.ClickException(f"The worker of {self._name} ended without an answer.")
        return answer


@contextmanager
def started(program: Program) -> Iterator[Worker]:
    """A worker that ends with the block."""
    command = [program.python, WORKERS / program.worker]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Worker(process, program.name)
        finally:
            process.terminate()


def peers_python() -> Path:
    """The Python of the peers' environment, which is made on the first run and kept in the user's cache."""
    pins = [f"{name}=={version}" for name, version in PINS.items()]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    python_version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = cache / "veilingklok" / "_".join(["peers", python_version, *pins]).replace("==", "-")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    complete = folder / "complete"
    if not complete.exists():
        click.echo(f"Installing {', '.join(pins)} into {folder} (once) ...", err=True)
        install: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pins]
        try:
            venv.create(folder, clear=True, with_pip=True)
            subprocess.run(install, check=True, capture_output=True, timeout=300)
            complete.touch()
        except (OSError, subprocess.SubprocessError) as error:
            why = error.strerror if isinstance(error, OSError) else "pip failed, most likely for want of a network"
            raise click.ClickException(
                f"The peers could not be installed ({why}): --no-peers measures ours alone."
            ) from error
    return python


def programs_to_measure(peers: bool) -> list[Program]:
    """Ours first, by `legal`, `decide` and `evolve`; then ours by `advance`; then our other games in both ways."""
    ours = [
        Program(name, f"companion.games.{game}", worker, Path(sys.executable))
        for name, game, worker in (
            (OURS, "merchants", "merchants.py"),
            (AT_ONCE, "merchants", "merchants_at_once.py"),
            (MERCURIUS, "mercurius", "mercurius.py"),
            (MERCURIUS_AT_ONCE, "mercurius", "mercurius_at_once.py"),
            (AMSTERDAM, "amsterdam", "amsterdam.py"),
            (AMSTERDAM_AT_ONCE, "amsterdam", "amsterdam_at_once.py"),
        )
    ]
    if not peers:
        return ours
    python = peers_python()
    return [
        *ours,
        Program("catanatron", "catanatron", "catanatron_.py", python),
        Program("pyminion", "pyminion.game, pyminion.expansions.base", "pyminion_.py", python),
        Program("chess", "chess", "chess_.py", python),
    ]


def stay_on_one_core() -> None:
    """Workers inherit it. Not every system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def import_ms(program: Program) -> float:
    """Processor time of a fresh Python that imports the program, less that of one that does not."""
    return median(_lifetime_ms(program, program.modules) - _lifetime_ms(program, "time") for _ in range(IMPORTS))


def _lifetime_ms(program: Program, modules: str) -> float:
    code = f"import {modules}\nimport time\nprint(time.process_time() * 1000)"
    return float(subprocess.run([program.python, "-c", code], check=True, capture_output=True, text=True).stdout)


def rss_mb(program: Program) -> float | None:
    with started(program) as worker:
        return worker.remember(GAMES_IN_MEMORY).rss_mb


def played(programs: list[Program], seconds: float) -> dict[str, list[Round]]:
    """The rounds of each program, all by turns."""
    rounds: dict[str, list[Round]] = {program.name: [] for program in programs}
    with ExitStack() as stack:
        workers = {program.name: stack.enter_context(started(program)) for program in programs}
        click.echo("Warming up ...", err=True)
        for worker in workers.values():
            worker.play(WARM_UP_SECONDS)
        with click.progressbar(range(ROUNDS), label="Playing by turns", file=sys.stderr) as progress:
            for _ in progress:
                for name, worker in workers.items():
                    rounds[name].append(worker.play(seconds / ROUNDS))
    return rounds


def figures_of(program: Program, rounds: list[Round]) -> Figures:
    decisions = sum(each.decisions for each in rounds)
    return Figures(
        decisions_per_second=round(median(each.speed for each in rounds)),
        games_per_second=round(median(each.games / each.seconds for each in rounds), 1),
        copy_us=round(median(each.copy_us for each in rounds), 3),
        import_ms=round(import_ms(program), 1),
        rss_mb=rss_mb(program),
        mean_options=round(sum(each.options for each in rounds) / decisions, 2),
        forced_share=round(sum(each.forced for each in rounds) / decisions, 4),
    )


def ratios(ours: list[Round], theirs: list[Round]) -> list[float]:
    return [our.speed / their.speed for our, their in zip(ours, theirs, strict=True)]


def table(figures: dict[str, Figures]) -> str:
    """A line for each program."""
    lines = [f"{'':18}{'decisions/s':>12}{'games/s':>9}{'options':>9}{'forced':>8}"
             f"{'copy us':>10}{'import ms':>11}{'RSS MB':>8}"]  # fmt: skip
    for name, found in figures.items():
        resident = "-" if found.rss_mb is None else f"{found.rss_mb:.1f}"
        lines.append(
            f"{name:18}{found.decisions_per_second:12,.0f}{found.games_per_second:9.1f}{found.mean_options:9.1f}"
            f"{found.forced_share:8.1%}{found.copy_us:10,.2f}{found.import_ms:11.1f}{resident:>8}"
        )
    return "\n".join(lines)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead of the table.")
@click.option("--peers/--no-peers", default=True, help="Measure the peers too, installed once into your cache folder.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=10.0, show_default=True,
    help=f"How long each program plays, in {ROUNDS} rounds.",
)  # fmt: skip
def main(as_json: bool, peers: bool, seconds: float) -> None:
    """Measure the rules engine in uniformly random play, on one core and in processor time."""
    programs = programs_to_measure(peers)
    stay_on_one_core()
    rounds = played(programs, seconds)
    with click.progressbar(programs, label="Importing and remembering", file=sys.stderr) as progress:
        figures = {program.name: figures_of(program, rounds[program.name]) for program in progress}
    others = [name for name in figures if name in PINS]
    against = {(ours, name): ratios(rounds[ours], rounds[name]) for ours in (OURS, AT_ONCE) for name in others}
    if as_json:
        theirs = {
            name: PeerFigures(
                **msgspec.structs.asdict(figures[name]),
                version=PINS[name],
                ratio=round(median(against[OURS, name]), 3),
                advance_ratio=round(median(against[AT_ONCE, name]), 3),
            )
            for name in others
        }
        report = OurFigures(
            **msgspec.structs.asdict(figures[OURS]),
            advance_decisions_per_second=figures[AT_ONCE].decisions_per_second,
            mercurius=figures[MERCURIUS],
            mercurius_by_advance=figures[MERCURIUS_AT_ONCE],
            amsterdam=figures[AMSTERDAM],
            amsterdam_by_advance=figures[AMSTERDAM_AT_ONCE],
            peers=theirs,
        )
        click.echo(msgspec.json.encode(report))
        return
    click.echo(table({f"{name} {PINS.get(name, '')}": found for name, found in figures.items()}) + "\n")
    for (ours, name), found in against.items():
        low, middle, high = quantiles(found, n=4)
        click.echo(
            f"{ours} decides {middle:.2f} times as fast as {name}"
            f" (half of the rounds between {low:.2f} and {high:.2f})."
        )


if __name__ == "__main__":
    main()
