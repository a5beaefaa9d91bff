"""A block of buildings, as a page offers it: what it costs, what lies on it, and where that goes."""

from companion.games.amsterdam.actions import TakeBlock
from companion.games.amsterdam.city import BLACK_MARKET_GULDEN
from companion.games.amsterdam.things import COLOURS, GOODS
from companion.games.amsterdam.titles import colour_heading
from web.amsterdam import fields
from web.amsterdam.answers import Choice, Field, Named, Offer, Tick, Way, choices, form, number
from web.amsterdam.asked import Asked

STORED = "null"
"""Not sold."""


def block(asked: Asked) -> Offer:
    state, say = asked.state, asked.speech.say
    there = [colour for place, colour in enumerate(COLOURS) if state.free_blocks(place) and _reach(asked, place)]
    if "block" in state.once:
        return asked.why_not(TakeBlock(COLOURS[0], 1, GOODS[0], 1))
    if not there:
        return say("No block can be paid for: it costs resources in the colour of its district.")
    most = max(_reach(asked, COLOURS.index(colour)) for colour in there)
    bailiff = (Tick("bailiff", say("The Bailiff stands on it: one resource less")),) if state.bailiff in there else ()
    taking: tuple[Field, ...] = (
        fields.colours("district", say("In which district"), there, asked.speech),
        number("cost", say("Printed cost"), 1, range(1, most + 1), is_told=True),
        *bailiff,
        fields.good(say("What lies on it"), asked.speech),
        _goes(asked),
        fields.group(state.crests[asked.seat], asked.speech),
    )
    return Way("block", say("Take a block"), forms=(form(TakeBlock, say("Take the block"), *taking),))


def _reach(asked: Asked, district: int) -> int:
    """The highest printed cost that can be paid there."""
    return asked.have[district] + (asked.state.bailiff == COLOURS[district])


def _goes(asked: Asked) -> Named:
    """Into storage, or at once to the black market."""
    say = asked.speech.say
    stored = Choice(STORED, say("Into storage"))
    gulden = Choice("gulden", say("Sold for {count} gulden", count=BLACK_MARKET_GULDEN))
    resources = [
        Choice(colour, say("Sold for 1 resource: {colour}", colour=colour_heading(colour, asked.speech)))
        for colour in COLOURS
    ]
    return Named("sold_for", say("Where the commodity goes"), choices((stored, gulden, *resources)))
