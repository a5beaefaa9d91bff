"""The board: its data as the TOML file and the record write them, and the lookups that the rules ask of it.

Spaces are kept as bits of a number: a seat's warehouses are one `int`, and a question about them one `&`.
Whether the data make sense is judged in `mistakes`.
"""

import pkgutil
from collections.abc import Iterator
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Literal, get_args

import msgspec

from companion.games.board_data import Item, Source
from companion.games.merchants.actions import Commodity
from companion.games.merchants.events import Area

COMMODITIES: tuple[Commodity, ...] = get_args(Commodity)
"""In the order of the tracks; their place is their number (M24)."""

REGIONS = ("americas", "africa", "east_indies", "far_east")
DISTRICTS = ("nieuwe_zijde", "oude_zijde", "grachten", "lastage")

THOUSAND = 1_000
"""The dial and the scoring tables count in thousands of guilders."""

WIDTH, HEIGHT = 1200, 820
"""Of the sheet on which the positions (`at`) of the spaces lie."""

Kind = Literal["sand_clock", "commodity", "office", "build"]
Table = tuple[tuple[int, int], ...]
YearEvent = Literal[
    "start", "none", "ship", "globe", "arms", "credit", "lose_warehouse", "lose_office", "shipwreck",
    "leaders_back", "score_market", "score_amsterdam", "score_colonies", "final",
]  # fmt: skip
Point = tuple[float, float]


_SCORED: dict[YearEvent, Area] = {
    "score_market": "market",
    "score_amsterdam": "amsterdam",
    "score_colonies": "colonies",
}


class Tracks(Item, frozen=True):
    length: int
    source: Source


class OfficeSpace(Item, frozen=True):
    id: str
    commodity: Commodity
    at: Point
    source: Source


class Region(Item, frozen=True):
    id: str
    number: int
    source: Source
    offices: tuple[OfficeSpace, ...]


class Plot(Item, frozen=True):
    """A building space. Plots of one district touch where their cells share a side."""

    id: str
    cell: tuple[int, int]
    at: Point
    source: Source


class District(Item, frozen=True):
    id: str
    number: int
    source: Source
    plots: tuple[Plot, ...]


class Bridge(Item, frozen=True):
    id: str
    ends: tuple[str, str]
    source: Source


class StartSpaces(Item, frozen=True):
    """Where a seat's first office and warehouse stand."""

    office: str
    warehouse: str
    source: Source


class YearSpace(Item, frozen=True):
    """A space of the time track; amounts in thousands: for each rank first and second place."""

    year: str
    event: YearEvent
    source: Source
    table: Table | None = None
    tables: dict[Area, Table] | None = None

    def scorings(self) -> list[tuple[Area, Table]]:
        """What is scored here; in the last year everything, the areas always in the same order (M27)."""
        if self.tables is not None:
            return [(area, self.tables[area]) for area in get_args(Area)]
        return [(_SCORED[self.event], self.table)] if self.table is not None else []


class CardKind(Item, frozen=True):
    id: str
    kind: Kind
    count: int
    source: Source
    region: str | None = None
    districts: tuple[str, ...] | None = None
    commodity: Commodity | None = None
    min_players: int | None = None


class Wedge(Item, frozen=True):
    """A slice of the auction clock: what is painted on it, what a stop there reads, where it ends."""

    shows: str
    dial: int
    end: float
    source: Source


class Clock(Item, frozen=True):
    """How the original clock turns, in seconds and degrees."""

    seconds: float
    sweep: float
    doubled_seconds: float
    source: Source
    wedges: tuple[Wedge, ...]


class BoardData(Item, frozen=True):
    """A whole board, in the shape of the TOML file and of a record's header."""

    tracks: Tracks
    regions: tuple[Region, ...]
    districts: tuple[District, ...]
    bridges: tuple[Bridge, ...]
    start: tuple[StartSpaces, ...]
    years: tuple[YearSpace, ...]
    cards: tuple[CardKind, ...]
    clock: Clock


