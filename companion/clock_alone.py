"""The clock with no game behind it: for a table that plays by the cardboard and wants a clock that judges.

It presides over a table like a chair, but what is auctioned is any card, anybody may start the clock, and nothing is
kept beyond the evening. Every auction is a moment of the game's own rules.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.auction_clock import Profile, Run
from companion.auctioneer import Arrangement, Auctioneer, check_countdown
from companion.chair import CLOCK_RUNS, now_in_words
from companion.entries import Acted, AnyEntry, Judged, Paused, Row, TookBack
from companion.errors import TableClosed
from companion.games.actions import SetUp
from companion.games.errors import Illegal
from companion.games.events import Ask
from companion.games.merchants import Moment, advance, moment
from companion.games.merchants.actions import Expire, StartClock
from companion.games.merchants.events import Sold
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.sight import sight
from companion.games.merchants.state import Setup, State, empty_state
from companion.lot import Terms
from companion.referee import Press, Verdict
from companion.requests import AnyRequest, Pause, PutAway, Start, TakeBack
from companion.seats import Seat
from companion.snapshots import CLOCK_ALONE, Look, Snapshot, View

ENOUGH = 1_000_000_000
"""Guilders of everybody where nobody counts them."""


class ClockAlone:
    def __init__(
        self,
        setup: Setup,
        money: Sequence[int] | None,
        terms: Terms,
        profile: Profile,
        get_ready: float,
        time: Callable[[], int],
    ) -> None:
        self.setup = setup
        self._seats = tuple(map(Seat, setup.names, setup.seats))
        self.counts_money = money is not None
        self.money = tuple(money) if money is not None else (ENOUGH,) * setup.players
        self.rows: list[Row] = []
        self.changed = True
        self.auction = self._table(0)
        """What was auctioned while the last clock ran."""
        self._auctioneer = Auctioneer(terms, profile, get_ready, time)
        self._now: Moment | None = None
        """The auction, from the start of its clock until it is decided."""
        self._verdicts: tuple[Verdict, ...] = ()
        self._sales: list[Sold] = []
        self._number = 0
        self._is_put_away = False
        self._tell(Acted(None, SetUp(), ()))

    @property
    def run(self) -> Run | None:
        return self._auctioneer.run

    @property
    def due(self) -> int | None:
        return self._auctioneer.due

    @property
    def stands(self) -> bool:
        """An auction was interrupted."""
        return self._now is not None and self.run is None

    @property
    def state(self) -> State:
        """Of the auction; between two of them that of an empty table."""
        return self._now.state if self._now else self._table(0)

    def is_open(self) -> bool:
        """An auction is on, whether its clock runs or stands."""
        return self._now is not None

    def is_decided(self) -> bool:
        """Somebody has stopped the clock, although that has yet to be judged."""
        return self._auctioneer.is_decided()

    def hear(self, seat: int, wish: AnyRequest) -> int:
        if seat not in range(self.setup.players):
            raise Illegal("There is no seat {seat} at this table.", seat=str(seat))
        if self._is_put_away:
            raise TableClosed("The table is closed.")
        match wish:
            case Start(get_ready):
                self._start(seat, get_ready)
            case StartClock():
                self._start(seat, None)
            case Pause():
                self.pause(seat)
            case TakeBack():
                self.take_back(seat)
            case PutAway():
                self._put_away()
            case _:
                raise Illegal("Only the clock is on the table, no game.")
        return len(self.rows) - 1

    def press(self, press: Press, at: int) -> None:
        """A bid, or the start of the clock; it reached the table at the stamp `at`."""
        if press.seat not in range(self.setup.players) or self._is_put_away:
            return
        match self._auctioneer.hear(press, at):
            case Verdict() as late:
                self._tell(Judged((late,)))
                self._verdicts += (late,)
            case "free":
                self._start(press.seat, None)

    def _start(self, seat: int, get_ready: float | None) -> None:
        check_countdown(get_ready)
        if self.run:
            raise Illegal("The clock is running already.")
        if self._now is None:
            self._now, events = advance(moment(self._table(seat)), seat, StartClock())
            self._tell(Acted(seat, StartClock(), tuple(events)))
        self._auctioneer.start(self._now, get_ready)
        self.changed = True

    def drawn(self, shows: str, stamp: int) -> None:
        self._auctioneer.drawn(shows, stamp)

    def arrange(self, arrangement: Arrangement) -> None:
        """How the next auctions go."""
        self._auctioneer.arrange(arrangement)

    def prepare(self) -> None:
        """Judge what was pressed so far, so that it need not be done once it is due."""
        self._auctioneer.foreseen()

    def look(self, *, at_once: bool = False) -> None:
        """Whether the clock was stopped, or is over; `at_once`: judged although it is not due."""
        judgement = self._auctioneer.judged(at_once=at_once)
        if judgement is None:
            return
        assert self._now is not None
        self.auction = self._now.state
        action = judgement.stop or Expire()
        self._now, events = advance(self._now, judgement.seat, action)
        self._verdicts = judgement.verdicts
        self._tell(Acted(judgement.seat, action, tuple(events), judgement.verdicts))
        if self._now.state.agenda and self._now.state.agenda[-1].what == "bid":  # doubled or misbid: it runs again
            self._auctioneer.restart(self._now)
            return
        self._now = None
        for event in events:
            if isinstance(event, Sold):
                self._sales.append(event)
                self._pay(event.seat, -event.price)

    def pause(self, seat: int) -> None:
        """The clock stands, and begins at start again; if it stands already the auction is given up."""
        if self._now is None:
            raise Illegal("The clock is not running.")
        if self.is_decided():
            raise Illegal("The clock has just been stopped.")
        if self.stands:
            self._now = None
            self._tell(TookBack(0, (seat,)))
        else:
            self._auctioneer.stand()
            self._tell(Paused((seat,)))

    def _put_away(self) -> None:
        """Nothing of it is kept, so nobody is asked."""
        if self.run:
            raise Illegal(CLOCK_RUNS)
        self._is_put_away = self.changed = True

    def take_back(self, seat: int) -> Sold:
        """The last sale is paid back."""
        if self._now is not None:
            raise Illegal("First let this auction come to its end.")
        if not self._sales:
            raise Illegal("There is no sale to take back.")
        sale = self._sales.pop()
        self._pay(sale.seat, sale.price)
        self._tell(TookBack(0, (seat,)))
        return sale

    def snapshot(self) -> Snapshot:
        self.changed = False
        self._number += 1
        now = self._now or self._anybody_may_start()
        last = self.rows[-1]
        same_for_all = {
            "number": self._number,
            "game": CLOCK_ALONE,
            "rules": MERCHANTS.name,
            "row": last.n,
            "seats": self._seats,
            "clock": self.run,
            "clock_stands": self.stands,
            "last": last.entry,
            "verdicts": self._verdicts,
            "proposal": None,
            "trouble": None,
        }
        may_take_back = self._now is None and bool(self._sales)
        look = Look(last.n, last.n, now, self.run, self._auctioneer.ended_at)
        views = partial(_views, now, may_take_back, same_for_all)
        return Snapshot(number=self._number, make_views=views, look=look, is_put_away=self._is_put_away)

    def _anybody_may_start(self) -> Moment:
        return Moment(self._table(0), dict.fromkeys(range(self.setup.players), (StartClock(),)))

    def _table(self, mayor: int) -> State:
        """With a card for auction, and this seat as the mayor, who may start the clock."""
        state = empty_state(self.setup)
        state.money = self.money
        state.mayor = mayor
        state.disks = (None, self.setup.board.data.cards[-1].id, None)
        state.agenda = (Ask("start_clock", mayor),)
        return state

    def _tell(self, entry: AnyEntry) -> None:
        self.rows.append(Row(len(self.rows), now_in_words(), entry))
        self.changed = True

    def _pay(self, seat: int, amount: int) -> None:
        self.money = tuple(money + amount * (seat == other) for other, money in enumerate(self.money))


def _views(now: Moment, may_take_back: bool, same_for_all: Mapping[str, Any]) -> tuple[View, ...]:
    seen = sight(now.state)
    seats = (*range(now.state.setup.players), None)
    return tuple(
        View(
            **same_for_all,
            seat=seat,
            table=seen,
            options=tuple(now.choices.get(seat, ())) if seat is not None else (),
            may_take_back=seat is not None and may_take_back,
        )
        for seat in seats
    )
