"""The table: one queue by which everything enters, one writer thread that takes it to the chair, and listeners that it
tells of every change. They only pass the news on to threads of their own: a slow phone or a dead display holds up
nobody's bid.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol, TypeVar

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND
from companion.auctioneer import Arrangement
from companion.chair import Chair
from companion.entries import Row
from companion.errors import BadJournal, NotNow, TableClosed
from companion.games.errors import GameError
from companion.games.speech import mark
from companion.journal import Journal, Kept
from companion.referee import Press
from companion.requests import AnyRequest
from companion.settings import Settings
from companion.snapshots import Look, Snapshot, View
from companion.timer_slack import wake_on_time
from companion.worker import UNTOLD, Faults, Worker

OVERDUE = 250 * MILLISECOND
"""What reaches the table so long after a lot is due is not waited for: it is judged even if messages still wait."""

AHEAD = 500 * MICROSECOND
"""So long before it is due an auction is judged for a start: then there is less to do when it is."""

LONGEST_WAIT = 2 * SECOND
"""For a clock that was stopped to be judged, where the table is closed."""

Listener = Callable[[], None]
"""Called after every change, without arguments, on the table's thread. Must not block, nor wait for the table."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class _Wish(NamedTuple):
    seat: int
    wish: AnyRequest
    answer: "Future[int]"
    step: int | None
    at: int
    """When it reached the table."""


class _Pressed(NamedTuple):
    press: Press
    at: int
    """When it reached the table: the photo-finish window begins here, even if the table is busy just then."""


class _Drawn(NamedTuple):
    shows: str
    stamp: int


class _Arranged(NamedTuple):
    arrangement: Arrangement


class _Done(NamedTuple):
    """Answered once everything that was handed in before has been dealt with."""

    answer: "Future[None]"


class _Close:
    """No wish is taken after this; presses are, until a clock that somebody has stopped is judged."""


_Message = _Wish | _Pressed | _Drawn | _Arranged | _Done | _Close


class Presides(Protocol):
    """Who takes what comes to the table, one thing at a time: a `Chair`, or the clock alone."""

    changed: bool
    """Since the last snapshot."""

    @property
    def due(self) -> int | None: ...

    @property
    def rows(self) -> Sequence[Row]: ...

    def hear(self, seat: int, wish: AnyRequest) -> int: ...

    def press(self, press: Press, at: int) -> None: ...

    def drawn(self, shows: str, stamp: int) -> None: ...

    def arrange(self, arrangement: Arrangement) -> None: ...

    def prepare(self) -> None: ...

    def look(self, *, at_once: bool = False) -> None: ...

    def is_decided(self) -> bool: ...

    def snapshot(self) -> Snapshot: ...


def game_table(
    journal: Journal,
    game: int | Kept,
    settings: Settings,
    with_button: tuple[int, ...] | None = None,
    now: Callable[[], int] = time.monotonic_ns,
    faults: Faults = UNTOLD,
) -> "Table":
    """A table for a game, by its number or as it was read, from where it was left; `with_button` as the settings' terms
    have it."""
    journal.hold()  # before it is read: nobody else may write to it from here on
    kept = game if isinstance(game, Kept) else journal.game(game)
    seats = range(len(kept.opening.players))
    return Table(Chair(journal, kept, *settings.arrangement(seats, with_button), now), now, faults)


