"""A game up to now: every row, the state after each, and which of them still stand. Taking back is going to an
earlier row's state; the rows between stay where they are.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.entries import Acted, Corrected, Row, TookBack
from companion.games.box import AnyEvent
from companion.games.game import Game
from companion.games.merchants.actions import Stop
from companion.records import Correction, Entry, RecordedAction


class Past:
    """Rows are numbered from 0, the setup. A row that changed the board is a *step*; the steps that led to the
    present one stand."""

    def __init__(self, game: Game, setup: Any, rows: Iterable[Row] = ()) -> None:
        self.game = game
        self.setup = setup
        self.rows: list[Row] = []
        self._states: list[Any] = []
        self._steps: list[int] = []
        """The last standing step after each row."""
        self._last_reveal = -1
        """The last row that showed something hidden, whether it still stands or not."""
        for row in rows:
            self.add(row)

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def next(self) -> int:
        """The number of the row to come."""
        return len(self.rows)

    @property
    def step(self) -> int:
        """The last row that changed the board and still stands."""
        return self._steps[-1]

    def state_after(self, n: int) -> Any:
        return self._states[n]

    def add(self, row: Row, state: Any = None) -> None:
        """One row more; its state is worked out from its facts unless it is known already."""
        assert row.n == self.next
        self._states.append(state or self._followed(row))
        self._steps.append(self._step_after(row))
        self.rows.append(row)
        if isinstance(row.entry, Acted | Corrected) and self.game.reveals(self.setup, row.entry.events):
            self._last_reveal = row.n

    def _followed(self, row: Row) -> Any:
        match row.entry:
            case TookBack(to):
                return self._states[to]
            case Acted(events=events) | Corrected(events=events):
                state = self._states[-1].copy() if self._states else self.game.rules.empty_state(self.setup)
                for event in events:
                    self.game.rules.evolve(state, event)
                return state
            case _:
                return self._states[-1]

    def _step_after(self, row: Row) -> int:
        match row.entry:
            case TookBack(to):
                return self._steps[to]
            case Acted() | Corrected():
                return row.n
            case _:
                return self._steps[-1]

    def _standing(self) -> Iterator[int]:
        """The steps that led here, the last one first."""
        step = self._steps[-1]
        while step:
            yield step
            step = self._steps[step - 1]
        yield 0

    def standing(self) -> list[Row]:
        """The steps that led here, the setup first."""
        return [self.rows[step] for step in self._standing()][::-1]

    def record(self) -> list[Entry]:
        """What stands, numbered anew: the game as it would be told to somebody who was not there."""
        return [Entry(n, *_recorded(row)) for n, row in enumerate(self.standing())]

    def before_last_of(self, seat: int) -> int | None:
        """The row to go back to so that this seat's last standing action is undone."""
        for step in self._standing():
            entry = self.rows[step].entry
            if isinstance(entry, Acted) and entry.seat == seat:
                return self._steps[step - 1]
        return None

    def seat_that_may_take_back(self) -> int | None:
        """The seat of the last action of all, if nothing hidden has been shown since, also by what was taken back. A
        stop is not one seat's to take back: it ended everybody's bidding."""
        entry = self.rows[self.step].entry
        if not isinstance(entry, Acted) or isinstance(entry.action, Stop) or self._last_reveal >= self.step:
            return None
        return entry.seat


def _recorded(row: Row) -> tuple[int | None, RecordedAction, list[AnyEvent]]:
    match row.entry:
        case Acted(seat, action, events):
            return seat, action, list(events)
        case Corrected(changes, reason, _, events):
            return None, Correction(changes, reason), list(events)
        case _:
            raise AssertionError("only steps stand")
