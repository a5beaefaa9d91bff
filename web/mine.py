"""What concerns the seat of the phone that looks."""

from typing import NamedTuple

from companion.snapshots import Snapshot
from companion.words import Words
from web.acting import may_bid
from web.here import Here
from web.state import after
from web.visitors import Visitor


class Mine(NamedTuple):
    seat: int | None = None
    plays: bool = False
    """As a person, in the game that is on the table."""
    has_button: bool = False
    bids: bool = False
    """By phone, for it has no button, or the table wants it so."""


class Seen(NamedTuple):
    """A moment of the table, and who looks at it."""

    snapshot: Snapshot
    after: str
    """Names what is asked now."""
    mine: Mine
    words: Words


def seen(here: Here, snapshot: Snapshot, evening: int, who: Visitor) -> Seen:
    return Seen(snapshot, after(snapshot, evening), _mine(here, snapshot, who), who.words)


def _mine(here: Here, snapshot: Snapshot, who: Visitor) -> Mine:
    seats, seat = snapshot.view(None).seats, who.seat
    if seat is None or seat >= len(seats) or seats[seat].is_bot:
        return Mine(seat)
    return Mine(seat, True, here.device.has_button(seat), may_bid(here, seat, len(seats)))
