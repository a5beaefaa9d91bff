"""What people send with a form: read strictly, and refused in a sentence that says what would have been right."""

import re
from collections.abc import Iterable
from typing import TypeVar

from flask import redirect, request
from werkzeug.wrappers import Response

from companion.games.speech import Phrase
from web.errors import Refused
from web.way_back import way_back

_LONGEST_SHOWN = 40
_WHOLE = re.compile(r"-?[0-9]{1,19}")
_DECIMAL = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,12})?")
_SEPARATORS = str.maketrans("", "", ",.' \u00a0\u202f")
"""Between the thousands, in one country or another."""

Word = TypeVar("Word", bound=str)


def number(name: str, least: int, most: int, title: Phrase, *, grouped: bool = False) -> int:
    """The value of this name, from least to most; the title stands for it in a refusal. Large ones may be `grouped` as
    people write them."""
    sent = text(name).translate(_SEPARATORS) if grouped else text(name)
    if not sent:
        raise Refused("{title} is missing: a number from {least} to {most}.", title=title, least=least, most=most)
    if not (_WHOLE.fullmatch(sent) and least <= int(sent) <= most):
        raise Refused(
            "{title} must be a number from {least} to {most}, not {sent}.",
            title=title,
            least=least,
            most=most,
            sent=shown(sent),
        )
    return int(sent)


def decimal(name: str, title: Phrase) -> float:
    """A number with or without a fraction, as people write it in one country or another."""
    sent = text(name).replace(",", ".")
    if not _DECIMAL.fullmatch(sent):
        raise Refused("{title} must be a number, not {sent}.", title=title, sent=shown(text(name)))
    return float(sent)


def one_of(name: str, there: Iterable[Word], title: Phrase) -> Word:
    sent, known = text(name), list(there)
    for word in known:
        if word == sent:
            return word
    raise Refused(
        "{title} must be one of {known}, not {sent}.", title=title, known=", ".join(known[:9]), sent=shown(sent)
    )


def text(name: str) -> str:
    return request.form.get(name, "").strip()


def back() -> Response:
    """To the page that the form stood on, and with a GET, so that nothing is sent twice."""
    return redirect(way_back(), 303)


def printable(sent: str) -> str:
    """A name that somebody sent, made safe to show."""
    return sent if sent.isprintable() else ascii(sent)


def shown(sent: str) -> str:
    return repr(sent if len(sent) <= _LONGEST_SHOWN else sent[: _LONGEST_SHOWN - 3] + "...")
