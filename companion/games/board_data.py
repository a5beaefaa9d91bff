"""What the board data of all games have in common. Whether they make sense is for each game to judge."""

from typing import Literal

import msgspec

Source = Literal["rulebook", "reconstruction", "cardboard"]
"""Where a thing is known from: a rulebook says it, it is our guess, or an owner has seen it on a board."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of board data. Each says where it is known from."""
