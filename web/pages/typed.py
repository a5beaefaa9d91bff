"""An answer that was typed on the table's page: the fields of a form become an action, which is then judged like any
other. `pay.0` is the first number of `pay`, `effect.gulden` the gulden of `effect`.
"""

import re
from typing import Any

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.games.box import AnyAction
from companion.games.json_mistakes import MOST_DIGITS, in_words, too_long
from companion.games.speech import Phrase
from web import forms
from web.acting import act
from web.errors import Refused
from web.here import Here
from web.visitors import at_table

NOT_OF_IT = ("after", "back")
"""Fields that say when and where, not what."""
MOST_FIELDS = 60
DEEPEST = 3
_WORDS = {"true": True, "false": False, "null": None}
_NUMBER = re.compile(r"-?[0-9]+")
_PLACE = re.compile(r"[0-9]{1,2}")
"""In a list."""


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("typed", __name__)

    @doors.post("/do")
    def do() -> Response:
        who = at_table()
        act(here, who, _action(), forms.text("after"))
        return forms.back()

    return doors


def _action() -> AnyAction:
    """What the form says."""
    try:
        return msgspec.convert(_fields(), type=AnyAction)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        raise _unreadable(in_words(error)) from None


def _unreadable(why: Phrase) -> Refused:
    return Refused("That cannot be read: {why}", why=why)


def _fields() -> Any:
    """Put together as their names say."""
    found: dict[str, Any] = {}
    for name in list(request.form)[:MOST_FIELDS]:
        if name not in NOT_OF_IT:
            _put(found, name.split(".")[:DEEPEST], _value(forms.text(name)))
    return _listed(found)


def _value(sent: str) -> Any:
    """A number also with zeros before it, as on a card."""
    if not _NUMBER.fullmatch(sent):
        return _WORDS.get(sent, sent)
    if len(sent.lstrip("-")) > MOST_DIGITS:
        raise _unreadable(too_long())
    return int(sent)


def _put(into: dict[str, Any], path: list[str], value: Any) -> None:
    first, *further = path
    if not further:
        into[first] = value
        return
    inside = into.setdefault(first, {})
    if not isinstance(inside, dict):
        raise Refused("That request cannot be understood.")
    _put(inside, further, value)


def _listed(value: Any) -> Any:
    """What is named by numbers is a list; what was not ticked is not in it."""
    if not isinstance(value, dict):
        return value
    inside = {name: _listed(one) for name, one in value.items()}
    if inside and all(map(_PLACE.fullmatch, inside)):
        return [inside[name] for name in sorted(inside, key=int)]
    return inside
