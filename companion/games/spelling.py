"""Spelling: takes plain data apart item by item and field by field, so that one misspelt item hides no other.

Every wrong field becomes one sentence with its full key. What the items mean is judged in `mistakes`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from types import NoneType
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from companion.games.errors import BadBoard
from companion.games.speech import Phrase, mark

MOST_ITEMS = 500
"""No list of a board is longer; a file with more is not worth a sentence for each."""

MOST_VALUES = 20_000
"""Nor has a whole board more than this many values in it."""

LARGEST_NUMBER = 10**9
"""Nothing on a board comes near it."""

T = TypeVar("T", bound=msgspec.Struct)
B = TypeVar("B")

_fields = cache(msgspec.structs.fields)

_PLAIN_WORDS = {
    "int": mark("a whole number"),
    "float": mark("a number"),
    "str": mark("a text in quotes"),
    "bool": mark("true or false"),
    "array": mark("a list"),
    "object": mark("a table"),
    "null": mark("empty"),
    "date": mark("a date"),
    "time": mark("a time"),
    "datetime": mark("a date"),
}

_SOMETHING_ELSE = mark("something else")


class Mistake(Phrase):
    """What is wrong with an item, and the key to find it by."""

    def __init__(self, key: str, what: Phrase) -> None:
        super().__init__(mark("{key}: {mistake}"), key=key, mistake=what)
        self.what = what
        self.place = place_of(key)


def place_of(key: str) -> str:
    """The key without the name that stands behind it."""
    return key.partition(" ")[0]


Judge = Callable[[Mapping[str, Any]], Iterable[Mistake]]
"""Of what the fields of a board mean: the game's own."""


class Piece(NamedTuple, Generic[T]):
    """An item: the key to find it by, what was typed, what is misspelt, and its value if nothing is."""

    key: str
    typed: Mapping[str, object]
    wrong: list[Mistake]
    value: T | None

    @property
    def place(self) -> str:
        return place_of(self.key)

    def word(self, field: str) -> str | None:
        """The text typed for one field, good even where another field is misspelt."""
        word = self.typed.get(field)
        return word if isinstance(word, str) else None


def too_large(data: object) -> Mistake | None:
    """Why data of unreasonable size are refused before they are read."""
    values, waiting = 0, [data]
    while waiting:
        value = waiting.pop()
        values += 1
        if not isinstance(value, (list, tuple, dict)):
            continue
        if len(value) > MOST_ITEMS:
            items = Phrase(
                "one list has {count} items; more than {most} are not read.", count=len(value), most=MOST_ITEMS
            )
            return Mistake("board", items)
        if values + len(waiting) > MOST_VALUES:
            return Mistake("board", Phrase("more than {most} values are not read.", most=MOST_VALUES))
        waiting += value.values() if isinstance(value, dict) else value
    return None


def pieces(key: str, typed: object, kind: type[T], **given: object) -> list[Piece[T]]:
    """Each item of a list on its own; what is no list becomes one piece that says so."""
    if isinstance(typed, (list, tuple)):
        return [piece(f"{key}[{place}]", item, kind, **given) for place, item in enumerate(typed)]
    return [Piece(key, {}, [_is_not(key, typed, Phrase("must be a list."))], None)]


def piece(key: str, typed: object, kind: type[T], **given: object) -> Piece[T]:
    """One item. Fields that are `given` are taken as they are and not read."""
    fields = as_table(typed)
    if fields is None:
        return Piece(key, {}, [_is_not(key, typed, Phrase("must be a table of keys and values."))], None)
    key += _name(fields)
    wrong = list(unknown_fields(fields, kind))
    for field in _fields(kind):
        if field.name in fields and field.name not in given:
            wrong += _misspellings(field.name, fields[field.name], field.type)
        elif field.required and field.name not in given:
            wrong.append(Phrase("{field} is missing.", field=quoted(field.name)))
    value = None if wrong else msgspec.convert({**fields, **given}, kind)
    return Piece(key, fields, [Mistake(key, mistake) for mistake in wrong], value)


def as_table(typed: object) -> Mapping[str, object] | None:
    """The typed value, if it is a table of keys and values."""
    return typed if isinstance(typed, dict) and all(isinstance(name, str) for name in typed) else None


def unknown_fields(fields: Mapping[str, object], kind: type[msgspec.Struct]) -> Iterator[Phrase]:
    known = [field.name for field in _fields(kind)]
    for name in fields:
        if name in known:
            continue
        if meant := _meant(name, known):
            yield Phrase("{field} is not known here; perhaps {meant} was meant.", field=quoted(name), meant=meant)
        else:
            yield Phrase("{field} is not known here; known are {known}.", field=quoted(name), known=", ".join(known))


def repeated(read: Iterable[Piece[T]], field: str) -> Iterator[Mistake]:
    """Items that call themselves what another is called already."""
    first: dict[str, str] = {}
    for item in read:
        word = item.word(field)
        if word is None:
            continue
        if word in first:
            twice = Phrase(
                "{field} {word} is used twice; {other} has it too.", field=field, word=quoted(word), other=first[word]
            )
            yield Mistake(item.key, twice)
        first.setdefault(word, item.place)