class Table:
    """One game being played. All doors can be used from any thread."""

    def __init__(
        self,
        chair: Presides,
        now: Callable[[], int] = time.monotonic_ns,
        faults: Faults = UNTOLD,
    ) -> None:
        self.now = now
        self._chair = chair
        self._snapshot = self._chair.snapshot()
        self._listeners: tuple[Listener, ...] = ()
        self._queue: SimpleQueue[_Message] = SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        self._ended = False
        """Nothing is taken any more."""
        self._unanswered: _Message | None = None
        """What is just being dealt with."""
        self._writer = Worker("table", mark("Table"), self._preside, faults, restarts=False)
        self._writer.start()

    # The doors.

    def submit(self, seat: int, wish: AnyRequest, step: int | None = None) -> "Future[int]":
        """What a seat asks. The answer is the row's number once it is on disk, or the reason why not. What was meant
        for a certain step of the game is refused at any other."""
        answer: Future[int] = Future()
        answer.set_running_or_notify_cancel()  # what was handed in cannot be called back
        self._enter(_Wish(seat, wish, answer, step, self.now()))
        return answer

    def press(self, seat: int, stamp: int, *, uncertainty: int = 0, phone: bool = False) -> bool:
        """A seat pressed at this stamp of the monotonic clock, give or take the uncertainty. Never waits. Whether it
        was taken: a table that has ended hears nothing."""
        return self._enter(_Pressed(Press(seat, stamp, uncertainty, phone), self.now()))

    def drawn(self, shows: str, stamp: int) -> None:
        """The display had finished drawing this reading of the clock at the stamp. Never waits."""
        self._enter(_Drawn(shows, stamp))

    def arrange(self, arrangement: Arrangement) -> None:
        """How auctions go, from the next start of the clock on."""
        self._enter(_Arranged(arrangement))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell of every change from now on; the new snapshot can be seen by then. What comes back ends it, but for a
        call that has begun already."""
        with self._door:
            self._listeners = (*self._listeners, listener)

        def end() -> None:
            with self._door:
                self._listeners = tuple(other for other in self._listeners if other is not listener)

        return end

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
        """Finish what was handed in, then stop. The journal stays open.

        A clock that somebody has stopped is judged and written first, which takes at most the photo-finish window and
        what a bid by phone may be late (`LONGEST_WAIT`). One that nobody has stopped is not waited for: it begins at
        start again when the game goes on."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(_Close())
        self._writer.stop()

    def answers(self, patience: float) -> bool:
        """The sign of life: whether the writer deals within so many seconds with what was handed in before."""
        try:
            self.settle(patience)
        except TableClosed:  # it has just been cleared, or the writer is dead
            return self._writer.answers(patience)
        except TimeoutError:
            return False
        return True

    # The writer's thread.

    def _enter(self, message: _Message) -> bool:
        """Whether it was taken."""
        with self._door:
            is_taken = not self._ended if isinstance(message, _Pressed | _Drawn) else not self._closed
            if is_taken:
                self._queue.put(message)
        if not is_taken and isinstance(message, _Wish | _Done):
            message.answer.set_exception(TableClosed("The table is closed."))
        return is_taken

    def _preside(self) -> None:
        """Never begun anew: the chair may be half-way through a change, and what is on disk is right. Whoever still
        waits for an answer is told that there is none."""
        try:
            wake_on_time()
            while not isinstance(message := self._next(), _Close):
                self._unanswered = message
                self._deal_with(message)
                self._unanswered = None
            self._hear_the_rest()
            while not self._ends():
                self._hear_the_rest()
        except BaseException:
            self._refuse_all()
            raise

    def _refuse_all(self) -> None:
        with self._door:
            self._closed = self._ended = True
        waiting = [self._unanswered]
        with suppress(Empty):
            while True:
                waiting.append(self._queue.get_nowait())
        for message in waiting:
            if isinstance(message, _Wish | _Done) and not message.answer.done():
                message.answer.set_exception(TableClosed("The table is closed."))

    def _ends(self) -> bool:
        """Nothing is taken from now on, unless something has come meanwhile."""
        with self._door:
            self._ended = self._queue.empty()
            return self._ended

    def _hear_the_rest(self) -> None:
        """Presses that were on their way while the table was closed; then what they decided is judged."""
        for _ in range(self._queue.qsize()):
            self._deal_with(self._queue.get())
        self._judge_what_is_decided()

    def _judge_what_is_decided(self) -> None:
        """The last thing before the end: a bid that was taken is judged and written. Others may have pressed in the
        same moment, so it is waited for them as ever; by the real time, since a table that ends must end."""
        until = time.monotonic_ns() + min((self._chair.due or 0) - self.now(), LONGEST_WAIT)
        while self._chair.is_decided():
            left = until - time.monotonic_ns()
            try:
                if left < -OVERDUE:  # a flood of presses
                    raise Empty
                self._deal_with(self._queue.get(timeout=max(0, left) / SECOND))
            except Empty:
                self._attempt(lambda: self._chair.look(at_once=True))
                break
        if self._take_snapshot():
            self._tell()

    def _next(self) -> _Message | None:
        """What comes first: a message, or None if it is time to look at the clock."""
        due = self._chair.due
        if due is None:
            return self._queue.get()
        with suppress(Empty):
            if (early := due - AHEAD - self.now()) > 0:
                with suppress(Empty):
                    return self._queue.get(timeout=early / SECOND)
                self._attempt(self._chair.prepare)
            return self._queue.get(timeout=max(0, due - self.now()) / SECOND)
        return None

    def _deal_with(self, message: _Message | None) -> None:
        """Whoever asked is answered as soon as the new snapshot can be seen; then everybody is told of it."""
        match message:
            case _Wish():
                outcome = self._attempt(lambda: self._hear(message))
                self._look_at_clock(message.at)
                changed = self._take_snapshot()
                _give(message.answer, outcome)
            case _Pressed(press, at):
                self._attempt(lambda: self._chair.press(press, at))
                self._look_at_clock(at)
                changed = self._take_snapshot()
            case _Drawn(shows, stamp):
                self._attempt(lambda: self._chair.drawn(shows, stamp))
                changed = False
            case _Arranged(arrangement):
                self._attempt(lambda: self._chair.arrange(arrangement))
                changed = False
            case _:
                self._attempt(self._chair.look)
                changed = self._take_snapshot()
        if changed:
            self._tell()
        if isinstance(message, _Done):
            message.answer.set_result(None)

    def _hear(self, asked: _Wish) -> int:
        """Here and not at the door: others may have been before."""
        if asked.step not in (None, self._snapshot.look.step):
            raise NotNow("Meanwhile the game has gone on; look again before you choose.")
        return self._chair.hear(asked.seat, asked.wish)

    def _look_at_clock(self, at: int) -> None:
        """Not while something waits that may have been pressed before the clock's end; but no flood of presses puts
        off the hammer for long. `at` is when the last message reached the table: by the time now, a thread that was
        held up would judge before it has heard all that came in time."""
        due = self._chair.due
        if self._queue.empty() or (due is not None and at > due + OVERDUE):
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

    def _take_snapshot(self) -> bool:
        """Whether anything has changed."""
        if not self._chair.changed:
            return False
        self._snapshot = self._chair.snapshot()
        return True

    def _tell(self) -> None:
        for listener in self._listeners:
            try:
                listener()
            except Exception:  # else no table any more
                _log.exception("A listener failed.")


def _give(answer: "Future[int]", outcome: int | Exception) -> None:
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
