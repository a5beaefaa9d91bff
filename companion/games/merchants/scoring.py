"""Scoring an area: its four parts are ranked, and in each the first two places earn money (M24 to M27)."""

from functools import lru_cache

import msgspec

from companion.games.events import Money
from companion.games.merchants.board import COMMODITIES, THOUSAND, Board, Table, largest_group
from companion.games.merchants.events import Area, Scored, ScoredPart
from companion.games.merchants.state import Play

ROUNDED_TO = 10_000


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A part before it is ranked: how much it counts as a whole, and for each seat."""

    part: str
    number: int
    size: int
    counts: tuple[int, ...]


def standings(
    board: Board,
    area: Area,
    market: tuple[tuple[int, ...], ...],
    offices: tuple[int, ...],
    warehouses: tuple[int, ...],
) -> list[Standing]:
    """The four parts of an area in the order of their rank; the lower number wins a tie (M24)."""
    match area:
        case "market":
            found = [
                Standing(commodity, number, max(spaces), spaces)
                for number, (commodity, spaces) in enumerate(
                    zip(COMMODITIES, zip(*market, strict=True), strict=True), 1
                )
            ]
        case "amsterdam":
            found = [_district(board, district.id, district.number, warehouses) for district in board.data.districts]
        case "colonies":
            found = [_region(board, region.id, region.number, offices) for region in board.data.regions]
    return sorted(found, key=lambda standing: (-standing.size, standing.number))


def _district(board: Board, district: str, number: int, warehouses: tuple[int, ...]) -> Standing:
    """Ranked by all warehouses, but won by the largest group (M25)."""
    plots = board.districts[district]
    inside = [houses & plots for houses in warehouses]
    groups = tuple([largest_group(board, houses) for houses in inside])
    return Standing(district, number, sum(inside).bit_count(), groups)


def _region(board: Board, region: str, number: int, offices: tuple[int, ...]) -> Standing:
    spaces = board.regions[region]
    counts = tuple([(held & spaces).bit_count() for held in offices])
    return Standing(region, number, sum(counts), counts)


def score(ranked: list[Standing], table: Table) -> tuple[ScoredPart, ...]:
    """Who earns what in each part, by the amounts (in thousands) of its rank."""
    return tuple(
        [
            ScoredPart(standing.part, rank, *_earned(standing.counts, *table[rank - 1]))
            for rank, standing in enumerate(ranked, 1)
        ]
    )


@lru_cache(maxsize=2_000)
def _earned(
    counts: tuple[int, ...], first_amount: int, second_amount: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Who is first, who second, and what each seat gets. Ties share and round down; who ties for first leaves
    nothing for second (M26)."""
    most = max(counts)
    next_most = max([count for count in counts if count < most], default=0)
    first = _seats_with(counts, most)
    second = _seats_with(counts, next_most) if len(first) == 1 else ()
    amounts = [0] * len(counts)
    if len(first) > 1:
        first_amount += second_amount
    for seat in first:
        amounts[seat] = _share(first_amount, len(first))
    for seat in second:
        amounts[seat] = _share(second_amount, len(second))
    return first, second, tuple(amounts)


def _seats_with(counts: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The seats that have just this much, if it is anything."""
    return tuple([seat for seat, own in enumerate(counts) if own == count]) if count else ()


def _share(thousands: int, tied: int) -> int:
    return thousands * THOUSAND // tied // ROUNDED_TO * ROUNDED_TO


def pay(play: Play, area: Area, table: Table) -> None:
    """Score an area now and pay it out."""
    state = play.state
    board = state.setup.board
    parts = score(standings(board, area, state.market, state.offices, state.warehouses), table)
    play.emit(Scored(area, board.years[state.year].year, parts))
    for part in parts:
        for seat, amount in enumerate(part.amounts):
            if amount:
                play.emit(Money(seat, amount, f"score:{area}:{part.part}"))
