"""Where everybody's money came from and where it went, to the guilder, and how it grew over the years.

Asked of the facts of a game from its beginning; those of actions that were taken back are not among them.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

import msgspec

from companion.games.accounts import Account, Entered, ledger
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

_TITLES: dict[str, str] = {
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


class Point(msgspec.Struct, frozen=True):
    """Everybody's money at one time: when all of a year was settled, when a term was over, or now."""

    at: Literal["year", "term", "now"]
    year: str
    term: int
    money: tuple[int, ...]


def accounts(setup: Setup, events: Iterable[Event]) -> tuple[Account, ...]:
    """One for each seat. A scoring is told by its year, the final one by its area, a bonus by its name."""
    return ledger(setup.players, SOURCES, _entered(setup.board, events))


def _entered(board: Board, events: Iterable[Event]) -> Iterator[Entered]:
    scored: Scored | None = None
    for event in events:
        match event:
            case Scored():
                scored = event
            case Money(seat, amount, why):
                yield Entered(seat, *_source(board, why, scored), amount)


def source_heading(source: str, speech: Speech = ENGLISH) -> str:
    return speech.say(_TITLES[source])


def detail_heading(source: str, what: str, speech: Speech = ENGLISH) -> str:
    match source:
        case "final":
            return area_heading(_area(what), speech)
        case "bonuses" | "given_back":
            return bonus_heading(what, speech)
        case _:
            return what


def _source(board: Board, why: str, scored: Scored | None) -> tuple[Source, str]:
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
