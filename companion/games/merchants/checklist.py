"""What an owner goes through with the cardboard at hand: the parts of a board, the items of each, which of them are
still a reconstruction, and what is wrong with which.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.games.board_data import Source
from companion.games.errors import BadChange
from companion.games.merchants.board import DISTRICTS, REGIONS, BoardData, default_board
from companion.games.merchants.mistakes import find_mistakes
from companion.games.speech import Phrase

PARTS = (*REGIONS, *DISTRICTS, "bridges", "start", "years", "cards", "clock", "tracks")

Plain = dict[str, Any]
"""Board data, or an item of it, as a file has it."""

_PLACE = re.compile(r"(\w+)(?:\[(\d+)\])?(?:\.(?:offices|plots|wedges)(?:\[(\d+)\])?)?")
_NAMES = ("id", "year", "shows")


class Entry(NamedTuple):
    """An item of a part."""

    name: str
    source: Source


class Found(NamedTuple):
    """A mistake, and where an owner finds it."""

    part: str | None
    """None: it is about the whole board."""
    item: str | None
    """None: it is about the whole part."""
    what: Phrase


def entries(data: BoardData, part: str) -> list[Entry]:
    """In the order of the board."""
    return [Entry(name, item["source"]) for name, item in _items(_plain(data), part)]


def guessed(data: BoardData, part: str) -> list[str]:
    """What nobody has seen on a board yet."""
    return [entry.name for entry in entries(data, part) if entry.source == "reconstruction"]


def with_seen(data: BoardData, part: str, name: str | None = None, *, seen: bool = True) -> BoardData:
    """An item, or all of a part, ticked off as seen on a board, or not any more. What a rulebook says, it says."""
    plain = _plain(data)
    for called, item in _items(plain, part):
        if name in (None, called) and item["source"] != "rulebook":
            item["source"] = "cardboard" if seen else "reconstruction"
    return msgspec.convert(plain, BoardData)


def as_in_the_box(data: BoardData, part: str) -> BoardData:
    """With this part as on the default board."""
    plain, default = _plain(data), _plain(default_board().data)
    for section, names in (("regions", REGIONS), ("districts", DISTRICTS)):
        if part in names:
            instead = next(one for one in default[section] if one["id"] == part)
            plain[section] = [instead if one["id"] == part else one for one in plain[section]]
            return msgspec.convert(plain, BoardData)
    return msgspec.convert(plain | {_known(part): default[part]}, BoardData)


def found_in(data: BoardData) -> list[Found]:
    """Every mistake there is, as `board check` tells them."""
    plain = _plain(data)
    names = {part: [name for name, _ in _items(plain, part)] for part in PARTS}
    return [Found(*_where(plain, names, mistake.place), mistake.what) for mistake in find_mistakes(plain)]


def _plain(data: BoardData) -> Plain:
    plain: Plain = msgspec.to_builtins(data)
    return plain


def _known(part: str) -> str:
    if part not in PARTS:
        raise BadChange("A board has no part {part}.", part=part)
    return part


def _items(plain: Plain, part: str) -> Iterator[tuple[str, Plain]]:
    """Each with its name; seats are called by their number, counted from 1."""
    match _known(part):
        case "tracks":
            yield part, plain[part]
        case "clock":
            yield part, plain[part]
            yield from _named(plain[part]["wedges"])
        case "bridges" | "start" | "years" | "cards":
            yield from _named(plain[part])
        case _:
            for one in (*plain["regions"], *plain["districts"]):
                if one["id"] == part:
                    yield from _named(one["offices"] if part in REGIONS else one["plots"])


def _named(items: list[Plain]) -> Iterator[tuple[str, Plain]]:
    for number, item in enumerate(items, 1):
        yield next((item[field] for field in _NAMES if field in item), str(number)), item


def _where(plain: Plain, names: Mapping[str, list[str]], place: str) -> tuple[str | None, str | None]:
    """`regions[0].offices[3]`: the Americas, am4."""
    found = _PLACE.fullmatch(place)
    if not found:
        return None, None
    section, outer, inner = found.groups()
    if section in ("regions", "districts"):
        if outer is None:
            return None, None
        part = plain[section][int(outer)]["id"]
        return part, names[part][int(inner)] if inner else None
    if section == "clock":
        return section, names[section][int(inner) + 1] if inner else None  # the clock itself is the first
    if section not in PARTS:
        return None, None
    return section, names[section][int(outer)] if outer else None
