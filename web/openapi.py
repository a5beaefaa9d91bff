"""The API in its own words: an OpenAPI document made from the types that are sent and answered, and from what the
program itself says of them.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.inspect import StructType, Type, multi_type_info

from companion.version import installed_version
from web.deeds import AnyDeed, Deed, Done
from web.games import PAGES
from web.guards import LARGEST, SMALL
from web.refusals import Error
from web.state import State
from web.stream import FOR_SEATED, HEARTBEAT, MOST, MOST_OF_ONE, Change

Json = dict[str, Any]

_AT = "#/components/schemas/{name}"
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"

_ABOUT = """\
What the device's own pages use. Everybody on the network may look. Whoever acts needs a seat, which a phone is given \
on the page `/sit` by that seat's button on the device, held for two seconds, or by a code on its display. The cookie \
says which phone it is; where it sits, and what it may do, is for the device to say.

Seats count from 0; on the device and its pages people see them as 1 to 5. Money is in guilders. Times are nanoseconds \
of the device's own clock, the one in the `now` of a state. A refusal is one sentence in the language of the phone: \
the one chosen on its pages, else the best of `Accept-Language` among English, German and Dutch, else the table's own.\
"""
_EVENTS = f"""\
Server-Sent Events. First `state`: all there is to see. Then `change` with what has changed since, numbered one by \
one: a number that is not one more than the last means that something was missed, and that the stream should be opened \
anew. `heartbeat` comes whenever nothing else has come for {HEARTBEAT:g} seconds. A phone may have {MOST_OF_ONE} \
streams open, and all phones together {MOST}; of these {FOR_SEATED} are kept for phones at the table.\
"""
_ACTING = """\
Done for the seat of this phone, never for another: no body can name one. `request` is any action of the game, or what \
a seat can ask of the table: to start the clock, take back, correct, pause, put the game away, agree, refuse; or a \
press. What the seat may do now is in `view.options` of its state. A card that the table turns up for a bot is \
declared by any person at the table.

