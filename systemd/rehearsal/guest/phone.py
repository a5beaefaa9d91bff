"""A phone: looks at the page and sends its forms, as a browser without script would."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http.cookiejar import LoadError, LWPCookieJar
from pathlib import Path
from typing import Any

from rehearsal.guest.fingers import LINES, Finger, until

SEAT = 0
PAGE = "http://127.0.0.1:80"
_READ, _HELD = 1.5, 2.5
"""Seconds; a hold that begins before the display could be read does not count, and the next one does."""
_POCKET = Path("/var/tmp/rehearsal-cookies")
"""A phone keeps its cookie from one evening to the next."""


class Phone:
    def __init__(self) -> None:
        self._cookies = LWPCookieJar(_POCKET)
        with suppress(FileNotFoundError, LoadError):  # a new phone; or the plug was pulled, and its pocket is empty
            self._cookies.load(ignore_discard=True)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))

    def state(self) -> dict[str, Any]:
        with self._opener.open(f"{PAGE}/api/state", timeout=20) as answer:
            found: dict[str, Any] = json.load(answer)
        self._keep_cookies_fresh()
        return found

    def _keep_cookies_fresh(self) -> None:
        """A phone has a time of its own, which does not jump with the box's."""
        for cookie in self._cookies:
            cookie.expires = None

    def is_answered(self) -> bool:
        try:
            self.state()
        except (OSError, urllib.error.URLError):
            return False
        return True

    def send(self, path: str, **form: str) -> None:
        try:
            with self._opener.open(f"{PAGE}{path}", urllib.parse.urlencode(form).encode(), timeout=30) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path} was refused with {error.code}: {error.read()[:300]!r}") from None
        self._keep_cookies_fresh()
        self._cookies.save(ignore_discard=True)

    def sit_down(self) -> None:
        """Ask for the seat, and hold its button on the box for two seconds, once the display could be read."""
        self.send("/sit/ask", seat=str(SEAT))
        finger = Finger(LINES[SEAT + 1])

        def sits() -> bool:
            time.sleep(_READ)
            finger.touch(_HELD)
            return bool(self.state()["seat"] == SEAT)

        until(sits, 30, "the phone sits down by its button, held for two seconds")

    def begin(self) -> None:
        """A short game against three bots."""
        who = {f"player{seat}": "merchant" for seat in range(1, 4)} | {f"player{SEAT}": "person"}
        colours = {f"colour{seat}": colour for seat, colour in enumerate(("red", "blue", "yellow", "white"))}
        rules = {"full_district": "commodity", "double_window": "start", "misbid": "ignore", "end": "1665"}
        more = {"last_sand_clocks": "last", "deck": "device", "profile": "even", "game": "merchants", "players": "4"}
        self.send("/new", **who, **colours, **rules, **more)

    def play(self, is_enough: Callable[[dict[str, Any]], object], patience: float) -> None:
        """Do the first thing that may be done whenever there is one; it starts clocks and lets the others bid."""

        def has_played() -> object:
            state = self.state()
            if is_enough(state):
                return True
            self._act(state)
            return False

        until(has_played, patience, "the game goes on")

    def _act(self, state: dict[str, Any]) -> None:
        view = state["view"]
        asked = view["table"]["asked"]
        is_asked = asked is not None and asked["seat"] == SEAT and not view["clock"]
        if not (is_asked or view["clock_stands"]):  # it stands after a restart: bots leave that to people
            return
        wish = view["options"][0] if is_asked and view["options"] else {"type": "start"}
        said = json.dumps({"request": wish, "after": state["after"]}).encode()
        asks = urllib.request.Request(f"{PAGE}/api/actions", said, {"Content-Type": "application/json"})
        try:
            self._opener.open(asks, timeout=30).close()
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # meanwhile a bot has done something
                raise RuntimeError(f"refused with {refusal.code}: {refusal.read()[:300]!r}") from None
        self._keep_cookies_fresh()

    def leave(self) -> None:
        self.send("/leave", back="/")

    @property
    def row(self) -> int:
        """How far the game is."""
        return row(self.state())


def row(state: dict[str, Any]) -> int:
    return int(state["view"]["row"]) if state["view"] else -1
