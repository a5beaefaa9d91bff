"""The rows of a journal, told: what was done, what the referee found, what was taken back or put right."""

from collections.abc import Iterable, Sequence

from companion import deeds
from companion.entries import Acted, Corrected, Judged, Paused, Row, TookBack
from companion.games.box import AnyEvent
from companion.games.merchants.actions import Declare, Expire, Stop
from companion.games.merchants.events import Term
from companion.past import Past
from companion.terminal.telling import Telling
from companion.verdicts import ran_out, sentences


class Chronicle:
    """Tells each row once, in order."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._past = Past(telling.game, telling.setup)

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
        return deeds.described(row, self._telling.game, self._telling.setup, self._telling.name, self._telling.speech)

    def _tell(self, row: Row) -> None:
        telling = self._telling
        match row.entry:
            case Acted():
                self._acted(row.entry)
            case Judged(verdicts):
                self._say(sentences(verdicts, telling.state, telling.name, telling.speech))
            case TookBack(by=by):
                self._rewind()
                where = self.described(self.steps()[-1]) if len(self.steps()) > 1 else None
                self._say([deeds.took_back(by, where, telling.name, telling.speech)])
            case Corrected(events=events):
                telling.follow(events)
                self._say([deeds.put_right(row.entry, telling.game, telling.setup, telling.name, telling.speech)])
            case Paused(by, verdicts):
                self._say(sentences(verdicts, telling.state, telling.name, telling.speech))
                self._say([deeds.paused(by, telling.name, telling.speech)])

    def _acted(self, entry: Acted) -> None:
        telling = self._telling
        if isinstance(entry.action, Stop | Expire):
            self._say(sentences(entry.verdicts, telling.state, telling.name, telling.speech))
        if isinstance(entry.action, Expire):
            self._say(ran_out(telling.state, telling.speech))
        lines = telling.facts(entry.events)
        if not lines and entry.seat is not None and not isinstance(entry.action, Declare):
            self._say([telling.words.deed(entry.seat, entry.action)])

    def _rewind(self) -> None:
        """To where the steps that still stand lead."""
        self._telling.forget()
        for row in self.steps():
            self._telling.silently(_events(row))

    def _say(self, told: Iterable[str]) -> None:
        for sentence in told:
            self._telling.sentence(sentence)


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
