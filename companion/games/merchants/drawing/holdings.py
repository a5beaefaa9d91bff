"""What stands in an area, in words: for those who cannot see the picture."""

from collections.abc import Iterable, Sequence

from companion.games.drawing.tokens import Player
from companion.games.merchants.board import COMMODITIES, Board
from companion.games.merchants.drawing import names
from companion.games.merchants.events import Area
from companion.games.merchants.sight import Sight, Spaces
from companion.games.merchants.story import NOBODY
from companion.games.merchants.titles import area_heading, part_heading
from companion.games.speech import Speech

BRIDGE = "bridge:"


def told(board: Board, area: Area, sight: Sight, merchants: Sequence[Player], speech: Speech) -> str:
    """`Market. Sugar: Ada on 4; Ben on 2. Silk: nobody.`"""
    parts = {
        "market": _on_tracks,
        "amsterdam": _in_city,
        "colonies": _in_regions,
    }[area](board, sight, speech)
    lines = [f"{part}: {_who(spaces, merchants, speech)}" for part, spaces in parts]
    return ". ".join([area_heading(area, speech), *lines]) + "."


def _on_tracks(_board: Board, sight: Sight, speech: Speech) -> Iterable[tuple[str, list[Spaces]]]:
    for track, commodity in enumerate(COMMODITIES):
        spaces: list[Spaces] = [(str(tracks[track]),) if tracks[track] else () for tracks in sight.market]
        yield part_heading(commodity, speech), spaces


def _in_city(board: Board, sight: Sight, speech: Speech) -> Iterable[tuple[str, list[Spaces]]]:
    for district in board.data.districts:
        plots = {plot.id for plot in district.plots}
        yield part_heading(district.id, speech), [_inside(owned, plots) for owned in sight.warehouses]
    yield speech.say("Bridges"), [bridges_of(bonuses, speech) for bonuses in sight.bonuses]


def _in_regions(board: Board, sight: Sight, speech: Speech) -> Iterable[tuple[str, list[Spaces]]]:
    for region in board.data.regions:
        offices = {office.id for office in region.offices}
        yield part_heading(region.id, speech), [_inside(owned, offices) for owned in sight.offices]


def _inside(owned: Spaces, part: set[str]) -> Spaces:
    return tuple(space for space in owned if space in part)


def bridges_of(bonuses: Spaces, speech: Speech) -> Spaces:
    return tuple(names.bridge_name(bonus.removeprefix(BRIDGE), speech) for bonus in bonuses if bonus.startswith(BRIDGE))


def _who(spaces: Sequence[Spaces], merchants: Sequence[Player], speech: Speech) -> str:
    there = [
        speech.say("{name} on {spaces}", name=merchant.name, spaces=speech.listed(own))
        for merchant, own in zip(merchants, spaces, strict=True)
        if own
    ]
    return "; ".join(there) or speech.say(NOBODY)
