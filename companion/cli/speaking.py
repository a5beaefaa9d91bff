"""Which language the person at this terminal speaks, as the environment tells every program."""

import os
import re

from companion.words import LANGUAGES, Words, words


def here() -> Words:
    """In German or Dutch where that is wanted, else in English."""
    wanted = [_code(locale) for locale in _wanted()]
    return words(next((language for code in wanted for language in LANGUAGES if language == code), "en"))


def _wanted() -> list[str]:
    """`LANGUAGE` may name several, the best first. A program that is told to speak C speaks as it was written."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if _code(locale) in ("c", "posix"):
        return []
    return (os.environ.get("LANGUAGE") or locale).split(":")


def _code(locale: str) -> str:
    """`de` of `de_AT.UTF-8`."""
    return re.split(r"[_.@-]", locale)[0].lower()
