"""Runs the clock for whoever presides: counts down, collects presses, and says when somebody was first.

It is told the time and knows nothing of games or journals; what a bid means is for the one who presides.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from companion.auction_clock import LONGEST_GET_READY, SECOND, Profile, Run, run_from
from companion.games.errors import Illegal
from companion.games.merchants import Moment
from companion.lot import MOMENT, Lot, Stopped, Terms
from companion.referee import Judgement, Press, Verdict

RESTART = 2 * SECOND
"""Of countdown at the least before a clock that restarts by itself: a press meant for the last run must not buy at the
top of the next."""

Heard = Verdict | Literal["taken", "free"]
"""Of a press: the verdict on one that came too late, that it is dealt with, or that it is free to mean something."""


class Arrangement(NamedTuple):
    """How the auctions of a table go."""

    terms: Terms
    profile: Profile
    get_ready: float
    """Seconds of countdown, unless the mayor chooses otherwise."""


def check_countdown(seconds: float | None) -> None:
    """Of a mayor's choice."""
    if seconds is not None and not 0 <= seconds <= LONGEST_GET_READY:
        raise Illegal("The countdown can take 0 to {most} seconds.", most=LONGEST_GET_READY)


class Auctioneer:
    def __init__(self, terms: Terms, profile: Profile, get_ready: float, time: Callable[[], int]) -> None:
        self.lot: Lot | None = None
        """The card under the hammer, while the clock runs or counts down."""
        self._next = self._arrangement = Arrangement(terms, profile, get_ready)
        self._countdown = get_ready
        """The last that a mayor chose."""
        self._time = time
        self._stopped: Stopped | None = None
        self._stood_since = -MOMENT

    @property
    def run(self) -> Run | None:
        return self.lot.run if self.lot else None

    @property
    def ended_at(self) -> int | None:
        """When the last clock was stopped, ran out or was made to stand; None: there was none yet."""
        stopped = self._stopped.at if self._stopped else self._stood_since
        return None if stopped < 0 else max(stopped, self._stood_since)

    @property
    def due(self) -> int | None:
        """When it wants to look again, if nothing comes before."""
        return self.lot.due if self.lot else None

    def arrange(self, arrangement: Arrangement) -> None:
        """From the next start on; a run that restarts by itself is still the same auction."""
        self._next = arrangement

    def start(self, now: Moment, get_ready: float | None = None) -> None:
        """After a countdown of the mayor's choice; None for the usual one."""
        self._arrangement = self._next
        self._countdown = self._arrangement.get_ready if get_ready is None else get_ready
        self._run(now, round(self._countdown * SECOND))

    def restart(self, now: Moment) -> None:
        """By itself: doubled, or after a misbid."""
        self._run(now, max(round(self._countdown * SECOND), RESTART))

    def _run(self, now: Moment, countdown: int) -> None:
        doubled = now.state.doubled_by is not None
        run = run_from(self._time() + countdown, now.state.setup.board, self._arrangement.profile, doubled)
        self.lot = Lot(now, run, self._arrangement.terms)

    def hear(self, press: Press, at: int) -> Heard:
        """A press that reached the table at the stamp `at`."""
        if press.stamp > at:  # whatever a phone may claim
            press = msgspec.structs.replace(press, stamp=at)
        if self._stopped and self._is_too_late(press, self._stopped):
            return self._stopped.verdict(press) or "taken"
        if self.lot:
            self.lot.press(press, at)
            return "taken"
        if self._stopped and press.stamp < self._stopped.lot.run.start:  # held since before a run that is over
            return "taken"
        return "free" if press.stamp > self._stood_since + MOMENT else "taken"

    def _is_too_late(self, press: Press, stopped: Stopped) -> bool:
        """For the clock that was just stopped, and not meant for one that runs again."""
        meant_for_next = self.lot is not None and press.stamp >= self.lot.run.start
        return not meant_for_next and stopped.was_meant_by(press)

    def drawn(self, shows: str, stamp: int) -> None:
        """The display has finished drawing what the clock shows."""
        if self.lot:
            self.lot.drawn(shows, stamp)

    def foreseen(self) -> Judgement | None:
        """What `judged` will say unless something comes before it is due."""
        return self.lot.judged() if self.lot else None

    def judged(self, *, at_once: bool = False) -> Judgement | None:
        """Once it is due, who stopped the clock or that nobody did. The lot is closed then. `at_once`: whether it is
        due or not, for a table that takes nothing more."""
        if self.lot is None or (not at_once and self._time() < self.lot.due):
            return None
        judgement = self.lot.judged()
        self._stopped = Stopped(self.lot, self.lot.stopped_at(judgement))
        self.lot = None
        return judgement

    def is_decided(self) -> bool:
        """Somebody has stopped the clock, although that has yet to be judged."""
        return self.lot is not None and self.lot.is_decided(self._time())

    def has_begun(self) -> bool:
        """The countdown is over."""
        return self.lot is not None and self._time() >= self.lot.run.start

    def stand(self) -> None:
        """The clock stands: a run ends without a bid."""
        if self.lot:
            self._stood_since = self._time()
            self.lot = None
