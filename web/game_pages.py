"""What the pages ask of a game: all that one shows otherwise than another."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.games.speech import Speech
from companion.house import House
from companion.journal import Opening
from companion.openings import Deck, Place
from companion.snapshots import Snapshot
from companion.words import Words
from web.mine import Seen


class Begun(NamedTuple):
    """As the form says."""

    opening: Opening
    keep: Callable[[], None]
    """Keeps what was chosen for the table beside it."""


class NewGame(NamedTuple):
    """What is asked before a game begins, beside who plays."""

    played_by: Mapping[str, str]
    """The bots, in words."""
    decks: Mapping[Deck, str]
    """Who deals."""
    offered: Callable[[House, Opening | None], Mapping[str, object]]
    """For the game's own part of the form, with what the last game of it began with."""
    begun: Callable[[House, Sequence[Place], Deck], Begun]


class Corrections(NamedTuple):
    there: Callable[[Snapshot, Words], Mapping[str, object]]
    """What can be put right, for the form."""
    change: Callable[[Snapshot], Any]
    """What the form says."""


class GamePages(NamedTuple):
    """Of one game. Its templates are in the folder that is called like it."""

    sight: type[msgspec.Struct]
    """What a seat sees of the table."""
    heading: Callable[[Snapshot, Speech], str]
    """Where in the game it is."""
    everybody_asked: Callable[[Snapshot, Speech], str]
    """What is said while no seat in particular is asked."""
    table: Callable[[Seen], dict[str, object]]
    scoring: Callable[[Snapshot, Words], object]
    television: Callable[[Snapshot, Words], dict[str, object]]
    correct: Corrections
    new: NewGame
    why: Callable[[Any, Sequence[str], Words], Any] | None = None
    """A scoring that took place, explained; None in a game without scorings."""
    sheet: str | None = None
    """Of style, where it has one of its own."""
