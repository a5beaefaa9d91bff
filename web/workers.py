"""The threads that answer requests, so divided that nobody can keep a seat from acting.

What a seated phone does has threads of its own, which nothing else ever occupies. Of those who only look, one page is
put together at a time for the phones at the table and one for everybody else: the interpreter does no more at a time
anyhow, and another page would only stand before the table in its queue. None of them waits for a slow reader: an answer
goes into the buffer of its connection, and the loop of the server sends it.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from web.turns import Turns

SEAT_THREADS = 6
SEAT_AT_ONCE = 2
"""Requests of one phone that are in work at the same time: one that is slow keeps no other seat waiting."""
POST_THREADS = 2

_log = logging.getLogger(__name__)


class Request(Protocol):
    """A connection with a request that was read to its end."""

    phone: str
    """The name of the phone, if it sits at the table; else nothing."""
    address: str
    is_safe: bool
    """Only looks."""

    def service(self) -> None:
        """Answers it, on a worker's thread."""
        ...

    def cancel(self) -> None:
        """Nobody will."""
        ...


class Workers:
    """What waitress calls a task dispatcher."""

    def __init__(self) -> None:
        self._seats = _Pool("seat", SEAT_THREADS, Turns(is_strict=False, at_once=SEAT_AT_ONCE))
        self._seats_look = _Pool("seat-look", 1, Turns(is_strict=False))
        self._others_look = _Pool("look", 1, Turns(is_strict=True))
        self._others = _Pool("post", POST_THREADS, Turns(is_strict=True, at_once=1))
        self._pools = (self._seats, self._seats_look, self._others_look, self._others)

    def add_task(self, request: Request) -> None:
        """Answered as soon as it is its client's turn: a seated phone is a client by itself, everybody else by
        address."""
        if request.phone:
            pool = self._seats_look if request.is_safe else self._seats
        else:
            pool = self._others_look if request.is_safe else self._others
        pool.add(request.phone or request.address, request)

    def forget(self, request: Request) -> None:
        """Its connection is closed: if nobody has begun to answer it, nobody has to."""
        for pool in self._pools:
            pool.forget(request.phone or request.address, request)

    def alive(self) -> Mapping[str, bool]:
        """Whether each thread lives, by name."""
        return {thread.name: thread.is_alive() for pool in self._pools for thread in pool.threads}

    def shutdown(self, timeout: float) -> None:
        """What is in work may come to its end for so many seconds, what waits is cancelled."""
        until = time.monotonic() + timeout
        for pool in self._pools:
            pool.end()
        for pool in self._pools:
            for thread in pool.threads:
                thread.join(max(0.0, until - time.monotonic()))


class _Pool:
    """Some threads with one queue."""

    def __init__(self, name: str, threads: int, turns: Turns[Request]) -> None:
        self._turns = turns
        self._door = threading.Condition()
        self._ended = False
        self.threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self.threads:
            thread.start()

    def add(self, client: str, request: Request) -> None:
        with self._door:
            if not self._ended:
                self._turns.add(client, request)
                self._door.notify()
                return
        request.cancel()

    def forget(self, client: str, request: Request) -> None:
        with self._door:
            has_waited = self._turns.forget(client, request)
        if has_waited:
            request.cancel()

    def end(self) -> None:
        with self._door:
            self._ended = True
            waiting = self._turns.cancel()
            self._door.notify_all()
        for request in waiting:
            request.cancel()

    def _work(self) -> None:
        while True:
            with self._door:
                turn = self._turns.take()
                while turn is None:
                    if self._ended:
                        return
                    self._door.wait(self._turns.wait())
                    turn = self._turns.take()
            seconds = _worked(turn.asked.service)
            with self._door:
                self._turns.done(turn.client, seconds)
                self._door.notify()  # another request of this client may have waited for it


def _worked(serve: Callable[[], None]) -> float:
    """Seconds of processor time that it took. Whatever goes wrong, the thread goes on."""
    began = time.thread_time()
    try:
        serve()
    except BaseException:
        _log.exception("A request could not be answered.")
    return time.thread_time() - began
