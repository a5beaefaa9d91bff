"""Serves the page with waitress, on threads of its own, until it is closed.

Waitress reads, and one loop sends; who is let in is for the `connections`, who is answered next for the `workers`, and
what a request says for the guards of the app.
"""

import contextlib
import errno
import logging
import math
import socket
import sys
import time
from collections import Counter, deque
from typing import Any

import waitress
from flask import Flask

from companion.found_at import own_number
from companion.games.speech import mark
from companion.worker import UNTOLD, Faults, Worker
from web.address import keep_address
from web.bodies import BodyLimits
from web.connections import EVERY, LIMITS, Connections, Limits
from web.errors import PortTaken
from web.event_loop import EventLoop
from web.seated import seated_phones
from web.stream import end_streams, streams_answer
from web.workers import Workers

GONE_MS = 10_000
"""A phone that takes nothing for so long is gone: its radio may be off, and nobody said goodbye."""
HAND_OVER = 0.0005
"""Seconds after which whoever is busy lets another have the interpreter; by default it would be ten times as long. A
press goes through several hands, each of which waits so long while a page is put together."""
WAITING = 1024
"""Connections that nobody has looked at yet: where the queue is full, the next one is tried again after a second."""
ACCEPTED = 64
"""At a step of the loop, at most. Phones at the table are let in at once, however many strangers come and go."""
LET_IN = 2
"""Of the strangers, at a time: to let one in takes as long as to accept ten."""
STRANGERS = 256
"""That may wait to be let in; whoever comes then is turned away, but takes the place of another if nobody of its own
address waits: one machine that connects all the time keeps nobody else out."""
_AFTER_FAILURE = 0.1
"""Seconds: what fails once may fail at every step."""
_GRACE = 1
"""Seconds for what is being answered when the server closes."""
_LARGEST_HEAD = 16 * 1024
_NO_LIMIT = 2**40
"""Bytes: what bounds it is told elsewhere."""
_TAKEN = mark("Port {port} of {host} is taken: choose another with --port, or page.port in the settings.")
_ONLY_HERE = "127.0.0.1"
"""Where the page is found while there is no network."""

_log = logging.getLogger(__name__)


