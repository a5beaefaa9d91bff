"""The table: one queue by which everything enters, one writer thread that takes it to the chair, and snapshots for
whoever subscribed. A slow phone or a dead display holds up nobody's bid.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol, TypeVar

from companion.auction_clock import MILLISECOND, SECOND
from companion.auctioneer import Arrangement
from companion.chair import Chair
from companion.entries import Row
from companion.errors import BadJournal, NotNow, TableClosed
from companion.games.errors import GameError
from companion.journal import Journal
from companion.referee import Press
from companion.requests import AnyRequest
from companion.settings import Settings
from companion.snapshots import Look, Snapshot, View
from companion.subscribers import Listener, Subscription

OVERDUE = 250 * MILLISECOND
"""After so long a lot is judged even if messages are still waiting."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Wish(NamedTuple):
    seat: int
    wish: AnyRequest
    answer: "Future[int]"
    step: int | None


class _Drawn(NamedTuple):
    shows: str
    stamp: int


class _Arranged(NamedTuple):
    arrangement: Arrangement


class _Done(NamedTuple):
    """Answered once everything that was handed in before has been dealt with."""

    answer: "Future[None]"


class _Close:
    """Nothing more is taken after this."""


_Message = _Wish | Press | _Drawn | _Arranged | _Done | _Close


class Presides(Protocol):
    """Who takes what comes to the table, one thing at a time: a `Chair`, or the clock alone."""

    changed: bool
    """Since the last snapshot."""

    @property
    def due(self) -> int | None: ...

    @property
    def rows(self) -> Sequence[Row]: ...

    def hear(self, seat: int, wish: AnyRequest) -> int: ...

    def press(self, press: Press) -> None: ...

    def drawn(self, shows: str, stamp: int) -> None: ...

    def arrange(self, arrangement: Arrangement) -> None: ...

    def look(self) -> None: ...

    def snapshot(self) -> Snapshot: ...


def game_table(
    journal: Journal,
    game: int,
    settings: Settings,
    with_button: tuple[int, ...] | None = None,
    now: Callable[[], int] = time.monotonic_ns,
) -> "Table":
    """A table for the game of this number, from where it was left; `with_button` as the settings' terms have it."""
    seats = range(len(journal.game(game).opening.players))
    return Table(Chair(journal, game, *settings.arrangement(seats, with_button), now), now)


