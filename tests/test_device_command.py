"""The device as a program of its own: it says where to look, keeps the game, ends when asked or switched off."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from typing import IO, Any

import pytest
from hang_guard import HANG_GUARD

from companion.cli.device import _complete
from companion.games.box import GAMES
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import choices
from companion.journal import Journal
from companion.settings import settings_from

QUICK = '[clock]\nprofile = "even"\nseconds_per_price = 1.0\nget_ready = 0.2\n[power]\nhold_s = 2\n'


def _has_another_calling(before: object, state: dict[str, Any]) -> bool:
    return bool(state["calling"] != before)


class Running:
    """A device in a process of its own, and a phone."""

    def __init__(self, process: "subprocess.Popen[str]", cookies: CookieJar) -> None:
        assert process.stdout is not None
        self._process = process
        self.said, self._address = _heard(process.stdout)
        """At the start."""
        self._phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))

    @property
    def port(self) -> int:
        return urllib.parse.urlsplit(self._address).port or 0

    def get(self, path: str) -> str:
        with self._phone.open(self._address + path, timeout=HANG_GUARD) as answer:
            return str(answer.read().decode())

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get("api/state"))
        return found

    def sees(self, condition: Callable[[dict[str, Any]], object]) -> None:
        """Looks whenever the device says that something has changed, or is still the same."""
        asks = urllib.request.Request(self._address + "api/stream", headers={"Accept": "text/event-stream"})
        with self._phone.open(asks, timeout=HANG_GUARD) as news:
            for line in news:
                if line.startswith(b"event: ") and condition(self.state()):
                    return
        raise AssertionError("it never came to that")

    def sends(self, path: str, **form: object) -> None:
        body = urllib.parse.urlencode(form).encode()
        with self._phone.open(self._address + path, body, timeout=HANG_GUARD) as answer:
            assert answer.status == 200

    def button(self, seat: int, down: bool) -> None:
        request = urllib.request.Request(
            f"{self._address}panel/button/{seat}",
            json.dumps({"down": down}).encode(),
            {"Content-Type": "application/json"},
        )
        self._phone.open(request, timeout=HANG_GUARD).close()

    def presses(self, seat: int) -> None:
        self.button(seat, down=True)
        self.button(seat, down=False)

    def sits_down(self, seat: int) -> None:
        """The phone asks, and whoever is at the table reads the display and holds the button until something comes of
        it: where that began before the display could be read, a code, and the next hold counts."""
        while self.state()["seat"] != seat:
            self.sends("sit/ask", seat=seat)
            before = self.state()["calling"]
            threading.Event().wait(1.5)  # somebody reads; and a button has to rest before it can be pressed again
            self.button(seat, down=True)
            self.sees(partial(_has_another_calling, before))
            self.button(seat, down=False)

    def begins(self, *names: str, game: Game = MERCHANTS) -> None:
        """A game of so many people, with everything else as it is offered."""
        places: dict[str, object] = {}
        for seat, (name, colour) in enumerate(zip(names, ("orange", "blue", "green"), strict=True)):
            places |= {f"name{seat}": name, f"colour{seat}": colour, f"player{seat}": "person"}
        usual = {"profile": "even", **{rule: there[0] for rule, there in choices().items()}}
        more = usual if game is MERCHANTS else {}
        self.sends("new", game=game.name, players=len(names), deck="device", **places, **more)

    def ends(self, number: int = signal.SIGTERM) -> str:
        """What it said at the end."""
        self._process.send_signal(number)
        return self.waits()

    def waits(self) -> str:
        told, _ = self._process.communicate(timeout=HANG_GUARD)
        assert self._process.returncode == 0, told
        return told


@contextmanager
def a_device(
    folder: Path, *options: str, cookies: CookieJar | None = None, environment: dict[str, str] | None = None
) -> Iterator[Running]:
    settings = folder / "quick.toml"
    settings.write_text(QUICK, encoding="utf-8")
    command = [sys.executable, "-m", "companion", "device", "--port", "0", "--data", str(folder / "games"),
               "--settings", str(settings), *options]  # fmt: skip
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | (environment or {}),
    )
    try:
        yield Running(process, CookieJar() if cookies is None else cookies)
    finally:
        process.kill()
        process.wait()


def another(*options: str) -> "subprocess.CompletedProcess[str]":
    """One that cannot be, and says why."""
    command = [sys.executable, "-m", "companion", "device", "--simulate", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _heard(output: IO[str]) -> tuple[str, str]:
    """All that it says at the start, and where to look."""
    said = ""
    for line in output:
        said += line
        found = re.search(r"(http://\S+?)(panel)? [.:].*Ctrl-C ends", line)
        if found:
            return said, found[1]
    raise AssertionError(said)


def test_it_says_where_to_look_and_ends_in_order_when_asked(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        assert "Veilingklok" in device.get("panel")
        assert device.ends() == "Every game is kept. Until next time!\n"


def test_ctrl_c_ends_it_too(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        assert device.ends(signal.SIGINT) == "Every game is kept. Until next time!\n"


def test_it_says_how_phones_are_let_in(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        assert "Phones cannot see the page: --host 0.0.0.0 lets them in.\n" in device.said
        device.ends()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_game_and_the_seat_are_there_at_the_next_start(tmp_path: Path, game: Game) -> None:
    cookies = CookieJar()
    with a_device(tmp_path, "--simulate", cookies=cookies) as device:
        device.sits_down(1)
        device.begins("Anna", "Ben", "Cleo", game=game)
        assert "Anna" in device.get("")
        device.ends()
    with a_device(tmp_path, "--simulate", cookies=cookies) as device:
        assert "Anna" in device.get("")
        assert device.state()["seat"] == 1
        assert device.state()["view"]["rules"] == game.name
        device.ends()
    with Journal(tmp_path / "games") as journal:
        assert len(journal.games()) == 1


def test_an_auction_by_the_buttons_of_the_panel(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        device.presses(1)  # where nothing is on the table, it puts the clock there
        device.sees(lambda state: state["on"] == "clock")
        device.presses(0)
        device.sees(lambda state: state["view"]["clock"])
        device.presses(2)
        device.sees(lambda state: state["view"]["verdicts"])
        device.ends()


def test_two_buttons_held_switch_it_off_and_it_is_safe_to_unplug(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        device.button(0, down=True)
        device.button(2, down=True)
        assert device.waits().endswith("Safe to unplug.\n")


def test_as_a_service_it_tells_systemd_and_leaves_switching_the_machine_off_to_it(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(HANG_GUARD)
        told = {
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "WATCHDOG_USEC": "1000000",
            "RUNTIME_DIRECTORY": str(tmp_path),
        }
        with a_device(tmp_path, "--simulate", environment=told) as device:
            assert systemd.recv(1000).startswith(b"READY=1\nSTATUS=http://127.0.0.1:")
            assert systemd.recv(1000) == systemd.recv(1000) == b"WATCHDOG=1"
            device.button(0, down=True)
            device.button(2, down=True)
            assert device.waits().endswith("The machine is being switched off.\n")
        assert (tmp_path / "off").read_text() == "en"


def test_without_a_pi_it_runs_and_says_what_is_missing(tmp_path: Path) -> None:
    """Never a mock unless asked."""
    with a_device(tmp_path, "--host", "127.0.0.1") as device:
        troubles = device.state()["troubles"]  # pins and display are opened on threads of their own, in any order
        assert any("This machine is no Raspberry Pi, so there are no pins" in trouble for trouble in troubles)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            device.get("panel")
        assert "Every game is kept." in device.ends()


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        other = another("--port", str(device.port), "--data", str(tmp_path / "others"))
        assert other.returncode == 1
        assert other.stderr.startswith(f"Error: Port {device.port} of 127.0.0.1 is taken: choose another with --port")
        assert len(other.stderr.splitlines()) == 1
        device.ends()


def test_two_devices_do_not_share_one_journal(tmp_path: Path) -> None:
    with a_device(tmp_path, "--simulate") as device:
        other = another("--port", "0", "--data", str(tmp_path / "games"))
        assert other.returncode == 1
        assert other.stderr.startswith("Error: ")
        assert len(other.stderr.splitlines()) == 1
        device.ends()


def test_the_dial_of_a_simulated_device_clashes_with_nothing() -> None:
    mine = settings_from({"sound": {"buzzer": 18}})
    assert mine.fittings.dial is None
    assert _complete(mine).fittings.dial is not None
