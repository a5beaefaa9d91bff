"""What everybody has, in signs and figures, the first player first; and where in the game it is."""

from typing import NamedTuple

from markupsafe import Markup

from companion.games.amsterdam.chance import rounds
from companion.games.amsterdam.drawing import resource_sign
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.sight import Sight
from companion.games.amsterdam.things import COLOURS, LAST_ROUND
from companion.games.amsterdam.titles import colour_heading, number_of
from companion.games.speech import Speech, mark
from companion.snapshots import Snapshot
from web.amsterdam import chips
from web.amsterdam.chips import Chip
from web.once import once_for_each_snapshot

_PHASES = {
    1: mark("Round {round} of {last}: cards"),
    2: mark("Round {round} of {last}: dice and roundels"),
    3: mark("Round {round} of {last}: actions"),
    4: mark("Round {round} of {last}: one resource is kept"),
}
_ENDING = ("end_cards", "orders")


class Line(NamedTuple):
    """A seat."""

    seat: int
    name: str
    colour: str
    place: int
    """In the order of the Amstel."""
    is_asked: bool
    prestige: Chip
    has: tuple[Chip, ...]
    crests: tuple[Chip, ...]
    """By district."""
    group: int
    below: str
    active: str
    """Cards, by their numbers."""


@once_for_each_snapshot
def everybody(snapshot: Snapshot, speech: Speech) -> tuple[Line, ...]:
    table: Sight = snapshot.view(None).table
    return tuple(_line(snapshot, seat, place, speech) for place, seat in enumerate(table.order, 1))


def _line(snapshot: Snapshot, seat: int, place: int, speech: Speech) -> Line:
    view = snapshot.view(None)
    table: Sight = view.table
    return Line(
        seat=seat,
        name=view.seats[seat].name,
        colour=view.seats[seat].colour,
        place=place,
        is_asked=table.asked is not None and table.asked.seat == seat,
        prestige=chips.prestige(table.prestige[seat], speech),
        has=(
            chips.gulden(table.money[seat], speech),
            chips.steps(table.amstel[seat], speech),
            chips.penalties(table.penalties[seat], speech),
        ),
        crests=tuple(
            Chip(Markup(resource_sign(colour)), count, colour_heading(colour, speech))
            for colour, count in zip(COLOURS, table.crests[seat], strict=True)
            if count
        ),
        group=table.groups[seat],
        below=", ".join(map(number_of, table.below[seat])),
        active=", ".join(map(number_of, table.active[seat])),
    )


def heading(snapshot: Snapshot, speech: Speech) -> str:
    """Where in the game it is."""
    table: Sight = snapshot.view(None).table
    if table.winners is not None or (table.asked and table.asked.what in _ENDING):
        return speech.say("The end, after {count} rounds", count=len(rounds(_rules(snapshot))))
    if not table.round:
        return speech.say("Before the first round")
    return speech.say(_PHASES[table.phase or 1], round=str(table.round), last=str(LAST_ROUND))


def _rules(snapshot: Snapshot) -> HouseRules:
    rules: HouseRules = snapshot.look.now.state.setup.rules
    return rules
