"""What keeps pages up to date: a stream of Server-Sent Events for each. First all there is to see, then what changed.

Every page looks for itself, at its own pace: a slow one misses steps in between and holds up nobody.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec
from flask import Flask

from companion.errors import TooOften
from companion.words import Words
from web.ear import Ear
from web.errors import TooManyPages
from web.here import Here
from web.message import message
from web.panel_eyes import PanelEyes
from web.state import LOOK, Fields, Noticeboard, in_json

FRAME = 1 / 30
"""Seconds: no page is told anything more often than this."""
HEARTBEAT = 3.0
"""So often a page hears something. One that hears nothing for longer knows that the device is away; one that is gone
itself is found out by it."""
MOST = 200
"""Pages at a time."""
MOST_OF_ONE = 8
"""Of one phone, or of one address."""

_NAME = "streams"


class Listener(NamedTuple):
    """Who wants to be kept up to date."""

    client: str
    """Whose pages are counted together."""
    phone: str
    words: Words
    panel: bool = False
    """Wants to see the simulated device, too."""


class Eyes(Protocol):
    """Look at something for one page."""

    def news(self) -> bytes:
        """The messages about all that has changed since the last look; nothing if nothing has."""
        ...


class Streams:
    """All that are open. They share one watch over the device, from the first page to the last, and one ear, from the
    first that wants to hear to the last."""

    def __init__(self, here: Here, board: Noticeboard) -> None:
        self.board = board
        self.ended = threading.Event()
        self._here = here
        self._open: list[Stream] = []
        self._door = threading.Lock()
        self._ends: list[Callable[[], None]] = []
        self._ear: Ear | None = None
        self.make_room: Callable[[int], None] = lambda _pages: None
        """Told how many pages there will be, before one more is opened: each has a thread of the server's to itself."""

    @property
    def is_watched(self) -> bool:
        """Somebody has a page open."""
        return bool(self._open)

    def open(self, listener: Listener) -> "Stream":
        with self._door:
            self._check_room(listener)
            if not self.ended.is_set():
                self.make_room(len(self._open) + 1)
            if not self._open:
                watch = _Watch(self.board, self.ring)
                self._ends = [
                    self._here.house.subscribe(watch.news.set),
                    self._here.reception.subscribe(watch.news.set),
                    watch.close,
                ]
            stream = Stream(self, listener, self._eyes(listener))
            self._open.append(stream)
        return stream

    def _check_room(self, listener: Listener) -> None:
        if len(self._open) >= MOST:
            raise TooManyPages("{most} pages are open already; close one of them.", most=MOST)
        if Counter(stream.listener.client for stream in self._open)[listener.client] >= MOST_OF_ONE:
            raise TooOften("This phone has {most} pages open already; close one of them.", most=MOST_OF_ONE)

    def _eyes(self, listener: Listener) -> Sequence[Eyes]:
        eyes: list[Eyes] = [StateEyes(self.board, listener)]
        simulation = self._here.simulation
        if listener.panel and simulation:
            self._ear = self._ear or Ear(simulation)
            eyes.append(PanelEyes(simulation, self._ear))
        return eyes

    def leave(self, stream: "Stream") -> None:
        with self._door:
            if stream not in self._open:
                return
            self._open.remove(stream)
            if self._ear and not any(other.listener.panel for other in self._open):
                self._ear.close()
                self._ear = None
            if not self._open:
                for end in self._ends:
                    end()

    def close(self) -> None:
        """Every stream ends at its next step, and no new one is worth opening."""
        with self._door:  # from here on no room is made
            self.ended.set()
        self.ring()

    def ring(self) -> None:
        for stream in tuple(self._open):
            stream.bell.set()


class Stream:
    """Told to one page, message by message. An iterator with a door, so that it can be closed before its first step."""

    def __init__(self, streams: Streams, listener: Listener, eyes: Sequence[Eyes]) -> None:
        self.bell = threading.Event()
        self.listener = listener
        self._streams = streams
        self._eyes = eyes
        self._pause = FRAME if len(eyes) > 1 else HEARTBEAT
        """A simulated device rings no bell when a lamp changes."""
        self._looked = 0.0
        self._due = 0.0
        """When the page should hear something at the latest."""

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> bytes:
        while not self._streams.ended.is_set():
            if self._looked:
                self._wait()
            self._looked = time.monotonic()
            if news := self._news():
                return news
        self.close()
        raise StopIteration

    def close(self) -> None:
        self._streams.leave(self)

    def _wait(self) -> None:
        """For the bell; but then, too, no more often than a page can show it."""
        now = time.monotonic()
        self.bell.wait(min(self._pause, max(0.0, self._due - now)))
        self.bell.clear()
        early = self._looked + FRAME - time.monotonic()
        if early > 0:
            self._streams.ended.wait(early)

    def _news(self) -> bytes:
        told = b"".join(eyes.news() for eyes in self._eyes)
        if not told and self._looked >= self._due:
            told = message("heartbeat", msgspec.json.encode({"now": time.monotonic_ns()}))
        if told:
            self._due = self._looked + HEARTBEAT
        return told


class Change(msgspec.Struct, frozen=True):
    """What is different now. Something that no field tells of may be so, too: then there are none."""

    number: int
    """One more than that of the state or the change before."""
    now: int
    changed: Fields


class StateEyes:
    """The state, then every change of it. The first has the number of the board; then it counts for itself, since the
    board may be several further when a page looks again."""

    def __init__(self, board: Noticeboard, listener: Listener) -> None:
        self._board = board
        self._listener = listener
        self._fields: Fields = {}
        self._seen = 0
        self._number = 0

    def news(self) -> bytes:
        if self._board.number == self._seen:
            return b""
        self._seen, fields = self._board.read(self._listener.phone, self._listener.words)
        before, self._fields = self._fields, fields
        if not before:
            self._number = self._seen
            return message("state", in_json(self._number, fields))
        self._number += 1
        changed = {name: value for name, value in fields.items() if value != before[name]}
        return message("change", msgspec.json.encode(Change(self._number, time.monotonic_ns(), changed)))


class _Watch:
    """Rings for every stream, on a thread of its own until it is closed: when there is news, and for what tells nobody
    that it has changed. The table's thread only sets `news`; to wake two hundred pages takes tens of milliseconds."""

    def __init__(self, board: Noticeboard, ring: Callable[[], None]) -> None:
        self._board = board
        self._ring = ring
        self.news = threading.Event()
        self._ended = False
        threading.Thread(target=self._look, name="watch", daemon=True).start()

    def close(self) -> None:
        self._ended = True
        self.news.set()

    def _look(self) -> None:
        seen = self._board.number
        while not self._ended:
            is_told = self.news.wait(LOOK)
            self.news.clear()
            before, seen = seen, self._board.number
            if is_told or seen != before:
                self._ring()


def keep_streams(app: Flask, streams: Streams) -> None:
    app.extensions[_NAME] = streams


def streams_of(app: Flask) -> Streams:
    streams: Streams = app.extensions[_NAME]
    return streams


def make_room_with(app: Flask, make_room: Callable[[int], None]) -> None:
    """For whoever serves the app; not every one has streams."""
    if _NAME in app.extensions:
        streams_of(app).make_room = make_room


def end_streams(app: Flask) -> None:
    """For whoever serves the app; not every one has any."""
    if _NAME in app.extensions:
        streams_of(app).close()
