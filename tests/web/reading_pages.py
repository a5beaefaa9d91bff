"""Pages as a phone gets them, and what can be read on them, for tests."""

import re
from html import unescape

from flask.testing import FlaskClient

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
