"""Bots at the table. They act through the same doors as everybody else, at a human pace.

What a bot will do is worked out at once and follows from the game's own secret and the step alone, so a game that was
interrupted goes on as it would have. A thread then waits for the right time to do it.
"""

import threading
from concurrent.futures import Future
from random import Random
from typing import Any, NamedTuple

from companion.auction_clock import SECOND, Run
from companion.bots import BOTS
from companion.errors import BadJournal
from companion.games.box import AnyAction
from companion.games.merchants.actions import StartClock
from companion.games.merchants.auction import stop_at
from companion.games.speech import mark
from companion.snapshots import Look, View
from companion.table import Table
from companion.worker import UNTOLD, Faults, Worker

RETRY = 1.0
"""Seconds until a bot tries again what could not be written down."""


class Intention(NamedTuple):
    """At this stamp the seat will do this; None is pressing the button."""

    at: int
    seat: int
    action: AnyAction | None


class BotPlayers:
    """Plays all the seats of a table that no person plays."""

    def __init__(self, table: Table, seed: str, pace: float, faults: Faults = UNTOLD) -> None:
        self._table = table
        self._seed = seed
        self.pace = pace
        """Seconds that a bot thinks; whoever changes it is heard at the next decision."""
        self._news = threading.Condition()
        self.worker = Worker("bots", mark("Bots"), self._play, faults, wake=self._hear)
        self._unsubscribe = table.subscribe(self._hear)
        self.worker.start()

    def end(self) -> None:
        self._unsubscribe()
        self.worker.stop()

    def _hear(self) -> None:
        with self._news:
            self._news.notify()

    def _play(self) -> None:
        """Make plans whenever the game has moved on, and carry them out one by one while it has not. On the bots'
        thread; begun anew it plans from what is on the table then."""
        planned_for: Look | None = None
        plans: list[Intention] = []
        while not self.worker.is_stopping:
            look = self._table.look()
            if planned_for is None or (look.row, look.clock) != (planned_for.row, planned_for.clock):
                planned_for = look
                plans = intentions(look, self._table.view(None), self._seed, self.pace, self._table.now())
            if self._waited(plans[0].at if plans else None, look):
                answer = carry_out(self._table, plans.pop(0))
                if answer and isinstance(answer.exception(), BadJournal):
                    planned_for = None  # nothing has changed, but the disk may take it the next time
                    self.worker.wait(RETRY)

    def _waited(self, until: int | None, look: Look) -> bool:
        """Whether it is time now and nothing has happened at the table before."""
        timeout = None if until is None else max(0, until - self._table.now()) / SECOND
        with self._news:
            happened = self._news.wait_for(lambda: self.worker.is_stopping or self._table.look() is not look, timeout)
        return not happened


def carry_out(table: Table, intention: Intention) -> "Future[int] | None":
    """A refusal is nothing to a bot: somebody was faster, and it will see what came of it."""
    if intention.action is not None:
        return table.submit(intention.seat, intention.action)
    table.press(intention.seat, intention.at)
    return None


def intentions(look: Look, view: View, seed: str, pace: float, now: int) -> list[Intention]:
    """What the bots are going to do next, the earliest first, if nothing happens before."""
    bots = _Bots(look, view, seed)
    state = look.now.state
    if not state.agenda:
        return []
    ask = state.agenda[-1]
    if ask.what == "bid":
        return bots.bids(look.clock) if look.clock else bots.starts_clock(state.mayor, pace, now)
    if ask.what == "draw" or ask.seat is None:  # the table's own cards are turned up by people
        return []
    return bots.answers(ask.seat, pace, now)


class _Bots:
    def __init__(self, look: Look, view: View, seed: str) -> None:
        self._look = look
        self._seats = view.seats
        self._there_are = BOTS[view.rules]
        self._seed = seed

    def answers(self, seat: int, pace: float, now: int) -> list[Intention]:
        if not self._seats[seat].is_bot:
            return []
        bot, chance = self._bot(seat)
        action = bot.choose(self._look.now.state, seat, self._look.now.choices[seat])
        return [Intention(now + _thinking(chance, pace), seat, action)]

    def starts_clock(self, mayor: int, pace: float, now: int) -> list[Intention]:
        """Again, after an interruption; where people play, they know when it is over."""
        if not all(seat.is_bot for seat in self._seats):
            return []
        return [Intention(now + _thinking(self._chance(mayor), pace), mayor, StartClock())]

    def bids(self, clock: Run) -> list[Intention]:
        found = [self._bid(seat, clock) for seat, who in enumerate(self._seats) if who.is_bot]
        return sorted(intention for intention in found if intention)

    def _bid(self, seat: int, clock: Run) -> Intention | None:
        """Somewhere within the time that the clock shows the price it wants."""
        state, choices = self._look.now.state, self._look.now.choices
        if seat not in choices:
            return None
        bot, chance = self._bot(seat)
        wanted = bot.bid(state, seat, choices[seat])
        if wanted is None:
            return None
        begins = 0
        for slice_ in clock.slices:
            if stop_at(state, slice_.dial, slice_.shows == "start") == wanted:
                after = begins + round((slice_.until - begins) * chance.uniform(0.15, 0.85))
                return Intention(clock.start + after, seat, None)
            begins = slice_.until
        return None

    def _bot(self, seat: int) -> tuple[Any, Random]:
        chance = self._chance(seat)
        return self._there_are[self._seats[seat].player](chance), chance

    def _chance(self, seat: int) -> Random:
        return Random(f"{self._seed} {self._look.step} {seat}")


def _thinking(chance: Random, pace: float) -> int:
    return round(pace * chance.uniform(0.6, 1.4) * SECOND)
