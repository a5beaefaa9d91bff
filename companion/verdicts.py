"""What the referee found, in sentences: who was first and by how much, and what became of every other press."""

from collections.abc import Callable, Sequence

from companion.auction_clock import MILLISECOND, SECOND
from companion.games.merchants.auction import GUARANTEE_DIAL, price_of
from companion.games.merchants.state import State
from companion.games.merchants.story import listed
from companion.referee import Verdict

Called = Callable[[int], str]
"""How a seat is to be named."""


def sentences(verdicts: Sequence[Verdict], state: State, called: Called) -> list[str]:
    """`state` is the auction's while the clock ran."""
    told: list[str] = []
    for verdict in verdicts:  # they come in the order of the stamps
        if verdict.ruling == "first":
            told += _about_first(verdict, verdicts, state, called)
        elif verdict.ruling != "tied":
            told.append(_about(verdict, state, called))
    return told


def ran_out(state: State) -> list[str]:
    """Nobody stopped the clock. What an ordinary one means is told by the story."""
    if state.doubled_by is None:
        return []
    return [f"The doubled clock reaches {GUARANTEE_DIAL}, and nobody has stopped it."]


def _about_first(first: Verdict, verdicts: Sequence[Verdict], state: State, called: Called) -> list[str]:
    stopped = f"{called(first.seat)} stops the clock at {first.dial}"
    tied = [verdict for verdict in verdicts if verdict.ruling == "tied"]
    if tied:
        return [_tie(first, tied, state, called), f"{stopped}."]
    beaten = [verdict for verdict in verdicts if verdict.ruling == "beaten"]
    if not beaten:
        return [f"{stopped}."]
    second = min(beaten, key=_after)
    return [f"{stopped}, {duration(second.after - first.after)} before {called(second.seat)}."]


def _tie(first: Verdict, tied: Sequence[Verdict], state: State, called: Called) -> str:
    """M17."""
    stamps = [verdict.after for verdict in (first, *tied)]
    apart = max(stamps) - min(stamps)
    when = f"within {duration(apart)} of each other" if apart else "at the same moment"
    order = state.setup.seats_from_left_of(state.mayor)
    seats = sorted((verdict.seat for verdict in (first, *tied)), key=order.index)
    return (
        f"A tie: {listed([called(seat) for seat in seats])} press {when}. Clockwise from the left of "
        f"{called(state.mayor)}, the mayor, {called(first.seat)} comes first."
    )


def _about(verdict: Verdict, state: State, called: Called) -> str:
    name, by = called(verdict.seat), duration(verdict.margin or 0)
    match verdict.ruling:
        case "beaten":
            return f"{name} presses {by} after that."
        case "false_start":
            return f"{name} presses {by} before the clock runs: a false start, which does not count."
        case "too_late":
            return f"{name} is {by} too late."
        case "barred":
            return f"{name} is barred from this card: the press does not count."
        case "cannot_pay":
            price = price_of(verdict.dial or 0, state.doubled_by is not None)
            return f"{name} cannot pay {price:,}: the press does not count."
        case "again":
            return f"{name} presses more than once; only the first press counts."
        case "no_phone":
            return f"{name} has to bid with the button, not by phone."
        case _:
            raise AssertionError(f"{verdict.ruling} is told with the first press")


def duration(nanoseconds: int) -> str:
    """In milliseconds, as finely as it matters."""
    if nanoseconds >= SECOND:
        return f"{nanoseconds / SECOND:.1f} s"
    places = 2 if nanoseconds < 10 * MILLISECOND else 0
    return f"{nanoseconds / MILLISECOND:.{places}f} ms"


def _after(verdict: Verdict) -> int:
    return verdict.after
