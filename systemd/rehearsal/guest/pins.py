"""Measures real presses: kernel lines, the real lgpio, our own buttons, house and referee; prints its figures as JSON.

Run by the Python of the installed program, while the service is stopped: the lines belong to one process at a time.
"""

import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND
from companion.house import House
from companion.journal import Journal
from companion.requests import Start
from companion.settings import settings_from
from companion.snapshots import View
from hardware.buttons import Buttons
from hardware.troubles import Troubles
from hardware.works import RealWorks
from rehearsal.guest.counting import Heard, Pair, spread, tally
from rehearsal.guest.fingers import LINES, Finger, until
from rehearsal.guest.other_hand import OtherHand

AUCTIONS = 300
PAIRS, AT_ONCE = 700, 300
FARTHEST = 1500 * MICROSECOND
"""Between the two pulls of a pair at most; every other pair is pulled as close together as one hand can."""
SEATS = 4
PATIENCE = 30

SETTINGS = settings_from({"clock": {"profile": "even", "seconds_per_price": 0.2, "speed": 2, "get_ready": 0}})
BUYS = 2
"""The slice of the clock from which on a press buys, and neither doubles nor waits."""


class Evening:
    """Just the clock on the table, and buttons on real lines."""

    def __init__(self, folder: Path) -> None:
        self.edges: list[Heard] = []
        self.presses: list[Heard] = []
        self.troubles = Troubles()
        self._news = threading.Condition()
        self._told: tuple[View, int] | None = None
        self._journal = Journal(folder)
        self.house = House(self._journal, SETTINGS)
        self.house.subscribe(self._hear)
        self.works = RealWorks("lgpio")
        values, fittings = SETTINGS.values["buttons"], SETTINGS.fittings
        rest, stuck = round(values["rest_ms"] * MILLISECOND), round(values["stuck_s"] * SECOND)
        lines = [seat.button for seat in fittings.seats[:SEATS]]
        self.buttons = Buttons(lines, rest, stuck, self._pressed, self.troubles)
        self.buttons.on_edges(lambda seat, stamp: self.edges.append(Heard(seat, stamp)))
        self.buttons.open(self.works.pins())
        self.fingers = [Finger(LINES[seat + 1]) for seat in range(SEATS)]
        self.house.clock_alone(SEATS)

    def close(self) -> None:
        self.buttons.close()
        self.house.close()
        self._journal.close()

    def _pressed(self, seat: int, stamp: int) -> None:
        self.presses.append(Heard(seat, stamp))
        self.house.press(seat, stamp)

    def _hear(self) -> None:
        told, snapshot = time.monotonic_ns(), self.house.snapshot
        if snapshot:
            with self._news:
                self._told = snapshot.view(None), told
                self._news.notify_all()

    def auction(self, pulls: Callable[[], None]) -> tuple[View, int]:
        """Start the clock, pull, and let everybody go; the view with the verdicts, and when a subscriber had it."""
        self.edges, self.presses = [], []
        self.house.submit(0, Start()).result(PATIENCE)
        snapshot = self.house.snapshot
        assert snapshot is not None
        clock = snapshot.look.clock
        assert clock is not None
        buys = clock.start + clock.slices[BUYS].until
        time.sleep(max(0, buys - time.monotonic_ns()) / SECOND)
        pulls()
        with self._news:
            if not self._news.wait_for(self._is_decided, PATIENCE):
                raise TimeoutError("nobody stopped the clock")
            assert self._told is not None
            found = self._told
        self.let_go()
        return found

    def _is_decided(self) -> bool:
        return self._told is not None and self._told[0].clock is None and bool(self._told[0].verdicts)

    def pair(self, pulled: tuple[int, int], pulls: Callable[[], None]) -> Pair:
        self.auction(pulls)
        until(lambda: len(self.edges) >= 2 and len(self.rulings()) >= 2, PATIENCE, "both presses are judged")
        return Pair(pulled, tuple(self.edges[:2]), self.rulings())

    def rulings(self) -> dict[int, str]:
        """By seat, also of presses that came after the photo finish had closed."""
        snapshot = self.house.snapshot
        return {verdict.seat: verdict.ruling for verdict in snapshot.view(None).verdicts} if snapshot else {}

    def let_go(self) -> None:
        for finger in self.fingers:
            finger.let_go()
        until(lambda: not self.buttons.held(), PATIENCE, "released buttons are free again")
        self._told = None


