"""A scoring in words: why a part has its rank, and why each place earns what it earns (M24 to M26). For a forecast and
for a scoring that took place alike; the numbers are in `forecast`.
"""

from collections.abc import Sequence

import msgspec

from companion.games.merchants.events import Area
from companion.games.merchants.forecast import Part, Reckoning
from companion.games.merchants.titles import area_heading, part_heading, where
from companion.games.speech import ENGLISH, Phrase, Speech, mark

_MOST: dict[Area, tuple[str, str]] = {
    "market": (mark("The furthest token is on space {count}, further than on any other track."),) * 2,
    "amsterdam": (
        mark("{count} warehouse stands here, more than anywhere else."),
        mark("{count} warehouses stand here, more than anywhere else."),
    ),
    "colonies": (
        mark("{count} trade office is here, more than anywhere else."),
        mark("{count} trade offices are here, more than anywhere else."),
    ),
}
"""Each for one and for several."""

_FEWER: dict[Area, tuple[str, str]] = {
    "market": (mark("The furthest token is on space {count}, not as far as {where}."),) * 2,
    "amsterdam": (
        mark("{count} warehouse stands here, fewer than {where}."),
        mark("{count} warehouses stand here, fewer than {where}."),
    ),
    "colonies": (
        mark("{count} trade office is here, fewer than {where}."),
        mark("{count} trade offices are here, fewer than {where}."),
    ),
}

_TIED: dict[Area, tuple[str, str]] = {
    "market": (mark("The furthest token is on space {count}, as far as {where}; the lower number goes first."),) * 2,
    "amsterdam": (
        mark("{count} warehouse stands here, as many as {where}; the lower number goes first."),
        mark("{count} warehouses stand here, as many as {where}; the lower number goes first."),
    ),
    "colonies": (
        mark("{count} trade office is here, as many as {where}; the lower number goes first."),
        mark("{count} trade offices are here, as many as {where}; the lower number goes first."),
    ),
}

_WITH: dict[Area, tuple[str, str]] = {
    "market": (mark("on space {count}"),) * 2,
    "amsterdam": (mark("with a single warehouse"), mark("with a group of {count} warehouses")),
    "colonies": (mark("with {count} trade office"), mark("with {count} trade offices")),
}

_FIRST = (
    mark("{names} is first {how}: {share}."),
    mark("{names} tie for first, each {how}: they share {stake}, {share} each."),
    mark("{names} tie for first, each {how}: they share {stake}, rounded down to {share} each."),
)
_SECOND = (
    mark("{names} is second {how}: {share}."),
    mark("{names} tie for second, each {how}: they share {stake}, {share} each."),
    mark("{names} tie for second, each {how}: they share {stake}, rounded down to {share} each."),
)
"""Who has a place alone, who share it, and who share it but for a rest that nobody gets."""

_NOW: dict[Area, str] = {
    "market": mark("If the market were scored now, with the amounts of {year}"),
    "amsterdam": mark("If Amsterdam were scored now, with the amounts of {year}"),
    "colonies": mark("If the colonies were scored now, with the amounts of {year}"),
}


class PartExplained(msgspec.Struct, frozen=True):
    """One part in sentences: why it has its rank, and who gets what for what."""

    part: str
    rank: int
    title: str
    why: str
    paid: tuple[str, ...]


class Explained(msgspec.Struct, frozen=True):
    """An area in sentences, its parts in the order of their rank."""

    area: Area
    title: str
    parts: tuple[PartExplained, ...]


def explained(reckoning: Reckoning, names: Sequence[str], speech: Speech = ENGLISH) -> Explained:
    """`names` are those of the seats."""
    parts = tuple(
        PartExplained(
            part=part.part,
            rank=part.rank,
            title=part_heading(part.part, speech),
            why=_why(reckoning, part, speech),
            paid=tuple(_paid(reckoning.area, part, names, speech)),
        )
        for part in reckoning.parts
    )
    return Explained(reckoning.area, area_heading(reckoning.area, speech), parts)


def if_scored_now(reckoning: Reckoning, speech: Speech = ENGLISH) -> str:
    """The heading of a forecast."""
    return speech.say(_NOW[reckoning.area], year=reckoning.year)


def _why(reckoning: Reckoning, part: Part, speech: Speech) -> str:
    """Why the part has its rank (M24)."""
    area = reckoning.area
    equal = [other.part for other in reckoning.parts if other.size == part.size and other is not part]
    if not part.size:
        return speech.say("Nobody is here: nothing is paid.")
    if equal:
        return speech.say(_fitting(_TIED[area], part.size), count=part.size, where=_listed(equal, speech))
    if part.rank == 1:
        return speech.say(_fitting(_MOST[area], part.size), count=part.size)
    before = reckoning.parts[part.rank - 2].part
    return speech.say(_fitting(_FEWER[area], part.size), count=part.size, where=where(before))


def _listed(parts: Sequence[str], speech: Speech) -> str:
    return speech.listed([where(part).said(speech) for part in parts])


def _fitting(sentences: tuple[str, str], count: int) -> str:
    one, many = sentences
    return one if count == 1 else many


def _paid(area: Area, part: Part, names: Sequence[str], speech: Speech) -> list[str]:
    """Who gets what for what, and why nobody else does (M26)."""
    upper, lower = part.stakes

    def place(told: tuple[str, str, str], seats: tuple[int, ...], stake: int) -> str:
        alone, shared, rounded = told
        count, share = part.counts[seats[0]], part.amounts[seats[0]]
        exactly = shared if share * len(seats) == stake else rounded
        return speech.say(
            alone if len(seats) == 1 else exactly,
            names=speech.listed([names[seat] for seat in seats]),
            how=Phrase(_fitting(_WITH[area], count), count=count),
            stake=stake,
            share=share,
        )

    if not part.first:
        return []
    if len(part.first) > 1:
        left_out = any(count and seat not in part.first for seat, count in enumerate(part.counts))
        nothing = [speech.say("A tie for first leaves nothing for second place.")] if left_out else []
        return [place(_FIRST, part.first, upper + lower), *nothing]
    if not part.second:
        return [place(_FIRST, part.first, upper), speech.say("Nobody else is here: second place is not paid.")]
    return [place(_FIRST, part.first, upper), place(_SECOND, part.second, lower)]
