"""Everything that can happen, as facts. Adding them up gives the state; each carries all that it changes."""

from typing import Literal

import msgspec

from companion.games.events import Asked, Event, GameOver, Money
from companion.games.merchants.actions import Commodity, Disk

Area = Literal["market", "amsterdam", "colonies"]
Aside = Literal["three_players", "sand_clock", "discarded", "used", "unsold"]


class Term(Event, frozen=True, tag="term"):
    """A term of office begins."""

    mayor: int


class Drawn(Event, frozen=True, tag="drawn"):
    card: str


class Placed(Event, frozen=True, tag="placed"):
    card: str
    disk: Disk


class SetAside(Event, frozen=True, tag="set_aside"):
    card: str
    why: Aside


class Year(Event, frozen=True, tag="year"):
    """Time moves on to this space of the time track."""

    year: str


class Market(Event, frozen=True, tag="market"):
    """A token moves on a track; space 0 is off the track."""

    seat: int
    commodity: Commodity
    before: int = msgspec.field(name="from")
    to: int


class Office(Event, frozen=True, tag="office"):
    seat: int
    space: str


class OfficeLost(Event, frozen=True, tag="office_lost"):
    seat: int
    space: str


class Warehouse(Event, frozen=True, tag="warehouse"):
    seat: int
    space: str


class WarehouseLost(Event, frozen=True, tag="warehouse_lost"):
    seat: int
    space: str


class Credit(Event, frozen=True, tag="credit"):
    """The seat now holds this many credit markers."""

    seat: int
    markers: int


class Bonus(Event, frozen=True, tag="bonus"):
    """A bonus is gained or lost. `owed` is False only where a market bonus could build nothing (M28)."""

    seat: int
    bonus: str
    held: bool
    owed: bool = True


class ClockStarted(Event, frozen=True, tag="clock_started", omit_defaults=False):
    """The clock runs from start, for everybody who is not barred."""

    doubled_by: int | None
    barred: tuple[int, ...]


class Doubled(Event, frozen=True, tag="doubled"):
    seat: int


class Misbid(Event, frozen=True, tag="misbid"):
    seat: int
    dial: int


class Sold(Event, frozen=True, tag="sold"):
    seat: int
    price: int


class Unsold(Event, frozen=True, tag="unsold"):
    """Nobody bought the card."""


class ScoredPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One track, district or region as it was scored: who came first and second, and guilders by seat."""

    part: str
    rank: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    amounts: tuple[int, ...]


class Scored(Event, frozen=True, tag="scored"):
    area: Area
    year: str
    parts: tuple[ScoredPart, ...]


AnyEvent = (
    Term | Drawn | Placed | SetAside | Year | Market | Office | OfficeLost | Warehouse | WarehouseLost
    | Money | Credit | Bonus | ClockStarted | Doubled | Misbid | Sold | Unsold | Scored | GameOver | Asked
)  # fmt: skip
