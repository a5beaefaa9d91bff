"""A game told in the terminal, line by line, in colour, at a speed that one can follow."""

import time
from collections.abc import Callable, Iterable
from typing import Any

import click

from companion.games.box import AnyEvent
from companion.games.game import Game
from companion.games.setup import Setup
from companion.games.speech import ENGLISH, Speech
from companion.simulate import Sitting, new_game
from companion.terminal.inks import inked


class Telling:
    """Tells facts as they come; `say` prints a line, then there is a pause."""

    def __init__(
        self, game: Game, setup: Setup, say: Callable[[str], None], pause: float = 0.0, speech: Speech = ENGLISH
    ) -> None:
        self.game = game
        self.setup = setup
        self.speech = speech
        self._say = say
        self._pause = pause
        self.forget()

    def forget(self) -> None:
        """As if nothing had been told."""
        self.state: Any = self.game.rules.empty_state(self.setup)
        """As far as it was told."""
        self.words = self.game.telling(self.setup, self.name, self.speech)
        self._chapter = 0

    def name(self, seat: int) -> str:
        """In the seat's colour."""
        return inked(self.setup.seats[seat], self.setup.names[seat])

    def opening(self, title: str) -> None:
        """Which game, and who plays."""
        self.line(f"{click.style(self.speech.say(self.game.title), bold=True)}, {title}")
        names = ", ".join(self.name(seat) for seat in range(self.setup.players))
        self.line(self.speech.say("At the table, clockwise: {names}.", names=names))

    def facts(self, events: Iterable[AnyEvent]) -> int:
        """How many lines there were to tell."""
        lines = 0
        for event in events:
            self.game.rules.evolve(self.state, event)
            self._begin_chapter()
            for sentence in self.words.tell(event):
                self.sentence(sentence)
                lines += 1
        return lines

    def follow(self, events: Iterable[AnyEvent]) -> None:
        """What is so now, without telling how it came about."""
        for event in events:
            self.game.rules.evolve(self.state, event)

    def silently(self, events: Iterable[AnyEvent]) -> None:
        """What is known already."""
        for event in events:
            self.game.rules.evolve(self.state, event)
            self.words.tell(event)
        self._chapter = self.words.chapter(self.state).number

    def standings(self) -> None:
        """Where everybody ended, the winners first."""
        state = self.state
        self.line("")
        self.line(click.style(self.speech.say("Final standings"), bold=True))
        for seat in sorted(range(self.setup.players), key=lambda seat: -state.score[seat]):
            self.line(self._standing(seat))

    def _standing(self, seat: int) -> str:
        state, wins = self.state, self.speech.say("wins")
        place = 1 + sum(score > state.score[seat] for score in state.score)
        name = inked(self.setup.seats[seat], f"{self.setup.names[seat]:<9}")
        won = f"{wins if seat in (state.winners or ()) else '':<{len(wins)}}"
        held = self.words.holds(state, seat)
        return f"{place}. {name} {self.speech.number(state.score[seat]):>10}  {won}  {held}"

    def sentence(self, sentence: str) -> None:
        self.line(f"   {sentence}")

    def line(self, text: str) -> None:
        self._say(text)
        if self._pause:
            time.sleep(self._pause)

    def _begin_chapter(self) -> None:
        """A new mayor, or a new round: the heading, then how everybody stands."""
        chapter = self.words.chapter(self.state)
        if chapter.number == self._chapter:
            return
        self._chapter = chapter.number
        heading = ", ".join(filter(None, (chapter.title, chapter.when)))
        mayor = "" if chapter.mayor is None else self.speech.say("{name} is mayor", name=self.name(chapter.mayor))
        self.line("")
        self.line(
            click.style(f"── {heading}: ", bold=True) + mayor if mayor else click.style(f"── {heading}", bold=True)
        )
        self.line(f"   {purses(self.words.worth(self.state), self.name, self.speech)}")


def tell_among_bots(
    sitting: Sitting, seed: int, say: Callable[[str], None], pause: float, speech: Speech = ENGLISH
) -> None:
    """A whole game as it is played."""
    game, rest = new_game(sitting, seed)
    telling = Telling(game.game, game.setup, say, pause, speech)
    telling.opening(speech.say("seed {seed}", seed=str(seed)))
    telling.facts(game.entries[0].events)
    for entry in rest:
        telling.facts(entry.events)
    telling.standings()


def purses(money: Iterable[int], called: Callable[[int], str], speech: Speech = ENGLISH) -> str:
    """Everybody's money, side by side."""
    return "   ".join(f"{called(seat)} {speech.number(amount)}" for seat, amount in enumerate(money))
