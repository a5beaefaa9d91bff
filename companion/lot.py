"""One card under the hammer, for one run of the clock: collects presses and the display's reports, and closes.

It is told the time and keeps none, so that it can be played through in a test, in any order of arrival.
"""

from typing import NamedTuple

import msgspec

from companion.auction_clock import MICROSECOND, MILLISECOND, Run
from companion.games.merchants import Moment
from companion.games.merchants.auction import stop_at
from companion.referee import Claim, Judgement, Press, Verdict, judge

DISPLAY_PATIENCE = 250 * MILLISECOND
"""A display further behind than this hangs, and the clock itself counts again."""

LATE = 1500 * MILLISECOND
"""So long after the clock was stopped a press is one that came too late; then it means nothing."""

MOMENT = 500 * MILLISECOND
"""So long after a pause a press is a bid that it forestalled, and starts nothing."""


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on for its auctions."""

    window: int = 10 * MILLISECOND
    """Photo finish: so long after the first press the others are waited for."""
    tie: int = 200 * MICROSECOND
    """Presses closer together than this are a tie (M17)."""
    button_only: tuple[int, ...] = ()
    """Seats that cannot bid by phone."""
    late: int = 0
    """So much later than pressed a bid by phone may arrive; nothing where nobody can bid by phone."""


class _Arrival(NamedTuple):
    press: Press
    at: int


class Lot:
    """Open from the start of the get-ready countdown until it is due."""

    def __init__(self, now: Moment, run: Run, terms: Terms) -> None:
        self.run = run
        self.terms = terms
        self._choices = now.choices
        self._barred = now.state.barred
        self._order = now.state.setup.seats_from_left_of(now.state.mayor)
        self._stops = [stop_at(now.state, slice_.dial, slice_.shows == "start") for slice_ in run.slices]
        self._arrivals: list[_Arrival] = []
        self._drawn: list[tuple[int, int]] = []
        self._due: int | None = None
        self._judgement: Judgement | None = None
        """Both as they were last worked out; None once something has been added."""

    @property
    def due(self) -> int:
        """When it can be judged: the photo-finish window after the first press that counts, or after the end; but not
        before everything is there that could still tie with that press."""
        if self._due is None:
            self._due = min(map(self._due_after, self._claimed()), default=self._end() + self.terms.window)
        return self._due

    def _due_after(self, claimed: "_Arrival") -> int:
        """Whatever is pressed later than that is beaten by this press, however far off the two stamps may be."""
        own = claimed.press.uncertainty
        reach = max(self.terms.tie - 1, own + max(own, self.terms.late))
        return max(claimed.at + self.terms.window, claimed.press.stamp + reach + 1)

    def is_decided(self, now: int) -> bool:
        """Whether somebody has stopped the clock, or it is over, although that has yet to be judged."""
        return bool(self._claimed()) or now > self._end()

    def _claimed(self) -> "list[_Arrival]":
        """The presses that stop the clock. The display may yet report what makes one of them count, or not."""
        return [arrival for arrival in self._arrivals if isinstance(self._ruling(arrival.press), Claim)]

    def press(self, press: Press, now: int) -> None:
        """Somebody pressed; it came to be known now."""
        self._arrivals.append(_Arrival(press, now))
        self._due = self._judgement = None

    def drawn(self, shows: str, stamp: int) -> None:
        """The display had finished drawing this at the stamp. What the clock was not yet at is not believed."""
        labels = [*(slice_.shows for slice_ in self.run.slices), self.run.ends_with]
        place = labels.index(shows) if shows in labels else len(labels)
        if place <= self.run.place_at(stamp):
            self._drawn.append((stamp, place))
            self._due = self._judgement = None

    def judged(self) -> Judgement:
        """Everything so far; the same object until something is added."""
        if self._judgement is None:
            presses = [arrival.press for arrival in self._arrivals]
            self._judgement = judge(presses, self.run.start, self._ruling, self._order, self.terms.tie)
        return self._judgement

    def stopped_at(self, judgement: Judgement) -> int:
        """The stamp of the press that stopped the clock, or of its end."""
        first = [verdict.after for verdict in judgement.verdicts if verdict.ruling == "first"]
        return self.run.start + first[0] if first else self._end()

    def has_claim_of(self, seat: int) -> bool:
        return any(arrival.press.seat == seat for arrival in self._claimed())

    def place_at(self, stamp: int) -> int:
        """What a player pays by: the slice whose drawing was complete, or without a display the clock's own."""
        clock = self.run.place_at(stamp)
        if not self._drawn:
            return clock
        shown = max((place for drawn_at, place in self._drawn if drawn_at <= stamp), default=0)
        return max(shown, self.run.place_at(stamp - DISPLAY_PATIENCE))

    def _end(self) -> int:
        """The last stamp that can count: of the clock, or until the display has shown that it is over."""
        over = [stamp - 1 for stamp, place in self._drawn if place == len(self.run.slices)]
        if over or not self._drawn:
            return min(over, default=self.run.end)
        return self.run.end + DISPLAY_PATIENCE

    def _ruling(self, press: Press) -> Verdict | Claim:
        """Of a press by itself."""
        after = press.stamp - self.run.start
        if after < 0:
            return Verdict(press.seat, "false_start", after, margin=-after)
        place = self.place_at(press.stamp)
        if place == len(self._stops):
            return Verdict(press.seat, "too_late", after, margin=press.stamp - self._end())
        stop = self._stops[place]
        if press.phone and press.seat in self.terms.button_only:
            return Verdict(press.seat, "no_phone", after, stop.dial)
        if press.seat in self._barred:
            return Verdict(press.seat, "barred", after, stop.dial)
        if stop not in self._choices.get(press.seat, ()):
            return Verdict(press.seat, "cannot_pay", after, stop.dial)
        return Claim(press, stop)


class Stopped(msgspec.Struct):
    """A lot whose clock has stopped, for those who press all the same."""

    lot: Lot
    at: int
    told: list[int] = []
    """The seats that have been told that they were too late."""

    def was_meant_by(self, press: Press) -> bool:
        """Whether the press came in this run, or too late for it."""
        return self.lot.run.start <= press.stamp <= self.at + LATE

    def verdict(self, press: Press) -> Verdict | None:
        """Once for each seat, and none for one that still holds down the button with which it bid."""
        if press.seat in self.told or self.lot.has_claim_of(press.seat):
            return None
        self.told.append(press.seat)
        after = press.stamp - self.lot.run.start
        return Verdict(press.seat, "too_late", after, margin=abs(press.stamp - self.at))
