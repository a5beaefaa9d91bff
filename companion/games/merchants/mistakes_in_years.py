"""What can be wrong on the time track: its years, their events, and the tables of the scorings."""

from collections.abc import Iterator, Sequence
from typing import get_args

from companion.games.merchants.board import Table, YearEvent, YearSpace
from companion.games.merchants.events import Area
from companion.games.speech import Phrase
from companion.games.spelling import Mistake, Piece, all_read, pieces, quoted, repeated

YEARS = (
    "1579", "1585", "1588", "1596/97", "1597", "1600", "1602", "1609", "1609/21", "1611", "1613", "1619", "1621",
    "1624", "1625", "1628", "1632", "1636/37", "1640", "1641", "1652/54", "1656", "1662", "1664", "1665", "1666",
)  # fmt: skip
"""M3."""

FIXED_EVENTS: dict[str, YearEvent] = {
    "1579": "start",
    "1585": "none",
    "1596/97": "none",
    "1600": "none",
    "1609": "score_market",
    "1611": "score_amsterdam",
    "1619": "score_colonies",
    "1665": "none",
    "1666": "final",
}
"""The years of which the rulebooks tell the event (M23, M26, M27)."""

SCORINGS = {"score_market": (3, "1609"), "score_amsterdam": (2, "1611"), "score_colonies": (2, "1619")}
"""How often an area is scored before the end, and when for the first time."""

FIRST_TABLE: Table = ((100, 60), (80, 40), (60, 40), (40, 20))
"""Of the first scoring of each area (M26)."""

LARGEST_AMOUNT = 1000


def mistakes_in_years(typed: object) -> Iterator[Mistake]:
    years = pieces("years", typed, YearSpace)
    for year in years:
        yield from year.wrong
        yield from _mistakes_in_event(year)
        if year.value:
            yield from _mistakes_in_tables(year.key, year.value)
    yield from _mistakes_in_order(years)
    yield from _mistakes_in_scorings(years)


def _mistakes_in_order(years: Sequence[Piece[YearSpace]]) -> Iterator[Mistake]:
    """The 26 spaces of the time track, as they follow each other (M3)."""
    typed = [year.word("year") for year in years]
    strange = [year for year, word in zip(years, typed, strict=True) if word is not None and word not in YEARS]
    missing = [year for year in YEARS if year not in typed] if all_read(years) else []
    yield from (Mistake(year.key, Phrase("the time track has no such year.")) for year in strange)
    yield from repeated(years, "year")
    yield from (Mistake("years", Phrase("{name} is missing.", name=year)) for year in missing)
    if sorted(map(str, typed)) == sorted(YEARS):
        misplaced = [(year.key, due) for year, word, due in zip(years, typed, YEARS, strict=True) if word != due]
        yield from (Mistake(key, Phrase("here comes the year {year}.", year=due)) for key, due in misplaced[:1])


def _mistakes_in_event(year: Piece[YearSpace]) -> Iterator[Mistake]:
    event = year.word("event")
    due = FIXED_EVENTS.get(year.word("year") or "")
    if event is None or event not in get_args(YearEvent):
        return
    if due and event != due:
        wrong = Phrase("event must be {due}, the rulebook says, not {event}.", due=quoted(due), event=quoted(event))
        yield Mistake(year.key, wrong)
    if not due and event in ("start", "final"):
        only = YEARS[0] if event == "start" else YEARS[-1]
        yield Mistake(year.key, Phrase("event {event} belongs to {year} alone.", event=quoted(event), year=only))


def _mistakes_in_scorings(years: Sequence[Piece[YearSpace]]) -> Iterator[Mistake]:
    """How often each area is scored; judged once every event can be read."""
    events = [year.word("event") for year in years]
    for event, (times, first) in SCORINGS.items():
        early = YEARS[: YEARS.index(first)]
        for year in years:
            if year.word("event") == event and year.word("year") in early:
                yield Mistake(
                    year.key, Phrase("{event} comes for the first time in {year}.", event=quoted(event), year=first)
                )
        if all(word in get_args(YearEvent) for word in events) and events.count(event) != times:
            wrong = Phrase(
                "{event} comes {count} times before 1666; it must be {due}.",
                event=quoted(event),
                count=events.count(event),
                due=times,
            )
            yield Mistake("years", wrong)


def _mistakes_in_tables(key: str, year: YearSpace) -> Iterator[Mistake]:
    """A scoring year has one table, the final year one for each area, any other none."""
    if year.event in SCORINGS and year.table is None:
        yield Mistake(key, Phrase('"table" is missing; a scoring year has one.'))
    if year.event not in SCORINGS and year.table is not None:
        yield Mistake(key, Phrase('"table" does not belong here; only a scoring year has one.'))
    if year.event == "final":
        missing = [area for area in get_args(Area) if area not in (year.tables or {})]
        yield from (Mistake(key, Phrase("{name} is missing.", name=f"tables.{area}")) for area in missing)
    elif year.tables is not None:
        yield Mistake(key, Phrase('"tables" does not belong here; only the final year has them.'))
    if year.table is not None:
        yield from _mistakes_in_table(key, "table", year.table)
    for area, table in (year.tables or {}).items():
        yield from _mistakes_in_table(key, f"tables.{area}", table)
    if year.event in SCORINGS and year.event == FIXED_EVENTS.get(year.year) and year.table not in (None, FIRST_TABLE):
        told = ", ".join(f"{first}/{second}" for first, second in FIRST_TABLE)
        yield Mistake(key, Phrase("table must be {due}, the rulebook says.", due=told))


def _mistakes_in_table(key: str, name: str, table: Table) -> Iterator[Mistake]:
    if len(table) != 4:
        yield Mistake(key, Phrase("{table} must have four ranks, not {count}.", table=name, count=len(table)))
    for rank, (first, second) in enumerate(table):
        row = f"{name}[{rank}]"
        if first < second:
            more = Phrase(
                "{row} gives second place more than first, {second} and {first}.", row=row, second=second, first=first
            )
            yield Mistake(key, more)
        if not (0 <= first <= LARGEST_AMOUNT and 0 <= second <= LARGEST_AMOUNT):
            amounts = Phrase(
                "{row} must be amounts from 0 to {most}, in thousands: 100 is 100,000.",
                row=row,
                most=str(LARGEST_AMOUNT),
            )
            yield Mistake(key, amounts)
