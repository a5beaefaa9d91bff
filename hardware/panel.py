"""The panel: puts buttons, lamps, display, dial and sounds together around the house, and keeps them going.

One thread attends to everything that follows the table; each part has its own besides, so that none waits for another.
"""

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import NamedTuple

from companion.auction_clock import MILLISECOND, SECOND, Run
from companion.games.merchants.actions import StartClock
from companion.settings import Settings
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.words import mark, words
from companion.worker import Worker
from hardware.buttons import Buttons
from hardware.callings import READING, Called, Callings
from hardware.chord import Chord
from hardware.dial import Dial
from hardware.display import Display
from hardware.errors import NotThere
from hardware.following import Following, Hosts
from hardware.glows import glows
from hardware.holds import HOLD, NOTICED, Hold, Holds
from hardware.lamps import Lamps, countdown
from hardware.programme import Moment, Programme
from hardware.screens.agreeing import Proposed
from hardware.screens.device import Checked, InTrouble, ShuttingDown, StartingUp, Waiting
from hardware.screens.screen import Screen
from hardware.screens.seating import Holding, Outcome, Seated, SitDown, TypeCode
from hardware.screens.verdicts import FalseStart
from hardware.showing import clock, proposed, standing
from hardware.sounds import Sounds
from hardware.troubles import Trouble, Troubles
from hardware.works import Works

