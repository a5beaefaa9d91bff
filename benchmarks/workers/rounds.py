"""What all workers share: asked by a JSON line for a round of play or for the memory it takes, they answer by one.

Which game is played, and how, is each worker's own. Time is the processor time of the worker alone.
"""

import json
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

WHOLE_GAME = sys.maxsize
COPYING_SECONDS = 0.02
Answer = dict[str, float | None]


class Engine(NamedTuple):
    """A rules engine under measurement."""

    play: Callable[[int, int], tuple[Any, list[int]]]
    """By a seed, to the game's end or for so many decisions: how it stands then, and how many options each had."""
    copy: Callable[[Any], object]
    """Makes a copy of what `play` left."""


def answer_requests(engine: Engine) -> None:
    """Until the asker ends it, which is the asker's to do on Ctrl-C as well."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    seeds = count(1)  # never 0, which some take for none
    for line in sys.stdin:
        request = json.loads(line)
        ask = _round if "seconds" in request else _memory
        print(json.dumps(ask(engine, seeds, **request)), flush=True)


def _round(engine: Engine, seeds: "count[int]", seconds: float) -> Answer:
    """Whole games, one after the other, until the time is up; then copies from the middle of one."""
    games = []
    start = process_time()
    while (spent := process_time() - start) < seconds:
        games.append(engine.play(next(seeds), WHOLE_GAME)[1])
    return {
        "seconds": spent,
        "games": len(games),
        "decisions": sum(len(options) for options in games),
        "options": sum(sum(options) for options in games),
        "forced": sum(options.count(1) for options in games),
        "copy_us": _copy_us(engine, next(seeds)),
    }


def _copy_us(engine: Engine, seed: int) -> float:
    """Microseconds for a copy of a game half played."""
    _, options = engine.play(seed, WHOLE_GAME)
    halfway, _ = engine.play(seed, len(options) // 2)
    copy = engine.copy
    copies = 1
    while True:
        start = process_time()
        for _ in range(copies):
            copy(halfway)
        spent = process_time() - start
        if spent >= COPYING_SECONDS:
            return spent / copies * 1e6
        copies *= 2


def _memory(engine: Engine, seeds: "count[int]", games: int) -> Answer:
    """Resident megabytes after so many games; None where the system does not tell."""
    for _ in range(games):
        engine.play(next(seeds), WHOLE_GAME)
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    kilobytes = [int(line.split()[1]) for line in lines if line.startswith("VmRSS:")]
    return {"rss_mb": round(kilobytes[0] / 1024, 1) if kilobytes else None}
