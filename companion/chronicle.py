"""What happened at a table, told for pages: every row of its journal in sentences, with its chapter, what it
means for the cardboard, how close it was, and whether it still stands. The terminal tells the same rows line by line.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from companion import deeds
from companion.entries import Acted, Corrected, Judged, Paused, Row, TookBack
from companion.finishes import Finish, finish
from companion.games.box import AnyEvent
from companion.games.game import Game
from companion.games.merchants.actions import Declare, Expire, StartClock
from companion.games.merchants.events import ClockStarted, Doubled, Misbid, Sold, Unsold
from companion.games.merchants.state import Setup as MerchantsSetup
from companion.games.merchants.state import empty_state
from companion.games.merchants.telling import Telling as MerchantsTelling
from companion.games.setup import Setup
from companion.games.speech import ENGLISH, Speech
from companion.games.telling import Chapter, Telling
from companion.past import Past
from companion.referee import Verdict
from companion.verdicts import ran_out, sentences


class Payday(msgspec.Struct, frozen=True):
    """A scoring that took place, and what everybody had before it."""

    reckoning: Any
    """In the game's own figures."""
    money: tuple[int, ...]


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """What a row tells of one chapter; a row in which time moves on has several."""

    number: int
    """Of the row."""
    at: str
    """The time of day in this place."""
    chapter: Chapter | None = None
    """None where only the clock is on the table."""
    seat: int | None = None
    """Who did it; None: the clock, the deck, or several together."""
    concerns: tuple[int, ...] = ()
    """Every seat that it is about."""
    sentences: tuple[str, ...] = ()
    cardboard: tuple[str, ...] = ()
    """What is to be done there."""
    scorings: tuple[Payday, ...] = ()
    finish: Finish | None = None
    stands: bool = True
    """Or it was taken back since."""


