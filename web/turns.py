"""One after the other: only so many pages are put together at a time. However often somebody asks, the table's own
thread never has more than these to share the processor with.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

AT_ONCE = 2


def take_turns(app: Flask) -> None:
    """Whoever only looks waits for a turn; what a seat does never waits."""
    inner: Callable[..., Iterable[bytes]] = app.wsgi_app
    turns = threading.BoundedSemaphore(AT_ONCE)

    def in_turn(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return inner(environ, start_response)
        with turns:
            return inner(environ, start_response)

    app.wsgi_app = in_turn  # type: ignore[method-assign]
