"""The board: its data as the TOML file and the record write them, and the lookups that the rules ask of it.

Whether the data make sense is judged in `mistakes`.
"""

import pkgutil
from functools import cache
from typing import NamedTuple

import msgspec

from companion.games.amsterdam.things import GOOD_AT, KINDS, LAST_ROUND, Counts, Good, Kind, Place, Warehouse, Worker
from companion.games.board_data import Item, Source

MOST_PRINTED = 20
"""Nothing on the board is worth more prestige."""


class Printed(NamedTuple):
    """Prestige that is printed somewhere: known, or a guess that a player puts right when it is used."""

    prestige: int
    is_known: bool

    @property
    def choices(self) -> range:
        """What a player can say that it is."""
        return range(self.prestige, self.prestige + 1) if self.is_known else range(MOST_PRINTED + 1)


class Storehouse(Item, frozen=True):
    """What each rooftop brings, the highest first (A6)."""

    good: Good
    roofs: tuple[int, ...]
    source: Source


class WarehouseValue(Item, frozen=True):
    """Takes one commodity of any kind."""

    id: Warehouse
    prestige: int
    source: Source


class Majority(Item, frozen=True):
    """What the first, second and third in a district get when so many play (A9)."""

    players: int
    prestige: tuple[int, ...]
    source: Source


class Display(Item, frozen=True):
    """Cards that are turned up when so many play (A3)."""

    players: int
    odd: dict[Kind, int]
    even: dict[Kind, int]
    first: dict[Kind, int]
    source: Source


class Start(Item, frozen=True):
    """Gulden of each player (A1), and slots for cards below each player board (A3)."""

    gulden: int
    slots: int
    source: Source


class Fast(Item, frozen=True):
    """More for each commodity, round by round (A7)."""

    bonus: tuple[int, ...]
    source: Source


class Penalties(Item, frozen=True):
    """For the first token, the second, and each one after it (A9)."""

    prestige: tuple[int, ...]
    source: Source


class Magazine(Item, frozen=True):
    """For dock workers, from the top; the last space has room for all who come later (A6)."""

    prestige: tuple[int, ...]
    source: Source


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Over the Amstel, behind a space; the start is space 0."""

    behind: int
    prestige: int


class Amstel(Item, frozen=True):
    """Its spaces with the start and the mouth, and what is printed there."""

    spaces: int
    mouth: int
    bridges: tuple[Bridge, ...]
    source: Source


class Cranes(Item, frozen=True):
    """Docks where a barge can be loaded."""

    docks: tuple[Place, ...]
    source: Source


class Tom(Item, frozen=True):
    """What a die does for TOM: which face moves him on the Amstel, which one takes a block; and from which dock the
    worker of a triplet comes, by face (A11)."""

    amstel: int
    block: int
    docks: tuple[Worker, ...]
    source: Source


class BoardData(Item, frozen=True):
    """A whole board, in the shape of the TOML file and of a record's header."""

    storehouses: tuple[Storehouse, ...]
    warehouses: tuple[WarehouseValue, ...]
    majorities: tuple[Majority, ...]
    display: tuple[Display, ...]
    start: Start
    fast: Fast
    penalties: Penalties
    magazine: Magazine
    amstel: Amstel
    cranes: Cranes
    tom: Tom


class Board:
    """Board data with everything looked up beforehand that the rules ask for in play."""

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.start_gulden = data.start.gulden
        self.slots = data.start.slots
        self.mouth = data.amstel.spaces - 1
        """The last space of the Amstel."""
        self.cranes: tuple[Place, ...] = data.cranes.docks
        self.tom = data.tom
        self._storehouses = sorted(data.storehouses, key=lambda house: GOOD_AT[house.good])
        self._warehouses = {house.id: house for house in data.warehouses}
        self._display = {display.players: display for display in data.display}
        self.majorities = {majority.players: majority.prestige for majority in data.majorities}

    def __repr__(self) -> str:
        return f"<Board with an Amstel of {self.data.amstel.spaces} spaces>"

    def display(self, seats: int, round_: int) -> Counts:
        """Cards of each kind that are turned up in a round; in round 0, those before the first (A3)."""
        display = self._display[seats]
        cards = display.first if round_ == 0 else display.odd if round_ % 2 else display.even
        return tuple(cards[kind] for kind in KINDS)

    def fast_bonus(self, round_: int) -> int:
        """For each commodity that is delivered in this round (A7)."""
        bonus = self.data.fast.bonus
        return bonus[round_ - 1] if round_ <= len(bonus) else 0

    def roof(self, good: Good, delivered: int) -> Printed:
        """On the highest free rooftop of a storehouse that has so many already."""
        house = self._storehouses[GOOD_AT[good]]
        return _printed(house.roofs[delivered], house.source)

    def warehouse(self, warehouse: Warehouse) -> Printed:
        house = self._warehouses[warehouse]
        return _printed(house.prestige, house.source)

    def magazine(self, delivered: int) -> Printed:
        """On the topmost free space when so many workers are there."""
        prestige = self.data.magazine.prestige
        return _printed(prestige[min(delivered, len(prestige) - 1)], self.data.magazine.source)

    def bridges(self, before: int, to: int) -> Printed:
        """All that are crossed between two spaces of the Amstel together."""
        amstel = self.data.amstel
        crossed = sum(bridge.prestige for bridge in amstel.bridges if before <= bridge.behind < to)
        return _printed(crossed, amstel.source)

    def penalty(self, tokens: int) -> int:
        """What so many tokens cost in the end (A9)."""
        prestige = self.data.penalties.prestige
        return sum(prestige[min(token, len(prestige) - 1)] for token in range(tokens))


def _printed(prestige: int, source: Source) -> Printed:
    return Printed(prestige, source != "reconstruction")


def highest_die(round_: int) -> int:
    """The highest that still comes out before the end; what is above it is turned to 1 (A5)."""
    return LAST_ROUND + 1 - round_


@cache
def default_board() -> Board:
    """The board in the box: the rulebook's facts, and guesses at what only the cardboard shows."""
    text = pkgutil.get_data(__package__, "board.toml")
    assert text is not None
    return Board(msgspec.toml.decode(text, type=BoardData))
