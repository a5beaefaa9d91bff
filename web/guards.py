"""Who may knock at all: by the name that the device was called, from its own pages only, with little in the hands and
not too often. Who sits where, and may do what, is for the `visitors` and the doors.
"""

import re
import socket
from collections.abc import Callable
from ipaddress import ip_address

from flask import Flask, request

from companion.errors import TooOften
from web.errors import FromElsewhere, NotOurName, TooLarge
from web.here import Here
from web.rates import Rate
from web.visitors import SAFE, client, may_change_boards

LARGEST = 16 * 1024
"""Bytes of a request: many times what any form here can hold."""
SMALL = 2 * 1024
"""Of one who does not sit at the table: asking for a seat takes less. As many as there can be connections fit into what
the server sets apart for bodies, so that nobody can use that up."""
LARGEST_FILE = 128 * 1024
"""Of a board, which is the one thing that is sent as a file: several times what the default one has."""
FILES = "/board/import"
POSTS = (60, 20.0)
"""In a burst, and a second: more than five people can press."""
GETS = (120, 40.0)
"""A page with all that belongs to it, and then a look at every change."""

CUT_OFF = "veilingklok.cut_off"
"""Where the server notes that it has left a body unread: its `size` was too much, or there was no `room` for it."""

OWN_NAMES = ("localhost", "veilingklok.local")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:@/\\\[\]]+)(?::\d{1,5})?")
_ELSEWHERE = ("cross-site", "same-site")


def stand_guard(app: Flask, here: Here) -> None:
    names = Names(lambda: here.house.settings.values["page"].get("name", ""))
    posts, gets = Rate(*POSTS), Rate(*GETS)

    def check_rate() -> None:
        if not (gets if request.method in SAFE else posts).allows(client()):
            raise TooOften("That is more at once than the device can answer; wait a moment.")

    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    for check in (names.check, _check_origin, _check_size, check_rate):
        app.before_request(check)


class Names:
    """What the device may be called. A page elsewhere whose name was made to lead here (DNS rebinding) gives itself
    away by that name. `chosen` says which name the settings have for it, if any."""

    def __init__(self, chosen: Callable[[], str]) -> None:
        self._chosen = chosen
        own = socket.gethostname().lower()
        self._own = {*OWN_NAMES, own, f"{own.removesuffix('.local')}.local"}
        self._numbered = re.compile(rf"{re.escape(own.removesuffix('.local'))}-\d{{1,4}}\.local")
        """Avahi numbers machines that have the same name."""

    def check(self) -> None:
        if not self.has(request.headers.get("Host", "")):
            raise NotOurName("The device has no such name; use the address that its display shows.")

    def has(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if not found:
            return False
        name = found[1].lower().removesuffix(".")
        is_own = name in self._own or self._numbered.fullmatch(name) is not None
        return is_own or name == self._chosen().lower() or _is_address(name)


def _is_address(name: str) -> bool:
    """Numbers lead where they say, and nowhere else."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _check_origin() -> None:
    """Another page that is open in the same browser must not play along, nor listen. It may have a link to us."""
    origin = request.headers.get("Origin")
    from_elsewhere = request.headers.get("Sec-Fetch-Site") in _ELSEWHERE
    is_link = request.method in SAFE and request.headers.get("Sec-Fetch-Mode") == "navigate"
    if (origin is not None and not _is_own(origin)) or (from_elsewhere and not is_link):
        raise FromElsewhere("That was sent by another page than this device's own.")


def _is_own(origin: str) -> bool:
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host.lower() == request.headers["Host"].lower()


def _check_size() -> None:
    """Also where nobody reads what was sent."""
    largest = LARGEST_FILE if request.path == FILES else LARGEST if may_change_boards() else SMALL
    request.max_content_length = largest
    cut_off = request.environ.get(CUT_OFF, "")
    if (request.content_length or 0) > largest or (cut_off == "size" and _would_be_read()):
        raise TooLarge("That is more than the {most} KB that the page takes.", most=largest // 1024)
    if cut_off == "room":
        raise TooOften("That is more at once than the device can answer; wait a moment.")


def _would_be_read() -> bool:
    """Else it is not its size that is wrong: there is no such address, or it is for others."""
    is_taken = request.url_rule is not None and request.method not in SAFE
    return is_taken and (request.path != FILES or may_change_boards())
