"""What can go wrong at the table, said to the person who caused it."""

from companion.games.errors import GameError


class BadRecord(GameError):
    """A record that is not one, or that tells of something the rules do not allow."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__("line {line}: {reason}", line=line, reason=reason)


class BadSettings(GameError):
    """A settings file that cannot be used as it is."""


class BadJournal(GameError):
    """A journal that cannot be opened, read or written. Nothing was changed."""


class NoSuchGame(GameError):
    """A game that is not in the journal."""


class TableClosed(GameError):
    """Something was asked of a table that is no longer there."""
