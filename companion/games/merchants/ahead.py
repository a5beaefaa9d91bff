"""What the next spaces of the time track bring, before anybody gets there (M3, M5)."""

import msgspec

from companion.games.merchants.board import THOUSAND, YearEvent, YearSpace
from companion.games.merchants.events import Area
from companion.games.merchants.state import State
from companion.games.merchants.story import YEARS
from companion.games.speech import ENGLISH, Speech

SPACES = 5


class Stakes(msgspec.Struct, frozen=True):
    """What a scoring pays, in guilders: for each rank first and second place."""

    area: Area
    table: tuple[tuple[int, int], ...]


class Coming(msgspec.Struct, frozen=True):
    """A space of the time track, so many sand clocks ahead."""

    steps: int
    year: str
    event: YearEvent
    scorings: tuple[Stakes, ...]
    words: str
    """What happens there; the year is said beside it."""


def ahead(state: State, spaces: int = SPACES, speech: Speech = ENGLISH) -> tuple[Coming, ...]:
    """The nearest first; fewer towards the end."""
    coming = state.setup.board.years[state.year + 1 :][:spaces]
    return tuple(_coming(steps, space, speech) for steps, space in enumerate(coming, 1))


def _coming(steps: int, space: YearSpace, speech: Speech) -> Coming:
    scorings = tuple(
        Stakes(area, tuple((first * THOUSAND, second * THOUSAND) for first, second in table))
        for area, table in space.scorings()
    )
    return Coming(steps, space.year, space.event, scorings, speech.say(YEARS[space.event]))
