"""What a seat can ask of the table beside the actions of the game."""

import msgspec

from companion.games.box import AnyAction, AnyChange


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asked by a seat."""


class Start(Request, frozen=True, tag="start"):
    """The mayor starts the clock, after a countdown of the mayor's choice; None for the table's usual one."""

    get_ready: float | None = None


class TakeBack(Request, frozen=True, tag="take_back"):
    """Go back to where the game was after row `to`; None: to before this seat's own last action."""

    to: int | None = None


class Correct(Request, frozen=True, tag="correct"):
    """Put right what the cardboard shows otherwise."""

    changes: tuple[AnyChange, ...]
    reason: str


class Pause(Request, frozen=True, tag="pause"):
    """Stop the clock for an interruption; it begins at start again."""


class PutAway(Request, frozen=True, tag="put_away"):
    """Leave the table: the game is kept, and goes on another evening."""

    asks: tuple[int, ...] = ()
    """The seats that have a phone and so can answer. The device fills it in, whatever was sent."""


class Agree(Request, frozen=True, tag="agree"):
    """To the proposal of this number."""

    proposal: int


class Refuse(Request, frozen=True, tag="refuse"):
    """The proposal of this number; the seat that made it withdraws it so."""

    proposal: int


Proposable = TakeBack | Correct | Pause | PutAway
AnyRequest = AnyAction | Start | TakeBack | Correct | Pause | PutAway | Agree | Refuse


class Proposal(msgspec.Struct, frozen=True):
    """What a seat wants and the others have to agree to. Bots always do."""

    number: int
    wants: Proposable
    by: int
    agreed: tuple[int, ...]
    """Everybody who is for it, the seat that made it first."""
    waiting_for: tuple[int, ...]
