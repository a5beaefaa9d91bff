"""Why an action may not be, in words for the player who tried. Only asked once it is known that it may not."""

from collections.abc import Callable
from typing import Any

from companion.games.actions import Action
from companion.games.amsterdam import actions as act
from companion.games.amsterdam import amstel, city, harbour, tom
from companion.games.amsterdam.board import MOST_PRINTED
from companion.games.amsterdam.cards import MOST_GAINED, MOST_PENALTIES, MOST_PRESTIGE
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.ending import MOST_FOR_ORDERS
from companion.games.amsterdam.market import MOST_PRICE
from companion.games.amsterdam.names import COLOUR_NAMES, FIGURE_NAMES, GOOD_NAMES, WORKER_NAMES
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import (
    BERTHS,
    CARDS,
    COLOUR_AT,
    COLOURS,
    GOOD_AT,
    NO_RESOURCES,
    ROOFS,
    WORKER_AT,
    WORKERS,
    Colour,
    Counts,
    Figure,
    Good,
    only,
)
from companion.games.amsterdam.titles import number_of, place_phrase
from companion.games.errors import Illegal
from companion.games.refusing import not_asked
from companion.games.speech import Phrase, mark

QUESTIONS: dict[str, str] = {
    "discs": mark("say how the discs lie on the Amstel"),
    "tiles": mark("say which district tiles lie face up"),
    "supervisor": mark("say where the Supervisor stands"),
    "bailiff": mark("say where the Bailiff stands"),
    "marketeer": mark("say where the black-marketeer stands"),
    "first_resources": mark("choose the first resources"),
    "card": mark("take a card"),
    "throw": mark("throw one of six cards away"),
    "roll": mark("roll the dice and say what they show"),
    "dice": mark("choose two dice"),
    "act": mark("perform actions, or be done"),
    "bridges": mark("say what is printed on the bridges crossed"),
    "keep": mark("keep one resource"),
    "tom_card": mark("throw the cheapest card away for TOM"),
    "tom_bridges": mark("say what is printed on the bridges that TOM crossed"),
    "tom_magazine": mark("say what is printed in the magazine for TOM"),
    "tom_block": mark("take a block for TOM"),
    "tom_roof": mark("say what is printed on the rooftop for TOM"),
    "tom_market": mark("say what the market tile shows, for TOM"),
    "end_cards": mark("count the cards for the end of the game"),
    "orders": mark("count the secret orders"),
}
"""What the agenda's questions ask of a player."""

_ANSWERS: dict[str, tuple[type[Action], ...]] = {
    "discs": (act.Discs,),
    "tiles": (act.Tiles,),
    "supervisor": (act.PlaceSupervisor,),
    "bailiff": (act.PlaceBailiff,),
    "marketeer": (act.PlaceMarketeer,),
    "first_resources": (act.FirstResources,),
    "card": (act.TakeCard, act.UseCard),
    "throw": (act.ThrowCard,),
    "roll": (act.Roll,),
    "dice": (act.TakeDice, act.UseCard),
    "act": (
        act.Activate, act.UseCard, act.TakeBlock, act.Load, act.MoveBarge, act.Fetch, act.Bring, act.Deliver,
        act.MoveOnAmstel, act.Buy, act.Done,
    ),
    "bridges": (act.Printed,),
    "keep": (act.Keep,),
    "tom_card": (act.TomCard,),
    "tom_bridges": (act.Printed,),
    "tom_magazine": (act.Printed,),
    "tom_block": (act.TomBlock,),
    "tom_roof": (act.Printed,),
    "tom_market": (act.TomMarket,),
    "end_cards": (act.ScoreCard, act.Done),
    "orders": (act.Orders,),
}  # fmt: skip

_ONCE: dict[str, str] = {
    "block": mark("You have taken a block in this turn already."),
    "amstel": mark("You have moved on the Amstel in this turn already."),
    "market": mark("You have bought at the market in this turn already."),
    "worker": mark("You have taken a dock worker aboard here already."),
}


def refusal(state: State, seat: int | None, action: act.AnyAction) -> Illegal:
    """The first reason that holds, from the general to the particular."""
    return not_asked(state, seat, QUESTIONS) or _something_else_is_asked(state, action) or _particular(state, action)


def _something_else_is_asked(state: State, action: act.AnyAction) -> Illegal | None:
    """An action of a kind that does not answer the question at all."""
    what = state.agenda[-1].what
    if isinstance(action, _ANSWERS[what]):
        return None
    return Illegal("The question is to {question}.", question=Phrase(QUESTIONS[what]))


