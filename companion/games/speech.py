"""How things are said to people. English is spoken here, as it stands in the code; other languages are in
`companion.words`, which looks the same sentences up.
"""

from collections.abc import Sequence


def mark(sentence: str) -> str:
    """Marks a sentence of a table for the catalogues; it is put into words where it is shown."""
    return sentence


class Speech:
    """Says sentences with their values filled in: whole numbers as people write them, phrases in the same language.

    A number that is a name and not an amount (a port, a pin, a year) is handed over as a text.
    """

    def say(self, sentence: str, **values: object) -> str:
        told = self.told(sentence)
        return told.format(**{name: self._written(value) for name, value in values.items()}) if values else told

    def told(self, sentence: str) -> str:
        """The sentence in this language, nothing filled in."""
        return sentence

    def counted(self, count: int, one: str, many: str) -> str:
        """`1 card`, `3 cards`: whichever of the two sentences fits, with `{count}` filled in."""
        return self.say(one if count == 1 else many, count=count)

    def listed(self, names: Sequence[str]) -> str:
        """A, B and C."""
        if len(names) < 2:
            return "".join(names)
        return self.say("{some} and {last}", some=", ".join(names[:-1]), last=names[-1])

    def either(self, names: Sequence[str]) -> str:
        """A, B or C."""
        if len(names) < 2:
            return "".join(names)
        return self.say("{some} or {last}", some=", ".join(names[:-1]), last=names[-1])

    def number(self, number: int) -> str:
        return f"{number:,}"

    def decimal(self, number: float, places: int) -> str:
        """With just so many places after the point."""
        return f"{number:.{places}f}"

    def _written(self, value: object) -> object:
        if isinstance(value, Phrase):
            return value.said(self)
        return self.number(value) if isinstance(value, int) else value


class Phrase:
    """A sentence, or a part of one, apart from its values, so that it can be said in any language later."""

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = sentence
        self.values = values

    def said(self, speech: Speech) -> str:
        return speech.say(self.sentence, **self.values)

    def __str__(self) -> str:
        return self.said(ENGLISH)


class Several(Phrase):
    """Phrases one after the other."""

    def __init__(self, phrases: Sequence[Phrase], between: str = ", ") -> None:
        self.phrases = phrases
        self.between = between

    def said(self, speech: Speech) -> str:
        return self.between.join(phrase.said(speech) for phrase in self.phrases)


ENGLISH = Speech()
