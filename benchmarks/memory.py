"""What a device takes while it plays game after game: memory after so many, and which caches have grown.

Bots play all three games in turn, as fast as they can, in one process with a table, a panel and simulated works. The
clock runs a hundred times as fast as at a table, so that a game is over in about a second.
"""

import functools
import gc
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from companion.games.amsterdam.game import AMSTERDAM
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius.game import MERCURIUS
from companion.house import House
from companion.journal import Journal
from companion.openings import Place, opening_of
from companion.settings import Settings, settings_from
from hardware.panel import Panel
from hardware.simulator import SimulatedWorks

GAMES: Sequence[tuple[Game, int, str]] = (
    (MERCHANTS, 4, "merchant"),
    (MERCURIUS, 3, "speculator"),
    (AMSTERDAM, 2, "random"),
)
"""With how many seats and which bot at each."""
COLOURS = ("red", "blue", "green", "yellow")
MEMORY = Path("/dev/shm")
"""The journal lies there: no disk is measured here, nor waited for."""
LONGEST_GAME = 120.0
"""Seconds after which it is said that one hangs."""


class After(NamedTuple):
    games: int
    megabytes: float
    cached: int
    """Entries in all caches of functions."""
    objects: int
    """That the collector of garbage knows."""


def quick_settings() -> Settings:
    """Faster than a table may set it."""
    settings = settings_from({"dial": {"kind": "pwm"}, "bots": {"pace": 0}})
    clock = settings.values["clock"] | {"profile": "even", "speed": 2.0, "seconds_per_price": 0.004, "get_ready": 0.0}
    return Settings(settings.values | {"clock": clock}, settings.file)


def play(house: House, number: int) -> None:
    """One game to its end, with names that no other has."""
    game, seats, bot = GAMES[number % len(GAMES)]
    places = [Place(f"Bot {number} {seat}", colour) for seat, colour in enumerate(COLOURS[:seats])]
    opening = msgspec.structs.replace(opening_of(places, game=game, seed=number), players=(bot,) * seats)
    over = threading.Event()

    def look() -> None:
        snapshot = house.snapshot
        if snapshot and not snapshot.look.now.state.agenda:
            over.set()

    leave = house.subscribe(look)
    house.begin(opening)
    if not over.wait(LONGEST_GAME):
        raise SystemExit(f"Game {number} did not end.")
    leave()
    house.leave()


def caches() -> dict[str, int]:
    """How many entries each cache of a function has."""
    found = [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper) and hasattr(thing, "__name__")
    ]
    return {f"{thing.__module__}.{thing.__name__}": thing.cache_info().currsize for thing in found}


def taken(games: int) -> After:
    gc.collect()
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return After(games, int(status["VmRSS"].split()[0]) / 1024, sum(caches().values()), len(gc.get_objects()))


def measured(folder: Path, games: int, every: int) -> Iterator[After]:
    settings = quick_settings()
    with Journal(folder) as journal:
        house = House(journal, settings)
        panel = Panel(house, settings, SimulatedWorks(settings.fittings))
        try:
            yield taken(0)
            for number in range(games):
                play(house, number)
                if (number + 1) % every == 0:
                    yield taken(number + 1)
        finally:
            house.close()
            panel.close()


@click.command()
@click.option("--games", default=260, show_default=True)
@click.option("--every", default=20, show_default=True, help="Tell after so many games.")
def main(games: int, every: int) -> None:
    click.echo(f"{'games':>6}{'MB':>8}{'cached':>10}{'objects':>10}")
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for after in measured(Path(folder), games, every):
            click.echo(f"{after.games:>6}{after.megabytes:>8.1f}{after.cached:>10,}{after.objects:>10,}")
    largest: dict[str, Any] = dict(sorted(caches().items(), key=lambda cache: -cache[1])[:12])
    for name, size in largest.items():
        click.echo(f"{size:>8,}  {name}")


if __name__ == "__main__":
    main()