def _particular(state: State, action: act.AnyAction) -> Illegal:
    """The right kind of action with something wrong in it."""
    seat = state.agenda[-1].seat
    assert seat is not None
    return _REASONS[type(action)](state, seat, action)


def _done_once(what: str) -> Illegal:
    return Illegal(_ONCE[what])


# How it begins, and figures.


def _no_discs(_state: State, _seat: int, _discs: act.Discs) -> Illegal:
    return Illegal("Name every seat once.")


def _no_tiles(state: State, _seat: int, _tiles: act.Tiles) -> Illegal:
    count = state.setup.players - 1
    return Illegal("District tiles to name, each once and in the order of the colours: {count}.", count=count)


def _no_place_for(figure: Figure) -> Callable[[State, int, Any], Illegal]:
    return lambda _state, _seat, _place: Illegal("{figure} cannot stand there.", figure=Phrase(FIGURE_NAMES[figure]))


# Cards.


def _no_card(state: State, _seat: int, taken: act.TakeCard | act.TomCard) -> Illegal:
    card = taken.card
    if card not in CARDS:
        return Illegal("The cards have numbers from 1 to {last}.", last=CARDS[-1])
    if card in state.out:
        return Illegal("Card {card} has been taken already.", card=number_of(card))
    return Illegal("No card of this kind is turned up any more.")


def _not_below(_state: State, _seat: int, thrown: act.ThrowCard) -> Illegal:
    return Illegal("Card {card} does not lie below your board.", card=number_of(thrown.card))


def _no_activation(state: State, seat: int, activate: act.Activate) -> Illegal:
    if activate.card not in state.below[seat]:
        return Illegal("Card {card} does not lie below your board.", card=number_of(activate.card))
    return _not_paid(state, seat, activate.pay)


def _not_counted(state: State, seat: int, card: act.ScoreCard) -> Illegal:
    if card.card in state.scored:
        return Illegal("Card {card} has been counted already.", card=number_of(card.card))
    if card.card not in state.active[seat]:
        return Illegal("Card {card} is not one of your active cards.", card=number_of(card.card))
    return Illegal("No card counts {prestige}.", prestige=card.prestige)


def _no_use(state: State, seat: int, use: act.UseCard) -> Illegal:
    if use.card not in state.active[seat]:
        return Illegal("Card {card} is not one of your active cards.", card=number_of(use.card))
    if use.card in state.used:
        return Illegal("Card {card} has been used in this round already.", card=number_of(use.card))
    return _no_effect(state, seat, use.effect)


def _no_effect(state: State, seat: int, effect: act.Effect) -> Illegal:
    if len(effect.resources) != len(COLOURS):
        return Illegal("Say for each of the six colours how many there are.")
    if unpaid := _unpaid(state, seat, tuple(max(-change, 0) for change in effect.resources)):
        return unpaid
    if state.money[seat] + effect.gulden < 0:
        return Illegal("You have only {have} gulden.", have=state.money[seat])
    if state.penalties[seat] + effect.penalties < 0:
        return Illegal("Penalty tokens that you have: {have}.", have=state.penalties[seat])
    if effect.penalties > MOST_PENALTIES:
        return Illegal("Penalty tokens that can come at once: {most}.", most=MOST_PENALTIES)
    if max(map(abs, effect.resources)) > MOST_GAINED:
        return Illegal("Resources of one colour that can come or go at once: {most}.", most=MOST_GAINED)
    if abs(effect.gulden) > MOST_GAINED:
        return Illegal("Gulden that can come or go at once: {most}.", most=MOST_GAINED)
    return _no_gain(state, effect.prestige)


def _no_gain(state: State, prestige: int) -> Illegal:
    """By a card or a tile; if it is not for the prestige, it is for the steps."""
    if not 0 <= prestige <= MOST_PRESTIGE:
        return Illegal("Prestige that comes at once is from 0 to {most}.", most=MOST_PRESTIGE)
    return Illegal("Steps on the Amstel are from 0 to {most}.", most=state.setup.board.mouth)


def _not_paid(state: State, seat: int, pay: Counts) -> Illegal:
    return _unpaid(state, seat, pay) or Illegal("Say for each of the six colours how many are paid.")


def _unpaid(state: State, seat: int, pay: Counts) -> Illegal | None:
    """Why nobody can pay so, if that is so."""
    if len(pay) != len(COLOURS) or min(pay) < 0:
        return Illegal("Say for each of the six colours how many are paid.")
    for colour, have, paid in zip(COLOURS, state.supply[seat], pay, strict=True):
        if paid > have:
            return Illegal(
                "You cannot pay {paid} of {colour}: there are {have} in your supply.",
                paid=paid,
                colour=_colour(colour),
                have=have,
            )
    return None


