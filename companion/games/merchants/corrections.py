"""Putting right what the cardboard shows otherwise: money, a token, a credit marker; and saying so in words. Not a move
of the game: no rule asks for it, and only what cannot be on any board is refused.

Bonuses follow the tokens, but no money follows the bonuses: what everybody has is what was said.
"""

from collections.abc import Sequence

from companion.games.actions import MOST_MONEY, Change, SetMoney
from companion.games.corrections import check_seat, money_told, put_money
from companion.games.errors import Illegal
from companion.games.merchants.actions import Commodity
from companion.games.merchants.bonuses import due
from companion.games.merchants.events import Bonus, Credit, Market, Office, OfficeLost, Warehouse, WarehouseLost
from companion.games.merchants.names import TRACKS
from companion.games.merchants.state import TRACK, Play, State
from companion.games.merchants.story import part_title
from companion.games.speech import ENGLISH, Phrase, Speech
from companion.games.telling import Called

MOST_MARKERS = 99


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


def put_right(play: Play, changes: Sequence[AnyChange]) -> None:
    """All the changes, one after the other; then the bonuses are those of the board."""
    for change in changes:
        _put_right(play, change)
    for seat in range(play.state.setup.players):
        if play.state.supply(seat) < 0:
            raise Illegal("{name} would have more tokens on the board than there are.", name=_name(play.state, seat))
        _hold_what_is_due(play, seat)


def _put_right(play: Play, change: AnyChange) -> None:
    if change.seat is not None:
        check_seat(play.state, change.seat)
    match change:
        case SetMoney():
            put_money(play, change, least=-MOST_MONEY)
        case SetMarkers(seat, markers):
            _markers(play, seat, markers)
        case SetTrack(seat, commodity, space):
            _track(play, seat, commodity, space)
        case SetOwner(space_id, owner):
            _owner(play, space_id, owner)


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


def in_words(changes: Sequence[Change], called: Called, speech: Speech = ENGLISH) -> str:
    """How things really are."""
    return speech.listed([_in_words(change, called, speech) for change in changes])


def _in_words(change: Change, called: Called, speech: Speech) -> str:
    match change:
        case SetMoney():
            return money_told(change, called, speech)
        case SetMarkers(seat, count):
            markers = speech.counted(count, "{count} credit marker", "{count} credit markers")
            return speech.say("{name} holds {markers}", name=called(seat), markers=markers)
        case SetTrack(seat, commodity, 0):
            track = part_title(commodity, speech)
            return speech.say("{name} stands nowhere on {commodity}", name=called(seat), commodity=track)
        case SetTrack(seat, commodity, space):
            return speech.say(
                "{name} stands on space {space} on {commodity}",
                name=called(seat),
                space=space,
                commodity=part_title(commodity, speech),
            )
        case SetOwner(space_id, owner):
            if owner is None:
                return speech.say("{space} belongs to nobody", space=space_id)
            return speech.say("{space} belongs to {name}", space=space_id, name=called(owner))
        case _:
            raise AssertionError(f"{change} is no change of this game")