class Chronicle:
    """Of a game. Tells each row once; what is taken back later stays told, and no longer stands."""

    def __init__(self, game: Game, setup: Setup, speech: Speech = ENGLISH) -> None:
        self.told = 0
        """So many rows."""
        self._game = game
        self._setup = setup
        self._speech = speech
        self._past = Past(game, setup)
        self._telling = game.telling(setup, self._called, speech)
        self._passages: list[Passage] = []
        self._steps: list[int] = []
        """For each passage, the step on which it stands."""
        self._verdicts: tuple[Verdict, ...] = ()
        """Of the last run of the clock that was stopped,"""
        self._stopped = -1
        """and the place of the passage that tells of it."""

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._tell(row)
            self.told += 1

    def passages(self) -> list[Passage]:
        """The oldest first."""
        standing = {row.n for row in self._past.standing()} if self._past.rows else set()
        return [
            passage if step in standing else msgspec.structs.replace(passage, stands=False)
            for passage, step in zip(self._passages, self._steps, strict=True)
        ]

    def standing_events(self) -> list[AnyEvent]:
        """All facts of what was not taken back."""
        rows = self._past.standing() if self._past.rows else []
        entries = [row.entry for row in rows]
        return [event for entry in entries if isinstance(entry, Acted | Corrected) for event in entry.events]

    def _called(self, seat: int) -> str:
        return self._setup.names[seat]

    def _tell(self, row: Row) -> None:
        match row.entry:
            case Acted():
                told = self._acted(row, row.entry)
            case Corrected():
                told = self._corrected(row, row.entry)
            case Judged(verdicts):
                self._past.add(row)
                told = [self._said(row, sentences(verdicts, self._past.state, self._called, self._speech), verdicts)]
                self._came_later(verdicts)
            case Paused(by, verdicts):
                self._past.add(row)
                said = sentences(verdicts, self._past.state, self._called, self._speech)
                told = [self._said(row, [*said, deeds.paused(by, self._called, self._speech)], verdicts, by)]
            case TookBack(by=by):
                self._past.add(row)
                self._telling = self._game.telling(self._setup, self._called, self._speech)
                self._telling.go_on_from(self._past.state)
                told = [self._said(row, [self._took_back(by)], (), by)]
        # what was taken back by a row is the row's own doing, so that this one stands whatever comes of it
        step = 0 if isinstance(row.entry, TookBack) else self._past.step
        for passage in told:
            self._passages.append(passage)
            self._steps.append(step)

    def _acted(self, row: Row, entry: Acted) -> list[Passage]:
        state = self._past.state.copy() if self._past.rows else self._game.rules.empty_state(self._setup)
        before = sentences(entry.verdicts, state, self._called, self._speech)
        if isinstance(entry.action, Expire):
            before += ran_out(state, self._speech)
        parts = self._facts(row, entry, before, state)
        if not parts and entry.seat is not None and not isinstance(entry.action, Declare):
            said = self._telling.deed(entry.seat, entry.action)
            parts = [_Part(self._place(row, state, seat=entry.seat), [said], {entry.seat})]
        self._past.add(row, state)
        passages = [part.finished(self._telling) for part in parts]
        if entry.verdicts and passages:
            self._verdicts, self._stopped = entry.verdicts, len(self._passages)
            passages[0] = msgspec.structs.replace(
                passages[0],
                finish=finish(entry.verdicts, self._called, self._speech),
                concerns=_sorted({*passages[0].concerns, *(verdict.seat for verdict in entry.verdicts)}),
            )
        return passages

    def _facts(self, row: Row, entry: Acted, before: list[str], state: Any) -> "list[_Part]":
        """Changes the state as it goes."""
        part = _Part(self._place(row, state, seat=entry.seat), before, set() if entry.seat is None else {entry.seat})
        parts = [part]
        for event in entry.events:
            if scored := self._telling.scored(event, state):
                part.scorings.append(Payday(scored, state.money))
            self._game.rules.evolve(state, event)
            if self._telling.begins_part(event):
                part = _Part(self._place(row, state), [], set())
                parts.append(part)
            part.tell(event, self._telling)
        return [part for part in parts if part.sentences]

    def _corrected(self, row: Row, entry: Corrected) -> list[Passage]:
        self._past.add(row)
        said = deeds.put_right(entry, self._game, self._setup, self._called, self._speech)
        return [self._said(row, [said], (), entry.by)]

    def _took_back(self, by: Sequence[int]) -> str:
        steps = self._past.standing()
        last = steps[-1] if len(steps) > 1 else None
        where = deeds.described(last, self._game, self._setup, self._called, self._speech) if last else None
        return deeds.took_back(by, where, self._called, self._speech)

    def _came_later(self, verdicts: Sequence[Verdict]) -> None:
        """A press after the hammer belongs to the finish that it missed."""
        if self._stopped < 0:
            return
        self._verdicts += tuple(verdicts)
        self._passages[self._stopped] = msgspec.structs.replace(
            self._passages[self._stopped], finish=finish(self._verdicts, self._called, self._speech)
        )

    def _said(self, row: Row, said: Sequence[str], verdicts: Sequence[Verdict] = (), by: Sequence[int] = ()) -> Passage:
        """By people, beside the rules."""
        concerns = {*by, *(verdict.seat for verdict in verdicts)}
        place = self._place(row, self._past.state, seat=by[0] if len(by) == 1 else None)
        return msgspec.structs.replace(place, sentences=tuple(said), concerns=_sorted(concerns))

    def _place(self, row: Row, state: Any, seat: int | None = None) -> Passage:
        """Where in the game it happened."""
        return Passage(number=row.n, at=_time_of_day(row.at), chapter=self._telling.chapter(state), seat=seat)


class _Part:
    """A passage while it is being told."""

    def __init__(self, place: Passage, said: list[str], concerns: set[int]) -> None:
        self.sentences = said
        self.scorings: list[Payday] = []
        self._place = place
        self._concerns = concerns
        self._events: list[AnyEvent] = []

    def tell(self, event: AnyEvent, telling: Telling) -> None:
        self.sentences += [sentence.strip() for sentence in telling.tell(event)]
        self._events.append(event)
        whose = getattr(event, "seat", None), getattr(event, "mayor", None)
        self._concerns |= {seat for seat in whose if seat is not None}

    def finished(self, telling: Telling) -> Passage:
        return msgspec.structs.replace(
            self._place,
            sentences=tuple(self.sentences),
            scorings=tuple(self.scorings),
            cardboard=tuple(telling.cardboard(self._events)),
            concerns=_sorted(self._concerns),
        )


