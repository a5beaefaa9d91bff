"""A stranger's phone asks for a seat, and whoever plays there presses the button as usual, without reading anything:
to bid, to start the clock, to say "done", or too early. No such press may seat the stranger.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from attack.positions import keep_game
from attack.target import Device, Phone
from companion.games.box import GAMES

SEATS = 3


class Try(NamedTuple):
    state: str
    """What was on the table, and what was asked of whom."""
    asked: int
    """Status of the stranger's request."""
    is_seated: bool


def run(positions: int, tries: int, program: tuple[str, ...]) -> Iterator[str]:
    """So many positions of each game, with so many tries at each, and an empty table and the clock alone besides."""
    found = [
        *(one for game in GAMES for place in range(positions) for one in _in_game(game, place, tries, program)),
        *_at_clock(positions * tries, program),
    ]
    states = Counter(one.state for one in found)
    stolen = Counter(one.state for one in found if one.is_seated)
    heard = Counter(one.state for one in found if one.asked < 400)
    yield f"{'seat theft, by what the press means':<44}{'tries':>7}{'called':>8}{'seated':>8}"
    for state, tried in sorted(states.items()):
        yield f"{state:<44}{tried:>7}{heard[state]:>8}{stolen[state]:>8}"
    yield f"{'together':<44}{len(found):>7}{heard.total():>8}{stolen.total():>8}"
    if stolen:
        yield "NOT HELD: a stranger was seated."


def _in_game(game: str, place: int, tries: int, program: tuple[str, ...]) -> Iterator[Try]:
    chance = Random(f"{game} {place}")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep_game(data, GAMES[game], place, chance.randrange(60))
        with Device(data, program) as device:
            strangers = (Phone(device, f"127.0.{place + 1}.{n}") for n in count(1))
            for _ in range(tries):
                yield _steal(device, next(strangers), chance)


def _at_clock(tries: int, program: tuple[str, ...]) -> Iterator[Try]:
    """On an empty table the first press opens the clock; then it stands idle, counts down, or runs."""
    chance = Random(tries)
    with tempfile.TemporaryDirectory() as folder:
        for place in range(tries):
            data = Path(folder) / str(place)
            data.mkdir()
            with Device(data, program) as device:
                for step in range(3):
                    yield _steal(device, Phone(device, f"127.1.{place + 1}.{step + 1}"), chance)


def _steal(device: Device, stranger: Phone, chance: Random) -> Try:
    """Ask for the seat whose turn it is, or any; then its owner presses, up to four times within four seconds."""
    state = stranger.state
    view = state["view"]
    asked = (view or {}).get("table", {}).get("asked") if view else None
    seat = (
        asked["seat"] if asked and asked.get("seat") is not None and chance.random() < 0.7 else chance.randrange(SEATS)
    )
    status = stranger.ask_for_seat(seat, takes_over=chance.random() < 0.3).status
    for _ in range(chance.randint(1, 3)):
        time.sleep(chance.choice((0.0, 0.1, 0.5, 1.3)))
        device.finger(seat, down=True)
        time.sleep(chance.uniform(0.03, 0.4))
        device.finger(seat, down=False)
    return Try(_named(state, asked, seat), status, _is_seated(stranger))


def _is_seated(stranger: Phone) -> bool:
    """Or becomes so within a moment: the panel answers on a thread of its own."""
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        if stranger.state["seat"] is not None:
            return True
        time.sleep(0.05)
    return False


def _named(state: dict[str, object], asked: dict[str, object] | None, seat: int) -> str:
    if state["on"] != "game":
        return {"nothing": "empty table", "clock": "clock alone"}.get(str(state["on"]), str(state["on"]))
    view = state["view"]
    assert isinstance(view, dict)
    if asked is None:
        return f"{view['rules']}: nobody is asked"
    return f"{view['rules']}: {asked['what']}, {'the one asked' if asked.get('seat') == seat else 'another'}"
