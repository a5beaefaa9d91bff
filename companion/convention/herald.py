"""The herald of a box: tells a broker what is on its table, on a thread of its own. A broker that is away, slow or
unwilling costs nobody at the table anything; what could not be told is told once it is back, as it is by then.
"""

import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from companion.convention import PART, onlooker, topics
from companion.convention.announcements import Auction
from companion.convention.broker import Broker, Line, Sent, Will
from companion.convention.discovery import described
from companion.convention.onlooker import Onlooker
from companion.convention.topics import GONE, HERE, Kind, Topic
from companion.drawer import Drawer
from companion.entries import Row
from companion.games.speech import Phrase, mark
from companion.settings import Settings
from companion.snapshots import Snapshot
from companion.words import words
from companion.worker import Faults, Worker

GAP = 0.25
"""Seconds at the least from one telling of the table to the next: people read no faster, and bots may play on."""
MOST_AUCTIONS = 100
"""Wait for a broker that is away; the oldest give way."""
EVERY = 10.0
"""Seconds after which it says again that the box is here: a broker can go on believing it of one that is lost."""
PATIENCE = 60.0
"""Seconds in vain before it is said: a box is up before its network, and a broker may only be started anew."""
_GLANCE = 1.0
"""Seconds from one look at the clock to the next."""
_FAREWELL = 1.0
"""Seconds for the last word to get out."""
AWAY = mark("{why}. The table plays on; it is tried again.")


class Hosts(Protocol):
    """The doors of the house that the herald uses."""

    evening: int

    @property
    def settings(self) -> Settings: ...

    @property
    def snapshot(self) -> Snapshot | None: ...

    def history(self, since: int = 0) -> tuple[Row, ...]: ...

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]: ...


class Herald:
    def __init__(
        self,
        broker: Broker,
        house: Hosts,
        drawer: Drawer,
        troubles: Faults,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house = house
        self._troubles = troubles
        self._monotonic = monotonic
        self.box = topics.box_name(drawer)
        self.table = house.settings.values["mqtt"]["table"] or socket.gethostname()
        self._bell = threading.Event()
        self._evening = -1
        self._onlooker: Onlooker | None = None
        self._auctions: deque[Auction] = deque(maxlen=MOST_AUCTIONS)
        self._told: dict[Kind, bytes] = {}
        """What the broker has of this table; nothing after the line was lost."""
        self._sent: Sent | None = None
        self._said_here_at = monotonic()
        self._away_since: float | None = None
        """None: the line is there, or was not tried yet."""
        self._won: int | None = None
        """The number of the game whose result was told."""
        will = Will(self._topic("online"), GONE)
        self._line = Line(broker, there=self._there, away=self._away, will=will)
        self._leave = house.subscribe(self._bell.set)
        self.worker = Worker("herald", mark("Messages to the broker"), self._tell, troubles, wake=self._bell.set)
        self.worker.start()

    def close(self) -> None:
        """Says goodbye, if anybody listens; waits no longer than a moment."""
        self._leave()
        self.worker.stop(_FAREWELL)
        if self._line.is_there:
            self._line.tell(self._topic("online"), GONE, retain=True).wait(_FAREWELL)
        self._line.close()
        self._troubles.clear(PART)

    # The line's thread: rings, and does nothing itself.

    def _there(self) -> None:
        self._told, self._away_since = {}, None
        self._troubles.clear(PART)
        self._bell.set()

    def _away(self, why: Phrase) -> None:
        now = self._monotonic()
        if self._away_since is None:
            self._away_since = now
        if now >= self._away_since + PATIENCE:
            self._troubles.report(PART, AWAY, why=why)

    # The herald's thread.

    def _tell(self) -> None:
        self._onlooker = None  # also when begun anew: who looks from the beginning may see better
        self._bell.set()
        while not self.worker.is_stopping:
            if self._bell.wait(_GLANCE):
                self._bell.clear()
                is_seen = False
                with self.worker.one_round():
                    self._look()
                    is_seen = True
                if not is_seen:
                    self._onlooker = None
            self._say_here_again()
            self.worker.wait(GAP)

    def _look(self) -> None:
        """The auctions first: how it stands has the last of them."""
        evening, snapshot = self._house.evening, self._house.snapshot
        if snapshot is None:
            self._onlooker = None
            self._send({"table": msgspec.json.encode(onlooker.nothing_on(self.table))})
            return
        is_new = evening != self._evening or self._onlooker is None
        looks = Onlooker(snapshot) if self._onlooker is None or is_new else self._onlooker
        rows = self._house.history(looks.told)
        if self._house.evening != evening or (rows and rows[0].n != looks.told):
            self._bell.set()  # another table since; look again
            return
        ended = looks.follow(rows)
        self._evening, self._onlooker = evening, looks
        if not is_new:  # what was there before us was told in its time
            self._auctions += ended
        news: dict[Kind, bytes] = {"table": msgspec.json.encode(onlooker.now_on(snapshot, self.table, looks.last()))}
        game = snapshot.view(None).game
        if won := onlooker.result(snapshot, self.table, looks.at):
            news["result"], self._won = msgspec.json.encode(won), game
        elif game == self._won:  # its end was taken back
            news["result"] = b""
        self._send(news)

    def _send(self, news: Mapping[Kind, bytes]) -> None:
        """Only what has changed; and where the last is still on its way, nothing, until it can be the newest."""
        told = self._told
        if not self._line.is_there:  # the bell rings when it is
            return
        if self._is_busy():
            self._bell.set()
            return
        if not told:
            self._greet()
        while self._auctions:
            if not self._line.tell(
                self._topic("auction"), msgspec.json.encode(self._auctions[0]), surely=True
            ).is_taken:
                self._bell.set()
                break
            self._auctions.popleft()
        for kind, payload in news.items():
            if told.get(kind) != payload:
                self._sent = self._line.tell(self._topic(kind), payload, retain=True)
                told[kind] = payload

    def _greet(self) -> None:
        """What a broker has to know first. Home Assistant forgets a device whose description is empty."""
        mqtt, language = self._house.settings.values["mqtt"], self._house.settings.values["table"]["language"]
        description = described(self.box, self.table, words(language)) if mqtt["discovery"] else b""
        self._line.tell(topics.discovery(self.box), description, retain=True)
        self._say_here()

    def _say_here_again(self) -> None:
        if self._line.is_there and self._monotonic() >= self._said_here_at + EVERY and not self._is_busy():
            self._say_here()

    def _say_here(self) -> None:
        self._sent = self._line.tell(self._topic("online"), HERE, retain=True)
        self._said_here_at = self._monotonic()

    def _is_busy(self) -> bool:
        """With what is still on its way."""
        return self._sent is not None and not self._sent.is_out

    def _topic(self, kind: Kind) -> str:
        return Topic(self.box, kind).name
