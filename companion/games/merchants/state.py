"""What is on the table: the setup that never changes, and the state that only `evolve` changes.

A state holds nothing but numbers, strings and tuples, so that a shallow copy is a full one.
"""

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from companion.games.errors import BadSetup
from companion.games.merchants.actions import Disk
from companion.games.merchants.board import COMMODITIES, Board
from companion.games.merchants.events import Ask
from companion.games.merchants.house_rules import HouseRules
from companion.games.speech import Phrase, Several

TOKENS = 24
"""Of each player (M1)."""

_TOKENS_OFF_TRACKS = TOKENS - len(COMMODITIES)

LONGEST_NAME = 40
COLOURS = ("orange", "blue", "green", "yellow", "purple")
TRACK = {commodity: place for place, commodity in enumerate(COMMODITIES)}
DISKS: tuple[Disk, ...] = get_args(Disk)


def check_players(count: int) -> None:
    if not 3 <= count <= 5:
        raise BadSetup("Merchants of Amsterdam is for 3 to 5 players, not {count}.", count=count)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a game begins with. Seat 0 is the first mayor; seats run clockwise."""

    board: Board
    seats: tuple[str, ...]
    names: tuple[str, ...]
    rules: HouseRules = HouseRules()
    deck: tuple[str, ...] | None = None
    """The device's deck in its order; None where the table turns up its own cards."""

    def __post_init__(self) -> None:
        check_players(len(self.seats))
        if len(set(self.seats)) < len(self.seats):
            raise BadSetup("Two seats have the same colour: {seats}.", seats=", ".join(self.seats))
        if not all(0 < len(word) <= LONGEST_NAME and word.isprintable() for word in (*self.seats, *self.names)):
            raise BadSetup("Colours and names need 1 to {most} letters that can be shown.", most=LONGEST_NAME)
        if len(self.names) != len(self.seats):
            raise BadSetup("{seats} seats need {seats} names.", seats=len(self.seats))
        if self.deck is not None and sorted(self.deck) != _sorted_pack(self.board):
            raise BadSetup("The deck does not hold the cards that the board data count: {wrong}.", wrong=self._wrong())

    def _wrong(self) -> Phrase:
        deck = self.deck or ()
        named = dict.fromkeys([*self.board.cards, *deck])
        counts = {card: (deck.count(card), self.board.cards[card].count if card in self.board.cards else 0)
                  for card in named}  # fmt: skip
        wrong = [(card, has, due) for card, (has, due) in counts.items() if has != due]
        return Several(
            [Phrase("{has} x {card} instead of {due}", has=has, card=card, due=due) for card, has, due in wrong]
        )

    @property
    def players(self) -> int:
        return len(self.seats)

    def seats_from_left_of(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, beginning at this one's left neighbour and ending with itself (M18)."""
        return _clockwise(len(self.seats), seat)

    def is_set_aside(self, card: str) -> bool:
        """Whether a drawn card leaves the game at once because too few play (M2)."""
        least = self.board.cards[card].min_players
        return least is not None and len(self.seats) < least


@cache
def _clockwise(players: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + step) % players for step in range(1, players + 1))


class State(msgspec.Struct, kw_only=True, gc=False):
    """One moment of a game. Per-seat values are tuples by seat; sets of spaces are bits (see `board`)."""

    setup: Setup
    money: tuple[int, ...]
    markers: tuple[int, ...]
    market: tuple[tuple[int, ...], ...]
    offices: tuple[int, ...]
    warehouses: tuple[int, ...]
    bonuses: tuple[int, ...]
    owing: tuple[bool, ...]
    """Who gives back a warehouse on losing the market bonus."""
    left: tuple[int, ...]
    """How many of each kind of card are still to come, in the order of the board data."""
    drawn: str | None = None
    """The card in the mayor's hand."""
    disks: tuple[str | None, ...] = (None, None, None)
    year: int = 0
    terms: int = 0
    mayor: int = 0
    doubled_by: int | None = None
    barred: tuple[int, ...] = ()
    agenda: tuple[Ask, ...] = ()
    winners: tuple[int, ...] | None = None

    if TYPE_CHECKING:  # given by msgspec, shallow and quick

        def __copy__(self) -> "State": ...

    def copy(self) -> "State":
        return self.__copy__()

    def supply(self, seat: int) -> int:
        """Tokens that a seat has not on the board."""
        off_tracks = self.market[seat].count(0)
        return _TOKENS_OFF_TRACKS + off_tracks - self.offices[seat].bit_count() - self.warehouses[seat].bit_count()

    def free_offices(self) -> int:
        return self.setup.board.all_offices - sum(self.offices)  # no space has two owners: the sum is the union

    def free_plots(self) -> int:
        return self.setup.board.all_plots - sum(self.warehouses)

    def cards_left(self) -> int:
        return sum(self.left)


def empty_state(setup: Setup) -> State:
    """The table before anything was put on it."""
    players = setup.players
    return State(
        setup=setup,
        money=(0,) * players,
        markers=(0,) * players,
        market=((0,) * len(COMMODITIES),) * players,
        offices=(0,) * players,
        warehouses=(0,) * players,
        bonuses=(0,) * players,
        owing=(False,) * players,
        left=tuple(card.count for card in setup.board.data.cards),
    )


def pack(board: Board) -> list[str]:
    """All the cards, unshuffled."""
    return [card.id for card in board.data.cards for _ in range(card.count)]


def shuffled(board: Board, chance: Random) -> tuple[str, ...]:
    """All the cards in an order of chance."""
    return tuple(sorted(pack(board), key=lambda _: chance.random()))


@cache
def _sorted_pack(board: Board) -> list[str]:
    return sorted(pack(board))


def dump(state: State) -> bytes:
    """The state as JSON, without its setup."""
    fields = msgspec.structs.asdict(state)
    del fields["setup"]
    return msgspec.json.encode(fields)


def load(setup: Setup, text: bytes) -> State:
    """The state that `dump` wrote, on the same setup."""
    fields: dict[str, Any] = msgspec.json.decode(text)
    kinds = {field.name: field.type for field in msgspec.structs.fields(State)}
    return State(setup=setup, **{name: msgspec.convert(value, kinds[name]) for name, value in fields.items()})
