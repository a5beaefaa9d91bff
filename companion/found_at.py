"""Where this machine is found on its network: by number, which every phone understands, and by name where it has one
from Avahi.
"""

import socket
import struct
import threading
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from fcntl import ioctl
from ipaddress import ip_address

USUAL_PORT = 80
"""Of every page."""
AVAHI = "/run/avahi-daemon/socket"
ASK_AGAIN = 20.0
"""Seconds for which a name is believed: another box may have the same, and then ours is changed."""
_QUICK = 1.0
_LIST_ADDRESSES = 0x8912
"""SIOCGIFCONF: every address of every interface."""
_ROOM, _ENTRY = 64 * 40, 40
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has. Nothing is sent there: this only asks which way it would go."""


def own_number() -> str | None:
    """The address at which others reach this machine; None while it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        with suppress(OSError):
            door.connect(_ELSEWHERE)
            return str(door.getsockname()[0])
        return min(_numbers(door), key=_is_makeshift, default=None)


def _numbers(door: socket.socket) -> list[str]:
    """Where no way leads out, as in a Wi-Fi of our own, there is all the same an address to be reached at."""
    found = array("B", bytes(_ROOM))
    where, _ = found.buffer_info()
    try:
        filled = ioctl(door, _LIST_ADDRESSES, struct.pack("iL", _ROOM, where))
    except OSError:
        return []
    length, _ = struct.unpack("iL", filled)
    numbers = [socket.inet_ntoa(bytes(found[at + 20 : at + 24])) for at in range(0, length, _ENTRY)]
    return [number for number in numbers if not ip_address(number).is_loopback]


def _is_makeshift(number: str) -> bool:
    """An address that a machine gives itself where nobody else does."""
    return ip_address(number).is_link_local


def with_port(host: str, port: int | None) -> str:
    """As people type it: the usual port goes without saying."""
    return host if port in (None, USUAL_PORT) else f"{host}:{port}"


def page_at(host: str, port: int | None) -> str:
    return f"http://{with_port(host, port)}/"


class LocalName:
    """The name by which Avahi lets others find this machine. Asking never takes time: while it is being found out, the
    last answer holds."""

    def __init__(self, door: str = AVAHI, now: Callable[[], float] = time.monotonic) -> None:
        self._door = door
        self._now = now
        self._name: str | None = None
        self._asked_for: str | None = None
        self._ask_at = 0.0
        self._asking = threading.Lock()

    def of(self, number: str) -> str | None:
        """Of the machine at this number, which is our own; None: there is no such name, or it is not known yet."""
        if number != self._asked_for:
            self._name, self._asked_for, self._ask_at = None, number, 0.0
        if self._now() >= self._ask_at and self._asking.acquire(blocking=False):
            self._ask_at = self._now() + ASK_AGAIN
            threading.Thread(target=self._ask, args=(number,), name="name", daemon=True).start()
        return self._name

    def _ask(self, number: str) -> None:
        try:
            found = name_at(number, self._door)
            if number == self._asked_for:
                self._name = found
        finally:
            self._asking.release()


def name_at(number: str, door: str = AVAHI) -> str | None:
    """Asks Avahi, in its own simple words, and waits for the answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asks:
        asks.settimeout(_QUICK)
        try:
            asks.connect(door)
            asks.sendall(f"RESOLVE-ADDRESS {number}\n".encode("ascii"))
            said = asks.recv(1024).decode("ascii", errors="replace").split()
        except OSError:
            return None
    name = said[-1] if said and said[0] == "+" else ""
    return name if name.endswith(".local") else None
