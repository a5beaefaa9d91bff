"""One after the other: only so many pages are put together at a time. However often somebody asks, the table's own
thread never has more than these to share the processor with.
"""

import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from web.visitors import SAFE

AT_ONCE = 1
"""The interpreter does no more at a time anyhow: a second page would only stand before the table in its queue."""
HAND_OVER = 0.0005
"""Seconds after which whoever is busy lets another have the interpreter; by default it would be ten times as long. A
press goes through several hands, each of which waits so long while a page is put together."""


def take_turns(app: Flask) -> None:
    """Whoever only looks waits for a turn; what a seat does never waits."""
    sys.setswitchinterval(HAND_OVER)
    inner: Callable[..., Iterable[bytes]] = app.wsgi_app
    turns = threading.BoundedSemaphore(AT_ONCE)

    def in_turn(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] not in SAFE:
            return inner(environ, start_response)
        with turns:
            return inner(environ, start_response)

    app.wsgi_app = in_turn  # type: ignore[method-assign]
