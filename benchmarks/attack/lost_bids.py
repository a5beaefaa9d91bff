"""Somebody stops the clock with the button, and at once a phone at a seat that does not even play puts the game away,
or the device is switched off (SIGTERM): the bid must stand in the journal.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from attack.positions import keep_game
from attack.seated import seat_phone
from attack.target import HOST, Device, Phone
from companion.entries import Acted
from companion.games.merchants.actions import Stop
from companion.games.merchants.game import MERCHANTS
from companion.journal import Journal

SECOND = 1_000_000_000
SEED = 5
MAYOR, BIDDER, NOT_PLAYING = 0, 1, 4
"""Seats of the device; the first three play."""
WAYS = ("put away", "switched off")


def run(tries: int, program: tuple[str, ...]) -> Iterator[str]:
    """So many tries of each way."""
    lost = 0
    yield f"{'a bid, and then the table is':<30}{'tries':>7}{'lost':>6}"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep_game(data, MERCHANTS, SEED, actions=0)
        with Device(data, program) as device:
            cookies = [seat_phone(device, seat).cookie for seat in (MAYOR, NOT_PLAYING)]
        for way in WAYS:
            lost_here = sum(_bid_is_lost(data, cookies, way, program) for _ in range(tries))
            yield f"{way:<30}{tries:>7}{lost_here:>6}"
            lost += lost_here
    if lost:
        yield "NOT HELD: a bid was lost."


def _bid_is_lost(data: Path, cookies: list[str], way: str, program: tuple[str, ...]) -> bool:
    """On a copy of the device."""
    copy = data.with_name("copy")
    shutil.copytree(data, copy)
    try:
        with Device(copy, program) as device:
            mayor, other = (Phone(device, HOST, cookie) for cookie in cookies)
            _start_clock(mayor)
            device.finger(BIDDER, down=True)
            if way == "put away":
                other.post_form("/leave", "")
        with Journal(copy) as journal:
            acted = [row.entry for row in journal.rows(1) if isinstance(row.entry, Acted)]
        return not any(isinstance(entry.action, Stop) for entry in acted)
    finally:
        shutil.rmtree(copy)


def _start_clock(mayor: Phone) -> None:
    """Lay the three cards, and start it. Returns when it has been running for a moment."""
    while (asked := (state := mayor.state)["view"]["table"]["asked"]["what"]) != "start_clock":
        option = state["view"]["options"][0 if asked == "place" else -1]
        if mayor.act(**option).status != 200:
            raise SystemExit(f"The mayor could not do this: {option}")
    mayor.act(type="start")
    state = mayor.state
    clock = state["view"]["clock"]
    if clock is None:
        raise SystemExit("The clock does not run.")
    time.sleep(max(0.0, (clock["start"] - state["now"]) / SECOND) + 0.3)
