"""A game as the table knows it: all that differs from game to game, and that whoever runs one has to know."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.games.errors import BadSetup
from companion.games.rules import Options, Rules
from companion.games.setup import Setup
from companion.games.speech import Phrase, Speech
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
    players: range
    """How many it is for. Where one can play alone, an `automaton` has the seat opposite."""
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
    dealt: Callable[[Any, int, Any, Random], tuple[str, ...]]
    """The device's deck, for a board, so many seats and house rules (None: the usual ones, or none), by chance."""
    has_house_rules: bool
    """The setup can be told by which `rules` to play."""
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

    # What is otherwise in few games.
    scored_in: str = "money"
    """What one wins by, as records call it."""
    automaton: str | None = None
    """Who sits opposite when one plays alone, as a kind of player."""

    def check_rules(self, rules: Any) -> None:
        """Whether house rules can be said at all."""
        if rules and not self.has_house_rules:
            raise BadSetup("{game} has no house rules to choose from.", game=Phrase(self.title))

    def chosen(self, rules: Any, players: Sequence[str]) -> dict[str, Any]:
        """What the setup has to be told of the house rules, if they are not the usual ones, and of the seat of the
        automaton, if it is among these players."""
        self.check_rules(rules)
        told: dict[str, Any] = {"rules": rules} if rules else {}
        if self.automaton and self.automaton in players:
            told["automaton"] = players.index(self.automaton)
        return told
