"""This game told for pages: the story, with its rounds, and what to do on the cardboard."""

from collections.abc import Sequence

from companion.games.actions import SetUp
from companion.games.amsterdam.actions import AnyAction, Orders, Printed
from companion.games.amsterdam.cardboard import cardboard
from companion.games.amsterdam.corrections import AnyChange, in_words
from companion.games.amsterdam.ending import leftovers
from companion.games.amsterdam.events import Acting, AnyEvent, PhaseBegins, Round
from companion.games.amsterdam.state import State
from companion.games.amsterdam.story import Story
from companion.games.events import Event
from companion.games.telling import Chapter


class Telling(Story):
    def deed(self, seat: int, action: AnyAction | SetUp) -> str:
        """Nothing printed, nothing accomplished, and to end a turn leave no other trace."""
        say, name = self.speech.say, self.called(seat)
        match action:
            case Printed():
                return say("No prestige is printed there.")
            case Orders():
                return say("{name} has accomplished no secret order.", name=name)
            case _:
                return say("{name} is done.", name=name)

    def go_on_from(self, state: State) -> None:
        """Every deed is told in one go."""

    def chapter(self, state: State) -> Chapter:
        say = self.speech.say
        if not state.round:
            return Chapter(0, say("The game is set up"))
        return Chapter(state.round, say("Round {number}", number=str(state.round)))

    def worth(self, state: State) -> tuple[int, ...]:
        return state.prestige

    def holds(self, state: State, seat: int) -> str:
        say, crests = self.speech.say, sum(state.crests[seat])
        return say("{crests} crests, {left} things left over", crests=crests, left=leftovers(state, seat))

    def begins_part(self, event: Event) -> bool:
        """Each round, turn and phase is told by itself; the cards of phase I belong to the beginning of the round."""
        return isinstance(event, (Round, Acting)) or (isinstance(event, PhaseBegins) and event.phase > 1)

    def scored(self, event: Event, state: State) -> None:
        """The final scoring is told like everything else."""

    def changes(self, changes: Sequence[AnyChange]) -> str:
        return in_words(changes, self.called, self.speech)

    def cardboard(self, events: Sequence[AnyEvent]) -> list[str]:
        return cardboard(self.setup, events, self.speech)
