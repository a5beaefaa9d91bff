"""A root that is really booted, for tests: its own systemd as process 1, and no network but its own loopback."""

import ctypes
import http.client
import os
import signal
import socket
import subprocess
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from hang_guard import HANG_GUARD, eventually

_NEW_NETWORK = 0x40000000


class Container:
    def __init__(self, root: Path) -> None:
        self._log = (root.parent / "boot.log").open("w")
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe",
             "--directory", root, "--boot"],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.first = eventually(self._first_process)
        """Its process 1, as this machine counts."""

    def runs(self, *command: str) -> str:
        """What a command inside says."""
        return self._inside(*command, check=True).stdout

    def says(self, *command: str) -> str:
        """The same, however it ends."""
        return self._inside(*command, check=False).stdout

    def tries(self, *command: str) -> int:
        """How it ends."""
        return self._inside(*command, check=False).returncode

    def shows(self, unit: str, name: str) -> str:
        return self.runs("systemctl", "show", "--property", name, "--value", unit).strip()

    def waits_for(self, unit: str, name: str, value: str) -> None:
        eventually(lambda: self.tries("systemctl", "show", unit) == 0 and self.shows(unit, name) == value)

    @property
    def is_off(self) -> bool:
        return self._nspawn.poll() is not None

    def waits_until_off(self) -> int:
        """How it ended; 0 is a machine that was switched off."""
        return self._nspawn.wait(timeout=HANG_GUARD)

    def phone(self) -> urllib.request.OpenerDirector:
        """In the container's own network."""
        container = self

        class Line(http.client.HTTPConnection):
            def connect(self) -> None:
                self.sock = container._connected(self.host, self.port)

        class Lines(urllib.request.HTTPHandler):
            def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
                return self.do_open(Line, request)

        return urllib.request.build_opener(Lines(), urllib.request.HTTPCookieProcessor())

    def ends(self) -> None:
        """As if the plug were pulled."""
        if self._nspawn.poll() is None:
            os.kill(self.first, signal.SIGKILL)
        self._nspawn.wait()
        self._log.close()

    def _first_process(self) -> int:
        assert self._nspawn.poll() is None, Path(self._log.name).read_text()
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text().split()
        return next((int(child) for child in children if _is_first(child)), 0)

    def _inside(self, *command: str, check: bool) -> "subprocess.CompletedProcess[str]":
        enter = ["nsenter", "--target", str(self.first), "--mount", "--uts", "--ipc", "--net", "--pid", "--"]
        return subprocess.run([*enter, *command], capture_output=True, text=True, check=check, timeout=HANG_GUARD)

    def _connected(self, host: str, port: int) -> socket.socket:
        """A socket belongs to the network in which it was made: a thread goes there, makes one and is done."""

        def visit() -> socket.socket:
            with Path(f"/proc/{self.first}/ns/net").open() as network:
                if ctypes.CDLL(None, use_errno=True).setns(network.fileno(), _NEW_NETWORK):
                    raise OSError(ctypes.get_errno(), "the container's network cannot be entered")
            return socket.create_connection((host, port), HANG_GUARD)

        with ThreadPoolExecutor(1) as visitor:
            return visitor.submit(visit).result()


def _is_first(process: str) -> bool:
    """In a count of its own; the one that only prepares it is not."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return False
    own = next(line.split()[1:] for line in lines if line.startswith("NSpid:"))
    return len(own) > 1 and own[-1] == "1"


class Room:
    """Where a root stands, switched on or off."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._on: Container | None = None

    def container(self) -> Container:
        """Switched on, if it is not."""
        if self._on is None or self._on.is_off:
            self.leave()
            self._on = Container(self.root)
        return self._on

    def leave(self) -> None:
        if self._on:
            self._on.ends()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()
