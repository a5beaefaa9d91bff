"""A reader of records that knows nothing of our code: it goes through the JSON alone, and holds it against the result.
What the events do to the books is each game's own.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

Json = dict[str, Any]
B = TypeVar("B", bound="Books")


@dataclass
class Books:
    """One game, added up. Raises AssertionError where the record contradicts itself."""

    SCORED_IN: ClassVar[str] = "money"
    """What one wins by, as the result calls it."""

    header: Json
    money: list[int] = field(init=False)
    over: bool = False
    seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.money = [0] * self.players

    @property
    def players(self) -> int:
        return len(self.header["seats"])

    @property
    def score(self) -> list[int]:
        return self.money

    @property
    def winners(self) -> list[int]:
        """All who have the most; a game that breaks ties has its own way."""
        return [seat for seat, score in enumerate(self.score) if score == max(self.score)]

    def enter(self, entry: Json) -> None:
        """What was done, with all that it brought about."""
        raise AssertionError("each game has its own")


def audit(lines: Iterable[bytes], books_of: Callable[[Json], B]) -> B:
    """Go through a whole record and hold it against its result."""
    header, *entries, last = [json.loads(line) for line in lines]
    books = books_of(header)
    assert [entry["n"] for entry in entries] == list(range(len(entries)))
    assert entries[0]["action"] == {"type": "setup"}
    for entry in entries:
        books.enter(entry)
    assert books.over
    assert last["result"] == {books.SCORED_IN: books.score, "winners": books.winners}
    return books
