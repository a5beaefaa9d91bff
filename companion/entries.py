"""What the journal keeps: everything that was accepted at a table, in order. Nothing is ever erased; what was taken
back stays, followed by the entry that took it back.
"""

import msgspec

from companion.games.actions import SetUp
from companion.games.box import AnyAction, AnyChange, AnyEvent
from companion.games.game import Game
from companion.referee import Verdict


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was accepted."""


class Acted(Entry, frozen=True, tag="acted"):
    """A seat, or the clock, did something, and this came of it. A stop or the clock's end brings its verdicts."""

    seat: int | None
    action: AnyAction | SetUp
    events: tuple[AnyEvent, ...]
    verdicts: tuple[Verdict, ...] = ()


class Judged(Entry, frozen=True, tag="judged"):
    """A press that changed nothing, after the clock had been stopped."""

    verdicts: tuple[Verdict, ...]


class TookBack(Entry, frozen=True, tag="took_back"):
    """Everything is again as it was after row `to`; these seats wanted it so."""

    to: int
    by: tuple[int, ...]


class Corrected(Entry, frozen=True, tag="corrected"):
    """The board was put right, with a reason."""

    changes: tuple[AnyChange, ...]
    reason: str
    by: tuple[int, ...]
    events: tuple[AnyEvent, ...]


class Paused(Entry, frozen=True, tag="paused"):
    """The clock was stopped for an interruption, and will begin at start again."""

    by: tuple[int, ...]
    verdicts: tuple[Verdict, ...] = ()


AnyEntry = Acted | Judged | TookBack | Corrected | Paused


class Row(msgspec.Struct, frozen=True):
    """An entry with its number and the time of day, UTC, for people: nothing depends on it."""

    n: int
    at: str
    entry: AnyEntry


def known_of(entry: AnyEntry, game: Game, seat: int | None) -> AnyEntry:
    """What happened, as far as this seat, or an onlooker, may know it."""
    if not isinstance(entry, Acted):
        return entry
    known = game.seen(seat, entry.action, entry.events)
    return entry if known.events is entry.events else Acted(entry.seat, *known, entry.verdicts)
