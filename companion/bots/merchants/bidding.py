"""Where to stop the clock: high enough to be first, low enough to gain by it. Everybody's money lies open."""

from collections.abc import Sequence
from math import exp

from companion.bots.merchants.appraisal import appraisal
from companion.games.merchants.actions import AnyAction, Stop
from companion.games.merchants.auction import GUARANTEE_DIAL, doubles, price_of
from companion.games.merchants.state import DISKS, State

BOLDNESS = 0.9
"""Of what a card is worth to a rival, the part at which that rival stops as likely before as after."""

SPREAD = 0.08
"""How far from that a rival may be, as a part of the worth."""

FOR_THE_DOUBLER = price_of(GUARANTEE_DIAL, doubled=True)
"""What doubling costs, if nobody stops the doubled clock before it is down there (M13)."""

TO_OUTBID = price_of(GUARANTEE_DIAL + 10, doubled=True)
"""The least that anybody pays who does."""


def best_stop(state: State, seat: int, stops: Sequence[AnyAction], nerve: float) -> Stop | None:
    """The stop that promises most: what the card is worth beyond its price, times the chance to get it."""
    card = state.disks[DISKS.index("auction")]
    assert card is not None
    worth = nerve * appraisal(state, seat).worth(card)
    rivals = [
        (state.money[rival], appraisal(state, rival).worth(card))
        for rival in range(len(state.money))
        if rival != seat and rival not in state.barred
    ]
    best, most = None, 0.0
    if state.doubled_by == seat:  # it may wait for the price that it has doubled for
        most = (worth - FOR_THE_DOUBLER) * _unrivalled(TO_OUTBID, rivals)
    for stop in stops:
        assert isinstance(stop, Stop)
        price = price_of(stop.dial, state.doubled_by is not None)
        if price < worth and price <= state.money[seat]:
            to_beat = TO_OUTBID if doubles(state, stop) else price
            promise = (worth - price) * _unrivalled(to_beat, rivals)
            if promise > most:
                best, most = stop, promise
    return best


def _unrivalled(price: int, rivals: list[tuple[int, float]]) -> float:
    """How likely nobody pays this price or more, by what everybody has and by what the card is worth to them."""
    chance = 1.0
    for money, worth in rivals:
        if money >= price and worth > 0:
            chance /= 1 + exp((BOLDNESS * worth - price) / (SPREAD * worth))
    return chance
