"""Whole games by the hundred, written by `simulate` and gone through by a bookkeeper that does not know our code."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Generic, NamedTuple

from bookkeeper import B, Json, audit
from click.testing import CliRunner

from companion.cli import main


class Corpus(NamedTuple, Generic[B]):
    by_players: dict[int, list[B]]

    def games(self) -> Iterator[B]:
        return chain.from_iterable(self.by_players.values())

    def seen(self) -> Counter[str]:
        """In how many games each thing occurred."""
        return Counter(what for books in self.games() for what in books.seen)

    def shared_by(self) -> Counter[int]:
        """How many games were won by so many together."""
        return Counter(books.score.count(max(books.score)) for books in self.games())


def simulated(folder: Path, books_of: Callable[[Json], B], players: int, games: int, *options: str) -> list[B]:
    """Everything has been held against the records when this returns."""
    command = ["simulate", "--players", str(players), "--games", str(games), "--record", str(folder)]
    result = CliRunner().invoke(main, [*command, *options])
    assert result.exit_code == 0, result.output
    books = [audit(path.read_bytes().splitlines(), books_of) for path in sorted(folder.iterdir())]
    assert len(books) == games
    return books
