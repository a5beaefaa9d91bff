"""How a fact changes the state. Judges nothing; nothing else changes a state."""

from collections.abc import Callable
from typing import Any

from companion.games.amsterdam import events as ev
from companion.games.amsterdam.actions import Buy, UseCard
from companion.games.amsterdam.amstel import order_after
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import (
    COLOUR_AT,
    GOOD_AT,
    KIND_AT,
    NO_GOODS,
    NO_RESOURCES,
    WAREHOUSES,
    WORKER_AT,
    WORKERS,
    Counts,
    plus,
)
from companion.games.events import Asked, Event, Money, Won
from companion.games.state import put


def _more(counts: Counts, place: int, more: int = 1) -> Counts:
    return put(counts, place, counts[place] + more)


# How it begins, and what chance brings.


def _discs_stacked(state: State, event: ev.DiscsStacked) -> None:
    state.order = event.seats


def _tiles_drawn(state: State, event: ev.TilesDrawn) -> None:
    state.tiles = event.districts


def _round(state: State, event: ev.Round) -> None:
    state.round = event.round
    state.tile = None
    state.used = ()
    state.dice = ()
    state.chosen = ((),) * state.setup.players


def _phase(state: State, event: ev.PhaseBegins) -> None:
    state.phase = event.phase
    state.acting = None


def _rolled(state: State, event: ev.Rolled | ev.DiceTurned) -> None:
    state.dice = event.dice


# Cards.


def _cards_shown(state: State, event: ev.CardsShown) -> None:
    state.display = event.cards


def _card_taken(state: State, event: ev.CardTaken) -> None:
    state.display = _more(state.display, KIND_AT[event.kind], -1)
    state.below = put(state.below, event.seat, (*state.below[event.seat], event.card))
    state.out = (*state.out, event.card)


def _card_thrown(state: State, event: ev.CardThrown) -> None:
    _from_below(state, event.seat, event.card)


def _display_card_thrown(state: State, event: ev.DisplayCardThrown) -> None:
    state.display = _more(state.display, KIND_AT[event.kind], -1)
    state.out = (*state.out, event.card)


def _activated(state: State, event: ev.Activated) -> None:
    _from_below(state, event.seat, event.card)
    state.active = put(state.active, event.seat, (*state.active[event.seat], event.card))


def _from_below(state: State, seat: int, card: int) -> None:
    state.below = put(state.below, seat, tuple([other for other in state.below[seat] if other != card]))


def _card_placed(state: State, event: ev.CardPlaced) -> None:
    for seat in range(state.setup.players):
        _from_below(state, seat, event.card)
        _from_active(state, seat, event.card)
    others = tuple([card for card in state.out if card != event.card])
    state.out = others if event.where == "gone" else (*others, event.card)
    if event.where == "below":
        state.below = put(state.below, event.seat, (*state.below[event.seat], event.card))
    elif event.where == "active":
        state.active = put(state.active, event.seat, (*state.active[event.seat], event.card))


def _from_active(state: State, seat: int, card: int) -> None:
    state.active = put(state.active, seat, tuple([other for other in state.active[seat] if other != card]))


def _card_used(state: State, event: ev.CardUsed) -> None:
    if event.once:
        state.used = (*state.used, event.card)
    others = [use for use in state.uses if use.card != event.card]
    state.uses = (*others, UseCard(event.card, event.once, event.effect))


def _card_scored(state: State, event: ev.CardScored) -> None:
    state.scored = (*state.scored, event.card)


# Resources, gulden, prestige.


def _dice_taken(state: State, event: ev.DiceTaken) -> None:
    state.chosen = put(state.chosen, event.seat, (event.first, event.second))


def _into_roundel(state: State, event: ev.IntoRoundel) -> None:
    slots = state.roundels[event.seat]
    slot = event.slot - 1
    filled = put(slots, slot, _more(slots[slot], COLOUR_AT[event.colour], event.count))
    state.roundels = put(state.roundels, event.seat, filled)


def _roundel_turned(state: State, event: ev.RoundelTurned) -> None:
    _, *others = state.roundels[event.seat]
    state.roundels = put(state.roundels, event.seat, (*others, NO_RESOURCES))
    _into_supply(state, event.seat, event.out)


