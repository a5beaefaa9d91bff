"""Which lamp glows how, from what is on the table. Pure; what each glow means stands in `lamps`."""

from collections.abc import Collection

from companion.requests import PutAway
from companion.snapshots import CLOCK_ALONE, Snapshot
from hardware.lamps import Glow
from hardware.showing import shown


def glows(
    snapshot: Snapshot | None,
    lamps: int,
    now: int,
    *,
    won: Collection[int] = (),
    in_trouble: Collection[int] = (),
    called: Collection[int] = (),
) -> tuple[Glow, ...]:
    """For each lamp. `won` has just been won by these seats; the buttons of those in trouble are of no use; at those
    that are called a phone wants to sit down."""
    glow = [_glow(snapshot, seat, now, won, in_trouble) for seat in range(lamps)]
    return tuple(Glow.CALLED if seat in called else glow for seat, glow in enumerate(glow))


def _glow(snapshot: Snapshot | None, seat: int, now: int, won: Collection[int], in_trouble: Collection[int]) -> Glow:
    if seat in in_trouble:
        return Glow.TROUBLE
    if snapshot is None:
        return Glow.BREATHING  # any button begins something
    state = snapshot.look.now.state
    if seat >= state.setup.players:
        return Glow.DARK
    if snapshot.look.clock:
        return Glow.LIT if _may_bid(snapshot, seat, now) else Glow.DARK
    if seat in won:
        return Glow.FAST
    return Glow.BREATHING if _is_asked(snapshot, seat) else Glow.DARK


def _may_bid(snapshot: Snapshot, seat: int, now: int) -> bool:
    auctions = shown(snapshot).auctions
    return auctions is not None and auctions.may_bid(snapshot.look, seat, now)


def _is_asked(snapshot: Snapshot, seat: int) -> bool:
    """A person who has something to decide, or to agree to."""
    view, look = snapshot.view(None), snapshot.look
    if view.seats[seat].is_bot:
        return False
    proposal = view.proposal
    if proposal and seat in proposal.waiting_for and not isinstance(proposal.wants, PutAway):  # phones answer that
        return True
    auctions = shown(snapshot).auctions
    if auctions and view.clock_stands and view.game != CLOCK_ALONE:
        starter = auctions.starts_again(look.now.state)
        return seat == starter or view.seats[starter].is_bot
    return view.clock_stands or bool(look.now.choices.get(seat))
