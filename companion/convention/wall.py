"""All tables of a broker, as they were last heard of. What strangers may send is taken with care: only so much of it,
only of so many tables, and never anything that is not what it should be.
"""

import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from companion.chair import number_to_begin_with
from companion.convention import topics
from companion.convention.announcements import MOST_BYTES, Result, TableNow
from companion.convention.broker import Broker, Line, Message
from companion.convention.topics import GONE, HERE
from companion.games.speech import Phrase

MOST_TABLES = 60
"""More than a screen can show."""
GRACE = 30.0
"""Seconds in which every box should speak, while the broker is there: a box that is here says so every ten."""
NEVER = -math.inf
_HEARD = ("online", "table", "result")

T = TypeVar("T")


class Shown(msgspec.Struct, frozen=True):
    """One table."""

    box: str
    now: TableNow | None = None
    result: Result | None = None
    is_here: bool = True
    gone_since: float | None = None
    """In seconds of the time of day; None: here, or nobody knows since when."""
    heard_at: float = NEVER
    """When it last spoke itself, by the monotonic clock; what the broker kept of it may be old."""


class Sight(msgspec.Struct, frozen=True):
    """The whole wall at one moment."""

    number: int
    """Another one whenever it looks different."""
    tables: tuple[Shown, ...]
    """Those that were heard of first, first."""
    is_full: bool
    """There are more tables than it can show."""
    trouble: Phrase | None
    """Why it may be old."""


class Wall:
    """Everything can be called from any thread."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, time_of_day: Callable[[], float] = time.time
    ) -> None:
        self._monotonic, self._time_of_day = monotonic, time_of_day
        self._door = threading.Lock()
        self._tables: dict[str, Shown] = {}
        self._turned_away_at: float | None = None
        """When a table last found no room, by the monotonic clock; None: there is room for all."""
        self._trouble: Phrase | None = Phrase("The MQTT broker has not answered yet")
        self._back_at = NEVER
        """When the broker was there again, by the monotonic clock."""
        self._number = number_to_begin_with()

    def hear(self, message: Message) -> None:
        """Whatever it is."""
        topic = topics.read(message.topic)
        if topic is None or topic.kind not in _HEARD or len(message.payload) > MOST_BYTES:
            return
        with self._door:
            known = self._tables.get(topic.box)
            if not message.payload:
                self._forget(topic.box, topic.kind)
                return
            shown = self._changed(known or Shown(topic.box), topic.kind, message)
            if shown is None:
                return
            if known is None and not self._made_room():
                self._turn_away()
                return
            heard_at = shown.heard_at if message.is_retained else self._monotonic()
            self._put(msgspec.structs.replace(shown, heard_at=heard_at))

    def broker_is_there(self) -> None:
        with self._door:
            if self._trouble:
                self._trouble, self._back_at = None, self._monotonic()
                self._number += 1

    def broker_is_away(self, why: Phrase) -> None:
        """What is known stays."""
        with self._door:
            if str(self._trouble) != str(why):
                self._trouble = why
                self._number += 1

    def sight(self) -> Sight:
        with self._door:
            self._miss_the_silent()
            named = tuple(shown for shown in self._tables.values() if shown.now)
            return Sight(self._number, named, self._turned_away_at is not None, self._trouble)

    def _changed(self, shown: Shown, kind: str, message: Message) -> Shown | None:
        """None: that was nothing."""
        if kind == "online":
            return self._here_or_gone(shown, message)
        read = _read(message.payload, TableNow if kind == "table" else Result)
        if isinstance(read, TableNow):
            return msgspec.structs.replace(shown, now=read)
        return msgspec.structs.replace(shown, result=read) if read else None

    def _here_or_gone(self, shown: Shown, message: Message) -> Shown | None:
        if message.payload == HERE and message.is_retained:
            return shown  # so it was once; a box that is here says so again
        if message.payload == HERE:
            return msgspec.structs.replace(shown, is_here=True, gone_since=None)
        if message.payload != GONE:
            return None
        if not shown.is_here:
            return shown
        since = None if message.is_retained else self._time_of_day()
        return msgspec.structs.replace(shown, is_here=False, gone_since=since)

    def _put(self, shown: Shown) -> None:
        before = self._tables.get(shown.box)
        if before is None or msgspec.structs.replace(before, heard_at=shown.heard_at) != shown:
            self._number += 1
        self._tables[shown.box] = shown

    def _forget(self, box: str, kind: str) -> None:
        """An empty message takes a table off the wall; or a result, which was taken back."""
        shown = self._tables.get(box)
        if shown is None:
            return
        self._number += 1
        if kind == "result":
            self._tables[box] = msgspec.structs.replace(shown, result=None)
        else:
            del self._tables[box]

    def _made_room(self) -> bool:
        """A table that is gone makes room for one that is here."""
        if len(self._tables) < MOST_TABLES:
            return True
        gone = [shown for shown in self._tables.values() if not shown.is_here]
        if gone:
            del self._tables[min(gone, key=lambda shown: shown.heard_at).box]
        return bool(gone)

    def _turn_away(self) -> None:
        if self._turned_away_at is None:
            self._number += 1
        self._turned_away_at = self._monotonic()

    def _miss_the_silent(self) -> None:
        """A broker that was started anew knows nothing of boxes that were lost meanwhile, or still believes in them."""
        if self._trouble:
            return
        now = self._monotonic()
        if self._turned_away_at is not None and now >= max(self._turned_away_at, self._back_at) + GRACE:
            self._turned_away_at = None
            self._number += 1
        for shown in list(self._tables.values()):
            if shown.is_here and now >= max(shown.heard_at, self._back_at) + GRACE:
                since = None if shown.heard_at == NEVER else self._time_of_day() - (now - shown.heard_at)
                self._put(msgspec.structs.replace(shown, is_here=False, gone_since=since))


def _read(payload: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, RecursionError):  # also what has other types than it should
        return None


def line_to(broker: Broker, wall: Wall) -> Line:
    """Through which the wall hears of its tables, until it is closed."""
    return Line(
        broker,
        there=wall.broker_is_there,
        away=wall.broker_is_away,
        heard=wall.hear,
        topics=[f"{topics.ROOT}/+/{kind}" for kind in _HEARD],
        largest=2 * MOST_BYTES,
    )
