"""A board that is still being made: read as soon as it can be changed item by item, and drawn as far as it goes."""

from collections.abc import Iterable
from itertools import chain
from typing import TypeVar

import msgspec

from companion.games.errors import BadBoard
from companion.games.merchants.board import DISTRICTS, REGIONS, Board, BoardData, OfficeSpace, Plot
from companion.games.merchants.mistakes import LONGEST_TRACK, find_mistakes, parsed
from companion.games.merchants.mistakes_in_map import MOST_SPACES
from companion.games.merchants.spelling import LARGEST_NUMBER, is_usable, too_large

S = TypeVar("S", OfficeSpace, Plot)

_changed = msgspec.structs.replace


def read_half_made(text: bytes) -> BoardData:
    """The data of a TOML file in which everything is spelt right, and has a name, in the four regions and districts.
    It may have mistakes beyond that; `BadBoard` names all of them where it is not even so.
    """
    data = parsed(text)
    if refused := too_large(data):
        raise BadBoard([refused])
    try:
        draft = msgspec.convert(data, BoardData)
        msgspec.json.decode(msgspec.json.encode(draft), type=BoardData)  # what is no number cannot be kept
    except (msgspec.MsgspecError, OverflowError):
        raise BadBoard(find_mistakes(data)) from None
    mistakes = find_mistakes(data)
    if mistakes and not (_can_be_shown(draft) and _has_sense(data)):
        raise BadBoard(mistakes)
    return draft


def _can_be_shown(data: BoardData) -> bool:
    """In its four regions and districts, none of them overcrowded, and everything by a name."""
    lands, quarters = sorted(region.id for region in data.regions), sorted(district.id for district in data.districts)
    if lands != sorted(REGIONS) or quarters != sorted(DISTRICTS):
        return False
    spaces = [[office.id for office in region.offices] for region in data.regions]
    spaces += [[plot.id for plot in district.plots] for district in data.districts]
    names = [*chain(*spaces), *(bridge.id for bridge in data.bridges), *(card.id for card in data.cards)]
    return all(len(part) <= MOST_SPACES for part in spaces) and all(map(is_usable, names))


def _has_sense(value: object) -> bool:
    """No number in it is so large that nobody could draw it, or write it down."""
    if isinstance(value, (dict, list)):
        return all(map(_has_sense, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, (int, float)) or abs(value) <= LARGEST_NUMBER


def drawable(data: BoardData) -> Board:
    """Without bridges and cards that name what is not there; a second space of the same name gets a mark."""
    taken: set[str] = set()
    regions = tuple(_changed(region, offices=_told_apart(region.offices, taken)) for region in data.regions)
    districts = tuple(_changed(district, plots=_told_apart(district.plots, taken)) for district in data.districts)
    plots = {plot.id for district in districts for plot in district.plots}
    bridges = {bridge.id: bridge for bridge in data.bridges if plots >= {*bridge.ends}}
    cards = tuple(
        card
        for card in data.cards
        if card.region in (None, *REGIONS) and all(district in DISTRICTS for district in card.districts or ())
    )
    tracks = _changed(data.tracks, length=min(max(data.tracks.length, 1), LONGEST_TRACK))
    there = {"regions": regions, "districts": districts, "bridges": tuple(bridges.values())}
    return Board(_changed(data, **there, tracks=tracks, cards=cards))


def _told_apart(spaces: Iterable[S], taken: set[str]) -> tuple[S, ...]:
    return tuple(_changed(space, id=_own_name(space.id, taken)) for space in spaces)


def _own_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    taken.add(name)
    return name
