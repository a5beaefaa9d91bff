"""When a request came: noted when it was read to its end, before it waits for anything, since a bid by phone counts
from then.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, request

ARRIVED = "veilingklok.arrived"
"""In nanoseconds of the monotonic clock; by the server, which knows it first."""


def note_arrivals(app: Flask) -> None:
    inner: Callable[..., Iterable[bytes]] = app.wsgi_app

    def noted(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ.setdefault(ARRIVED, time.monotonic_ns())
        return inner(environ, start_response)

    app.wsgi_app = noted  # type: ignore[method-assign]


def arrived() -> int:
    """The present request, by the same clock as the buttons."""
    stamp: int = request.environ[ARRIVED]
    return stamp
