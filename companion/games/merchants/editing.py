"""Changes to a board, one at a time: board data in, board data out. What an owner changes was seen on the cardboard.

Whether the result is a good board is judged in `mistakes`: on the way from one board to another it need not be.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TypeVar

import msgspec

from companion.games.board_data import Source
from companion.games.errors import BadChange
from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import (
    BoardData,
    Bridge,
    CardKind,
    District,
    OfficeSpace,
    Plot,
    Point,
    Region,
    StartSpaces,
    Table,
    YearEvent,
    YearSpace,
    default_board,
)
from companion.games.merchants.card_faces import Face, face_of
from companion.games.merchants.events import Area
from companion.games.merchants.half_made import MOST_SPACES
from companion.games.merchants.mistakes_in_years import FIRST_TABLE, SCORINGS

PITCH = 50
"""From plot to plot, on the drawing."""

_LONGEST_STEM = 36
"""Of a name: there is room for a number behind it."""

Cell = tuple[int, int]
T = TypeVar("T", OfficeSpace, Plot, Region, District, Bridge, StartSpaces, YearSpace, CardKind)

_changed = msgspec.structs.replace


# Trade offices.


def with_office(data: BoardData, region: str, at: Point, commodity: Commodity = "sugar") -> BoardData:
    """A new one, the last of its region."""

    def settled(land: Region) -> Region:
        _check_room(land.offices)
        stem = _stem([office.id for office in land.offices], land.id)
        office = OfficeSpace(_free_name(stem, _space_names(data)), commodity, _whole(at), "cardboard")
        return _changed(land, offices=(*land.offices, office))

    return _with_region(data, region, settled)


def with_office_at(data: BoardData, name: str, at: Point) -> BoardData:
    return _with_office(data, name, lambda office: _changed(office, at=_whole(at), source="cardboard"))


def with_commodity(data: BoardData, name: str, commodity: Commodity) -> BoardData:
    return _with_office(data, name, lambda office: _changed(office, commodity=commodity, source="cardboard"))


def without_office(data: BoardData, name: str) -> BoardData:
    region = _region_of(data, name)
    return _with_region(data, region, lambda land: _changed(land, offices=_without(land.offices, name)))


def _with_office(data: BoardData, name: str, change: Callable[[OfficeSpace], OfficeSpace]) -> BoardData:
    region = _region_of(data, name)
    return _with_region(data, region, lambda land: _changed(land, offices=_with_item(land.offices, name, change)))


def _with_region(data: BoardData, name: str, change: Callable[[Region], Region]) -> BoardData:
    return _changed(data, regions=_with_item(data.regions, name, change))


def _region_of(data: BoardData, office: str) -> str:
    for region in data.regions:
        if any(space.id == office for space in region.offices):
            return region.id
    raise BadChange("There is no {name} on this board.", name=office)


# Building plots.


def with_cell_painted(data: BoardData, district: str, cell: Cell) -> BoardData:
    """A plot where there was none; none where there was one, and no bridge that led to it."""
    quarter = _named(data.districts, district)
    there = next((plot for plot in quarter.plots if plot.cell == cell), None)
    if there is None:
        _check_room(quarter.plots)
        stem = _stem([plot.id for plot in quarter.plots], district)
        name = _free_name(stem, _space_names(data))
        plots = (*quarter.plots, Plot(name, cell, place_of_cell(quarter, cell), "cardboard"))
    else:
        plots = tuple(plot for plot in quarter.plots if plot is not there)
    painted = _changed(data, districts=_with_item(data.districts, district, lambda one: _changed(one, plots=plots)))
    if there is None:
        return _with_room(painted, district, plots[-1])
    return _changed(painted, bridges=tuple(bridge for bridge in data.bridges if there.id not in bridge.ends))


def _with_room(data: BoardData, district: str, new: Plot) -> BoardData:
    """Other districts lie where nobody builds: those in the way are drawn further off, and so are those in theirs."""
    middle = _middle([plot.at for plot in _named(data.districts, district).plots if plot is not new] or [new.at])
    east, south = new.at[0] - middle[0], new.at[1] - middle[1]
    step = (math.copysign(PITCH, east), 0.0) if abs(east) >= abs(south) else (0.0, math.copysign(PITCH, south))
    moved, standing = [[new.at]], [one for one in data.districts if one.id != district]
    while pushed := [one for one in standing if _covers([plot.at for plot in one.plots], moved)]:
        standing = [one for one in standing if one not in pushed]
        further = {one.id: _changed(one, plots=tuple(_further(plot, step) for plot in one.plots)) for one in pushed}
        moved += [[plot.at for plot in one.plots] for one in further.values()]
        data = _changed(data, districts=tuple(further.get(one.id, one) for one in data.districts))
    return data


def _further(plot: Plot, step: Point) -> Plot:
    return _changed(plot, at=(plot.at[0] + step[0], plot.at[1] + step[1]))


def _covers(places: Sequence[Point], others: Sequence[Sequence[Point]]) -> bool:
    """Whether a plot of the one would be drawn on a plot of the others."""
    return any(
        max(abs(x - other_x), abs(y - other_y)) < PITCH
        for x, y in places
        for part in others
        for other_x, other_y in part
    )


def _middle(places: Sequence[Point]) -> Point:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def place_of_cell(district: District, cell: Cell) -> Point:
    """Where a plot in this cell is drawn: as far from the nearest plot of its district as their cells are apart."""
    plots = district.plots or _named(default_board().data.districts, district.id).plots
    near = min(plots, key=lambda plot: (_steps(plot.cell, cell), plot.cell))
    return near.at[0] + PITCH * (cell[0] - near.cell[0]), near.at[1] + PITCH * (cell[1] - near.cell[1])


def _steps(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# Bridges and start spaces.


def with_bridge(data: BoardData, one: str, other: str) -> BoardData:
    """Between these plots; none where there was one."""
    plots = [plot.id for district in data.districts for plot in district.plots]
    for end in (one, other):
        if end not in plots:
            raise BadChange("There is no {name} on this board.", name=end)
    left = tuple(bridge for bridge in data.bridges if set(bridge.ends) != {one, other})
    if len(left) < len(data.bridges):
        return _changed(data, bridges=left)
    name = _free_name(f"{one}_{other}"[:_LONGEST_STEM], [bridge.id for bridge in data.bridges], numbered=False)
    return _changed(data, bridges=(*left, Bridge(name, (one, other), "cardboard")))


def without_bridge(data: BoardData, name: str) -> BoardData:
    _named(data.bridges, name)
    return _changed(data, bridges=_without(data.bridges, name))


def with_start(data: BoardData, seat: int, office: str, warehouse: str) -> BoardData:
    """Seats count from 0. What is on the board can be chosen; what was chosen before may stay, and is a mistake."""
    before = data.start[seat] if seat < len(data.start) else None
    if before and (before.office, before.warehouse) == (office, warehouse):
        return data
    if seat > len(data.start):
        raise BadChange("Seat {number} comes first.", number=len(data.start) + 1)
    for name, stayed in ((office, before and before.office), (warehouse, before and before.warehouse)):
        if name != stayed and name not in _space_names(data):
            raise BadChange("There is no {name} on this board.", name=name)
    start = (*data.start[:seat], StartSpaces(office, warehouse, "cardboard"), *data.start[seat + 1 :])
    return _changed(data, start=start)


# The time track.


def with_event(data: BoardData, year: str, event: YearEvent) -> BoardData:
    """A scoring brings the table of the scoring before it, for the owner to change. What was chosen was seen."""
    scored = [
        space.table for space in data.years if space.event == event and space.table and _is_before(data, space, year)
    ]
    table = scored[-1] if scored else FIRST_TABLE

    def happens(space: YearSpace) -> YearSpace:
        own = space.table if space.event == event else None
        tables = (space.tables or default_board().years[-1].tables) if event == "final" else None
        chosen = YearSpace(year, event, "cardboard", (own or table) if event in SCORINGS else None, tables)
        return space if _changed(chosen, source=space.source) == space and space.source == "rulebook" else chosen

    return _with_year(data, year, happens)


def with_table(data: BoardData, year: str, table: Table, area: Area | None = None) -> BoardData:
    """Of a scoring; of one area where the year scores them all."""

    def pays(space: YearSpace) -> YearSpace:
        if area is None:
            return _changed(space, table=table, source="cardboard")
        return _changed(space, tables=(space.tables or {}) | {area: table}, source="cardboard")

    return _with_year(data, year, pays)


def _is_before(data: BoardData, space: YearSpace, year: str) -> bool:
    order = [one.year for one in data.years]
    return year in order[order.index(space.year) + 1 :]


def _with_year(data: BoardData, year: str, change: Callable[[YearSpace], YearSpace]) -> BoardData:
    if all(space.year != year for space in data.years):
        raise BadChange("There is no {name} on this board.", name=year)
    return _changed(data, years=tuple(change(space) if space.year == year else space for space in data.years))


# Cards, tracks and the clock.


def with_count(data: BoardData, face: Face, number: int) -> BoardData:
    """So many cards that show this; a kind of which there are none is not among the cards."""
    kind = next((card for card in data.cards if face_of(card) == face), None)
    if kind is None:
        name = _free_name(face.name, [card.id for card in data.cards], numbered=False)
        cards = (*data.cards, face.card(name, number)) if number else data.cards
    elif number:
        counted = _changed(kind, count=number, source="cardboard")
        cards = tuple(counted if card is kind else card for card in data.cards)
    else:
        cards = tuple(card for card in data.cards if card is not kind)
    return _changed(data, cards=cards)


def with_track_length(data: BoardData, length: int) -> BoardData:
    return _changed(data, tracks=_changed(data.tracks, length=length, source="cardboard"))


def with_clock(
    data: BoardData, ends: Sequence[float], *, seconds: float, sweep: float, doubled_seconds: float
) -> BoardData:
    """What did not change is known from where it was."""
    clock = data.clock
    wedges = tuple(
        wedge if wedge.end == end else _changed(wedge, end=end, source="cardboard")
        for wedge, end in zip(clock.wedges, ends, strict=True)
    )
    runs = _changed(clock, seconds=seconds, sweep=sweep, doubled_seconds=doubled_seconds, wedges=clock.wedges)
    source: Source = clock.source if runs == clock else "cardboard"
    return _changed(data, clock=_changed(runs, wedges=wedges, source=source))


# Names, and how many there can be.


def _check_room(spaces: Sequence[OfficeSpace] | Sequence[Plot]) -> None:
    if len(spaces) >= MOST_SPACES:
        raise BadChange("There is room for {most} spaces here, and no more.", most=MOST_SPACES)


def _named(items: Iterable[T], name: str) -> T:
    for item in items:
        if getattr(item, "id", None) == name:
            return item
    raise BadChange("There is no {name} on this board.", name=name)


def _with_item(items: Sequence[T], name: str, change: Callable[[T], T]) -> tuple[T, ...]:
    """The first of that name: another of the same is a mistake, and told as one."""
    found = _named(items, name)
    return tuple(change(item) if item is found else item for item in items)


def _without(items: Sequence[T], name: str) -> tuple[T, ...]:
    found = _named(items, name)
    return tuple(item for item in items if item is not found)


def _space_names(data: BoardData) -> list[str]:
    offices = [office.id for region in data.regions for office in region.offices]
    return offices + [plot.id for district in data.districts for plot in district.plots]


def _stem(names: Sequence[str], part: str) -> str:
    """What the spaces of a part begin with: `am` of `am1`."""
    stems = [name.rstrip("0123456789") for name in names]
    return next((stem for stem in stems if stem), part)[:_LONGEST_STEM]


def _free_name(stem: str, taken: Sequence[str], *, numbered: bool = True) -> str:
    if not numbered and stem not in taken:
        return stem
    return next(name for number in count(1) if (name := f"{stem}{number}") not in taken)


def _whole(at: Point) -> Point:
    """Nobody taps between the points of a drawing."""
    return float(round(at[0])), float(round(at[1]))