class Board:
    """Board data with everything looked up beforehand that the rules ask for in play."""

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.track_end = data.tracks.length
        self._number_offices(data)
        self._number_plots(data)
        self._name_bonuses(data)
        self.years = data.years
        self.year_at = {space.year: place for place, space in enumerate(data.years)}
        self.cards = {card.id: card for card in data.cards}
        self.card_at = {card.id: place for place, card in enumerate(data.cards)}
        self.spaces_of_card = {card.id: self._spaces_of(card) for card in data.cards}
        dials = dict.fromkeys(wedge.dial for wedge in data.clock.wedges)
        self.dials = tuple(dials)[:-1]  # the last wedge ends the auction: no sale there (M11)

    def __repr__(self) -> str:
        return f"<Board of {len(self.offices)} offices, {len(self.plots)} plots, {len(self.bridges)} bridges>"

    def _number_offices(self, data: BoardData) -> None:
        self.offices = tuple(office for region in data.regions for office in region.offices)
        self.office_bit = {office.id: 1 << place for place, office in enumerate(self.offices)}
        self.office_names = tuple(self.office_bit)
        self.all_offices = (1 << len(self.offices)) - 1
        self.commodity_of = {office.id: office.commodity for office in self.offices}
        self.regions = {
            region.id: sum(self.office_bit[office.id] for office in region.offices) for region in data.regions
        }

    def _number_plots(self, data: BoardData) -> None:
        self.plots = tuple(plot for district in data.districts for plot in district.plots)
        self.plot_bit = {plot.id: 1 << place for place, plot in enumerate(self.plots)}
        self.plot_names = tuple(self.plot_bit)
        self.all_plots = (1 << len(self.plots)) - 1
        self.districts = {
            district.id: sum(self.plot_bit[plot.id] for plot in district.plots) for district in data.districts
        }
        self.bridges = {bridge.id: sum(self.plot_bit[end] for end in bridge.ends) for bridge in data.bridges}
        self.neighbours = {
            self.plot_bit[plot.id]: sum(self.plot_bit[other.id] for other in touching(plot, district))
            for district in data.districts
            for plot in district.plots
        }

    def _name_bonuses(self, data: BoardData) -> None:
        names = ["market", "colonies", "amsterdam", *(f"bridge:{bridge.id}" for bridge in data.bridges)]
        self.bonus_bit = {name: 1 << place for place, name in enumerate(names)}

    def _spaces_of(self, card: CardKind) -> int:
        """The offices or plots that a card allows."""
        if card.kind == "office":
            inside = self.regions[card.region] if card.region else self.all_offices
            wanted = card.commodity
            return sum(self.office_bit[o.id] for o in self.offices if wanted in (None, o.commodity)) & inside
        if card.kind == "build":
            return sum(self.districts[district] for district in card.districts or ())
        return 0


@lru_cache(maxsize=2_000)
def largest_group(board: Board, warehouses: int) -> int:
    """How many of these warehouses hang together in the largest group (M25)."""
    largest = 0
    while warehouses:
        group, fresh = 0, warehouses & -warehouses
        while fresh:
            group |= fresh
            touched = reduce(or_, [board.neighbours[bit] for bit in bits(fresh)])
            fresh = touched & warehouses & ~group
        largest = max(largest, group.bit_count())
        warehouses &= ~group
    return largest


def bits(spaces: int) -> Iterator[int]:
    """Each space of a set on its own, in the order of the board."""
    while spaces:
        bit = spaces & -spaces
        yield bit
        spaces ^= bit


def touching(plot: Plot, district: District) -> list[Plot]:
    """The plots of the district whose cells share a side with this one's."""
    column, row = plot.cell
    sides = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
    return [other for other in district.plots if other.cell in sides]


@cache
def default_board() -> Board:
    """The board in the box: the rulebooks' facts, and a reconstruction of what only the cardboard shows."""
    text = pkgutil.get_data(__package__, "board.toml")
    assert text is not None
    return Board(msgspec.toml.decode(text, type=BoardData))
