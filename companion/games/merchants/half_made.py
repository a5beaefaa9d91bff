"""A board that is still being made: read as soon as it can be changed item by item, and drawn as far as it goes."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

import msgspec

from companion.games.errors import BadBoard
from companion.games.merchants.board import DISTRICTS, REGIONS, Board, BoardData, OfficeSpace, Plot
from companion.games.merchants.mistakes import LONGEST_TRACK, find_mistakes
from companion.games.speech import Phrase
from companion.games.spelling import LARGEST_NUMBER, Mistake, is_usable, too_large
from companion.games.toml_text import parsed

MOST_SPACES = 60
"""In one region or district, and of anything that is not named here: several times what any board has."""
_MOST = {"bridges": 60, "start": 10, "years": 40, "cards": 100}

S = TypeVar("S", OfficeSpace, Plot)

_changed = msgspec.structs.replace


def read_half_made(text: bytes) -> BoardData:
    """The data of a TOML file in which everything is spelt right, and has a name, in the four regions and districts,
    and of which there is not more than can be shown. It may have mistakes beyond that; `BadBoard` names all of them
    where it is not even so.
    """
    data = parsed(text)
    if refused := too_large(data):
        raise BadBoard([refused])
    try:
        draft = msgspec.convert(data, BoardData)
        msgspec.json.decode(msgspec.json.encode(draft), type=BoardData)  # what is no number cannot be kept
    except (msgspec.MsgspecError, OverflowError):
        raise BadBoard(find_mistakes(data)) from None
    if crowded := _crowded(draft):
        raise BadBoard([crowded])
    mistakes = find_mistakes(data)
    if mistakes and not (_has_names(draft) and _has_sense(data)):
        raise BadBoard(mistakes)
    return draft


def _crowded(data: BoardData) -> Mistake | None:
    """A page shows everything at once, and a drawing of offices grows with their square."""
    lists: dict[str, Sequence[object]] = {name: getattr(data, name) for name in _MOST}
    lists |= {f"regions.{region.id}": region.offices for region in data.regions}
    lists |= {f"districts.{district.id}": district.plots for district in data.districts}
    lists |= {"clock.wedges": data.clock.wedges}
    for name, items in lists.items():
        most = _MOST.get(name, MOST_SPACES)
        if len(items) > most:
            return Mistake(name, Phrase("there is room for {most}, not for {count}.", most=most, count=len(items)))
    return None


def _has_names(data: BoardData) -> bool:
    """All that can be picked, and all that it names, in just the four regions and districts."""
    lands, quarters = sorted(region.id for region in data.regions), sorted(district.id for district in data.districts)
    if lands != sorted(REGIONS) or quarters != sorted(DISTRICTS):
        return False
    spaces = [space.id for region in data.regions for space in region.offices]
    spaces += [space.id for district in data.districts for space in district.plots]
    named = [*chain(*(bridge.ends for bridge in data.bridges)), *chain(*((s.office, s.warehouse) for s in data.start))]
    items = [*(bridge.id for bridge in data.bridges), *(card.id for card in data.cards)]
    return all(map(is_usable, (*spaces, *named, *items)))


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
