"""Reading TOML that somebody else wrote: board data of any game, as their owner's file."""

import re
import tomllib

from companion.games.errors import BadBoard
from companion.games.speech import Phrase
from companion.games.toml_limits import check_limits

LARGEST_FILE = 256 * 1024
"""Bytes: several times what the largest board that can be shown takes."""


def parsed(text: bytes) -> object:
    """What stands in a TOML file, whatever it is; `BadBoard` if it is none."""
    if len(text) > LARGEST_FILE:
        raise BadBoard([Phrase("The file is larger than {most} kB; no board is.", most=LARGEST_FILE // 1024)])
    try:
        decoded = text.decode("utf-8-sig")
        check_limits(decoded)
        return tomllib.loads(decoded)
    except UnicodeDecodeError as error:
        line = str(_last_line(text[: error.start]))
        raise BadBoard([Phrase("line {line}: this is not UTF-8 text.", line=line)]) from error
    except tomllib.TOMLDecodeError as error:
        raise BadBoard([_syntax(str(error), text)]) from error
    except ValueError as error:  # a number of thousands of digits
        raise BadBoard([Phrase("The file has a number too long to be read.")]) from error


def _syntax(error: str, text: bytes) -> Phrase:
    """tomllib ends its errors with the line, or with "at end of document"."""
    complaint, _, place = error.rpartition(" (at ")
    line = re.match(r"line (\d+)", place)
    number = line[1] if line else str(_last_line(text.rstrip()))
    return Phrase("line {line}: {complaint}.", line=number, complaint=complaint)


def _last_line(text: bytes) -> int:
    return text.count(b"\n") + 1
