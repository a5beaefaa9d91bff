"""Putting right what the cardboard shows otherwise, and saying so in words. Not a move of the game: no rule asks for
it, and only what cannot be on any board is refused.
"""

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.actions import Change, SetMoney
from companion.games.amsterdam.events import (
    Advanced,
    CrestsCounted,
    GoodsCounted,
    GroupCounted,
    IntoRoundel,
    Penalty,
    Prestige,
    Supply,
)
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import BLOCKS, COLOUR_AT, GOOD_AT, NO_GOODS, SLOTS, Colour, Good, only
from companion.games.amsterdam.titles import district_title, goods_title, resources_title
from companion.games.corrections import check_seat, money_told, put_money
from companion.games.errors import Illegal
from companion.games.speech import ENGLISH, Speech
from companion.games.state import put
from companion.games.telling import Called

MOST = 500
"""Of anything that somebody can have."""


class SetPrestige(Change, frozen=True, tag="prestige"):
    seat: int
    amount: int


class SetSupply(Change, frozen=True, tag="supply"):
    """A seat has so many resources of a colour in its supply."""

    seat: int
    colour: Colour
    count: int


class SetRoundel(Change, frozen=True, tag="roundel"):
    """So many of a colour lie in a slot of the roundel; slot 1 leaves next."""

    seat: int
    slot: int
    colour: Colour
    count: int


class SetPenalties(Change, frozen=True, tag="penalties"):
    seat: int
    count: int


class SetSpace(Change, frozen=True, tag="space"):
    """The disc lies on this space of the Amstel, on top of those that are there; the start is 0."""

    seat: int
    space: int


class SetCrests(Change, frozen=True, tag="crests"):
    """A seat has so many crests in a district."""

    seat: int
    district: Colour
    count: int


class SetGroup(Change, frozen=True, tag="group"):
    """So many crests of a seat hang together in its largest group."""

    seat: int
    count: int


class SetGoods(Change, frozen=True, tag="goods"):
    """So many of a commodity are in storage, or aboard."""

    seat: int
    good: Good
    aboard: bool
    count: int


AnyChange = (
    SetMoney | SetPrestige | SetSupply | SetRoundel | SetPenalties | SetSpace | SetCrests | SetGroup | SetGoods
)  # fmt: skip


def put_right(play: Play, changes: Sequence[AnyChange]) -> None:
    """All the changes, one after the other; then they must fit together."""
    for change in changes:
        check_seat(play.state, change.seat)
        _PUT_RIGHT[type(change)](play, change)
    _check(play.state)


def _money(play: Play, change: SetMoney) -> None:
    put_money(play, change, least=0)


def _prestige(play: Play, change: SetPrestige) -> None:
    if not -MOST <= change.amount <= MOST:
        raise Illegal("Nobody can have {amount} prestige.", amount=change.amount)
    if more := change.amount - play.state.prestige[change.seat]:
        play.emit(Prestige(change.seat, more, "correction"))


def _supply(play: Play, change: SetSupply) -> None:
    if more := _counted(change.count) - play.state.supply[change.seat][COLOUR_AT[change.colour]]:
        play.emit(Supply(change.seat, only(change.colour, more), "correction"))


def _roundel(play: Play, change: SetRoundel) -> None:
    if change.slot not in range(1, SLOTS + 1):
        raise Illegal("A roundel has slots from 1 to {last}.", last=SLOTS)
    there = play.state.roundels[change.seat][change.slot - 1][COLOUR_AT[change.colour]]
    if more := _counted(change.count) - there:
        play.emit(IntoRoundel(change.seat, change.slot, change.colour, more))


def _penalties(play: Play, change: SetPenalties) -> None:
    if more := _counted(change.count) - play.state.penalties[change.seat]:
        play.emit(Penalty(change.seat, more, "correction"))


def _space(play: Play, change: SetSpace) -> None:
    if not 0 <= change.space <= play.state.setup.board.mouth:
        raise Illegal("There is no space {space} on the Amstel.", space=str(change.space))
    before = play.state.amstel[change.seat]
    if change.space != before:
        play.emit(Advanced(change.seat, before, change.space))


def _crests(play: Play, change: SetCrests) -> None:
    if more := _counted(change.count) - play.state.crests[change.seat][COLOUR_AT[change.district]]:
        play.emit(CrestsCounted(change.seat, change.district, more))


def _group(play: Play, change: SetGroup) -> None:
    if _counted(change.count) != play.state.groups[change.seat]:
        play.emit(GroupCounted(change.seat, change.count))


def _goods(play: Play, change: SetGoods) -> None:
    held = play.state.cargo if change.aboard else play.state.storage
    if more := _counted(change.count) - held[change.seat][GOOD_AT[change.good]]:
        play.emit(GoodsCounted(change.seat, change.good, change.aboard, more))


_PUT_RIGHT: dict[type[Change], Callable[[Play, Any], None]] = {
    SetMoney: _money,
    SetPrestige: _prestige,
    SetSupply: _supply,
    SetRoundel: _roundel,
    SetPenalties: _penalties,
    SetSpace: _space,
    SetCrests: _crests,
    SetGroup: _group,
    SetGoods: _goods,
}


def _counted(count: int) -> int:
    if not 0 <= count <= MOST:
        raise Illegal("Nobody can have {count} of that.", count=count)
    return count


def _check(state: State) -> None:
    for place in range(len(state.crests[0])):
        if state.free_blocks(place) < 0:
            raise Illegal("A district has {count} blocks, and no more crests.", count=BLOCKS)
    for crests, group in zip(map(sum, state.crests), state.groups, strict=True):
        if not min(crests, 1) <= group <= crests:
            raise Illegal("The largest group has between 1 and all {count} crests.", count=crests)


def in_words(changes: Sequence[AnyChange], called: Called, speech: Speech = ENGLISH) -> str:
    """How things really are."""
    return speech.listed([_in_words(change, called, speech) for change in changes])


def _in_words(change: AnyChange, called: Called, speech: Speech) -> str:
    say, name = speech.say, called(change.seat)
    match change:
        case SetMoney():
            return money_told(change, called, speech)
        case SetPrestige(_, amount):
            return say("{name} has {amount} prestige", name=name, amount=amount)
        case SetSupply(_, colour, count):
            return say("{name} has {resources} in the supply", name=name, resources=_some(colour, count, speech))
        case SetRoundel(_, slot, colour, count):
            resources = _some(colour, count, speech)
            return say(
                "{name} has {resources} in slot {slot} of the roundel", name=name, resources=resources, slot=str(slot)
            )
        case SetPenalties(_, count):
            return say("{name} has {count} penalty tokens", name=name, count=count)
        case SetSpace(_, space):
            return say("the disc of {name} lies on space {space} of the Amstel", name=name, space=str(space))
        case SetCrests(_, district, count):
            where = district_title(district, speech)
            return say("{name} has {count} crests in {district}", name=name, count=count, district=where)
        case SetGroup(_, count):
            return say("the largest group of {name} has {count} crests", name=name, count=count)
        case SetGoods(_, good, aboard, count):
            goods = goods_title(put(NO_GOODS, GOOD_AT[good], count), speech) or say("none of that")
            if aboard:
                return say("{name} has aboard: {goods}", name=name, goods=goods)
            return say("{name} has in storage: {goods}", name=name, goods=goods)


def _some(colour: Colour, count: int, speech: Speech) -> str:
    return resources_title(only(colour, count), speech) or speech.say("no resource of that colour")
