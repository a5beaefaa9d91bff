"""Two of six dice, picked one after the other: what is picked is in the page's address, and the roundel shows what it
would look like.
"""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from companion.games.amsterdam.actions import TakeDice
from companion.games.amsterdam.drawing import die_face, next_out
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOUR_AT, COLOURS, Colour, Counts, only
from companion.games.amsterdam.titles import colour_heading, resources_title
from companion.games.state import put
from web.amsterdam.answers import Tap, tap
from web.amsterdam.asked import Asked
from web.steps import Address, is_about

TWO = 2


class Die(NamedTuple):
    colour: Colour
    face: Markup
    words: str
    href: str
    when: str
    """It comes out."""
    is_picked: bool


class Dice(NamedTuple):
    dice: tuple[Die, ...]
    picked: tuple[str, ...]
    """What comes of it, in words."""
    take: Tap | None
    """Once there are two."""
    unpick: str


def picked_dice(address: Mapping[str, str], after: str) -> tuple[Colour, ...]:
    """In the order of the colours, two at most."""
    if not is_about(address, after):
        return ()
    named = address.get("dice", "").split(",")
    return tuple(colour for colour in COLOURS if colour in named)[:TWO]


def choice(asked: Asked, picked: tuple[Colour, ...], address: Address) -> Dice:
    say = asked.speech.say
    take = tap(TakeDice(*picked), say("Take both")) if len(picked) == TWO else None
    told = tuple(_told(asked, colour) for colour in picked)
    return Dice(tuple(_die(asked, colour, picked, address) for colour in COLOURS), told, take, address.bare)


def _die(asked: Asked, colour: Colour, picked: tuple[Colour, ...], address: Address) -> Die:
    """A tap picks it, or lays it back; of two that are picked the last one gives way."""
    pips = asked.state.dice[COLOUR_AT[colour]]
    others = [one for one in picked if one != colour]
    now = others if colour in picked else [*others[: TWO - 1], colour]
    comes = _round_of(asked, pips)
    return Die(
        colour=colour,
        face=Markup(die_face(colour, pips, asked.speech, chosen=colour in picked)),
        words=asked.speech.say(
            "{colour}, {pips}: comes out in round {round}",
            colour=colour_heading(colour, asked.speech),
            pips=pips,
            round=str(comes),
        ),
        href=address.with_picked(dice=",".join(now)) if now else address.bare,
        when=asked.speech.say("round {round}", round=str(comes)),
        is_picked=colour in picked,
    )


def _round_of(asked: Asked, pips: int) -> int:
    return next_out(asked.state) + pips - 1


def _told(asked: Asked, colour: Colour) -> str:
    pips = asked.state.dice[COLOUR_AT[colour]]
    return asked.speech.say(
        "{resources} come out in round {round}.",
        resources=resources_title(only(colour, pips), asked.speech),
        round=str(_round_of(asked, pips)),
    )


def roundel_with(state: State, seat: int, picked: tuple[Colour, ...]) -> tuple[Counts, ...]:
    """As it would be with these dice."""
    slots = state.roundels[seat]
    for colour in picked:
        at = COLOUR_AT[colour]
        slot = state.dice[at] - 1
        slots = put(slots, slot, put(slots[slot], at, slots[slot][at] + state.dice[at]))
    return slots
