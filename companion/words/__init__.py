"""What is said to people, in their language. English stands in the code; the other languages are catalogues here, in
gettext's own format: a folder for each, and in it a file for each part of the program.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Literal

from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_group_symbol

from companion.games.speech import Speech, mark

__all__ = ["LANGUAGES", "Language", "Words", "mark", "words"]

Language = Literal["en", "de", "nl"]
LANGUAGES: dict[Language, str] = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
"""As those who speak them call them."""


class Words(Speech):
    """Speaks one language."""

    def __init__(self, language: Language, catalogue: dict[str, str]) -> None:
        self.language = language
        self._catalogue = catalogue

    def told(self, sentence: str) -> str:
        return self._catalogue.get(sentence, sentence)

    def number(self, number: int) -> str:
        """Of any size: Babel's own has a limit, and somebody may send a longer one."""
        return super().number(number).replace(",", get_group_symbol(self.language))

    def decimal(self, number: float, places: int) -> str:
        return str(format_decimal(number, format=f"0.{'0' * places}" if places else "0", locale=self.language))


@cache
def words(language: Language) -> Words:
    told: dict[str, str] = {}
    if language != "en":
        for file in files(__name__).joinpath(language).iterdir():
            if file.name.endswith(".po"):
                catalogue = read_po(BytesIO(file.read_bytes()), locale=language)
                told |= {str(one.id): str(one.string) for one in catalogue if one.id and one.string and not one.fuzzy}
    return Words(language, told)
