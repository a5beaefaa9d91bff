"""Blocks of buildings: a crest for a commodity, which goes into storage or at once to the black market (A6)."""

from collections.abc import Iterator, Sequence

from companion.games.amsterdam import figures
from companion.games.amsterdam.actions import SoldFor, TakeBlock
from companion.games.amsterdam.events import BlackMarket, BlockTaken, OnceDone, Stored, Supply
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOUR_AT, COLOURS, GOOD_AT, GOODS, Colour, Good, minus, only
from companion.games.events import Money
from companion.games.rules import Options
from companion.games.typed import OneOf, Typed

BLACK_MARKET_GULDEN = 2


def blocks(state: State, seat: int) -> Options:
    """Once in a turn, of any district in which one is free and can be paid for."""
    if "block" in state.once:
        return ()
    groups = range(1, sum(state.crests[seat]) + 2)
    return OneOf(
        *(
            Typed(TakeBlock, (district,), costs, goods, groups, sold_for, (bailiff,))
            for district, costs, bailiff in _payable(state, seat)
            for goods, sold_for in _destinations(state)
        )
    )


def _payable(state: State, seat: int) -> Iterator[tuple[Colour, range, bool]]:
    """What can be printed on a block that the seat can pay for; where the bailiff stands, one more (A10)."""
    for at, district in enumerate(COLOURS):
        if state.free_blocks(at) <= 0:
            continue
        have = state.supply[seat][at]
        if not is_where_the_bailiff_stands(state, district):
            yield district, range(1, have + 1), False
        if state.bailiff == district:
            yield district, range(1, have + 2), True


def is_where_the_bailiff_stands(state: State, district: Colour) -> bool:
    """For certain: on the only block that is still free."""
    return state.bailiff == district and state.free_blocks(COLOUR_AT[district]) == 1


def _destinations(state: State) -> Iterator[tuple[Sequence[Good], Sequence[SoldFor | None]]]:
    """Into storage, or onto a free space of the black market: for gulden or a resource, but for both where the
    black-marketeer stands, and then the resource must be said."""
    free = [good for good in GOODS if not state.black_market[GOOD_AT[good]]]
    yield GOODS, (None,)
    yield [good for good in free if good != state.marketeer], (*COLOURS, "gulden")
    yield [good for good in free if good == state.marketeer], COLOURS


def take_block(play: Play, seat: int, action: TakeBlock) -> None:
    play.emit(OnceDone("block"))
    pays = action.cost - action.bailiff
    if pays:
        play.emit(Supply(seat, minus(only(action.district, pays)), "block"))
    play.emit(BlockTaken(seat, action.district, action.good, action.group))
    if action.sold_for is None:
        play.emit(Stored(seat, action.good))
    else:
        _sell(play, seat, action.good, action.sold_for)
    if action.bailiff:
        figures.move_bailiff(play, seat)


def _sell(play: Play, seat: int, good: Good, sold_for: SoldFor) -> None:
    """For gulden or a resource; where the black-marketeer stands, for both (A10)."""
    is_met = play.state.marketeer == good
    play.emit(BlackMarket(seat, good))
    if sold_for == "gulden" or is_met:
        play.emit(Money(seat, BLACK_MARKET_GULDEN, "black_market"))
    if sold_for != "gulden":
        play.emit(Supply(seat, only(sold_for), "black_market"))
    if is_met:
        figures.move_marketeer(play, seat)