class Server:
    """`port` 0 takes any that is free; `taken` says what to do about one that is not."""

    def __init__(
        self,
        app: Flask,
        host: str,
        port: int,
        taken: str = _TAKEN,
        limits: Limits = LIMITS,
        faults: Faults = UNTOLD,
    ) -> None:
        logging.getLogger("waitress").setLevel(logging.ERROR)  # how busy it is, is nobody's concern at the table
        sys.setswitchinterval(HAND_OVER)
        self._app = app
        door = _bound(host, port, taken)
        self.port: int = door.getsockname()[1]
        self._host = host
        keep_address(app, lambda: self.address)
        self._map: dict[int, Any] = {}
        self._workers = Workers()
        self._waitress = waitress.create_server(
            app,
            map=self._map,
            _dispatcher=self._workers,
            sockets=[door],
            connection_limit=_NO_LIMIT,  # it would let nobody in at all; who goes is for the connections
            outbuf_high_watermark=_NO_LIMIT,  # no worker waits for a slow reader
            max_request_header_size=_LARGEST_HEAD,
            ident=None,
            clear_untrusted_proxy_headers=False,  # the app wants to know who comes by way of another program
            log_socket_errors=False,  # a phone whose radio is off is no error, and not worth a page in the log
        )
        self._waitress.adj.max_request_body_size = math.inf  # each address says what it takes
        options = self._waitress.adj.socket_options
        self._waitress.adj.socket_options = [*options, (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)]
        self._waiting: Counter[str] = Counter()
        """How many strangers of each address wait to be let in."""
        self._strangers: deque[tuple[socket.socket, tuple[str, int]]] = deque()
        """That wait to be let in."""
        self._let_in_at = 0.0
        self._connections = Connections(seated_phones(app), BodyLimits(app), limits)
        self._loop = EventLoop(self._map, self._waitress.pull_trigger, self._connections.is_stranger)
        self._connections.look_at = self._loop.look_at
        self._connections.look_after(self._waitress.active_channels)
        self._waitress.handle_accept = self._accept
        self._waitress.next_channel_cleanup = math.inf  # it would go by the time of day, which jumps
        wake = self._waitress.pull_trigger
        self._worker = Worker("page", mark("Page"), self._serve, faults, wake=wake, is_essential=True)
        self._worker.start()

    @property
    def address(self) -> str:
        return f"http://{_reached_at(self._host)}:{self.port}/"

    def answers(self, patience: float) -> bool:
        """Whether its loop and the threads that keep pages up to date give a sign of life within so many seconds, and
        every thread that answers requests is there."""
        until = time.monotonic() + patience
        if self._waitress.socket is None:  # nobody can come in any more
            return False
        if not self._worker.answers(patience):
            return False
        is_served = all(self._workers.alive().values())
        return is_served and streams_answer(self._app, max(0.0, until - time.monotonic()))

    def close(self) -> None:
        """Streams end at once, what is being answered in a moment."""
        end_streams(self._app)
        self._workers.shutdown(timeout=_GRACE)
        self._worker.stop()
        for connection, _ in self._strangers:
            connection.close()
        for channel in list(self._waitress.active_channels.values()):
            channel.handle_close()
        self._waitress.close()
        self._loop.close()

    def _accept(self) -> None:
        """What waitress calls when somebody has connected: all that wait, but no more than `ACCEPTED`. Raises nothing:
        waitress would close the door for good."""
        try:
            for _ in range(ACCEPTED):
                accepted = self._waitress.accept()
                if accepted is None:
                    return
                connection, address = accepted
                if self._connections.is_seated(address[0]):
                    self._let_in(connection, address)
                elif len(self._strangers) < STRANGERS or self._turn_one_away_for(address[0]):
                    self._strangers.append(accepted)
                    self._waiting[address[0]] += 1
                else:
                    connection.close()
        except OSError:  # it has left already, or there are no more files to be had
            return
        except Exception:
            _log.exception("A connection could not be let in.")

    def _turn_one_away_for(self, address: str) -> bool:
        """Of the address of which most wait, the last one; whether that makes room for the first of this one."""
        if address in self._waiting:
            return False
        crowd, waiting = self._waiting.most_common(1)[0]
        if waiting < 2:
            return False
        place = max(place for place, (_, (other, _)) in enumerate(self._strangers) if other == crowd)
        connection, _ = self._strangers[place]
        del self._strangers[place]
        self._waiting[crowd] -= 1
        connection.close()
        return True

    def _let_strangers_in(self) -> None:
        """A few of those that wait, and the others a little later."""
        now = time.monotonic()
        if now < self._let_in_at:
            return
        self._let_in_at = now + EVERY
        for _ in range(min(LET_IN, len(self._strangers))):
            connection, address = self._strangers.popleft()
            self._waiting[address[0]] -= 1
            if not self._waiting[address[0]]:
                del self._waiting[address[0]]
            with contextlib.suppress(OSError):  # it has left already
                self._let_in(connection, address)

    def _let_in(self, connection: socket.socket, address: tuple[str, int]) -> None:
        """Or hang up, where there is no room."""
        is_in = False
        try:
            if self._connections.has_room(address[0]):
                self._waitress.set_socket_options(connection)
                self._connections.let_in(self._waitress, connection, self._waitress.fix_addr(address))
                is_in = True
        finally:
            if not is_in:
                connection.close()

    def _serve(self) -> None:
        """Step by step, so that nothing is closed while it is looked at."""
        while not self._worker.is_stopping:
            is_done = False
            with self._worker.one_round():
                wait = self._connections.wait
                self._loop.step(min(wait, EVERY) if self._strangers else wait)
                self._let_strangers_in()
                self._connections.look()
                is_done = True
            if not is_done:
                self._worker.wait(_AFTER_FAILURE)


def _bound(host: str, port: int, taken: str) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        door = socket.socket(family, kind, protocol)
    except UnicodeError:  # what no name of a machine can look like
        raise PortTaken("{host} is no address to serve the page at.", host=host) from None
    except OSError as error:
        raise _not_served(host, port, error, taken) from None
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
        door.listen(WAITING)  # two that were bound only would not notice each other
    except OSError as error:
        door.close()
        raise _not_served(host, port, error, taken) from None
    return door


def _not_served(host: str, port: int, error: OSError, taken: str) -> PortTaken:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(taken, port=str(port), host=host)
    return PortTaken(
        "The page cannot be served at {host}, port {port}: {why}.", host=host, port=str(port), why=error.strerror
    )


def _reached_at(host: str) -> str:
    """What to type on a phone: a host that stands for every network is not an address."""
    if host in ("0.0.0.0", "::", ""):
        host = own_number() or _ONLY_HERE
    return f"[{host}]" if ":" in host else host
