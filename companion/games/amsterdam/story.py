"""A game in words: a sentence for each event that is worth one. What a deed brings is told in the same sentence."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.games.amsterdam import events as ev
from companion.games.amsterdam.actions import Effect
from companion.games.amsterdam.state import Setup
from companion.games.amsterdam.things import NO_RESOURCES, Counts, Kind, only
from companion.games.amsterdam.titles import (
    brought,
    card_title,
    cards_title,
    colour_called,
    dice_title,
    district_title,
    figure_title,
    given,
    good_called,
    good_title,
    gulden_title,
    kind_title,
    place_title,
    resources_title,
    stands_title,
    tokens_title,
    worker_title,
)
from companion.games.events import Event, Money
from companion.games.speech import ENGLISH, Speech, mark
from companion.games.telling import Called

_PRESTIGE: dict[str, str] = {
    "delivery": mark("{name} gains {amount} prestige for {good}."),
    "fast": mark("{name} gains {amount} prestige more for a fast delivery."),
    "supervisor": mark("{name} gains {amount} prestige more from the Supervisor."),
    "magazine": mark("{name} gains {amount} prestige for the dock worker."),
    "bridges": mark("{name} gains {amount} prestige for bridges over the Amstel."),
    "mouth": mark("{name} gains {amount} prestige at the mouth of the Amstel."),
    "orders": mark("{name} gains {amount} prestige for secret orders."),
    "penalties": mark("{name} loses {amount} prestige for penalty tokens."),
}
"""By why a fact says that prestige was gained, where no other sentence says it."""

_MORE: dict[str, str] = {
    "fast": mark("{amount} more for a fast delivery"),
    "supervisor": mark("{amount} more from the Supervisor"),
    "bridges": mark("{amount} prestige for bridges"),
    "mouth": mark("{amount} prestige at the mouth"),
}
"""Inside the sentence of a deed; any other prestige is just counted."""

_PENALTIES: dict[str, str] = {
    "sixth_card": mark("{name} takes {tokens} for having had six cards below the board."),
    "empty_roundel": mark("{name} takes {tokens}: nothing came out of the roundel."),
    "cards": mark("{name} takes {tokens} for cards that are still below the board."),
}

_EVALUATED: dict[str, str] = {
    "group": mark("Prestige for the largest group of crests"),
    "district": mark("Prestige for crests in {district}"),
    "leftovers": mark("Prestige for what is left over"),
}


class _Deed(NamedTuple):
    """A sentence to which facts still add what the deed brings."""

    seat: int | None
    """None: whoever gains something for the same thing."""
    said: str
    whys: tuple[str, ...]
    gains: list[str]


class Story:
    """Tells events as sentences; `called` says how a seat is to be named."""

    def __init__(self, setup: Setup, called: Called, speech: Speech = ENGLISH) -> None:
        self.setup = setup
        self.called = called
        self.speech = speech
        self._deed: _Deed | None = None
        self._paid: Counts = NO_RESOURCES
        """For the deed that comes next."""
        self._effect = Effect()
        """Of the market tile that was told last."""
        self._tales: dict[type[Event], Callable[[Any], list[str]]] = {
            ev.DiscsStacked: self._discs_stacked,
            ev.TilesDrawn: self._tiles_drawn,
            ev.Round: self._round,
            ev.CardsShown: self._cards_shown,
            ev.CardTaken: self._card_taken,
            ev.CardThrown: self._card_thrown,
            ev.DisplayCardThrown: self._display_card_thrown,
            ev.Rolled: self._rolled,
            ev.DiceTurned: self._dice_turned,
            ev.DiceTaken: self._dice_taken,
            ev.IntoRoundel: self._into_roundel,
            ev.RoundelTurned: self._roundel_turned,
            ev.Supply: self._supply,
            ev.Shack: self._shack,
            ev.Prestige: self._prestige,
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
            ev.TileSeen: self._tile_seen,
            ev.Stands: self._stands,
            ev.TomBuilds: self._tom_builds,
            ev.CardScored: self._card_scored,
            Money: self._money,
        }

    def tell(self, event: ev.AnyEvent) -> list[str]:
        """One sentence, several, or none where other events say it already."""
        if self._adds(event):
            return []
        tale = self._tales.get(type(event))
        return [*self._told_deed(), *(tale(event) if tale else [])]

    # A deed, and what it brings.

    def _adds(self, event: ev.AnyEvent) -> bool:
        """Whether this is part of the deed that is being told."""
        deed = self._deed
        if deed is None or not isinstance(event, (Money, ev.Prestige, ev.Supply, ev.IntoRoundel)):
            return False
        if deed.seat is None and isinstance(event, ev.Prestige) and event.why in deed.whys:
            deed.gains.append(f"{self.called(event.seat)} {self.speech.number(event.amount)}")
            return True
        why = "dice" if isinstance(event, ev.IntoRoundel) else event.why.partition(":")[0]
        if event.seat == deed.seat and why in deed.whys:
            deed.gains.append(self._gain(event))
            return True
        return False

    def _gain(self, event: "Money | ev.Prestige | ev.Supply | ev.IntoRoundel") -> str:
        match event:
            case Money(amount=amount):
                return gulden_title(amount, self.speech)
            case ev.Supply(resources=resources):
                return resources_title(resources, self.speech)
            case ev.IntoRoundel(colour=colour, count=count):
                return resources_title(only(colour, count), self.speech)
            case ev.Prestige(amount=amount, why=why):
                return self.speech.say(_MORE.get(why, "{amount} prestige"), amount=amount)

    def _begin(self, seat: int | None, said: str, *whys: str) -> list[str]:
        """What this deed brings for one of these reasons is told with it."""
        self._deed = _Deed(seat, said, whys, [])
        return []

    def _told_deed(self) -> list[str]:
        deed, self._deed = self._deed, None
        if deed is None:
            return []
        return [f"{deed.said}: {self.speech.listed(deed.gains)}." if deed.gains else f"{deed.said}."]

    def _spent(self) -> str:
        """What was paid for the deed that is told now; nothing if it was free."""
        paid, self._paid = self._paid, NO_RESOURCES
        return resources_title(paid, self.speech)

    # How it begins, and rounds.

    def _discs_stacked(self, event: ev.DiscsStacked) -> list[str]:
        names = self.speech.listed([self.called(seat) for seat in event.seats])
        return [self.speech.say("Order on the Amstel: {names}.", names=names)]

    def _tiles_drawn(self, event: ev.TilesDrawn) -> list[str]:
        districts = self.speech.listed([district_title(district, self.speech) for district in event.districts])
        return [self.speech.say("At the end crests count in {districts}.", districts=districts)]

    def _round(self, event: ev.Round) -> list[str]:
        return [self.speech.say("Round {round} begins, with a new market tile.", round=str(event.round))]

    # Cards.

    def _cards_shown(self, event: ev.CardsShown) -> list[str]:
        return [self.speech.say("Turned up: {cards}.", cards=cards_title(event.cards, self.speech))]

    def _card_taken(self, event: ev.CardTaken) -> list[str]:
        sentence = mark("{name} takes {card}: {kind}.")
        return [self._card_told(sentence, event.seat, event.card, event.kind)]

    def _card_thrown(self, event: ev.CardThrown) -> list[str]:
        sentence = mark("{name} throws {card} away.")
        return [self.speech.say(sentence, name=self.called(event.seat), card=card_title(event.card, self.speech))]

    def _display_card_thrown(self, event: ev.DisplayCardThrown) -> list[str]:
        assert self.setup.automaton is not None
        sentence = mark("{name} throws {card} away: {kind}.")
        return [self._card_told(sentence, self.setup.automaton, event.card, event.kind)]

    def _card_told(self, sentence: str, seat: int, card: int, kind: Kind) -> str:
        title, is_a = card_title(card, self.speech), kind_title(kind, self.speech)
        return self.speech.say(sentence, name=self.called(seat), card=title, kind=is_a)

    def _activated(self, event: ev.Activated) -> list[str]:
        name, card, spent = self.called(event.seat), card_title(event.card, self.speech), self._spent()
        if not spent:
            return [self.speech.say("{name} activates {card} for nothing.", name=name, card=card)]
        return [self.speech.say("{name} activates {card} for {resources}.", name=name, card=card, resources=spent)]

    def _card_used(self, event: ev.CardUsed) -> list[str]:
        values = {"name": self.called(event.seat), "card": card_title(event.card, self.speech)}
        gains = self.speech.listed(brought(event.effect, self.speech))
        costs = self.speech.listed(given(event.effect, self.speech))
        if gains and costs:
            return [self.speech.say("{name} uses {card}: {costs} for {gains}.", **values, costs=costs, gains=gains)]
        if costs:
            return [self.speech.say("{name} uses {card} and pays {costs}.", **values, costs=costs)]
        if gains:
            return [self.speech.say("{name} uses {card}: {gains}.", **values, gains=gains)]
        return [self.speech.say("{name} uses {card}.", **values)]

    def _card_scored(self, event: ev.CardScored) -> list[str]:
        name, card = self.called(event.seat), card_title(event.card, self.speech)
        return self._begin(event.seat, self.speech.say("{name} counts {card}", name=name, card=card), "end_card")

    # Dice and roundels.

    def _rolled(self, event: ev.Rolled) -> list[str]:
        return [self.speech.say("The dice show {dice}.", dice=dice_title(event.dice, self.speech))]

    def _dice_turned(self, event: ev.DiceTurned) -> list[str]:
        sentence = mark("What is too high for this round is turned to 1: {dice}.")
        return [self.speech.say(sentence, dice=dice_title(event.dice, self.speech))]

    def _dice_taken(self, event: ev.DiceTaken) -> list[str]:
        return self._begin(event.seat, self.speech.say("{name} takes two dice", name=self.called(event.seat)), "dice")

    def _into_roundel(self, event: ev.IntoRoundel) -> list[str]:
        """Without dice, before the first round."""
        resources = resources_title(only(event.colour, event.count), self.speech)
        sentence = mark("{name} puts {resources} into slot {slot} of the roundel.")
        return [self.speech.say(sentence, name=self.called(event.seat), resources=resources, slot=str(event.slot))]

    def _roundel_turned(self, event: ev.RoundelTurned) -> list[str]:
        """Where nothing comes out, there is a penalty token for it."""
        if event.out == NO_RESOURCES:
            return []
        resources = resources_title(event.out, self.speech)
        name = self.called(event.seat)
        return [self.speech.say("{name} gets {resources} from the roundel.", name=name, resources=resources)]

    def _shack(self, event: ev.Shack) -> list[str]:
        if event.colour is None:
            return []
        kept = resources_title(only(event.colour), self.speech)
        return [self.speech.say("{name} keeps {resources} in the shack.", name=self.called(event.seat), resources=kept)]

    def _supply(self, event: ev.Supply) -> list[str]:
        """What is paid is told with what it is paid for; what a card or a tile brings, with the card or the tile."""
        why = event.why.partition(":")[0]
        if why in ("block", "barge", "amstel", "activate"):
            self._paid = event.resources
        if why != "shack":
            return []
        name, resources = self.called(event.seat), resources_title(event.resources, self.speech)
        return [self.speech.say("{name} gets {resources} from the shack.", name=name, resources=resources)]

    # The city.

    def _block_taken(self, event: ev.BlockTaken) -> list[str]:
        values = {
            "name": self.called(event.seat),
            "district": district_title(event.district, self.speech),
            "good": good_title(event.good, self.speech),
        }
        spent = self._spent()
        if not spent:
            return [self.speech.say("{name} takes a block in {district} with {good}.", **values)]
        sentence = mark("{name} takes a block in {district} with {good} for {resources}.")
        return [self.speech.say(sentence, **values, resources=spent)]

    def _stored(self, event: ev.Stored) -> list[str]:
        name, good = self.called(event.seat), good_title(event.good, self.speech)
        return [self.speech.say("{name} puts into storage: {good}.", name=name, good=good)]

    def _black_market(self, event: ev.BlackMarket) -> list[str]:
        name, good = self.called(event.seat), good_title(event.good, self.speech)
        said = self.speech.say("{name} sells {good} on the black market", name=name, good=good)
        return self._begin(event.seat, said, "black_market")

    # The harbour.

    def _loaded(self, event: ev.Loaded) -> list[str]:
        return [self.speech.say("{name} loads the barge with all that was in storage.", name=self.called(event.seat))]

    def _sailed(self, event: ev.Sailed) -> list[str]:
        name, place, spent = self.called(event.seat), place_title(event.to, self.speech), self._spent()
        sentence = mark("{name} moves the barge to {place} for {resources}.")
        return [self.speech.say(sentence, name=name, place=place, resources=spent)]

    def _fetched(self, event: ev.Fetched) -> list[str]:
        said = self.speech.say(
            "{name} takes a dock worker aboard at {place} ({colour})",
            name=self.called(event.seat),
            place=place_title(event.dock, self.speech),
            colour=worker_title(event.worker, self.speech),
        )
        return self._begin(event.seat, said, "worker")

    def _brought(self, event: ev.Brought) -> list[str]:
        name, place = self.called(event.seat), place_title(event.worker, self.speech)
        said = self.speech.say("{name} brings a dock worker to {place}", name=name, place=place)
        return self._begin(event.seat, said, "magazine")

    def _tom_brought(self, event: ev.TomBrought) -> list[str]:
        name, place = self.called(event.seat), place_title(event.dock, self.speech)
        said = self.speech.say("{name} brings the dock worker of {place} into the magazine", name=name, place=place)
        return self._begin(event.seat, said, "worker", "magazine")

    def _delivered(self, event: ev.Delivered) -> list[str]:
        name, good = self.called(event.seat), good_title(event.good, self.speech)
        place = place_title(event.at, self.speech)
        said = self.speech.say("{name} delivers {good} to {place}", name=name, good=good, place=place)
        return self._begin(event.seat, said, "delivery", "fast", "supervisor")

    # The Amstel and the market.

    def _advanced(self, event: ev.Advanced) -> list[str]:
        values = {"name": self.called(event.seat), "space": str(event.to)}
        spent = self._spent()
        if spent:
            said = self.speech.say(
                "{name} moves on the Amstel to space {space} for {resources}", **values, resources=spent
            )
        else:
            said = self.speech.say("{name} moves on the Amstel to space {space}", **values)
        return self._begin(event.seat, said, "mouth", "bridges")

    def _tile_seen(self, event: ev.TileSeen) -> list[str]:
        self._effect = event.effect
        return []

    def _money(self, event: Money) -> list[str]:
        """Everybody begins with the same, and what was put right has been said."""
        why = event.why.partition(":")[0]
        name, amount = self.called(event.seat), gulden_title(event.amount, self.speech)
        if why == "start":
            is_first = event.seat == self.setup.people[0]
            return [self.speech.say("Everybody begins with {gulden}.", gulden=amount)] if is_first else []
        if why == "market":
            return self._at_market(event, name, amount)
        if why in ("worker", "black_market"):
            return [self.speech.say("{name} gets {gulden}.", name=name, gulden=amount)]
        return []

    def _at_market(self, event: Money, name: str, gulden: str) -> list[str]:
        """TOM gets something there for nothing when he cannot pay (A11); what a tile brings others, it has said."""
        is_tom = event.seat == self.setup.automaton
        if event.amount > 0 and is_tom:
            return [self.speech.say("{name} cannot pay at the market and gets {gulden}.", name=name, gulden=gulden)]
        if event.amount > 0:
            return []
        effect = Effect(prestige=self._effect.prestige) if is_tom else self._effect
        gains = self.speech.listed(brought(effect, self.speech))
        if not gains:
            return [self.speech.say("{name} pays {gulden} at the market.", name=name, gulden=gulden)]
        return [self.speech.say("{name} pays {gulden} at the market: {gains}.", name=name, gulden=gulden, gains=gains)]

    # What counts by itself.

    def _prestige(self, event: ev.Prestige) -> list[str]:
        why, _, word = event.why.partition(":")
        if why in _EVALUATED:
            return self._evaluated(event, why, word)
        if why not in _PRESTIGE:
            return []
        name, good = self.called(event.seat), good_title(good_called(word), self.speech) if word else ""
        return [self.speech.say(_PRESTIGE[why], name=name, amount=abs(event.amount), good=good)]

    def _evaluated(self, event: ev.Prestige, why: str, word: str) -> list[str]:
        """All seats together."""
        district = district_title(colour_called(word), self.speech) if word else ""
        self._begin(None, self.speech.say(_EVALUATED[why], district=district), event.why)
        self._adds(event)
        return []

    def _penalty(self, event: ev.Penalty) -> list[str]:
        """What was put right has been said."""
        name, tokens = self.called(event.seat), tokens_title(event.count, self.speech)
        if event.why == "correction":
            return []
        if event.count < 0:
            return [self.speech.say("{name} gives {tokens} back.", name=name, tokens=tokens)]
        return [self.speech.say(_PENALTIES.get(event.why, "{name} takes {tokens}."), name=name, tokens=tokens)]

    def _stands(self, event: ev.Stands) -> list[str]:
        figure = figure_title(event.figure, self.speech)
        if event.at is None:
            return [self.speech.say("{figure} leaves the game.", figure=figure)]
        place = stands_title(event.figure, event.at, self.speech)
        return [self.speech.say("{figure} stands here now: {place}.", figure=figure, place=place)]

    def _tom_builds(self, event: ev.TomBuilds) -> list[str]:
        """None are left where crests were put right so that all of them are full."""
        if not event.districts:
            return []
        assert self.setup.automaton is not None
        name = self.called(self.setup.automaton)
        districts = self.speech.listed([district_title(district, self.speech) for district in event.districts])
        return [self.speech.say("{name} is to take a block in {districts}.", name=name, districts=districts)]
