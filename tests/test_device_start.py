"""What `veilingklok device` does with its journal as it starts (S10): after a kill, without its log, and on a card that
takes nothing any more; and with a bid as it ends (S6). The command itself runs here, with the whole box and its
signals.
"""

import gc
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hang_guard import HANG_GUARD, eventually
from kept_games import copy_of, keep, opening_of, played, rows_of

from companion.auction_clock import SECOND
from companion.cli import device, main
from companion.cli.box import Box
from companion.entries import Acted
from companion.errors import ReadOnlyJournal
from companion.games.merchants.actions import Stop
from companion.house import STORAGE, House
from companion.journal import FILE, NOT_KEPT, Journal
from companion.openings import opening_for
from companion.requests import Start
from companion.settings import settings_from
from hardware.screens.device import InTrouble
from hardware.simulator import SimulatedWorks
from hardware.troubles import Trouble

LOG, MARK = f"{FILE}-wal", "games.last"
BIDDER = 1
PROGRAMME = 60
"""Seconds in which the display has shown everything that waits."""


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Starts"]:
    """Signals and the collector are put back as they were: the command takes both for itself."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    monkeypatch.setattr("faulthandler.enable", lambda: None)
    yield Starts(tmp_path, monkeypatch)
    for number, handler in before.items():
        signal.signal(number, handler)
    gc.unfreeze()


class Starts:
    """Starts the device, and ends it by SIGTERM once it has said where to look."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._settings = folder / "settings.toml"
        self._settings.write_text(
            '[table]\nlanguage = "en"\n[clock]\nget_ready = 0\n[referee]\nphoto_finish_ms = 1000\n', encoding="utf-8"
        )
        self._patch = patch
        self._tell = device._tell

    def __call__(self, folder: Path, look: Callable[[Box], None]) -> str:
        """What it said. `look` sees the box as people find it."""

        def tell_and_end(box: Box, simulate: bool) -> None:
            self._tell(box, simulate)
            try:
                look(box)
            finally:
                signal.raise_signal(signal.SIGTERM)

        self._patch.setattr(device, "_tell", tell_and_end)
        command = ["device", "--simulate", "--port", "0", "--data", str(folder), "--settings", str(self._settings)]
        run = CliRunner().invoke(main, command, catch_exceptions=False)
        assert run.exit_code == 0, run.output
        return run.output


def killed(folder: Path, to: Path) -> Path:
    """The journal of a device that was killed in the middle of a game: 20 rows are in the file, 11 in the log alone."""
    with Journal(folder) as journal:
        game = played(seed=3, actions=30)
        rows = rows_of(game)
        number = journal.begin(opening_of(game, "person"), rows[0])
        for row in rows[1:]:
            if row.n == 20:
                journal.checkpoint()
            journal.append(number, row, over=False)
        shutil.copy(folder / MARK, copy_of(folder, to) / MARK)
    return to


def rows_in(file: Path, to: Path) -> int:
    """Of game 1, in the database file alone: as if its log were lost now."""
    to.mkdir()
    shutil.copy(file, to / FILE)
    with Journal(to) as alone:
        return len(alone.rows(1))


def will_be_shown(box: Box, trouble: Trouble) -> bool:
    programme, now = box.device.panel.programme, time.monotonic_ns()
    screens = (programme.at(now + seconds * SECOND) for seconds in range(PROGRAMME))
    return InTrouble(trouble) in screens


def test_s10_after_a_kill_all_that_was_in_the_log_is_in_the_database_file_before_anybody_plays(
    starts: Starts, tmp_path: Path
) -> None:
    folder = killed(tmp_path / "playing", tmp_path / "killed")
    assert rows_in(folder / FILE, tmp_path / "before") == 20
    found: list[int] = []
    starts(folder, lambda box: found.append(rows_in(folder / FILE, tmp_path / "then")))
    assert found == [31]


