"""The auction clock alone, at the keyboard: which key does what, and when the face is drawn."""

import time
from queue import Empty, SimpleQueue

import click

from companion.auction_clock import SECOND
from companion.games.speech import Phrase
from companion.referee import Press
from companion.terminal.clock_only import ClockOnly
from companion.terminal.face import Face, keys_line, seats_line
from companion.terminal.keys import GONE, Key, Keyboard
from companion.terminal.screen import Block, Screen
from companion.terminal.telling import purses

HELP = (
    Phrase("Any seat's key starts the clock. That seat is the mayor now, and a tie goes clockwise from its left."),
    Phrase("While the clock runs, any seat's key stops it. A key that is held down counts once."),
    Phrase("A stop at start or 200 doubles: the clock runs again and every price counts twice."),
    Phrase("A doubled clock that nobody stops before 100 sells to the doubler for {price}.", price=200_000),
    Phrase("p stops the clock for a pause, u gives the last buyer the money back, q ends."),
)


def run_clock(clock: ClockOnly) -> None:
    """Until somebody has had enough."""
    keys: SimpleQueue[Key] = SimpleQueue()
    with Keyboard(keys.put), Screen() as screen:
        _ClockKeys(clock, screen, keys).run()


class _ClockKeys:
    def __init__(self, clock: ClockOnly, screen: Screen, keys: SimpleQueue[Key]) -> None:
        self._clock = clock
        self._screen = screen
        self._keys = keys
        self._speech = clock.speech
        self._face = Face(screen, clock.drawn, clock.speech)

    def run(self) -> None:
        name = click.style("Veilingklok", bold=True)
        self._screen.say(self._speech.say("{veilingklok}, the auction clock alone. ? helps.", veilingklok=name))
        self._draw()
        while self._deal_with(self._next()):
            if self._keys.empty():
                self._draw()

    def _next(self) -> Key | None:
        """What comes first: a key, or None if it is time to look at the clock."""
        run, due = self._clock.run, self._clock.due
        if run is None or due is None:
            return self._keys.get()
        try:
            return self._keys.get(timeout=max(0, min(due, self._face.due(run)) - time.monotonic_ns()) / SECOND)
        except Empty:
            return None

    def _deal_with(self, key: Key | None) -> bool:
        """False once it is enough. The clock is not judged while a key waits that may have been first."""
        if key is not None:
            if key.text in ("q", "Q", GONE):
                return False
            self._tell(self._pressed(key))
        if self._keys.empty():
            self._tell(self._clock.look(time.monotonic_ns()))
        return True

    def _pressed(self, key: Key) -> list[str]:
        seats = [str(seat + 1) for seat in range(self._clock.setup.players)]
        if key.text in seats:
            press = Press(seats.index(key.text), key.stamp)
            return [] if key.held else self._clock.press(press, time.monotonic_ns())
        match key.text.lower():
            case "p":
                return self._clock.pause(time.monotonic_ns())
            case "u":
                return self._clock.take_back()
            case "?":
                return self._help()
            case _:
                return []

    def _tell(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self._screen.say(f"   {sentence}")

    def _draw(self) -> None:
        clock = self._clock
        seats = range(clock.setup.players)
        line = seats_line(clock.state, seats, clock.counts_money, self._speech)
        below = ["", line, keys_line(self._keys_in_words())]
        if clock.run:
            self._face.draw(clock.run, clock.state, below)
        else:
            self._screen.show(Block(["", f"   {self._invitation()}", *below[1:]]))

    def _keys_in_words(self) -> str:
        if self._clock.counts_money:
            return self._speech.say("p pause   u take a sale back   ? help   q end")
        return self._speech.say("p pause   ? help   q end")

    def _invitation(self) -> str:
        if self._clock.stands:
            return self._speech.say("The clock stands: any seat's key starts it again, p calls the auction off.")
        return self._speech.say("Any seat's key starts the clock.")

    def _help(self) -> list[str]:
        clock = self._clock
        money = [purses(clock.money, clock.called, self._speech)] if clock.counts_money else []
        return [*(sentence.said(self._speech) for sentence in HELP), *money]
