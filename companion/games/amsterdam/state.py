"""What is on the table: the setup that never changes, and the state that only `evolve` changes."""

from functools import lru_cache
from typing import ClassVar

from companion.games import rules as shared_rules
from companion.games import setup as shared_setup
from companion.games import state as shared_state
from companion.games.amsterdam import chance, house_rules
from companion.games.amsterdam.actions import Buy, UseCard
from companion.games.amsterdam.board import Board
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.things import (
    BLOCKS,
    COLOURS,
    KINDS,
    NO_GOODS,
    NO_RESOURCES,
    SLOTS,
    WAREHOUSES,
    WORKERS,
    Colour,
    Counts,
    Good,
    Place,
    Worker,
)
from companion.games.errors import BadSetup
from companion.games.speech import mark

Cards = tuple[int, ...]


class Setup(shared_setup.Setup, frozen=True, kw_only=True):
    """What a game begins with. Without a deck the table has its own dice, discs and tiles."""

    TITLE: ClassVar[str] = mark("Amsterdam")
    PLAYERS: ClassVar[range] = range(2, 5)
    """Seats; who plays alone has TOM opposite."""

    board: Board
    rules: HouseRules = HouseRules()
    automaton: int | None = None
    """The seat of TOM, who is never asked (A11)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.automaton is None:
            return
        if self.players != 2 or self.automaton not in range(2):
            raise BadSetup("Against TOM one plays alone: that needs two seats, and one of them is his.")
        if any(getattr(self.rules, name) for name in house_rules.EXPANSIONS):
            raise BadSetup("Against TOM no expansion is played.")

    def check_deck(self) -> None:
        if self.deck is not None:
            _read(self.deck, self.players, self.rules)

    @property
    def chance(self) -> chance.Chance | None:
        """What the device has drawn and rolled; None where the table does."""
        return None if self.deck is None else _read(self.deck, self.players, self.rules)

    @property
    def people(self) -> tuple[int, ...]:
        """All seats but TOM's."""
        return tuple(seat for seat in range(self.players) if seat != self.automaton)

    @property
    def workers_of_a_colour(self) -> int:
        """In TOM's harbour one is enough (A11)."""
        return 2 if self.automaton is None else 1

    def house_rules(self) -> dict[str, str]:
        tom = {} if self.automaton is None else {"tom": str(self.automaton)}
        return house_rules.written(self.rules) | tom


_read = lru_cache(maxsize=64)(chance.read)


class State(shared_state.State, kw_only=True, gc=False):
    """One moment of a game. Money is gulden; what is by seat is a tuple of all seats."""

    setup: Setup
    prestige: tuple[int, ...]
    round: int = 0
    phase: int = 0
    acting: int | None = None
    """Whose turn it is in phase III."""
    order: tuple[int, ...]
    """All seats, the first player first (A2)."""
    amstel: tuple[int, ...]
    """On which space of it each disc lies; the start is 0."""
    tiles: tuple[Colour, ...] = ()
    """Districts that count at the end."""
    display: Counts = (0,) * len(KINDS)
    """Cards that are turned up, by kind."""
    dice: Counts = ()
    """Of this round, by colour; nothing before they are rolled."""
    chosen: tuple[tuple[Colour, ...], ...]
    """The dice that each seat took in this round."""
    roundels: tuple[tuple[Counts, ...], ...]
    """By slot, the one that leaves next first."""
    supply: tuple[Counts, ...]
    shacks: tuple[Colour | None, ...]
    below: tuple[Cards, ...]
    """Cards that are not active yet."""
    active: tuple[Cards, ...]
    used: Cards = ()
    """Cards that were used in this round and are marked for once a round."""
    out: Cards = ()
    """Every card that has been named, wherever it is now; but those that were put right as being nowhere."""
    scored: Cards = ()
    """Cards that have counted at the end."""
    uses: tuple[UseCard, ...] = ()
    """How each card was used last."""
    penalties: tuple[int, ...]
    crests: tuple[Counts, ...]
    """By district."""
    groups: tuple[int, ...]
    """The largest of each seat."""
    storage: tuple[Counts, ...]
    cargo: tuple[Counts, ...]
    """Commodities aboard."""
    aboard: tuple[tuple[Worker, ...], ...]
    barges: tuple[Place, ...]
    docks: Counts
    """Workers that wait at each dock."""
    waiting: Counts
    """Workers of each colour that nobody has fetched. Whom TOM brings is one of them, and nobody knows which."""
    magazine: int = 0
    """Workers in it."""
    storehouses: Counts = NO_GOODS
    """Commodities in each."""
    warehouses: Counts = (0,) * len(WAREHOUSES)
    black_market: Counts = NO_GOODS
    once: tuple[str, ...] = ()
    """What has been done in this turn and can be done only once."""
    tile: Buy | None = None
    """The market tile of this round, as somebody said it last."""
    supervisor: Place | None = None
    bailiff: Colour | None = None
    """In which district he stands."""
    marketeer: Good | None = None
    crossing: tuple[int, int] | None = None
    """The last move on the Amstel, from space to space."""
    tom_builds: tuple[Colour, ...] = ()
    """Districts in which TOM still takes a block in this round, the next one first."""
    tom_delivered: Good | None = None
    """What TOM brought to a storehouse last."""
    tom_emptied: Worker | None = None
    """The dock from which TOM brought a worker last."""

    @property
    def score(self) -> tuple[int, ...]:
        return self.prestige

    @property
    def person(self) -> int:
        """Who is asked what the device cannot see; of several, the first player."""
        people = self.setup.people
        return next(seat for seat in self.order if seat in people)

    def free_blocks(self, district: int) -> int:
        """In the district at this place."""
        return BLOCKS - sum(crests[district] for crests in self.crests)


def empty_state(setup: Setup) -> State:
    """The board before anybody has anything."""
    players, workers = setup.players, setup.workers_of_a_colour
    pier: Place = "pier"
    return State(
        setup=setup,
        money=(0,) * players,
        prestige=(0,) * players,
        order=tuple(range(players)),
        amstel=(0,) * players,
        chosen=((),) * players,
        roundels=((NO_RESOURCES,) * SLOTS,) * players,
        supply=(NO_RESOURCES,) * players,
        shacks=(None,) * players,
        below=((),) * players,
        active=((),) * players,
        penalties=(0,) * players,
        crests=((0,) * len(COLOURS),) * players,
        groups=(0,) * players,
        storage=(NO_GOODS,) * players,
        cargo=(NO_GOODS,) * players,
        aboard=((),) * players,
        barges=(pier,) * players,
        docks=(workers,) * len(WORKERS),
        waiting=(workers,) * len(WORKERS),
    )


Play = shared_rules.Play[State]
"""An accepted action of this game being carried out."""
