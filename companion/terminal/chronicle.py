"""The rows of a journal, told: what was done, what the referee found, what was taken back or put right."""

from collections.abc import Iterable, Sequence

from companion.entries import Acted, Corrected, Judged, Paused, Row, TookBack
from companion.games.merchants.actions import AnyAction, Borrow, Declare, Decline, Expire, SetUp, StartClock, Stop
from companion.games.merchants.events import AnyEvent, Term
from companion.games.merchants.story import Story, listed
from companion.past import Past
from companion.terminal.correcting import in_words
from companion.terminal.telling import Telling
from companion.verdicts import ran_out, sentences


class Chronicle:
    """Tells each row once, in order."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._past = Past(telling.setup)

    @property
    def told(self) -> int:
        """How many rows have been told."""
        return self._past.next

    def begin(self, rows: Sequence[Row], title: str) -> None:
        """A game as it is found: from its beginning, or the present term of what was played before."""
        self._telling.opening(title)
        if len(rows) == 1:
            self.tell(rows)
            return
        for row in rows:
            self._past.add(row)
        before, present = _before_and_in_the_term(self._past.standing())
        for events in before:
            self._telling.silently(events)
        for part in present:
            if isinstance(part, Row):
                self._tell(part)
            else:
                self._telling.facts(part)

    def tell(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._past.add(row)
            self._tell(row)

    def steps(self) -> list[Row]:
        """What led here and still stands, the setup first."""
        return self._past.standing()

    def described(self, row: Row) -> str:
        """A step in a line, to know it by."""
        name = self._telling.name
        match row.entry:
            case Acted(seat, action, events):
                story = Story(self._telling.setup, name)
                told = [sentence for event in events for sentence in story.tell(event)]
                if told and not isinstance(action, StartClock):
                    return told[0]
                return f"{'' if seat is None else name(seat)} {_deed(action)}"
            case Corrected(changes):
                return f"Put right: {in_words(changes, name)}."
            case _:
                raise AssertionError("only what changed the board is a step")

    def _tell(self, row: Row) -> None:
        telling = self._telling
        match row.entry:
            case Acted():
                self._acted(row.entry)
            case Judged(verdicts):
                self._say(sentences(verdicts, telling.state, telling.name))
            case TookBack(by=by):
                self._rewind()
                where = self.described(self.steps()[-1]) if len(self.steps()) > 1 else "the beginning."
                self._say([f"{self._names(by)} {_takes(by)} back. Everything is as it was after: {where}"])
            case Corrected(changes, reason, by, events):
                telling.silently(events)
                self._say([f"Put right by {self._names(by)} ({reason}): {in_words(changes, telling.name)}."])
            case Paused(by, verdicts):
                self._say(sentences(verdicts, telling.state, telling.name))
                self._say([f"{self._names(by)} {'stop' if len(by) > 1 else 'stops'} the clock for a pause."])

    def _acted(self, entry: Acted) -> None:
        telling = self._telling
        if isinstance(entry.action, Stop | Expire):
            self._say(sentences(entry.verdicts, telling.state, telling.name))
        if isinstance(entry.action, Expire):
            self._say(ran_out(telling.state))
        lines = telling.facts(entry.events)
        if not lines and entry.seat is not None and not isinstance(entry.action, Declare):
            self._say([f"{telling.name(entry.seat)} {_deed(entry.action)}"])

    def _rewind(self) -> None:
        """To where the steps that still stand lead."""
        self._telling.forget()
        for row in self.steps():
            self._telling.silently(_events(row))

    def _say(self, told: Iterable[str]) -> None:
        for sentence in told:
            self._telling.sentence(sentence)

    def _names(self, seats: Sequence[int]) -> str:
        return listed([self._telling.name(seat) for seat in seats])


def _takes(by: Sequence[int]) -> str:
    return "take" if len(by) > 1 else "takes"


def _deed(action: AnyAction | SetUp) -> str:
    """What the story has no sentence for."""
    match action:
        case Declare():
            return "turns up a card."
        case Decline():
            return "leaves it unused."
        case Borrow(yes=False):
            return "takes no credit."
        case StartClock():
            return "starts the clock."
        case _:
            return "goes on."


def _events(row: Row) -> tuple[AnyEvent, ...]:
    assert isinstance(row.entry, Acted | Corrected)
    return row.entry.events


def _before_and_in_the_term(
    steps: Sequence[Row],
) -> tuple[list[tuple[AnyEvent, ...]], list[tuple[AnyEvent, ...] | Row]]:
    """The facts up to the last new mayor, and what happened since: facts first, then whole rows."""
    at = max(place for place, row in enumerate(steps) if any(isinstance(event, Term) for event in _events(row)))
    events = _events(steps[at])
    term = max(place for place, event in enumerate(events) if isinstance(event, Term))
    return [*map(_events, steps[:at]), events[:term]], [events[term:], *steps[at + 1 :]]