# Dice.


def _no_roll(_state: State, _seat: int, _roll: act.Roll) -> Illegal:
    return Illegal("Say of each of the six dice what it shows, from 1 to {last}.", last=FACES[-1])


def _no_dice(_state: State, _seat: int, dice: act.TakeDice) -> Illegal:
    if dice.first == dice.second:
        return Illegal("Choose two different dice.")
    return Illegal("Name the dice in their order: black, brown, purple, pink, orange, gray.")


def _no_first_resources(_state: State, _seat: int, _first: act.FirstResources) -> Illegal:
    return Illegal("The two resources must have another colour than the first one.")


def _no_keep(_state: State, _seat: int, keep: act.Keep) -> Illegal:
    return Illegal("You have no resource of this colour to keep: {colour}.", colour=_colour(keep.colour))


# The city.


def _no_block(state: State, seat: int, block: act.TakeBlock) -> Illegal:
    at = COLOUR_AT[block.district]
    if "block" in state.once:
        return _done_once("block")
    if not state.free_blocks(at):
        return Illegal("All blocks of {district} are taken.", district=_district(block))
    if block.bailiff and state.bailiff != block.district:
        return Illegal("The Bailiff does not stand in {district}.", district=_district(block))
    if block.cost < 1:
        return Illegal("A block costs at least one resource.")
    if not block.bailiff and city.is_where_the_bailiff_stands(state, block.district):
        return Illegal("On the last free block of {district} stands the Bailiff.", district=_district(block))
    pays = block.cost - block.bailiff
    if pays > state.supply[seat][at]:
        return _not_paid(state, seat, only(block.district, pays))
    crests = sum(state.crests[seat]) + 1
    if not 1 <= block.group <= crests:
        return Illegal("Of your crests between 1 and {most} can hang together there.", most=crests)
    if block.sold_for == "gulden" and state.marketeer == block.good:
        return Illegal("Where the black-marketeer stands you get gulden and a resource: say of which colour.")
    return Illegal("On the black market there is {good} already.", good=_good(block.good))


# The harbour.


def _no_load(state: State, seat: int, _load: act.Load) -> Illegal:
    if not any(state.storage[seat]):
        return Illegal("There is nothing in your storage to load.")
    return Illegal("A barge is loaded at a dock with a crane; yours lies at {place}.", place=_lies(state, seat))


def _no_voyage(state: State, seat: int, voyage: act.MoveBarge) -> Illegal:
    if voyage.pay == NO_RESOURCES:
        return Illegal("Each space costs one resource.")
    if voyage.to == state.barges[seat]:
        return Illegal("Your barge lies at {place} already.", place=_lies(state, seat))
    return _not_paid(state, seat, voyage.pay)


def _no_fetch(state: State, seat: int, fetch: act.Fetch) -> Illegal:
    dock = state.barges[seat]
    if dock not in WORKERS:
        return Illegal("No dock worker waits where your barge lies: at {place}.", place=_lies(state, seat))
    if len(state.aboard[seat]) == BERTHS:
        return Illegal("There are two dock workers aboard already.")
    if "worker" in state.once:
        return _done_once("worker")
    if not state.docks[WORKER_AT[dock]]:
        return Illegal("Nobody waits at {place} any more.", place=_lies(state, seat))
    if fetch.worker == dock:
        return Illegal("No dock worker waits at the dock of its own colour.")
    return Illegal("All {colour} dock workers have been fetched.", colour=Phrase(WORKER_NAMES[fetch.worker]))


def _no_bringing(state: State, seat: int, bring: act.Bring) -> Illegal:
    if state.barges[seat] not in state.aboard[seat]:
        return Illegal("No dock worker aboard wants to go to {place}.", place=_lies(state, seat))
    return _not_printed(bring.prestige, harbour.magazine(state).choices)


def _no_delivery(state: State, seat: int, delivery: act.Deliver) -> Illegal:
    good, place = delivery.good, state.barges[seat]
    if not state.cargo[seat][GOOD_AT[good]]:
        return Illegal("There is no {good} aboard.", good=_good(good))
    if harbour.takes(state, place, good):
        return _not_printed(delivery.prestige, harbour.printed(state, place, good).choices)
    if place == good:
        return Illegal("The storehouse for {good} is full: it holds {most}.", good=_good(good), most=ROOFS)
    if harbour.is_warehouse(place):
        return Illegal("There is a commodity in {place} already.", place=_lies(state, seat))
    return Illegal(
        "{good} cannot be delivered at {place}.", good=Phrase(GOOD_NAMES[good].heading), place=_lies(state, seat)
    )


