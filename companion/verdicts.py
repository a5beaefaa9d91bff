"""What the referee found, in sentences: who was first and by how much, and what became of every other press."""

from collections.abc import Callable, Sequence

from companion.auction_clock import MILLISECOND, SECOND
from companion.games.merchants.auction import GUARANTEE_DIAL, price_of
from companion.games.merchants.state import State
from companion.games.speech import ENGLISH, Speech, mark
from companion.referee import Verdict

Called = Callable[[int], str]
"""How a seat is to be named."""


def sentences(verdicts: Sequence[Verdict], state: State, called: Called, speech: Speech = ENGLISH) -> list[str]:
    """`state` is the auction's while the clock ran."""
    told: list[str] = []
    for verdict in verdicts:  # they come in the order of the stamps
        if verdict.ruling == "first":
            told += _about_first(verdict, verdicts, state, called, speech)
        elif verdict.ruling != "tied":
            told.append(_about(verdict, state, called, speech))
    return told


def ran_out(state: State, speech: Speech = ENGLISH) -> list[str]:
    """Nobody stopped the clock. What an ordinary one means is told by the story."""
    if state.doubled_by is None:
        return []
    return [speech.say("The doubled clock reaches {dial}, and nobody has stopped it.", dial=GUARANTEE_DIAL)]


def _about_first(
    first: Verdict, verdicts: Sequence[Verdict], state: State, called: Called, speech: Speech
) -> list[str]:
    stop = {"name": called(first.seat), "dial": first.dial}
    tied = [verdict for verdict in verdicts if verdict.ruling == "tied"]
    beaten = [verdict for verdict in verdicts if verdict.ruling == "beaten"]
    if tied or not beaten:
        tie = [_tie(first, tied, state, called, speech)] if tied else []
        return [*tie, speech.say("{name} stops the clock at {dial}.", **stop)]
    second = min(beaten, key=_after)
    by = duration(second.after - first.after, speech)
    told = speech.say(
        "{name} stops the clock at {dial}, {by} before {other}.", **stop, by=by, other=called(second.seat)
    )
    return [told]


def _tie(first: Verdict, tied: Sequence[Verdict], state: State, called: Called, speech: Speech) -> str:
    """M17."""
    stamps = [verdict.after for verdict in (first, *tied)]
    apart = max(stamps) - min(stamps)
    order = state.setup.seats_from_left_of(state.mayor)
    seats = sorted((verdict.seat for verdict in (first, *tied)), key=order.index)
    return speech.say(
        _APART if apart else _TOGETHER,
        names=speech.listed([called(seat) for seat in seats]),
        by=duration(apart, speech),
        mayor=called(state.mayor),
        first=called(first.seat),
    )


_APART = mark(
    "A tie: {names} press within {by} of each other. "
    "Clockwise from the left of {mayor}, the mayor, {first} comes first."
)
_TOGETHER = mark(
    "A tie: {names} press at the same moment. Clockwise from the left of {mayor}, the mayor, {first} comes first."
)


def _about(verdict: Verdict, state: State, called: Called, speech: Speech) -> str:
    say, name, by = speech.say, called(verdict.seat), duration(verdict.margin or 0, speech)
    match verdict.ruling:
        case "beaten":
            return say("{name} presses {by} after that.", name=name, by=by)
        case "false_start":
            return say(
                "{name} presses {by} before the clock runs: a false start, which does not count.", name=name, by=by
            )
        case "too_late":
            return say("{name} is {by} too late.", name=name, by=by)
        case "barred":
            return say("{name} is barred from this card: the press does not count.", name=name)
        case "cannot_pay":
            price = price_of(verdict.dial or 0, state.doubled_by is not None)
            return say("{name} cannot pay {price}: the press does not count.", name=name, price=price)
        case "again":
            return say("{name} presses more than once; only the first press counts.", name=name)
        case "no_phone":
            return say("{name} has to bid with the button, not by phone.", name=name)
        case _:
            raise AssertionError(f"{verdict.ruling} is told with the first press")


def duration(nanoseconds: int, speech: Speech = ENGLISH) -> str:
    """In milliseconds, as finely as it matters."""
    if nanoseconds >= SECOND:
        return speech.say("{seconds} s", seconds=speech.decimal(nanoseconds / SECOND, 1))
    places = 2 if nanoseconds < 10 * MILLISECOND else 0
    return speech.say("{milliseconds} ms", milliseconds=speech.decimal(nanoseconds / MILLISECOND, places))


def _after(verdict: Verdict) -> int:
    return verdict.after
