"""What the device asks about TOM's pieces: what only the cardboard shows of what he does."""

from companion.games.amsterdam.actions import TomBlock, TomCard, TomMarket
from companion.games.amsterdam.cards import MOST_PRESTIGE
from companion.games.amsterdam.market import MOST_PRICE
from companion.games.amsterdam.tom import seat_of
from web.amsterdam import fields
from web.amsterdam.answers import Form, form
from web.amsterdam.asked import Asked


def card(asked: Asked) -> Form:
    return form(TomCard, asked.speech.say("Throw it away"), *fields.card(asked.state, asked.speech))


def block(asked: Asked) -> Form:
    state, say, tom = asked.state, asked.speech.say, seat_of(asked.state)
    joined = fields.group(state.crests[tom], asked.speech)
    return form(TomBlock, say("TOM takes it"), fields.good(say("What lay on it"), asked.speech), joined)


def market(asked: Asked) -> Form:
    """The tile of the round, as it was said last if anybody has."""
    state, speech = asked.state, asked.speech
    last = state.tile.effect if state.tile else fields.NOTHING
    price = state.tile.price if state.tile else 1
    return form(
        TomMarket,
        speech.say("That is what it shows"),
        fields.price(price, MOST_PRICE, speech),
        fields.prestige("prestige", last.prestige, MOST_PRESTIGE, speech)._replace(is_told=True),
        fields.steps("steps", last, state, speech)._replace(is_told=True),
    )
