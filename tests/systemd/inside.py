"""A phone at a box that runs in a container: it sits down by a simulated button that is held, and plays by the API."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import Any

from containers import Container
from hang_guard import HANG_GUARD

from companion.games.merchants.house_rules import choices

Condition = Callable[[dict[str, Any]], object]
_PAGE = "http://127.0.0.1/"
SEAT = 0


def _has_another_calling(before: object, state: dict[str, Any]) -> bool:
    return bool(state["calling"] != before)


class Phone:
    def __init__(self, container: Container) -> None:
        self._lines = container.phone()

    def state(self) -> dict[str, Any]:
        with self._lines.open(f"{_PAGE}api/state", timeout=HANG_GUARD) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def sits_down(self) -> None:
        """Holds the button until something comes of it: where that began before the display could be read, a code, and
        the next hold counts."""
        while self.state()["seat"] != SEAT:
            self._form("sit/ask", seat=SEAT)
            before: object = self.state()["calling"]
            time.sleep(1.5)  # somebody reads; and a button has to rest before it can be pressed again
            self.button(SEAT, down=True)
            self.sees(partial(_has_another_calling, before))
            self.button(SEAT, down=False)

    def begins(self) -> None:
        """A short game against two bots."""
        rules: dict[str, object] = {rule: there[0] for rule, there in choices().items()}
        players = {"player0": "person", "player1": "merchant", "player2": "merchant"}
        names = {"name0": "Anna", "name1": "Ben", "name2": "Cleo"}
        colours = {"colour0": "orange", "colour1": "blue", "colour2": "green"}
        more = {"profile": "even", "end": "1665"}
        self._form("new", game="merchants", players=3, deck="device", **rules | players | names | colours | more)

    def plays(self, until: Condition) -> dict[str, Any]:
        """Does the first thing that may be done, whenever there is one."""

        def looks(state: dict[str, Any]) -> bool:
            if until(state):
                return True
            self._acts(state)
            return False

        return self.sees(looks)

    def button(self, seat: int, down: bool) -> None:
        self._send(f"panel/button/{seat}", {"down": down})

    def sees(self, condition: Condition) -> dict[str, Any]:
        """Looks whenever the box says that something has changed, or is still the same."""
        asks = urllib.request.Request(f"{_PAGE}api/stream", headers={"Accept": "text/event-stream"})
        deadline = time.monotonic() + HANG_GUARD
        with self._lines.open(asks, timeout=HANG_GUARD) as news:
            for line in news:
                state = self._glance() if line.startswith(b"event: ") else None
                if state and condition(state):
                    return state
                assert time.monotonic() < deadline, state
        raise AssertionError("the box said no more")

    def _glance(self) -> dict[str, Any] | None:
        """None where it was asked too often: it will say again when there is something to see."""
        try:
            return self.state()
        except urllib.error.HTTPError as refusal:
            if refusal.code != 429:
                raise
            return None

    def _acts(self, state: dict[str, Any]) -> None:
        view = state["view"]
        asked = view["table"]["asked"]
        if view["clock_stands"]:  # killed in mid-auction: a person starts the clock again, and this is the only one
            request = {"type": "start"}
        elif asked is None or asked["seat"] != SEAT or view["clock"]:
            return
        else:
            request = view["options"][0] if view["options"] else {"type": "start"}
        try:
            self._send("api/actions", {"request": request, "after": state["after"]})
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # meanwhile a bot has done something
                raise

    def _form(self, path: str, **fields: object) -> None:
        self._lines.open(_PAGE + path, urllib.parse.urlencode(fields).encode(), timeout=HANG_GUARD).close()

    def _send(self, path: str, message: dict[str, Any]) -> None:
        asks = urllib.request.Request(_PAGE + path, json.dumps(message).encode(), {"Content-Type": "application/json"})
        self._lines.open(asks, timeout=HANG_GUARD).close()
