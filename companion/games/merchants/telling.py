"""This game told for pages: the story, with its terms and years, its scorings, and what to do on the cardboard."""

from collections.abc import Sequence

from companion.games.actions import Change, SetUp
from companion.games.events import Event
from companion.games.merchants.actions import AnyAction, Borrow, Declare, Decline, StartClock
from companion.games.merchants.cardboard import cardboard
from companion.games.merchants.corrections import in_words
from companion.games.merchants.events import AnyEvent, Placed, Scored, Term, Year
from companion.games.merchants.forecast import Reckoning, reckoned
from companion.games.merchants.state import DISKS, State
from companion.games.merchants.story import Story
from companion.games.telling import Chapter


class Telling(Story):
    def deed(self, seat: int, action: AnyAction | SetUp) -> str:
        say, name = self.speech.say, self.called(seat)
        match action:
            case Declare():
                return say("{name} turns up a card.", name=name)
            case Decline():
                return say("{name} leaves it unused.", name=name)
            case Borrow(yes=False):
                return say("{name} takes no credit.", name=name)
            case StartClock():
                return say("{name} starts the clock.", name=name)
            case _:
                return say("{name} goes on.", name=name)

    def go_on_from(self, state: State) -> None:
        """So that it knows which card is up for auction."""
        card = state.disks[DISKS.index("auction")]
        if card:
            self.tell(Placed(card, "auction"))

    def chapter(self, state: State) -> Chapter:
        year, say = self.setup.board.years[state.year].year, self.speech.say
        if not state.terms:
            return Chapter(0, say("The game is set up"), year)
        return Chapter(state.terms, say("Term {number}", number=str(state.terms)), year, state.mayor)

    def worth(self, state: State) -> tuple[int, ...]:
        return state.money

    def holds(self, state: State, seat: int) -> str:
        return self.speech.say(
            "{offices} offices, {warehouses} warehouses, market {tracks}",
            offices=state.offices[seat].bit_count(),
            warehouses=state.warehouses[seat].bit_count(),
            tracks="-".join(map(str, state.market[seat])),
        )

    def begins_part(self, event: Event) -> bool:
        return isinstance(event, Term | Year)

    def scored(self, event: Event, state: State) -> Reckoning | None:
        return reckoned(event, state) if isinstance(event, Scored) else None

    def changes(self, changes: Sequence[Change]) -> str:
        return in_words(changes, self.called, self.speech)

    def cardboard(self, events: Sequence[AnyEvent]) -> list[str]:
        return cardboard(self.setup, events, self.speech)