def test_s10_rows_that_were_lost_with_the_log_are_said_on_the_terminal_and_on_the_display(
    starts: Starts, tmp_path: Path
) -> None:
    folder = killed(tmp_path / "playing", tmp_path / "lost")
    (folder / LOG).unlink()
    sentence = f"Actions 20 to 30 of game 1 are missing: {LOG} was lost."

    def look(box: Box) -> None:
        (trouble,) = box.device.panel.troubles.all().values()
        assert str(trouble) == sentence
        eventually(lambda: will_be_shown(box, trouble))
        assert box.house.snapshot is not None
        assert box.house.snapshot.view(None).row == 19  # it goes on from what is left

    assert f"{sentence}\n" in starts(folder, look)
    assert "missing" not in starts(folder, lambda box: None)


def test_s6_a_bid_of_the_moment_in_which_the_device_is_switched_off_is_judged(starts: Starts, tmp_path: Path) -> None:
    """Its edge is on the line when SIGTERM comes, and nobody has heard it before the goodbye is said. The photo finish
    goes on for a second after it."""

    def look(box: Box) -> None:
        box.house.begin(opening_for(players=3, people=3, seed=7))
        reach_bids(box.house)
        hear_after_goodbye(box)
        works = box.device._works
        assert isinstance(works, SimulatedWorks)
        works.push(BIDDER)

    starts(tmp_path, look)
    with Journal(tmp_path) as journal:
        entries = [row.entry for row in journal.rows(1)]
    assert [entry.seat for entry in entries if isinstance(entry, Acted) and isinstance(entry.action, Stop)] == [BIDDER]


def reach_bids(house: House) -> None:
    """Everybody takes the first choice there is, until the clock runs."""
    while True:
        assert house.snapshot is not None
        view = house.snapshot.view(None)
        asked = view.table.asked
        assert asked is not None
        if asked.what == "start_clock":
            house.submit(asked.seat, Start(0)).result()
            break
        house.submit(asked.seat, house.snapshot.view(asked.seat).options[0]).result()
    clock = house.snapshot.view(None).clock
    assert clock is not None
    eventually(lambda: time.monotonic_ns() > clock.start)


def hear_after_goodbye(box: Box) -> None:
    """The thread of the buttons is held up until then."""
    panel, is_said = box.device.panel, threading.Event()
    say, hear = panel.say_goodbye, panel.buttons._pressed

    def heard(seat: int, stamp: int) -> None:
        assert is_said.wait(HANG_GUARD)
        hear(seat, stamp)

    def said() -> None:
        say()
        is_said.set()

    panel.say_goodbye = said  # type: ignore[method-assign]
    panel.buttons._pressed = heard


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """With a game that was left, on a file system that takes nothing any more."""
    place = tmp_path / "card"
    place.mkdir()
    if not _run("mount", "-t", "tmpfs", "tmpfs", str(place)):
        pytest.skip("SKIPPED: no file system can be mounted here: run as root")
    try:
        with Journal(place) as journal:
            keep(journal, played(seed=3, actions=30), who="person")
            House(journal, settings_from({})).change("clock", "speed", 1.5)
        assert _run("mount", "-o", "remount,ro", str(place))
        yield place
    finally:
        _run("umount", "--lazy", str(place))


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def test_s10_on_a_read_only_card_the_device_starts_says_it_and_begins_no_game(starts: Starts, card: Path) -> None:
    def look(box: Box) -> None:
        trouble = box.device.panel.troubles.of(STORAGE)
        assert trouble
        assert str(trouble) == NOT_KEPT
        eventually(lambda: will_be_shown(box, trouble))
        assert box.house.snapshot is None  # the game that was left is not to be had
        assert box.house.settings.values["clock"]["speed"] == 1.5  # what the table has chosen is
        with pytest.raises(ReadOnlyJournal):
            box.house.begin(opening_for(players=3, people=3, seed=7))

    said = starts(card, look)
    assert said.startswith(f"{card / FILE}: the file system is read-only.\n")
    assert "It goes on." not in said
    assert said.endswith("Every game is kept. Until next time!\n")
