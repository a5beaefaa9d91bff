"""Pages as a phone gets them, and what can be read on them, for tests."""

import re
from collections.abc import Iterable
from html import unescape
from html.parser import HTMLParser

from flask.testing import FlaskClient
from rooms import NAMES

from companion.simulate import NAMES as BOTS
from companion.words import Language

OTHERS: tuple[Language, ...] = ("de", "nl")
"""Languages that are not the one in which the program is written."""

_ON_A_KEYBOARD = str.maketrans({"\N{EN DASH}": "-", "\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "x"})


def page(phone: FlaskClient, path: str = "/", language: str = "en") -> str:
    answer = phone.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def texts(html: str) -> str:
    """In one line."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def typed(html: str) -> str:
    """What can be read, with the signs that are on a keyboard."""
    return texts(html).translate(_ON_A_KEYBOARD)


def part(html: str, name: str) -> str:
    """Of the table's page, as it is sent again when it changes; nothing if it is not there."""
    found = re.search(rf'<section id="part-{name}".*?</section>', html, re.DOTALL)
    return found[0] if found else ""


# Sentences that two languages have in common.

_NUMBER_OR_NAME = rf"[\d.,:/]+|\b({'|'.join((*NAMES, *BOTS))})\b"
_FEW = 3
"""Words: so short, something may be the same in two languages."""
_NAMES_OF_THINGS = {"Merchants of Amsterdam"}
_SHOWN_ATTRIBUTES = {"aria-label", "title", "alt", "placeholder"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def sentences_among(read: Iterable[str]) -> set[str]:
    """What is longer than a name; numbers aside."""
    told = {re.sub(_NUMBER_OR_NAME, "#", words) for words in read}
    return {words for words in told if len(re.findall(r"[^\W\d_]{2,}", words)) >= _FEW} - _NAMES_OF_THINGS


def sentences(html: str) -> set[str]:
    """All that a page says in words or to whoever hears it, also where it is hidden at first."""
    reader = _Words()
    reader.feed(html)
    return sentences_among(re.sub(r"\s+", " ", words).strip() for words in reader.found)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._skipped: list[str] = []
        """Elements that nobody reads, or that speak every language, from the outside in."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in _SHOWN_ATTRIBUTES and value]
        is_skipped = tag in {"script", "style", "noscript"} or (tag == "select" and ("name", "language") in attrs)
        if (self._skipped or is_skipped) and tag not in _VOID:
            self._skipped.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._skipped and tag in self._skipped:
            if self._skipped.pop() == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.found.append(data)
