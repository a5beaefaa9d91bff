"""Cards, as a page offers them: taken by their number, activated for what they cost, used for what they bring, counted
at the end. What a card did last is offered again.
"""

from companion.games.amsterdam.actions import Activate, Effect, ScoreCard, TakeCard, ThrowCard, UseCard
from companion.games.amsterdam.cards import MOST_PRESTIGE
from companion.games.amsterdam.titles import card_title, number_of
from companion.games.speech import Speech
from web.amsterdam import chips, fields
from web.amsterdam.answers import Form, Offer, Tap, Tick, Way, form, tap
from web.amsterdam.asked import Asked
from web.amsterdam.chips import Chip


def take(asked: Asked) -> Form:
    return form(TakeCard, asked.speech.say("Take it"), *fields.card(asked.state, asked.speech))


def throw(asked: Asked) -> tuple[Tap, ...]:
    """One of six."""
    return tuple(tap(ThrowCard(card), card_title(card, asked.speech)) for card in asked.state.below[asked.seat])


def activation(asked: Asked) -> Offer:
    state, seat, speech = asked.state, asked.seat, asked.speech
    below = state.below[seat]
    if not below:
        return speech.say("No card lies below your board.")
    return Way("activate", speech.say("Activate a card"), forms=tuple(_activate(asked, card) for card in below))


def _activate(asked: Asked, card: int) -> Form:
    say, number = asked.speech.say, number_of(card)
    return form(
        Activate,
        say("Activate card {card}", card=number),
        *fields.payment(asked.have, asked.speech),
        title=card_title(card, asked.speech),
        about=card,
        card=card,
    )


def use(asked: Asked) -> Offer:
    """Active cards that are not used up in this round: as last time with one tap, if it can be paid, or as they say."""
    state, say = asked.state, asked.speech.say
    cards = [card for card in state.active[asked.seat] if card not in state.used]
    if not cards:
        return say("You have no active card that can be used in this round.")
    again = [use for use in state.uses if use.card in cards and use in asked.options]
    return Way(
        "use",
        say("Use a card"),
        taps=tuple(_again(asked, use) for use in again),
        forms=tuple(_use(asked, card) for card in cards),
    )


def _again(asked: Asked, use: UseCard) -> Tap:
    words = asked.speech.say("Card {card} again", card=number_of(use.card))
    return tap(use, words, cost=brought(use.effect, asked.speech))


def brought(effect: Effect, speech: Speech) -> tuple[Chip, ...]:
    """What it brings and costs, in signs."""
    found = (
        chips.prestige(effect.prestige, speech),
        chips.gulden(effect.gulden, speech),
        chips.steps(effect.steps, speech),
        chips.penalties(effect.penalties, speech),
    )
    return (*chips.resources(effect.resources, speech), *(chip for chip in found if chip.number))


def _use(asked: Asked, card: int) -> Form:
    say = asked.speech.say
    last = next((use for use in asked.state.uses if use.card == card), UseCard(card, True, fields.NOTHING))
    return form(
        UseCard,
        say("Use card {card}", card=number_of(card)),
        *fields.effect(asked.state, asked.seat, last.effect, asked.speech),
        Tick("once", say("Marked for once a round"), is_ticked=last.once),
        title=card_title(card, asked.speech),
        about=card,
        card=card,
    )


def count(asked: Asked) -> tuple[Form, ...]:
    """At the end, each active card once."""
    state, say = asked.state, asked.speech.say
    cards = [card for card in state.active[asked.seat] if card not in state.scored]
    return tuple(
        form(
            ScoreCard,
            say("Count card {card}", card=number_of(card)),
            fields.prestige("prestige", 0, MOST_PRESTIGE, asked.speech),
            title=card_title(card, asked.speech),
            about=card,
            card=card,
        )
        for card in cards
    )
