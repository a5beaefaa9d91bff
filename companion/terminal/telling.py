"""A game told in the terminal, line by line, in colour, at a speed that one can follow."""

import time
from collections.abc import Callable, Iterable

import click

from companion.games.merchants import evolve
from companion.games.merchants.events import AnyEvent, Term
from companion.games.merchants.state import Setup, State, empty_state
from companion.games.merchants.story import Story
from companion.games.speech import ENGLISH, Speech
from companion.simulate import Sitting, new_game
from companion.terminal.inks import inked


class Telling:
    """Tells facts as they come; `say` prints a line, then there is a pause."""

    def __init__(self, setup: Setup, say: Callable[[str], None], pause: float = 0.0, speech: Speech = ENGLISH) -> None:
        self.setup = setup
        self.speech = speech
        self._say = say
        self._pause = pause
        self.forget()

    def forget(self) -> None:
        """As if nothing had been told."""
        self.state: State = empty_state(self.setup)
        """As far as it was told."""
        self._story = Story(self.setup, self.name, self.speech)

    def name(self, seat: int) -> str:
        """In the seat's colour."""
        return inked(self.setup.seats[seat], self.setup.names[seat])

    def opening(self, title: str) -> None:
        """Which game, and who plays."""
        name = self.speech.say("Merchants of Amsterdam")
        self.line(f"{click.style(name, bold=True)}, {title}")
        names = ", ".join(self.name(seat) for seat in range(self.setup.players))
        self.line(self.speech.say("At the table, clockwise: {names}.", names=names))

    def facts(self, events: Iterable[AnyEvent]) -> int:
        """How many lines there were to tell."""
        lines = 0
        for event in events:
            evolve(self.state, event)
            if isinstance(event, Term):
                self._term(event)
            for sentence in self._story.tell(event):
                self.sentence(sentence)
                lines += 1
        return lines

    def silently(self, events: Iterable[AnyEvent]) -> None:
        """What is known already."""
        for event in events:
            evolve(self.state, event)
            self._story.tell(event)

    def standings(self) -> None:
        """Where everybody ended, the richest first."""
        state = self.state
        self.line("")
        self.line(click.style(self.speech.say("Final standings"), bold=True))
        for seat in sorted(range(self.setup.players), key=lambda seat: -state.money[seat]):
            self.line(self._standing(seat))

    def _standing(self, seat: int) -> str:
        state, wins = self.state, self.speech.say("wins")
        place = 1 + sum(money > state.money[seat] for money in state.money)
        name = inked(self.setup.seats[seat], f"{self.setup.names[seat]:<9}")
        won = f"{wins if seat in (state.winners or ()) else '':<{len(wins)}}"
        held = self.speech.say(
            "{offices} offices, {warehouses} warehouses, market {tracks}",
            offices=state.offices[seat].bit_count(),
            warehouses=state.warehouses[seat].bit_count(),
            tracks="-".join(map(str, state.market[seat])),
        )
        return f"{place}. {name} {self.speech.number(state.money[seat]):>10}  {won}  {held}"

    def sentence(self, sentence: str) -> None:
        self.line(f"   {sentence}")

    def line(self, text: str) -> None:
        self._say(text)
        if self._pause:
            time.sleep(self._pause)

    def _term(self, event: Term) -> None:
        """A new mayor: the money so far, then the heading."""
        heading = self.speech.say(
            "Term {term}, {year}:", term=self.state.terms, year=self.setup.board.years[self.state.year].year
        )
        mayor = self.speech.say("{name} is mayor", name=self.name(event.mayor))
        self.line("")
        self.line(f"{click.style(f'── {heading} ', bold=True)}{mayor}")
        self.line(f"   {purses(self.state.money, self.name, self.speech)}")


def tell_among_bots(
    sitting: Sitting, seed: int, say: Callable[[str], None], pause: float, speech: Speech = ENGLISH
) -> None:
    """A whole game as it is played."""
    game, rest = new_game(sitting, seed)
    telling = Telling(game.setup, say, pause, speech)
    telling.opening(speech.say("seed {seed}", seed=str(seed)))
    telling.facts(game.entries[0].events)
    for entry in rest:
        telling.facts(entry.events)
    telling.standings()


def purses(money: Iterable[int], called: Callable[[int], str], speech: Speech = ENGLISH) -> str:
    """Everybody's money, side by side."""
    return "   ".join(f"{called(seat)} {speech.number(amount)}" for seat, amount in enumerate(money))
