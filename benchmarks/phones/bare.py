"""The floor under every request: the same server, and an app that knows but two letters."""

import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

import waitress

from phones.processes import answer, leave_interrupts_to_others

THREADS = 16
"""As many as waitress needs for this."""
CONNECTIONS = 500

_ANSWER = b"ok"


def app(_environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(_ANSWER)))])
    return [_ANSWER]


if __name__ == "__main__":
    leave_interrupts_to_others()
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=THREADS, connection_limit=CONNECTIONS)
    threading.Thread(target=server.run, daemon=True).start()
    answer(server.effective_port)
    sys.stdin.read()
