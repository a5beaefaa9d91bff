"""A game as the device knows it: all that differs from game to game in what is seen and heard of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from companion.entries import Acted
from companion.games.box import AnyEvent
from companion.games.events import GameOver, Won
from companion.snapshots import Look, Snapshot
from hardware.programme import Clock, Moment
from hardware.screens import ranking
from hardware.screens.screen import Screen
from hardware.sounds import Sound


class Auctions(NamedTuple):
    """What a game has to say where cards are auctioned by the clock."""

    clock: Callable[[Snapshot], Clock | None]
    """The screens of the clock, if it runs or counts down."""
    may_bid: Callable[[Look, int, int], bool]
    """While it runs, this seat at this stamp."""
    starts_again: Callable[[Any], int]
    """Whose it is in this state to start a clock that stands."""


class Shown(NamedTuple):
    """Nothing here shows what is hidden from an onlooker: the display is for everybody at the table."""

    moments: Callable[[Acted, Snapshot, Clock | None], Iterable[Moment]]
    """What was done, to be shown for a while; with the clock that ran before."""
    standing: Callable[[Snapshot], tuple[Screen, ...]]
    """What is so, until something happens; several take turns."""
    sound: Callable[[AnyEvent], Sound | None]
    """What is heard when this happens, if anything."""
    buyer: Callable[[AnyEvent], int | None]
    """Who has just won something by this, before the end of the game."""
    auctions: Auctions | None = None
    """None: the button is not for bidding."""


def game_over(event: GameOver | Won, names: Sequence[str]) -> Moment:
    winners, in_prestige = tuple(names[seat] for seat in event.winners), isinstance(event, Won)
    return Moment(ranking.GameOver(winners, max(event.score), in_prestige), 10)
