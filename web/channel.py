"""One connection: a request is read as far as its address takes one, answered by a worker, and sent by the loop of the
server.

A stream stays in the loop when its first message is written: the worker is free again, and the thread of the streams
writes what comes later. Nobody but the loop waits for a socket.
"""

import socket
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

from waitress.buffers import OverflowableBuffer
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask
from waitress.utilities import BadRequest, RequestHeaderFieldsTooLarge

from web.arrival import ARRIVED
from web.bodies import Budget
from web.guards import CUT_OFF
from web.stream import HAND_OVER, Stream
from web.visitors import SAFE

BACKLOG = 64 * 1024
"""Bytes. A page that is so far behind its stream is told nothing more for now, and no further request is answered on a
connection that has so much to send."""
SMALL_CHANGE = 8 * 1024
"""Bytes. While no connection has more to send, all together cannot have too much, and nobody counts."""
MOST_LINES = 100
"""Of a head: each takes time to read, and browsers send about twenty."""
MOST_BLANK = 64
"""Bytes of empty lines before a request; some browsers send one such line."""
_FRAMING = 1024
"""Bytes that the lengths of a body's chunks may take."""
_DISCARDED = 4 * 1024 * 1024
"""Bytes that are thrown away at most after a refusal, so that it can be read by whoever is still sending."""

State = Literal["idle", "head", "body", "answering", "sending", "stream", "leaving"]


