"""What is sent to the API, and what it answers: the words of the table, and a press of a finger."""

import msgspec

from companion.requests import AnyRequest, Request


class Press(Request, frozen=True, tag="press"):
    """A bid; or, where the mayor may start the clock, its start. It counts from its arrival at the device."""


AnyDeed = AnyRequest | Press


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the seat of this phone does."""

    request: AnyDeed
    after: str = ""
    """From the state: what was asked when this was chosen. Refused if the game has gone on since; may be left out."""


class Done(msgspec.Struct, frozen=True):
    """It is so, and on disk."""

    row: int | None
    """The last row of the journal; null for a press, of which the table tells what it was."""
