"""Putting right what the cardboard shows otherwise: money, a token, a credit marker. Not a move of the game: no rule
asks for it, and only what cannot be on any board is refused.

Bonuses follow the tokens, but no money follows the bonuses: what everybody has is what was said.
"""

from collections.abc import Sequence

import msgspec

from companion.games.errors import Illegal
from companion.games.merchants.actions import Action, Commodity
from companion.games.merchants.bonuses import due
from companion.games.merchants.events import Bonus, Credit, Market, Money, Office, OfficeLost, Warehouse, WarehouseLost
from companion.games.merchants.names import TRACKS
from companion.games.merchants.play import Play
from companion.games.merchants.state import TRACK, State
from companion.games.speech import Phrase

MOST_MONEY = 100_000_000
MOST_MARKERS = 99


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How one thing really is."""


class SetMoney(Change, frozen=True, tag="money"):
    seat: int
    amount: int


class SetMarkers(Change, frozen=True, tag="credit"):
    seat: int
    markers: int


class SetTrack(Change, frozen=True, tag="market"):
    """A seat's token stands on this space of a track; 0 is off the track."""

    seat: int
    commodity: Commodity
    space: int


class SetOwner(Change, frozen=True, tag="owner"):
    """An office or building space belongs to this seat, or to nobody."""

    space: str
    seat: int | None


AnyChange = SetMoney | SetMarkers | SetTrack | SetOwner


class Correction(Action, frozen=True, tag="correction"):
    """The table agreed that this is how it is. Nobody's action, and no answer to any question."""

    changes: tuple[AnyChange, ...]
    reason: str


def put_right(play: Play, changes: Sequence[AnyChange]) -> None:
    """All the changes, one after the other; then the bonuses are those of the board."""
    if not changes:
        raise Illegal("Say what is to be put right.")
    for change in changes:
        _put_right(play, change)
    for seat in range(play.state.setup.players):
        if play.state.supply(seat) < 0:
            raise Illegal("{name} would have more tokens on the board than there are.", name=_name(play.state, seat))
        _hold_what_is_due(play, seat)
    if not play.events:
        raise Illegal("Everything is like that already.")


def _put_right(play: Play, change: AnyChange) -> None:
    state = play.state
    if change.seat is not None and change.seat not in range(state.setup.players):
        raise Illegal("There is no seat {seat} at this table.", seat=str(change.seat))
    match change:
        case SetMoney(seat, amount):
            _money(play, seat, amount)
        case SetMarkers(seat, markers):
            _markers(play, seat, markers)
        case SetTrack(seat, commodity, space):
            _track(play, seat, commodity, space)
        case SetOwner(space_id, owner):
            _owner(play, space_id, owner)


def _money(play: Play, seat: int, amount: int) -> None:
    if abs(amount) > MOST_MONEY:
        raise Illegal("Nobody can have {amount} guilders.", amount=amount)
    if difference := amount - play.state.money[seat]:
        play.emit(Money(seat, difference, "correction"))


def _markers(play: Play, seat: int, markers: int) -> None:
    if not 0 <= markers <= MOST_MARKERS:
        raise Illegal("Nobody can have {markers} credit markers.", markers=markers)
    if markers != play.state.markers[seat]:
        play.emit(Credit(seat, markers))


def _track(play: Play, seat: int, commodity: Commodity, space: int) -> None:
    if not 0 <= space <= play.state.setup.board.track_end:
        track = Phrase(TRACKS[commodity])
        raise Illegal("There is no space {space} on the {commodity} track.", space=space, commodity=track)
    before = play.state.market[seat][TRACK[commodity]]
    if before != space:
        play.emit(Market(seat, commodity, before, space))


def _owner(play: Play, space: str, owner: int | None) -> None:
    state = play.state
    board = state.setup.board
    gained: type[Office | Warehouse] = Office
    lost: type[OfficeLost | WarehouseLost] = OfficeLost
    bit, owned = board.office_bit.get(space, 0), state.offices
    if not bit:
        gained, lost = Warehouse, WarehouseLost
        bit, owned = board.plot_bit.get(space, 0), state.warehouses
    if not bit:
        raise Illegal("There is no space {space} on this board.", space=space)
    before = next((seat for seat, spaces in enumerate(owned) if spaces & bit), None)
    if before == owner:
        return
    if before is not None:
        play.emit(lost(before, space))
    if owner is not None:
        play.emit(gained(owner, space))


def _hold_what_is_due(play: Play, seat: int) -> None:
    state = play.state
    board = state.setup.board
    met = due(board, state.market[seat], state.offices[seat], state.warehouses[seat])
    changed = met ^ state.bonuses[seat]
    for bonus, bit in board.bonus_bit.items():
        if changed & bit:
            play.emit(Bonus(seat, bonus, held=bool(met & bit)))


def _name(state: State, seat: int) -> str:
    return state.setup.names[seat]
