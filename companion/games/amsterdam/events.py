"""Everything that can happen, as facts. Adding them up gives the state; each carries all that it changes."""

from typing import Literal

import msgspec

from companion.games.amsterdam.actions import Effect
from companion.games.amsterdam.things import (
    CardPlace,
    Colour,
    Counts,
    Figure,
    Good,
    Kind,
    Place,
    Warehouse,
    Worker,
)
from companion.games.events import Asked, Event, Money, Won

Phase = Literal[1, 2, 3, 4]


class DiscsStacked(Event, frozen=True, tag="discs_stacked"):
    """On the start of the Amstel, the top one first (A1)."""

    seats: tuple[int, ...]


class TilesDrawn(Event, frozen=True, tag="tiles_drawn"):
    districts: tuple[Colour, ...]


class Round(Event, frozen=True, tag="round"):
    """A round begins, and there is a new market tile."""

    round: int


class PhaseBegins(Event, frozen=True, tag="phase"):
    phase: Phase


class CardsShown(Event, frozen=True, tag="cards_shown"):
    """So many cards of each kind are turned up (A3)."""

    cards: Counts


class CardTaken(Event, frozen=True, tag="card_taken"):
    """Below the board of the seat."""

    seat: int
    kind: Kind
    card: int


class CardThrown(Event, frozen=True, tag="card_thrown"):
    """From below the board of the seat, out of the game."""

    seat: int
    card: int


class DisplayCardThrown(Event, frozen=True, tag="display_card_thrown"):
    """One of those turned up, by TOM (A11)."""

    kind: Kind
    card: int


class Rolled(Event, frozen=True, tag="rolled"):
    """The dice, by colour."""

    dice: Counts


class DiceTurned(Event, frozen=True, tag="dice_turned"):
    """What they showed, and what they show once the high ones are turned to 1 (A5)."""

    before: Counts = msgspec.field(name="from")
    dice: Counts


class DiceTaken(Event, frozen=True, tag="dice_taken"):
    seat: int
    first: Colour
    second: Colour


class IntoRoundel(Event, frozen=True, tag="into_roundel"):
    """So many resources into a slot; slot 1 leaves next. Less than nothing: out of it."""

    seat: int
    slot: int
    colour: Colour
    count: int


class RoundelTurned(Event, frozen=True, tag="roundel_turned"):
    """By one slot; what was in slot 1 is in the supply now (A4)."""

    seat: int
    out: Counts


class Supply(Event, frozen=True, tag="supply"):
    """Resources into a seat's supply, or out of it."""

    seat: int
    resources: Counts
    why: str


class Shack(Event, frozen=True, tag="shack", omit_defaults=False):
    """The resource that is kept there, or none."""

    seat: int
    colour: Colour | None


class Prestige(Event, frozen=True, tag="prestige"):
    seat: int
    amount: int
    why: str


class Penalty(Event, frozen=True, tag="penalty"):
    """Tokens to the seat, or from it."""

    seat: int
    count: int
    why: str


class Acting(Event, frozen=True, tag="acting"):
    """A seat's turn in phase III begins."""

    seat: int


class Activated(Event, frozen=True, tag="activated"):
    seat: int
    card: int


class CardUsed(Event, frozen=True, tag="card_used"):
    """What it brings follows in events of its own."""

    seat: int
    card: int
    once: bool
    effect: Effect


class BlockTaken(Event, frozen=True, tag="block_taken"):
    """A crest for its commodity; `group` crests hang together there now."""

    seat: int
    district: Colour
    good: Good
    group: int


class Stored(Event, frozen=True, tag="stored"):
    """A commodity into the temporary storehouse."""

    seat: int
    good: Good


class BlackMarket(Event, frozen=True, tag="black_market_sale"):
    """A commodity is sold there at once."""

    seat: int
    good: Good


class Loaded(Event, frozen=True, tag="loaded"):
    """Everything from storage aboard."""

    seat: int


class Sailed(Event, frozen=True, tag="sailed"):
    seat: int
    to: Place


class Fetched(Event, frozen=True, tag="fetched"):
    """A worker comes aboard, from the dock where the barge lies."""

    seat: int
    worker: Worker
    dock: Worker


class Brought(Event, frozen=True, tag="brought"):
    """A worker aboard goes into the magazine."""

    seat: int
    worker: Worker


