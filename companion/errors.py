"""What can go wrong at the table, said to the person who caused it."""

from companion.games.errors import GameError
from companion.games.speech import Phrase, mark


class BadRecord(GameError):
    """A record that is not one, or that tells of something the rules do not allow."""

    def __init__(self, line: int, reason: Phrase) -> None:
        super().__init__(mark("line {line}: {reason}"), line=str(line), reason=reason)


class BadSettings(GameError):
    """A settings file that cannot be used as it is."""


class BadPrint(GameError):
    """A print that cannot be made as it was asked for."""


class BadJournal(GameError):
    """A journal that cannot be opened, read or written. Nothing was changed."""


class DamagedJournal(BadJournal):
    """A journal that holds something else than was written to it; the next start repairs it."""


class ReadOnlyJournal(BadJournal):
    """A journal on a file system that takes nothing any more, as an SD card does once it is worn out."""


class CannotFollow(BadJournal):
    """A game whose rows are as they were written, but that the rules of this version cannot follow."""

    def __init__(self, number: int, sentence: str, **values: object) -> None:
        super().__init__(sentence, **values)
        self.number = number
        """Of the game."""


class BadCopy(GameError):
    """A copy of the journal that cannot be made or put in place. Nothing was changed."""


class NoRoomForCopy(BadCopy):
    """The card is nearly full, which is said anyway as long as it is."""


class NoSuchCopy(GameError):
    """A copy of the journal that is not there."""


class NotWritten(GameError):
    """A file that is not written where somebody wanted it."""


class NoSuchGame(GameError):
    """A game that is not in the journal."""


class TableClosed(GameError):
    """Something was asked of a table that is no longer there."""


class NotNow(GameError):
    """What cannot be just now, and may be in a moment."""


class TooOften(GameError):
    """What was asked again and again, and has to wait."""


class WrongCode(GameError):
    """Another code than the one on the display."""


class NoSuchBoard(GameError):
    """A board that is not here, or that no game can begin with yet."""


class Unnamed(GameError):
    """A board that cannot be kept under this name."""


class BoardMoved(NotNow):
    """A change to a board that somebody else has changed since it was looked at."""


class CannotJoin(GameError):
    """A network that cannot be joined or put up. What was there before is there again, or will be."""