class Owner(Protocol):
    """Looks after all connections."""

    def seated_phone(self, cookies: str) -> str:
        """The name of the phone that sent this Cookie header, if it sits at the table."""
        ...

    def body_limit(self, method: str, path: str, phone: str, address: str) -> int:
        """Bytes of a body that are read."""
        ...

    def budget(self, phone: str) -> Budget:
        """What is set apart for the bodies of such phones."""
        ...

    def heard(self, channel: "Channel") -> None:
        """A phone that sits at the table asks for something."""
        ...

    def has_written(self) -> None:
        """Something is in a buffer that its reader has not taken yet. On any thread."""
        ...

    def may_read(self, channel: "Channel") -> bool:
        """Whether what it sends can be looked at now, or has taken too much time already. Then it is paused until the
        owner lets it go on."""
        ...

    def has_read(self, channel: "Channel", seconds: float) -> None:
        """Reading what it sent has taken so much processor time."""
        ...

    def has_changed(self, channel: "Channel") -> None:
        """It may want to read or write now, or no longer. On any thread."""
        ...

    def has_closed(self, channel: "Channel") -> None: ...


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads one request. Where the body is more than its address takes, it is left unread, and the app says so."""

    cut_off: Literal["", "size", "room"] = ""
    """Why there is no body: it would be too large, or too many are read already."""
    arrived = 0
    """When it was read to its end, by the clock of the buttons."""

    def __init__(self, adjustments: Any, look: Callable[["Parser"], tuple[int, Budget]]) -> None:
        super().__init__(adjustments)
        self._look = look
        self._largest = 0
        self._budget: Budget | None = None
        self._taken = 0
        self._lines = 0
        """Of the head, so far."""

    def received(self, data: bytes) -> int:
        was_in_head = not self.headers_finished
        if not was_in_head and self.body_rcv is None:  # all of it is there: what follows is another request
            self.completed = True
            return 0
        if was_in_head:
            self._lines += data.partition(b"\r\n\r\n")[0].count(b"\n")
            if self._lines > MOST_LINES:
                self.error = RequestHeaderFieldsTooLarge("More lines than any browser sends.")
                self.completed = True
                return len(data)
        try:
            consumed: int = super().received(data)
        except ValueError:  # a length of thousands of digits, or an address that is none
            self.error = BadRequest("That request cannot be understood.")
            self.completed = True
            return len(data)
        if self.headers_finished and was_in_head and not self.error and not self.empty:
            self._largest, budget = self._look(self)
            self._make_room(budget)
        elif self.chunked and self.body_bytes_received > self._largest + _FRAMING:
            self._cut("size")
        if self.completed:
            self.expect_continue = False  # waitress would read on, past every limit
            self.arrived = time.monotonic_ns()
        return consumed

    def _make_room(self, budget: Budget) -> None:
        wanted = self._largest if self.chunked else self.content_length
        if (self.chunked and not self._largest) or wanted > self._largest:
            self._cut("size")
        elif wanted and not budget.take(wanted):
            self._cut("room")
        elif wanted:
            self._budget, self._taken = budget, wanted

    def _cut(self, why: Literal["size", "room"]) -> None:
        """The app is asked without a body, and the connection is not used again."""
        self.close()
        self.cut_off, self.body_rcv = why, None
        self.headers["CONNECTION"] = "close"
        self.expect_continue = False
        self.error = None
        self.completed = True

    def close(self) -> None:
        """The body is no longer needed."""
        if self._budget is not None:
            self._budget.give_back(self._taken)
            self._budget = None
        super().close()


class Task(WSGITask):  # type: ignore[misc]
    """Answers one request; a stream is handed over to its connection."""

    stream: Stream | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[ARRIVED] = self.request.arrived
        environ[CUT_OFF] = self.request.cut_off
        environ[HAND_OVER] = self._take
        return environ

    def _take(self, stream: Stream) -> None:
        self.stream = stream

    def execute(self) -> None:
        try:
            super().execute()
        except BaseException:
            if self.stream:
                self.stream.close()
            raise
        finally:
            self.environ = None  # it knows this task

    def finish(self) -> None:
        if self.stream is None:
            super().finish()
        elif self.status.startswith("200"):
            self.close_on_finish = False
            self.channel.become_stream(self.stream, in_chunks=self.chunked_response)
        else:
            self.stream.close()
            super().finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """`service` and `write` are for other threads, all else is for the loop's."""

    task_class = Task
    current_outbuf_count: int
    requests: list[Parser]
    request: Parser | None = None
    """One that has not been read to its end yet."""

    def __init__(
        self, owner: Owner, server: Any, connection: socket.socket, address: tuple[str, int], adjustments: Any, map: Any
    ) -> None:
        self._owner = owner
        self.address: str = address[0]
        self.phone = ""
        """Of the last request, if it was one of a phone that sits at the table."""
        self.is_safe = True
        self.since = time.monotonic()
        """When it got into its present state, or last took something that was sent to it."""
        self.was_used = False
        """A request was read to its end."""
        self.is_paused = False
        """Not read until there is time for it."""
        self.stream: Stream | None = None
        self._in_chunks = False
        self._blank = 0
        """Bytes of empty lines before the next request."""
        self._rest = b""
        """Came while a request was answered, and is looked at afterwards."""
        self._is_leaving = False
        self._discarded = 0
        self._is_refused = False
        self.is_half_closed = False
        """The other side sends nothing more. Mostly it has left, but it may still wait for its answer."""
        super().__init__(server, connection, address, adjustments, map=map)

    @property
    def number(self) -> int | None:
        """Of its socket; None once it is closed."""
        found: int | None = self._fileno
        return found

    @property
    def state(self) -> State:
        if self.stream is not None:
            return "stream"
        if self._is_leaving:
            return "leaving"
        if self.requests:
            return "answering"
        if self.total_outbufs_len:
            return "sending"
        if self.request is not None:
            return "body" if self.request.headers_finished else "head"
        return "idle"

    # Reading.

    def readable(self) -> bool:
        """Also while an answer is made or a stream is told: else nobody would notice that the page has left."""
        if self.is_paused or self.is_half_closed:
            return False
        if self.stream is not None or self._is_leaving:
            return not self.will_close
        return not (self.will_close or self.close_when_flushed or self._rest)

    def handle_read(self) -> None:
        self.is_paused = not self._owner.may_read(self)
        if self.is_paused:
            return
        if self.stream is None and (self.requests or self.total_outbufs_len) and self._sends_nothing_more():
            self._end_after_answer()
            return
        began = time.thread_time()
        super().handle_read()
        self._owner.has_read(self, time.thread_time() - began)

    def _sends_nothing_more(self) -> bool:
        try:
            return not self.socket.recv(1, socket.MSG_PEEK)
        except OSError:  # waitress deals with that
            return False

    def _end_after_answer(self) -> None:
        """As `nc -N` and many a short script want it: they close their side when they have asked."""
        self.is_half_closed = True
        self.since = time.monotonic()
        if not self.requests:  # else whoever answers sees that it has ended
            self.close_when_flushed = True
        self._owner.has_changed(self)

    def received(self, data: bytes) -> bool:
        """One request at a time, however many were sent at once."""
        if self.stream is not None:
            return True  # nothing can be asked behind a stream
        if self._is_leaving:
            self._discarded += len(data)
            if self._discarded > _DISCARDED:
                self.handle_close()
            return True
        self._rest += data
        self._read_on()
        return True

    def _read_on(self) -> None:
        with self.requests_lock:
            while self._rest and self._may_read():
                if self.request is None and not self._skip_blank_lines():
                    return
                if self.request is None:
                    self.request = Parser(self.adj, self._look_at_head)
                    self.since = time.monotonic()
                consumed = self.request.received(self._rest)
                self._rest = self._rest[consumed:]
                if self.request.expect_continue and self.request.headers_finished and not self.sent_continue:
                    self._tell_to_continue(self.request)
                if self.request.completed:
                    self._ask(self.request)

    def _tell_to_continue(self, request: Parser) -> None:
        """Not by waitress' own `send_continue`, which fails if the other side has gone."""
        request.expect_continue = request.completed = False
        self.sent_continue = True
        self.write_soon(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _read_rest(self) -> None:
        """What came while a request was answered."""
        began = time.thread_time()
        self._read_on()
        self._owner.has_read(self, time.thread_time() - began)
        self._owner.has_changed(self)

    def _skip_blank_lines(self) -> bool:
        """Whether anything follows them. Whoever sends nothing else is not waited for."""
        sent, self._rest = len(self._rest), self._rest.lstrip(b"\r\n")
        self._blank += sent - len(self._rest)
        if self._blank > MOST_BLANK:
            self._rest = b""
            self.will_close = True
        return bool(self._rest)

    def _may_read(self) -> bool:
        is_busy = self.requests or self.stream is not None or self.will_close or self.close_when_flushed
        return not is_busy and self.total_outbufs_len <= BACKLOG

    def _ask(self, request: Parser) -> None:
        self.sent_continue = False
        self.request = None
        self._blank = 0
        if request.empty:
            return
        self.was_used = True
        self._is_refused = bool(request.error or request.cut_off)
        if request.error:
            self.phone, self.is_safe = "", True
        self.since = time.monotonic()
        self.requests.append(request)
        self.server.add_task(self)

    def _look_at_head(self, request: Parser) -> tuple[int, Budget]:
        self.phone = self._owner.seated_phone(request.headers.get("COOKIE", ""))
        self.is_safe = request.command in SAFE
        if self.phone:
            self._owner.heard(self)
        path = "/" + request.path.lstrip("/")  # as waitress tells the app
        limit = self._owner.body_limit(request.command, path, self.phone, self.address)
        return limit, self._owner.budget(self.phone)

    # Answering.

    def service(self) -> None:
        """On a worker's thread."""
        try:
            super().service()
        except BaseException:  # which waitress does not catch: the request would be in work for ever
            with self.requests_lock:
                for request in self.requests:
                    request.close()
                self.requests = []
            self.will_close = True
            self._owner.has_changed(self)
            raise
        self.since = time.monotonic()
        if self.is_half_closed:
            self.close_when_flushed = True
        if self._rest:
            self.server.trigger.pull_trigger(self._read_rest)
        self._owner.has_changed(self)

    def write_soon(self, data: Any) -> int:
        """Never waits for the reader. What was taken is forgotten piece by piece: a buffer keeps all that it ever held
        until it is empty."""
        written = 0
        with self.outbuf_lock:
            for piece in _pieces(data):
                if self.current_outbuf_count >= BACKLOG:
                    self.outbufs.append(OverflowableBuffer(self.adj.outbuf_overflow))
                    self.current_outbuf_count = 0
                written += super().write_soon(piece)
        if self.total_outbufs_len > SMALL_CHANGE:
            self._owner.has_written()
        self._owner.has_changed(self)
        return written

    # A stream, on the thread that writes them all.

    def become_stream(self, stream: Stream, *, in_chunks: bool) -> None:
        """On a worker's thread, when the first message is written."""
        with self.outbuf_lock:
            is_there = self.connected
            if is_there:
                self.stream, self._in_chunks = stream, in_chunks
        if is_there:
            stream.write_to(self)
        else:
            stream.close()

    @property
    def is_behind(self) -> bool:
        return bool(self.total_outbufs_len > BACKLOG)

    def write(self, news: bytes) -> None:
        """Raises ConnectionError if the page has left."""
        with self.outbuf_lock:
            if not self.total_outbufs_len:  # one buffer for the whole evening would keep all that it ever held
                self.outbufs = [OverflowableBuffer(self.adj.outbuf_overflow)]
                self.current_outbuf_count = 0
            try:
                self.write_soon(b"%X\r\n%s\r\n" % (len(news), news) if self._in_chunks else news)
            except ClientDisconnected:
                raise ConnectionError("the page has left") from None

    def end(self) -> None:
        """The stream is over; the page is told so if it listens. Once is enough."""
        with self.outbuf_lock:
            was_open, self.stream = self.stream is not None, None
            if not (was_open and self.connected):
                return
            if self._in_chunks:
                self.write_soon(b"0\r\n\r\n")
            self.close_when_flushed = True
        self._owner.has_changed(self)

    # Sending.

    def handle_write(self) -> None:
        if self.close_when_flushed and self._is_refused:
            self._flush_exception(self._flush_some)
            if not self.connected:  # it went while it was written to
                return
            if not self.total_outbufs_len and not self.will_close:
                self._leave()
                return
        super().handle_write()
        if self._rest and not self.requests:
            self._read_on()

    def _leave(self) -> None:
        """A connection that is closed while something on it is unread tells the other side nothing any more: what else
        comes is thrown away until it closes, too."""
        self.close_when_flushed = False
        self._is_leaving = True
        self._rest = b""
        self.since = time.monotonic()
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.will_close = True

    def _flush_some(self, do_close: bool = True) -> bool:
        """Streams are written on a thread of their own, so not without the lock."""
        with self.outbuf_lock:
            if not self.connected:
                return False
            has_sent: bool = super()._flush_some(do_close)
        if has_sent:
            self.since = time.monotonic()
        return has_sent

    def handle_close(self) -> None:
        with self.outbuf_lock:
            stream, self.stream = self.stream, None
            super().handle_close()
        self._rest = b""
        self._owner.has_closed(self)
        if stream is not None:
            stream.close()
        if self.request is not None:
            self.request.close()
            self.request = None  # it knows this connection: hundreds of such circles would be collected all at once
        self.server.task_dispatcher.forget(self)

    def cancel(self) -> None:
        """The request will not be answered: the server closes, or the phone has gone."""
        for request in self.requests:
            request.close()
        super().cancel()


def _pieces(data: Any) -> Iterator[Any]:
    """Of `BACKLOG` bytes at most; a file is one."""
    if not isinstance(data, bytes) or len(data) <= BACKLOG:
        yield data
        return
    for place in range(0, len(data), BACKLOG):
        yield data[place : place + BACKLOG]