class ClockChronicle:
    """Of the clock alone: it knows of no cards, and what is taken back is a whole auction."""

    _FACTS = Doubled | Misbid | Sold | Unsold

    def __init__(self, setup: MerchantsSetup, speech: Speech = ENGLISH) -> None:
        self.told = 0
        self._setup = setup
        self._speech = speech
        self._telling = MerchantsTelling(setup, self._called, speech)
        self._auction = empty_state(setup)
        """As much of it as a verdict speaks of: whose it is, and whether it is doubled."""
        self._passages: list[Passage] = []
        self._auctions: list[int] = []
        """For each passage the auction that it tells of,"""
        self._undone: set[int] = set()
        """and those that were called off or taken back."""
        self._sales: list[int] = []
        self._number = 0
        self._is_open = False

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._tell(row)
            self.told += 1

    def passages(self) -> list[Passage]:
        return [
            msgspec.structs.replace(passage, stands=auction not in self._undone)
            for passage, auction in zip(self._passages, self._auctions, strict=True)
        ]

    def _called(self, seat: int) -> str:
        return self._setup.names[seat]

    def _tell(self, row: Row) -> None:
        match row.entry:
            case Acted():
                self._acted(row, row.entry)
            case Judged(verdicts):
                self._say(row, self._judged(verdicts), None, verdicts)
            case Paused(by, verdicts):
                said = [*self._judged(verdicts), deeds.paused(by, self._called, self._speech)]
                self._say(row, said, by[0], verdicts)
            case TookBack(by=by):
                self._take_back(row, by[0])
            case Corrected():
                raise AssertionError("there is nothing to put right")

    def _acted(self, row: Row, entry: Acted) -> None:
        if isinstance(entry.action, StartClock) and entry.seat is not None:
            if not self._is_open:  # else it stood, and starts again
                self._number += 1
            self._is_open = True
            self._auction.mayor = entry.seat
            said = [self._telling.deed(entry.seat, entry.action)]
        else:
            said = self._judged(entry.verdicts)
        for event in entry.events:
            self._follow(event)
            if isinstance(event, self._FACTS):
                said += self._telling.tell(event)
        self._say(row, said, entry.seat, entry.verdicts)

    def _follow(self, event: AnyEvent) -> None:
        if isinstance(event, ClockStarted):
            self._auction.doubled_by = event.doubled_by
        elif isinstance(event, Sold):
            self._sales.append(self._number)
        if isinstance(event, Sold | Unsold):
            self._is_open = False

    def _take_back(self, row: Row, seat: int) -> None:
        name = self._called(seat)
        if self._is_open:
            undone, said = self._number, self._speech.say("{name} calls the auction off.", name=name)
        else:
            undone, said = self._sales.pop(), self._speech.say("{name} takes back the last sale.", name=name)
        self._is_open = False
        self._undone.add(undone)
        self._number += 1  # so that this itself stands
        self._say(row, [said], seat)

    def _judged(self, verdicts: Sequence[Verdict]) -> list[str]:
        return sentences(verdicts, self._auction, self._called, self._speech)

    def _say(self, row: Row, said: list[str], seat: int | None, verdicts: Sequence[Verdict] = ()) -> None:
        if not said:
            return
        concerns = {verdict.seat for verdict in verdicts} | (set() if seat is None else {seat})
        passage = Passage(
            number=row.n,
            at=_time_of_day(row.at),
            seat=seat,
            concerns=_sorted(concerns),
            sentences=tuple(said),
            finish=finish(verdicts, self._called, self._speech),
        )
        self._passages.append(passage)
        self._auctions.append(self._number)


def _sorted(seats: set[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))


def _time_of_day(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