def unusable(read: Iterable[Piece[T]]) -> Iterator[Mistake]:
    """Items whose id cannot stand in a record or an address."""
    for item in read:
        word = item.word("id")
        if word is not None and not is_usable(word):
            yield Mistake(item.key, Phrase("id must be 1 to 40 letters, digits or underscores."))


def is_usable(name: str) -> bool:
    """In a record and in an address."""
    return re.fullmatch(r"[A-Za-z0-9_]{1,40}", name) is not None


def all_read(read: Iterable[Piece[T]]) -> bool:
    """Whether there is nothing unreadable among the items, so that it can be told what is missing."""
    return all(item.typed for item in read)


def quoted(text: str) -> str:
    """A text as the owner typed it, made safe to show."""
    text = text if len(text) <= 40 else text[:40] + "..."
    return f'"{text}"' if text.isprintable() else ascii(text)


def _is_not(key: str, typed: object, wanted: Phrase) -> Mistake:
    return Mistake(key, Phrase("is missing.") if typed is None else wanted)


def _name(fields: Mapping[str, object]) -> str:
    """What the item calls itself, to find it in a long file."""
    names = [fields[field] for field in ("id", "year", "shows") if field in fields]
    return f" ({quoted(names[0])})" if names and isinstance(names[0], str) else ""


def _meant(word: str, known: Sequence[str]) -> str | None:
    close = get_close_matches(word[:40], known, 1)
    return quoted(close[0]) if close else None


def _misspellings(key: str, typed: object, kind: Any) -> list[Phrase]:
    """Every wrong value in a field, down to the single number of a list."""
    kinds = get_args(kind)
    if NoneType in kinds:
        return [] if typed is None else _misspellings(key, typed, kinds[0])
    if get_origin(kind) is tuple and isinstance(typed, (list, tuple)):
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(typed)
        if len(typed) != len(kinds):
            return [
                Phrase("{field} must be a list of {due}, not of {count}.", field=key, due=len(kinds), count=len(typed))
            ]
        inside = [(f"{key}[{place}]", item, kinds[place]) for place, item in enumerate(typed)]
        return [sentence for item in inside for sentence in _misspellings(*item)]
    if get_origin(kind) is dict and (fields := as_table(typed)) is not None:
        names = get_args(kinds[0])
        unknown = [_unknown_inside(key, name, names) for name in fields if name not in names]
        inside = [(f"{key}.{name}", fields[name], kinds[1]) for name in names if name in fields]
        return [*unknown, *(sentence for item in inside for sentence in _misspellings(*item))]
    return _misspelling(key, typed, kind)


def _unknown_inside(key: str, name: str, known: Sequence[str]) -> Phrase:
    if meant := _meant(name, known):
        return Phrase(
            "{name} in {field} is not known; perhaps {meant} was meant.", name=quoted(name), field=key, meant=meant
        )
    return Phrase(
        "{name} in {field} is not known; known are {known}.", name=quoted(name), field=key, known=", ".join(known)
    )


def _misspelling(key: str, typed: object, kind: Any) -> list[Phrase]:
    if get_origin(kind) is Literal and isinstance(typed, str):
        words = get_args(kind)
        known = ", ".join(words)
        wrong = Phrase("{field} {word} is none of {known}.", field=key, word=quoted(typed), known=known)
        return [] if typed in words else [wrong]
    if isinstance(typed, int) and abs(typed) > LARGEST_NUMBER:
        return [Phrase("{field} is too large a number.", field=key)]
    try:
        msgspec.convert(typed, kind)
    except msgspec.ValidationError as error:
        wanted, found = _in_plain_words(str(error))
        return [Phrase("{field} must be {wanted}, not {found}.", field=key, wanted=wanted, found=found)]
    return []


def _in_plain_words(error: str) -> list[Phrase]:
    """What was wanted and what was found. msgspec says: Expected `int`, got `str`."""
    kinds = re.findall(r"`([^`]+)`", error)
    return [Phrase(_PLAIN_WORDS.get(kind, _SOMETHING_ELSE)) for kind in kinds[:2]]


def mistakes_in_board(data: object, kind: type[T], judge: Judge) -> list[Mistake]:
    """Every mistake at once, each a sentence that names its key; none if the data are a board of this kind. `judge` is
    the game's own."""
    if refused := too_large(data):
        return [refused]
    fields = as_table(data)
    if fields is None:
        return [Mistake("board", Phrase("must be a table of keys and values."))]
    return [*(Mistake("board", mistake) for mistake in unknown_fields(fields, kind)), *judge(fields)]


def board_of(data: object, kind: type[T], judge: Judge, make: Callable[[T], B]) -> B:
    """The board that decoded data describe, as in a record's header. `BadBoard` names every mistake."""
    if found := mistakes_in_board(data, kind, judge):
        raise BadBoard(found)
    return make(msgspec.convert(data, kind))
