"""The mayor's choice: which card to use, which to sell and which to bury, drawn one at a time (M4)."""

from collections.abc import Sequence

from companion.bots.merchants.appraisal import appraisal
from companion.games.merchants.actions import AnyAction, Place
from companion.games.merchants.auction import price_of
from companion.games.merchants.state import State


def best_place(state: State, seat: int, places: Sequence[AnyAction]) -> AnyAction:
    """An own card that is better than what may still come; to auction what helps the buyer least."""
    card = state.drawn
    assert card is not None
    hope = _hope(state, seat, len(places) - 1) if Place("mayor") in places else 0.0
    promise = {
        "mayor": max(appraisal(state, seat).worth(card), 0.0),
        "auction": hope + _lot(state, seat, card),
        "discard": hope,
    }
    return max(places, key=lambda place: promise[place.disk] if isinstance(place, Place) else 0.0)


def _hope(state: State, seat: int, draws: int) -> float:
    """What the own card may be worth if it is still to be drawn: the first that beats the hope for the rest is kept."""
    setup = state.setup
    left = [
        (count, appraisal(state, seat).worth(card.id))
        for card, count in zip(setup.board.data.cards, state.left, strict=True)
        if count and card.kind != "sand_clock" and not setup.is_set_aside(card.id)
    ]
    hope = 0.0
    for _ in range(draws):
        hope = sum([count * max(worth, hope) for count, worth in left]) / max(sum([count for count, _ in left]), 1)
    return hope


def _lot(state: State, seat: int, card: str) -> float:
    """What it means to this seat that the card is auctioned: to whom it is worth most pays what the next would."""
    limits = [min(money, appraisal(state, bidder).worth(card)) for bidder, money in enumerate(state.money)]
    next_most, most = sorted(limits)[-2:]
    lowest = price_of(state.setup.board.dials[-1], doubled=False)
    if most < lowest:
        return 0.0
    winner = limits.index(most)
    change = list(appraisal(state, winner).use(card))
    change[winner] -= max((most + next_most) / 2, lowest)
    return appraisal(state, seat).gain(tuple(change))
