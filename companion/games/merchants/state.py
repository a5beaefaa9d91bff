"""What is on the table: the setup that never changes, and the state that only `evolve` changes."""

from typing import get_args

import msgspec

from companion.games import rules, setup, state
from companion.games.merchants.actions import Disk
from companion.games.merchants.board import COMMODITIES, Board
from companion.games.merchants.house_rules import HouseRules
from companion.games.speech import mark

TOKENS = 24
"""Of each player (M1)."""

_TOKENS_OFF_TRACKS = TOKENS - len(COMMODITIES)

TRACK = {commodity: place for place, commodity in enumerate(COMMODITIES)}
DISKS: tuple[Disk, ...] = get_args(Disk)


class Setup(setup.Setup, frozen=True, kw_only=True):
    """Seat 0 is the first mayor."""

    TITLE = mark("Merchants of Amsterdam")

    board: Board
    rules: HouseRules = HouseRules()

    def house_rules(self) -> dict[str, str]:
        written: dict[str, str] = msgspec.to_builtins(self.rules)
        return written

    def is_set_aside(self, card: str) -> bool:
        """Whether a drawn card leaves the game at once because too few play (M2)."""
        least = self.board.cards[card].min_players
        return least is not None and len(self.seats) < least


class State(state.State, kw_only=True, gc=False):
    """One moment of a game. Per-seat values are tuples by seat; sets of spaces are bits (see `board`)."""

    setup: Setup
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


Play = rules.Play[State]
"""An accepted action of this game being carried out."""
