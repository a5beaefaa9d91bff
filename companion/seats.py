"""Who sits at the table: a name and a colour, and a person or a bot."""

import msgspec

PERSON = "person"


class Seat(msgspec.Struct, frozen=True):
    name: str
    colour: str
    player: str = PERSON
    """`person`, or which bot plays it."""

    @property
    def is_bot(self) -> bool:
        return self.player != PERSON