def _not_readable(_state: State, _seat: int, printed: act.Printed) -> Illegal:
    return _not_printed(printed.prestige, range(MOST_PRINTED + 1))


def _not_printed(said: int, printed: range) -> Illegal:
    if len(printed) == 1:
        return Illegal("There {prestige} prestige is printed, not {said}.", prestige=printed[0], said=said)
    return Illegal("Printed prestige is from {least} to {most}.", least=printed[0], most=printed[-1])


# The Amstel and the market.


def _no_move(state: State, seat: int, move: act.MoveOnAmstel) -> Illegal:
    left = state.setup.board.mouth - state.amstel[seat]
    if "amstel" in state.once:
        return _done_once("amstel")
    if not 1 <= move.spaces <= left:
        return Illegal("Spaces that you can still go on the Amstel: {left}.", left=left)
    return _unpaid(state, seat, move.pay) or Illegal(
        "To move so far on the Amstel ({spaces}) costs {cost} in resources, not {paid}.",
        spaces=move.spaces,
        cost=amstel.cost(move.spaces),
        paid=sum(move.pay),
    )


def _no_purchase(state: State, seat: int, purchase: act.Buy) -> Illegal:
    if "market" in state.once:
        return _done_once("market")
    if not _is_price(purchase.price):
        return _no_price()
    if purchase.price > state.money[seat]:
        return Illegal("You have only {have} gulden.", have=state.money[seat])
    effect = purchase.effect
    if effect.gulden < 0 or effect.penalties > 0 or any(count < 0 for count in effect.resources):
        return Illegal("A market tile costs its price and nothing else.")
    return _no_effect(state, seat, effect)


def _is_price(price: int) -> bool:
    return 1 <= price <= MOST_PRICE


def _no_price() -> Illegal:
    return Illegal("A market tile costs from 1 to {most} gulden.", most=MOST_PRICE)


# TOM, and the end.


def _no_tom_block(state: State, _seat: int, _block: act.TomBlock) -> Illegal:
    crests = sum(state.crests[tom.seat_of(state)]) + 1
    return Illegal("Of his crests between 1 and {most} can hang together there.", most=crests)


def _no_tom_market(state: State, _seat: int, tile: act.TomMarket) -> Illegal:
    return _no_gain(state, tile.prestige) if _is_price(tile.price) else _no_price()


def _no_orders(_state: State, _seat: int, _orders: act.Orders) -> Illegal:
    return Illegal("Secret orders bring from 0 to {most} prestige.", most=MOST_FOR_ORDERS)


def _colour(colour: Colour) -> Phrase:
    return Phrase(COLOUR_NAMES[colour].heading)


def _district(block: act.TakeBlock) -> Phrase:
    return Phrase(COLOUR_NAMES[block.district].district)


def _good(good: Good) -> Phrase:
    return Phrase(GOOD_NAMES[good].inside)


def _lies(state: State, seat: int) -> Phrase:
    return place_phrase(state.barges[seat])


_REASONS: dict[type[Action], Callable[[State, int, Any], Illegal]] = {
    act.TakeCard: _no_card,
    act.TomCard: _no_card,
    act.ThrowCard: _not_below,
    act.Activate: _no_activation,
    act.ScoreCard: _not_counted,
    act.UseCard: _no_use,
    act.TakeDice: _no_dice,
    act.FirstResources: _no_first_resources,
    act.Keep: _no_keep,
    act.TakeBlock: _no_block,
    act.Load: _no_load,
    act.MoveBarge: _no_voyage,
    act.Fetch: _no_fetch,
    act.Bring: _no_bringing,
    act.Deliver: _no_delivery,
    act.Printed: _not_readable,
    act.MoveOnAmstel: _no_move,
    act.Buy: _no_purchase,
    act.Discs: _no_discs,
    act.Tiles: _no_tiles,
    act.PlaceSupervisor: _no_place_for("supervisor"),
    act.PlaceBailiff: _no_place_for("bailiff"),
    act.PlaceMarketeer: _no_place_for("marketeer"),
    act.Roll: _no_roll,
    act.TomBlock: _no_tom_block,
    act.TomMarket: _no_tom_market,
    act.Orders: _no_orders,
}
"""For every kind that is not always an answer to its question."""
