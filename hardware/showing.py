"""From the table to screens: what happened becomes moments, what is so becomes the screens that stand. Pure.

Each game says for itself what it shows, in `games`; here is where the device looks it up.
"""

from collections.abc import Sequence

from companion.entries import Acted, Row
from companion.games.amsterdam.game import AMSTERDAM as AMSTERDAM_GAME
from companion.games.merchants.game import MERCHANTS as MERCHANTS_GAME
from companion.games.mercurius.game import MERCURIUS as MERCURIUS_GAME
from companion.requests import Correct, PutAway
from companion.snapshots import Snapshot
from hardware.games.amsterdam import AMSTERDAM
from hardware.games.merchants import MERCHANTS
from hardware.games.mercurius import MERCURIUS
from hardware.games.shown import Shown
from hardware.programme import Clock, Moment
from hardware.screens.agreeing import Proposed
from hardware.screens.screen import Screen

SHOWN: dict[str, Shown] = {
    MERCHANTS_GAME.name: MERCHANTS,
    MERCURIUS_GAME.name: MERCURIUS,
    AMSTERDAM_GAME.name: AMSTERDAM,
}
"""By the name of the game."""


def shown(snapshot: Snapshot) -> Shown:
    """How what is on the table is shown; just the clock is a part of Merchants of Amsterdam."""
    return SHOWN[snapshot.view(None).rules]


def moments(rows: Sequence[Row], snapshot: Snapshot, last: Clock | None) -> list[Moment]:
    """What these rows have to show, in order, with how many seconds each needs to be read. `last` is the clock that ran
    before them."""
    done = [row.entry for row in rows if isinstance(row.entry, Acted)]
    return [moment for entry in done for moment in shown(snapshot).moments(entry, snapshot, last)]


def standing(snapshot: Snapshot) -> tuple[Screen, ...]:
    """What is so, until something happens; several screens take turns."""
    return shown(snapshot).standing(snapshot)


def clock(snapshot: Snapshot) -> Clock | None:
    """The screens of the clock, if it runs or counts down."""
    auctions = shown(snapshot).auctions
    return auctions.clock(snapshot) if auctions else None


def proposed(snapshot: Snapshot) -> Screen | None:
    """What somebody wants and others can agree to with their buttons. Where these are for bidding, phones do it, and so
    they do where the game is to be put away."""
    view = snapshot.view(None)
    if view.proposal is None or isinstance(view.proposal.wants, PutAway) or shown(snapshot).auctions:
        return None
    waiting = tuple(view.seats[seat].name for seat in view.proposal.waiting_for)
    wants = view.proposal.wants
    name = view.seats[view.proposal.by].name
    return Proposed(name, isinstance(wants, Correct), waiting)