class TomBrought(Event, frozen=True, tag="tom_brought"):
    """The worker of this dock goes into the magazine (A11)."""

    seat: int
    dock: Worker


class Delivered(Event, frozen=True, tag="delivered"):
    """A commodity onto the next rooftop of a storehouse, or into a warehouse; `aboard` unless it comes from a block at
    once, as TOM's do."""

    seat: int
    good: Good
    at: Place
    aboard: bool = True


class Advanced(Event, frozen=True, tag="advanced", omit_defaults=False):
    """On the Amstel, from space to space; the order follows from it (A2)."""

    seat: int
    before: int = msgspec.field(name="from")
    to: int


class TileSeen(Event, frozen=True, tag="tile_seen"):
    """What the market tile of the round shows."""

    price: int
    effect: Effect


class OnceDone(Event, frozen=True, tag="once_done"):
    """What can be done only once has been done in this turn."""

    what: Literal["block", "amstel", "market", "worker", "supervised"]


class Stands(Event, frozen=True, tag="stands", omit_defaults=False):
    """A figure of an expansion is put somewhere, or leaves the game (A10)."""

    figure: Figure
    at: str | None


class TomBuilds(Event, frozen=True, tag="tom_builds", omit_defaults=False):
    """The districts in which TOM still takes a block in this round (A11)."""

    districts: tuple[Colour, ...]


class CardScored(Event, frozen=True, tag="card_scored"):
    """At the end of the game."""

    seat: int
    card: int


class CrestsCounted(Event, frozen=True, tag="crests_counted"):
    """Put right: so many crests of a seat in a district, more or fewer."""

    seat: int
    district: Colour
    count: int


class GroupCounted(Event, frozen=True, tag="group_counted"):
    """Put right: the largest group of a seat."""

    seat: int
    group: int


class GoodsCounted(Event, frozen=True, tag="goods_counted"):
    """Put right: commodities in storage or aboard, more or fewer."""

    seat: int
    good: Good
    aboard: bool
    count: int


class DiscPlaced(Event, frozen=True, tag="disc_placed", omit_defaults=False):
    """Put right: a disc lies on another space of the Amstel. It crosses nothing."""

    seat: int
    before: int = msgspec.field(name="from")
    to: int


class BargePlaced(Event, frozen=True, tag="barge_placed"):
    """Put right: where a barge lies."""

    seat: int
    at: Place


class CardPlaced(Event, frozen=True, tag="card_placed"):
    """Put right: where a card is for a seat. No other seat has it then; a card that is gone can be named again."""

    seat: int
    card: int
    where: CardPlace


class StorehouseCounted(Event, frozen=True, tag="storehouse_counted"):
    """Put right: so many commodities are in it."""

    good: Good
    count: int


class WarehouseCounted(Event, frozen=True, tag="warehouse_counted"):
    """Put right: so many commodities are in it."""

    warehouse: Warehouse
    count: int


class BlackMarketCounted(Event, frozen=True, tag="black_market_counted"):
    """Put right: so many of a commodity lie there."""

    good: Good
    count: int


class MagazineCounted(Event, frozen=True, tag="magazine_counted"):
    """Put right: so many dock workers are in it."""

    count: int


class WorkersCounted(Event, frozen=True, tag="workers_counted"):
    """Put right: so many dock workers of a colour are aboard."""

    seat: int
    worker: Worker
    count: int


AnyEvent = (
    DiscsStacked | TilesDrawn | Round | PhaseBegins | CardsShown | CardTaken | CardThrown | DisplayCardThrown | Rolled
    | DiceTurned | DiceTaken | IntoRoundel | RoundelTurned | Supply | Shack | Prestige | Penalty | Acting | Activated
    | CardUsed | BlockTaken | Stored | BlackMarket | Loaded | Sailed | Fetched | Brought | TomBrought | Delivered
    | Advanced | TileSeen | OnceDone | Stands | TomBuilds | CardScored | CrestsCounted | GroupCounted | GoodsCounted
    | DiscPlaced | BargePlaced | CardPlaced | StorehouseCounted | WarehouseCounted | BlackMarketCounted
    | MagazineCounted | WorkersCounted | Money | Won | Asked
)  # fmt: skip
