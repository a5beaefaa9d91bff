"""What lies open: all of the table but the order of the device's deck, which nobody may see.

This is the one place where something is left out; whoever shows a game to anybody shows a `Sight`.
"""

from collections.abc import Sequence

import msgspec

from companion.games.events import Ask
from companion.games.merchants.board import bits
from companion.games.merchants.events import AnyEvent, Drawn
from companion.games.merchants.state import Setup, State

Spaces = tuple[str, ...]


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a game as everybody at the table sees it; tuples are by seat."""

    year: str
    term: int
    mayor: int
    money: tuple[int, ...]
    markers: tuple[int, ...]
    market: tuple[tuple[int, ...], ...]
    """Spaces by seat and track; 0 is off the track."""
    offices: tuple[Spaces, ...]
    warehouses: tuple[Spaces, ...]
    bonuses: tuple[Spaces, ...]
    disks: tuple[str | None, ...]
    drawn: str | None
    cards_left: int
    doubled_by: int | None
    barred: tuple[int, ...]
    asked: Ask | None
    winners: tuple[int, ...] | None

    @property
    def score(self) -> tuple[int, ...]:
        """What one wins by."""
        return self.money


def sight(state: State) -> Sight:
    board = state.setup.board
    bonuses = tuple(board.bonus_bit)
    return Sight(
        year=board.years[state.year].year,
        term=state.terms,
        mayor=state.mayor,
        money=state.money,
        markers=state.markers,
        market=state.market,
        offices=_named(board.office_names, state.offices),
        warehouses=_named(board.plot_names, state.warehouses),
        bonuses=_named(bonuses, state.bonuses),
        disks=state.disks,
        drawn=state.drawn,
        cards_left=state.cards_left(),
        doubled_by=state.doubled_by,
        barred=state.barred,
        asked=state.agenda[-1] if state.agenda else None,
        winners=state.winners,
    )


def _named(names: Spaces, owned: tuple[int, ...]) -> tuple[Spaces, ...]:
    return tuple(tuple(names[bit.bit_length() - 1] for bit in bits(spaces)) for spaces in owned)


def reveals(setup: Setup, events: Sequence[AnyEvent]) -> bool:
    """Whether these facts showed somebody what was hidden: a card that the device dealt."""
    return setup.deck is not None and any(isinstance(event, Drawn) for event in events)
