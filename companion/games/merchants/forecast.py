"""What an area pays, part by part: if it were scored now, or as it was when it was. The same rules as the payment
itself (M24 to M27), with the counts that led to it; the words are in `explained`.
"""

from typing import get_args

import msgspec

from companion.games.merchants.board import THOUSAND, Board, YearSpace
from companion.games.merchants.events import Area, Scored
from companion.games.merchants.scoring import Standing, score, standings
from companion.games.merchants.state import State

AREAS: tuple[Area, ...] = get_args(Area)


class Part(msgspec.Struct, frozen=True):
    """A track, district or region; tuples of numbers are by seat."""

    part: str
    number: int
    """Printed on the board: the lower one wins a tie of parts (M24)."""
    rank: int
    size: int
    """What ranks it: the furthest space, all warehouses, all offices."""
    counts: tuple[int, ...]
    """What counts for each seat: its space, its largest group, its offices (M25)."""
    stakes: tuple[int, int]
    """For first and second place, in guilders."""
    first: tuple[int, ...]
    """The seats there; several share."""
    second: tuple[int, ...]
    amounts: tuple[int, ...]


class Reckoning(msgspec.Struct, frozen=True):
    """An area scored: its four parts in the order of their rank, and what each seat gets in all."""

    area: Area
    year: str
    """Whose table counts."""
    is_final: bool
    parts: tuple[Part, ...]
    totals: tuple[int, ...]


def forecast(state: State) -> tuple[Reckoning, ...]:
    """Each of the three areas as if it were scored now, with the table of its next scoring."""
    return tuple(forecast_of(state, area) for area in AREAS)


def forecast_of(state: State, area: Area) -> Reckoning:
    space = next_scoring(state, area)
    ranked = _ranked(state, area)
    scored = Scored(area, space.year, score(ranked, dict(space.scorings())[area]))
    return reckoning(state.setup.board, scored, ranked)


def next_scoring(state: State, area: Area) -> YearSpace:
    """The next space ahead that scores the area; the last one once nothing is ahead."""
    years = state.setup.board.years
    return next((space for space in years[state.year + 1 :] if area in dict(space.scorings())), years[-1])


def reckoned(scored: Scored, state: State) -> Reckoning:
    """A scoring that took place, with the state in which it did."""
    return reckoning(state.setup.board, scored, _ranked(state, scored.area))


def reckoning(board: Board, scored: Scored, ranked: list[Standing]) -> Reckoning:
    """A scoring, with what stood there when it took place."""
    table = dict(board.years[board.year_at[scored.year]].scorings())[scored.area]
    standing_of = {standing.part: standing for standing in ranked}
    parts = []
    for part in scored.parts:
        standing = standing_of[part.part]
        upper, lower = table[part.rank - 1]
        parts.append(
            Part(
                part=part.part,
                number=standing.number,
                rank=part.rank,
                size=standing.size,
                counts=standing.counts,
                stakes=(upper * THOUSAND, lower * THOUSAND),
                first=part.first,
                second=part.second,
                amounts=part.amounts,
            )
        )
    totals = tuple(map(sum, zip(*(part.amounts for part in parts), strict=True)))
    return Reckoning(scored.area, scored.year, scored.year == board.years[-1].year, tuple(parts), totals)


def _ranked(state: State, area: Area) -> list[Standing]:
    return standings(state.setup.board, area, state.market, state.offices, state.warehouses)
