"""What can go wrong inside the rules, said to the person who caused it."""

from collections.abc import Sequence

from companion.games.speech import Phrase, Several, mark


class GameError(Exception, Phrase):
    """Something a person asked of a game that cannot be done.

    The sentence is kept apart from its values, so that it can be said in another language.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence, values)
        self.sentence = sentence
        self.values = values

    __str__ = Phrase.__str__


class Illegal(GameError):
    """An action that the rules do not allow now."""


class BadBoard(GameError):
    """Board data that is no board. `mistakes` names every one of them."""

    def __init__(self, mistakes: Sequence[Phrase]) -> None:
        one, many = mark("1 mistake in the board: {all}"), mark("{count} mistakes in the board: {all}")
        super().__init__(one if len(mistakes) == 1 else many, count=len(mistakes), all=Several(mistakes, "; "))
        self.mistakes = mistakes


class BadChange(GameError):
    """A change to a space that the board does not have, or one too many."""


class Unreadable(GameError):
    """Text that is not the JSON that was asked for."""


class BadPosition(GameError):
    """A position that cannot be on this board."""


class BadSetup(GameError):
    """A number of players, a house rule or a deck that no game can begin with."""
