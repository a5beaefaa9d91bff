"""Photo finishes: the presses of an auction that were so close together that people want to see by how much."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.auction_clock import MILLISECOND
from companion.games.speech import ENGLISH, Speech
from companion.referee import Verdict
from companion.verdicts import duration

CLOSE = 300 * MILLISECOND
"""Whoever comes later than this after the first was seen to be later."""

_RIVALS = ("tied", "beaten", "too_late")


class Pressed(NamedTuple):
    """Somebody's press, and how long after the earliest of them, in nanoseconds."""

    seat: int
    after: int
    words: str
    won: bool


class Finish(NamedTuple):
    words: str
    """By how much, or a tie, and with whom."""
    presses: tuple[Pressed, ...]
    """In the order of their stamps."""


def finish(verdicts: Sequence[Verdict], called: Callable[[int], str], speech: Speech = ENGLISH) -> Finish | None:
    """Of one run of the clock; None if nobody stopped it, or nobody else was close."""
    first = next((verdict for verdict in verdicts if verdict.ruling == "first"), None)
    if first is None:
        return None
    rivals = [one for one in verdicts if one.ruling in _RIVALS and abs(one.after - first.after) <= CLOSE]
    if not rivals:
        return None
    closest = min(rivals, key=lambda one: abs(one.after - first.after))
    return Finish(_in_words(first, closest, called(closest.seat), speech), _presses(first, rivals, speech))


def _in_words(first: Verdict, rival: Verdict, name: str, speech: Speech) -> str:
    by = duration(abs(rival.after - first.after), speech)
    if rival.ruling == "tied":
        return speech.say("A tie with {name}, within {time}", name=name, time=by)
    return speech.say("{by} before {name}", by=by, name=name)


def _presses(first: Verdict, rivals: Sequence[Verdict], speech: Speech) -> tuple[Pressed, ...]:
    """A tie may have gone to one who pressed a trace later."""
    order = sorted((first, *rivals), key=lambda one: one.after)
    earliest = order[0].after
    return tuple(
        Pressed(one.seat, one.after - earliest, _later(one.after - earliest, speech), one is first) for one in order
    )


def _later(by: int, speech: Speech) -> str:
    return f"+{duration(by, speech)}" if by else ""
