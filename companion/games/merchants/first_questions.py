"""The few questions that matter before a first game on a board that nobody has compared with the cardboard yet: each is
about a handful of guesses, and asked until they are seen or put right.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.merchants import checklist
from companion.games.merchants.board import DISTRICTS, REGIONS, BoardData, YearEvent
from companion.games.speech import Phrase, mark


class Question(NamedTuple):
    key: str
    sentence: str
    years: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """Whole parts of the board; or years, never both."""
    names: YearEvent | None = None
    """The event that the sentence speaks of, where it does."""

    def asked_of(self, data: BoardData) -> Phrase:
        """A board may have been changed before."""
        shown = [space.event for space in data.years if space.year in self.years]
        if self.names and shown != [self.names]:
            return Phrase("Is this what your {year} shows?", year=self.years[0])
        return Phrase(self.sentence)

    def is_open(self, data: BoardData) -> bool:
        """Something that it is about is still a guess."""
        if any(checklist.guessed(data, part) for part in self.parts):
            return True
        return not set(self.years).isdisjoint(checklist.guessed(data, "years"))


QUESTIONS = (
    Question("credit", mark("Does your 1597 show a credit?"), years=("1597",), names="credit"),
    Question("arms", mark("Does your 1632 show a coat of arms?"), years=("1632",), names="arms"),
    Question(
        "gains",
        mark("Do these years bring the same on your board?"),
        years=("1588", "1602", "1609/21", "1613", "1621", "1625", "1628"),
    ),
    Question("losses", mark("Are these the losses on your board?"), years=("1636/37", "1652/54", "1656", "1662")),
    Question(
        "tables", mark("Do these scorings pay the same on your board?"), years=("1624", "1640", "1641", "1664", "1666")
    ),
    Question("offices", mark("Are these the trade offices of your board, with their commodities?"), parts=REGIONS),
    Question(
        "city", mark("Are these the building plots and the bridges of your board?"), parts=(*DISTRICTS, "bridges")
    ),
)
"""Roughly by how much a game changes with the answer, for how little it takes to look."""


def still_open(data: BoardData, after: str = "") -> Sequence[Question]:
    """What is left to ask; `after` leaves out a question and those before it."""
    keys = [question.key for question in QUESTIONS]
    left = QUESTIONS[keys.index(after) + 1 :] if after in keys else QUESTIONS
    return [question for question in left if question.is_open(data)]


def answered_with_yes(data: BoardData, asked: Question) -> BoardData:
    """All that it is about has been seen."""
    for part in asked.parts:
        data = checklist.with_seen(data, part)
    for year in asked.years:
        data = checklist.with_seen(data, "years", year)
    return data
