"""What the actions of all games have in common, and what is put right in more than one of them.

A type's tag is its word in journals, records and requests. All games share them, so no word means two things.
"""

import msgspec


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What one seat, or the clock, does."""


class SetUp(Action, frozen=True, tag="setup"):
    """The table is laid. Nobody's action: it opens a record."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How one thing really is, where the cardboard shows it otherwise."""


class SetMoney(Change, frozen=True, tag="money"):
    seat: int
    amount: int


MOST_MONEY = 100_000_000
