"""What is wrong with a JSON text, in the words of people. The decoder says it in its own; what it says rarely is left
as it is.
"""

import re

import msgspec

from companion.games.speech import Phrase, mark

MOST_DIGITS = 100
"""Of a number: what the rules say to smaller ones can be read; what is reckoned with larger ones might not be."""

_KINDS = {
    "int": mark("a whole number"),
    "float": mark("a number"),
    "str": mark("a text in quotes"),
    "bool": mark("true or false"),
    "array": mark("a list"),
    "object": mark("an object"),
    "null": mark("empty"),
}


def in_words(error: msgspec.DecodeError) -> Phrase:
    mistake, _, place = str(error).partition(" - at ")
    field = place.partition("$")[2].rstrip("`").replace("[...]", "").lstrip(".")
    if found := re.match(r"Expected `(.+)`, got `(.+)`", mistake):
        return _wrong_kind(field, _kind(found[1]), _kind(found[2]))
    if found := re.match(r"Object (missing required|contains unknown) field `(.+)`", mistake):
        name = f"{field}.{found[2]}" if field else found[2]
        is_missing = found[1] == "missing required"
        return Phrase("{field} is missing.", field=name) if is_missing else _unknown(name)
    if found := re.match(r"Invalid (?:enum )?value (.+)", mistake):
        return Phrase("{value} is not known in {field}.", value=found[1], field=field) if field else _unknown(found[1])
    if found := re.match(r"JSON is malformed: .+ \(byte (\d+)\)", mistake):
        return Phrase("This is not JSON: look at byte {byte}.", byte=found[1])
    if mistake == "Integer value out of range":
        return too_long()
    if mistake == "Input data was truncated":
        return Phrase("This is not JSON: it ends too early.")
    return Phrase("{error}.", error=error)


def too_long() -> Phrase:
    return Phrase("A number has {most} digits at most.", most=MOST_DIGITS)


def _wrong_kind(field: str, wanted: Phrase, found: Phrase) -> Phrase:
    if field:
        return Phrase("{field} must be {wanted}, not {found}.", field=field, wanted=wanted, found=found)
    return Phrase("This must be {wanted}, not {found}.", wanted=wanted, found=found)


def _unknown(name: str) -> Phrase:
    return Phrase("{field} is not known here.", field=name)


def _kind(name: str) -> Phrase:
    """Of what may also be empty, what else it may be."""
    kind = name.split(" | ", maxsplit=1)[0]
    return Phrase(_KINDS.get(kind, kind))
