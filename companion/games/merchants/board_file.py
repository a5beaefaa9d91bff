"""A board as its owner's file: TOML, laid out to be read and changed by hand. It is read again in `mistakes`."""

import json
from collections.abc import Iterable, Mapping

import msgspec

from companion.games.board_data import Item
from companion.games.merchants.board import BoardData

LISTS = ("bridges", "start", "years", "cards")
"""They stand first: in TOML what follows a heading belongs to it."""


def board_text(data: BoardData) -> str:
    """The same board always gives the same text."""
    sections = [
        *(_list(name, getattr(data, name)) for name in LISTS),
        _section("[tracks]", data.tracks),
        *(_section("[[regions]]", region, "offices") for region in data.regions),
        *(_section("[[districts]]", district, "plots") for district in data.districts),
        _section("[clock]", data.clock, "wedges"),
    ]
    return "\n".join(sections)


def _section(heading: str, item: Item, inside: str = "") -> str:
    """A table; the list inside it comes last."""
    fields = [f"{name} = {_value(value)}\n" for name, value in _fields(item).items() if name != inside]
    return "".join([heading, "\n", *fields, _list(inside, getattr(item, inside)) if inside else ""])


def _list(name: str, items: Iterable[Item]) -> str:
    rows = [f"  {_value(_fields(item))},\n" for item in items]
    return "".join([f"{name} = [\n", *rows, "]\n"]) if rows else f"{name} = []\n"


def _fields(item: Item) -> dict[str, object]:
    """Where it is known from stands last."""
    fields: dict[str, object] = msgspec.to_builtins(item)
    return fields | {"source": fields.pop("source")}


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_value(inside)}" for name, inside in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return _text(value)
    return str(value).removesuffix(".0")


def _text(words: str) -> str:
    """TOML quotes as JSON does, but for one character more."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
