"""What is shown of a table: numbered, immutable, and for each seat without what it may not see."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from companion.auction_clock import Run
from companion.entries import AnyEntry
from companion.games.box import AnyAction
from companion.games.errors import GameError
from companion.games.rules import Moment
from companion.referee import Verdict
from companion.requests import Proposal
from companion.seats import Seat

CLOCK_ALONE = 0
"""In place of a game's number, where only the clock is on the table."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or an onlooker, sees."""

    number: int
    """Of the snapshot: one more with everything that changes."""
    game: int
    """Its number in the journal."""
    rules: str
    """By which it is played: `merchants`, `mercurius`."""
    row: int
    """Of the journal: the last one."""
    seats: tuple[Seat, ...]
    seat: int | None
    """Whose view it is; None is an onlooker's."""
    table: Any
    """What lies on it, in the words of its game; without what this seat may not see."""
    options: tuple[AnyAction, ...]
    """What this seat may do. While the clock runs: the stops that it may make."""
    clock: Run | None
    """Running, or counting down to its start."""
    clock_stands: bool
    """An auction was interrupted: the mayor has to start the clock again."""
    last: AnyEntry
    """What happened last."""
    verdicts: tuple[Verdict, ...]
    """Of the last auction that was judged."""
    proposal: Proposal | None
    may_take_back: bool
    """This seat, its own last action, without asking."""
    trouble: str | None
    """Why nothing can be written to the journal, if so."""


class Look(NamedTuple):
    """The game after a row, in the words of the rules, and the clock if it runs or counts down."""

    row: int
    step: int
    """The last row that changed the board and still stands."""
    now: Moment[Any]
    clock: Run | None
    clock_ended_at: int | None = None
    """The last one that ran; some bids for it may still be on their way."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The table at one moment, with everybody's view of it."""

    number: int
    make_views: Callable[[], tuple[View, ...]]
    """Must depend on nothing that changes: it is called later, on any thread."""
    look: Look
    """For bots and whoever else is part of the table: it hides nothing."""
    trouble: GameError | None = None
    """Why nothing can be written to the journal, to be said in any language."""
    is_put_away: bool = False
    """Those who play have agreed to leave the table; whoever laid it clears it now."""

    @cached_property
    def views(self) -> tuple[View, ...]:
        """By seat; the last one is an onlooker's. Made when somebody asks for the first time, so that neither the next
        bid nor the answer to the last one waits for them."""
        return self.make_views()

    def view(self, seat: int | None) -> View:
        return self.views[-1] if seat is None else self.views[seat]
