"""Everything a player can do, as small values that the journal, the record and the phone all speak."""

from typing import Literal

from companion.games.actions import Action

Disk = Literal["mayor", "auction", "discard"]
Commodity = Literal["sugar", "gemstones", "spice", "silk"]


class Place(Action, frozen=True, tag="place"):
    """The mayor puts the drawn card on a free disk."""

    disk: Disk


class Declare(Action, frozen=True, tag="declare"):
    """The table turned up this card from its own deck."""

    card: str


class Moves(Action, frozen=True, tag="moves"):
    """Moves on the market, one entry for each space moved, in the order of the tracks."""

    tracks: tuple[Commodity, ...]


class Open(Action, frozen=True, tag="open"):
    """Open a trade office; its commodity moves along."""

    space: str


class Build(Action, frozen=True, tag="build", omit_defaults=False):
    """Build a warehouse; `commodity` is the track that moves along, None if none does."""

    space: str
    commodity: Commodity | None


class Decline(Action, frozen=True, tag="decline"):
    """Leave the card or the event unused."""


class StartClock(Action, frozen=True, tag="start_clock"):
    """The mayor sets the auction clock going."""


class Stop(Action, frozen=True, tag="stop"):
    """A seat stops the clock. `start` only where the house rule tells start from 200."""

    dial: int
    start: bool = False


class Expire(Action, frozen=True, tag="expire"):
    """The clock ran out. Nobody's action: its seat is None."""


class Ship(Action, frozen=True, tag="ship"):
    """One move on the market by the ship event."""

    commodity: Commodity


class Borrow(Action, frozen=True, tag="borrow"):
    """Take the credit that the time track offers, or not."""

    yes: bool


class Lose(Action, frozen=True, tag="lose"):
    """Give up a warehouse or an office (`space`), or a space on a track (`commodity`)."""

    space: str | None = None
    commodity: Commodity | None = None


AnyAction = Place | Declare | Moves | Open | Build | Decline | StartClock | Stop | Expire | Ship | Borrow | Lose
