"""The table as people see it. Nothing is hidden but the dice to come, so everybody sees the same."""

from collections.abc import Sequence

import msgspec

from companion.games.amsterdam.actions import Buy, UseCard
from companion.games.amsterdam.events import Rolled
from companion.games.amsterdam.state import Cards, Setup, State
from companion.games.amsterdam.things import Colour, Counts, Good, Place, Worker
from companion.games.events import Ask
from companion.games.game import Seen


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a game. Money is gulden; what is by seat is a tuple of all seats."""

    round: int
    phase: int
    acting: int | None
    order: tuple[int, ...]
    amstel: tuple[int, ...]
    money: tuple[int, ...]
    prestige: tuple[int, ...]
    tiles: tuple[Colour, ...]
    display: Counts
    dice: Counts
    chosen: tuple[tuple[Colour, ...], ...]
    roundels: tuple[tuple[Counts, ...], ...]
    supply: tuple[Counts, ...]
    shacks: tuple[Colour | None, ...]
    below: tuple[Cards, ...]
    active: tuple[Cards, ...]
    used: Cards
    scored: Cards
    uses: tuple[UseCard, ...]
    penalties: tuple[int, ...]
    crests: tuple[Counts, ...]
    groups: tuple[int, ...]
    storage: tuple[Counts, ...]
    cargo: tuple[Counts, ...]
    aboard: tuple[tuple[Worker, ...], ...]
    barges: tuple[Place, ...]
    docks: Counts
    waiting: Counts
    magazine: int
    storehouses: Counts
    warehouses: Counts
    black_market: Counts
    once: tuple[str, ...]
    tile: Buy | None
    supervisor: Place | None
    bailiff: Colour | None
    marketeer: Good | None
    crossing: tuple[int, int] | None
    tom_builds: tuple[Colour, ...]
    tom_delivered: Good | None
    tom_emptied: Worker | None
    asked: Ask | None
    winners: tuple[int, ...] | None

    @property
    def score(self) -> tuple[int, ...]:
        return self.prestige


_SHOWN = [name for name in Sight.__struct_fields__ if name != "asked"]


def sights(state: State) -> tuple[Sight, ...]:
    """As each seat sees the table, and last as an onlooker does."""
    fields = {name: getattr(state, name) for name in _SHOWN}
    sight = Sight(**fields, asked=state.agenda[-1] if state.agenda else None)
    return (sight,) * (state.setup.players + 1)


def seen(_seat: int | None, action: object, events: Sequence[object]) -> Seen:
    """All that is done lies open."""
    return Seen(action, tuple(events))


def reveals(setup: Setup, events: Sequence[object]) -> bool:
    """Whether these facts showed somebody what was hidden: dice that the device rolled."""
    return setup.deck is not None and any(isinstance(event, Rolled) for event in events)