class Table:
    """One game being played. All doors can be used from any thread."""

    def __init__(
        self,
        chair: Presides,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.now = now
        self._chair = chair
        self._snapshot = self._chair.snapshot()
        self._subscriptions: list[Subscription] = []
        self._queue: SimpleQueue[_Message] = SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        self._writer = threading.Thread(target=self._preside, name="table", daemon=True)
        self._writer.start()

    # The doors.

    def submit(self, seat: int, wish: AnyRequest, step: int | None = None) -> "Future[int]":
        """What a seat asks. The answer is the row's number once it is on disk, or the reason why not. What was meant
        for a certain step of the game is refused at any other."""
        answer: Future[int] = Future()
        answer.set_running_or_notify_cancel()  # what was handed in cannot be called back
        self._enter(_Wish(seat, wish, answer, step))
        return answer

    def press(self, seat: int, stamp: int, *, uncertainty: int = 0, phone: bool = False) -> None:
        """A seat pressed at this stamp of the monotonic clock, give or take the uncertainty. Never waits."""
        self._enter(Press(seat, stamp, uncertainty, phone))

    def drawn(self, shows: str, stamp: int) -> None:
        """The display had finished drawing this reading of the clock at the stamp. Never waits."""
        self._enter(_Drawn(shows, stamp))

    def arrange(self, arrangement: Arrangement) -> None:
        """How auctions go, from the next start of the clock on."""
        self._enter(_Arranged(arrangement))

    def subscribe(self, listener: Listener, seat: int | None = None) -> Subscription:
        """Tell of every snapshot from the present one on, as this seat or an onlooker sees it."""
        subscription = Subscription(listener, seat)
        with self._door:
            if self._closed:
                subscription.end()
            present = [other for other in self._subscriptions if not other.has_ended]
            self._subscriptions = [*present, subscription]
            subscription.offer(self._snapshot)
        return subscription

    def view(self, seat: int | None) -> View:
        """The table as this seat sees it now; None is an onlooker."""
        return self._snapshot.view(seat)

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is now, for those who are part of it: it hides nothing."""
        return self._snapshot

    def history(self, since: int = 0) -> tuple[Row, ...]:
        """Every row of the journal from this number on, also what was taken back."""
        return tuple(self._chair.rows[since:])

    def look(self) -> Look:
        """For bots, who think in the words of the rules."""
        return self._snapshot.look

    def settle(self, patience: float | None = None) -> None:
        """Wait until everything that was handed in before has been dealt with; a TimeoutError after so many seconds."""
        answer: Future[None] = Future()
        self._enter(_Done(answer))
        answer.result(patience)

    def close(self) -> None:
        """Finish what was handed in, then stop. The journal stays open."""
        with self._door:
            if self._closed:
                return
            self._closed = True
        self._queue.put(_Close())
        self._writer.join()
        for subscription in self._subscriptions:
            subscription.end()

    # The writer's thread.

    def _enter(self, message: _Message) -> None:
        with self._door:
            if not self._closed:
                self._queue.put(message)
                return
        if isinstance(message, _Wish | _Done):
            message.answer.set_exception(TableClosed("The table is closed."))

    def _preside(self) -> None:
        while not isinstance(message := self._next(), _Close):
            self._deal_with(message)

    def _next(self) -> _Message | None:
        """What comes first: a message, or None if it is time to look at the clock."""
        due = self._chair.due
        try:
            return self._queue.get(timeout=None if due is None else max(0, due - self.now()) / SECOND)
        except Empty:
            return None

    def _deal_with(self, message: _Message | None) -> None:
        """Whoever asked is answered as soon as the new snapshot can be seen; then everybody is told of it."""
        match message:
            case _Wish():
                outcome = self._attempt(lambda: self._hear(message))
                self._look_at_clock()
                published = self._take_snapshot()
                _give(message.answer, outcome)
            case Press():
                self._attempt(lambda: self._chair.press(message))
                self._look_at_clock()
                published = self._take_snapshot()
            case _Drawn(shows, stamp):
                self._attempt(lambda: self._chair.drawn(shows, stamp))
                published = None
            case _Arranged(arrangement):
                self._attempt(lambda: self._chair.arrange(arrangement))
                published = None
            case _:
                self._attempt(self._chair.look)
                published = self._take_snapshot()
        if published:
            for subscription in self._subscriptions:
                subscription.offer(published)
        if isinstance(message, _Done):
            message.answer.set_result(None)

    def _hear(self, asked: _Wish) -> int:
        """Here and not at the door: others may have been before."""
        if asked.step not in (None, self._snapshot.look.step):
            raise NotNow("Meanwhile the game has gone on; look again before you choose.")
        return self._chair.hear(asked.seat, asked.wish)

    def _look_at_clock(self) -> None:
        """Not while something waits that may have been pressed before the clock's end; but no flood of presses puts
        off the hammer for long."""
        due = self._chair.due
        if self._queue.empty() or (due is not None and self.now() > due + OVERDUE):
            self._attempt(self._chair.look)

    def _attempt(self, deed: Callable[[], T]) -> T | Exception:
        """A refusal, a full disk or even a mistake of ours ends this deed and nothing else."""
        try:
            return deed()
        except GameError as refusal:
            if isinstance(refusal, BadJournal):
                _log.error("%s", refusal)
            return refusal
        except Exception as error:
            _log.exception("The table failed.")
            return error

    def _take_snapshot(self) -> Snapshot | None:
        """The new one, if anything changed."""
        if not self._chair.changed:
            return None
        snapshot = self._chair.snapshot()
        with self._door:  # whoever subscribes just now gets it once
            self._snapshot = snapshot
        return snapshot


def _give(answer: "Future[int]", outcome: int | Exception) -> None:
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
