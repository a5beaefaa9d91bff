"""Putting right what the cardboard shows otherwise, and saying so in words. Not a move of the game: no rule asks for
it, and only what cannot be on any board is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.actions import Change, SetMoney
from companion.games.amsterdam.events import (
    BargePlaced,
    BlackMarketCounted,
    CardPlaced,
    CrestsCounted,
    DiscPlaced,
    GoodsCounted,
    GroupCounted,
    IntoRoundel,
    MagazineCounted,
    Penalty,
    Prestige,
    Stands,
    StorehouseCounted,
    Supply,
    WarehouseCounted,
    WorkersCounted,
)
from companion.games.amsterdam.figures import bailiff_places, marketeer_places, supervisor_places
from companion.games.amsterdam.names import FIGURE_NAMES
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import (
    BERTHS,
    BLOCKS,
    CARDS,
    COLOUR_AT,
    GOOD_AT,
    NO_GOODS,
    ROOFS,
    SLOTS,
    WAREHOUSES,
    WORKERS,
    CardPlace,
    Colour,
    Figure,
    Good,
    Place,
    Warehouse,
    Worker,
    only,
)
from companion.games.amsterdam.titles import (
    card_title,
    district_title,
    figure_title,
    good_title,
    goods_title,
    place_title,
    resources_title,
    stands_title,
    worker_title,
)
from companion.games.corrections import check_seat, money_told, put_money
from companion.games.errors import Illegal
from companion.games.speech import ENGLISH, Phrase, Speech, mark
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


class SetWorkers(Change, frozen=True, tag="workers_aboard"):
    """So many dock workers of a colour are aboard."""

    seat: int
    worker: Worker
    count: int


class SetBarge(Change, frozen=True, tag="barge"):
    """Where the barge of a seat lies."""

    seat: int
    place: Place


class SetCard(Change, frozen=True, tag="card_place"):
    """Where a card is for a seat, however it came there; a card of somebody else is taken from there."""

    seat: int
    card: int
    where: CardPlace


class SetStorehouse(Change, frozen=True, tag="storehouse"):
    """So many commodities are in it."""

    good: Good
    count: int


class SetWarehouse(Change, frozen=True, tag="harbour_warehouse"):
    """There is one commodity in it, or none."""

    warehouse: Warehouse
    count: int


class SetBlackMarket(Change, frozen=True, tag="black_market_space"):
    """One of a commodity lies there, or none."""

    good: Good
    count: int


class SetMagazine(Change, frozen=True, tag="magazine"):
    """So many dock workers are in it."""

    count: int


class SetFigure(Change, frozen=True, tag="figure"):
    """Where a figure of an expansion stands: at a place, in a district, at a commodity; or it has left (A10)."""

    figure: Figure
    at: str | None


OfASeat = (
    SetMoney | SetPrestige | SetSupply | SetRoundel | SetPenalties | SetSpace | SetCrests | SetGroup | SetGoods
    | SetWorkers | SetBarge | SetCard
)  # fmt: skip
OfTheTable = SetStorehouse | SetWarehouse | SetBlackMarket | SetMagazine | SetFigure
AnyChange = OfASeat | OfTheTable

_NOT_TOMS = (SetSupply, SetRoundel, SetPenalties, SetGoods, SetWorkers, SetBarge, SetCard)


def put_right(play: Play, changes: Sequence[AnyChange]) -> None:
    """All the changes, one after the other; then they must fit together."""
    for change in changes:
        if isinstance(change, OfASeat):
            _check_seat(play.state, change)
        _PUT_RIGHT[type(change)](play, change)
    _check(play.state)
    for change in changes:
        if isinstance(change, SetFigure):
            _check_figure(play.state, change)


def _check_seat(state: State, change: OfASeat) -> None:
    """TOM has no board of his own (A11)."""
    check_seat(state, change.seat)
    if change.seat == state.setup.automaton and isinstance(change, _NOT_TOMS):
        name = state.setup.names[change.seat]
        raise Illegal("{name} has nothing but gulden, prestige, crests and a disc.", name=name)


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
        play.emit(DiscPlaced(change.seat, before, change.space))


def _crests(play: Play, change: SetCrests) -> None:
    if more := _counted(change.count) - play.state.crests[change.seat][COLOUR_AT[change.district]]:
        play.emit(CrestsCounted(change.seat, change.district, more))
        _keep_group_possible(play, change.seat)


def _keep_group_possible(play: Play, seat: int) -> None:
    """With other crests the largest group may have become another one."""
    crests, group = sum(play.state.crests[seat]), play.state.groups[seat]
    possible = min(max(group, min(crests, 1)), crests)
    if possible != group:
        play.emit(GroupCounted(seat, possible))


def _group(play: Play, change: SetGroup) -> None:
    if _counted(change.count) != play.state.groups[change.seat]:
        play.emit(GroupCounted(change.seat, change.count))


def _goods(play: Play, change: SetGoods) -> None:
    held = play.state.cargo if change.aboard else play.state.storage
    if more := _counted(change.count) - held[change.seat][GOOD_AT[change.good]]:
        play.emit(GoodsCounted(change.seat, change.good, change.aboard, more))


def _workers(play: Play, change: SetWorkers) -> None:
    count = _room(change.count, play.state.setup.workers_of_a_colour)
    if count != play.state.aboard[change.seat].count(change.worker):
        play.emit(WorkersCounted(change.seat, change.worker, count))


def _barge(play: Play, change: SetBarge) -> None:
    if change.place != play.state.barges[change.seat]:
        play.emit(BargePlaced(change.seat, change.place))


def _card(play: Play, change: SetCard) -> None:
    if change.card not in CARDS:
        raise Illegal("The cards have numbers from 1 to {last}.", last=CARDS[-1])
    if change.where != _where(play.state, change.seat, change.card):
        play.emit(CardPlaced(change.seat, change.card, change.where))


def _where(state: State, seat: int, card: int) -> CardPlace:
    if card in state.below[seat]:
        return "below"
    return "active" if card in state.active[seat] else "gone"


def _storehouse(play: Play, change: SetStorehouse) -> None:
    if _room(change.count, ROOFS) != play.state.storehouses[GOOD_AT[change.good]]:
        play.emit(StorehouseCounted(change.good, change.count))


def _warehouse(play: Play, change: SetWarehouse) -> None:
    if _room(change.count, 1) != play.state.warehouses[WAREHOUSES.index(change.warehouse)]:
        play.emit(WarehouseCounted(change.warehouse, change.count))


def _black_market(play: Play, change: SetBlackMarket) -> None:
    if _room(change.count, 1) != play.state.black_market[GOOD_AT[change.good]]:
        play.emit(BlackMarketCounted(change.good, change.count))


def _magazine(play: Play, change: SetMagazine) -> None:
    if _room(change.count, len(WORKERS) * play.state.setup.workers_of_a_colour) != play.state.magazine:
        play.emit(MagazineCounted(change.count))


def _figure(play: Play, change: SetFigure) -> None:
    rules = play.state.setup.rules
    if not (rules.marketeer if change.figure == "marketeer" else rules.workers):
        raise Illegal("{figure} is not in this game.", figure=Phrase(FIGURE_NAMES[change.figure]))
    if change.at != getattr(play.state, change.figure):
        play.emit(Stands(change.figure, change.at))


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
    SetWorkers: _workers,
    SetBarge: _barge,
    SetCard: _card,
    SetStorehouse: _storehouse,
    SetWarehouse: _warehouse,
    SetBlackMarket: _black_market,
    SetMagazine: _magazine,
    SetFigure: _figure,
}


def _counted(count: int) -> int:
    if not 0 <= count <= MOST:
        raise Illegal("Nobody can have {count} of that.", count=count)
    return count


def _room(count: int, most: int) -> int:
    if not 0 <= count <= most:
        raise Illegal("There can be from 0 to {most}, not {count}.", most=most, count=count)
    return count


def _check(state: State) -> None:
    for place in range(len(state.crests[0])):
        if state.free_blocks(place) < 0:
            raise Illegal("A district has {count} blocks, and no more crests.", count=BLOCKS)
    for crests, group in zip(map(sum, state.crests), state.groups, strict=True):
        if not min(crests, 1) <= group <= crests:
            raise Illegal("The largest group has between 1 and all {count} crests.", count=crests)
    if any(len(workers) > BERTHS for workers in state.aboard):
        raise Illegal("A barge has room for {count} dock workers.", count=BERTHS)


def _check_figure(state: State, change: SetFigure) -> None:
    """Where there is something for it to do."""
    places: Mapping[Figure, Sequence[str]] = {
        "supervisor": supervisor_places(state),
        "bailiff": bailiff_places(state),
        "marketeer": marketeer_places(state),
    }
    if change.at is not None and change.at not in places[change.figure]:
        raise Illegal("{figure} cannot stand there.", figure=Phrase(FIGURE_NAMES[change.figure]))


def in_words(changes: Sequence[AnyChange], called: Called, speech: Speech = ENGLISH) -> str:
    """How things really are."""
    return speech.listed(
        [
            _of_a_seat(change, called, speech) if isinstance(change, OfASeat) else _of_the_table(change, speech)
            for change in changes
        ]
    )


def _of_a_seat(change: OfASeat, called: Called, speech: Speech) -> str:
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
        case SetCard(_, card, where):
            return say(_CARDS[where], name=name, card=card_title(card, speech))
        case _:
            return _of_a_barge(change, name, speech)


_CARDS: dict[CardPlace, str] = {
    "below": mark("{card} lies below the board of {name}"),
    "active": mark("{card} is active at the board of {name}"),
    "gone": mark("{name} does not have {card}"),
}


def _of_a_barge(change: SetGoods | SetWorkers | SetBarge, name: str, speech: Speech) -> str:
    """And of what waits for it in storage."""
    say = speech.say
    match change:
        case SetGoods(_, good, aboard, count):
            goods = goods_title(put(NO_GOODS, GOOD_AT[good], count), speech) or say("none of that")
            if aboard:
                return say("{name} has aboard: {goods}", name=name, goods=goods)
            return say("{name} has in storage: {goods}", name=name, goods=goods)
        case SetWorkers(_, worker, count):
            colour = worker_title(worker, speech)
            return say("dock workers aboard for {name} ({colour}): {count}", name=name, colour=colour, count=count)
        case SetBarge(_, place):
            return say("the barge of {name} lies at {place}", name=name, place=place_title(place, speech))


def _of_the_table(change: OfTheTable, speech: Speech) -> str:
    say = speech.say
    match change:
        case SetStorehouse(good, count):
            return say("{place} holds {count}", place=place_title(good, speech), count=count)
        case SetWarehouse(warehouse, count):
            return say("{place} holds {count}", place=place_title(warehouse, speech), count=count)
        case SetBlackMarket(good, 0):
            return say("on the black market there is no {good}", good=good_title(good, speech))
        case SetBlackMarket(good):
            return say("on the black market there is {good}", good=good_title(good, speech))
        case SetMagazine(count):
            return say("dock workers in the magazine: {count}", count=count)
        case SetFigure(figure, at):
            name = figure_title(figure, speech)
            if at is None:
                return say("{figure} has left the game", figure=name)
            return say("{figure} stands here: {place}", figure=name, place=stands_title(figure, at, speech))


def _some(colour: Colour, count: int, speech: Speech) -> str:
    return resources_title(only(colour, count), speech) or speech.say("no resource of that colour")
