"""Writes all streams, on one thread: when something has changed, and when a heartbeat is due.

Whoever brings news only rings: to tell two hundred pages takes milliseconds. A page that is behind is left out until it
has caught up, and is then told how things stand.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Protocol

from companion.games.speech import mark
from companion.worker import UNTOLD, Faults, Worker
from web.state import LOOK

FRAME = 1 / 30
"""Seconds: no page is told of changes more often than this. Parts of a page, which come after a change, do not wait."""
HANGS = 5.0
"""Seconds that the end of the thread is waited for."""
BEHIND = 0.25
"""Seconds after which a page that was behind is looked at again."""

_log = logging.getLogger(__name__)


class Reader(Protocol):
    """Where a stream goes: the connection of a page."""

    @property
    def is_behind(self) -> bool:
        """It has so much before it that it should be told nothing now."""
        ...

    def write(self, news: bytes) -> None:
        """Waits for nothing. Raises ConnectionError if the page has left."""
        ...

    def end(self) -> None:
        """Nothing more comes."""
        ...


class Written(Protocol):
    """A stream, as the writer sees it."""

    bell: threading.Event
    """For a stream that nobody has handed over: whoever steps through it waits for this."""

    @property
    def reader(self) -> Reader | None: ...

    @property
    def look_at(self) -> float:
        """Seconds of the monotonic clock."""
        ...

    def news(self) -> bytes: ...

    def close(self) -> None: ...


class StreamWriter:
    """Its thread begins with `start` and ends with `close`."""

    def __init__(
        self,
        board_number: Callable[[], int],
        streams: Callable[[], Sequence[Written]],
        changed: Callable[[], None] = lambda: None,
        faults: Faults = UNTOLD,
    ) -> None:
        """`board_number` is another one whenever something has changed, also what tells nobody; `streams` are those
        that are open. `changed` is called at every change, before anybody is told."""
        self._changed = changed
        self._at_once: SimpleQueue[Written] = SimpleQueue()
        """Those that have something to tell which waits for nothing."""
        self._hurry = threading.Event()
        self._board_number = board_number
        self._streams = streams
        self._number = 0
        self._bell = threading.Event()
        self._has_news = False
        self._ended = threading.Event()
        self._behind: dict[Written, float] = {}
        """When they are looked at again."""
        self._is_started = False
        self._worker = Worker(
            "streams", mark("Live pages"), self._write, faults, wake=self._bell.set, is_essential=True
        )

    def start(self) -> None:
        self._is_started = True
        self._worker.start()

    def tell_all(self) -> None:
        """Something has changed. On any thread, at once."""
        self._has_news = True
        self._bell.set()

    def tell_at_once(self, streams: Sequence[Written]) -> None:
        """These have something new to tell. On any thread, at once."""
        for stream in streams:
            self._at_once.put(stream)
        self._hurry.set()
        self._bell.set()

    def look(self) -> None:
        """There is another stream. On any thread, at once."""
        self._bell.set()

    def close(self) -> None:
        """All streams end. Waits for the thread, but not for one that hangs."""
        self._ended.set()
        self._hurry.set()
        if self._is_started:
            self._worker.stop(HANGS)

    def answers(self, patience: float) -> bool:
        """Whether its thread gives a sign of life within so many seconds; also before it is needed."""
        return not self._is_started or self._ended.is_set() or self._worker.answers(patience)

    def _write(self) -> None:
        looked = 0.0
        while not self._ended.is_set():
            self._bell.wait(self._pause(looked))
            self._hold_back(looked + FRAME)
            if self._ended.is_set():
                break
            self._bell.clear()
            looked = time.monotonic()
            with self._worker.one_round():
                self._go_round(looked)
        self._end_all()

    def _hold_back(self, until: float) -> None:
        """But not what waits for nothing."""
        while not self._ended.is_set() and (early := until - time.monotonic()) > 0:
            if self._hurry.wait(early):
                self._tell_hurried()

    def _tell_hurried(self) -> None:
        self._hurry.clear()
        while not self._at_once.empty():
            stream = self._at_once.get()
            if stream.reader is None:
                stream.bell.set()
            elif not self._told(stream, stream.reader):
                self._behind[stream] = time.monotonic() + BEHIND

    def _pause(self, looked: float) -> float | None:
        """Seconds until the first stream is to be looked at, and no longer than until the device is; None if there is
        no stream."""
        streams = self._streams()
        if not streams:
            return None
        at = [self._behind.get(stream, stream.look_at) for stream in streams if stream.reader]
        return max(0.0, min([looked + LOOK, *at]) - time.monotonic())

    def _go_round(self, now: float) -> None:
        has_news, self._has_news = self._has_news, False
        before, self._number = self._number, self._board_number()
        has_news = has_news or self._number != before
        if has_news:
            self._changed()
        self._tell(now, to_all=has_news)
        self._tell_hurried()

    def _tell(self, now: float, *, to_all: bool) -> None:
        streams, behind = self._streams(), {}
        for stream in streams:
            if stream.reader is None:
                if to_all:
                    stream.bell.set()
            elif to_all or self._behind.get(stream, stream.look_at) <= now:
                if self._told(stream, stream.reader):
                    continue
                behind[stream] = now + BEHIND
            elif stream in self._behind:
                behind[stream] = self._behind[stream]
        self._behind = behind

    def _told(self, stream: Written, reader: Reader) -> bool:
        """Or it is behind. Whatever is wrong with one of them, the others are told."""
        try:
            if reader.is_behind:
                return False
            if news := stream.news():
                reader.write(news)
        except ConnectionError:
            stream.close()
        except Exception:
            _log.exception("A stream could not be told what is new; it is closed.")
            _close(stream, reader)
        return True

    def _end_all(self) -> None:
        for stream in self._streams():
            if stream.reader is None:
                stream.bell.set()
            else:
                _close(stream, stream.reader)


def _close(stream: Written, reader: Reader) -> None:
    stream.close()
    try:
        reader.end()
    except Exception:
        _log.exception("A stream could not be ended.")
