"""A box for tests, run as a process of its own: bots play one game after the other, and a herald tells of it.

    python tests/convention/playing_box.py FOLDER PORT TABLE SEED

Says the name of the box, then writes into the file `rows` how many rows it has on disk so far.
"""

import signal
import sys
import threading
from pathlib import Path

from companion.convention.opening import sent_out
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.settings import settings_from

QUICK = {"profile": "even", "seconds_per_price": 0.2, "get_ready": 0.0}


class Complaints:
    def report(self, part: str, sentence: str, **values: object) -> None:
        """Nobody is there to read it."""

    def clear(self, part: str) -> None:
        """Nor this."""


def main(folder: Path, port: int, table: str, seed: int) -> None:
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    settings = settings_from(
        {
            "clock": QUICK,
            "bots": {"pace": 0.05},
            "mqtt": {"broker": "127.0.0.1", "port": port, "table": table},
        }
    )
    folder.mkdir()
    note(folder, 0)
    with Journal(folder) as journal:
        house = House(journal, settings)
        herald = sent_out(house, journal.drawer, Complaints())
        assert herald is not None
        print(herald.box, flush=True)
        games = 0
        while not stop.wait(0.05):
            if house.snapshot is None or house.snapshot.view(None).table.winners is not None:
                games += 1
                house.begin(opening_for(players=3 + seed % 2, people=0, seed=seed + games))
            note(folder, 10_000 * games + len(house.history()))
        herald.close()
        house.close()


def note(folder: Path, rows: int) -> None:
    """All at once, for whoever reads it meanwhile."""
    (folder / "rows.new").write_text(str(rows), encoding="utf-8")
    (folder / "rows.new").replace(folder / "rows")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
