"""The harbour: the barge is loaded, moved and unloaded; commodities are delivered, dock workers carried (A6, A7)."""

from companion.games.amsterdam import figures
from companion.games.amsterdam.actions import Bring, Deliver, Fetch, Load, MoveBarge
from companion.games.amsterdam.board import Printed
from companion.games.amsterdam.events import (
    Brought,
    Delivered,
    Fetched,
    Loaded,
    OnceDone,
    Prestige,
    Sailed,
    Supply,
)
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import (
    BERTHS,
    GOOD_AT,
    GOODS,
    PLACES,
    ROOFS,
    WAREHOUSES,
    WORKER_AT,
    WORKERS,
    Good,
    Place,
    minus,
)
from companion.games.events import Money
from companion.games.rules import Options
from companion.games.typed import Counted, OneOf, Typed

SUPERVISED = 2
"""More for each commodity where the Supervisor stands (A10)."""


def loads(state: State, seat: int) -> Options:
    can = any(state.storage[seat]) and state.barges[seat] in state.setup.board.cranes
    return (Load(),) if can else ()


def load(play: Play, seat: int) -> None:
    play.emit(Loaded(seat))


def voyages(state: State, seat: int) -> Options:
    """Anywhere, for at least one resource; how far it is only the board shows."""
    have = state.supply[seat]
    elsewhere = [place for place in PLACES if place != state.barges[seat] or place == "water"]
    return Typed(MoveBarge, elsewhere, Counted([range(count + 1) for count in have], without=1)) if any(have) else ()


def sail(play: Play, seat: int, action: MoveBarge) -> None:
    was_supervised = "supervised" in play.state.once
    play.emit(Supply(seat, minus(action.pay), "barge"))
    play.emit(Sailed(seat, action.to))
    if was_supervised:
        figures.move_supervisor(play, seat)


# Dock workers.


def fetches(state: State, seat: int) -> Options:
    """One worker while the barge lies at a dock, never of the dock's own colour, and two aboard at most."""
    dock = state.barges[seat]
    if dock not in WORKERS or "worker" in state.once or len(state.aboard[seat]) == BERTHS:
        return ()
    if not state.docks[WORKER_AT[dock]]:
        return ()
    waiting = zip(WORKERS, state.waiting, strict=True)
    return tuple(Fetch(worker) for worker, count in waiting if count and worker != dock)


def fetch(play: Play, seat: int, action: Fetch) -> None:
    dock = play.state.barges[seat]
    assert dock in WORKERS
    play.emit(OnceDone("worker"))
    play.emit(Fetched(seat, action.worker, dock))
    play.emit(Money(seat, 1, "worker"))


def bringings(state: State, seat: int) -> Options:
    dock = state.barges[seat]
    return Typed(Bring, magazine(state).choices) if dock in state.aboard[seat] else ()


def bring(play: Play, seat: int, action: Bring) -> None:
    dock = play.state.barges[seat]
    assert dock in WORKERS
    play.emit(Brought(seat, dock))
    if action.prestige:
        play.emit(Prestige(seat, action.prestige, "magazine"))


def magazine(state: State) -> Printed:
    """The topmost free space."""
    return state.setup.board.magazine(state.magazine)


# Commodities.


def deliveries(state: State, seat: int) -> Options:
    at = state.barges[seat]
    aboard = [good for good in GOODS if state.cargo[seat][GOOD_AT[good]] and takes(state, at, good)]
    return OneOf(*(Typed(Deliver, (good,), printed(state, at, good).choices) for good in aboard))


def is_warehouse(place: Place) -> bool:
    return place in WAREHOUSES


def takes(state: State, place: Place, good: Good) -> bool:
    """Whether this commodity can be delivered at this place."""
    if place in WAREHOUSES:
        return not state.warehouses[WAREHOUSES.index(place)]
    return place == good and state.storehouses[GOOD_AT[good]] < ROOFS


def printed(state: State, place: Place, good: Good) -> Printed:
    """What a place that takes it shows for this commodity."""
    board = state.setup.board
    if place in WAREHOUSES:
        return board.warehouse(place)
    return board.roof(good, state.storehouses[GOOD_AT[good]])


def deliver(play: Play, seat: int, action: Deliver) -> None:
    state = play.state
    at = state.barges[seat]
    play.emit(Delivered(seat, action.good, at))
    reward(play, seat, action.good, action.prestige)
    if state.supervisor == at:
        play.emit(Prestige(seat, SUPERVISED, "supervisor"))
        if "supervised" not in state.once:
            play.emit(OnceDone("supervised"))


def reward(play: Play, seat: int, good: Good, prestige: int) -> None:
    """What is printed, and more for a fast delivery (A7)."""
    if prestige:
        play.emit(Prestige(seat, prestige, f"delivery:{good}"))
    if fast := play.state.setup.board.fast_bonus(play.state.round):
        play.emit(Prestige(seat, fast, "fast"))
