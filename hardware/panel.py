"""The panel: puts buttons, lamps, display, dial and sounds together around the house, and keeps them going.

One thread attends to everything that follows the table; each part has its own besides, so that none waits for another.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import NamedTuple

from companion.auction_clock import MILLISECOND, SECOND, Run
from companion.settings import Settings
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.words import mark, words
from hardware.buttons import Buttons
from hardware.callings import Called, Callings
from hardware.chord import Chord
from hardware.dial import Dial
from hardware.display import Display
from hardware.errors import NotThere
from hardware.following import Following, Hosts
from hardware.lamps import Lamps, countdown
from hardware.programme import Moment, Programme
from hardware.screens.device import Checked, InTrouble, ShuttingDown, StartingUp, Waiting
from hardware.screens.screen import Screen
from hardware.screens.seating import Seated, SitDown, TypeCode
from hardware.screens.verdicts import FalseStart
from hardware.sounds import Sounds
from hardware.troubles import Trouble, Troubles
from hardware.works import Works

RETRY = 5 * SECOND
"""So often what is missing is tried again."""
TICK = 50 * MILLISECOND
SEATED = 3 * SECOND
"""So long it is shown that a phone has sat down."""
_LONG = 3600 * SECOND

_log = logging.getLogger(__name__)


class _Early(NamedTuple):
    """A press before the clock ran."""

    screen: FalseStart
    stamp: int
    start: int


class Panel:
    def __init__(
        self,
        house: Hosts,
        settings: Settings,
        works: Works,
        *,
        switch_off: Callable[[], None] = lambda: None,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.fittings = settings.fittings
        self.troubles = Troubles(self._ring)
        self.programme = Programme()
        self._house = house
        self._works = works
        self._switch_off = switch_off
        self._now = now
        self._bell = threading.Condition()
        self._news = True
        self._ended = False
        self._looked = threading.Event()
        self._is_off = False
        self._known_troubles: dict[str, Trouble] = {}
        self._early: SimpleQueue[_Early] = SimpleQueue()
        self._settings = settings
        self._invitations: Callable[[], Sequence[Screen]] = tuple
        """How phones come in, as long as some are missing."""
        self._callings = Callings()
        self._answers: SimpleQueue[Called] = SimpleQueue()
        self._taken: dict[int, int] = {}
        """The last press of each seat with which it let a phone sit down: it is nothing else besides."""
        self._borrower: Callable[[int, int], None] | None = None
        """Who gets the presses instead of the house: the self-test."""
        self._looking = threading.Lock()
        """Held while the panel looks and shows what it saw, so that nobody borrows its parts in between."""
        self._make_parts(settings)
        self._following = Following(house, self.programme, self.lamps, self.dial, self.sounds)
        self._retry_at = now()
        self._mend(now())
        self._unsubscribe = house.subscribe(self._ring)
        self._thread = threading.Thread(target=self._attend, name="panel", daemon=True)
        self._thread.start()

    def _make_parts(self, settings: Settings) -> None:
        fittings, values, troubles, now = self.fittings, settings.values, self.troubles, self._now
        self.rest = round(values["buttons"]["rest_ms"] * MILLISECOND)
        stuck = round(values["buttons"]["stuck_s"] * SECOND)
        self.buttons = Buttons([seat.button for seat in fittings.seats], self.rest, stuck, self._pressed, troubles, now)
        self.lamps = Lamps([seat.lamp for seat in fittings.seats], troubles, now)
        self.sounds = Sounds(fittings.buzzer, values["sound"]["ticks"], troubles)
        self.dial = Dial(fittings.dial, troubles, now)
        display, works = fittings.display, self._works
        opened = (lambda: works.display(display)) if display else None
        language = words(values["table"]["language"])
        self.display = Display(opened, self.programme, language, troubles, self._house.drawn, now)
        self._chord = Chord(fittings.chord, round(values["power"]["hold_s"] * SECOND))

    def welcome(self, invitations: Callable[[], Sequence[Screen]]) -> None:
        """What was found, for a moment; then how phones come in, in turn with what stands and never while the clock
        runs. It is asked for each time: the network may come late."""
        self._invitations = invitations
        parts = (
            Checked(mark("Buttons"), not self.buttons.missing),
            Checked(mark("Lamps"), not self.lamps.missing),
            Checked(mark("Display"), is_good=True),  # who reads it sees that it is
            Checked(mark("Dial"), not self.dial.is_missing),
            Checked(mark("Buzzer"), not self.sounds.is_missing),
        )
        invited = [Moment(screen, 6.0) for screen in invitations()]
        self.programme.play([Moment(StartingUp(parts), 2.0), *invited], self._now())
        self.display.look()

    def close(self, farewell: Screen | None = None) -> None:
        """Everything dark, but for a last screen if there is one."""
        self._unsubscribe()
        with self._bell:
            self._ended = True
            self._bell.notify()
        self._thread.join()
        if farewell:
            self.sounds.play("farewell")
            self.sounds.finish()
        self.buttons.close()
        self.display.close(farewell)
        for part in (self.lamps, self.sounds, self.dial):
            part.close()

    def answers(self, patience: float) -> bool:
        """Whether its thread gives a sign of life within so many seconds."""
        self._looked.clear()
        self._ring()
        return self._looked.wait(patience)

    def say(self, screen: Screen) -> None:
        """A screen before all others, until the next one."""
        now = self._now()
        self.programme.interrupt(screen, now, now + _LONG)
        self.display.look()

    def say_goodbye(self) -> None:
        """The table is being cleared: from now on no press means anything."""
        self._is_off = True
        self.say(ShuttingDown(0))

    def lend(self, borrower: Callable[[int, int], None] | None) -> None:
        """Presses go to the borrower, who may use all parts, until they are given back with None. Waits for a look that
        is under way; not from the panel's thread."""
        with self._looking:
            self._borrower = borrower
        self._callings.clear()
        if borrower is None:
            self.programme.interrupt(None, 0, 0)
        self._ring()

    # Phones that want to sit down.

    def has_button(self, seat: int) -> bool:
        """Fitted, and working."""
        seats = self.fittings.seats
        is_fitted = seat in range(len(seats)) and seats[seat].button is not None
        return is_fitted and seat not in (*self.buttons.missing, *self.buttons.stuck)

    def has_display(self) -> bool:
        return self.display.is_working

    def call(self, seat: int, mark: str, until: int, heard: Callable[[], None]) -> Callable[[], None]:
        """The next press of this seat is no bid and starts nothing: it lets the phone of that mark sit down there."""
        screen = SitDown(name=self._name(seat), colour=self.fittings.seats[seat].colour, mark=mark, until=until)
        return self._begin(Called(seat, mark, self._now(), until, screen, heard))

    def show_code(self, seat: int, code: str, until: int) -> Callable[[], None]:
        screen = TypeCode(name=self._name(seat), colour=self.fittings.seats[seat].colour, code=code, until=until)
        return self._begin(Called(seat, "", self._now(), until, screen))

    def _begin(self, called: Called) -> Callable[[], None]:
        self._callings.begin(called)
        self._ring()

        def end() -> None:
            self._callings.end(called)
            self._ring()

        return end

    def _name(self, seat: int) -> str | None:
        """Of whoever sits there in a game."""
        snapshot = self._house.snapshot
        seats = snapshot.view(None).seats if snapshot and snapshot.view(None).game != CLOCK_ALONE else ()
        return seats[seat].name if seat < len(seats) else None

    # Told by others, on their threads.

    def _pressed(self, seat: int, stamp: int) -> None:
        if self._is_off:
            return
        if self._borrower:
            self._borrower(seat, stamp)
            return
        if self._lets_sit_down(seat, stamp):
            self._ring()
            return
        snapshot = self._house.snapshot
        run = snapshot.look.clock if snapshot else None
        if run and snapshot and self._is_false_start(snapshot, run, seat, stamp):
            name = snapshot.look.now.state.setup.names[seat]
            self._early.put(_Early(FalseStart(name, run.start - stamp), stamp, run.start))
        self._house.press(seat, stamp, self._works.uncertainty)
        self._ring()

    def _is_false_start(self, snapshot: Snapshot, run: Run, seat: int, stamp: int) -> bool:
        """But nobody's who was only beaten in the run before."""
        plays = seat < snapshot.look.now.state.setup.players
        return plays and stamp < run.start and not self._following.has_just_ended(stamp)

    def _lets_sit_down(self, seat: int, stamp: int) -> bool:
        """Only what cannot be a bid: nobody should let a stranger sit down by bidding."""
        if self._following.may_be_a_bid(stamp):
            return False
        called = self._callings.answered(seat, stamp)
        if called:
            self._taken[seat] = stamp
            self._answers.put(called)
        return called is not None

    def _ring(self) -> None:
        with self._bell:
            self._news = True
            self._bell.notify()

    # The panel's own thread.

    def _attend(self) -> None:
        while not self._ended:
            now = self._now()
            try:
                self._mend(now)
                with self._looking:
                    if not self._is_off and not self._borrower:
                        self._look(now)
            except Exception:
                _log.exception("The panel stumbled.")
            self._looked.set()
            self._wait(self._due(now))

    def _look(self, now: int) -> None:
        self._adopt_settings()
        self._tell_troubles(now)
        self._following.catch_up(now, self._idle(), self._invited())
        self._call_false_starts()
        self._seat_phones(now)
        called = self._show_calling(now)
        held = self.buttons.held()
        bids = {seat: since for seat, since in held.items() if since != self._taken.get(seat)}
        self._following.clock_edges(bids, self._works.uncertainty, now)
        ends = self._chord.ends(held, now)
        if ends is not None:
            self._count_down(ends, now)
        else:
            self._stay(now)
            self._following.glow(len(self.fittings.seats), self._in_trouble(), called, now)
        self.display.look()

    def _call_false_starts(self) -> None:
        """At once, as long as the countdown leaves time for it."""
        while not self._early.empty():
            screen, stamp, start = self._early.get()
            self.programme.interrupt(screen, stamp, min(stamp + 3 * SECOND // 2, start - SECOND // 2))

    def _adopt_settings(self) -> None:
        """What the table has chosen meanwhile."""
        settings = self._house.settings
        if settings is None or settings is self._settings:
            return
        self._settings = settings
        self.sounds.ticks = settings.values["sound"]["ticks"]
        self.display.speak(words(settings.values["table"]["language"]))

    def _seat_phones(self, now: int) -> None:
        """On this thread: whoever keeps the book may have to wait for the disk, and no bid should."""
        while not self._answers.empty():
            called = self._answers.get()
            assert called.heard is not None
            called.heard()
            if called.is_over:
                name, colour = self._name(called.seat), self.fittings.seats[called.seat].colour
                seated = Seated(name=name, colour=colour, mark=called.mark)
                self._callings.follow(Called(called.seat, called.mark, now, now + SEATED, seated))

    def _show_calling(self, now: int) -> int | None:
        """The seat whose button is waited for, if any is."""
        snapshot = self._house.snapshot
        if snapshot and snapshot.look.clock:
            self._callings.clear()
        called = self._callings.at(now)
        self.programme.call(called.screen if called else None, called.until if called else 0)
        return called.seat if called and called.heard else None

    def _due(self, now: int) -> int:
        is_moving = self._following.is_moving(now) or self._chord.since(self.buttons.held()) is not None
        times = [now + TICK] if is_moving else []
        times += [self._retry_at] if self._is_incomplete() else []
        times.append(now + RETRY)  # whether there is a network now, and who has no phone
        called = self._callings.at(now)
        times += [called.until] if called else []
        return min(times)

    def _wait(self, until: int) -> None:
        with self._bell:
            if not self._news and not self._ended:
                self._bell.wait(max(0, until - self._now()) / SECOND)
            self._news = False

    # What is there and what is not.

    def _is_incomplete(self) -> bool:
        parts = (self.buttons.missing, self.lamps.missing, self.sounds.is_missing, self.dial.is_missing)
        return any(map(bool, parts))

    def _mend(self, now: int) -> None:
        """Open what is missing. The display does so by itself."""
        if now < self._retry_at or not self._is_incomplete():
            return
        self._retry_at = now + RETRY
        self.dial.open(self._works.servo)
        try:
            pins = self._works.pins()
        except NotThere as error:
            self.troubles.report("pins", error.sentence, **error.values)
            return
        self.troubles.clear("pins")
        for part in (self.buttons, self.lamps, self.sounds):
            part.open(pins)

    def _idle(self) -> list[Screen]:
        return [Waiting(), *(InTrouble(trouble) for trouble in self.troubles.all().values())]

    def _invited(self) -> Sequence[Screen]:
        """Nobody looks for a network while a clock runs."""
        snapshot = self._house.snapshot
        return () if snapshot and snapshot.look.clock else self._invitations()

    def _tell_troubles(self, now: int) -> None:
        """What is new of them, also in the middle of a game."""
        known, self._known_troubles = self._known_troubles, self.troubles.all()
        fresh = [trouble for part, trouble in self._known_troubles.items() if known.get(part) != trouble]
        self.programme.play([Moment(InTrouble(trouble), 4.0) for trouble in fresh], now)

    def _in_trouble(self) -> tuple[int, ...]:
        """Seats whose button is of no use; all of them while nothing is on the table and the display is dead."""
        if self._house.snapshot is None and self.troubles.of("display"):
            return tuple(range(len(self.fittings.seats)))
        return (*self.buttons.missing, *self.buttons.stuck)

    # Switching off.

    def _count_down(self, ends: int, now: int) -> None:
        """The lamps go out one by one."""
        self.programme.interrupt(ShuttingDown(ends), now, ends + _LONG)
        self.lamps.show((), countdown(max(0, ends - now) / self._chord.hold, len(self.fittings.seats)))
        if now >= ends:
            self._is_off = True
            self._switch_off()

    def _stay(self, now: int) -> None:
        """Whoever lets go stays."""
        if isinstance(self.programme.at(now), ShuttingDown) and not self._is_off:
            self.programme.interrupt(None, 0, 0)
            if self._is_off:  # since a moment: `say_goodbye`, on another thread, first notes it and then shows it
                self.say(ShuttingDown(0))
