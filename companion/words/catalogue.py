"""Reads gettext's catalogues (.po) as ours are written: no plurals, no contexts.

Babel reads all there can be, but takes longer to load than a command to answer. The tests hold the two against each
other.
"""

import re

_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


def read_catalogue(text: str) -> dict[str, str]:
    """The sentences of a file with what they are in its language; without those that nobody has translated, or that
    are marked as fuzzy."""
    entries = [_entry(block) for block in re.split(r"\n\s*\n", text) if "#, fuzzy" not in block]
    return {sentence: translation for sentence, translation in entries if sentence and translation}


def _entry(block: str) -> tuple[str, str]:
    parts: dict[str, str] = {}
    keyword = ""
    for line in block.splitlines():
        first, space, rest = line.partition(" ")
        if first.startswith("msg") and space:
            keyword = first
            parts[keyword] = _unquoted(rest)
        elif line.startswith('"'):
            parts[keyword] += _unquoted(line)
    return parts.get("msgid", ""), parts.get("msgstr", "")


def _unquoted(line: str) -> str:
    text = line.rstrip()[1:-1]
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text) if "\\" in text else text
