"""What a TOML file may be made of, checked in one pass before it is parsed.

tomllib takes kilobytes for every part of a dotted key, and more the deeper it is: a file of 125 kB could fill the
memory of a small computer. Counted here is what stands outside strings and comments.
"""

import re

from companion.games.errors import BadBoard
from companion.games.speech import Phrase

DEEPEST = 8
"""Parts of a key or a table's name, and lists in lists. Boards have at most three of either."""
MOST_KEYS = 20_000
"""Keys, tables and lists. The largest board that can be shown has a few thousand."""
MOST_POINTS = 10_000
"""In numbers and names of the whole file."""

_STRINGS = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'{3,5}"),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
}
"""What follows each opening mark, with its closing one. Nothing is tried twice, so a check takes time with the length
of the file and no more."""
_TOKEN = re.compile(r"""\"""|'''|["']|\#[^\n]*|[\w+-]++|[.=\[\]{}\n]""")


def check_limits(text: str) -> None:
    """`BadBoard` names the first line at which a file has more, or goes deeper, than any board."""
    place, line = 0, 1
    depth = parts = keys = points = 0
    is_dotted = False
    while token := _TOKEN.search(text, place):
        mark, place = token[0], token.end()
        if mark in _STRINGS:
            string = _STRINGS[mark].match(text, place)
            if string is None:
                return  # it has no end: the parser says so, and reads nothing after it
            line += string[0].count("\n")
            place = string.end()
        match mark:
            case "\n":
                line += 1
                parts, is_dotted = 0, False
            case ".":
                points += 1
                is_dotted = True
            case "[" | "{":
                depth += 1
                keys += 1
                parts, is_dotted = 0, False
            case "]" | "}":
                depth = max(0, depth - 1)
                parts, is_dotted = 0, False
            case "=":
                keys += 1
                parts, is_dotted = 0, False
            case _ if mark[0] != "#":
                parts = parts + 1 if is_dotted else 1
                is_dotted = False
        if depth > DEEPEST or parts > DEEPEST:
            raise BadBoard([Phrase("line {line}: this is nested deeper than any board is.", line=str(line))])
        if keys > MOST_KEYS or points > MOST_POINTS:
            raise BadBoard([Phrase("line {line}: up to here there is more than any board has.", line=str(line))])
