"""Merchants of Amsterdam on the device: auctions and their verdicts, terms, years and scorings. Just the clock, too."""

from collections.abc import Iterator, Sequence

from companion.entries import Acted
from companion.games.box import AnyEvent
from companion.games.events import Event, GameOver
from companion.games.merchants import events as ev
from companion.games.merchants.auction import price_of
from companion.games.merchants.state import DISKS, State
from companion.referee import Verdict
from companion.snapshots import CLOCK_ALONE, Look, Snapshot
from hardware.games.shown import Auctions, Shown, game_over
from hardware.programme import Clock, Moment
from hardware.screens import device, table, verdicts
from hardware.screens.clock import Auction, GetReady
from hardware.screens.names import card
from hardware.screens.ranking import Standings
from hardware.screens.screen import Screen
from hardware.sounds import Sound

_SOUNDS: dict[type[Event], Sound] = {ev.Sold: "sold", GameOver: "sold", ev.Doubled: "doubled", ev.Misbid: "misbid"}


def _moments(entry: Acted, snapshot: Snapshot, last: Clock | None) -> Iterator[Moment]:
    return _Told(snapshot.look.now.state, last.auction if last else None).of(entry)


class _Told:
    def __init__(self, state: State, auction: Auction | None) -> None:
        self._state = state
        self._names = state.setup.names
        self._board = state.setup.board
        self._lot = auction.lot if auction else None
        self._doubled = auction is not None and auction.run.doubled

    def of(self, entry: Acted) -> Iterator[Moment]:
        yield from self._tie(entry.verdicts)
        for event in entry.events:
            match event:
                case ev.Sold(seat, price):
                    yield Moment(self._sold(seat, price, entry.verdicts), 4)
                case ev.Misbid(seat, dial):
                    price = price_of(dial, self._doubled)
                    yield Moment(verdicts.Misbid(name=self._names[seat], price=price), 3)
                case ev.Unsold():
                    yield Moment(verdicts.Unsold(self._lot), 3)
                case ev.Year(year) if year != self._board.years[0].year:
                    space = self._board.years[self._board.year_at[year]]
                    yield Moment(table.Event(year, space.event), 2 if space.event == "none" else 3)
                case ev.Scored():
                    yield Moment(self._scoring(event), 5)
                case GameOver():
                    yield game_over(event, self._names)
        if any(isinstance(event, ev.Scored) for event in entry.events):
            yield Moment(standings(self._state), 4)

    def _tie(self, found: Sequence[Verdict]) -> Iterator[Moment]:
        first = [verdict for verdict in found if verdict.ruling == "first"]
        tied = [verdict for verdict in found if verdict.ruling == "tied"]
        if first and tied:
            stamps = [verdict.after for verdict in (*first, *tied)]
            names = tuple(self._names[verdict.seat] for verdict in (*first, *tied))
            yield Moment(
                verdicts.Tie(names=names, apart=max(stamps) - min(stamps), winner=self._names[first[0].seat]), 4
            )

    def _sold(self, seat: int, price: int, found: Sequence[Verdict]) -> Screen:
        first = next((verdict for verdict in found if verdict.ruling == "first"), None)
        beaten = [verdict for verdict in found if verdict.ruling == "beaten"]
        if first and beaten:
            second = min(beaten, key=lambda verdict: verdict.after)
            margin, rival = second.after - first.after, self._names[second.seat]
            return verdicts.Sold(name=self._names[seat], price=price, lot=self._lot, margin=margin, rival=rival)
        return verdicts.Sold(name=self._names[seat], price=price, lot=self._lot)

    def _scoring(self, event: ev.Scored) -> Screen:
        parts = tuple(table.ScoredPlace(part.part, self._earned(part)) for part in event.parts)
        return table.Scoring(event.year, event.area, parts)

    def _earned(self, part: ev.ScoredPart) -> tuple[tuple[str, int], ...]:
        return tuple((self._names[seat], part.amounts[seat]) for seat in (*part.first, *part.second))


def _standing(snapshot: Snapshot) -> tuple[Screen, ...]:
    return (_stands(snapshot),)


def _stands(snapshot: Snapshot) -> Screen:
    view, state = snapshot.view(None), snapshot.look.now.state
    names = state.setup.names
    year = state.setup.board.years[state.year].year
    if state.winners is not None:
        return standings(state)
    if view.clock_stands:
        return table.Paused(None if view.game == CLOCK_ALONE else names[state.mayor])
    if view.game == CLOCK_ALONE:
        return device.ClockWaits()
    ask = state.agenda[-1]
    if ask.what in ("draw", "place", "start_clock", "bid"):
        return _term(state, year)
    seat = state.mayor if ask.seat is None else ask.seat
    used = {"mayor_card": "mayor", "auction_card": "auction"}.get(ask.what)
    lies = state.disks[DISKS.index(used)] if used in DISKS else None
    return table.Decision(
        name=names[seat], what=ask.what, year=year, card=card(state.setup.board, lies) if lies else None
    )


def standings(state: State) -> Standings:
    year = state.setup.board.years[state.year].year
    return Standings(tuple(zip(state.setup.names, state.money, strict=True)), year, in_thousands=True)


def _term(state: State, year: str) -> Screen:
    board = state.setup.board
    return table.Term(
        number=state.terms,
        year=year,
        mayor=state.setup.names[state.mayor],
        drawn=card(board, state.drawn) if state.drawn else None,
        disks=tuple(lies and board.cards[lies].kind for lies in state.disks),
        is_ready=state.agenda[-1].what == "start_clock",
    )


def _clock(snapshot: Snapshot) -> Clock | None:
    run, state = snapshot.look.clock, snapshot.look.now.state
    if run is None:
        return None
    lies = state.disks[DISKS.index("auction")]
    is_alone = snapshot.view(None).game == CLOCK_ALONE
    lot = card(state.setup.board, lies) if lies and not is_alone else None
    barred = tuple(state.setup.names[seat] for seat in state.barred)
    return Clock(GetReady(run=run, lot=lot, barred=barred), Auction(run=run, lot=lot, barred=barred))


def _may_bid(look: Look, seat: int, now: int) -> bool:
    run, state = look.clock, look.now.state
    assert run is not None
    place = run.place_at(now)
    if now < run.start or place == len(run.slices) or not look.now.choices.get(seat):
        return False
    return bool(state.money[seat] >= price_of(run.slices[place].dial, run.doubled))


def _mayor(state: State) -> int:
    return state.mayor


def _sound(event: AnyEvent) -> Sound | None:
    return _SOUNDS.get(type(event))


def _buyer(event: AnyEvent) -> int | None:
    return event.seat if isinstance(event, ev.Sold) else None


MERCHANTS = Shown(_moments, _standing, _sound, _buyer, Auctions(_clock, _may_bid, _mayor))
