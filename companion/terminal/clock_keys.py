"""The auction clock alone, at the keyboard: which key does what, and when the face is drawn."""

import time
from queue import Empty, SimpleQueue

import click

from companion.auction_clock import SECOND
from companion.referee import Press
from companion.terminal.clock_only import ClockOnly
from companion.terminal.face import Face, keys_line, seats_line
from companion.terminal.keys import GONE, Key, Keyboard
from companion.terminal.screen import Block, Screen
from companion.terminal.telling import purses


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
        self._face = Face(screen, clock.drawn)

    def run(self) -> None:
        self._screen.say(click.style("Veilingklok", bold=True) + ", the auction clock alone. ? helps.")
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
        take_back = "u take a sale back   " if clock.counts_money else ""
        keys = keys_line(f"p pause   {take_back}? help   q end")
        below = ["", seats_line(clock.state, range(clock.setup.players), clock.counts_money), keys]
        if clock.run:
            self._face.draw(clock.run, clock.state, below)
        else:
            self._screen.show(Block(["", f"   {self._invitation()}", *below[1:]]))

    def _invitation(self) -> str:
        if self._clock.stands:
            return "The clock stands: any seat's key starts it again, p calls the auction off."
        return "Any seat's key starts the clock."

    def _help(self) -> list[str]:
        clock = self._clock
        money = [purses(clock.money, clock.called)] if clock.counts_money else []
        return [
            "Any seat's key starts the clock. That seat is the mayor now, and a tie goes clockwise from its left.",
            "While the clock runs, any seat's key stops it. A key that is held down counts once.",
            "A stop at start or 200 doubles: the clock runs again and every price counts twice.",
            "A doubled clock that nobody stops before 100 sells to the doubler for 200,000.",
            "p stops the clock for a pause, u gives the last buyer the money back, q ends.",
            *money,
        ]