class Bracket:
    """A pull, between two looks at the monotonic clock."""

    before = after = 0

    def __init__(self, finger: Finger) -> None:
        self._finger = finger

    def __call__(self) -> None:
        self.before = time.monotonic_ns()
        self._finger.press()
        self.after = time.monotonic_ns()


def single_presses(evening: Evening, auctions: int) -> dict[str, Any]:
    """How a press is stamped, and how soon it is judged, beyond the photo-finish window."""
    window = round(SETTINGS.values["referee"]["photo_finish_ms"] * MILLISECOND)
    within, early, late, judged, pulls = 0, 0, [0], [], []
    for number in range(auctions):
        seat = number % SEATS
        pull = Bracket(evening.fingers[seat])
        view, told = evening.auction(pull)
        verdict = next(verdict for verdict in view.verdicts if verdict.ruling == "first")
        assert verdict.seat == seat, f"seat {seat} was pulled and {verdict.seat} was heard"
        stamp = evening.presses[0].stamp
        within += pull.before <= stamp <= pull.after
        early += stamp < pull.before
        late.append(max(0, stamp - pull.after))
        pulls.append((pull.after - pull.before) / MICROSECOND)
        judged.append((told - stamp - window) / MICROSECOND)
    return {
        "auctions": auctions,
        "stamped_during_the_pull": within,
        "stamped_before_the_pull": early,
        "latest_after_the_pull_us": max(late) / MICROSECOND,
        "pull_us": spread(pulls)._asdict(),
        "window_ms": window / MILLISECOND,
        "stamp_to_verdict_beyond_window_us": spread(judged)._asdict(),
    }


def near_pairs(evening: Evening, pairs: int) -> dict[str, Any]:
    """Two seats shortly after each other, each as often before the other: who is told, stamped and judged first."""
    chance = random.Random(1660)

    def pulled() -> Pair:
        first, second = chance.sample(range(SEATS), 2)
        gap = chance.choice([0, chance.randrange(FARTHEST)])

        def pulls() -> None:
            evening.fingers[first].press()
            end = time.monotonic_ns() + gap
            while time.monotonic_ns() < end:
                pass
            evening.fingers[second].press()

        return evening.pair((first, second), pulls)

    return _counted([pulled() for _ in range(pairs)])


def pairs_at_once(evening: Evening, hand: OtherHand, pairs: int) -> dict[str, Any]:
    """Two seats by two processors at the same time: nobody can say which was first, but the stamps."""
    chance = random.Random(1661)

    def pulled() -> Pair:
        mine, other = chance.sample(range(SEATS), 2)

        def pulls() -> None:
            hand.get_ready(other)
            hand.now()
            evening.fingers[mine].press()

        return evening.pair((mine, other), pulls)

    found = _counted([pulled() for _ in range(pairs)])
    return {name: value for name, value in found.items() if not name.endswith("as_pulled")}


def _counted(pairs: list[Pair]) -> dict[str, Any]:
    counted = tally(pairs)
    clear = [pair.distance / MICROSECOND for pair in pairs if pair.is_whole and not pair.is_tie]
    return counted._asdict() | {
        "distances": counted.distances._asdict(),
        "tie_us": SETTINGS.values["referee"]["tie_us"],
        "nearest_decided_us": min(clear, default=None),
    }


def main() -> None:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0

    def times(most: int) -> int:
        return max(10, round(most * share))

    hand = OtherHand([Finger(LINES[seat + 1]) for seat in range(SEATS)])
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        try:
            figures = {
                "single": single_presses(evening, times(AUCTIONS)),
                "pairs": near_pairs(evening, times(PAIRS)),
                "at_once": pairs_at_once(evening, hand, times(AT_ONCE)),
                "troubles": [str(trouble) for trouble in evening.troubles.all().values()],
                "library": evening.works.name,
            }
        finally:
            evening.close()
            hand.close()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
