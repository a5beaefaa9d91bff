"""Who pressed first, and what became of every other press: by the stamps, never by the order of handling (M17).

A judgement is a pure function of the presses; `lot` collects them while the clock runs.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from companion.games.merchants.actions import Stop

Ruling = Literal[
    "first",  # stops the clock
    "tied",  # too close to call, and M17 gave it to another
    "beaten",
    "false_start",  # before the clock ran
    "too_late",  # the clock was over, or already stopped
    "barred",  # misbid on this card before (M14)
    "cannot_pay",  # and by the house rule the press does not count
    "again",  # pressed already
    "no_phone",  # this seat has to use its button
]


class Press(msgspec.Struct, frozen=True, gc=False):
    """A seat's press at a stamp, in nanoseconds of the monotonic clock."""

    seat: int
    stamp: int
    uncertainty: int = 0
    """How far the stamp may be off either way: by a button what the works say, by a phone referee.phone_ms."""
    phone: bool = False


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What became of a press. Times in nanoseconds."""

    seat: int
    ruling: Ruling
    after: int
    """From the start of the clock to the press; negative before it."""
    dial: int | None = None
    """What the clock read, where the press stopped it or would have."""
    margin: int | None = None
    """To the next (first), to the first (tied, beaten), or how much too early or too late."""


class Judgement(msgspec.Struct, frozen=True):
    """The verdicts in the order of the stamps, and who stopped the clock where, if anybody did."""

    verdicts: tuple[Verdict, ...]
    seat: int | None = None
    stop: Stop | None = None


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A press that would stop the clock."""

    press: Press
    stop: Stop


def judge(
    presses: Sequence[Press], start: int, rule: Callable[[Press], Verdict | Claim], order: Sequence[int], tie: int
) -> Judgement:
    """`rule` looks at a press by itself; `order` is the seats clockwise from the mayor's left; `tie` is the threshold
    under which the buttons' stamps prove nothing. Of a seat's presses with the same ruling only the first is told."""
    claims: dict[int, Claim] = {}
    others: dict[tuple[int, Ruling], tuple[Press, Verdict]] = {}
    for press in sorted(presses, key=_by_stamp):
        found = rule(press)
        if press.seat in claims:
            found = Verdict(press.seat, "again", press.stamp - start)
        if isinstance(found, Claim):
            claims[press.seat] = found
        else:
            others.setdefault((press.seat, found.ruling), (press, found))
    first = _first(list(claims.values()), order, tie)
    told = [*others.values(), *_outcomes(list(claims.values()), first, start, tie)]
    verdicts = tuple(verdict for _, verdict in sorted(told, key=lambda pair: _by_stamp(pair[0])))
    return Judgement(verdicts, first.press.seat, first.stop) if first else Judgement(verdicts)


def _by_stamp(press: Press) -> tuple[int, int, bool, int]:
    """Down to the last field, so that nothing is left to the order of arrival."""
    return press.stamp, press.seat, press.phone, press.uncertainty


def _first(claims: Sequence[Claim], order: Sequence[int], tie: int) -> Claim | None:
    """Of those whom nobody clearly beat, the earlier seat."""
    unbeaten = [claim for claim in claims if not _is_beaten(claim, claims, tie)]
    return min(unbeaten, key=lambda claim: order.index(claim.press.seat), default=None)


def _is_beaten(claim: Claim, claims: Sequence[Claim], tie: int) -> bool:
    """Clearly, by anybody: by the tie threshold at least, and by more than both stamps may be off."""
    return any(
        lead >= tie and lead > claim.press.uncertainty + other.press.uncertainty
        for other in claims
        if (lead := claim.press.stamp - other.press.stamp) > 0
    )


def _outcomes(claims: Sequence[Claim], first: Claim | None, start: int, tie: int) -> Iterator[tuple[Press, Verdict]]:
    for claim in claims:
        assert first is not None
        rivals = [other for other in claims if other is not first] if claim is first else [first]
        margin = min((abs(rival.press.stamp - claim.press.stamp) for rival in rivals), default=None)
        ruling: Ruling = "first" if claim is first else "beaten" if _is_beaten(claim, claims, tie) else "tied"
        yield claim.press, Verdict(claim.press.seat, ruling, claim.press.stamp - start, claim.stop.dial, margin)
