"""The best trade if every token is worth what is expected of it: what to sell, and what to buy for the money."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.bots.mercurius.expectations import Worth
from companion.games.mercurius.actions import BUYS, SALES, Deal
from companion.games.mercurius.offers import LEAST_PRICE, MOST_DEALS, Offers

LOOKED_AT = 4
"""Of the best purchases, and of the best sales."""

LATER_LOSS = 0.5
"""Guilders for each token beside another of its kind: they are hard to sell together again."""

BEARABLE = 4
"""What a sale may lose on each token, if only it pays for something better."""


class Bundle(NamedTuple):
    """Some tokens of one kind: what is gained with them all, and the money that they bring or cost."""

    gain: float
    money: int
    deals: tuple[Deal, ...]


class Bargain(NamedTuple):
    gain: float
    deals: tuple[Deal, ...]


NOTHING = Bargain(0, ())
_NO_BUNDLE = Bundle(0, 0, ())


def best_bargain(offered: Offers, worth: Worth) -> Bargain:
    """With at most as many deals as a trade may have, the sales first."""
    purchases = sorted(_together(_best(_buys(offered, worth)), MOST_DEALS), key=_gain, reverse=True)
    best = NOTHING
    for sold in _together(_best(_sales(offered, worth)), MOST_DEALS):
        room, purse = MOST_DEALS - len(sold.deals), offered.money + sold.money
        for bought in purchases:
            if sold.gain + bought.gain <= best.gain:
                break
            if len(bought.deals) <= room and purse + bought.money >= 0:
                best = Bargain(sold.gain + bought.gain, sold.deals + bought.deals)
                break
    return best


def _buys(offered: Offers, worth: Worth) -> Iterator[Bundle]:
    prices = offered.board.prices
    for at, expected in enumerate(worth):
        price = prices[offered.spaces[at]]
        if expected <= price:
            continue
        for count in range(1, min(MOST_DEALS, offered.bank[at]) + 1):
            each = price + count - 1
            gain = count * (expected - each - LATER_LOSS * (offered.holding[at] + count - 1))
            if gain > 0 and each * count <= offered.money + offered.board.prices[-1] * MOST_DEALS:
                yield Bundle(gain, -each * count, (BUYS[at],) * count)


def _sales(offered: Offers, worth: Worth) -> Iterator[Bundle]:
    prices = offered.board.prices
    for at, expected in enumerate(worth):
        price = prices[offered.spaces[at]]
        for count in range(1, min(MOST_DEALS, offered.holding[at]) + 1):
            each = max(price - count + 1, LEAST_PRICE)
            gain = count * (each - expected + LATER_LOSS * (offered.holding[at] - 1))
            if gain > -BEARABLE * count:
                yield Bundle(gain, each * count, (SALES[at],) * count)


def _best(bundles: Iterator[Bundle]) -> list[Bundle]:
    return sorted(bundles, key=_gain, reverse=True)[:LOOKED_AT]


def _gain(bundle: Bundle) -> float:
    return bundle.gain


def _together(bundles: Sequence[Bundle], most: int, so_far: Bundle = _NO_BUNDLE) -> Iterator[Bundle]:
    """Every choice of them with no more deals than that, and no kind twice."""
    yield so_far
    for place, bundle in enumerate(bundles):
        if len(bundle.deals) <= most and bundle.deals[0] not in so_far.deals:
            more = Bundle(so_far.gain + bundle.gain, so_far.money + bundle.money, so_far.deals + bundle.deals)
            yield from _together(bundles[place + 1 :], most - len(bundle.deals), more)
