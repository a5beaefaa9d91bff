"""The speculator: it reads the cards that lie open and its own hand, buys what will rise, and plays the cards that
raise what it has. It remembers nothing, and looks at no deck and at nobody's hand.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from companion.bots.mercurius.bargains import Bargain, best_bargain
from companion.bots.mercurius.expectations import Expectations, Worth, turns_left
from companion.games.mercurius.actions import HIDDEN, AnyAction, BlackMarket, Dividend, News, PlayCard, Trade
from companion.games.mercurius.cards import MOST_THROWN
from companion.games.mercurius.offers import MOST_IN_A_LOT, Offers
from companion.games.mercurius.state import State
from companion.games.mercurius.tokens import AT, TOKENS

NERVE = 0.1
"""By how much more or less a bargain may seem to it, so that two speculators are not alike."""

WORTH_A_SPECIAL_CARD = 6
"""Guilders that a Dividend or Black Market must bring beyond the best trade, while there are turns enough to wait."""

LAST_TURNS = 2

NEW_CARD = 3
"""Guilders that a new card may be worth in place of one that does harm."""


class Plan(NamedTuple):
    """A card to play, and the best trade before it."""

    value: float
    bargain: Bargain
    worth: Worth


class SpeculatorBot:
    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        if isinstance(options, Offers):
            return self._trade(state, seat, options)
        if HIDDEN in state.hands[seat]:
            return self._some_card(state, options)
        return _best_card(state, seat, options)

    def _trade(self, state: State, seat: int, offered: Offers) -> AnyAction:
        ahead = Expectations(state, seat)
        plan = max((self._plan(offered, worth) for worth in _worths(state, seat, ahead)), key=lambda plan: plan.value)
        patient = turns_left(state, seat) > LAST_TURNS
        least = plan.bargain.gain + (WORTH_A_SPECIAL_CARD if patient else 0)
        for gain, action in (_dividend(state, seat, offered), _black_market(offered, ahead, plan.worth)):
            if action is not None and gain > least:
                return action
        return Trade(plan.bargain.deals)

    def _plan(self, offered: Offers, worth: Worth) -> Plan:
        bargain = best_bargain(offered, worth)
        held = sum(count * each for count, each in zip(offered.holding, worth, strict=True))
        return Plan(held + bargain.gain * self.chance.uniform(1 - NERVE, 1 + NERVE), bargain, worth)

    def _some_card(self, state: State, options: Sequence[AnyAction]) -> AnyAction:
        """At a table with its own cards the device cannot know what it holds: whatever may come up."""
        counts = dict(zip(state.setup.board.cards, state.left, strict=True))
        plays = [action for action in options if isinstance(action, PlayCard)]
        return self.chance.choices(plays, [counts[action.card] for action in plays])[0]


def _worths(state: State, seat: int, ahead: Expectations) -> Iterator[Worth]:
    """With every card that can be played now, and every one that can follow it."""
    hand = [card for card in state.hands[seat] if card != HIDDEN]
    yield ahead.worth
    for first in dict.fromkeys(hand):
        rest = hand.copy()
        rest.remove(first)
        yield ahead.with_cards(first)
        if ahead.turns > 1:
            yield from (ahead.with_cards(first, second) for second in dict.fromkeys(rest))


def _dividend(state: State, seat: int, offered: Offers) -> tuple[float, AnyAction | None]:
    """The chamber that pays this seat most, less what the others get of it."""
    best: tuple[float, AnyAction | None] = (0, None)
    for chamber in offered.chambers:
        at = AT[chamber]
        each = state.setup.board.dividends[state.spaces[at]]
        shares = [held[at] for held in state.holdings]
        others = (sum(shares) - shares[seat]) / (len(shares) - 1)
        if (gain := each * (shares[seat] - others)) > best[0]:
            best = gain, Dividend(chamber)
    return best


def _black_market(offered: Offers, ahead: Expectations, worth: Worth) -> tuple[float, AnyAction | None]:
    """Tokens that will not be worth more than when the next turn begins: they need no sale then, one by one and cheaper
    by the number."""
    if not offered.black_market or ahead.turns < 2:
        return 0, None
    held = [at for at, count in enumerate(offered.holding) for _ in range(count)]
    ripe = sorted((at for at in held if ahead.next_price(at) >= worth[at]), key=lambda at: -ahead.next_price(at))
    lot = ripe[:MOST_IN_A_LOT]
    gain = sum(ahead.next_price(at) - offered.board.prices[offered.spaces[at]] + lot.count(at) - 1 for at in lot)
    return gain, BlackMarket(tuple(TOKENS[at] for at in sorted(lot))) if lot else None


def _best_card(state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
    """The one that makes most of the holdings; News if every one does harm."""
    ahead = Expectations(state, seat)
    hand, holding = state.hands[seat], state.holdings[seat]
    served = {card: _served(card, holding, ahead) for card in dict.fromkeys(hand)}
    best = max(served, key=lambda card: served[card])
    harm = -served[best]
    can_play_news = any(isinstance(action, News) for action in options)
    if can_play_news and harm > (NEW_CARD if turns_left(state, seat) > LAST_TURNS else 0):
        worst = sorted(range(len(hand)), key=lambda place: served[hand[place]])[:MOST_THROWN]
        return News(tuple(hand[place] for place in sorted(worst)))
    return PlayCard(best)


def _served(card: str, holding: tuple[int, ...], ahead: Expectations) -> float:
    """What playing this card adds to what the holdings are worth."""
    worth = ahead.with_cards(card)
    return sum(count * (new - old) for count, new, old in zip(holding, worth, ahead.worth, strict=True) if count)
