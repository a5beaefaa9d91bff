"""A board on the workbench, as its pages show it: what is still a guess, what is wrong, and the picture of each part
with everything on it that can be tapped.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple, get_args
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from companion.boards import Shelved
from companion.games.merchants import checklist, editing
from companion.games.merchants.board import (
    COMMODITIES,
    DISTRICTS,
    REGIONS,
    Board,
    BoardData,
    Bridge,
    CardKind,
    District,
    OfficeSpace,
    Region,
    YearEvent,
    YearSpace,
    default_board,
)
from companion.games.merchants.card_faces import Face, face_of, faces
from companion.games.merchants.checklist import Entry, Found
from companion.games.merchants.drawing import workbench as drawing
from companion.games.merchants.drawing.legend import card_words
from companion.games.merchants.drawing.names import bridge_name, event_name
from companion.games.merchants.drawing.symbols import commodity_picture
from companion.games.merchants.drawing.time_track import year_picture
from companion.games.merchants.drawing.workbench import Marks, Press, Way
from companion.games.merchants.first_questions import still_open
from companion.games.merchants.half_made import drawable
from companion.games.merchants.mistakes_in_cards import ACTION_CARDS, FOR_FOUR_PLAYERS, SAND_CLOCKS
from companion.games.merchants.mistakes_in_years import FIXED_EVENTS, SCORINGS
from companion.games.merchants.titles import area_heading, part_heading
from companion.games.speech import mark
from companion.house import House
from companion.words import Words

_TITLES = {
    "bridges": mark("Bridges"),
    "start": mark("Start spaces"),
    "years": mark("Time track"),
    "cards": mark("Cards"),
    "clock": mark("Auction clock"),
    "tracks": mark("Market tracks"),
}
_MOST_NAMED = 9
_EVENTS: list[YearEvent] = [event for event in get_args(YearEvent) if event not in ("start", "final")]
"""That a year can have; the first and the last have their own."""


def part_title(part: str, words: Words) -> str:
    return words.say(_TITLES[part]) if part in _TITLES else part_heading(part, words)


class Row(NamedTuple):
    """A part on the checklist."""

    part: str
    title: str
    href: str
    total: int
    guessed: int
    wrong: int


class Wrong(NamedTuple):
    """A mistake in words, and the way to the item that has it."""

    title: str
    href: str
    sentence: str


class Stepper(NamedTuple):
    """A kind of card."""

    name: str
    words: str
    number: int
    wrong: list[str]
    is_guessed: bool
    is_fixed: bool
    """The rulebook says how many, and so many there are."""


class Steppers(NamedTuple):
    title: str
    steppers: list[Stepper]


class StartChoice(NamedTuple):
    name: str
    title: str
    shelves: list[tuple[str, dict[str, str]]]
    """The parts of the board, and what their spaces are called."""
    chosen: str

    @property
    def is_there(self) -> bool:
        return any(self.chosen in spaces for _, spaces in self.shelves)


class Workbench:
    """One board, for one phone, at one moment."""

    def __init__(self, shelved: Shelved, words: Words) -> None:
        self.shelved = shelved
        self.words = words

    @property
    def data(self) -> BoardData:
        return self.shelved.data

    @property
    def home(self) -> str:
        return f"/board/{self.shelved.number}"

    def href(self, part: str, **picked: str) -> str:
        return f"{self.home}/{part}" + (f"?{urlencode(picked)}" if picked else "")

    # What is to be done.

    @cached_property
    def found(self) -> list[Found]:
        return _found(msgspec.json.encode(self.data))

    def rows(self) -> list[Row]:
        """What a rulebook says is not on the list, unless there is something wrong with it."""
        listed = [self._row(part) for part in checklist.PARTS]
        return [row for row in listed if row.wrong or row.guessed or row.part != "tracks"]

    def _row(self, part: str) -> Row:
        wrong = sum(found.part == part for found in self.found)
        total, guessed = len(checklist.entries(self.data, part)), len(checklist.guessed(self.data, part))
        return Row(part, part_title(part, self.words), self.href(part), total, guessed, wrong)

    @cached_property
    def guessed(self) -> int:
        return sum(len(checklist.guessed(self.data, part)) for part in checklist.PARTS)

    @property
    def questions_left(self) -> bool:
        """Of those before a first game."""
        return bool(still_open(self.data))

    def wrong(self, part: str | None) -> list[Wrong]:
        """Every mistake of a part, at the item where there is one; None: of the whole board."""
        return [self._wrong(found) for found in self.found if found.part == part]

    @property
    def first_wrong(self) -> Wrong:
        return self._wrong(self.found[0])

    def next_part(self, part: str) -> str:
        """On the checklist; after the last comes the first."""
        parts = [row.part for row in self.rows()]
        return parts[(parts.index(part) + 1) % len(parts)] if part in parts else parts[0]

    def wrong_with(self, part: str, item: str) -> list[str]:
        """Each sentence once, even if several items have that name."""
        told = [found.what.said(self.words) for found in self.found if (found.part, found.item) == (part, item)]
        return list(dict.fromkeys(told))

    def _wrong(self, found: Found) -> Wrong:
        part, item = found.part, found.item
        href = self.home if part is None else self.href(part, item=item) if item else self.href(part)
        return Wrong(self.item_title(part, item), href, found.what.said(self.words))

    def item_title(self, part: str | None, item: str | None) -> str:
        if part is None:
            return self.shelved.name
        match part:
            case _ if item in (None, part):
                return part_title(part, self.words)
            case "start":
                return self.words.say("Seat {number}", number=item)
            case "bridges":
                return bridge_name(str(item), self.words)
            case "cards":
                return next(self._card_words(card) for card in self.data.cards if card.id == item)
        return str(item)

    def _names_of_wrong(self, part: str) -> list[str]:
        return [found.item for found in self.found if found.part == part and found.item]

    # Pictures.

    @cached_property
    def board(self) -> Board:
        return drawable(self.data)

    @property
    def ground(self) -> str:
        return _ground(msgspec.json.encode(self.data), self.words)

    def whole(self) -> Markup:
        """With ways to all parts."""
        wrong = {found.part for found in self.found if found.part}
        ways = self._ways(checklist.PARTS)
        return Markup(drawing.whole_picture(self.board, self.ground, self.shelved.name, ways, wrong))

    def around(self, parts: Iterable[str]) -> Markup:
        """So much of the board as shows these parts, with ways to them."""
        return Markup(drawing.parts_picture(self.board, self.ground, self.shelved.name, self._ways(parts)))

    def _ways(self, parts: Iterable[str]) -> dict[str, Way]:
        return {part: Way(self.href(part), part_title(part, self.words)) for part in parts}

    def region(self, region: str, picked: str | None, *, placing: bool) -> Markup:
        """While something is placed, only the place matters."""
        offices = [] if placing else self.land(region).offices
        ways = {office.id: Way(self.href(region, item=office.id), self.office_words(office)) for office in offices}
        marks = Marks(picked, self._names_of_wrong(region))
        return Markup(
            drawing.region_picture(self.board, region, self.ground, part_title(region, self.words), ways, marks)
        )

    def district(self, district: str, picked: str | None) -> Markup:
        say = self.words.say
        plots = {plot.cell: plot.id for plot in self.quarter(district).plots}
        presses = {
            cell: Press(
                "cell",
                f"{cell[0]},{cell[1]}",
                say("Remove plot {name}", name=plots[cell])
                if cell in plots
                else say("A plot in column {column}, row {row}", column=str(cell[0]), row=str(cell[1])),
            )
            for cell in drawing.cells_to_paint(self.quarter(district))
        }
        marks, title = Marks(picked, self._names_of_wrong(district)), part_title(district, self.words)
        return Markup(drawing.district_picture(self.board, district, self.ground, title, presses, marks))

    def bridges(self, end: str | None) -> Markup:
        say, names = self.words.say, [plot.id for quarter in self.data.districts for plot in quarter.plots]
        ways = {plot: Way(self.href("bridges", end=plot), say("A bridge from {plot}", plot=plot)) for plot in names}
        presses = {}
        if end in names:
            presses = {
                plot: Press("other", plot, say("A bridge from {plot} to {other}", plot=end, other=plot))
                for plot in names
                if plot != end
            }
            ways = {end: Way(self.href("bridges"), say("Choose again"))}
        return Markup(
            drawing.bridges_picture(self.board, self.ground, part_title("bridges", self.words), ways, presses, end)
        )

    def sea(self) -> Markup:
        return Markup(drawing.sea_picture(self.ground, self.words.say("The board, with the start spaces")))

    def clock(self) -> Markup:
        return Markup(drawing.clock_picture(self.ground, self.words.say("Auction clock")))

    # Items.

    def is_seen(self, part: str, item: str) -> bool:
        """By its owner."""
        return Entry(item, "cardboard") in checklist.entries(self.data, part)

    def is_guessed(self, part: str, item: str) -> bool:
        return item in checklist.guessed(self.data, part)

    def guesses(self, part: str) -> str:
        """Their names in a row, or how many there are; nothing if there is none."""
        names = [self.item_title(part, item) for item in checklist.guessed(self.data, part)]
        return self.words.listed(names) if len(names) <= _MOST_NAMED else self.words.number(len(names))

    def decimal(self, number: float) -> str:
        """As it is typed in this language."""
        _, _, places = str(number).removesuffix(".0").partition(".")
        return self.words.decimal(number, len(places))

    def land(self, region: str) -> Region:
        return next(one for one in self.data.regions if one.id == region)

    def quarter(self, district: str) -> District:
        return next(one for one in self.data.districts if one.id == district)

    def office(self, region: str, name: str | None) -> OfficeSpace | None:
        return next((office for office in self.land(region).offices if office.id == name), None)

    def offices_since(self, before: BoardData, region: str) -> list[str]:
        """That were not there then."""
        there = [office.id for land in before.regions for office in land.offices]
        return [office.id for office in self.land(region).offices if office.id not in there]

    def office_words(self, office: OfficeSpace) -> str:
        commodity = part_heading(office.commodity, self.words)
        return self.words.say("{space}: {commodity}", space=office.id, commodity=commodity)

    def commodities(self) -> list[tuple[str, str, Markup]]:
        return [(one, part_heading(one, self.words), Markup(commodity_picture(one))) for one in COMMODITIES]

    def bridge_words(self, bridge: Bridge) -> str:
        one, other = bridge.ends
        name, leads = bridge_name(bridge.id, self.words), self.words.say("{one} to {other}", one=one, other=other)
        return f"{name}: {leads}"

    def start_choices(self, seat: int) -> list[StartChoice]:
        """Of an office and a plot; seats count from 0."""
        spaces = self.data.start[seat] if seat < len(self.data.start) else None
        lands = [
            (part_title(land.id, self.words), {office.id: self.office_words(office) for office in land.offices})
            for land in self.data.regions
        ]
        quarters = [
            (part_title(quarter.id, self.words), {plot.id: plot.id for plot in quarter.plots})
            for quarter in self.data.districts
        ]
        office, warehouse = (spaces.office, spaces.warehouse) if spaces else ("", "")
        return [
            StartChoice(f"office{seat}", self.words.say("Trade office"), lands, office),
            StartChoice(f"warehouse{seat}", self.words.say("Warehouse"), quarters, warehouse),
        ]

    # The time track.

    def event_words(self, event: YearEvent) -> str:
        name = event_name(event, self.words)
        return self.words.say("Scoring: {area}", area=name) if event in SCORINGS else name

    def year_picture(self, year: YearSpace) -> Markup:
        return Markup(year_picture(year, self.words))

    def events_for(self, year: YearSpace) -> list[tuple[YearEvent, str, Markup]]:
        """What the owner can choose from, each as it would look on the track."""
        is_right = year.year in FIXED_EVENTS and not self.wrong_with("years", year.year)
        if is_right and year.event == FIXED_EVENTS[year.year]:
            return []
        offered = [FIXED_EVENTS[year.year]] if year.year in FIXED_EVENTS else _EVENTS
        return [(event, self.event_words(event), self._year_with(year, event)) for event in offered]

    def _year_with(self, year: YearSpace, event: YearEvent) -> Markup:
        """As it would look if it were chosen."""
        changed = editing.with_event(self.data, year.year, event)
        return self.year_picture(next(space for space in changed.years if space.year == year.year))

    def area_title(self, area: str) -> str:
        return next(area_heading(one, self.words) for one in ("market", "amsterdam", "colonies") if one == area)

    # Cards.

    def totals(self) -> list[tuple[str, int, int]]:
        """What there is, how many there are, and how many there must be."""
        say, cards = self.words.say, self.data.cards
        action = sum(card.count for card in cards if card.kind != "sand_clock")
        marked = sum(card.count for card in cards if card.min_players)
        sand = sum(card.count for card in cards if card.kind == "sand_clock")
        return [
            (say("Action cards"), action, ACTION_CARDS),
            (say("Left for three players"), action - marked, ACTION_CARDS - FOR_FOUR_PLAYERS),
            (say("Sand clocks"), sand, SAND_CLOCKS),
        ]

    def steppers(self) -> list[Steppers]:
        say, known = self.words.say, list(faces())
        strange = [face for face in dict.fromkeys(map(face_of, self.data.cards)) if face not in known]
        groups: list[tuple[str, Iterable[Face]]] = [
            (say("Cards of other kinds"), strange),
            (say("Commodity cards and sand clocks"), (f for f in known if f.kind in ("commodity", "sand_clock"))),
            (say("Trade office cards"), (face for face in known if face.kind == "office")),
            (say("Amsterdam cards: one district"), (face for face in known if len(face.districts) == 1)),
            (say("Amsterdam cards: two districts and a commodity"), (f for f in known if len(f.districts) == 2)),
        ]
        filled = [Steppers(title, [self._stepper(face) for face in inside]) for title, inside in groups]
        return [group for group in filled if group.steppers]

    def _stepper(self, face: Face) -> Stepper:
        card = next((card for card in self.data.cards if face_of(card) == face), None)
        name = card.id if card else face.name
        shown = self._card_words(card or face.card(name, 0))
        is_guessed = card is not None and card.source == "reconstruction"
        is_fixed = card is not None and card.source == "rulebook" and not self.wrong("cards")
        return Stepper(name, shown, card.count if card else 0, self.wrong_with("cards", name), is_guessed, is_fixed)

    def _card_words(self, card: CardKind) -> str:
        if card.region not in (None, *REGIONS) or any(district not in DISTRICTS for district in card.districts or ()):
            return card.id
        commodity = card.kind == "build" and card.commodity
        shown = card_words(card, self.words)
        if not commodity:
            return shown
        return self.words.say("{shown}, {commodity}", shown=shown, commodity=part_heading(commodity, self.words))


@lru_cache(maxsize=32)
def _found(data: bytes) -> list[Found]:
    """Judged once, and told to everybody who looks."""
    return checklist.found_in(msgspec.json.decode(data, type=BoardData))


@lru_cache(maxsize=16)
def _ground(data: bytes, words: Words) -> str:
    """Drawn once, and shown with whatever is picked on it, to everybody who looks."""
    return drawing.ground_of(drawable(msgspec.json.decode(data, type=BoardData)), words)


def name_of_board(house: House, words: Words) -> str:
    """Of the one in use."""
    in_use = [shelved.name for shelved in house.boards.all if shelved.number == house.boards.in_use]
    return in_use[0] if in_use else words.say("The supplied board")


def default_bench(words: Words) -> Workbench:
    """The supplied board, to look at."""
    board = default_board()
    shelved = Shelved(0, words.say("The supplied board"), board.data, board, 0, can_undo=False, can_redo=False)
    return Workbench(shelved, words)
