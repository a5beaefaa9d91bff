"""The auction clock with no game behind it: for a table that plays by the cardboard and wants a clock that judges.

Every auction is a moment of the game's own rules, with any card under the hammer. It is told the time and keeps none;
`clock_keys` gives it keys and draws it.
"""

from collections.abc import Sequence

from companion.auction_clock import SECOND, Profile, Run, run_from
from companion.chair import RESTART
from companion.games.merchants import Moment, advance, moment
from companion.games.merchants.actions import Expire, StartClock
from companion.games.merchants.events import AnyEvent, Ask, Doubled, Misbid, Sold, Unsold
from companion.games.merchants.state import Setup, State, empty_state
from companion.games.merchants.story import Story
from companion.lot import MOMENT, Lot, Stopped, Terms
from companion.referee import Press
from companion.terminal.telling import purses
from companion.terminal.verdicts import Called, ran_out, sentences

ENOUGH = 1_000_000_000
"""Guilders of everybody where nobody counts them."""

_TOLD = (Doubled, Misbid, Sold, Unsold)


class ClockOnly:
    """Everything that happens comes back as the sentences that tell it."""

    def __init__(
        self,
        setup: Setup,
        money: Sequence[int] | None,
        terms: Terms,
        profile: Profile,
        get_ready: float,
        called: Called,
    ) -> None:
        self.setup = setup
        self.counts_money = money is not None
        self.money = tuple(money) if money is not None else (ENOUGH,) * setup.players
        self.lot: Lot | None = None
        self._now: Moment | None = None
        """The auction, from the start of its clock until it is decided."""
        self._terms = terms
        self._profile = profile
        self._get_ready = round(get_ready * SECOND)
        self.called = called
        self._story = Story(setup, called)
        self._stopped: Stopped | None = None
        self._paused_at = -MOMENT
        self._auction = self._table(0)
        """What was auctioned while the last clock ran."""
        self._sales: list[Sold] = []

    @property
    def run(self) -> Run | None:
        return self.lot.run if self.lot else None

    @property
    def due(self) -> int | None:
        return self.lot.due if self.lot else None

    @property
    def stands(self) -> bool:
        """An auction was interrupted."""
        return self._now is not None and self.lot is None

    @property
    def state(self) -> State:
        """Of the auction; between two of them that of an empty table."""
        return self._now.state if self._now else self._table(0)

    def press(self, press: Press, now: int) -> list[str]:
        """A bid, or the start of the clock."""
        if self._is_too_late(press):
            return self._judge_late(press)
        if self.lot:
            self.lot.press(press, now)
            return []
        if press.stamp <= self._paused_at + MOMENT:
            return []
        told = [f"{self.called(press.seat)} starts the clock."]
        if self._now is None:
            self._now, _ = advance(moment(self._table(press.seat)), press.seat, StartClock())
            told = ["", *told]
        self._run_clock(now, self._get_ready)
        return told

    def drawn(self, shows: str, stamp: int) -> None:
        if self.lot:
            self.lot.drawn(shows, stamp)

    def look(self, now: int) -> list[str]:
        """Whether the clock was stopped, or is over."""
        if self.lot is None or self._now is None or now < self.lot.due:
            return []
        lot, before, self.lot = self.lot, self._now, None
        judgement = lot.judged()
        self._stopped, self._auction = Stopped(lot, lot.stopped_at(judgement)), before.state
        self._now, events = advance(before, judgement.seat, judgement.stop or Expire())
        told = sentences(judgement.verdicts, before.state, self.called)
        told += [] if judgement.stop else ran_out(before.state)
        told += self._told(events)
        if self._now.state.agenda and self._now.state.agenda[-1].what == "bid":  # doubled or misbid: it runs again
            self._run_clock(now, max(self._get_ready, RESTART))
            return told
        return told + self._decided(events)

    def pause(self, now: int) -> list[str]:
        """The clock stands, and begins at start again; if it stands already the auction is given up."""
        if self._now is None:
            return ["The clock is not running."]
        if self.lot is None:
            self._now = None
            return ["The auction is called off."]
        if self.lot.is_decided(now):
            return []  # it was stopped before; that is told in a moment
        self._paused_at = now
        self.lot = None
        return ["The clock stands. It begins at start again."]

    def take_back(self) -> list[str]:
        """The last sale is paid back."""
        if self._now is not None:
            return ["First let this auction come to its end."]
        if not self.counts_money:
            return ["Nobody's money is counted; --money does that."]
        if not self._sales:
            return ["There is no sale to take back."]
        sale = self._sales.pop()
        self._pay(sale.seat, sale.price)
        return [f"{self.called(sale.seat)} gets {sale.price:,} back.", self._purses()]

    def _table(self, mayor: int) -> State:
        """With a card for auction, and this seat as the mayor, who may start the clock."""
        state = empty_state(self.setup)
        state.money = self.money
        state.mayor = mayor
        state.disks = (None, self.setup.board.data.cards[-1].id, None)
        state.agenda = (Ask("start_clock", mayor),)
        return state

    def _run_clock(self, now: int, countdown: int) -> None:
        assert self._now is not None
        doubled = self._now.state.doubled_by is not None
        run = run_from(now + countdown, self.setup.board, self._profile, doubled)
        self.lot = Lot(self._now, run, self._terms)

    def _told(self, events: Sequence[AnyEvent]) -> list[str]:
        return [sentence for event in events if isinstance(event, _TOLD) for sentence in self._story.tell(event)]

    def _decided(self, events: Sequence[AnyEvent]) -> list[str]:
        """The auction is over; what was bought is paid."""
        self._now = None
        if not self.counts_money:
            return []
        for event in events:
            if isinstance(event, Sold):
                self._sales.append(event)
                self._pay(event.seat, -event.price)
        return [self._purses()]

    def _pay(self, seat: int, amount: int) -> None:
        self.money = tuple(money + amount * (seat == other) for other, money in enumerate(self.money))

    def _purses(self) -> str:
        return purses(self.money, self.called)

    def _is_too_late(self, press: Press) -> bool:
        """For the clock that was just stopped, and not meant for one that runs again."""
        if self._stopped is None or (self.lot and press.stamp >= self.lot.run.start):
            return False
        return self._stopped.was_meant_by(press)

    def _judge_late(self, press: Press) -> list[str]:
        assert self._stopped is not None
        verdict = self._stopped.verdict(press)
        return sentences([verdict], self._auction, self.called) if verdict else []
