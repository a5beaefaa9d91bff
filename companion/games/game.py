"""A game as the table knows it: all that differs from game to game, and that whoever runs one has to know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.rules import Options, Rules
from companion.games.setup import Setup
from companion.games.speech import Speech
from companion.games.telling import Called, Telling


class Seen(NamedTuple):
    """What a seat, or an onlooker, may know of something that was done."""

    action: Any
    events: tuple[Any, ...]


class Line(NamedTuple):
    words: str
    is_heading: bool = False


class Positions(NamedTuple):
    """How the table stands at one moment, for files and for people."""

    shown: Callable[..., Any]
    """Of a state after so many actions, as JSON tells it; of a `file`, if it is named."""
    told: Callable[[Any, Speech], list[str]]
    """What `shown` found, in words."""
    scored: Callable[[bytes, Speech], Any]
    """A position from a file, scored without a game."""
    scores_told: Callable[[Any, Speech], list[Line]]
    """What `scored` found, in words."""


class Game(NamedTuple):
    """Words that are marked for the catalogues are put into a language where they are shown."""

    name: str
    """In records and on the command line."""
    title: str
    """On the box."""
    rules: Rules[Any]
    counted_in: tuple[str, str]
    """How long a game was: what its chapters are, and so many of them in so many games."""
    has_clock: bool
    """Cards are auctioned by the clock, and a button is for bidding."""
    hides_hands: bool
    """Each player holds cards that the others do not see."""

    # How it begins.
    setup: Callable[..., Setup]
    default_board: Callable[[], Any]
    board_from: Callable[[Any], Any]
    """Board data as a record or a file writes them; raises `BadBoard`."""
    house_rules: Callable[[Mapping[str, str]], dict[str, Any]]
    """What the setup has to be told of the house rules in a record; raises `BadSetup`."""

    # What is hidden.
    sights: Callable[[Any], tuple[Any, ...]]
    """The table as each seat sees it; the last is an onlooker's."""
    seen: Callable[[int | None, Any, Sequence[Any]], Seen]
    """What this seat may know of an action and its events."""
    reveals: Callable[[Any, Sequence[Any]], bool]
    """Whether these facts of a game with this setup showed somebody what was hidden."""

    # What is asked.
    shown: Callable[[Options], tuple[Any, ...]]
    """As many options as can be listed for a program."""
    pressed: Callable[[Any, int], Any]
    """In this state, what this seat's button does by itself, if anything."""
    questions: Mapping[str, str]
    """What each question asks of a player, to follow a name and a colon."""

    # What is told.
    telling: Callable[[Any, Called, Speech], Telling]
    positions: Positions
