"""The auction clock: a pure function of a profile, the stamp of its start and now. It waits for nothing and rings for
nobody; whoever looks tells it the time, in nanoseconds of the monotonic clock.
"""

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from companion.games.merchants.auction import live_dials
from companion.games.merchants.board import Board, Wedge

SECOND = 1_000_000_000
MILLISECOND = 1_000_000
MICROSECOND = 1_000

LONGEST_GET_READY = 60
"""Seconds of countdown."""

ProfileName = Literal["original", "even"]


class Profile(msgspec.Struct, frozen=True):
    """How the price falls: over the wedges of the original clock, or every price for the same time."""

    name: ProfileName = "original"
    speed: float = 1.0
    """Twice as fast is 2."""
    seconds_per_price: float = 1.5
    """Of the even clock, at speed 1."""


class Slice(msgspec.Struct, frozen=True, gc=False):
    """A stretch of time in which the clock shows one thing."""

    shows: str
    dial: int
    until: int
    """Nanoseconds after the start, included: on the line the higher price counts (M11)."""
    turned: float
    """Where the hand stands at its end, as a part of the whole face: 0 is the start, 1 the end of the last wedge."""


class Run(msgspec.Struct, frozen=True):
    """The clock from one start to where it ends by itself. Before `start` everybody gets ready."""

    start: int
    doubled: bool
    slices: tuple[Slice, ...]
    ends_with: str
    """What it shows once it is over: nothing can be bought there."""

    @property
    def end(self) -> int:
        """The last nanosecond at which it can be stopped."""
        return self.start + self.slices[-1].until

    def place_at(self, stamp: int) -> int:
        """Which slice the clock is in: 0 until the start and in the first, as many as there are once it is over."""
        return bisect_left(self.slices, stamp - self.start, key=lambda slice_: slice_.until)

    def shows_at(self, stamp: int) -> str:
        place = self.place_at(stamp)
        return self.slices[place].shows if place < len(self.slices) else self.ends_with

    def turned_at(self, stamp: int) -> float:
        """Where the hand stands: it glides through each wedge of the face in the time that the clock shows it."""
        place, after = self.place_at(stamp), stamp - self.start
        if after <= 0 or place == len(self.slices):
            return self.slices[-1].turned if after > 0 else 0.0
        slice_ = self.slices[place]
        begins, from_ = (self.slices[place - 1].until, self.slices[place - 1].turned) if place else (0, 0.0)
        return from_ + (slice_.turned - from_) * (after - begins) / (slice_.until - begins)


def run_from(start: int, board: Board, profile: Profile, doubled: bool) -> Run:
    """The clock as it will run from this stamp on."""
    slices, ends_with = _slices(board, profile, doubled)
    return Run(start=start, doubled=doubled, slices=slices, ends_with=ends_with)


@lru_cache(maxsize=64)
def _slices(board: Board, profile: Profile, doubled: bool) -> tuple[tuple[Slice, ...], str]:
    wedges = board.data.clock.wedges
    dials = live_dials(board, doubled)
    live = [wedge for wedge in wedges if wedge.dial in dials]
    ends = _ends_even(live, profile) if profile.name == "even" else _ends_original(board, live, doubled)
    speed = _exactly(profile.speed)
    slices = tuple(
        Slice(wedge.shows, wedge.dial, int(end / speed * SECOND), wedge.end / wedges[-1].end)
        for wedge, end in zip(live, ends, strict=True)
    )
    return slices, wedges[len(live)].shows


def _ends_original(board: Board, live: list[Wedge], doubled: bool) -> list[Fraction]:
    """In seconds: a linear sweep. The doubled run was measured to the end of the wedge on which it is decided."""
    clock = board.data.clock
    if doubled:
        measured_to = clock.wedges[len(live)].end
        pace = _exactly(clock.doubled_seconds) / _exactly(measured_to)
    else:
        pace = _exactly(clock.seconds) / _exactly(clock.sweep)
    return [_exactly(wedge.end) * pace for wedge in live]


def _ends_even(live: list[Wedge], profile: Profile) -> list[Fraction]:
    return [_exactly(profile.seconds_per_price) * place for place in range(1, len(live) + 1)]


def _exactly(number: float) -> Fraction:
    """As it is written: 27.54 is 2754/100, so that an edge lies where a calculator puts it, to the nanosecond."""
    return Fraction(str(number))
