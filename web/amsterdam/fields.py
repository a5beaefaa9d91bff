"""The fields of typed answers, each with what is offered to begin with: what was said last, or the board's guess."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from companion.games.amsterdam.actions import Effect
from companion.games.amsterdam.board import Printed
from companion.games.amsterdam.cards import MOST_GAINED, MOST_PENALTIES, MOST_PRESTIGE
from companion.games.amsterdam.drawing import (
    good_sign,
    gulden_sign,
    kind_sign,
    penalty_sign,
    prestige_sign,
    resource_sign,
)
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import (
    COLOURS,
    GOODS,
    KINDS,
    NO_RESOURCES,
    Colour,
    Counts,
    Place,
)
from companion.games.amsterdam.titles import colour_heading, good_heading, kind_title, place_title
from companion.games.speech import Speech
from web.amsterdam.answers import CardNumber, Choice, Field, Named, Number, OneOf, choices, number

NOTHING = Effect()


def payment(have: Counts, speech: Speech, pays: Counts = NO_RESOURCES) -> tuple[Number, ...]:
    """Of each colour that there is; and that nothing of the others is paid."""
    return tuple(
        number(f"pay.{place}", colour_heading(colour, speech), pays[place], range(have[place] + 1), _sign(colour))
        for place, colour in enumerate(COLOURS)
    )


def effect(state: State, seat: int, last: Effect, speech: Speech) -> tuple[Number, ...]:
    """What a card brings, or costs as far as the seat can pay it."""
    return (
        *extras(state.supply[seat], last.resources, speech),
        *gulden_and_prestige(last, state.money[seat], speech),
        steps("effect.steps", last, state, speech),
        penalties(last, range(-state.penalties[seat], MOST_PENALTIES + 1), speech),
    )


def extras(lost: Counts, last: Counts, speech: Speech) -> tuple[Number, ...]:
    """Resources; of each colour no more than this can be lost."""
    return tuple(
        number(f"effect.resources.{at}", colour_heading(colour, speech), last[at], _gained_or(lost[at]), _sign(colour))
        for at, colour in enumerate(COLOURS)
    )


def _gained_or(lost: int) -> range:
    return range(-min(lost, MOST_GAINED), MOST_GAINED + 1)


def gulden_and_prestige(last: Effect, lost: int, speech: Speech) -> tuple[Number, ...]:
    return (
        number("effect.gulden", speech.say("Gulden"), last.gulden, _gained_or(lost), Markup(gulden_sign())),
        prestige("effect.prestige", last.prestige, MOST_PRESTIGE, speech),
    )


def steps(name: str, last: Effect, state: State, speech: Speech) -> Number:
    """As many as are shown; who is near the mouth goes no further."""
    there = range(state.setup.board.mouth + 1)
    return number(name, speech.say("Spaces on the Amstel"), last.steps, there, icon="amstel")


def penalties(last: Effect, there: range, speech: Speech) -> Number:
    return number("effect.penalties", speech.say("Penalty tokens"), last.penalties, there, Markup(penalty_sign()))


def price(last: int, most: int, speech: Speech) -> Number:
    return number("price", speech.say("Price in gulden"), last, range(1, most + 1), Markup(gulden_sign()), is_told=True)


def prestige(name: str, value: int, most: int, speech: Speech) -> Number:
    return number(name, speech.say("Prestige"), value, range(most + 1), Markup(prestige_sign()))


def printed(there: Printed, speech: Speech) -> Number:
    """A guess is offered to be put right."""
    return number(
        "prestige", speech.say("Prestige"), there.prestige, there.choices, Markup(prestige_sign()), is_told=True
    )


def card(state: State, speech: Speech) -> tuple[Field, ...]:
    """One of those turned up."""
    there = [
        Choice(
            kind, speech.say("{kind} ({count})", kind=kind_title(kind, speech), count=count), Markup(kind_sign(kind))
        )
        for kind, count in zip(KINDS, state.display, strict=True)
        if count
    ]
    return OneOf("kind", speech.say("Which kind"), choices(there), "words"), CardNumber(
        "card", speech.say("Its number")
    )


def colours(name: str, title: str, there: Iterable[Colour], speech: Speech) -> OneOf:
    found = [Choice(colour, colour_heading(colour, speech), _sign(colour)) for colour in there]
    return OneOf(name, title, choices(found))


def good(title: str, speech: Speech) -> OneOf:
    there = [Choice(one, good_heading(one, speech), Markup(good_sign(one))) for one in GOODS]
    return OneOf("good", title, choices(there), "goods")


def group(crests: Counts, speech: Speech) -> Number:
    """Crests that hang together once there is one more of them, that one included: it alone, until more is said."""
    there = range(1, sum(crests) + 2)
    return number(
        "group", speech.say("Crests joined to this one by bridges, this one included"), 1, there, is_told=True
    )


def place(name: str, title: str, there: Sequence[Place], speech: Speech) -> Named:
    return Named(name, title, choices(Choice(one, place_title(one, speech)) for one in there))


def _sign(colour: Colour) -> Markup:
    return Markup(resource_sign(colour))
