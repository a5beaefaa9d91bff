"""What chance decides, in the order in which it is needed: how the discs are stacked, which district tiles lie face up,
and a roll of the dice for each round. Written as the words of a deck, so that a record carries it.
"""

from random import Random
from typing import NamedTuple

from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.things import COLOURS, LAST_ROUND, Colour, Counts
from companion.games.errors import BadSetup

FACES = range(1, 7)
FIRST_SHORT_ROUND = 3


class Chance(NamedTuple):
    discs: tuple[int, ...]
    tiles: tuple[Colour, ...]
    rolls: tuple[Counts, ...]
    """Round by round."""


def first_round(rules: HouseRules) -> int:
    """Where the round tracker begins (A1)."""
    return FIRST_SHORT_ROUND if rules.short else 1


def rounds(rules: HouseRules) -> range:
    return range(first_round(rules), LAST_ROUND + 1)


def drawn(seats: int, rules: HouseRules, chance: Random) -> tuple[str, ...]:
    """A deck of chance."""
    discs = sorted(range(seats), key=lambda _: chance.random())
    tiles = sorted(COLOURS, key=lambda _: chance.random())[: seats - 1]
    rolls = [[int(chance.random() * len(FACES)) + 1 for _ in COLOURS] for _ in rounds(rules)]
    return "".join(map(str, discs)), *sorted(tiles, key=COLOURS.index), *("".join(map(str, roll)) for roll in rolls)


def read(deck: tuple[str, ...], seats: int, rules: HouseRules) -> Chance:
    """What a deck says; raises `BadSetup`."""
    tiles, rolls = deck[1:seats], deck[seats:]
    if not deck or sorted(deck[0]) != [str(seat) for seat in range(seats)]:
        raise BadSetup("The deck must begin with the discs of all seats, from the top.")
    if len(set(tiles)) != seats - 1 or not all(tile in COLOURS for tile in tiles):
        raise BadSetup("The deck must name {count} different district tiles.", count=seats - 1)
    if len(rolls) != len(rounds(rules)) or not all(_is_roll(roll) for roll in rolls):
        raise BadSetup(
            "The deck must hold a roll of six dice for each of the {count} rounds.", count=len(rounds(rules))
        )
    districts = tuple(colour for colour in COLOURS if colour in tiles)
    return Chance(tuple(map(int, deck[0])), districts, tuple(tuple(map(int, roll)) for roll in rolls))


def _is_roll(roll: str) -> bool:
    return len(roll) == len(COLOURS) and all(face in "123456" for face in roll)
