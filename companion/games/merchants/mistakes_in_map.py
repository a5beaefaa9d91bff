"""What can be wrong on the map: regions with their offices, districts with their plots, bridges and start spaces."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from companion.games.merchants.board import (
    DISTRICTS,
    HEIGHT,
    REGIONS,
    WIDTH,
    Bridge,
    District,
    OfficeSpace,
    Plot,
    Region,
    StartSpaces,
)  # fmt: skip
from companion.games.merchants.spelling import Piece, all_read, pieces, quoted, repeated, unusable

SEATS = 5
FURTHEST_CELL = 99

P = TypeVar("P", Region, District)
S = TypeVar("S", OfficeSpace, Plot)


class Part(NamedTuple, Generic[P, S]):
    """A region with its offices, or a district with its plots."""

    piece: Piece[P]
    spaces: list[Piece[S]]


def mistakes_in_map(regions: object, districts: object, bridges: object, start: object) -> Iterator[str]:
    """All four together, because bridges and start spaces name the spaces of the others."""
    lands = _parts("regions", regions, Region, "offices", OfficeSpace)
    quarters = _parts("districts", districts, District, "plots", Plot)
    offices = [office for land in lands for office in land.spaces]
    plots = [plot for quarter in quarters for plot in quarter.spaces]
    yield from _mistakes_in_parts(lands, REGIONS, "region", "office")
    yield from _mistakes_in_parts(quarters, DISTRICTS, "district", "plot")
    yield from _mistakes_in_spaces([*offices, *plots])
    for quarter in quarters:
        yield from _mistakes_in_cells(quarter.spaces)
    yield from _mistakes_in_bridges(pieces("bridges", bridges, Bridge), _homes(quarters))
    yield from _mistakes_in_start(pieces("start", start, StartSpaces), _homes(lands), _homes(quarters))


def _parts(key: str, typed: object, kind: type[P], inside: str, space: type[S]) -> list[Part[P, S]]:
    return [
        Part(part, pieces(f"{part.place}.{inside}", part.typed.get(inside), space) if part.typed else [])
        for part in pieces(key, typed, kind, **{inside: ()})
    ]


def _homes(parts: Sequence[Part[P, S]]) -> dict[str | None, str] | None:
    """In which part each space lies. None if not all of them could be read: then nothing is known to be absent."""
    if all(part.piece.typed and all_read(part.spaces) for part in parts):
        return {space.word("id"): part.piece.place for part in parts for space in part.spaces}
    return None


def _mistakes_in_parts(parts: Sequence[Part[P, S]], names: Sequence[str], kind: str, space: str) -> Iterator[str]:
    """Exactly the four that the game knows, numbered 1 to 4 (M24)."""
    numbers: dict[int, str] = {}
    for part, spaces in parts:
        yield from part.wrong
        name = part.word("id")
        if name is not None and name not in names:
            yield f"{part.key}: this is no {kind}; the {kind}s are {', '.join(names)}."
        if part.typed and not spaces:
            yield f"{part.key}: has no {space}."
        if part.value is None:
            continue
        number = part.value.number
        if not 1 <= number <= 4:
            yield f"{part.key}: number must be from 1 to 4, not {number}."
        elif number in numbers:
            yield f"{part.key}: number {number} is used twice; {numbers[number]} has it too."
        numbers.setdefault(number, part.place)
    yield from repeated([part.piece for part in parts], "id")
    if all_read(part.piece for part in parts):
        typed = [part.piece.word("id") for part in parts]
        yield from (f"{kind}s: {name} is missing." for name in names if name not in typed)


def _mistakes_in_spaces(spaces: Sequence[Piece[Any]]) -> Iterator[str]:
    """Ids are those of the whole board, for a record names a space by nothing else."""
    drawn: dict[tuple[float, float], str] = {}
    for space in spaces:
        yield from space.wrong
        if space.value is None:
            continue
        x, y = space.value.at
        if not (0 <= x <= WIDTH and 0 <= y <= HEIGHT):  # false too for what is no number at all
            yield f"{space.key}: at [{x:g}, {y:g}] lies outside the drawing, {WIDTH} wide and {HEIGHT} high."
        elif (x, y) in drawn:
            yield f"{space.key}: at [{x:g}, {y:g}] is used twice; {drawn[x, y]} is there too."
        drawn.setdefault((x, y), space.place)
    yield from unusable(spaces)
    yield from repeated(spaces, "id")


def _mistakes_in_cells(plots: Sequence[Piece[Any]]) -> Iterator[str]:
    """Cells say which plots of one district touch; another district has its own."""
    taken: dict[tuple[int, int], str] = {}
    for plot in plots:
        if plot.value is None:
            continue
        column, row = cell = plot.value.cell
        if max(abs(column), abs(row)) > FURTHEST_CELL:
            yield f"{plot.key}: cell [{column}, {row}] lies beyond {FURTHEST_CELL}."
        elif cell in taken:
            yield f"{plot.key}: cell [{column}, {row}] is used twice; {taken[cell]} has it too."
        taken.setdefault(cell, plot.place)


def _mistakes_in_bridges(bridges: Sequence[Piece[Bridge]], homes: Mapping[str | None, str] | None) -> Iterator[str]:
    """A bridge joins two plots of different districts (M28)."""
    joined: dict[frozenset[str], str] = {}
    for bridge in bridges:
        yield from bridge.wrong
        if bridge.value is None:
            continue
        one, other = bridge.value.ends
        pair = frozenset(bridge.value.ends)
        absent = [end for end in (one, other) if homes is not None and end not in homes]
        yield from (f"{bridge.key}: ends name {quoted(end)}, which is no plot." for end in absent)
        if one == other:
            yield f"{bridge.key}: both ends are {quoted(one)}."
        elif homes is not None and not absent and homes[one] == homes[other]:
            yield f"{bridge.key}: {quoted(one)} and {quoted(other)} lie in the same district."
        if pair in joined:
            yield f"{bridge.key}: {quoted(one)} and {quoted(other)} are joined twice; {joined[pair]} does it too."
        joined.setdefault(pair, bridge.place)
    yield from unusable(bridges)
    yield from repeated(bridges, "id")


def _mistakes_in_start(
    seats: Sequence[Piece[StartSpaces]],
    offices: Mapping[str | None, str] | None,
    plots: Mapping[str | None, str] | None,
) -> Iterator[str]:
    """Each of five seats has an office and a warehouse of its own (M1)."""
    if all_read(seats) and len(seats) != SEATS:
        yield f"start: there must be {SEATS} entries, one for each seat, not {len(seats)}."
    for seat in seats:
        yield from seat.wrong
        for field, known, kind in (("office", offices, "office"), ("warehouse", plots, "plot")):
            name = seat.word(field)
            if name is not None and known is not None and name not in known:
                yield f"{seat.key}: {field} {quoted(name)} is no {kind}."
    yield from repeated(seats, "office")
    yield from repeated(seats, "warehouse")
