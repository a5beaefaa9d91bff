"""The program as a service: it says that it is ready and that it lives, falls silent when a part of it hangs, and
leaves the wish to be switched off where it is looked for."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hang_guard import HANG_GUARD

from companion.house import House
from companion.journal import Journal
from companion.service import Service
from companion.settings import settings_from

SOON = "200000"
"""Microseconds of silence that are forgiven."""


class Systemd:
    """Who listens at the socket."""

    def __init__(self, address: str) -> None:
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._door.bind(address)
        self._door.settimeout(HANG_GUARD)

    def hears(self) -> str:
        return self._door.recv(4096).decode()

    def has_heard(self) -> list[str]:
        """All that it has been told meanwhile, without waiting."""
        self._door.setblocking(False)
        told = []
        try:
            while True:
                told.append(self._door.recv(4096).decode())
        except BlockingIOError:
            self._door.settimeout(HANG_GUARD)
            return told

    def close(self) -> None:
        self._door.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    found = Systemd(str(tmp_path / "notify"))
    yield found
    found.close()


def started_by(tmp_path: Path, **more: str) -> Service:
    return Service({"NOTIFY_SOCKET": str(tmp_path / "notify"), **more})


def of_no_use(patience: float) -> bool:
    raise AssertionError("nobody should ask")


def test_systemd_is_told_that_it_is_ready_and_where(tmp_path: Path, systemd: Systemd) -> None:
    started_by(tmp_path).ready("http://veilingklok.local/")
    assert systemd.hears() == "READY=1\nSTATUS=http://veilingklok.local/"


def test_a_socket_without_a_file_is_found_as_well() -> None:
    name = f"veilingklok-test-{os.getpid()}"
    listener = Systemd(f"\0{name}")
    Service({"NOTIFY_SOCKET": f"@{name}"}).ready("here")
    assert listener.hears().startswith("READY=1")
    listener.close()


def test_a_sign_of_life_goes_out_again_and_again_while_every_part_answers(tmp_path: Path, systemd: Systemd) -> None:
    service = started_by(tmp_path, WATCHDOG_USEC=SOON)
    service.live({"table": lambda patience: True, "page": lambda patience: True})
    assert [systemd.hears(), systemd.hears(), systemd.hears()] == ["WATCHDOG=1"] * 3
    service.stopping()


def test_a_part_that_answers_late_is_forgiven_and_asked_again_at_once(
    tmp_path: Path, systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    """A card may take its time over a write; whoever waits for it is alive."""
    late = iter([False, False])
    service = started_by(tmp_path, WATCHDOG_USEC=SOON)
    service.live({"table": lambda patience: next(late, True)})
    assert systemd.hears() == "WATCHDOG=1"
    assert caplog.messages == ["No sign of life from the table."] * 2
    service.stopping()


def test_a_part_that_hangs_silences_it_and_is_named(
    tmp_path: Path, systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    hangs, asked = threading.Event(), threading.Semaphore(0)

    def page(patience: float) -> bool:
        asked.release()
        return not hangs.is_set()

    service = started_by(tmp_path, WATCHDOG_USEC=SOON)
    service.live({"table": lambda patience: True, "page": page})
    assert systemd.hears() == "WATCHDOG=1"
    hangs.set()
    for _ in range(2):  # whatever was on its way is out by then
        assert asked.acquire(timeout=HANG_GUARD)
    systemd.has_heard()
    for _ in range(3):
        assert asked.acquire(timeout=HANG_GUARD)
    assert systemd.has_heard() == []
    assert "No sign of life from the page." in caplog.text
    service.stopping()
    assert systemd.hears() == "STOPPING=1"


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": SOON, "WATCHDOG_PID": "1"}],
    ids=["not asked for", "switched off", "no number", "meant for another process"],
)
def test_without_a_watchdog_nobody_is_asked(tmp_path: Path, systemd: Systemd, environment: dict[str, str]) -> None:
    service = started_by(tmp_path, **environment)
    before = threading.active_count()
    service.live({"table": of_no_use})
    assert threading.active_count() == before
    service.stopping()
    assert systemd.hears() == "STOPPING=1"


def test_started_by_hand_it_speaks_to_nobody(tmp_path: Path) -> None:
    service = Service({})
    service.ready("here")
    service.live({"table": of_no_use})
    service.switch_machine_off("de")
    service.stopping()
    assert not service.switches_machine_off
    assert list(tmp_path.iterdir()) == []


def test_systemd_that_has_gone_holds_up_nothing(tmp_path: Path) -> None:
    started_by(tmp_path).ready("here")  # nobody has made the socket


def test_systemd_that_listens_no_more_holds_up_nothing_for_long(tmp_path: Path, systemd: Systemd) -> None:
    service = started_by(tmp_path)
    service._say("x")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as others:
        others.setblocking(False)
        with suppress(BlockingIOError):
            while others.sendto(b"x", str(tmp_path / "notify")):
                continue
    service.stopping()
    assert "STOPPING=1" not in systemd.has_heard()


# --- switching off


def test_the_wish_to_switch_the_machine_off_is_a_file_that_says_in_which_language(tmp_path: Path) -> None:
    service = Service({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert service.switches_machine_off
    assert not (tmp_path / "off").exists()
    service.switch_machine_off("nl")
    assert (tmp_path / "off").read_text() == "nl"


def test_the_wish_of_another_evening_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "off").write_text("en")
    Service({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert not (tmp_path / "off").exists()


# --- the log


LOGS = """
import logging
from companion.service import Service
Service().log(logging.WARNING)
log = logging.getLogger("veilingklok.test")
log.error("bad\\nand worse")
log.warning("odd")
log.info("nobody wants to know")
"""


@pytest.mark.parametrize(
    ("environment", "told"),
    [({"JOURNAL_STREAM": "8:1"}, "<3>bad\n<3>and worse\n<4>odd\n"), ({}, "bad\nand worse\nodd\n")],
    ids=["in the journal", "in a terminal"],
)
def test_the_journal_knows_how_bad_a_line_is(environment: dict[str, str], told: str) -> None:
    plain = {name: value for name, value in os.environ.items() if name != "JOURNAL_STREAM"}
    command = [sys.executable, "-c", LOGS]
    logged = subprocess.run(command, check=True, env=plain | environment, capture_output=True, text=True)
    assert logged.stderr == told


# --- what is asked for a sign of life


def test_a_house_answers_with_and_without_something_on_the_table(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        assert house.answers(HANG_GUARD)
        house.clock_alone()
        assert house.answers(HANG_GUARD)
        house.close()
        assert house.answers(HANG_GUARD)


def test_a_table_whose_thread_hangs_does_not_answer(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        house.clock_alone()
        goes_on = _hang(house)
        assert not house.answers(0.05)
        goes_on()
        assert house.answers(HANG_GUARD)
        house.close()


def _hang(house: House) -> Callable[[], None]:
    """Its table's thread waits for us, as for a disk that does not come back."""
    table, free, waits = house._table, threading.Event(), threading.Event()
    assert table is not None

    def hang(*_: object) -> None:
        waits.set()
        free.wait(HANG_GUARD)

    table._chair.press = hang  # type: ignore[method-assign, assignment]
    table.press(0, 0)
    assert waits.wait(HANG_GUARD)
    return free.set
