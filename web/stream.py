"""What keeps pages up to date: a stream of Server-Sent Events for each. First all there is to see, then what changed.

One thread writes them all. A page that is slow misses steps in between and holds up nobody.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import msgspec
from flask import Flask

from companion.errors import TooOften
from companion.words import Words
from web.ear import Ear
from web.errors import TooManyPages
from web.here import Here
from web.message import message
from web.page_eyes import PageEyes
from web.page_renderer import PageRenderer
from web.panel_eyes import PanelEyes
from web.state import Fields, Noticeboard, in_json
from web.stream_writer import FRAME, Reader, StreamWriter

HEARTBEAT = 3.0
"""So often a page hears something. One that hears nothing for longer knows that the device is away; one that is gone
itself is found out by it."""
MOST = 200
"""Pages at a time."""
FOR_SEATED = 40
"""Of these, for phones that sit at the table: strangers cannot have them all."""
MOST_OF_ONE = 8
"""Of one phone, or of one address."""
HAND_OVER = "veilingklok.hand_over"
"""Where a server that can go on with a stream by itself, when its first message is written, says how it is told."""

_NAME = "streams"


class Listener(NamedTuple):
    """Who wants to be kept up to date."""

    client: str
    """Whose pages are counted together."""
    phone: str
    words: Words
    panel: bool = False
    """Wants to see the simulated device, too."""
    page: str | None = None
    """Wants to be sent the parts of this page that change."""
    shows: str = ""
    """The digest of what that page shows already."""


class Eyes(Protocol):
    """Look at something for one page."""

    def news(self) -> bytes:
        """The messages about all that has changed since the last look; nothing if nothing has."""
        ...


class Streams:
    """All that are open. They share one thread, which begins with the first page, and one ear, from the first that
    wants to hear to the last."""

    def __init__(self, here: Here, board: Noticeboard, renderer: PageRenderer) -> None:
        self.board = board
        self.ended = threading.Event()
        self.renderer = renderer
        self.writer = StreamWriter(lambda: self.board.number, self._opened, renderer.wake, here.house.faults)
        renderer.tell = self._tell_viewers
        self._here = here
        self._open: list[Stream] = []
        self._door = threading.Lock()
        self._ends: list[Callable[[], None]] = []
        self._ear: Ear | None = None

    @property
    def is_watched(self) -> bool:
        """Somebody has a page open."""
        return bool(self._open)

    def open(self, listener: Listener) -> "Stream":
        with self._door:
            self._check_room(listener)
            if not self._ends and not self.ended.is_set():
                tell = self.writer.tell_all
                self._ends = [self._here.house.subscribe(tell), self._here.reception.subscribe(tell)]
                self.writer.start()
            stream = Stream(self, listener, self._eyes(listener), self._page_eyes(listener))
            self._open.append(stream)
        self.writer.look()
        return stream

    def _check_room(self, listener: Listener) -> None:
        if len(self._open) >= MOST or not self._has_room_for(listener):
            raise TooManyPages("{most} pages are open already; close one of them.", most=len(self._open))
        if Counter(stream.listener.client for stream in self._open)[listener.client] >= MOST_OF_ONE:
            raise TooOften("This phone has {most} pages open already; close one of them.", most=MOST_OF_ONE)

    def _has_room_for(self, listener: Listener) -> bool:
        others = MOST - FOR_SEATED
        if len(self._open) < others or self._is_seated(listener):
            return True
        return sum(not self._is_seated(stream.listener) for stream in self._open) < others

    def _is_seated(self, listener: Listener) -> bool:
        """Now: a phone may have sat down since its page was opened."""
        return bool(listener.phone) and self._here.reception.seat_of(listener.phone) is not None

    def _eyes(self, listener: Listener) -> Sequence[Eyes]:
        eyes: list[Eyes] = [StateEyes(self.board, listener)]
        simulation = self._here.simulation
        if listener.panel and simulation:
            self._ear = self._ear or Ear(simulation)
            eyes.append(PanelEyes(simulation, self._ear))
        return eyes

    def _page_eyes(self, listener: Listener) -> PageEyes | None:
        if not listener.page:
            return None
        seat = partial(self._here.reception.seat_of, listener.phone) if listener.phone else lambda: None
        return PageEyes(self.renderer, seat, listener.page, listener.words.language, listener.shows)

    def _tell_viewers(self, viewers: set[object]) -> None:
        self.writer.tell_at_once([stream for stream in self._opened() if stream.page in viewers])

    def _opened(self) -> "Sequence[Stream]":
        return tuple(self._open)

    def leave(self, stream: "Stream") -> None:
        """On any thread; waits for nothing else."""
        with self._door:
            if stream not in self._open:
                return
            self._open.remove(stream)
            if stream.page:
                stream.page.close()
            if self._ear and not any(other.listener.panel for other in self._open):
                self._ear.close()
                self._ear = None

    def close(self) -> None:
        """Every stream ends at its next step, and no new one is worth opening."""
        with self._door:
            self.ended.set()
            ends, self._ends = self._ends, []
        for end in ends:
            end()
        self.renderer.close()
        self.writer.close()


class Stream:
    """Told to one page, message by message: by the thread that writes them all, from when somebody `reads` it; or step
    by step, as an iterator with a door, so that it can be closed before its first step."""

    reader: Reader | None = None

    def __init__(
        self, streams: Streams, listener: Listener, eyes: Sequence[Eyes], page: PageEyes | None = None
    ) -> None:
        self.bell = threading.Event()
        self.page = page
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
            if news := self.news():
                return news
        self.close()
        raise StopIteration

    def first(self) -> Iterator[bytes]:
        """The first message, and no more: somebody else goes on."""
        yield self.news()

    def write_to(self, reader: Reader) -> None:
        """From now on it is the writer's; beginning with what has changed since the first message."""
        self.reader = reader
        self._looked = 0.0
        if self._streams.ended.is_set():  # the writer may not have seen this one any more
            self.close()
            reader.end()
        else:
            self._streams.writer.look()

    @property
    def look_at(self) -> float:
        """When there may be something to tell although nothing was said to have changed, in seconds of the monotonic
        clock."""
        return min(self._looked + self._pause, self._due) if self._looked else 0.0

    def news(self) -> bytes:
        """What there is to tell now: what has changed, or a heartbeat if that is due, or nothing."""
        self._looked = time.monotonic()
        told = b"".join(eyes.news() for eyes in self._eyes) + (self.page.news() if self.page else b"")
        if not told and self._looked >= self._due:
            told = message("heartbeat", msgspec.json.encode({"now": time.monotonic_ns()}))
        if told:
            self._due = self._looked + HEARTBEAT
        return told

    def close(self) -> None:
        self._streams.leave(self)

    def _wait(self) -> None:
        """For the bell; but then, too, no more often than a page can show it."""
        now = time.monotonic()
        self.bell.wait(max(0.0, self.look_at - now))
        self.bell.clear()
        early = self._looked + FRAME - time.monotonic()
        if early > 0:
            self._streams.ended.wait(early)


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


def keep_streams(app: Flask, streams: Streams) -> None:
    app.extensions[_NAME] = streams


def streams_of(app: Flask) -> Streams:
    streams: Streams = app.extensions[_NAME]
    return streams


def end_streams(app: Flask) -> None:
    """For whoever serves the app; not every one has any."""
    if _NAME in app.extensions:
        streams_of(app).close()


def streams_answer(app: Flask, patience: float) -> bool:
    """For whoever serves the app: whether the threads that keep pages up to date give a sign of life within so many
    seconds."""
    if _NAME not in app.extensions:
        return True
    streams, until = streams_of(app), time.monotonic() + patience
    return streams.writer.answers(patience) and streams.renderer.answers(max(0.0, until - time.monotonic()))