A form does the same for pages without script: `request` holds the JSON, and the answer leads back to `back`.\
"""
_REFUSALS = {
    400: "What was sent cannot be read; the sentence says why.",
    403: "The phone does not sit at the table, or another page than the device's own has sent this.",
    409: "The table does not allow it now; the sentence is the reason that the rules give.",
    413: f"More than {LARGEST // 1024} KB, or than {SMALL // 1024} KB without a seat.",
    415: "Neither JSON nor a form.",
    421: "The device was called by a name that is not its own.",
    429: "Too much at once; wait a moment.",
    503: "The device cannot answer just now.",
}
_ALWAYS = (403, 413, 421, 429)


@cache
def document(cookie: str) -> bytes:
    """`cookie` is how this device calls its own."""
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Veilingklok", "version": installed_version(), "description": _ABOUT},
            "paths": {
                "/api/state": {"get": _state()},
                "/api/stream": {"get": _stream()},
                "/api/actions": {"post": _actions()},
                "/api/openapi.json": {"get": _itself()},
            },
            "components": {
                "schemas": _schemas(),
                "securitySchemes": {
                    "phone": {
                        "type": "apiKey",
                        "in": "cookie",
                        "name": cookie,
                        "description": "The phone's random name, signed by the device, given when it asks for a seat.",
                    }
                },
            },
        }
    )


# The doors.


def _state() -> Json:
    return {
        "operationId": "state",
        "summary": "All there is to see",
        "description": "The same for everybody but for what concerns the phone's own seat.",
        "security": [{}, {"phone": []}],
        "responses": {"200": _answer("As it is now.", _JSON, _of(State))} | _refusals(*_ALWAYS),
    }


def _stream() -> Json:
    panel = {
        "name": "panel",
        "in": "query",
        "description": "With 1, where the device is simulated, also `panel` events: its display, lamps, dial, tone.",
        "schema": {"type": "string"},
    }
    return {
        "operationId": "stream",
        "summary": "All there is to see, and every change of it",
        "description": _EVENTS,
        "security": [{}, {"phone": []}],
        "parameters": [panel],
        "responses": {
            "200": _answer("The data of `state` is a State, that of `change` a Change.", "text/event-stream", _TEXT)
        }
        | _refusals(*_ALWAYS, 503),
    }


def _actions() -> Json:
    form = {
        "type": "object",
        "required": ["request"],
        "properties": {
            "request": {"type": "string", "contentMediaType": _JSON, "contentSchema": _of(AnyDeed)},
            "after": {"type": "string", "description": "As in a Deed."},
            "back": {"type": "string", "description": "The path of the page to lead back to; `/` if left out."},
        },
    }
    return {
        "operationId": "act",
        "summary": "Do something for the own seat",
        "description": _ACTING,
        "security": [{"phone": []}],
        "requestBody": {"required": True, "content": {_JSON: {"schema": _of(Deed)}, _FORM: {"schema": form}}},
        "responses": {
            "200": _answer("It is so, and on disk.", _JSON, _of(Done)),
            "202": _answer("A press has gone its way; the table tells what became of it.", _JSON, _of(Done)),
            "303": {"description": "What a form asked for is so; the page shows it."},
        }
        | _refusals(400, 409, 415, *_ALWAYS, 503),
    }


def _itself() -> Json:
    return {
        "operationId": "openapi",
        "summary": "This document",
        "security": [{}],
        "responses": {"200": _answer("OpenAPI 3.1.", _JSON, {"type": "object"})} | _refusals(*_ALWAYS),
    }


_TEXT = {"type": "string"}


def _answer(says: str, kind: str, schema: Json) -> Json:
    return {"description": says, "content": {kind: {"schema": schema}}}


def _refusals(*statuses: int) -> Json:
    page = {"text/html": {"schema": _TEXT}}  # for whoever came with a browser
    return {
        str(status): {"description": _REFUSALS[status], "content": {_JSON: {"schema": _of(Error)}} | page}
        for status in sorted(statuses)
    }


# The types.


_SIGHTS = {game: pages.sight for game, pages in PAGES.items()}
_TYPES = (State, Change, Deed, Done, Error, *_SIGHTS.values())


def _of(kind: Any) -> Json:
    """Beside all others, so that they are called the same."""
    (schema, *_), _ = msgspec.json.schema_components([kind, *_TYPES], ref_template=_AT)
    return schema


def _schemas() -> Json:
    refs, schemas = msgspec.json.schema_components(_TYPES, ref_template=_AT)
    for struct in dict.fromkeys(found for kind in multi_type_info(_TYPES) for found in _structs(kind)):
        described = schemas[_name_in(schemas, struct)]["properties"]
        names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
        for name, says in _said_of_fields(struct):
            described[names[name]]["description"] = says
    table = schemas["View"]["properties"]["table"]
    table["anyOf"] = list(refs[-len(_SIGHTS) :])
    return _renamed(schemas, {_name_in(schemas, sight): f"{game.title()}Sight" for game, sight in _SIGHTS.items()})


def _name_in(schemas: Json, struct: type[msgspec.Struct]) -> str:
    """Where two games have a word in common, it is called by where it stands."""
    return struct.__name__ if struct.__name__ in schemas else f"{struct.__module__}.{struct.__name__}"


def _renamed(schemas: Json, names: dict[str, str]) -> Json:
    text = msgspec.json.encode(schemas).decode()
    for before, name in names.items():
        text = text.replace(f'"{before}":', f'"{name}":').replace(_AT.format(name=before), _AT.format(name=name))
    renamed: Json = msgspec.json.decode(text)
    return renamed


def _structs(kind: Type) -> Iterator[type[msgspec.Struct]]:
    """This type, if it is one, and all within."""
    if isinstance(kind, StructType):
        yield kind.cls
        for field in kind.fields:
            yield from _structs(field.type)
    for part in ("types", "item_types"):
        for inner in getattr(kind, part, ()):
            yield from _structs(inner)
    for part in ("item_type", "value_type"):
        if isinstance(inner := getattr(kind, part, None), Type):
            yield from _structs(inner)


def _said_of_fields(struct: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """What stands below a field in the program is said of it."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    assert isinstance(body, ast.ClassDef)
    for field, below in pairwise(body.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(says))):
                yield name, " ".join(says.split())
