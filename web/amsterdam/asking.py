"""What a seat is asked, and the means to answer: for every question of the game one way to put it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from companion.games.amsterdam.actions import (
    Discs,
    Done,
    FirstResources,
    Keep,
    Orders,
    PlaceBailiff,
    PlaceMarketeer,
    PlaceSupervisor,
    Roll,
    Tiles,
)
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.drawing import die_face, good_sign, resource_sign
from companion.games.amsterdam.ending import MOST_FOR_ORDERS
from companion.games.amsterdam.instructions import asked_for_tom
from companion.games.amsterdam.things import COLOURS
from companion.games.amsterdam.titles import colour_heading, district_title, good_heading, place_title
from companion.games.speech import mark
from web.amsterdam import barge, cards, chips, city, fields, printed, spending, tom
from web.amsterdam.answers import Choice, Form, Named, Offer, OneOf, Tap, Ticks, Way, choices, form, tap
from web.amsterdam.asked import Asked
from web.amsterdam.chips import Chip
from web.amsterdam.dice import Dice, choice, picked_dice
from web.steps import Address


class Means(NamedTuple):
    """To answer, one of these."""

    taps: tuple[Tap, ...] = ()
    forms: tuple[Form, ...] = ()
    dice: Dice | None = None
    ways: tuple[Way, ...] = ()
    not_now: tuple[str, ...] = ()
    """Why other ways cannot be."""
    done: str = ""
    """How it is said that there is nothing more."""
    supply: tuple[Chip, ...] | None = None
    """What there still is to act with."""


class Decision(NamedTuple):
    title: str
    hint: str
    steps: tuple[str, ...]
    """What is to be done and looked at before, for TOM."""
    means: Means


TITLES: dict[str, str] = {
    "discs": mark("How do the discs lie on the Amstel?"),
    "tiles": mark("Which district tiles lie face up?"),
    "supervisor": mark("Where does the Supervisor stand?"),
    "bailiff": mark("Where does the Bailiff stand?"),
    "marketeer": mark("Where does the black-marketeer stand?"),
    "first_resources": mark("Choose your first resources"),
    "card": mark("Take a card"),
    "throw": mark("Six cards: which one goes?"),
    "roll": mark("What do the dice show?"),
    "dice": mark("Choose two dice"),
    "act": mark("Your actions"),
    "bridges": mark("Which bridges did you cross?"),
    "keep": mark("Which resource do you keep?"),
    "tom_card": mark("TOM throws a card away"),
    "tom_bridges": mark("TOM moves on the Amstel"),
    "tom_magazine": mark("TOM brings a dock worker"),
    "tom_block": mark("A block for TOM"),
    "tom_roof": mark("TOM delivers"),
    "tom_market": mark("TOM at the market"),
    "end_cards": mark("Cards that count at the end"),
    "orders": mark("Your secret orders"),
}
HINTS: dict[str, str] = {
    "throw": mark("Below your board there is room for five. Whichever goes, you take a penalty token."),
    "first_resources": mark("One of a colour comes out in the first round, two of another in the second."),
    "card": mark("Take one of the cards that are turned up, lay it below your board and type its number."),
    "dice": mark("As many resources as pips go into that slot of your roundel, and come out in the round below."),
    "bridges": mark("Add up what is printed on them; 0 if there was none."),
    "keep": mark("It waits in your shack for the next round; all others go back."),
    "end_cards": mark("Count each active card that brings prestige at the end of the game."),
    "orders": mark("What all accomplished orders bring together."),
}
"""Where a sentence helps."""


def decision(asked: Asked, address: Address, sent: Mapping[str, str], after: str) -> Decision:
    what, say = asked.state.agenda[-1].what, asked.speech.say
    means = _MEANS[what](asked)
    if what == "dice":
        means = means._replace(dice=choice(asked, picked_dice(sent, after), address))
    hint = say(HINTS[what]) if what in HINTS else ""
    return Decision(say(TITLES[what]), hint, tuple(asked_for_tom(asked.state, asked.speech)), means)


def _with_form(make: Callable[[Asked], Form]) -> Callable[[Asked], Means]:
    return lambda asked: Means(forms=(make(asked),))


def _act(asked: Asked) -> Means:
    offers: tuple[Offer, ...] = (
        cards.activation(asked),
        cards.use(asked),
        city.block(asked),
        *barge.barge(asked),
        spending.amstel(asked),
        spending.market(asked),
    )
    ways = tuple(offer for offer in offers if isinstance(offer, Way))
    reasons = tuple(offer for offer in offers if isinstance(offer, str))
    return Means(ways=ways, not_now=reasons, done=_done(), supply=chips.resources(asked.have, asked.speech))


def _done() -> str:
    return msgspec.json.encode(Done()).decode()


def _card(asked: Asked) -> Means:
    return Means(forms=(cards.take(asked),), ways=_usable(asked))


def _dice(asked: Asked) -> Means:
    return Means(ways=_usable(asked))


def _usable(asked: Asked) -> tuple[Way, ...]:
    """Cards can be used at any time."""
    way = cards.use(asked)
    return (way,) if isinstance(way, Way) else ()


def _throw(asked: Asked) -> Means:
    return Means(taps=cards.throw(asked))


def _count(asked: Asked) -> Means:
    return Means(forms=cards.count(asked), done=_done())


# What chance brings, where the table draws and rolls.


def _roll(asked: Asked) -> Form:
    speech = asked.speech
    rows = [
        OneOf(
            f"dice.{at}",
            colour_heading(colour, speech),
            choices(Choice(str(face), str(face), Markup(die_face(colour, face, speech))) for face in FACES),
            "faces",
        )
        for at, colour in enumerate(COLOURS)
    ]
    return form(Roll, speech.say("That is the roll"), *rows)


def _discs(asked: Asked) -> Form:
    names = asked.state.setup.names
    places = [
        Named(
            f"seats.{place}",
            asked.speech.say("On top") if not place else asked.speech.say("Below it"),
            choices((Choice(str(seat), name) for seat, name in enumerate(names)), str(place)),
        )
        for place in range(len(names))
    ]
    return form(Discs, asked.speech.say("So they lie"), *places)


def _tiles(asked: Asked) -> Form:
    """As many as there are players but one."""
    speech, several = asked.speech, asked.state.setup.players > 2
    title = speech.say("Districts")
    if not several:
        return form(Tiles, speech.say("So they lie"), fields.colours("districts.0", title, COLOURS, speech))
    there = tuple(Choice(colour, colour_heading(colour, speech), Markup(resource_sign(colour))) for colour in COLOURS)
    hint = speech.say("{count} tiles lie face up: tick them.", count=asked.state.setup.players - 1)
    return form(Tiles, speech.say("So they lie"), Ticks("districts", title, there), hint=hint)


# The beginning, the end of a round, the end.


def _first_resources(asked: Asked) -> Form:
    say, speech = asked.speech.say, asked.speech
    return form(
        FirstResources,
        say("Take them"),
        fields.colours("one", say("One for the first round"), COLOURS, speech),
        fields.colours("two", say("Two for the second round"), COLOURS, speech),
    )


def _keep(asked: Asked) -> Means:
    there = [colour for colour, count in zip(COLOURS, asked.have, strict=True) if count]
    return Means(
        taps=tuple(
            tap(Keep(colour), colour_heading(colour, asked.speech), Markup(resource_sign(colour))) for colour in there
        ),
    )


def _orders(asked: Asked) -> Form:
    return form(
        Orders, asked.speech.say("That is all of them"), fields.prestige("prestige", 0, MOST_FOR_ORDERS, asked.speech)
    )


# Figures.


def _supervisor(asked: Asked) -> Means:
    places = [one for one in asked.options if isinstance(one, PlaceSupervisor)]
    return Means(taps=tuple(tap(one, place_title(one.at, asked.speech)) for one in places))


def _bailiff(asked: Asked) -> Means:
    places = [one for one in asked.options if isinstance(one, PlaceBailiff)]
    return Means(
        taps=tuple(
            tap(one, district_title(one.district, asked.speech), Markup(resource_sign(one.district))) for one in places
        ),
    )


def _marketeer(asked: Asked) -> Means:
    goods = [one for one in asked.options if isinstance(one, PlaceMarketeer)]
    return Means(
        taps=tuple(tap(one, good_heading(one.good, asked.speech), Markup(good_sign(one.good))) for one in goods),
    )


_MEANS: dict[str, Callable[[Asked], Means]] = {
    "discs": _with_form(_discs),
    "tiles": _with_form(_tiles),
    "supervisor": _supervisor,
    "bailiff": _bailiff,
    "marketeer": _marketeer,
    "first_resources": _with_form(_first_resources),
    "card": _card,
    "throw": _throw,
    "roll": _with_form(_roll),
    "dice": _dice,
    "act": _act,
    "bridges": _with_form(printed.bridges),
    "keep": _keep,
    "tom_card": _with_form(tom.card),
    "tom_bridges": _with_form(printed.bridges),
    "tom_magazine": _with_form(printed.magazine),
    "tom_block": _with_form(tom.block),
    "tom_roof": _with_form(printed.roof),
    "tom_market": _with_form(tom.market),
    "end_cards": _count,
    "orders": _with_form(_orders),
}
