"""What the parts of the board and the bonuses are called as a heading, and as a place inside a sentence, which every
language says in a way of its own. Inside the story they have names of their own, in `story`.
"""

from companion.games.merchants.board import Board
from companion.games.merchants.events import Area
from companion.games.merchants.story import WHERE, bonus_title
from companion.games.speech import ENGLISH, Phrase, Speech, mark

AREAS: dict[Area, str] = {"market": mark("Market"), "amsterdam": mark("Amsterdam"), "colonies": mark("Colonies")}

_PARTS = {
    "sugar": mark("Sugar"),
    "gemstones": mark("Gemstones"),
    "spice": mark("Spice"),
    "silk": mark("Silk"),
    "nieuwe_zijde": mark("Nieuwe Zijde"),
    "oude_zijde": mark("Oude Zijde"),
    "grachten": mark("Grachten"),
    "lastage": mark("Lastage"),
    "americas": mark("Americas"),
    "africa": mark("Africa"),
    "east_indies": mark("East Indies"),
    "far_east": mark("Far East"),
}


def area_heading(area: Area, speech: Speech = ENGLISH) -> str:
    return speech.say(AREAS[area])


def part_heading(part: str, speech: Speech = ENGLISH) -> str:
    """A track, district or region by its name alone."""
    return speech.say(_PARTS[part])


def where(part: str) -> Phrase:
    """On the track, in the district or in the region."""
    return Phrase(WHERE[part])


def bonus_heading(bonus: str, speech: Speech = ENGLISH) -> str:
    title = bonus_title(bonus, speech)
    return title[0].upper() + title[1:]


def part_of(board: Board, space: str) -> str:
    """The region of an office space, the district of a plot."""
    bit = board.office_bit.get(space)
    if bit is not None:
        return next(region for region, spaces in board.regions.items() if spaces & bit)
    return next(district for district, plots in board.districts.items() if plots & board.plot_bit[space])
