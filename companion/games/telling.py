"""How a game is told in words, whatever it is called: what each game's own telling can be asked."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.games.events import Event

Called = Callable[[int], str]
"""How a seat is to be named."""


class Chapter(NamedTuple):
    """A part of a game, as its history is divided."""

    number: int
    title: str
    when: str = ""
    """The year, in a game that has one."""
    mayor: int | None = None


class Telling(Protocol):
    """Tells the facts of a game, one after the other, and remembers what it has told as far as it needs to."""

    def tell(self, event: Any, /) -> list[str]:
        """One sentence, several, or none where other events say it already. Nothing that is hidden from anybody."""
        ...

    def deed(self, seat: int, action: Any, /) -> str:
        """An action that no event has a sentence for."""
        ...

    def go_on_from(self, state: Any, /) -> None:
        """The game was taken back to this state."""
        ...

    def chapter(self, state: Any, /) -> Chapter: ...

    def worth(self, state: Any, /) -> tuple[int, ...]:
        """How everybody stands now, in what one wins by."""
        ...

    def holds(self, state: Any, seat: int, /) -> str:
        """What a seat has beside its money when the game is over, in a line."""
        ...

    def begins_part(self, event: Event, /) -> bool: ...

    def scored(self, event: Event, state: Any, /) -> Any:
        """A scoring in figures, if this event is one; `state` is the one before it."""
        ...

    def changes(self, changes: Sequence[Any], /) -> str:
        """What was put right, or is to be: how things really are."""
        ...

    def cardboard(self, events: Sequence[Any], /) -> list[str]:
        """What is to be done there."""
        ...
