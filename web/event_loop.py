"""Waits for all sockets of the server at once. Waitress would ask each of them at every step, in Python and again in
the kernel, so that hundreds of idle connections slowed down everybody else's; here whoever changes says so.
"""

import select
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from waitress import wasyncore

ALL = 1.0
"""Seconds after which all are asked nevertheless: nobody who forgot to say something waits for longer."""
STRANGERS = 8
"""That are heard at a step at most."""
FOR_STRANGERS = 0.0005
"""Seconds of a step after which no further stranger is heard in it."""


class Socket(Protocol):
    """A connection, or what else waitress waits for."""

    accepting: bool

    def readable(self) -> bool: ...

    def writable(self) -> bool: ...


class EventLoop:
    """`sockets` are those that there are, by their numbers; waitress keeps the list. `wake` ends a wait, on any
    thread; `is_stranger` says who is heard after all others. All but `look_at` is for the server's own thread."""

    def __init__(
        self, sockets: dict[int, Any], wake: Callable[[], None], is_stranger: Callable[[Any], bool] = lambda _: False
    ) -> None:
        self._sockets = sockets
        self._wake = wake
        self._is_stranger = is_stranger
        self._turn = 0
        self._epoll = select.epoll()
        self._known: dict[int, tuple[Socket, int]] = {}
        """What is waited for, as the kernel knows it."""
        self._changed: deque[int] = deque()
        self._is_woken = False
        self._all_at = 0.0

    def look_at(self, number: int | None) -> None:
        """This socket may want to read or write now, or no longer. On any thread; None: it was closed."""
        if number is None:
            return
        self._changed.append(number)
        if not self._is_woken:
            self._is_woken = True
            self._wake()

    def step(self, timeout: float) -> None:
        """Wait for so many seconds at most, and let those be heard that have something."""
        self._is_woken = False  # before the list is read: what comes meanwhile wakes again
        now = time.monotonic()
        if now >= self._all_at:
            self._all_at = now + ALL
            self._tell_kernel([*self._sockets])
            self._known = {number: known for number, known in self._known.items() if number in self._sockets}
        self._tell_kernel([self._changed.popleft() for _ in range(len(self._changed))])
        for number, events in self._in_order(self._epoll.poll(timeout)):
            one = self._sockets.get(number)
            if one is not None and self._is_known(number, one):
                self._changed.append(number)
                wasyncore.readwrite(one, events)

    def _is_known(self, number: int, one: Socket) -> bool:
        """Whether the kernel told of this one: a connection that was let in a moment ago may have the number of one
        that was closed for it."""
        known, _ = self._known.get(number, (None, 0))
        return known is one

    def _in_order(self, ready: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """A few strangers at a step, after all others and in turn: the kernel tells of the rest again."""
        strangers = []
        for one in ready:
            if self._is_stranger(self._sockets.get(one[0])):
                strangers.append(one)
            else:
                yield one
        first = self._turn % max(1, len(strangers))
        until = time.monotonic() + FOR_STRANGERS
        for one in (strangers[first:] + strangers[:first])[:STRANGERS]:
            self._turn += 1
            yield one
            if time.monotonic() >= until:
                return

    def close(self) -> None:
        self._epoll.close()

    def _tell_kernel(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            one = self._sockets.get(number)
            if one is None:  # closed, and the kernel has forgotten it by itself
                continue
            events, (before, known) = _wanted(one), self._known.get(number, (None, 0))
            is_registered = before is one and known != 0
            if is_registered and events == 0:
                self._epoll.unregister(number)
            elif is_registered and events != known:
                self._epoll.modify(number, events)
            elif events and not is_registered:
                self._epoll.register(number, events)
            self._known[number] = one, events


def _wanted(one: Socket) -> int:
    events = select.EPOLLIN if one.readable() else 0  # nobody reads urgent bytes, and the kernel would tell for ever
    if one.writable() and not one.accepting:
        events |= select.EPOLLOUT
    return events
