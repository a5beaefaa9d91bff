"""What is said to people, in their language. English stands in the code; the other languages are catalogues here, in
gettext's own format.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Literal

from babel.messages.pofile import read_po
from babel.numbers import format_decimal

Language = Literal["en", "de", "nl"]


def mark(sentence: str) -> str:
    """Marks a sentence of a table for the catalogues; it is put into words where it is shown."""
    return sentence


class Words:
    """Speaks one language."""

    def __init__(self, language: Language, catalogue: dict[str, str]) -> None:
        self.language = language
        self._catalogue = catalogue

    def say(self, sentence: str, **values: object) -> str:
        """The sentence in this language, with whole numbers as people write them there."""
        told = self._catalogue.get(sentence, sentence)
        return told.format(**{name: self._written(value) for name, value in values.items()}) if values else told

    def _written(self, value: object) -> object:
        return self.number(value) if isinstance(value, int) else value

    def number(self, number: int) -> str:
        return str(format_decimal(number, locale=self.language))

    def decimal(self, number: float, places: int) -> str:
        """With just so many places after the point."""
        return str(format_decimal(number, format=f"0.{'0' * places}" if places else "0", locale=self.language))


@cache
def words(language: Language) -> Words:
    if language == "en":
        return Words(language, {})
    text = files(__name__).joinpath(f"{language}.po").read_bytes()
    catalogue = read_po(BytesIO(text), locale=language)
    told = {message.id: message.string for message in catalogue if message.id and not message.fuzzy}
    return Words(language, {str(sentence): str(told[sentence]) for sentence in told if told[sentence]})
