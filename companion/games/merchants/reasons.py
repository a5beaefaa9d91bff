"""Why a scoring comes out as it does: why a part has its rank, and who is first and second in it."""

from collections.abc import Callable, Sequence
from typing import Literal

from companion.games.merchants.events import Area, ScoredPart
from companion.games.merchants.scoring import Standing
from companion.games.merchants.story import WHERE
from companion.games.speech import ENGLISH, Speech, mark

_Place = Literal["first", "second"]

_ALONE: dict[tuple[Area, _Place], str] = {
    ("market", "first"): mark("{name} is first on space {count}"),
    ("market", "second"): mark("{name} is second on space {count}"),
    ("amsterdam", "first"): mark("{name} is first with a group of {count}"),
    ("amsterdam", "second"): mark("{name} is second with a group of {count}"),
    ("colonies", "first"): mark("{name} is first with {count}"),
    ("colonies", "second"): mark("{name} is second with {count}"),
}
_TIED: dict[tuple[Area, _Place], str] = {
    ("market", "first"): mark("{names} tie for first on space {count}"),
    ("market", "second"): mark("{names} tie for second on space {count}"),
    ("amsterdam", "first"): mark("{names} tie for first with a group of {count}"),
    ("amsterdam", "second"): mark("{names} tie for second with a group of {count}"),
    ("colonies", "first"): mark("{names} tie for first with {count}"),
    ("colonies", "second"): mark("{names} tie for second with {count}"),
}


def why(
    area: Area, standing: Standing, scored: ScoredPart, called: Callable[[int], str], speech: Speech = ENGLISH
) -> str:
    """In a sentence; `called` says how a seat is to be named."""
    where = speech.say(WHERE[standing.part])
    if not standing.size:
        return speech.say("Nobody is {where}.", where=where)
    places: list[tuple[_Place, Sequence[int]]] = [("first", scored.first), ("second", scored.second)]
    who = [
        _who(area, place, [called(seat) for seat in seats], standing.counts[seats[0]], speech)
        for place, seats in places
        if seats
    ]
    size = _size(area, standing.size, where, speech)
    return speech.say("Rank {rank}: {size}; {who}.", rank=scored.rank, size=size, who=", ".join(who))


def _size(area: Area, size: int, where: str, speech: Speech) -> str:
    """What the rank comes from."""
    match area:
        case "market":
            return speech.say("the furthest token {where} is on space {space}", where=where, space=size)
        case "amsterdam":
            houses = speech.counted(size, "{count} warehouse", "{count} warehouses")
            return speech.say("{warehouses} {where}", warehouses=houses, where=where)
        case "colonies":
            offices = speech.counted(size, "{count} office", "{count} offices")
            return speech.say("{offices} {where}", offices=offices, where=where)


def _who(area: Area, place: _Place, names: Sequence[str], count: int, speech: Speech) -> str:
    if len(names) == 1:
        return speech.say(_ALONE[area, place], name=names[0], count=count)
    return speech.say(_TIED[area, place], names=speech.listed(names), count=count)
