"""What can go wrong at the table, said to the person who caused it."""

from companion.games.errors import GameError


class BadRecord(GameError):
    """A record that is not one, or that tells of something the rules do not allow."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__("line {line}: {reason}", line=line, reason=reason)
