"""The figures of the expansions: where Supervisor, Bailiff and black-marketeer stand, and where they go (A10). How far
it is from place to place only the board shows, so who moves one says where it stands then.
"""

from companion.games.amsterdam.actions import PlaceBailiff, PlaceMarketeer, PlaceSupervisor
from companion.games.amsterdam.events import Stands
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOURS, GOODS, ROOFS, WAREHOUSES, Colour, Good, Place
from companion.games.events import Ask
from companion.games.rules import Options, Question


def first_places(play: Play, _ask: Ask) -> None:
    """The last player puts the Supervisor on a warehouse, the one before the Bailiff on a block, the first player the
    black-marketeer on the black market."""
    state = play.state
    if state.setup.rules.marketeer:
        play.ask("marketeer", state.order[0])
    if state.setup.rules.workers:
        play.ask("bailiff", state.order[-2])
        play.ask("supervisor", state.order[-1])


def move_supervisor(play: Play, seat: int) -> None:
    """Unless it was put right that it has left."""
    if play.state.supervisor is not None:
        play.ask("supervisor", seat)


def move_bailiff(play: Play, seat: int) -> None:
    play.ask("bailiff", seat)


def move_marketeer(play: Play, seat: int) -> None:
    play.ask("marketeer", seat)


def _supervisor_places(state: State, _seat: int | None) -> Options:
    """At the beginning a warehouse; later anywhere that is not full, and not where it stands."""
    places = supervisor_places(state) if state.supervisor else WAREHOUSES
    return tuple(PlaceSupervisor(place) for place in places if place != state.supervisor)


def supervisor_places(state: State) -> list[Place]:
    """Warehouses and storehouses that take one more commodity at least."""
    warehouses = [house for house, there in zip(WAREHOUSES, state.warehouses, strict=True) if not there]
    storehouses = [good for good, there in zip(GOODS, state.storehouses, strict=True) if there < ROOFS]
    return [*warehouses, *storehouses]


def bailiff_places(state: State) -> list[Colour]:
    """Districts with a free block."""
    return [colour for place, colour in enumerate(COLOURS) if state.free_blocks(place) > 0]


def _bailiff_places(state: State, _seat: int | None) -> Options:
    return tuple(map(PlaceBailiff, bailiff_places(state)))


def marketeer_places(state: State) -> list[Good]:
    """Free spaces of the black market."""
    return [good for good, there in zip(GOODS, state.black_market, strict=True) if not there]


def _marketeer_places(state: State, _seat: int | None) -> Options:
    return tuple(map(PlaceMarketeer, marketeer_places(state)))


def _put_supervisor(play: Play, _seat: int, action: PlaceSupervisor) -> None:
    play.emit(Stands("supervisor", action.at))


def _put_bailiff(play: Play, _seat: int, action: PlaceBailiff) -> None:
    play.emit(Stands("bailiff", action.district))


def _put_marketeer(play: Play, _seat: int, action: PlaceMarketeer) -> None:
    play.emit(Stands("marketeer", action.good))


def _supervisor_leaves(play: Play, _ask: Ask) -> None:
    """Unless there still is room where it stands, and only there."""
    if not supervisor_places(play.state):
        play.emit(Stands("supervisor", None))


def _bailiff_leaves(play: Play, _ask: Ask) -> None:
    play.emit(Stands("bailiff", None))


def _marketeer_leaves(play: Play, _ask: Ask) -> None:
    play.emit(Stands("marketeer", None))


SUPERVISOR = Question(_supervisor_places, _put_supervisor, _supervisor_leaves)
BAILIFF = Question(_bailiff_places, _put_bailiff, _bailiff_leaves)
MARKETEER = Question(_marketeer_places, _put_marketeer, _marketeer_leaves)
