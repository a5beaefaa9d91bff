"""The Amstel and the market, as a page offers them: with one tap where it is known what is paid and what it brings."""

from companion.games.amsterdam.actions import Buy, MoveOnAmstel
from companion.games.amsterdam.amstel import cost
from companion.games.amsterdam.market import MOST_PRICE
from companion.games.amsterdam.things import COLOURS, NO_RESOURCES, Counts
from companion.games.state import put
from web.amsterdam import chips, fields
from web.amsterdam.answers import Fold, Form, Offer, Tap, Way, form, number, tap
from web.amsterdam.asked import Asked
from web.amsterdam.cards import brought

MOST_TAPS = 4
"""Moves on the Amstel that are offered with one tap; further ones are typed."""


def amstel(asked: Asked) -> Offer:
    state, say = asked.state, asked.speech.say
    if not any(asked.have):
        return say("A move on the Amstel costs resources, and your supply is empty.")
    if not asked.can(MoveOnAmstel):
        return asked.why_not(MoveOnAmstel(1, NO_RESOURCES))
    left = state.setup.board.mouth - state.amstel[asked.seat]
    reach = [spaces for spaces in range(1, left + 1) if cost(spaces) <= sum(asked.have)]
    spaces = number("spaces", say("Spaces on the Amstel"), 1, range(1, reach[-1] + 1), icon="amstel", is_told=True)
    paying = fields.payment(asked.have, asked.speech, usual_payment(asked.have, cost(1)))
    otherwise = form(MoveOnAmstel, say("Move"), spaces, *paying, title=say("Pay with other colours"))
    taps = tuple(_move(asked, spaces) for spaces in reach[:MOST_TAPS])
    return Way("amstel", say("Move on the Amstel"), taps=taps, forms=(otherwise,))


def _move(asked: Asked, spaces: int) -> Tap:
    pays = usual_payment(asked.have, cost(spaces))
    words = asked.speech.counted(spaces, "{count} space", "{count} spaces")
    return tap(MoveOnAmstel(spaces, pays), words, cost=chips.resources(pays, asked.speech))


def usual_payment(have: Counts, total: int) -> Counts:
    """Each resource of the colour of which there is most."""
    paid = NO_RESOURCES
    for _ in range(total):
        at = max(range(len(COLOURS)), key=lambda place: have[place] - paid[place])
        paid = put(paid, at, paid[at] + 1)
    return paid


def market(asked: Asked) -> Offer:
    state, say = asked.state, asked.speech.say
    if not asked.can(Buy):
        return asked.why_not(Buy(1, fields.NOTHING))
    return Way("market", say("Buy at the market"), taps=_buy_again(asked), forms=(_purchase(asked, state.tile),))


def _buy_again(asked: Asked) -> tuple[Tap, ...]:
    """What somebody bought; for TOM not all that the tile shows is said."""
    tile, is_of_tom = asked.state.tile, asked.state.setup.automaton is not None
    return (_buy(asked, tile),) if tile is not None and not is_of_tom and tile in asked.options else ()


def _buy(asked: Asked, tile: Buy) -> Tap:
    say = asked.speech.say
    words = say("Pay {price} gulden", price=tile.price)
    return tap(tile, words, cost=brought(tile.effect, asked.speech))


def _purchase(asked: Asked, tile: Buy | None) -> Form:
    state, speech = asked.state, asked.speech
    last, most = tile.effect if tile else fields.NOTHING, min(state.money[asked.seat], MOST_PRICE)
    price = fields.price(tile.price if tile else 1, most, speech)
    gulden, prestige = fields.gulden_and_prestige(last, 0, speech)
    relief = fields.penalties(last, range(-state.penalties[asked.seat], 1), speech)
    steps = fields.steps("effect.steps", last, state, speech)
    more = (steps, gulden, relief, *fields.extras(NO_RESOURCES, last.resources, speech))
    fold = Fold("market", speech.say("What else the tile shows"), more)
    told = prestige._replace(is_told=True)
    return form(Buy, speech.say("Buy"), price, told, fold, title=speech.say("What the tile shows"))
