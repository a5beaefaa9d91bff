"""The clock's face in a terminal: the price in large figures, what it costs, a bar that empties, who may bid.

The face is a pure function of the clock and the time; `Face` draws it and reports what has been drawn.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import click

from companion.auction_clock import MILLISECOND, SECOND, Run
from companion.games.merchants.auction import doubles, price_of, stop_at
from companion.games.merchants.state import State
from companion.games.speech import ENGLISH, Speech
from companion.terminal.figures import HEIGHT, large
from companion.terminal.inks import faint, inked
from companion.terminal.screen import Block, Screen

FRAME = 50 * MILLISECOND
LONGEST_BAR = 60
SPARE_LINES = 12
"""A terminal needs so many lines beside the large figures for them to be worth it."""

_MARGIN = "   "
_EIGHTHS = " ▏▎▍▌▋▊▉█"


class Glimpse(NamedTuple):
    """The clock at one moment."""

    shows: str
    words: str
    left: float
    """How much of the run is still to come, from 1 to 0."""


def glimpse(run: Run, state: State, now: int, speech: Speech = ENGLISH) -> Glimpse:
    if now < run.start:
        return Glimpse(str(math.ceil((run.start - now) / SECOND)), speech.say("Get ready ..."), 1.0)
    left = max(0, run.end - now) / (run.end - run.start)
    place = run.place_at(now)
    if place == len(run.slices):
        return Glimpse(run.ends_with, speech.say("The clock has run out."), left)
    slice_ = run.slices[place]
    stop = stop_at(state, slice_.dial, slice_.shows == "start")
    if doubles(state, stop):
        return Glimpse(slice_.shows, speech.say("A stop now doubles."), left)
    price = speech.say("{price} guilders", price=price_of(slice_.dial, run.doubled))
    return Glimpse(slice_.shows, price, left)


def face(run: Run, state: State, now: int, size: tuple[int, int], pixel: str, speech: Speech = ENGLISH) -> Block:
    """The block for a terminal of this size (columns, lines), without anything about keys."""
    seen = glimpse(run, state, now, speech)
    columns, lines = size
    heading = click.style(seen.words, bold=True)
    if run.doubled:
        heading += f"   {_doubled(state, speech)}"
    figures = large(seen.shows, pixel) if lines >= HEIGHT + SPARE_LINES else [seen.shows]
    ink = "yellow" if run.doubled else None
    return Block(
        [
            "",
            *(_MARGIN + click.style(row, fg=ink, bold=True) for row in figures),
            "",
            _MARGIN + heading,
            _MARGIN + bar(seen.left, min(columns - 2 * len(_MARGIN), LONGEST_BAR), pixel),
            *_barred(state, speech),
        ],
        plain=[_plain(seen, run, speech)],
    )


def _doubled(state: State, speech: Speech) -> str:
    doubled = speech.say("DOUBLED")
    flag = click.style(f" {doubled} ", fg="black", bg="yellow", bold=True)
    if state.doubled_by is None:
        return flag
    return speech.say("{doubled} by {name}", doubled=flag, name=_name(state, state.doubled_by))


def _barred(state: State, speech: Speech) -> list[str]:
    if not state.barred:
        return []
    names = speech.listed([_name(state, seat) for seat in state.barred])
    return [_MARGIN + speech.say("Barred from this card: {names}.", names=names)]


def _name(state: State, seat: int) -> str:
    return inked(state.setup.seats[seat], state.setup.names[seat])


def _plain(seen: Glimpse, run: Run, speech: Speech) -> str:
    doubled = speech.say("doubled")
    return f"{_MARGIN}{seen.shows}: {seen.words}" + (f" ({doubled})" if run.doubled else "")


def bar(left: float, width: int, pixel: str) -> str:
    """From full to empty, an eighth of a column at a time where the alphabet has that."""
    eighths = round(left * width * 8)
    full, rest = divmod(eighths, 8)
    part = _EIGHTHS[rest].strip() if pixel == "█" else ""
    filled = pixel * full + part
    return click.style(filled, fg="cyan") + faint("·" * (width - len(filled)) if pixel == "█" else "")


def seats_line(state: State, with_key: Sequence[int], with_money: bool, speech: Speech = ENGLISH) -> str:
    """Who sits where, which key is whose and what everybody can pay; barred seats are faint."""
    seats = range(state.setup.players)
    return _MARGIN + "   ".join(_seat(state, seat, seat in with_key, with_money, speech) for seat in seats)


def _seat(state: State, seat: int, with_key: bool, with_money: bool, speech: Speech) -> str:
    name, key = state.setup.names[seat], str(seat + 1)
    who = f"{key} {name}" if with_key and not name.endswith(f" {key}") else name
    who = faint(who) if seat in state.barred else inked(state.setup.seats[seat], who)
    return f"{who} {speech.number(state.money[seat])}" if with_money else who


def keys_line(keys: str) -> str:
    return _MARGIN + faint(keys)


class Face:
    """Draws a running clock, and tells `drawn` what was on the terminal when."""

    def __init__(self, screen: Screen, drawn: Callable[[str, int], None], speech: Speech = ENGLISH) -> None:
        self._screen = screen
        self._drawn = drawn
        self._speech = speech
        self._last: tuple[int, str] | None = None

    def draw(self, run: Run, state: State, below: Sequence[str]) -> None:
        now = time.monotonic_ns()
        block = face(run, state, now, self._screen.size, self._screen.pixel, self._speech)
        self._screen.show(Block([*block.lines, *below], plain=block.plain))
        shown = (run.start, run.shows_at(now))
        if shown != self._last:  # what it had finished showing is what a player pays by
            self._last = shown
            self._drawn(shown[1], time.monotonic_ns())

    def due(self, run: Run) -> int:
        """When it has to be drawn again."""
        now = time.monotonic_ns()
        edges = [run.start, *(run.start + slice_.until + 1 for slice_ in run.slices)]
        return min(edge for edge in (*edges, now + FRAME) if edge > now)
