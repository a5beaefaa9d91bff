"""Follows what is on the table with everything that is seen and heard of it: programme, lamps, dial and sounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from companion.auction_clock import MILLISECOND, SECOND, Run
from companion.entries import Acted, Judged, Row
from companion.games.box import AnyEvent
from companion.games.events import ENDINGS
from companion.lot import LATE
from companion.settings import Settings
from companion.snapshots import Snapshot
from hardware import showing
from hardware.dial import Dial
from hardware.glows import glows
from hardware.lamps import Lamps
from hardware.programme import Clock, Programme
from hardware.screens.screen import Screen
from hardware.screens.verdicts import Sold
from hardware.sounds import Sounds

HELD = 200 * MILLISECOND
"""A button that was pressed so long before the start and is still down then is a false start; a shorter press has
started the clock, or was told already."""
WON = 3 * SECOND
"""So long the lamp of a winner flickers; at the end of a game four times as long."""


class Hosts(Protocol):
    """The doors of the house that the panel uses."""

    evening: int

    @property
    def settings(self) -> Settings | None:
        """As they are now; None: as they were when the panel was made."""

    @property
    def snapshot(self) -> Snapshot | None: ...

    def history(self, since: int = 0) -> tuple[Row, ...]: ...

    def press(self, seat: int, stamp: int, uncertainty: int = 0) -> None: ...

    def drawn(self, shows: str, stamp: int) -> None: ...

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]: ...


class Following:
    """Told by the panel's thread to look, again and again."""

    def __init__(self, house: Hosts, programme: Programme, lamps: Lamps, dial: Dial, sounds: Sounds) -> None:
        self._house = house
        self._programme = programme
        self._lamps = lamps
        self._dial = dial
        self._sounds = sounds
        self._evening: int | None = None
        self._told = 0
        """Rows of this evening."""
        self._last: Clock | None = None
        """The clock that runs, or ran last."""
        self._sale: Sold | None = None
        """As it is shown, or was shown last."""
        self._place: tuple[int, int] | None = None
        """In which slice of which run it was the last time."""
        self._run: Run | None = None
        self._ended_at = -LATE
        """When a clock was last stopped, as far as was seen."""
        self._winners: Sequence[int] = ()
        self._winners_until = 0

    def is_moving(self, now: int) -> bool:
        """Whether something changes by itself."""
        snapshot = self._house.snapshot
        return (snapshot is not None and snapshot.look.clock is not None) or now < self._winners_until

    def catch_up(self, now: int, idle: Sequence[Screen], invited: Sequence[Screen] = ()) -> None:
        """What has happened, and what is so. `idle` stands while nothing is on the table; who is `invited` is told so
        in turn with what stands, which comes twice as often in a game."""
        evening, snapshot = self._house.evening, self._house.snapshot
        if snapshot is None:
            self._clear(now)
            self._programme.stand(*idle[:1], *invited, *idle[1:])
            return
        if evening != self._evening:
            self._clear(now)
            self._evening, self._told = evening, len(self._house.history())
        self._note_end(snapshot.look.clock, now)
        seen = snapshot.look.row  # a row is written down before its snapshot is out
        rows = tuple(row for row in self._house.history(self._told) if row.n <= seen)
        self._told += len(rows)
        moments = showing.moments(rows, snapshot, self._last)
        self._programme.play(moments, now)
        self._sale = next((moment.screen for moment in moments if isinstance(moment.screen, Sold)), self._sale)
        self._tell_margin(rows, snapshot)
        clock = showing.clock(snapshot)
        self._last = clock or self._last
        self._programme.run(clock)
        self._programme.propose(showing.proposed(snapshot))
        standing = tuple(showing.standing(snapshot))
        self._programme.stand(*(standing * 2 if invited else standing), *invited)
        self._dial.show(snapshot.look.clock)
        events = list(_events(rows))
        self._greet_winners(events, snapshot, now)
        if rows:
            self._sound(events, snapshot, rows[-1])

    def _tell_margin(self, rows: Sequence[Row], snapshot: Snapshot) -> None:
        """Whoever pressed after the hammer had fallen is the one who was beaten, and wants to know by how much."""
        late = [
            verdict
            for row in rows
            if isinstance(row.entry, Judged)
            for verdict in row.entry.verdicts
            if verdict.ruling == "too_late"
        ]
        for verdict in late:
            if self._sale and verdict.margin is not None and verdict.margin < (self._sale.margin or LATE):
                name = snapshot.look.now.state.setup.names[verdict.seat]
                told = msgspec.structs.replace(self._sale, margin=verdict.margin, rival=name)
                self._programme.replace(self._sale, told)
                self._sale = told

    def _clear(self, now: int) -> None:
        """An evening is over."""
        if self._evening is not None:
            self._evening = self._last = self._sale = None
            self._note_end(None, now)
            self._programme.forget()
            self._dial.show(None)

    def _note_end(self, run: Run | None, now: int) -> None:
        if self._run and (run is None or run.start != self._run.start):
            self._ended_at = now
        self._run = run

    def may_be_a_bid(self, stamp: int) -> bool:
        """A press at this stamp: a clock runs, counts down, or has just ended."""
        snapshot = self._house.snapshot
        return (snapshot is not None and snapshot.look.clock is not None) or self.has_just_ended(stamp)

    def has_just_ended(self, stamp: int) -> bool:
        """A press now may have been meant for a clock that was stopped a moment before, whether it was seen here or
        not."""
        snapshot = self._house.snapshot
        ended_at = snapshot.look.clock_ended_at if snapshot else self._ended_at
        return ended_at is not None and stamp <= ended_at + LATE

    def _greet_winners(self, events: Sequence[AnyEvent], snapshot: Snapshot, now: int) -> None:
        buyer_by = showing.shown(snapshot).buyer
        for event in events:
            if isinstance(event, ENDINGS):
                self._winners, self._winners_until = event.winners, now + 4 * WON
            elif (buyer := buyer_by(event)) is not None:
                self._winners, self._winners_until = (buyer,), now + WON

    def _sound(self, events: Sequence[AnyEvent], snapshot: Snapshot, last: Row) -> None:
        """Whoever is called, and has not just done something, hears so."""
        wanted = [sound for sound in map(showing.shown(snapshot).sound, events) if sound]
        if wanted:
            self._sounds.play(wanted[-1])
            return
        view = snapshot.view(None)
        asked = view.table.asked
        if asked is None or asked.seat is None or view.seats[asked.seat].is_bot:
            return
        if not isinstance(last.entry, Acted) or last.entry.seat != asked.seat:
            self._sounds.play("turn")

    def glow(self, seats: int, in_trouble: Sequence[int], called: Sequence[int], now: int) -> None:
        """The lamps, which change with the price."""
        winners = self._winners if now < self._winners_until else ()
        snapshot = self._house.snapshot
        self._lamps.show(glows(snapshot, seats, now, won=winners, in_trouble=in_trouble, called=called))

    def clock_edges(self, held: Mapping[int, int], uncertainty: int, now: int) -> None:
        """The start, with the buttons that are held down then, and a tick for every price."""
        snapshot = self._house.snapshot
        run = snapshot.look.clock if snapshot else None
        if run is None:
            return
        place = run.place_at(now) if now >= run.start else -1
        before, self._place = self._place, (run.start, place)
        if place < 0 or before == self._place:
            return
        self._sounds.play("tick" if place else "start")
        if place == 0 and before == (run.start, -1):
            self._tell_held(run, held, uncertainty)

    def _tell_held(self, run: Run, held: Mapping[int, int], uncertainty: int) -> None:
        for seat, since in held.items():
            if since < run.start - HELD:
                self._house.press(seat, since, uncertainty)


def _events(rows: Sequence[Row]) -> Iterator[AnyEvent]:
    for row in rows:
        if isinstance(row.entry, Acted):
            yield from row.entry.events
