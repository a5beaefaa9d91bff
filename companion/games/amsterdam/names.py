"""What everything is called: the one table of names. How they are put into sentences is for `titles` and `story`."""

from typing import NamedTuple

from companion.games.amsterdam.things import Colour, Figure, Good, Kind, Warehouse, Worker
from companion.games.speech import mark


class ColourName(NamedTuple):
    """Every language says it in a way of its own where it stands."""

    heading: str
    one: str
    many: str
    """Counted resources."""
    district: str
    """The district with roofs of this colour, inside a sentence."""


COLOUR_NAMES: dict[Colour, ColourName] = {
    "black": ColourName(mark("Black"), mark("{count} black"), mark("{count} black"), mark("the black district")),
    "brown": ColourName(
        mark("Brown"), mark("{count} brown"), mark("{count} brown"), mark("the brown district (Burgwallen)")
    ),
    "purple": ColourName(mark("Purple"), mark("{count} purple"), mark("{count} purple"), mark("the purple district")),
    "pink": ColourName(mark("Pink"), mark("{count} pink"), mark("{count} pink"), mark("the pink district (Plantage)")),
    "orange": ColourName(
        mark("Orange"), mark("{count} orange"), mark("{count} orange"), mark("the orange district (Jordaan)")
    ),
    "gray": ColourName(mark("Gray"), mark("{count} gray"), mark("{count} gray"), mark("the gray district")),
}


class GoodName(NamedTuple):
    heading: str
    inside: str


GOOD_NAMES: dict[Good, GoodName] = {
    "beer": GoodName(mark("Beer"), mark("beer")),
    "tulips": GoodName(mark("Tulip bulbs"), mark("tulip bulbs")),
    "cheese": GoodName(mark("Cheese"), mark("cheese")),
    "furniture": GoodName(mark("Furniture"), mark("furniture")),
    "jenever": GoodName(mark("Jenever"), mark("jenever")),
    "coffee": GoodName(mark("Coffee"), mark("coffee")),
    "lace": GoodName(mark("Lace"), mark("lace")),
    "glass": GoodName(mark("Crystal glass"), mark("crystal glass")),
    "ninth": GoodName(mark("The ninth kind"), mark("the ninth kind")),
}

WORKER_NAMES: dict[Worker, str] = {
    "light_blue": mark("light blue"),
    "white": mark("white"),
    "gold": mark("gold"),
    "maroon": mark("maroon"),
    "light_pink": mark("light pink"),
    "light_green": mark("light green"),
}

WAREHOUSE_NUMBERS: dict[Warehouse, str] = {
    "warehouse_1": "1",
    "warehouse_2": "2",
    "warehouse_3": "3",
    "warehouse_4": "4",
}

KIND_NAMES: dict[Kind, str] = {
    "map": mark("District map"),
    "building": mark("Building"),
    "craftsman": mark("Craftsman"),
}

KIND_COUNTS: dict[Kind, tuple[str, str]] = {
    "map": (mark("{count} district map"), mark("{count} district maps")),
    "building": (mark("{count} building"), mark("{count} buildings")),
    "craftsman": (mark("{count} craftsman"), mark("{count} craftsmen")),
}

FIGURE_NAMES: dict[Figure, str] = {
    "supervisor": mark("Supervisor"),
    "bailiff": mark("Bailiff"),
    "marketeer": mark("Black-marketeer"),
}
