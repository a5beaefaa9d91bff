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
from companion.games.speech import Phrase
from companion.games.spelling import Mistake, Piece, all_read, pieces, quoted, repeated, unusable

SEATS = 5
FURTHEST_CELL = 99

P = TypeVar("P", Region, District)
S = TypeVar("S", OfficeSpace, Plot)


class Part(NamedTuple, Generic[P, S]):
    """A region with its offices, or a district with its plots."""

    piece: Piece[P]
    spaces: list[Piece[S]]


def mistakes_in_map(regions: object, districts: object, bridges: object, start: object) -> Iterator[Mistake]:
    """All four together, because bridges and start spaces name the spaces of the others."""
    lands = _parts("regions", regions, Region, "offices", OfficeSpace)
    quarters = _parts("districts", districts, District, "plots", Plot)
    offices = [office for land in lands for office in land.spaces]
    plots = [plot for quarter in quarters for plot in quarter.spaces]
    yield from _mistakes_in_parts("regions", lands, REGIONS)
    yield from _mistakes_in_parts("districts", quarters, DISTRICTS)
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


def _mistakes_in_parts(key: str, parts: Sequence[Part[P, S]], names: Sequence[str]) -> Iterator[Mistake]:
    """Exactly the four that the game knows, numbered 1 to 4 (M24)."""
    numbers: dict[int, str] = {}
    for part, spaces in parts:
        yield from part.wrong
        name = part.word("id")
        if name is not None and name not in names:
            yield Mistake(part.key, Phrase("id must be one of {known}.", known=", ".join(names)))
        if part.typed and not spaces:
            yield Mistake(part.key, Phrase("there is no space in it."))
        if part.value is None:
            continue
        number = part.value.number
        if not 1 <= number <= 4:
            yield Mistake(part.key, Phrase("number must be from 1 to 4, not {number}.", number=number))
        elif number in numbers:
            twice = Phrase(
                "{field} {word} is used twice; {other} has it too.", field="number", word=number, other=numbers[number]
            )
            yield Mistake(part.key, twice)
        numbers.setdefault(number, part.place)
    yield from repeated([part.piece for part in parts], "id")
    if all_read(part.piece for part in parts):
        typed = [part.piece.word("id") for part in parts]
        yield from (Mistake(key, Phrase("{name} is missing.", name=name)) for name in names if name not in typed)


def _mistakes_in_spaces(spaces: Sequence[Piece[Any]]) -> Iterator[Mistake]:
    """Ids are those of the whole board, for a record names a space by nothing else."""
    drawn: dict[tuple[float, float], str] = {}
    for space in spaces:
        yield from space.wrong
        if space.value is None:
            continue
        x, y = space.value.at
        if not (0 <= x <= WIDTH and 0 <= y <= HEIGHT):  # false too for what is no number at all
            outside = Phrase(
                "at {place} lies outside the drawing, {width} wide and {height} high.",
                place=f"[{x:g}, {y:g}]",
                width=str(WIDTH),
                height=str(HEIGHT),
            )
            yield Mistake(space.key, outside)
        elif (x, y) in drawn:
            there = f"[{x:g}, {y:g}]"
            twice = Phrase("at {place} is used twice; {other} is there too.", place=there, other=drawn[x, y])
            yield Mistake(space.key, twice)
        drawn.setdefault((x, y), space.place)
    yield from unusable(spaces)
    yield from repeated(spaces, "id")


def _mistakes_in_cells(plots: Sequence[Piece[Any]]) -> Iterator[Mistake]:
    """Cells say which plots of one district touch; another district has its own."""
    taken: dict[tuple[int, int], str] = {}
    for plot in plots:
        if plot.value is None:
            continue
        column, row = cell = plot.value.cell
        if max(abs(column), abs(row)) > FURTHEST_CELL:
            beyond = Phrase("cell {place} lies beyond {most}.", place=f"[{column}, {row}]", most=FURTHEST_CELL)
            yield Mistake(plot.key, beyond)
        elif cell in taken:
            there = f"[{column}, {row}]"
            twice = Phrase(
                "{field} {word} is used twice; {other} has it too.", field="cell", word=there, other=taken[cell]
            )
            yield Mistake(plot.key, twice)
        taken.setdefault(cell, plot.place)


def _mistakes_in_bridges(bridges: Sequence[Piece[Bridge]], homes: Mapping[str | None, str] | None) -> Iterator[Mistake]:
    """A bridge joins two plots of different districts (M28)."""
    joined: dict[frozenset[str], str] = {}
    for bridge in bridges:
        yield from bridge.wrong
        if bridge.value is None:
            continue
        one, other = bridge.value.ends
        pair = frozenset(bridge.value.ends)
        absent = [end for end in (one, other) if homes is not None and end not in homes]
        yield from (
            Mistake(bridge.key, Phrase("ends name {end}, which is no plot.", end=quoted(end))) for end in absent
        )
        ends = {"one": quoted(one), "other": quoted(other)}
        if one == other:
            yield Mistake(bridge.key, Phrase("both ends are {end}.", end=quoted(one)))
        elif homes is not None and not absent and homes[one] == homes[other]:
            yield Mistake(bridge.key, Phrase("{one} and {other} lie in the same district.", **ends))
        if pair in joined:
            twice = Phrase("{one} and {other} are joined twice; {bridge} does it too.", **ends, bridge=joined[pair])
            yield Mistake(bridge.key, twice)
        joined.setdefault(pair, bridge.place)
    yield from unusable(bridges)
    yield from repeated(bridges, "id")


def _mistakes_in_start(
    seats: Sequence[Piece[StartSpaces]],
    offices: Mapping[str | None, str] | None,
    plots: Mapping[str | None, str] | None,
) -> Iterator[Mistake]:
    """Each of five seats has an office and a warehouse of its own (M1)."""
    if all_read(seats) and len(seats) != SEATS:
        wrong = Phrase("there must be {due} entries, one for each seat, not {count}.", due=SEATS, count=len(seats))
        yield Mistake("start", wrong)
    for seat in seats:
        yield from seat.wrong
        office, warehouse = seat.word("office"), seat.word("warehouse")
        if office is not None and offices is not None and office not in offices:
            yield Mistake(seat.key, Phrase("office {name} is no office.", name=quoted(office)))
        if warehouse is not None and plots is not None and warehouse not in plots:
            yield Mistake(seat.key, Phrase("warehouse {name} is no plot.", name=quoted(warehouse)))
    yield from repeated(seats, "office")
    yield from repeated(seats, "warehouse")