RETRY = 5 * SECOND
"""So often what is missing is tried again."""
TICK = 50 * MILLISECOND
SEATED = 3 * SECOND
"""So long it is shown that a phone has sat down."""
_LONG = 3600 * SECOND


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
        self._off_at: int | None = None
        """From when on no press means anything, because the table is being cleared."""
        self._is_leaving = False
        """Two buttons were held to the end. Presses count until whoever was told of it says goodbye."""
        self._known_troubles: dict[str, Trouble] = {}
        self._early: SimpleQueue[_Early] = SimpleQueue()
        self._settings = settings
        self._invitations: Callable[[], Sequence[Screen]] = tuple
        """How phones come in, as long as some are missing."""
        self._callings = Callings()
        self._proposed_at: int | None = None
        """Since when the display shows what a press agrees to."""
        self._holds = Holds()
        self._heard_hold: Callable[[int], None] | None = None
        """Told of a button that was held for two seconds and answers no calling."""
        self._taken: dict[int, int] = {}
        """The last press of each seat that was held for two seconds: it is no false start besides."""
        self._borrower: Callable[[int, int], None] | None = None
        """Who gets the presses instead of the house: the self-test."""
        self._looking = threading.Lock()
        """Held while the panel looks and shows what it saw, so that nobody borrows its parts in between."""
        self._make_parts(settings)
        self._following = Following(house, self.programme, self.lamps, self.dial, self.sounds)
        self._retry_at = now()
        self._mend(now())
        self._unsubscribe = house.subscribe(self._ring)
        self._worker = Worker("panel", mark("Panel"), self._attend, self.troubles, wake=self._ring, is_essential=True)
        self._worker.start()

    def _make_parts(self, settings: Settings) -> None:
        fittings, values, troubles, now = self.fittings, settings.values, self.troubles, self._now
        self.rest = round(values["buttons"]["rest_ms"] * MILLISECOND)
        stuck = round(values["buttons"]["stuck_s"] * SECOND)
        self.buttons = Buttons(
            [seat.button for seat in fittings.seats], self.rest, stuck, self._pressed, troubles, now, self._released
        )
        self.lamps = Lamps([seat.lamp for seat in fittings.seats], troubles, now)
        self.sounds = Sounds(fittings.buzzer, values["sound"]["ticks"], troubles)
        self.dial = Dial(fittings.dial, troubles, now)
        display, works = fittings.display, self._works
        opened = (lambda: works.display(display)) if display else None
        language = words(values["table"]["language"])
        self.display = Display(opened, self.programme, language, troubles, self._house.drawn, now, self._note_shown)
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
        self._worker.stop()
        if farewell:
            self.sounds.play("farewell")
            self.sounds.finish()
        self.buttons.close()
        self.display.close(farewell)
        for part in (self.lamps, self.sounds, self.dial):
            part.close()

    @property
    def workers(self) -> tuple[Worker, ...]:
        """Its thread, and that of each part. Without panel and buttons nobody can bid; all others are done without."""
        parts = (self.buttons, self.lamps, self.sounds, self.dial, self.display)
        return (self._worker, *(part.worker for part in parts))

    def check_can_be_shown(self, snapshot: Snapshot) -> None:
        """Work out what screens and lamps show of it, and show nothing. Raises whatever would go wrong. On any
        thread."""
        standing(snapshot)
        clock(snapshot)
        proposed(snapshot)
        glows(snapshot, len(self.fittings.seats), self._now())

    def say(self, screen: Screen) -> None:
        """A screen before all others, until the next one."""
        now = self._now()
        self.programme.interrupt(screen, now, now + _LONG)
        self.display.look()

    def say_goodbye(self) -> None:
        """The table is being cleared: from now on no press means anything. One from before that is heard a little later
        is a bid all the same."""
        self._off_at = self._now()
        self.say(ShuttingDown(0))

    @property
    def _is_off(self) -> bool:
        return self._off_at is not None

    def lend(self, borrower: Callable[[int, int], None] | None) -> None:
        """Presses go to the borrower, who may use all parts, until they are given back with None. Waits for a look that
        is under way; not from the panel's thread."""
        with self._looking:
            self._borrower = borrower
        self._callings.clear()
        self._holds.clear()
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

    def on_hold(self, heard: Callable[[int], None]) -> None:
        """From now on `heard` is told, on the panel's thread, of every seat whose button was held for two seconds by
        itself, not as a bid, and not for a calling that the display had shown for long enough to be read."""
        self._heard_hold = heard

    def call(
        self,
        seat: int,
        mark: str,
        until: int,
        heard: Callable[[], bool],
        *,
        takes_over: bool = False,
        contested: bool = False,
    ) -> Callable[[], None]:
        """Whoever holds the button of this seat for two seconds, and has had a second to read what that does, lets the
        phone of that mark sit down there: `heard` is told, on the panel's thread. Shorter presses mean what they mean
        in the game. What comes back ends it."""
        screen = SitDown(
            name=self._name(seat),
            colour=self.fittings.seats[seat].colour,
            mark=mark,
            until=until,
            takes_over=takes_over,
            contested=contested,
        )
        return self._begin(Called(seat, mark, self._now(), until, screen, heard))

    def show_code(
        self, seat: int, code: str, until: int, *, takes_over: bool = False, was_held: bool = False
    ) -> Callable[[], None]:
        """Until that stamp; in every other turn whatever phones ask for, if somebody has held the button for it. What
        comes back ends it."""
        colour = self.fittings.seats[seat].colour
        screen = TypeCode(name=self._name(seat), colour=colour, code=code, until=until, takes_over=takes_over)
        return self._begin(
            Called(seat, "", self._now(), until, screen, is_take_over_code=takes_over, is_for_device=was_held)
        )

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
        if self._off_at is not None and stamp >= self._off_at:
            return
        if self._borrower:
            self._borrower(seat, stamp)
            return
        if not self._following.may_be_a_bid(stamp):
            self._begin_hold(seat, stamp)
            self._ring()
            return
        snapshot = self._house.snapshot
        run = snapshot.look.clock if snapshot else None
        if run and snapshot and self._is_false_start(snapshot, run, seat, stamp):
            name = snapshot.look.now.state.setup.names[seat]
            self._early.put(_Early(FalseStart(name, run.start - stamp), stamp, run.start))
        self._house.press(seat, stamp, self._works.uncertainty)
        self._ring()

    def _begin_hold(self, seat: int, stamp: int) -> None:
        """Nobody knows yet whether the button will be held. Where a phone waits for that, or where the press starts a
        clock, after which no phone could sit down, it waits for its release; everywhere else the game hears of it at
        once."""
        called = self._callings.of(seat, stamp)
        waits = called is not None or self._starts_clock(seat)
        before, is_unread = self._situation(), self._agrees_unread(seat, stamp)

        def press() -> None:
            if not is_unread:
                self._house.press(seat, stamp, self._works.uncertainty)

        def press_unless_changed() -> None:
            if self._situation() == before and not self._following.may_be_a_bid(self._now()):
                press()

        others = self.buttons.held().keys() - {seat}
        self._holds.begin(Hold(seat, stamp, called, press_unless_changed if waits else None), others)
        if not waits:
            press()

    def _agrees_unread(self, seat: int, stamp: int) -> bool:
        """To something that somebody proposed, and that the display did not show at that stamp, or not for long enough
        to be read."""
        snapshot = self._house.snapshot
        proposal = snapshot.view(None).proposal if snapshot else None
        if not (snapshot and proposal and seat in proposal.waiting_for and proposed(snapshot)):
            return False
        return self.display.is_working and not (self._proposed_at and stamp >= self._proposed_at + READING)

    def _note_shown(self, screen: Screen, at: int) -> None:
        """The display had drawn this screen completely at that stamp. On its thread."""
        self._callings.note_shown(screen, at)
        if not isinstance(screen, Proposed):
            self._proposed_at = None
        elif self._proposed_at is None:
            self._proposed_at = at

    def _starts_clock(self, seat: int) -> bool:
        """Or puts one on the empty table."""
        snapshot = self._house.snapshot
        if snapshot is None or snapshot.view(None).clock_stands:
            return True
        return StartClock() in snapshot.look.now.choices.get(seat, ())

    def _situation(self) -> tuple[int, int] | None:
        """What a press means in the game is the same as long as this is."""
        snapshot = self._house.snapshot
        return (self._house.evening, snapshot.look.step) if snapshot else None

    def _released(self, seat: int, since: int, held_until: int) -> None:
        hold = self._holds.release(seat, since, held_until)
        if hold and hold.put_off and not self._is_off and not self._borrower:
            hold.put_off()
        self._ring()

    def _is_false_start(self, snapshot: Snapshot, run: Run, seat: int, stamp: int) -> bool:
        """But nobody's who was only beaten in the run before."""
        plays = seat < snapshot.look.now.state.setup.players
        return plays and stamp < run.start and not self._following.has_just_ended(stamp)

    def _ring(self) -> None:
        with self._bell:
            self._news = True
            self._bell.notify()

    # The panel's own thread.

    def _attend(self) -> None:
        while not self._worker.is_stopping:
            now = self._now()
            with self._worker.one_round():
                self._mend(now)
                with self._looking:
                    if not self._is_off and not self._borrower:
                        self._look(now)
            self._wait(self._due(now))

    def _look(self, now: int) -> None:
        self._adopt_settings()
        self._tell_troubles(now)
        self._following.catch_up(now, self._idle(), self._invited())
        self._call_false_starts()
        self._answer_holds(now)
        called = self._show_callings(now)
        held = self.buttons.held()
        bids = {seat: since for seat, since in held.items() if since != self._taken.get(seat)}
        self._following.clock_edges(bids, self._works.uncertainty, now)
        ends = self._chord.ends(held, now)
        if ends is not None and not self._is_leaving:
            self._count_down(ends, now)
        elif not self._is_leaving:
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

    def _answer_holds(self, now: int) -> None:
        """On this thread: whoever keeps the book may have to wait for the disk, and no bid should."""
        snapshot = self._house.snapshot
        if snapshot and snapshot.look.clock:  # whoever holds a button now is about to bid
            self._holds.clear()
            return
        for hold in self._holds.complete(self.buttons.held_until):
            self._taken[hold.seat] = hold.since
            called = hold.called
            if called and called.heard and self._counts(hold):
                if called.heard():
                    self._greet(called, now)
            elif self._heard_hold:
                self._heard_hold(hold.seat)

    def _counts(self, hold: Hold) -> bool:
        """Whether it answers what was asked when it began: that still stands, and could be read before."""
        called = hold.called
        if called is None or called.is_over:
            return False
        shown_at = called.shown_at if self.display.is_working else called.since
        return shown_at is not None and hold.since >= shown_at + READING

    def _greet(self, called: Called, now: int) -> None:
        """A phone has sat down."""
        name, colour = self._name(called.seat), self.fittings.seats[called.seat].colour
        seated = Seated(name=name, colour=colour, mark=called.mark)
        self._callings.begin(Called(called.seat, called.mark, now, now + SEATED, seated))

    def _show_callings(self, now: int) -> tuple[int, ...]:
        """What is asked, or what the button that is held will do; the seats whose button is waited for."""
        snapshot = self._house.snapshot
        if snapshot and snapshot.look.clock:
            self._callings.clear()
        called = self._callings.on_display(now)
        self.programme.hold(self._holding(now))
        self.programme.call(called.screen if called else None, called.until if called else 0)
        return self._callings.seats(now)

    def _holding(self, now: int) -> Holding | None:
        """Of the button that has been held for the longest; nothing for an ordinary press, and nothing where two are
        held to switch off."""
        holds = [hold for hold in self._holds.down() if now - hold.since >= NOTICED and self._can_tell(hold)]
        if not holds or self._chord.since(self.buttons.held()) is not None:
            return None
        hold = min(holds, key=lambda hold: hold.since)
        outcome, mark = self._outcome(hold)
        return Holding(
            name=self._name(hold.seat),
            colour=self.fittings.seats[hold.seat].colour,
            mark=mark,
            outcome=outcome,
            since=hold.since,
            until=hold.since + HOLD,
        )

    def _can_tell(self, hold: Hold) -> bool:
        """A button that is stuck is not held by anybody."""
        return self.buttons.held().get(hold.seat) == hold.since and self._heard_hold is not None

    def _outcome(self, hold: Hold) -> tuple[Outcome, str]:
        """What will come of it, and for which phone."""
        if hold.is_spoiled:
            return "one_at_a_time", ""
        if hold.called and self._counts(hold) and isinstance(hold.called.screen, SitDown):
            return hold.called.screen.outcome, hold.called.mark
        return "code", ""

    def _due(self, now: int) -> int:
        is_moving = self._following.is_moving(now) or self._chord.since(self.buttons.held()) is not None
        times = [now + TICK] if is_moving or self._holds.down() else []
        times += [self._retry_at] if self._is_incomplete() else []
        times.append(now + RETRY)  # whether there is a network now, and who has no phone
        changes = self._callings.changes_at(now)
        times += [changes] if changes is not None else []
        return min(times)

    def _wait(self, until: int) -> None:
        with self._bell:
            if not self._news and not self._worker.is_stopping:
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
            self._is_leaving = True
            self._switch_off()

    def _stay(self, now: int) -> None:
        """Whoever lets go stays."""
        if isinstance(self.programme.at(now), ShuttingDown) and not self._is_off:
            self.programme.interrupt(None, 0, 0)
            if self._is_off:  # since a moment: `say_goodbye`, on another thread, first notes it and then shows it
                self.say(ShuttingDown(0))
