"""What the facts of all games have in common, and those that more than one game knows."""

import msgspec


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One fact."""


class Money(Event, frozen=True, tag="money"):
    """Guilders from the bank, or to it. What `why` can say is each game's own."""

    seat: int
    amount: int
    why: str


class GameOver(Event, frozen=True, tag="game_over"):
    money: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def score(self) -> tuple[int, ...]:
        return self.money


class Won(Event, frozen=True, tag="won"):
    """The end of a game in which it is not money that one wins by."""

    prestige: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def score(self) -> tuple[int, ...]:
        return self.prestige


ENDINGS = (GameOver, Won)
"""One of them is the last fact of every game."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An item of the agenda: a question to a seat, or a step that the game takes by itself when it is reached."""

    what: str
    seat: int | None


class Asked(Event, frozen=True, tag="asked"):
    """The agenda from here on, its last item first in line. Bookkeeping for the journal; not part of a record."""

    agenda: tuple[Ask, ...]
