"""What the program and systemd say to each other: that it is ready, that it is well, that the machine may be switched
off. Started by hand there is nobody to talk to, and everything here does nothing.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

_MICROSECONDS = 1_000_000
_LISTENING = 2.0
"""Seconds in which systemd takes what it is told; nothing here waits longer for it."""
_OFF = "off"
"""The file in the runtime directory that stands for the wish to switch the machine off."""

Answers = Callable[[float], bool]
"""Asks a part of the program for a sign of life: whether it came within so many seconds."""

_log = logging.getLogger(__name__)


class Service:
    """This process as systemd started it, told by the environment."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._socket = environment.get("NOTIFY_SOCKET")
        runtime = environment.get("RUNTIME_DIRECTORY")
        self._off = Path(runtime) / _OFF if runtime else None
        self._patience = _patience(environment)
        self._ended = threading.Event()
        self._pulse: threading.Thread | None = None
        self._log_in_priorities = "JOURNAL_STREAM" in environment
        if self._off:
            self._off.unlink(missing_ok=True)  # that was another evening

    @property
    def switches_machine_off(self) -> bool:
        """Somebody watches for the wish."""
        return self._off is not None

    def ready(self, status: str) -> None:
        self._say(f"READY=1\nSTATUS={status}")

    def live(self, parts: Mapping[str, Answers]) -> None:
        """Give a sign of life as long as every part does; systemd restarts what gives none."""
        if self._patience is not None:
            self._pulse = threading.Thread(target=self._beat, args=(parts, self._patience), name="pulse", daemon=True)
            self._pulse.start()

    def stopping(self) -> None:
        """What is being put away need not answer any more."""
        self._ended.set()
        self._say("STOPPING=1")

    def switch_machine_off(self, language: str) -> None:
        """The wish is all that this program may do about it. In which language to say farewell goes with it."""
        if self._off:
            self._off.write_text(language)

    def log(self, level: int) -> None:
        """To the terminal; in the journal of systemd with its priorities, so that it can be asked for what is bad."""
        handler = logging.StreamHandler()
        handler.setFormatter(_Prioritised() if self._log_in_priorities else logging.Formatter("%(message)s"))
        logging.basicConfig(level=level, handlers=[handler])

    def _beat(self, parts: Mapping[str, Answers], patience: float) -> None:
        """Often enough to be known as alive; as soon as a late answer comes, that is told, too."""
        while not self._ended.wait(patience / 8):
            while silent := _silent(parts, patience / 4):
                _log.error("No sign of life from the %s.", silent)
                if self._ended.wait(patience / 100):
                    return
            self._say("WATCHDOG=1")

    def _say(self, message: str) -> None:
        if not self._socket:
            return
        address = f"\0{self._socket[1:]}" if self._socket.startswith("@") else self._socket
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
            door.settimeout(_LISTENING)
            door.sendto(message.encode(), address)


def _silent(parts: Mapping[str, Answers], patience: float) -> str | None:
    """The first that does not answer, all of them together within the patience."""
    until = time.monotonic() + patience
    return next((part for part, answers in parts.items() if not answers(max(0.0, until - time.monotonic()))), None)


def _patience(environment: Mapping[str, str]) -> float | None:
    """Seconds of silence after which systemd kills this process; None if it does not watch it."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / _MICROSECONDS if microseconds.isdigit() and int(microseconds) else None


class _Prioritised(logging.Formatter):
    """Each line with the number by which syslog knows how bad it is."""

    def format(self, record: logging.LogRecord) -> str:
        priority = 3 if record.levelno >= logging.ERROR else 4 if record.levelno >= logging.WARNING else 6
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())
