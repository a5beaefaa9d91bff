"""Whether a sentence has been put into another language, as far as a program can tell."""

import re
from collections.abc import Iterable

from companion.simulate import NAMES

SAME_EVERYWHERE = {
    *NAMES,
    *("Amsterdam", "Nieuwe", "Oude", "Zijde", "Grachten", "Lastage"),
    *("Hoorn", "Delft", "Rotterdam", "Enkhuizen", "Middelburg"),
}
"""The names of people and of places."""

ENGLISH_WORDS = re.compile(
    r"\b(the|and|with|without|to|from|for|first|second|card|clock|token|tokens|track|space|spaces|supply|board|"
    r"warehouse|warehouses|office|offices|auction|market|mayor|silk|spice|sugar|gemstones|already|must|"
    r"share|shares|price|prices|coffee|porcelain|copper|spices|tea|news|deck|round|turn|you|your)\b",
    re.IGNORECASE,
)


def untranslated(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those that were not, of pairs in English and in the other language."""
    return [pair for pair in pairs if not is_translated(*pair)]


def is_translated(english: str, other: str) -> bool:
    """Said otherwise, unless it is only names; and no English has stayed behind in it."""
    if ENGLISH_WORDS.search(other):
        return False
    return english != other or set(re.findall(r"[A-Za-z]+", other)) <= SAME_EVERYWHERE
