"""A real Mosquitto for tests, on this machine only: started, killed, held up and brought back, on the same port; and
boxes in processes of their own that play and tell it.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hang_guard import eventually

from companion.convention.broker import Broker, Line, Message
from companion.games.speech import Phrase

PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
NEEDED = pytest.mark.skipif(
    PROGRAM is None, reason="MANY TABLES WERE NOT TESTED WITH A BROKER: install Debian's package mosquitto"
)
HERE = "127.0.0.1"


class Mosquitto:
    """Unless it `keeps` on disk what it was told to retain, what it knew is gone with it."""

    def __init__(self, folder: Path, *, password: str = "", keeps: bool = False) -> None:
        self._place = port_kept()
        self.port: int = self._place.getsockname()[1]
        self._file = folder / "mosquitto.conf"
        self._kept = folder / "mosquitto.db"
        self._passwords = folder / "passwords"
        self._process: subprocess.Popen[bytes] | None = None
        lines = [f"listener {self.port} {HERE}", f"allow_anonymous {str(not password).lower()}"]
        lines += ["persistence true", f"persistence_location {folder}/"] if keeps else ["persistence false"]
        lines.append(f"password_file {self._passwords}")
        self._passwords.touch()
        if password:
            self._note(password)
        folder.chmod(0o755)
        if os.getuid() == 0:
            lines.append("user root")  # else it would become somebody who may not read a test's folder
        self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")

    @property
    def broker(self) -> Broker:
        return Broker(HERE, self.port)

    @property
    def settings(self) -> dict[str, Any]:
        return {"broker": HERE, "port": self.port}

    def starts(self) -> "Mosquitto":
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, "-c", self._file], stderr=subprocess.DEVNULL)
        eventually(self._answers)
        return self

    def _answers(self) -> bool:
        with socket.socket() as door:
            return door.connect_ex((HERE, self.port)) == 0

    def lets_in(self, password: str) -> None:
        """Boxes with this one, from now on."""
        assert self._process
        self._note(password)
        self._process.send_signal(signal.SIGHUP)

    def _note(self, password: str) -> None:
        subprocess.run(["mosquitto_passwd", "-b", self._passwords, "box", password], check=True)
        self._passwords.chmod(0o644)

    def is_killed(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def is_gone(self) -> None:
        """For good."""
        self.is_killed()
        self._place.close()

    def loses_power(self) -> None:
        """What it knew until now is on its disk, and it says goodbye for nobody."""
        assert self._process
        self._kept.unlink(missing_ok=True)
        self._process.send_signal(signal.SIGUSR1)
        eventually(self._kept.exists)
        self.is_killed()

    def holds_still(self) -> None:
        """It takes nothing more, and does not say so."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def goes_on(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def a_mosquitto(folder: Path, *, password: str = "", keeps: bool = False) -> Iterator[Mosquitto]:
    folder.mkdir(exist_ok=True)
    mosquitto = Mosquitto(folder, password=password, keeps=keeps).starts()
    try:
        yield mosquitto
    finally:
        mosquitto.is_gone()


def port_kept() -> socket.socket:
    """On a port at which nobody listens, and which no other program is given until this is closed; whoever names it can
    listen there."""
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind((HERE, 0))
    return door


class Listener:
    """Hears all of it, and remembers."""

    def __init__(self, broker: Broker, largest: int | None) -> None:
        self.messages: list[Message] = []
        self.troubles: list[Phrase] = []
        self.times_there = 0
        self.line = Line(
            broker,
            there=self._there,
            away=self.troubles.append,
            heard=self.messages.append,
            topics=["#"],
            largest=largest,
        )

    def _there(self) -> None:
        self.times_there += 1

    def last(self, topic: str) -> bytes | None:
        found = [message.payload for message in self.messages if message.topic == topic]
        return found[-1] if found else None

    def all(self, topic: str) -> list[bytes]:
        return [message.payload for message in self.messages if message.topic == topic]


@contextmanager
def a_listener(mosquitto: Mosquitto, largest: int | None = None) -> Iterator[Listener]:
    """There, and told of everything from now on."""
    listener = Listener(mosquitto.broker, largest)
    eventually(lambda: listener.times_there)
    try:
        yield listener
    finally:
        listener.line.close()


class Box:
    """Bots that play at a box of their own, and its herald."""

    def __init__(self, folder: Path, mosquitto: Mosquitto, table: str, seed: int) -> None:
        self._folder = folder
        command = [sys.executable, Path(__file__).with_name("playing_box.py"), folder, mosquitto.port, table, seed]
        unwatched = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        root = Path(__file__).parents[2]
        self._process = subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env=unwatched | {"PYTHONPATH": str(root)},
        )
        assert self._process.stdout is not None
        self.name = self._process.stdout.readline().strip()

    def rows(self) -> int:
        """On its disk by now."""
        return int((self._folder / "rows").read_text(encoding="utf-8") or 0)

    def is_killed(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def ends(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
