"""Looks on at a table, and tells what it sees: how things stand, each auction that is over, and who won. It is shown
nothing but an onlooker's view, and what the game itself tells everybody.
"""

from collections.abc import Iterable, Iterator

from companion.auction_clock import MILLISECOND
from companion.convention.announcements import (
    Auction,
    Clock,
    InWords,
    Player,
    Result,
    Standing,
    TableNow,
    in_words,
)
from companion.entries import Acted, Row, TookBack
from companion.games.box import GAMES
from companion.games.merchants.actions import StartClock
from companion.games.merchants.events import ClockStarted, Sold, Unsold
from companion.games.merchants.state import DISKS, State
from companion.games.merchants.story import card_title
from companion.games.speech import ENGLISH, Speech
from companion.games.telling import Chapter, Telling
from companion.past import Past
from companion.referee import Verdict
from companion.seats import Seat
from companion.snapshots import CLOCK_ALONE, Snapshot, View

_RIVALS = ("tied", "beaten")


class Onlooker:
    """At one table, from the first row on to wherever it is."""

    def __init__(self, snapshot: Snapshot) -> None:
        view = snapshot.view(None)
        self._seats = view.seats
        setup = snapshot.look.now.state.setup
        self._past = None if view.game == CLOCK_ALONE else Past(GAMES[view.rules], setup)
        self._auctions: list[Auction] = []
        """All of them, and"""
        self._clock_sales: list[Auction] = []
        """of the clock alone those that stand."""
        self._is_open = self._is_doubled = False
        """The auction of a clock alone."""
        self.told = 0
        """So many rows."""
        self.at = ""
        """When the last of them was written."""

    def follow(self, rows: Iterable[Row]) -> list[Auction]:
        """The auctions that these rows bring to their end."""
        before = len(self._auctions)
        for row in rows:
            self._auctions += self._ended(row)
            if self._past:
                self._past.add(row)
            else:
                self._follow_clock(row)
            self.told += 1
            self.at = row.at
        return self._auctions[before:]

    def last(self) -> Auction | None:
        """That was not taken back."""
        if self._past is None:
            return self._clock_sales[-1] if self._clock_sales else None
        standing = {row.n for row in self._past.standing()} if self._past.rows else set()
        return next((one for one in reversed(self._auctions) if one.number in standing), None)

    def _ended(self, row: Row) -> Iterator[Auction]:
        if not isinstance(row.entry, Acted):
            return
        for event in row.entry.events:
            if isinstance(event, Unsold):
                yield Auction(number=row.n, at=row.at, lot=self._lot())
            elif isinstance(event, Sold):
                yield self._sold(row, event, row.entry.verdicts)

    def _sold(self, row: Row, sold: Sold, verdicts: tuple[Verdict, ...]) -> Auction:
        first = next((one for one in verdicts if one.ruling == "first"), None)
        rivals = [one for one in verdicts if one.ruling in _RIVALS]
        closest = min(rivals, key=lambda one: one.margin or 0, default=None)
        winner = self._seats[sold.seat]
        return Auction(
            number=row.n,
            at=row.at,
            winner=winner.name,
            colour=winner.colour,
            price=sold.price,
            doubled=self._past.state.doubled_by is not None if self._past else self._is_doubled,
            lot=self._lot(),
            rival=self._seats[closest.seat].name if first and closest else None,
            margin_ms=round((closest.margin or 0) / MILLISECOND, 2) if first and closest else None,
            tie=closest is not None and closest.ruling == "tied",
        )

    def _lot(self) -> InWords | None:
        """The card under the hammer, before the row that is being followed."""
        return _lot(self._past.state) if self._past else None

    def _follow_clock(self, row: Row) -> None:
        """What is taken back is the auction that is open, or else the last sale."""
        match row.entry:
            case Acted(action=action, events=events):
                self._is_open = self._is_open or isinstance(action, StartClock)
                for event in events:
                    if isinstance(event, ClockStarted):
                        self._is_doubled = event.doubled_by is not None
            case TookBack() if self._is_open:
                self._is_open = False
            case TookBack():
                del self._clock_sales[-1:]
        ended = [one for one in self._auctions if one.number == row.n]
        self._clock_sales += [one for one in ended if one.winner]
        self._is_open = self._is_open and not ended


def nothing_on(table: str) -> TableNow:
    return TableNow(table=table, on="nothing")


def now_on(snapshot: Snapshot, table: str, last: Auction | None) -> TableNow:
    """How it stands, at a table that is called so."""
    view = snapshot.view(None)
    if view.game == CLOCK_ALONE:
        return TableNow(table=table, on="clock", players=_bidders(view), clock=_clock(view), last=last)
    chapter, sight = _chapter(snapshot), view.table
    game, asked = GAMES[view.rules], sight.asked
    return TableNow(
        table=table,
        on="game" if sight.winners is None else "over",
        game=view.rules,
        number=view.game,
        where=in_words(lambda speech: _chapter(snapshot, speech).title),
        year=chapter.when,
        players=_players(snapshot),
        counts=game.scored_in,
        turn=asked.seat if asked else None,
        asks=asked.what if asked else "",
        mayor=chapter.mayor,
        clock=_clock(view),
        lot=_lot(snapshot.look.now.state) if _clock(view) != "off" else None,
        last=last,
        winners=sight.winners or (),
    )


def result(snapshot: Snapshot, table: str, at: str) -> Result | None:
    """None while nobody has won, or where there is nothing to win."""
    view = snapshot.view(None)
    if view.game == CLOCK_ALONE or view.table.winners is None:
        return None
    scores = view.table.score
    order = sorted(range(len(view.seats)), key=lambda seat: -scores[seat])
    return Result(
        table=table,
        game=view.rules,
        number=view.game,
        counts=GAMES[view.rules].scored_in,
        standings=tuple(
            Standing(
                place=1 + sum(score > scores[seat] for score in scores),
                name=view.seats[seat].name,
                colour=view.seats[seat].colour,
                score=scores[seat],
                wins=seat in view.table.winners,
            )
            for seat in order
        ),
        at=at,
    )


def _chapter(snapshot: Snapshot, speech: Speech = ENGLISH) -> Chapter:
    return _telling(snapshot, speech).chapter(snapshot.look.now.state)


def _telling(snapshot: Snapshot, speech: Speech) -> Telling:
    setup = snapshot.look.now.state.setup
    return GAMES[snapshot.view(None).rules].telling(setup, lambda seat: setup.names[seat], speech)


def _players(snapshot: Snapshot) -> tuple[Player, ...]:
    view = snapshot.view(None)
    scores = _telling(snapshot, ENGLISH).worth(snapshot.look.now.state)
    is_money = scores == view.table.money
    return tuple(
        _player(seat, view.table.money[place], None if is_money else scores[place])
        for place, seat in enumerate(view.seats)
    )


def _bidders(view: View) -> tuple[Player, ...]:
    """At a clock alone, which leaves the money to the cardboard."""
    return tuple(_player(seat, None) for seat in view.seats)


def _player(seat: Seat, money: int | None, score: int | None = None) -> Player:
    return Player(seat.name, seat.colour, money, score, seat.is_bot)


def _lot(state: State) -> InWords | None:
    """The card for auction, which lies open."""
    card = state.disks[DISKS.index("auction")]
    return in_words(lambda speech: card_title(state.setup.board, card, speech)) if card else None


def _clock(view: View) -> Clock:
    if view.clock:
        return "doubled" if view.clock.doubled else "on"
    return "stands" if view.clock_stands else "off"
