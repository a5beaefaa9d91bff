"""How every game is judged: questions that seats answer, steps that the game takes by itself, and the agenda of both.

The agenda is a stack, so that a bonus in the middle of an event in the middle of a draw is nothing special. What the
questions are, and what an answer does, is each game's own.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from companion.games.actions import Action, Change
from companion.games.errors import Illegal
from companion.games.events import Ask, Asked, Event
from companion.games.state import State

Options = Sequence[Any]
"""Every action that would be accepted, in a fixed order: to be asked `in`, counted and gone through. Most are tuples;
where there are thousands, they are worked out when somebody looks."""

S = TypeVar("S", bound=State)

Changes = Mapping[type[Event], Callable[[Any, Any], None]]
"""What each kind of fact does to a state."""


class Play(msgspec.Struct, Generic[S]):
    """One accepted action being carried out. Works on a state of its own; what it did is in `events`."""

    state: S
    agenda: list[Ask]
    changes: Changes
    events: list[Any] = []

    def emit(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)
        self.changes[type(event)](self.state, event)  # `evolve`, without the call: this is the busiest line of all

    def ask(self, what: str, seat: int | None) -> None:
        """Next of all comes this."""
        self.agenda.append(Ask(what, seat))

    def ask_in_turn(self, what: str, seats: tuple[int, ...]) -> None:
        """Next come these seats, one after the other."""
        self.agenda += _round(what, seats)


class Question(NamedTuple):
    """What a seat may answer, what an answer does, and what to do instead if there is nothing to choose."""

    options: Callable[[Any, int | None], Options]
    answer: Callable[[Any, Any, Any], None]
    otherwise: Callable[[Any, Ask], None]


def nothing(_play: object, _ask: Ask) -> None:
    """A question that passes without a trace if there is nothing to choose."""


class Moment(NamedTuple, Generic[S]):
    """A state with the choices that it offers, found once. Made by `moment` and `advance`, never by hand."""

    state: S
    choices: Mapping[int | None, Options]
    """Everybody who has something to choose, and what. None is the clock: it runs out unless somebody stops it."""


class Rules(Generic[S]):
    """The doors to the rules of one game."""

    def __init__(
        self,
        *,
        empty_state: Callable[[Any], S],
        lay_out: Callable[[Play[S]], None],
        questions: Mapping[str, Question],
        steps: Mapping[str, Callable[[Play[S], Ask], None]],
        changes: Changes,
        refusal: Callable[[S, int | None, Any], Illegal],
        corrections: tuple[type[Change], ...],
        put_right: Callable[[Play[S], Sequence[Any]], None],
        for_all: Mapping[str, Callable[[S], Mapping[int | None, Options]]] | None = None,
    ) -> None:
        """`corrections` are the kinds of change that `put_right` knows; `for_all` are the questions that go to several
        at once: who may answer what."""
        self.empty_state = empty_state
        """The table before anything was put on it."""
        self._lay_out = lay_out
        self._questions = questions
        self._steps = steps
        self._changes = changes
        self._refusal = refusal
        self._corrections = corrections
        self._put_right = put_right
        self._for_all = for_all or {}

    def begin(self, setup: Any) -> tuple[S, list[Any]]:
        """The game as it stands when the first player has something to choose, and the facts that led there."""
        play = Play(self.empty_state(setup), [], self._changes)
        self._lay_out(play)
        self._go_on(play)
        return play.state, play.events

    def choices(self, state: S) -> Mapping[int | None, Options]:
        """Everybody who has something to choose now, and what."""
        return self._offered(state, self.legal(state, state.agenda[-1].seat)) if state.agenda else {}

    def legal(self, state: S, seat: int | None) -> Options:
        """Every action that `decide` accepts from this seat now, in a fixed order."""
        if not state.agenda:
            return ()
        ask = state.agenda[-1]
        if ask.seat != seat and ask.what not in self._for_all:
            return ()
        return self._questions[ask.what].options(state, seat)

    def decide(self, state: S, seat: int | None, action: Action) -> list[Any]:
        """The facts that this action brings about. Changes nothing; raises `Illegal` with the reason if it may not
        be."""
        if action not in self.legal(state, seat):
            raise self._refusal(state, seat, action)
        play, _ = self._carry_out(state, seat, action)
        return play.events

    def knows(self, event: Event) -> bool:
        """Whether this can be a fact of this game."""
        if isinstance(event, Asked):
            return all(ask.what in self._questions or ask.what in self._steps for ask in event.agenda)
        return type(event) in self._changes

    def evolve(self, state: S, event: Event) -> None:
        """Apply one fact to the state, in place."""
        self._changes[type(event)](state, event)

    def moment(self, state: S) -> Moment[S]:
        return Moment(state, self.choices(state))

    def advance(self, now: Moment[S], seat: int | None, action: Action) -> tuple[Moment[S], list[Any]]:
        """`decide`, and where its facts lead: to judge what follows it had to go there anyway."""
        if action not in now.choices.get(seat, ()):
            raise self._refusal(now.state, seat, action)
        play, options = self._carry_out(now.state, seat, action)
        return Moment(play.state, self._offered(play.state, options)), play.events

    def correct(self, now: Moment[S], changes: Sequence[Any]) -> tuple[Moment[S], list[Any]]:
        """The board put right as the cardboard says, whatever the rules made of it; then on with what was asked."""
        if now.state.winners is not None:
            raise Illegal("The game is over: take back its end first.")
        play = Play(now.state.__copy__(), list(now.state.agenda), self._changes)
        if not changes:
            raise Illegal("Say what is to be put right.")
        if not all(isinstance(change, self._corrections) for change in changes):
            raise Illegal("There is no such thing to put right in this game.")
        self._put_right(play, changes)
        if not play.events:
            raise Illegal("Everything is like that already.")
        options = self._go_on(play)
        return Moment(play.state, self._offered(play.state, options)), play.events

    def _carry_out(self, state: S, seat: int | None, action: Action) -> tuple[Play[S], Options]:
        """A legal action and all that follows by itself; and what may be answered to the question it ends with."""
        play = Play(state.__copy__(), list(state.agenda), self._changes)
        self._questions[play.agenda.pop().what].answer(play, seat, action)
        return play, self._go_on(play)

    def _go_on(self, play: Play[S]) -> Options:
        """By itself, until somebody has something to choose, or to the end. The last fact is what is asked then."""
        agenda, questions = play.agenda, self._questions
        options: Options = ()
        while agenda and not options:
            ask = agenda[-1]
            question = questions.get(ask.what)
            if question is None:
                agenda.pop()
                self._steps[ask.what](play, ask)
            elif not (options := question.options(play.state, ask.seat)):
                agenda.pop()
                question.otherwise(play, ask)
        play.emit(Asked(tuple(agenda)))
        return options

    def _offered(self, state: S, options: Options) -> Mapping[int | None, Options]:
        """These options by who has them."""
        if not state.agenda:
            return {}
        ask = state.agenda[-1]
        several = self._for_all.get(ask.what)
        return several(state) if several else {ask.seat: options}


@cache
def _round(what: str, seats: tuple[int, ...]) -> list[Ask]:
    return [Ask(what, seat) for seat in reversed(seats)]
