"""Is this data a board? Every mistake in it, each as one sentence for the owner who typed the file.

`spelling` takes the data apart; the meaning of what is spelt right is judged here and in the `mistakes_in_` modules.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.merchants.board import Board, BoardData, Clock, Tracks, Wedge
from companion.games.merchants.mistakes_in_cards import mistakes_in_cards
from companion.games.merchants.mistakes_in_map import mistakes_in_map
from companion.games.merchants.mistakes_in_years import mistakes_in_years
from companion.games.speech import Phrase
from companion.games.spelling import (
    Mistake,
    Piece,
    all_read,
    board_of,
    mistakes_in_board,
    piece,
    pieces,
    quoted,
)  # fmt: skip
from companion.games.toml_text import parsed

LONGEST_TRACK = 20
SLOWEST_CLOCK = 600
DIALS = range(200, 40, -10)


def read_board(text: bytes) -> Board:
    """The board that a TOML file describes. `BadBoard` names every mistake."""
    return board_from(parsed(text))


def board_from(data: object) -> Board:
    """The board that decoded data describe, as in a record's header. `BadBoard` names every mistake."""
    return board_of(data, BoardData, _judged, Board)


def find_mistakes(data: object) -> list[Mistake]:
    return mistakes_in_board(data, BoardData, _judged)


def _judged(fields: Mapping[str, Any]) -> list[Mistake]:
    return [
        *_mistakes_in_tracks(fields.get("tracks")),
        *mistakes_in_map(fields.get("regions"), fields.get("districts"), fields.get("bridges"), fields.get("start")),
        *mistakes_in_years(fields.get("years")),
        *mistakes_in_cards(fields.get("cards")),
        *_mistakes_in_clock(fields.get("clock")),
    ]


def _mistakes_in_tracks(typed: object) -> Iterator[Mistake]:
    tracks = piece("tracks", typed, Tracks)
    yield from tracks.wrong
    # the market bonus asks for space 2 (M28)
    if tracks.value and not 2 <= tracks.value.length <= LONGEST_TRACK:
        length = Phrase("length must be from 2 to {most}, not {count}.", most=LONGEST_TRACK, count=tracks.value.length)
        yield Mistake("tracks", length)


def _mistakes_in_clock(typed: object) -> Iterator[Mistake]:
    clock = piece("clock", typed, Clock, wedges=())
    yield from clock.wrong
    sweep = math.inf
    if clock.value:
        for field in ("seconds", "doubled_seconds"):
            if not 0 < getattr(clock.value, field) <= SLOWEST_CLOCK:
                wrong = Phrase("{field} must be more than 0 and at most {most}.", field=field, most=SLOWEST_CLOCK)
                yield Mistake("clock", wrong)
        if 0 < clock.value.sweep <= 360:
            sweep = clock.value.sweep
        else:
            yield Mistake("clock", Phrase("sweep is in degrees, more than 0 and at most 360."))
    if clock.typed:
        yield from _mistakes_in_wedges(pieces("clock.wedges", clock.typed.get("wedges"), Wedge), sweep)


def _mistakes_in_wedges(wedges: list[Piece[Wedge]], sweep: float) -> Iterator[Mistake]:
    """First start, which reads 200, then 200 down to 50 (M11)."""
    due = [("start", DIALS[0]), *((str(dial), dial) for dial in DIALS)]
    if all_read(wedges) and len(wedges) != len(due):
        wrong = Phrase("there must be {due}, start and 200 down to 50, not {count}.", due=len(due), count=len(wedges))
        yield Mistake("clock.wedges", wrong)
    before = 0.0
    for place, wedge in enumerate(wedges):
        yield from wedge.wrong
        if wedge.value is None:
            continue
        if len(wedges) == len(due):
            yield from _mistakes_in_prices(wedge.key, wedge.value, *due[place])
        if not before < wedge.value.end <= sweep:
            misplaced = Phrase(
                "end must lie after the wedge before, {before}, and not after the sweep, {sweep}.",
                before=f"{before:g}",
                sweep=f"{sweep:g}",
            )
            yield Mistake(wedge.key, misplaced)
        before = max(before, wedge.value.end)


def _mistakes_in_prices(key: str, wedge: Wedge, shows: str, dial: int) -> Iterator[Mistake]:
    if wedge.shows != shows:
        yield Mistake(key, Phrase("shows must be {due} here.", due=quoted(shows)))
    if wedge.dial != dial:
        yield Mistake(key, Phrase("dial must be {due} here, not {dial}.", due=dial, dial=wedge.dial))
