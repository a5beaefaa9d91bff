"""Is this data a board? Every mistake in it, each as one sentence for the owner who typed the file.

`spelling` takes the data apart; the meaning of what is spelt right is judged here and in the `mistakes_in_` modules.
"""

import math
import re
import tomllib
from collections.abc import Iterator

import msgspec

from companion.games.errors import BadBoard
from companion.games.merchants.board import Board, BoardData, Clock, Tracks, Wedge
from companion.games.merchants.mistakes_in_cards import mistakes_in_cards
from companion.games.merchants.mistakes_in_map import mistakes_in_map
from companion.games.merchants.mistakes_in_years import mistakes_in_years
from companion.games.merchants.spelling import (
    Piece,
    all_read,
    as_table,
    piece,
    pieces,
    quoted,
    too_large,
    unknown_fields,
)  # fmt: skip

LARGEST_FILE = 1_000_000
LONGEST_TRACK = 20
SLOWEST_CLOCK = 600
DIALS = range(200, 40, -10)


def read_board(text: bytes) -> Board:
    """The board that a TOML file describes. `BadBoard` names every mistake."""
    if len(text) > LARGEST_FILE:
        raise BadBoard([f"The file is larger than {LARGEST_FILE // 1000} kB; no board is."])
    try:
        data = tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadBoard([f"line {_last_line(text[: error.start])}: this is not UTF-8 text."]) from error
    except tomllib.TOMLDecodeError as error:
        raise BadBoard([_syntax(str(error), text)]) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, or lists in lists without end
        raise BadBoard(["The file has a number too long or lists too deep to be read."]) from error
    return board_from(data)


def board_from(data: object) -> Board:
    """The board that decoded data describe, as in a record's header. `BadBoard` names every mistake."""
    found = find_mistakes(data)
    if found:
        raise BadBoard(found)
    return Board(msgspec.convert(data, BoardData))


def find_mistakes(data: object) -> list[str]:
    """Every mistake at once, each a sentence that names its key; none if the data are a board."""
    if refused := too_large(data):
        return [refused]
    fields = as_table(data)
    if fields is None:
        return ["board: must be a table of keys and values."]
    return [
        *(f"board: {sentence}" for sentence in unknown_fields(fields, BoardData)),
        *_mistakes_in_tracks(fields.get("tracks")),
        *mistakes_in_map(fields.get("regions"), fields.get("districts"), fields.get("bridges"), fields.get("start")),
        *mistakes_in_years(fields.get("years")),
        *mistakes_in_cards(fields.get("cards")),
        *_mistakes_in_clock(fields.get("clock")),
    ]


def _syntax(error: str, text: bytes) -> str:
    """tomllib ends its errors with the line, or with "at end of document"."""
    complaint, _, place = error.rpartition(" (at ")
    line = re.match(r"line (\d+)", place)
    return f"line {line[1] if line else _last_line(text.rstrip())}: {complaint}."


def _last_line(text: bytes) -> int:
    return text.count(b"\n") + 1


def _mistakes_in_tracks(typed: object) -> Iterator[str]:
    tracks = piece("tracks", typed, Tracks)
    yield from tracks.wrong
    # the market bonus asks for space 2 (M28)
    if tracks.value and not 2 <= tracks.value.length <= LONGEST_TRACK:
        yield f"tracks: length must be from 2 to {LONGEST_TRACK}, not {tracks.value.length}."


def _mistakes_in_clock(typed: object) -> Iterator[str]:
    clock = piece("clock", typed, Clock, wedges=())
    yield from clock.wrong
    sweep = math.inf
    if clock.value:
        for field in ("seconds", "doubled_seconds"):
            if not 0 < getattr(clock.value, field) <= SLOWEST_CLOCK:
                yield f"clock: {field} must be more than 0 and at most {SLOWEST_CLOCK}."
        if 0 < clock.value.sweep <= 360:
            sweep = clock.value.sweep
        else:
            yield "clock: sweep is in degrees, more than 0 and at most 360."
    if clock.typed:
        yield from _mistakes_in_wedges(pieces("clock.wedges", clock.typed.get("wedges"), Wedge), sweep)


def _mistakes_in_wedges(wedges: list[Piece[Wedge]], sweep: float) -> Iterator[str]:
    """First start, which reads 200, then 200 down to 50 (M11)."""
    due = [("start", DIALS[0]), *((str(dial), dial) for dial in DIALS)]
    if all_read(wedges) and len(wedges) != len(due):
        yield f"clock.wedges: there must be {len(due)}, start and 200 down to 50, not {len(wedges)}."
    before = 0.0
    for place, wedge in enumerate(wedges):
        yield from wedge.wrong
        if wedge.value is None:
            continue
        if len(wedges) == len(due):
            yield from _mistakes_in_prices(wedge.key, wedge.value, *due[place])
        if not before < wedge.value.end <= sweep:
            yield f"{wedge.key}: end must lie after the wedge before, {before:g}, and not after the sweep, {sweep:g}."
        before = max(before, wedge.value.end)


def _mistakes_in_prices(key: str, wedge: Wedge, shows: str, dial: int) -> Iterator[str]:
    if wedge.shows != shows:
        yield f"{key}: shows must be {quoted(shows)} here."
    if wedge.dial != dial:
        yield f"{key}: dial must be {dial} here, not {wedge.dial}."
