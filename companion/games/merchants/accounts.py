"""Where everybody's money came from and where it went, to the guilder, and how it grew over the years.

Asked of the facts of a game from its beginning; those of actions that were taken back are not among them.
"""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from companion.games.events import Event, Money
from companion.games.merchants import evolve
from companion.games.merchants.board import Board
from companion.games.merchants.events import Area, Drawn, Scored, Sold, Term, Unsold, Year
from companion.games.merchants.state import Setup, empty_state
from companion.games.merchants.titles import area_heading, bonus_heading
from companion.games.speech import ENGLISH, Speech, mark

Source = Literal[
    "start", "market", "amsterdam", "colonies", "final", "bonuses", "given_back", "auctions", "credits", "repaid",
    "corrections",
]  # fmt: skip
SOURCES: tuple[Source, ...] = get_args(Source)

_SOURCES: dict[str, Source] = {
    "start": "start",
    "bonus": "bonuses",
    "give_back": "given_back",
    "auction": "auctions",
    "credit": "credits",
    "repay": "repaid",
    "correction": "corrections",
}
"""By why a fact says that money moved; scorings are told apart by their area and year."""

_TITLES: dict[Source, str] = {
    "start": mark("Starting capital"),
    "market": mark("Market scorings"),
    "amsterdam": mark("Amsterdam scorings"),
    "colonies": mark("Colony scorings"),
    "final": mark("Final scoring"),
    "bonuses": mark("Bonuses earned"),
    "given_back": mark("Bonuses given back"),
    "auctions": mark("Cards bought at auction"),
    "credits": mark("Credits taken"),
    "repaid": mark("Credits repaid"),
    "corrections": mark("Corrections"),
}


class Detail(msgspec.Struct, frozen=True):
    """A scoring by its year, the final one by its area, a bonus by its name."""

    what: str
    amount: int


class Line(msgspec.Struct, frozen=True):
    """All that came from one source; less than nothing where money went there."""

    source: Source
    amount: int
    details: tuple[Detail, ...]


class Account(msgspec.Struct, frozen=True):
    """One seat's. There is a line for every source, in the same order for all."""

    seat: int
    lines: tuple[Line, ...]
    money: int
    """The sum of the lines, which is what the seat holds."""


class Point(msgspec.Struct, frozen=True):
    """Everybody's money at one time: when all of a year was settled, when a term was over, or now."""

    at: Literal["year", "term", "now"]
    year: str
    term: int
    money: tuple[int, ...]


def accounts(setup: Setup, events: Iterable[Event]) -> tuple[Account, ...]:
    """One for each seat."""
    ledger: dict[tuple[int, Source], list[Detail]] = {}
    scored: Scored | None = None
    for event in events:
        match event:
            case Scored():
                scored = event
            case Money(seat, amount, why):
                source, what = _entered(setup.board, why, scored)
                ledger.setdefault((seat, source), []).append(Detail(what, amount))
    return tuple(_account(seat, ledger) for seat in range(setup.players))


def source_heading(source: Source, speech: Speech = ENGLISH) -> str:
    return speech.say(_TITLES[source])


def detail_heading(source: Source, what: str, speech: Speech = ENGLISH) -> str:
    match source:
        case "final":
            return area_heading(_area(what), speech)
        case "bonuses" | "given_back":
            return bonus_heading(what, speech)
        case _:
            return what


def _entered(board: Board, why: str, scored: Scored | None) -> tuple[Source, str]:
    """The source of money, and the detail if there is one."""
    kind, _, what = why.partition(":")
    if kind != "score":
        return _SOURCES[kind], what
    assert scored is not None
    if scored.year == board.years[-1].year:
        return "final", scored.area
    return scored.area, scored.year


def _area(what: str) -> Area:
    return next(area for area in get_args(Area) if area == what)


def _account(seat: int, ledger: dict[tuple[int, Source], list[Detail]]) -> Account:
    lines = tuple(_line(source, ledger.get((seat, source), [])) for source in SOURCES)
    return Account(seat, lines, sum(line.amount for line in lines))


def _line(source: Source, entered: list[Detail]) -> Line:
    sums: dict[str, int] = {}
    for detail in entered:
        sums[detail.what] = sums.get(detail.what, 0) + detail.amount
    details = tuple(Detail(what, amount) for what, amount in sums.items() if what)
    return Line(source, sum(sums.values()), details)


def money_over_years(setup: Setup, events: Iterable[Event]) -> tuple[Point, ...]:
    """After each year with all that it brought (M5), after each term, and as it is now."""
    state = empty_state(setup)
    points: list[Point] = []
    year_open = lot_gone = False

    def point(at: Literal["year", "term", "now"]) -> None:
        points.append(Point(at, setup.board.years[state.year].year, state.terms, state.money))

    for event in events:
        if isinstance(event, Drawn | Term | Year):  # all that came of what was before is settled by now
            if year_open:
                point("year")
            if lot_gone:
                point("term")
            year_open = lot_gone = False
        evolve(state, event)
        year_open = year_open or isinstance(event, Year)
        lot_gone = lot_gone or isinstance(event, Sold | Unsold)
    over = state.winners is not None
    point("year" if over else "now")
    return tuple(points)
