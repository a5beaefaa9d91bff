"""Who pressed first, by the stamps of the presses and never by the order in which they were handled (M17)."""

from collections.abc import Sequence
from typing import NamedTuple


class Press(NamedTuple):
    seat: int
    stamp: int
    """Nanoseconds of the monotonic clock."""


class Verdict(NamedTuple):
    seat: int
    tie: bool
    margin: int | None
    """Nanoseconds to the next seat; None if nobody else pressed."""


def first_press(presses: Sequence[Press], seats_in_order: Sequence[int], tie_threshold: int) -> Verdict:
    """Of at least one press the earliest wins. Closer together than the threshold none is first: then the earlier
    seat in `seats_in_order`, which runs clockwise from the mayor's left, has it."""
    earliest = min(press.stamp for press in presses)
    abreast = {press.seat for press in presses if press.stamp - earliest < max(tie_threshold, 1)}
    winner = next(seat for seat in seats_in_order if seat in abreast)
    own = min(press.stamp for press in presses if press.seat == winner)
    others = [press.stamp for press in presses if press.seat != winner]
    return Verdict(winner, len(abreast) > 1, abs(min(others) - own) if others else None)
