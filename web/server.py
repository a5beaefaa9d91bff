"""Serves the page with waitress, on threads of its own, until it is closed.

Whoever sends half a request, or opens door after door, is seen off; what a request says is for the guards of the app.
"""

import errno
import logging
import math
import socket
import threading
import time
from typing import Any

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel

from companion.found_at import own_number
from companion.games.speech import mark
from web.address import keep_address
from web.errors import PortTaken
from web.guards import LARGEST_FILE
from web.stream import MOST, end_streams, make_room_with

THREADS = 16
"""For everybody but the streams, each of which has one more. One that waits takes 16 KB, however far its stack could
grow; to start two hundred of them takes a Pi a good part of its start."""
GONE_MS = 10_000
"""A phone that takes nothing for so long is gone: its radio may be off, and nobody said goodbye."""
CONNECTIONS = 2 * MOST + 100
OF_ONE_ADDRESS = 64
"""Connections: a browser has six, and some machines have many browsers."""
SLOWEST = 10.0
"""Seconds for a whole request, from its first byte to its last."""
_IDLE = 60
"""Seconds that a connection may wait for its next request."""
_GRACE = 1
"""Seconds for what is being answered when the server closes."""
_BACKLOG_BYTES = 64 * 1024
"""A page that is so far behind waits; else its stream would grow in memory instead."""
_LARGEST = 2 * LARGEST_FILE
"""Bytes of a request that are read at all. What is too large for the page but not for this gets a sentence."""
_LARGEST_HEAD = 16 * 1024
_TAKEN = mark("Port {port} of {host} is taken: choose another with --port, or page.port in the settings.")
_ONLY_HERE = "127.0.0.1"
"""Where the page is found while there is no network."""


class Server:
    """`port` 0 takes any that is free; `taken` says what to do about one that is not."""

    def __init__(self, app: Flask, host: str, port: int, taken: str = _TAKEN) -> None:
        logging.getLogger("waitress").setLevel(logging.ERROR)  # how busy it is, is nobody's concern at the table
        self._app = app
        door = _bound(host, port, taken)
        self.port: int = door.getsockname()[1]
        self._host = host
        keep_address(app, lambda: self.address)
        self._connections: dict[int, Any] = {}
        self._waitress = waitress.create_server(
            app,
            map=self._connections,
            sockets=[door],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=_IDLE,
            channel_request_lookahead=1,  # else a page that leaves is found out only by the next heartbeat
            outbuf_high_watermark=_BACKLOG_BYTES,
            max_request_header_size=_LARGEST_HEAD,
            max_request_body_size=_LARGEST,
            ident=None,
            log_socket_errors=False,  # a phone whose radio is off is no error, and not worth a page in the log
        )
        options = self._waitress.adj.socket_options
        self._waitress.adj.socket_options = [*options, (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)]
        self._waitress.channel_class = _let_in
        self._waitress.next_channel_cleanup = math.inf  # it would go by the time of day, which jumps
        self._threads = THREADS
        make_room_with(app, self._make_room)
        self._halves: dict[Any, float] = {}
        """Requests that have begun and not yet ended, and since when."""
        self._noted: dict[Any, tuple[float, float]] = {}
        """What waitress noted as each connection's last activity, and since when that is so."""
        self._look_at = 0.0
        self._closing = threading.Event()
        self._went_round = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="page", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://{_reached_at(self._host)}:{self.port}/"

    def answers(self, patience: float) -> bool:
        """Whether its thread gives a sign of life within so many seconds."""
        self._went_round.clear()
        self._waitress.pull_trigger()
        return self._went_round.wait(patience)

    def _make_room(self, streams: int) -> None:
        """Threads that were started stay: a page that leaves comes back soon."""
        if streams + THREADS > self._threads:
            self._waitress.task_dispatcher.set_thread_count(streams + THREADS)
            self._threads = streams + THREADS

    def close(self) -> None:
        """Streams end at once, what is being answered in a moment."""
        end_streams(self._app)
        self._waitress.task_dispatcher.shutdown(timeout=_GRACE)
        self._closing.set()
        self._waitress.pull_trigger()
        self._thread.join()
        for channel in list(self._waitress.active_channels.values()):
            channel.handle_close()
        self._waitress.close()

    def _serve(self) -> None:
        """Step by step, so that nothing is closed while it is looked at."""
        while not self._closing.is_set():
            wasyncore.loop(timeout=_GRACE, use_poll=True, map=self._connections, count=1)
            now = time.monotonic()
            if now >= self._look_at:
                self._look_at = now + _GRACE
                self._see_off_dawdlers(now)
                self._see_off_idlers(now)
            self._went_round.set()

    def _see_off_dawdlers(self, now: float) -> None:
        """A byte now and then would else keep a connection open for ever."""
        channels = list(self._waitress.active_channels.values())
        halves = [channel.request for channel in channels if channel.request is not None]
        self._halves = {half: self._halves.get(half, now) for half in halves}
        for channel in channels:
            if now - self._halves.get(channel.request, now) > SLOWEST:
                channel.handle_close()

    def _see_off_idlers(self, now: float) -> None:
        """Waitress's own note of the time is only compared with itself."""
        before, self._noted = self._noted, {}
        for channel in list(self._waitress.active_channels.values()):
            noted, since = before.get(channel, (None, now))
            if channel.requests or channel.last_activity != noted:
                since = now
            self._noted[channel] = channel.last_activity, since
            if now - since > _IDLE:
                channel.will_close = True


def _let_in(server: Any, connection: socket.socket, address: tuple[str, int], adjustments: Any, map: Any) -> None:
    """Not more at a time from one address than it can need: the others want to come in, too."""
    if sum(channel.addr[0] == address[0] for channel in server.active_channels.values()) >= OF_ONE_ADDRESS:
        connection.close()
    else:
        HTTPChannel(server, connection, address, adjustments, map=map)


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
        door.listen()  # two that were bound only would not notice each other
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
