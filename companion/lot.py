"""One card under the hammer, for one run of the clock: collects presses and the display's reports, and closes.

It is told the time and keeps none, so that it can be played through in a test, in any order of arrival.
"""

import msgspec

from companion.auction_clock import MICROSECOND, MILLISECOND, Run
from companion.games.merchants import Moment
from companion.games.merchants.auction import stop_at
from companion.referee import Claim, Judgement, Press, Verdict, judge

DISPLAY_PATIENCE = 250 * MILLISECOND
"""A display further behind than this hangs, and the clock itself counts again."""


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on for its auctions."""

    window: int = 10 * MILLISECOND
    """Photo finish: so long after the first press the others are waited for."""
    tie: int = 200 * MICROSECOND
    """Presses closer together than this are a tie (M17)."""
    button_only: tuple[int, ...] = ()
    """Seats that cannot bid by phone."""


class Lot:
    """Open from the start of the get-ready countdown until it is due."""

    def __init__(self, now: Moment, run: Run, terms: Terms) -> None:
        self.run = run
        self.terms = terms
        self._choices = now.choices
        self._barred = now.state.barred
        self._order = now.state.setup.seats_from_left_of(now.state.mayor)
        self._stops = [stop_at(now.state, slice_.dial, slice_.shows == "start") for slice_ in run.slices]
        self._presses: list[Press] = []
        self._drawn: list[tuple[int, int]] = []
        self._closes: int | None = None

    @property
    def due(self) -> int:
        """When it can be judged: the photo-finish window after the first press, or after the end."""
        if self._closes is not None:
            return self._closes
        return self._end() + self.terms.window

    def press(self, press: Press, now: int) -> None:
        """Somebody pressed; it came to be known now, so it was not later than that, whatever a phone may claim."""
        if press.stamp > now:
            press = msgspec.structs.replace(press, stamp=now)
        self._presses.append(press)
        if self._closes is None and isinstance(self._ruling(press), Claim):
            self._closes = now + self.terms.window

    def drawn(self, shows: str, stamp: int) -> None:
        """The display had finished drawing this at the stamp. What the clock was not yet at is not believed."""
        labels = [*(slice_.shows for slice_ in self.run.slices), self.run.ends_with]
        place = labels.index(shows) if shows in labels else len(labels)
        if place <= self.run.place_at(stamp):
            self._drawn.append((stamp, place))

    def judged(self) -> Judgement:
        """Everything so far."""
        return judge(self._presses, self.run.start, self._ruling, self._order, self.terms.tie)

    def has_press_of(self, seat: int) -> bool:
        return any(press.seat == seat for press in self._presses)

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
