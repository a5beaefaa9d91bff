"""A game in words: a sentence for each event that is worth one. Nobody hears of a card that is hidden."""

from collections.abc import Callable
from typing import Any

from companion.games.events import Asked, Event, Money
from companion.games.mercurius import events as ev
from companion.games.mercurius.state import Setup
from companion.games.mercurius.titles import all_counted, card_title, counted, token_heading, token_title
from companion.games.mercurius.tokens import TOKENS, Token
from companion.games.speech import ENGLISH, Speech, mark
from companion.games.telling import Called

_MONEY = {
    "black_market": mark("The Black Market pays {name} {amount} for {token}."),
    "dividend": mark("{name} receives a dividend of {amount}."),
    "final": mark("At the end {name} gets {amount} for {token}."),
    "final_lot": mark("At the end the Black Market pays {name} {amount} for {token}."),
}
"""By why a fact says that money moved."""

_TRADED = {
    "buy": mark("{name} buys {tokens} for {amount}."),
    "sell": mark("{name} sells {tokens} for {amount}."),
}


def draw_told(event: ev.Dealt, called: Called, speech: Speech) -> str:
    """Not which card it is."""
    name = called(event.seat)
    if event.pile == "backup":
        return speech.say("{name} draws a card from the backup deck.", name=name)
    return speech.say("{name} draws a card.", name=name)


class Story:
    """Tells events as sentences; `called` says how a seat is to be named."""

    def __init__(self, setup: Setup, called: Called, speech: Speech = ENGLISH) -> None:
        self.setup = setup
        self.called = called
        self.speech = speech
        self.begun = False
        """Before the first turn the hands are dealt, which is not worth a sentence for each card."""
        self._bargain: list[Money] = []
        """What was traded of one kind, and not told yet."""
        self._moved: dict[Token, tuple[int, int]] = {}
        """The prices that cards have moved in this turn: from which space to which."""
        self._tales: dict[type[Event], Callable[[Any], list[str]]] = {
            ev.Turn: self._turn,
            ev.Dealt: self._dealt,
            ev.MainDeckOut: self._main_deck_out,
            ev.Lot: self._lot,
            ev.DividendPaid: self._dividend_paid,
            ev.Played: self._played,
            ev.NewsPlayed: self._news_played,
            ev.Price: self._price,
            ev.Shifted: self._shifted,
            Money: self._money,
            Asked: self._bargains,
        }

    def tell(self, event: ev.AnyEvent) -> list[str]:
        """One sentence, several, or none where other events say it already."""
        tale = self._tales.get(type(event))
        return tale(event) if tale else []

    def _turn(self, _event: ev.Turn) -> list[str]:
        self.begun = True
        return []

    def _dealt(self, event: ev.Dealt) -> list[str]:
        return [draw_told(event, self.called, self.speech)] if self.begun else []

    def _main_deck_out(self, event: ev.MainDeckOut) -> list[str]:
        last = str(event.last_round)
        return [self.speech.say("The main deck is used up: round {round} is the last.", round=last)]

    def _lot(self, event: ev.Lot) -> list[str]:
        name, tokens = self.called(event.seat), all_counted(event.tokens, self.speech)
        return [self.speech.say("{name} offers on the Black Market: {tokens}.", name=name, tokens=tokens)]

    def _dividend_paid(self, event: ev.DividendPaid) -> list[str]:
        name, chamber = self.called(event.seat), token_heading(event.chamber, self.speech)
        sentence = mark("{name} plays Dividend: {chamber} pays {amount} for each share.")
        return [self.speech.say(sentence, name=name, chamber=chamber, amount=event.each)]

    def _played(self, event: ev.Played) -> list[str]:
        self.begun = True
        card = card_title(self.setup.board, event.card, self.speech)
        return [self.speech.say("{name} plays {card}.", name=self.called(event.seat), card=card)]

    def _news_played(self, event: ev.NewsPlayed) -> list[str]:
        self.begun = True
        name, thrown = self.called(event.seat), len(event.thrown)
        if not thrown:
            return [self.speech.say("{name} plays News.", name=name)]
        cards = self.speech.counted(thrown, "{count} card", "{count} cards")
        return [self.speech.say("{name} plays News and throws away {cards}.", name=name, cards=cards)]

    def _price(self, event: ev.Price) -> list[str]:
        """Several cards may move it to and fro; told is what came of it."""
        before, _ = self._moved.get(event.token, (event.before, event.before))
        self._moved[event.token] = before, event.to
        return []

    def _shifted(self, _event: ev.Shifted) -> list[str]:
        """All prices of a turn in one sentence."""
        prices, moved = self.setup.board.prices, self._moved
        changes = [
            f"{token_heading(token, self.speech)} {prices[before]} → {prices[after]}"
            for token in TOKENS
            for before, after in ([moved[token]] if token in moved else [])
            if prices[before] != prices[after]
        ]
        self._moved = {}
        return [self.speech.say("Prices: {changes}.", changes=", ".join(changes))] if changes else []

    def _money(self, event: Money) -> list[str]:
        """Everybody begins with the same, and what was put right has been said. What is bought or sold of one kind is
        told together, once all of it is known."""
        why, _, word = event.why.partition(":")
        if why in ("buy", "sell"):
            return self._traded(event)
        if why not in _MONEY:
            return []
        name, token = self.called(event.seat), token_title(_token(word), self.speech)
        return [self.speech.say(_MONEY[why], name=name, token=token, amount=event.amount)]

    def _traded(self, event: Money) -> list[str]:
        if self._bargain and self._bargain[-1].why == event.why:
            self._bargain.append(event)
            return []
        told = self._bargains()
        self._bargain = [event]
        return told

    def _bargains(self, _event: Event | None = None) -> list[str]:
        """What was traded and not told yet."""
        if not self._bargain:
            return []
        first, count = self._bargain[0], len(self._bargain)
        amount = abs(sum(event.amount for event in self._bargain))
        self._bargain = []
        why, _, word = first.why.partition(":")
        tokens = counted(_token(word), count, self.speech)
        return [self.speech.say(_TRADED[why], name=self.called(first.seat), tokens=tokens, amount=amount)]


def _token(word: str) -> Token:
    return next(token for token in TOKENS if token == word)
