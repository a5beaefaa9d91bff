"""This game told for pages: the story, with its rounds, and what to do on the cardboard."""

from collections.abc import Sequence

from companion.games.actions import SetUp
from companion.games.events import Event
from companion.games.mercurius.actions import AnyAction
from companion.games.mercurius.cardboard import cardboard
from companion.games.mercurius.corrections import AnyChange, in_words
from companion.games.mercurius.events import AnyEvent, Turn
from companion.games.mercurius.state import State, wealth
from companion.games.mercurius.story import Story
from companion.games.telling import Chapter


class Telling(Story):
    def deed(self, seat: int, _action: AnyAction | SetUp) -> str:
        """Only to trade nothing leaves no other trace."""
        return self.speech.say("{name} neither buys nor sells.", name=self.called(seat))

    def go_on_from(self, state: State) -> None:
        """So that it knows whether cards are still being dealt."""
        self.begun = state.round > 0

    def chapter(self, state: State) -> Chapter:
        say = self.speech.say
        if not state.round:
            return Chapter(0, say("The game is set up"))
        return Chapter(state.round, say("Round {number}", number=str(state.round)))

    def worth(self, state: State) -> tuple[int, ...]:
        return tuple(wealth(state, seat) for seat in range(state.setup.players))

    def holds(self, _state: State, _seat: int) -> str:
        """Everything has been sold (C11)."""
        return ""

    def begins_part(self, event: Event) -> bool:
        """Each turn is told by itself, though a card leads straight on to the next."""
        return isinstance(event, Turn)

    def scored(self, event: Event, state: State) -> None:
        """Nothing is scored in this game."""

    def changes(self, changes: Sequence[AnyChange]) -> str:
        return in_words(changes, self.setup.board, self.called, self.speech)

    def cardboard(self, events: Sequence[AnyEvent]) -> list[str]:
        """Where the device deals, the cardboard stays in the box."""
        return cardboard(self.setup, events, self.speech) if self.setup.deck is None else []
