"""When a request came: noted before anything is done with it, since a bid by phone counts from then."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, request

_NOTED = "veilingklok.arrived"


def note_arrivals(app: Flask) -> None:
    inner: Callable[..., Iterable[bytes]] = app.wsgi_app

    def noted(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ[_NOTED] = time.monotonic_ns()
        return inner(environ, start_response)

    app.wsgi_app = noted  # type: ignore[method-assign]


def arrived() -> int:
    """The present request, by the same clock as the buttons."""
    stamp: int = request.environ[_NOTED]
    return stamp
