"""What is said to people, in their language. English stands in the code; the other languages are catalogues here, in
gettext's own format: a folder for each, and in it a file for each part of the program.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from companion.games.speech import Speech, mark
from companion.words.catalogue import read_catalogue

__all__ = ["LANGUAGES", "Language", "Words", "mark", "words"]

Language = Literal["en", "de", "nl"]
LANGUAGES: dict[Language, str] = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
"""As those who speak them call them."""

_BETWEEN_THOUSANDS: dict[Language, str] = {"en": ",", "de": ".", "nl": "."}


class Words(Speech):
    """Speaks one language."""

    def __init__(self, language: Language, catalogue: dict[str, str]) -> None:
        self.language = language
        self._catalogue = catalogue

    def told(self, sentence: str) -> str:
        return self._catalogue.get(sentence, sentence)

    def number(self, number: int) -> str:
        """Of any size: Babel's own has a limit, and somebody may send a longer one."""
        return super().number(number).replace(",", _BETWEEN_THOUSANDS[self.language])

    def decimal(self, number: float, places: int) -> str:
        from babel.numbers import format_decimal  # noqa: PLC0415  takes a while to load

        return str(format_decimal(number, format=f"0.{'0' * places}" if places else "0", locale=self.language))


@cache
def words(language: Language) -> Words:
    told: dict[str, str] = {}
    if language != "en":
        for file in Path(__file__).with_name(language).glob("*.po"):
            told |= read_catalogue(file.read_text(encoding="utf-8"))
    return Words(language, told)
