"""A game told in the terminal, line by line, in colour, at a speed that one can follow."""

import time
from collections.abc import Callable

import click

from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.events import AnyEvent, Term
from companion.games.merchants.evolve import evolve
from companion.games.merchants.state import empty_state
from companion.games.merchants.story import Story
from companion.records import Entry
from companion.simulate import Game

_INKS = {
    "orange": (255, 140, 40),
    "blue": (90, 150, 255),
    "green": (70, 190, 90),
    "yellow": (240, 210, 60),
    "purple": (190, 110, 230),
}


class Watch:
    """Tells a game as it goes; `say` prints a line, then there is a pause."""

    def __init__(self, game: Game, say: Callable[[str], None], pause: float) -> None:
        self.game = game
        self.say = say
        self.pause = pause
        self.story = Story(game.setup, self._name)
        self.state = empty_state(game.setup)  # as far as it was told

    def opening(self) -> None:
        """Who plays, and what happened before the first choice."""
        self._line(click.style("Merchants of Amsterdam", bold=True) + f", game {self.game.seed}")
        names = ", ".join(self._name(seat) for seat in range(self.game.setup.players))
        self._line(f"At the table, clockwise: {names}.")
        self.entry(self.game.entries[0])

    def entry(self, entry: Entry) -> None:
        for event in entry.events:
            evolve(self.state, event)
            if isinstance(event, Term):
                self._term(event)
            else:
                self._event(event)

    def standings(self) -> None:
        """Where everybody ended, the richest first."""
        state = self.state
        self._line("")
        self._line(click.style("Final standings", bold=True))
        order = sorted(range(self.game.setup.players), key=lambda seat: -state.money[seat])
        for seat in order:
            place = 1 + sum(money > state.money[seat] for money in state.money)
            won = "  wins" if seat in (state.winners or ()) else ""
            offices, warehouses = state.offices[seat].bit_count(), state.warehouses[seat].bit_count()
            market = ", ".join(
                f"{commodity} {space}" for commodity, space in zip(COMMODITIES, state.market[seat], strict=True)
            )
            self._line(
                f"{place}. {self._padded(seat)} {state.money[seat]:>10,}{won or '      '}  "
                f"{offices} offices, {warehouses} warehouses; {market}"
            )

    def _term(self, event: Term) -> None:
        """A new mayor: the money so far, then the heading."""
        state = self.state
        year = state.setup.board.years[state.year].year
        self._line("")
        self._line(click.style(f"── Term {state.terms}, {year}: ", bold=True) + self._name(event.mayor) + " is mayor")
        purses = "   ".join(f"{self._name(seat)} {money:,}" for seat, money in enumerate(state.money))
        self._line(f"   {purses}")

    def _event(self, event: AnyEvent) -> None:
        for sentence in self.story.tell(event):
            self._line(f"   {sentence}")

    def _line(self, text: str) -> None:
        self.say(text)
        if self.pause:
            time.sleep(self.pause)

    def _name(self, seat: int) -> str:
        return self._inked(seat, self.game.setup.names[seat])

    def _padded(self, seat: int) -> str:
        return self._inked(seat, f"{self.game.setup.names[seat]:<9}")

    def _inked(self, seat: int, text: str) -> str:
        return click.style(text, fg=_INKS.get(self.game.setup.seats[seat]), bold=True)
