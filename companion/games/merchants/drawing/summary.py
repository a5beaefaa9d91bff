"""The sheet that the box lacks: the years of this board, what their pictures mean, what bonuses ask for and give, and
how ranks and ties are paid. For paper, so mostly white; all numbers are the board's and the rules' own.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.games.drawing.paints import FADED, RED
from companion.games.lettering import paragraph, write
from companion.games.merchants.auction import DOUBLING_DIAL, GUARANTEE_DIAL, price_of
from companion.games.merchants.board import COMMODITIES, Board, Table, YearEvent, YearSpace
from companion.games.merchants.bonuses import AREA_BONUS, BRIDGE_BONUS, LOAN, MARKET_SPACE
from companion.games.merchants.drawing import names, symbols
from companion.games.merchants.drawing.time_track import fill_of
from companion.games.merchants.ending import REPAYMENT
from companion.games.merchants.events import Area
from companion.games.merchants.names import AREAS, PARTS
from companion.games.merchants.scoring import ROUNDED_TO
from companion.games.speech import ENGLISH, Phrase, Several, Speech, mark
from companion.games.svg import INK, Box, Element, Point, canvas, line, rect

LARGEST, LEAST, STEP = 3.8, 2.5, 0.05
"""Sizes of type, in millimetres: as large as the page allows."""

GUTTER = 6.0
_YEAR, _SCORING = 12.0, 19.5
"""The least width of a year, and of a table."""
_HIGH, _BETWEEN = 18.0, 1.2
_PICTURE = 9.5
"""What a picture takes of the width of a column."""

Picture = Callable[[Element, Point, float], None]


class Entry(NamedTuple):
    words: Phrase
    lead: str = ""
    """In bold before them; the key of a sentence."""
    picture: Picture | None = None


class Section(NamedTuple):
    heading: str
    entries: tuple[Entry, ...]


_TERM = (
    Entry(
        Phrase("The mayor draws card by card and puts each on a free disk before the next: mayor, auction, discard."),
        mark("Cards:"),
    ),
    Entry(
        Phrase("Time moves on one space at once, and what that brings is finished before the next card."),
        mark("Sand clock:"),
    ),
    Entry(
        Phrase("First the discard, then the mayor's card, which is free, then the auction. Then the next is mayor."),
        mark("Three cards:"),
    ),
)

_EVENTS: dict[YearEvent, Phrase] = {
    "ship": Phrase("Everybody may move one token on the market one space forward, or put a new one on space 1."),
    "globe": Phrase("Everybody may open a trade office on any free space; its commodity moves one space forward."),
    "arms": Phrase("Everybody builds a warehouse on any free building space. No commodity moves."),
    "credit": Phrase(
        "Everybody may take {loan} and a credit marker, which costs {repayment} at the end.",
        loan=LOAN,
        repayment=REPAYMENT,
    ),
    "lose_warehouse": Phrase("Everybody gives up a warehouse of their choice."),
    "lose_office": Phrase("Everybody gives up a trade office of their choice."),
    "shipwreck": Phrase("Everybody moves one token of their choice one space back; from space 1 it leaves the track."),
    "leaders_back": Phrase(
        "On every track all tokens on the furthest space that is taken go one space back, all at once; from space 1 "
        "they leave the track."
    ),
}
"""What each picture of the time track brings."""

_IN_TURN = Entry(
    Phrase(
        "Who chooses does so from the mayor's left, the mayor last, and bonuses are settled before the next one's "
        "turn. Whoever has nothing to lose loses nothing."
    ),
    mark("Order:"),
)

_HOUSE_RULES = Entry(Phrase("These are the usual rules; your table may have chosen house rules."))

_BONUSES: dict[Area, Phrase] = {
    "market": Phrase(
        "A token on space {space} or further of all four tracks: a free warehouse at once, on any free building space; "
        "it must be built.",
        space=MARKET_SPACE,
    ),
    "amsterdam": Phrase("A warehouse in each of the four districts: {amount}.", amount=AREA_BONUS),
    "colonies": Phrase("A trade office in each of the four regions: {amount}.", amount=AREA_BONUS),
}
_BRIDGE = Entry(
    Phrase("Warehouses at both ends of a bridge: {amount}, for every bridge.", amount=BRIDGE_BONUS),
    mark("Bridge:"),
    symbols.bridge,
)
_GIVEN_BACK = (
    Entry(
        Phrase(
            "Whoever no longer has what a bonus asks for gives it back at once: the money, or any warehouse for that "
            "of the market. It can be earned again."
        ),
        mark("Lost:"),
    ),
    Entry(
        Phrase("Whoever has too little to give back takes {loan} and a credit marker first.", loan=LOAN),
        mark("No money:"),
    ),
)

_RANKED: dict[Area, str] = {
    "market": mark("The track with the furthest token has rank 1. On a track, whoever is furthest is first. {parts}."),
    "amsterdam": mark(
        "The district with the most warehouses has rank 1. In a district the largest group counts, side by side and "
        "not across a corner. {parts}."
    ),
    "colonies": mark(
        "The region with the most trade offices has rank 1. In a region, whoever has the most is first. {parts}."
    ),
}
_PART = "{number}\u00a0{part}"
_PAID = (
    Entry(Phrase("The rank's column is paid: the upper amount to the first, the lower to the second."), mark("Paid:")),
    Entry(Phrase("Of two parts that are equal the lower number has the better rank."), mark("Equal parts:")),
    Entry(
        Phrase("Both amounts together are divided, rounded down to {unit}; nothing for the second.", unit=ROUNDED_TO),
        mark("Tie for first:"),
    ),
    Entry(Phrase("The lower amount is divided, rounded down to {unit}.", unit=ROUNDED_TO), mark("Tie for second:")),
    Entry(
        Phrase("There is no second place to pay for. A part without anybody ranks last and pays nothing."),
        mark("Alone:"),
    ),
)


def draw_summary(parent: Element, room: Box, board: Board, speech: Speech = ENGLISH) -> None:
    """In millimetres, on whatever part of a page there is."""
    y = _draw_years(parent, room, board.years, speech) + 4
    wide = (room.width - GUTTER) / 2
    columns = [
        (sections, Box(room.x + place * (wide + GUTTER), y, wide, room.y + room.height - y))
        for place, sections in enumerate(_columns(board))
    ]
    size = min(_fitting(sections, place, speech) for sections, place in columns)
    for sections, place in columns:
        _draw_column(parent, sections, place, size, speech)


# --- the years


def _draw_years(parent: Element, room: Box, years: Sequence[YearSpace], speech: Speech) -> float:
    """Row by row, each as wide as the page; where the rest may begin."""
    note = speech.say("In thousands of guilders: a column for each rank, the first place's amount above the second's.")
    y = _draw_heading(parent, speech.say("The years"), Box(room.x, room.y, room.width, 0), 3.4, note)
    for row in _rows(years, room.width):
        widest = sum(_least(year) for year in row)
        x = room.x
        for year in row:
            wide = _least(year) * (room.width - _BETWEEN * (len(row) - 1)) / widest
            _draw_year(parent, year, Box(x, y, wide, _HIGH), speech)
            x += wide + _BETWEEN
        y += _HIGH + _BETWEEN
    return y


def _least(year: YearSpace) -> float:
    return _SCORING * len(year.scorings()) or _YEAR


def _rows(years: Sequence[YearSpace], width: float) -> list[list[YearSpace]]:
    """As few as there must be, and about equally full."""
    left = sum(_least(year) + _BETWEEN for year in years)
    count = -int(-left // width)
    rows: list[list[YearSpace]] = [[]]
    full = 0.0
    for year in years:
        wide = _least(year) + _BETWEEN
        if rows[-1] and len(rows) < count and full + wide / 2 > left / (count - len(rows) + 1):
            left -= full
            rows.append([])
            full = 0.0
        rows[-1].append(year)
        full += wide
    return rows


def _draw_year(parent: Element, year: YearSpace, place: Box, speech: Speech) -> None:
    x, y, wide, high = place
    rect(parent, place, rx=1, fill=fill_of(year.event), stroke=FADED, stroke_width=0.2)
    write(parent, year.year, (x + wide / 2, y + 4), 3.4, bold=True, room=wide - 1.4, anchor="middle")
    symbols.event(parent, year.event, (x + wide / 2, y + 4.6 + (high - 5) / 2), 0.48)
    tables = year.scorings()
    each = (wide - 1) / max(len(tables), 1)
    for number, (area, table) in enumerate(tables):
        left = x + 1 + number * each
        name = speech.say(AREAS[area])
        write(parent, name, (left + (each - 1) / 2, y + 7.4), 2.6, italic=True, room=each - 1, anchor="middle")
        _draw_table(parent, table, Box(left, y + 8.4, each - 1, high - 9.4))


def _draw_table(parent: Element, table: Table, place: Box) -> None:
    """A column for each rank."""
    x, y, wide, high = place
    rect(parent, place, fill="#ffffff", stroke=INK, stroke_width=0.15)
    column, row = wide / len(table), high / 2
    line(parent, [(x, y + row), (x + wide, y + row)], stroke=FADED, stroke_width=0.15)
    for rank, amounts in enumerate(table):
        left = x + rank * column
        if rank:
            line(parent, [(left, y), (left, y + high)], stroke=FADED, stroke_width=0.15)
        for number, amount in enumerate(amounts):
            at = (left + column / 2, y + (number + 0.5) * row + 1.05)
            write(parent, amount, at, 3.1, bold=not number, room=column - 0.6, anchor="middle")


# --- the sections


def _columns(board: Board) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    """How a game goes, and what it pays."""
    goes = (
        Section(mark("A term of office"), (*_TERM, *_auction(board))),
        Section(mark("Events"), (*_events(board), _IN_TURN)),
        Section(mark("The end"), (_end(board), _HOUSE_RULES)),
    )
    pays = (
        Section(mark("Bonuses"), (*_bonuses(), _BRIDGE, *_GIVEN_BACK)),
        Section(mark("Scoring"), (*_ranked(board), *_PAID)),
    )
    return goes, pays


def _auction(board: Board) -> Iterator[Entry]:
    highest, lowest, over = (price_of(dial, False) for dial in (*_ends(board.dials), board.data.clock.wedges[-1].dial))
    falls = Phrase(
        "The price falls from {highest} to {lowest}. Whoever stops it pays it and uses the card. On a line the higher "
        "price counts; at {over} it is over and nobody buys.",
        highest=highest,
        lowest=lowest,
        over=over,
    )
    yield Entry(falls, mark("Auction:"))
    doubles = Phrase(
        "A stop at start or {dial} buys nothing: the clock starts again for everybody, and prices are double, {most} "
        "at most. At {guarantee} the doubler must take the card for {price}.",
        dial=DOUBLING_DIAL,
        most=price_of(board.dials[0], True),
        guarantee=GUARANTEE_DIAL,
        price=price_of(GUARANTEE_DIAL, True),
    )
    yield Entry(doubles, mark("Doubling:"))
    misbid = Phrase(
        "Whoever stops the clock and cannot pay, or doubles with less than {price}, is out for this card, and the "
        "clock starts again.",
        price=price_of(GUARANTEE_DIAL, True),
    )
    yield Entry(misbid, mark("Misbid:"))


def _ends(dials: tuple[int, ...]) -> tuple[int, int]:
    return dials[0], dials[-1]


def _events(board: Board) -> Iterator[Entry]:
    """Those that the board has."""
    there = {year.event for year in board.years}
    for event, words in _EVENTS.items():
        if event in there:
            yield Entry(words, names.EVENTS[event], _event(event))


def _event(event: YearEvent) -> Picture:
    return lambda parent, at, scale: symbols.event(parent, event, at, scale)


def _bonuses() -> Iterator[Entry]:
    for area, words in _BONUSES.items():
        yield Entry(words, AREAS[area], _area(area))


def _ranked(board: Board) -> Iterator[Entry]:
    for area, sentence in _RANKED.items():
        parts = Several(
            [Phrase(_PART, number=number, part=Phrase(PARTS[part].heading)) for part, number in _numbered(board, area)]
        )
        yield Entry(Phrase(sentence, parts=parts), AREAS[area], _area(area))


def _numbered(board: Board, area: Area) -> list[tuple[str, int]]:
    """The parts of an area in the order in which they win a tie."""
    if area == "market":
        return [(commodity, number) for number, commodity in enumerate(COMMODITIES, 1)]
    parts = board.data.districts if area == "amsterdam" else board.data.regions
    return sorted(((part.id, part.number) for part in parts), key=lambda one: one[1])


def _area(area: Area) -> Picture:
    return lambda parent, at, scale: symbols.area(parent, area, at, scale)


def _end(board: Board) -> Entry:
    last = Phrase(
        "The game ends with the last card. All three areas are scored by the tables of {year}, every credit marker "
        "costs {repayment}, and the most money wins; a tie is shared.",
        year=board.years[-1].year,
        repayment=REPAYMENT,
    )
    return Entry(last)


# --- how they are laid out


def _fitting(sections: Sequence[Section], room: Box, speech: Speech) -> float:
    """The largest type with which a column fits."""
    size = LARGEST
    while size > LEAST and _draw_column(canvas(room), sections, room, size, speech) > room.y + room.height:
        size = max(size - STEP, LEAST)
    return size


def _draw_column(parent: Element, sections: Sequence[Section], room: Box, size: float, speech: Speech) -> float:
    y = room.y
    for number, section in enumerate(sections):
        if number:
            y += size * 0.9
        y = _draw_heading(parent, speech.say(section.heading), Box(room.x, y, room.width, 0), size * 1.18)
        for entry in section.entries:
            y = _draw_entry(parent, entry, Box(room.x, y, room.width, 0), size, speech) + size * 0.32
    return y


def _draw_heading(parent: Element, words: str, at: Box, size: float, note: str = "") -> float:
    """With a line below, on which a note may stand on the right."""
    x, y, wide, _ = at
    right = x + wide
    write(parent, words, (x, y + size * 0.9), size, bold=True, fill=RED)
    if note:
        write(parent, note, (right, y + size * 0.9), 2.7, italic=True, room=wide - 40, anchor="end", fill=FADED)
    line(parent, [(x, y + size * 1.25), (right, y + size * 1.25)], stroke=RED, stroke_width=0.2)
    return y + size * 1.6


def _draw_entry(parent: Element, entry: Entry, at: Box, size: float, speech: Speech) -> float:
    """Beside its picture, if it has one; where the next begins."""
    x, y, wide, _ = at
    lead = _capital(speech.say(entry.lead)) if entry.lead else ""
    lead = lead if lead.endswith(":") or not lead else f"{lead}:"
    indent = _PICTURE if entry.picture else 0
    low = paragraph(parent, entry.words.said(speech), (x + indent, y), size, wide - indent, lead=lead)
    if entry.picture:
        low = max(low, y + 2 * size)
        entry.picture(parent, (x + _PICTURE / 2 - 1, (y + low) / 2), size * 0.105)
    return low


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
