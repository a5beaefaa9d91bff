"""How a fact changes the state. Judges nothing; nothing else changes a state."""

from collections.abc import Callable
from typing import Any

from companion.games.events import Asked, Event, GameOver, Money
from companion.games.merchants import events as ev
from companion.games.merchants.state import DISKS, TRACK, State
from companion.games.state import put

_DISK = {disk: place for place, disk in enumerate(DISKS)}


def _term(state: State, event: ev.Term) -> None:
    state.mayor = event.mayor
    state.terms += 1


def _drawn(state: State, event: ev.Drawn) -> None:
    kind = state.setup.board.card_at[event.card]
    state.left = put(state.left, kind, state.left[kind] - 1)
    state.drawn = event.card


def _placed(state: State, event: ev.Placed) -> None:
    state.disks = put(state.disks, _DISK[event.disk], event.card)
    state.drawn = None


def _set_aside(state: State, event: ev.SetAside) -> None:
    mayors, auctioned, discarded = state.disks
    match event.why:
        case "sand_clock" | "three_players":
            state.drawn = None
        case "discarded":
            state.disks = (mayors, auctioned, None)
        case "used" if mayors is not None:  # the mayor's card is used before the auction begins (M6)
            state.disks = (None, auctioned, discarded)
        case "used" | "unsold":
            state.disks = (mayors, None, discarded)


def _year(state: State, event: ev.Year) -> None:
    state.year = state.setup.board.year_at[event.year]


def _market(state: State, event: ev.Market) -> None:
    tracks = put(state.market[event.seat], TRACK[event.commodity], event.to)
    state.market = put(state.market, event.seat, tracks)


def _office(state: State, event: ev.Office | ev.OfficeLost) -> None:
    bit = state.setup.board.office_bit[event.space]
    state.offices = put(state.offices, event.seat, state.offices[event.seat] ^ bit)


def _warehouse(state: State, event: ev.Warehouse | ev.WarehouseLost) -> None:
    bit = state.setup.board.plot_bit[event.space]
    state.warehouses = put(state.warehouses, event.seat, state.warehouses[event.seat] ^ bit)


def _money(state: State, event: Money) -> None:
    state.money = put(state.money, event.seat, state.money[event.seat] + event.amount)


def _credit(state: State, event: ev.Credit) -> None:
    state.markers = put(state.markers, event.seat, event.markers)


def _bonus(state: State, event: ev.Bonus) -> None:
    bit = state.setup.board.bonus_bit[event.bonus]
    state.bonuses = put(state.bonuses, event.seat, state.bonuses[event.seat] ^ bit)
    if event.bonus == "market":
        state.owing = put(state.owing, event.seat, event.held and event.owed)


def _clock_started(state: State, event: ev.ClockStarted) -> None:
    state.doubled_by = event.doubled_by
    state.barred = event.barred


def _clock_done(state: State, _event: ev.Sold | ev.Unsold) -> None:
    state.doubled_by = None
    state.barred = ()


def _game_over(state: State, event: GameOver) -> None:
    state.winners = event.winners


def _asked(state: State, event: Asked) -> None:
    state.agenda = event.agenda


def _told(_state: State, _event: ev.Doubled | ev.Misbid | ev.Scored) -> None:
    """Said aloud; what it changes follows as events of its own."""


CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    ev.Term: _term,
    ev.Drawn: _drawn,
    ev.Placed: _placed,
    ev.SetAside: _set_aside,
    ev.Year: _year,
    ev.Market: _market,
    ev.Office: _office,
    ev.OfficeLost: _office,
    ev.Warehouse: _warehouse,
    ev.WarehouseLost: _warehouse,
    Money: _money,
    ev.Credit: _credit,
    ev.Bonus: _bonus,
    ev.ClockStarted: _clock_started,
    ev.Doubled: _told,
    ev.Misbid: _told,
    ev.Sold: _clock_done,
    ev.Unsold: _clock_done,
    ev.Scored: _told,
    GameOver: _game_over,
    Asked: _asked,
}
