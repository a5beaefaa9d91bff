"""A machine on which commands are only noted, and answered as a test wants it."""

from collections.abc import Callable
from pathlib import Path

from installing.place import Place

Answers = Callable[[tuple[str, ...]], str]


class StandInPlace(Place):
    def __init__(self, root: Path, answers: Answers) -> None:
        super().__init__(root)
        self.asked: list[tuple[str, ...]] = []
        self._answers = answers

    def run(self, *command: str, **_environment: str) -> str:
        self.asked.append(command)
        return self._answers(command)
