"""What an action means for the cardboard: which pieces, cards and coins to move, sentence by sentence for the table.
How the table is laid out is said in `first_steps`, and what TOM asks in `instructions`.

What was put right needs nothing: there it was the cardboard that was right.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.games.amsterdam import events as ev
from companion.games.amsterdam.chance import first_round
from companion.games.amsterdam.first_steps import first_steps
from companion.games.amsterdam.state import Setup
from companion.games.amsterdam.things import NO_RESOURCES, WAREHOUSES, minus, only, plus
from companion.games.amsterdam.titles import (
    card_title,
    cards_title,
    dice_title,
    district_title,
    figure_title,
    good_title,
    more_than_none,
    place_title,
    resources_title,
    spaces_title,
    stands_title,
    tokens_title,
    worker_title,
)
from companion.games.events import Event, Money
from companion.games.speech import ENGLISH, Speech, mark

_SAID_ALREADY = ("end_of_round", "shack", "start")
"""Why resources or gulden move, where a sentence of its own says it."""


def cardboard(setup: Setup, events: Sequence[ev.AnyEvent], speech: Speech = ENGLISH) -> list[str]:
    """What the table has to do after an action with these facts."""
    steps = _Steps(setup, events, speech)
    return [
        *(first_steps(setup, speech) if any(_is_start(event) for event in events) else []),
        *(step for event in events for step in steps.of(event)),
        *_paid(setup, events, speech),
        *_prestige(setup, events, speech),
    ]


def _is_start(event: ev.AnyEvent) -> bool:
    return isinstance(event, Money) and event.why == "start"


class _Steps:
    """What each event asks for, except for what is summed up at the end."""

    def __init__(self, setup: Setup, events: Sequence[ev.AnyEvent], speech: Speech) -> None:
        self.setup = setup
        self.speech = speech
        self._is_taken = any(isinstance(event, ev.BlackMarket | ev.Delivered) for event in events)
        """What TOM took from a block has come somewhere."""
        self._steps: dict[type[Event], Callable[[Any], list[str]]] = {
            ev.DiscsStacked: self._discs,
            ev.TilesDrawn: self._tiles,
            ev.Round: self._round,
            ev.CardsShown: self._cards,
            ev.CardTaken: self._card_taken,
            ev.CardThrown: self._card_thrown,
            ev.DisplayCardThrown: self._card_thrown,
            ev.Rolled: self._rolled,
            ev.DiceTurned: self._dice_turned,
            ev.IntoRoundel: self._into_roundel,
            ev.RoundelTurned: self._roundel_turned,
            ev.Supply: self._supply,
            ev.Shack: self._shack,
            ev.Penalty: self._penalty,
            ev.Activated: self._activated,
            ev.CardUsed: self._card_used,
            ev.BlockTaken: self._block_taken,
            ev.Stored: self._stored,
            ev.BlackMarket: self._black_market,
            ev.Loaded: self._loaded,
            ev.Sailed: self._sailed,
            ev.Fetched: self._fetched,
            ev.Brought: self._brought,
            ev.TomBrought: self._tom_brought,
            ev.Delivered: self._delivered,
            ev.Advanced: self._advanced,
            ev.Stands: self._stands,
        }

    def of(self, event: ev.AnyEvent) -> list[str]:
        step = self._steps.get(type(event))
        return step(event) if step else []

    def say(self, sentence: str, **values: object) -> list[str]:
        return [self.speech.say(sentence, **values)]

    def _name(self, seat: int) -> str:
        return self.setup.names[seat]

    # Chance, rounds and phases.

    def _discs(self, event: ev.DiscsStacked) -> list[str]:
        """Where the device drew them."""
        if self.setup.chance is None:
            return []
        names = ", ".join(self._name(seat) for seat in event.seats)
        return self.say("Stack the discs on the start of the Amstel, from the top: {names}.", names=names)

    def _tiles(self, event: ev.TilesDrawn) -> list[str]:
        if self.setup.chance is None:
            return []
        districts = self.speech.listed([district_title(district, self.speech) for district in event.districts])
        return self.say("Lay these district tiles face up beside the board: {districts}.", districts=districts)

    def _round(self, event: ev.Round) -> list[str]:
        first = event.round == first_round(self.setup.rules)
        markers = [] if first else self.say("Put all action markers back on the windmills.")
        tracker = mark("Put the round tracker on round {round}, and turn up the next market tile.")
        return [
            *markers,
            *self.say("Put the cards that are left over on the discard pile."),
            *self.say(tracker, round=str(event.round)),
        ]

    def _rolled(self, event: ev.Rolled) -> list[str]:
        """Where the device rolled them."""
        if self.setup.chance is None:
            return []
        return self.say("Lay out the dice as they show: {dice}.", dice=dice_title(event.dice, self.speech))

    def _dice_turned(self, event: ev.DiceTurned) -> list[str]:
        sentence = mark("Turn the dice that are too high to 1, so that they show: {dice}.")
        return self.say(sentence, dice=dice_title(event.dice, self.speech))

    # Cards.

    def _cards(self, event: ev.CardsShown) -> list[str]:
        return self.say("Turn up {cards}.", cards=cards_title(event.cards, self.speech))

    def _card_taken(self, event: ev.CardTaken) -> list[str]:
        card = card_title(event.card, self.speech)
        return self.say("Below the board of {name} goes {card}.", name=self._name(event.seat), card=card)

    def _card_thrown(self, event: ev.CardThrown | ev.DisplayCardThrown) -> list[str]:
        return self.say("On the discard pile goes {card}.", card=card_title(event.card, self.speech))

    def _activated(self, event: ev.Activated) -> list[str]:
        card = card_title(event.card, self.speech)
        return self.say("Above the board of {name} goes {card}.", name=self._name(event.seat), card=card)

    def _card_used(self, event: ev.CardUsed) -> list[str]:
        if not event.once:
            return []
        return self.say("Put an action marker on {card}.", card=card_title(event.card, self.speech))

    def _penalty(self, event: ev.Penalty) -> list[str]:
        name, tokens = self._name(event.seat), tokens_title(event.count, self.speech)
        sentence = mark("{name} takes {tokens}.") if event.count > 0 else mark("{name} gives {tokens} back.")
        return self.say(sentence, name=name, tokens=tokens)

    # The roundel and the shack.

    def _into_roundel(self, event: ev.IntoRoundel) -> list[str]:
        resources = resources_title(only(event.colour, event.count), self.speech)
        sentence = mark("{name} puts {resources} into slot {slot} of the roundel.")
        return self.say(sentence, name=self._name(event.seat), resources=resources, slot=str(event.slot))

    def _roundel_turned(self, event: ev.RoundelTurned) -> list[str]:
        name, out = self._name(event.seat), resources_title(event.out, self.speech)
        if not out:
            return self.say("{name} turns the roundel by one slot; nothing comes out.", name=name)
        return self.say("{name} turns the roundel by one slot and takes {resources} out.", name=name, resources=out)

    def _supply(self, event: ev.Supply) -> list[str]:
        if event.why != "shack":
            return []
        resources = resources_title(event.resources, self.speech)
        return self.say("{name} takes {resources} from the shack.", name=self._name(event.seat), resources=resources)

    def _shack(self, event: ev.Shack) -> list[str]:
        if event.colour is None:
            return []
        kept = resources_title(only(event.colour), self.speech)
        sentence = mark("{name} puts {resources} into the shack, and all other resources back.")
        return self.say(sentence, name=self._name(event.seat), resources=kept)

    # The city.

    def _block_taken(self, event: ev.BlockTaken) -> list[str]:
        good = good_title(event.good, self.speech)
        crest = self.say(
            "Put a crest of {name} on the block in {district}, in place of its commodity ({good}).",
            name=self._name(event.seat),
            district=district_title(event.district, self.speech),
            good=good,
        )
        if event.seat != self.setup.automaton or self._is_taken:
            return crest
        return [*crest, *self.say("Back into the box goes the commodity ({good}): nobody takes it.", good=good)]

    def _stored(self, event: ev.Stored) -> list[str]:
        name, good = self._name(event.seat), good_title(event.good, self.speech)
        return self.say("{name} puts into storage: {good}.", name=name, good=good)

    def _black_market(self, event: ev.BlackMarket) -> list[str]:
        return self.say("On the black market goes: {good}.", good=good_title(event.good, self.speech))

    # The harbour.

    def _loaded(self, event: ev.Loaded) -> list[str]:
        sentence = mark("{name} moves all commodities from storage onto the barge.")
        return self.say(sentence, name=self._name(event.seat))

    def _sailed(self, event: ev.Sailed) -> list[str]:
        name, place = self._name(event.seat), place_title(event.to, self.speech)
        return self.say("Move the barge of {name}; it lies then at {place}.", name=name, place=place)

    def _fetched(self, event: ev.Fetched) -> list[str]:
        return self.say(
            "{name} takes the dock worker ({colour}) aboard from {place}.",
            name=self._name(event.seat),
            colour=worker_title(event.worker, self.speech),
            place=place_title(event.dock, self.speech),
        )

    def _brought(self, event: ev.Brought) -> list[str]:
        sentence = mark("Put the dock worker ({colour}) on the topmost free space of the magazine.")
        return self.say(sentence, colour=worker_title(event.worker, self.speech))

    def _tom_brought(self, event: ev.TomBrought) -> list[str]:
        sentence = mark("Put the dock worker from {place} on the topmost free space of the magazine.")
        return self.say(sentence, place=place_title(event.dock, self.speech))

    def _delivered(self, event: ev.Delivered) -> list[str]:
        good, place = good_title(event.good, self.speech), place_title(event.at, self.speech)
        if event.at in WAREHOUSES:
            return self.say("Put the commodity ({good}) into {place}.", good=good, place=place)
        sentence = mark("Put the commodity ({good}) on the highest free rooftop of its storehouse.")
        return self.say(sentence, good=good)

    # The Amstel, and figures.

    def _advanced(self, event: ev.Advanced) -> list[str]:
        name, count, space = self._name(event.seat), event.to - event.before, str(event.to)
        if event.to == self.setup.board.mouth:
            sentence = mark("Move the disc of {name} to the mouth of the Amstel, on the next number there.")
            return self.say(sentence, name=name)
        spaces = spaces_title(count, self.speech)
        sentence = mark("Move the disc of {name} on the Amstel by {spaces}: to space {space}, on top of any there.")
        return self.say(sentence, name=name, spaces=spaces, space=space)

    def _stands(self, event: ev.Stands) -> list[str]:
        figure = figure_title(event.figure, self.speech)
        if event.at is None:
            return self.say("Back into the box goes: {figure}.", figure=figure)
        place = stands_title(event.figure, event.at, self.speech)
        return self.say("Put {figure} here: {place}.", figure=figure, place=place)


def _paid(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech) -> list[str]:
    """All gulden and resources of an action at once, by seat; what goes to and fro is moved once."""
    gulden = [0] * setup.players
    resources = [NO_RESOURCES] * setup.players
    for event in events:
        if isinstance(event, Money) and event.why not in _SAID_ALREADY:
            gulden[event.seat] += event.amount
        elif isinstance(event, ev.Supply) and event.why not in _SAID_ALREADY:
            resources[event.seat] = plus(resources[event.seat], event.resources)
    found = []
    for name, coins, counts in zip(setup.names, gulden, resources, strict=True):
        given = speech.listed(more_than_none(-coins, minus(counts), speech))
        taken = speech.listed(more_than_none(coins, counts, speech))
        if given:
            found.append(speech.say("{name} pays {amount} to the bank.", name=name, amount=given))
        if taken:
            found.append(speech.say("{name} takes {amount} from the bank.", name=name, amount=taken))
    return found


def _prestige(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech) -> list[str]:
    """All of an action at once, by seat."""
    sums = [0] * setup.players
    for event in events:
        if isinstance(event, ev.Prestige):
            sums[event.seat] += event.amount
    on, back = mark("Move the rowboat of {name} on by {amount}."), mark("Move the rowboat of {name} back by {amount}.")
    return [
        speech.say(on if amount > 0 else back, name=name, amount=abs(amount))
        for name, amount in zip(setup.names, sums, strict=True)
        if amount
    ]
