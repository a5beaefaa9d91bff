"""What the areas and their parts are called: the one table of their names. How they are put into sentences is for the
`story` and the `titles`.
"""

from typing import NamedTuple

from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.events import Area
from companion.games.speech import mark


class Name(NamedTuple):
    """A track, district or region: every language says it in a way of its own where it stands."""

    heading: str
    """Alone."""
    inside: str
    """A sentence; tracks are called by their commodities."""
    where: str
    """A place, inside a sentence."""


PARTS = {
    "sugar": Name(mark("Sugar"), mark("sugar"), mark("on the sugar track")),
    "gemstones": Name(mark("Gemstones"), mark("gemstones"), mark("on the gemstones track")),
    "spice": Name(mark("Spice"), mark("spice"), mark("on the spice track")),
    "silk": Name(mark("Silk"), mark("silk"), mark("on the silk track")),
    "nieuwe_zijde": Name(mark("Nieuwe Zijde"), mark("Nieuwe Zijde"), mark("in Nieuwe Zijde")),
    "oude_zijde": Name(mark("Oude Zijde"), mark("Oude Zijde"), mark("in Oude Zijde")),
    "grachten": Name(mark("Grachten"), mark("Grachten"), mark("in Grachten")),
    "lastage": Name(mark("Lastage"), mark("Lastage"), mark("in Lastage")),
    "americas": Name(mark("Americas"), mark("the Americas"), mark("in the Americas")),
    "africa": Name(mark("Africa"), mark("Africa"), mark("in Africa")),
    "east_indies": Name(mark("East Indies"), mark("the East Indies"), mark("in the East Indies")),
    "far_east": Name(mark("Far East"), mark("the Far East"), mark("in the Far East")),
}

TRACKS: dict[Commodity, str] = {commodity: PARTS[commodity].inside for commodity in COMMODITIES}

AREAS: dict[Area, str] = {"market": mark("Market"), "amsterdam": mark("Amsterdam"), "colonies": mark("Colonies")}
"""As headings."""
