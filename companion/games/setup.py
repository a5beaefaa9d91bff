"""What every game begins with: who sits where, on which board, with which cards."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, ClassVar

import msgspec

from companion.games.errors import BadSetup
from companion.games.speech import Phrase, Several

LONGEST_NAME = 40
COLOURS = ("orange", "blue", "green", "yellow", "purple")


def check_players(title: str, players: range, count: int) -> None:
    """`title` is the game's, and `players` how many it is for."""
    if count not in players:
        raise BadSetup(
            "{game} is for {least} to {most} players, not {count}.",
            game=Phrase(title),
            least=players[0],
            most=players[-1],
            count=count,
        )


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a game begins with, and what never changes. Seats run clockwise from 0, who begins."""

    TITLE: ClassVar[str]
    """Of the game, on its box."""
    PLAYERS: ClassVar[range] = range(3, 6)
    """How many seats there can be."""

    board: Any
    seats: tuple[str, ...]
    names: tuple[str, ...]
    deck: tuple[str, ...] | None = None
    """What chance has decided, in the device's order: its deck; None where the table has its own cards."""

    def __post_init__(self) -> None:
        check_players(self.TITLE, self.PLAYERS, len(self.seats))
        if len(set(self.seats)) < len(self.seats):
            raise BadSetup("Two seats have the same colour: {seats}.", seats=", ".join(self.seats))
        if not all(0 < len(word) <= LONGEST_NAME and word.isprintable() for word in (*self.seats, *self.names)):
            raise BadSetup("Colours and names need 1 to {most} letters that can be shown.", most=LONGEST_NAME)
        if len(self.names) != len(self.seats):
            raise BadSetup("{seats} seats need {seats} names.", seats=len(self.seats))
        self.check_deck()

    def check_deck(self) -> None:
        """Whether the device deals what the board data say; a game without cards has its own way to tell."""
        if self.deck is not None:
            _check_cards(self.deck, {card.id: card.count for card in self.board.data.cards})

    @property
    def players(self) -> int:
        return len(self.seats)

    def seats_from_left_of(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, beginning at this one's left neighbour and ending with itself."""
        return _clockwise(len(self.seats), seat)

    def house_rules(self) -> dict[str, str]:
        """As a record writes them; most games have none."""
        return {}


@cache
def _clockwise(players: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + step) % players for step in range(1, players + 1))


def _check_cards(deck: tuple[str, ...], due: Mapping[str, int]) -> None:
    has = dict.fromkeys(due, 0)
    for card in deck:
        has[card] = has.get(card, 0) + 1
    wrong = [
        Phrase("{has} x {card} instead of {due}", has=count, card=card, due=due.get(card, 0))
        for card, count in has.items()
        if count != due.get(card, 0)
    ]
    if wrong:
        raise BadSetup("The deck does not hold the cards that the board data count: {wrong}.", wrong=Several(wrong))


def pack(board: Any) -> list[str]:
    """All the cards of a board, unshuffled."""
    return [card.id for card in board.data.cards for _ in range(card.count)]


def shuffled(board: Any, chance: Random) -> tuple[str, ...]:
    """All the cards of a board in an order of chance."""
    return tuple(sorted(pack(board), key=lambda _: chance.random()))


def all_shuffled(board: Any, _seats: int, _rules: Any, chance: Random) -> tuple[str, ...]:
    """The device's deck in a game that is dealt all its cards, however many play and by whichever rules."""
    return shuffled(board, chance)
