"""What can go wrong inside the rules, said to the person who caused it."""

from companion.games.speech import ENGLISH, Speech


class GameError(Exception):
    """Something a person asked of a game that cannot be done.

    The sentence is kept apart from its values, so that it can be said in another language.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence, values)
        self.sentence = sentence
        self.values = values

    def said(self, speech: Speech) -> str:
        return speech.say(self.sentence, **self.values)

    def __str__(self) -> str:
        return self.said(ENGLISH)


class Illegal(GameError):
    """An action that the rules do not allow now."""


class BadBoard(GameError):
    """Board data that is no board. `mistakes` names every one of them."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("{count} in the board: {all}", count=_counted(len(mistakes)), all="; ".join(mistakes))
        self.mistakes = mistakes


class Unreadable(GameError):
    """Text that is not the JSON that was asked for."""


class BadPosition(GameError):
    """A position that cannot be on this board."""


class BadSetup(GameError):
    """A number of players, a house rule or a deck that no game can begin with."""


def _counted(mistakes: int) -> str:
    return "1 mistake" if mistakes == 1 else f"{mistakes} mistakes"
