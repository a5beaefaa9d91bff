"""Everything a player can do, as small values that the journal, the record and the phone all speak.

Counts of resources are by colour. What only the cardboard shows (a cost, a printed value, what a card does) is said in
the action that uses it.
"""

from typing import Literal

import msgspec

from companion.games.actions import Action
from companion.games.amsterdam.things import NO_RESOURCES, Colour, Counts, Good, Kind, Place, Worker

SoldFor = Literal[Colour, "gulden"]
"""What the black market gives for a commodity: a resource, or gulden."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What a card or a market tile brings; less than nothing where it costs."""

    resources: Counts = NO_RESOURCES
    gulden: int = 0
    prestige: int = 0
    steps: int = 0
    """On the Amstel."""
    penalties: int = 0


class Discs(Action, frozen=True, tag="discs"):
    """How the discs lie on the start of the Amstel, the top one first."""

    seats: tuple[int, ...]


class Tiles(Action, frozen=True, tag="tiles"):
    """The district tiles that lie face up."""

    districts: tuple[Colour, ...]


class FirstResources(Action, frozen=True, tag="first_resources"):
    """One of a colour for the first round, two of another for the second."""

    one: Colour
    two: Colour


class TakeCard(Action, frozen=True, tag="take_card"):
    """From those turned up, below the own board."""

    kind: Kind
    card: int


class ThrowCard(Action, frozen=True, tag="throw_card"):
    """Of six cards below the board, this one goes (A3)."""

    card: int


class Roll(Action, frozen=True, tag="roll"):
    """What the table's own dice show, by colour."""

    dice: Counts


class TakeDice(Action, frozen=True, tag="take_dice"):
    """Two of the dice, in the order of the colours."""

    first: Colour
    second: Colour


class UseCard(Action, frozen=True, tag="use_card"):
    """An active card; `once` if it is marked for use once a round."""

    card: int
    once: bool
    effect: Effect


class Activate(Action, frozen=True, tag="activate"):
    card: int
    pay: Counts


class TakeBlock(Action, frozen=True, tag="take_block"):
    """A block for a crest. `cost` is printed on it; `group`: so many own crests hang together by bridges then, this
    one among them. The commodity goes into storage, or at once to the black market for gulden or a resource."""

    district: Colour
    cost: int
    good: Good
    group: int
    sold_for: SoldFor | None = None
    bailiff: bool = False
    """He stands there, so it costs one less (A10)."""


class Load(Action, frozen=True, tag="load"):
    """All commodities from storage aboard."""


class MoveBarge(Action, frozen=True, tag="move_barge"):
    """One resource for each space."""

    to: Place
    pay: Counts


class Fetch(Action, frozen=True, tag="fetch"):
    """A dock worker comes aboard."""

    worker: Worker


class Bring(Action, frozen=True, tag="bring"):
    """A dock worker to the dock of its colour, and into the magazine, for the prestige printed there."""

    prestige: int


class Deliver(Action, frozen=True, tag="deliver"):
    """A commodity where the barge lies, for the prestige printed there."""

    good: Good
    prestige: int


class MoveOnAmstel(Action, frozen=True, tag="amstel"):
    spaces: int
    pay: Counts


class Buy(Action, frozen=True, tag="market_tile"):
    """At the market, what the tile of the round shows."""

    price: int
    effect: Effect


class Printed(Action, frozen=True, tag="printed"):
    """The prestige that is printed where something just happened."""

    prestige: int


class Keep(Action, frozen=True, tag="keep"):
    """One resource in the shack; all others go back (A8)."""

    colour: Colour


class Done(Action, frozen=True, tag="done"):
    """Nothing more in this turn."""


class PlaceSupervisor(Action, frozen=True, tag="supervisor"):
    at: Place


class PlaceBailiff(Action, frozen=True, tag="bailiff"):
    """On a free block of this district."""

    district: Colour


class PlaceMarketeer(Action, frozen=True, tag="marketeer"):
    """On the space of this commodity."""

    good: Good


class TomCard(Action, frozen=True, tag="tom_card"):
    """The cheapest card, which TOM throws away (A11)."""

    kind: Kind
    card: int


class TomBlock(Action, frozen=True, tag="tom_block"):
    """What lay on the block that TOM took, and how many of his crests hang together there now (A11)."""

    good: Good
    group: int


class TomMarket(Action, frozen=True, tag="tom_market"):
    """What the market tile of the round shows (A11)."""

    price: int
    prestige: int
    steps: int


class ScoreCard(Action, frozen=True, tag="score_card"):
    """A card that counts at the end of the game."""

    card: int
    prestige: int


class Orders(Action, frozen=True, tag="orders"):
    """What all accomplished secret orders of this seat bring (A10)."""

    prestige: int


AnyAction = (
    Discs | Tiles | FirstResources | TakeCard | ThrowCard | Roll | TakeDice | UseCard | Activate | TakeBlock | Load
    | MoveBarge | Fetch | Bring | Deliver | MoveOnAmstel | Buy | Printed | Keep | Done | PlaceSupervisor | PlaceBailiff
    | PlaceMarketeer | TomCard | TomBlock | TomMarket | ScoreCard | Orders
)  # fmt: skip
