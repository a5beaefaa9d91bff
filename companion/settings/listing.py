"""The words of a settings file in a row: one after the other, so that none is overlooked, in any language."""

from collections.abc import Sequence
from functools import reduce

from companion.games.speech import Phrase
from companion.words.verbatim import Verbatim


def either(words: Sequence[str]) -> Phrase:
    """A or B or C."""
    first: Phrase = Verbatim(words[0])
    return reduce(_or, words[1:], first)


def together(words: Sequence[str]) -> Phrase:
    """A and B and C."""
    first: Phrase = Verbatim(words[0])
    return reduce(_and, words[1:], first)


def _or(some: Phrase, last: str) -> Phrase:
    return Phrase("{some} or {last}", some=some, last=last)


def _and(some: Phrase, last: str) -> Phrase:
    return Phrase("{some} and {last}", some=some, last=last)
