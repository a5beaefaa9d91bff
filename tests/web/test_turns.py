"""Pages are put together a few at a time, whoever asks and however often; what a seat does waits for none of them."""

import threading
from collections.abc import Iterable
from typing import Any

from flask import Flask
from hang_guard import HANG_GUARD, eventually

from web.turns import AT_ONCE, take_turns


class Kitchen:
    """An app that is busy with every request until it is told to be done."""

    def __init__(self) -> None:
        self.busy = 0
        self.done = threading.Event()
        self._door = threading.Lock()
        self.app = Flask("kitchen")
        self.app.wsgi_app = self._cook  # type: ignore[method-assign,assignment]
        take_turns(self.app)

    def _cook(self, _environ: dict[str, Any], _start: Any) -> Iterable[bytes]:
        with self._door:
            self.busy += 1
        assert self.done.wait(HANG_GUARD)
        return []

    def asked(self, method: str) -> threading.Thread:
        thread = threading.Thread(target=self.app.wsgi_app, args=({"REQUEST_METHOD": method}, None), daemon=True)
        thread.start()
        return thread


def test_only_so_many_look_at_once_and_nobody_who_acts_waits_for_them() -> None:
    kitchen = Kitchen()
    looking = [kitchen.asked(method) for method in ("GET", "HEAD") for _ in range(5)]
    eventually(lambda: kitchen.busy == AT_ONCE)
    acting = kitchen.asked("POST")
    eventually(lambda: kitchen.busy == AT_ONCE + 1)
    kitchen.done.set()
    for thread in (*looking, acting):
        thread.join(HANG_GUARD)
    assert kitchen.busy == 11
