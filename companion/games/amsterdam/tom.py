"""TOM, who plays when one is alone (A11). The dice say what he does: the rules move him, and ask the player only for
what they cannot see. He acts on the dice as they were rolled, in phases II and III at once.
"""

from companion.games.amsterdam import amstel, harbour
from companion.games.amsterdam.actions import Effect, Printed, TomBlock, TomCard, TomMarket
from companion.games.amsterdam.cards import MOST_PRESTIGE, named_in_display
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.city import BLACK_MARKET_GULDEN
from companion.games.amsterdam.events import (
    BlackMarket,
    BlockTaken,
    Delivered,
    DisplayCardThrown,
    Prestige,
    TileSeen,
    TomBrought,
    TomBuilds,
)
from companion.games.amsterdam.market import MOST_PRICE
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOUR_AT, COLOURS, GOOD_AT, GOODS, WORKER_AT, Colour, Good, Worker
from companion.games.events import Ask, Money
from companion.games.rules import Options, Question, nothing
from companion.games.typed import Typed

TRIPLET = 3


def seat_of(state: State) -> int:
    assert state.setup.automaton is not None
    return state.setup.automaton


def act(play: Play, _ask: Ask) -> None:
    """First the Amstel, then dock workers, then blocks, then the market."""
    state = play.state
    dice = state.setup.board.tom
    builds = zip(COLOURS, state.dice, strict=True)
    free = [colour for colour, die in builds if die == dice.block and _has_free_block(state, colour)]
    if free:
        play.emit(TomBuilds(tuple(free)))
    for what in ("tom_at_market", "tom_blocks", "tom_workers"):
        play.ask(what, None)
    amstel.advance(play, seat_of(state), state.dice.count(dice.amstel))


# A triplet.


def bring_workers(play: Play, _ask: Ask) -> None:
    """The worker of the dock that a triplet names, if there still is one: into the magazine, and 1 gulden."""
    state = play.state
    dock = next(iter(docks_called(state)), None)
    if dock is None:
        return
    play.ask("tom_workers", None)
    printed = harbour.magazine(state)
    play.emit(TomBrought(seat_of(state), dock))
    play.emit(Money(seat_of(state), 1, "worker"))
    if printed.is_known:
        _gain(play, printed.prestige, "magazine")
    else:
        play.ask("tom_magazine", state.person)


def docks_called(state: State) -> list[Worker]:
    """By the triplets of this roll, as far as somebody still waits there."""
    docks = state.setup.board.tom.docks
    called = [docks[face - 1] for face in FACES if state.dice.count(face) >= TRIPLET]
    return [dock for dock in called if state.docks[WORKER_AT[dock]]]


def emptied_last(state: State) -> Worker:
    """The dock of the worker whom TOM has just brought."""
    assert state.tom_emptied is not None
    return state.tom_emptied


def _magazine_options(state: State, _seat: int | None) -> Options:
    return Typed(Printed, state.setup.board.magazine(state.magazine - 1).choices)


def _magazine(play: Play, _seat: int, action: Printed) -> None:
    _gain(play, action.prestige, "magazine")


# A block.


def take_blocks(play: Play, _ask: Ask) -> None:
    """One after the other, in districts that are not full by now: crests may have been put right."""
    state = play.state
    free = tuple([district for district in state.tom_builds if _has_free_block(state, district)])
    if free != state.tom_builds:
        play.emit(TomBuilds(free))
    if free:
        play.ask("tom_blocks", None)
        play.ask("tom_block", state.person)


def _has_free_block(state: State, district: Colour) -> bool:
    return state.free_blocks(COLOUR_AT[district]) > 0


def _block_options(state: State, _seat: int | None) -> Options:
    if not _has_free_block(state, state.tom_builds[0]):
        return ()
    return Typed(TomBlock, GOODS, range(1, sum(state.crests[seat_of(state)]) + 2))


def _take_block(play: Play, _seat: int, action: TomBlock) -> None:
    """Its commodity is sold at the black market, or else delivered; where neither is possible it is lost."""
    state, tom, good = play.state, seat_of(play.state), action.good
    play.emit(BlockTaken(tom, state.tom_builds[0], good, action.group))
    if not state.black_market[GOOD_AT[good]]:
        play.emit(BlackMarket(tom, good))
        play.emit(Money(tom, BLACK_MARKET_GULDEN, "black_market"))
    elif harbour.takes(state, good, good):
        printed = harbour.printed(state, good, good)
        play.emit(Delivered(tom, good, good, aboard=False))
        if printed.is_known:
            harbour.reward(play, tom, good, printed.prestige)
        else:
            play.ask("tom_roof", state.person)


def delivered_last(state: State) -> Good:
    """What TOM has just brought to a storehouse."""
    assert state.tom_delivered is not None
    return state.tom_delivered


def _roof_options(state: State, _seat: int | None) -> Options:
    good = delivered_last(state)
    return Typed(Printed, state.setup.board.roof(good, state.storehouses[GOOD_AT[good]] - 1).choices)


def _roof(play: Play, _seat: int, action: Printed) -> None:
    harbour.reward(play, seat_of(play.state), delivered_last(play.state), action.prestige)


# The market.


def go_to_market(play: Play, _ask: Ask) -> None:
    """Without any gulden nobody has to look what the tile costs."""
    tom = seat_of(play.state)
    if play.state.money[tom]:
        play.ask("tom_market", play.state.person)
    else:
        play.emit(Money(tom, 1, "market"))


def _market_options(state: State, _seat: int | None) -> Options:
    steps = range(state.setup.board.mouth + 1)
    return Typed(TomMarket, range(1, MOST_PRICE + 1), range(MOST_PRESTIGE + 1), steps)


def _market(play: Play, _seat: int, action: TomMarket) -> None:
    """He buys if he can pay, prestige and steps and nothing else; if he cannot, he gets 1 gulden."""
    tom = seat_of(play.state)
    play.emit(TileSeen(action.price, Effect(prestige=action.prestige, steps=action.steps)))
    if play.state.money[tom] < action.price:
        play.emit(Money(tom, 1, "market"))
        return
    play.emit(Money(tom, -action.price, "market"))
    _gain(play, action.prestige, "market")
    amstel.advance(play, tom, action.steps)


def _gain(play: Play, prestige: int, why: str) -> None:
    if prestige:
        play.emit(Prestige(seat_of(play.state), prestige, why))


# The cheapest card.


def _card_options(state: State, _seat: int | None) -> Options:
    return named_in_display(TomCard, state)


def _throw_card(play: Play, _seat: int, action: TomCard) -> None:
    play.emit(DisplayCardThrown(action.kind, action.card))


CARD = Question(_card_options, _throw_card, nothing)
MAGAZINE = Question(_magazine_options, _magazine, nothing)
BLOCK = Question(_block_options, _take_block, nothing)
ROOF = Question(_roof_options, _roof, nothing)
MARKET = Question(_market_options, _market, nothing)
