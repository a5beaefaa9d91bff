"""What the parts of the board and the bonuses are called as a heading, and as a place inside a sentence, which every
language says in a way of its own. Inside the story they are called as `story` says; all their names are in `names`.
"""

from companion.games.merchants.board import Board
from companion.games.merchants.events import Area
from companion.games.merchants.names import AREAS, PARTS
from companion.games.merchants.story import bonus_title
from companion.games.speech import ENGLISH, Phrase, Speech


def area_heading(area: Area, speech: Speech = ENGLISH) -> str:
    return speech.say(AREAS[area])


def part_heading(part: str, speech: Speech = ENGLISH) -> str:
    """A track, district or region by its name alone."""
    return speech.say(PARTS[part].heading)


def where(part: str) -> Phrase:
    """On the track, in the district or in the region."""
    return Phrase(PARTS[part].where)


def bonus_heading(bonus: str, speech: Speech = ENGLISH) -> str:
    title = bonus_title(bonus, speech)
    return title[0].upper() + title[1:]


def part_of(board: Board, space: str) -> str:
    """The region of an office space, the district of a plot."""
    bit = board.office_bit.get(space)
    if bit is not None:
        return next(region for region, spaces in board.regions.items() if spaces & bit)
    return next(district for district, plots in board.districts.items() if plots & board.plot_bit[space])
