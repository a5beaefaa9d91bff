"""An answer that was typed on the table's page: the fields of a form become an action, which is then judged like any
other. `pay.0` is the first number of `pay`, `effect.gulden` the gulden of `effect`.
"""

from typing import Any

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.games.box import AnyAction
from companion.games.json_mistakes import in_words
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
        return msgspec.convert(_fields(), type=AnyAction, strict=False)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        mistake = in_words(error)
        raise Refused("That cannot be read: {why}", why=Phrase(mistake.sentence, **mistake.values)) from None


def _fields() -> Any:
    """Put together as their names say."""
    found: dict[str, Any] = {}
    for name in list(request.form)[:MOST_FIELDS]:
        if name not in NOT_OF_IT:
            _put(found, name.split(".")[:DEEPEST], forms.text(name))
    return _listed(found)


def _put(into: dict[str, Any], path: list[str], value: str) -> None:
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
    if inside and all(name.isdecimal() for name in inside):
        return [inside[name] for name in sorted(inside, key=int)]
    return inside
