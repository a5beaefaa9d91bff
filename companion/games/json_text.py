"""Reading JSON that somebody else wrote: strictly, and with one sentence for whatever is wrong."""

import json
from typing import Any, TypeVar

import msgspec

from companion.games.errors import Unreadable
from companion.games.json_mistakes import MOST_DIGITS, in_words, too_long
from companion.games.speech import Phrase

T = TypeVar("T")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_json(text: bytes, kind: type[T]) -> T:
    """The text as a value of this kind. A key that stands twice is refused: readers differ on which one counts;
    so is a number of which nobody could read the digits."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise Unreadable("There is nothing here.")
    try:
        value = msgspec.json.decode(text, type=kind)
        json.loads(text, object_pairs_hook=_refuse_twins, parse_int=_bounded)
    except msgspec.DecodeError as error:
        raise _unreadable(in_words(error)) from None
    except UnicodeDecodeError:
        raise Unreadable("This is not UTF-8 text.") from None
    except RecursionError:
        raise Unreadable("Lists and objects are nested too deeply to be read.") from None
    return value


def _unreadable(why: Phrase) -> Unreadable:
    return Unreadable(why.sentence, **why.values)


def _bounded(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise _unreadable(too_long())
    return int(digits)


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        names = [key for key, _ in pairs]
        raise Unreadable("The key {key!r} stands twice.", key=next(key for key in keys if names.count(key) > 1))
    return keys
