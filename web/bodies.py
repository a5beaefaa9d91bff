"""How much may follow a head: only what the address takes that it names, told before anything of it is read."""

import threading

from flask import Flask
from werkzeug.exceptions import HTTPException

from web.address import is_loopback
from web.guards import FILES, LARGEST, LARGEST_FILE, SMALL
from web.visitors import SAFE

ALL = 2 * 1024 * 1024
"""Bytes of bodies at a time, over all connections of those who do not sit at the table; the same again for those who
do."""


class BodyLimits:
    """Of one app. Only for the thread of the server's loop."""

    def __init__(self, app: Flask) -> None:
        self._addresses = app.url_map.bind("localhost")

    def largest(self, method: str, path: str, *, phone: str, address: str) -> int:
        """Bytes of a body that are read; `path` as WSGI has it. More than little is only taken from phones at the table
        and from the device itself, and a whole file only where boards are imported."""
        if method in SAFE or not self._is_taken(method, path):
            return 0
        if not (phone or is_loopback(address)):
            return SMALL
        return LARGEST_FILE if path == FILES else LARGEST

    def _is_taken(self, method: str, path: str) -> bool:
        try:
            self._addresses.match(path.encode("latin-1").decode("utf-8", "replace"), method)
        except HTTPException:  # nothing is there, or it takes something else
            return False
        return True


class Budget:
    """Bytes that are set apart for bodies. For any thread."""

    def __init__(self, most: int = ALL) -> None:
        self._left = most
        self._door = threading.Lock()

    def take(self, size: int) -> bool:
        """Whether there was room."""
        with self._door:
            has_room = size <= self._left
            self._left -= size if has_room else 0
        return has_room

    def give_back(self, size: int) -> None:
        with self._door:
            self._left += size