def _supply(state: State, event: ev.Supply) -> None:
    _into_supply(state, event.seat, event.resources)


def _into_supply(state: State, seat: int, resources: Counts) -> None:
    state.supply = put(state.supply, seat, plus(state.supply[seat], resources))


def _shack(state: State, event: ev.Shack) -> None:
    state.shacks = put(state.shacks, event.seat, event.colour)


def _money(state: State, event: Money) -> None:
    state.money = _more(state.money, event.seat, event.amount)


def _prestige(state: State, event: ev.Prestige) -> None:
    state.prestige = _more(state.prestige, event.seat, event.amount)


def _penalty(state: State, event: ev.Penalty) -> None:
    state.penalties = _more(state.penalties, event.seat, event.count)


# What is done in phase III.


def _acting(state: State, event: ev.Acting) -> None:
    state.acting = event.seat
    state.once = ()


def _once_done(state: State, event: ev.OnceDone) -> None:
    state.once = (*state.once, event.what)


def _block_taken(state: State, event: ev.BlockTaken) -> None:
    _count_crests(state, event.seat, COLOUR_AT[event.district], 1)
    state.groups = put(state.groups, event.seat, max(state.groups[event.seat], event.group))
    if event.seat == state.setup.automaton:
        state.tom_builds = state.tom_builds[1:]


def _count_crests(state: State, seat: int, district: int, more: int) -> None:
    state.crests = put(state.crests, seat, _more(state.crests[seat], district, more))


def _crests_counted(state: State, event: ev.CrestsCounted) -> None:
    _count_crests(state, event.seat, COLOUR_AT[event.district], event.count)


def _group_counted(state: State, event: ev.GroupCounted) -> None:
    state.groups = put(state.groups, event.seat, event.group)


def _stored(state: State, event: ev.Stored) -> None:
    state.storage = put(state.storage, event.seat, _more(state.storage[event.seat], GOOD_AT[event.good]))


def _black_market(state: State, event: ev.BlackMarket) -> None:
    state.black_market = _more(state.black_market, GOOD_AT[event.good])


def _goods_counted(state: State, event: ev.GoodsCounted) -> None:
    held = state.cargo if event.aboard else state.storage
    changed = put(held, event.seat, _more(held[event.seat], GOOD_AT[event.good], event.count))
    if event.aboard:
        state.cargo = changed
    else:
        state.storage = changed


def _storehouse_counted(state: State, event: ev.StorehouseCounted) -> None:
    state.storehouses = put(state.storehouses, GOOD_AT[event.good], event.count)


def _warehouse_counted(state: State, event: ev.WarehouseCounted) -> None:
    state.warehouses = put(state.warehouses, WAREHOUSES.index(event.warehouse), event.count)


def _black_market_counted(state: State, event: ev.BlackMarketCounted) -> None:
    state.black_market = put(state.black_market, GOOD_AT[event.good], event.count)


def _loaded(state: State, event: ev.Loaded) -> None:
    seat = event.seat
    state.cargo = put(state.cargo, seat, plus(state.cargo[seat], state.storage[seat]))
    state.storage = put(state.storage, seat, NO_GOODS)


def _sailed(state: State, event: ev.Sailed) -> None:
    state.barges = put(state.barges, event.seat, event.to)
    state.once = tuple([what for what in state.once if what not in ("worker", "supervised")])


def _barge_placed(state: State, event: ev.BargePlaced) -> None:
    state.barges = put(state.barges, event.seat, event.at)


def _delivered(state: State, event: ev.Delivered) -> None:
    good = GOOD_AT[event.good]
    if event.aboard:
        state.cargo = put(state.cargo, event.seat, _more(state.cargo[event.seat], good, -1))
    else:
        state.tom_delivered = event.good
    if event.at in WAREHOUSES:
        state.warehouses = _more(state.warehouses, WAREHOUSES.index(event.at))
    else:
        state.storehouses = _more(state.storehouses, good)


def _fetched(state: State, event: ev.Fetched) -> None:
    state.aboard = put(state.aboard, event.seat, (*state.aboard[event.seat], event.worker))
    state.docks = _more(state.docks, WORKER_AT[event.dock], -1)
    state.waiting = _more(state.waiting, WORKER_AT[event.worker], -1)


