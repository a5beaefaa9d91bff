"""What is counted and moved: resources, commodities, dock workers, cards, and the places of the harbour. Whatever is
counted by one of them is in this order.
"""

from typing import Literal, get_args

Colour = Literal["black", "brown", "purple", "pink", "orange", "gray"]
"""Of resources, of dice and of districts."""
Good = Literal["beer", "tulips", "cheese", "furniture", "jenever", "coffee", "lace", "glass", "ninth"]
"""A commodity; the rulebook names eight of the nine. A storehouse is called like what it takes."""
Worker = Literal["light_blue", "white", "gold", "maroon", "light_pink", "light_green"]
"""A dock worker; a dock is called like those who want to go there. In the order of TOM's triplets (A11)."""
Warehouse = Literal["warehouse_1", "warehouse_2", "warehouse_3", "warehouse_4"]
Place = Literal[Worker, Good, Warehouse, "pier", "water"]
"""Where a barge can be; `water` is anywhere between."""
Kind = Literal["map", "building", "craftsman"]
"""Of a card; in the order in which TOM throws them away (A11)."""
Figure = Literal["supervisor", "bailiff", "marketeer"]
"""Of the expansions (A10)."""
CardPlace = Literal["below", "active", "gone"]
"""Where a card is for a player: not active yet, active, or nowhere."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
GOODS: tuple[Good, ...] = get_args(Good)
WORKERS: tuple[Worker, ...] = get_args(Worker)
WAREHOUSES: tuple[Warehouse, ...] = get_args(Warehouse)
PLACES: tuple[Place, ...] = get_args(Place)
KINDS: tuple[Kind, ...] = get_args(Kind)

COLOUR_AT: dict[Colour, int] = {colour: place for place, colour in enumerate(COLOURS)}
GOOD_AT: dict[Good, int] = {good: place for place, good in enumerate(GOODS)}
WORKER_AT: dict[Worker, int] = {worker: place for place, worker in enumerate(WORKERS)}
KIND_AT: dict[Kind, int] = {kind: place for place, kind in enumerate(KINDS)}

Counts = tuple[int, ...]
"""How many, of each colour or of each commodity."""

NO_RESOURCES: Counts = (0,) * len(COLOURS)
NO_GOODS: Counts = (0,) * len(GOODS)

ALL_CARDS = 132
CARDS = range(1, ALL_CARDS + 1)
"""By their numbers."""
BLOCKS = 6
"""Of each district."""
ROOFS = 3
"""Of each storehouse."""
BERTHS = 2
"""For dock workers on a barge."""
SLOTS = 6
"""Of a roundel, beside the one at its exit."""
LAST_ROUND = 12


def only(colour: Colour, count: int = 1) -> Counts:
    """So many of one colour."""
    return tuple(count if one == colour else 0 for one in COLOURS)


def plus(some: Counts, others: Counts) -> Counts:
    return tuple([one + other for one, other in zip(some, others, strict=True)])


def minus(counts: Counts) -> Counts:
    return tuple([-one for one in counts])