def _brought(state: State, event: ev.Brought) -> None:
    aboard = list(state.aboard[event.seat])
    aboard.remove(event.worker)
    state.aboard = put(state.aboard, event.seat, tuple(aboard))
    state.magazine += 1


def _tom_brought(state: State, event: ev.TomBrought) -> None:
    state.docks = _more(state.docks, WORKER_AT[event.dock], -1)
    state.magazine += 1
    state.tom_emptied = event.dock


def _magazine_counted(state: State, event: ev.MagazineCounted) -> None:
    state.magazine = event.count


def _workers_counted(state: State, event: ev.WorkersCounted) -> None:
    """They come from those whom nobody has fetched, or go back to them."""
    aboard, place = state.aboard[event.seat], WORKER_AT[event.worker]
    counts = {worker: aboard.count(worker) for worker in WORKERS} | {event.worker: event.count}
    state.aboard = put(state.aboard, event.seat, tuple([one for one in WORKERS for _ in range(counts[one])]))
    waiting = state.waiting[place] + aboard.count(event.worker) - event.count
    state.waiting = put(state.waiting, place, min(max(waiting, 0), state.setup.workers_of_a_colour))


def _advanced(state: State, event: ev.Advanced) -> None:
    _move_disc(state, event.seat, event.to)
    state.crossing = (event.before, event.to)


def _disc_placed(state: State, event: ev.DiscPlaced) -> None:
    _move_disc(state, event.seat, event.to)


def _move_disc(state: State, seat: int, to: int) -> None:
    state.amstel = put(state.amstel, seat, to)
    state.order = order_after(state.order, state.amstel, seat, state.setup.board.mouth)


def _tile_seen(state: State, event: ev.TileSeen) -> None:
    state.tile = Buy(event.price, event.effect)


def _stands(state: State, event: ev.Stands) -> None:
    setattr(state, event.figure, event.at)


def _tom_builds(state: State, event: ev.TomBuilds) -> None:
    state.tom_builds = event.districts


def _won(state: State, event: Won) -> None:
    state.winners = event.winners


def _asked(state: State, event: Asked) -> None:
    state.agenda = event.agenda


CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    ev.DiscsStacked: _discs_stacked,
    ev.TilesDrawn: _tiles_drawn,
    ev.Round: _round,
    ev.PhaseBegins: _phase,
    ev.CardsShown: _cards_shown,
    ev.CardTaken: _card_taken,
    ev.CardThrown: _card_thrown,
    ev.DisplayCardThrown: _display_card_thrown,
    ev.Rolled: _rolled,
    ev.DiceTurned: _rolled,
    ev.DiceTaken: _dice_taken,
    ev.IntoRoundel: _into_roundel,
    ev.RoundelTurned: _roundel_turned,
    ev.Supply: _supply,
    ev.Shack: _shack,
    ev.Prestige: _prestige,
    ev.Penalty: _penalty,
    ev.Acting: _acting,
    ev.Activated: _activated,
    ev.CardUsed: _card_used,
    ev.BlockTaken: _block_taken,
    ev.Stored: _stored,
    ev.BlackMarket: _black_market,
    ev.Loaded: _loaded,
    ev.Sailed: _sailed,
    ev.Fetched: _fetched,
    ev.Brought: _brought,
    ev.TomBrought: _tom_brought,
    ev.Delivered: _delivered,
    ev.Advanced: _advanced,
    ev.TileSeen: _tile_seen,
    ev.OnceDone: _once_done,
    ev.Stands: _stands,
    ev.TomBuilds: _tom_builds,
    ev.CardScored: _card_scored,
    ev.CrestsCounted: _crests_counted,
    ev.GroupCounted: _group_counted,
    ev.GoodsCounted: _goods_counted,
    ev.DiscPlaced: _disc_placed,
    ev.BargePlaced: _barge_placed,
    ev.CardPlaced: _card_placed,
    ev.StorehouseCounted: _storehouse_counted,
    ev.WarehouseCounted: _warehouse_counted,
    ev.BlackMarketCounted: _black_market_counted,
    ev.MagazineCounted: _magazine_counted,
    ev.WorkersCounted: _workers_counted,
    Money: _money,
    Won: _won,
    Asked: _asked,
}
