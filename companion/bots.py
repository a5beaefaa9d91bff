"""Players that are no people. They choose from the legal options only, like everybody else."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Protocol

import msgspec

from companion.games.merchants import Moment, advance, moment
from companion.games.merchants.actions import AnyAction, Borrow, Place, Stop
from companion.games.merchants.auction import DOUBLING_DIAL, doubles, price_of
from companion.games.merchants.board import Board, Table
from companion.games.merchants.ending import REPAYMENT
from companion.games.merchants.events import Area, Ask
from companion.games.merchants.scoring import score, standings
from companion.games.merchants.state import State


class Bot(Protocol):
    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        """An answer to a question that only this seat is asked."""

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        """Where this seat would stop the clock, if nobody does before; None to let it run out."""


class RandomBot:
    """Anything legal. Lets every second clock run out, so that all that can happen at an auction does."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        return options[int(self.chance.random() * len(options))]

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        if self.chance.random() < 0.5:
            return None
        stop = self.choose(state, seat, stops)
        assert isinstance(stop, Stop)
        return stop


class MerchantBot:
    """Values a position by the money in hand and what the scorings to come would pay as things stand."""

    PRESENCE = 6_000
    """What a token is worth beyond the next scoring: it may lead one day."""
    RIVALRY = 0.3
    """How much the best rival's gain hurts."""
    THRIFT = 0.9
    """The part of a card's value that it will pay for it."""
    USUAL_CARD = 60_000

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        if len(options) == 1:
            return options[0]
        if isinstance(options[0], Place):
            return self._disk(state, seat, options)
        if isinstance(options[0], Borrow):
            return Borrow(yes=state.money[seat] < price_of(DOUBLING_DIAL, doubled=False))
        alone = self._alone(state, state.agenda[-1])
        return max(options, key=lambda action: self._value_after(alone, seat, action))

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        card = state.disks[1]
        assert card is not None
        nerve = self.chance.uniform(0.85, 1.1)
        limit = min(self._worth(state, seat, card) * self.THRIFT * nerve, state.money[seat])
        doubled = state.doubled_by is not None
        for stop in stops:
            assert isinstance(stop, Stop)
            cost = price_of(stop.dial, doubled) * (1.2 if doubles(state, stop) else 1)
            if cost <= limit:
                return stop
        return None

    def _disk(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        """A good card for oneself, what helps others away, the rest to auction."""
        assert state.drawn is not None
        own = self._worth(state, seat, state.drawn)
        rivals = max(self._worth(state, other, state.drawn) for other in range(state.setup.players) if other != seat)
        appeal = {"mayor": own - self.USUAL_CARD, "discard": (rivals - own) / 2, "auction": 0.0}
        return max(options, key=lambda place: appeal[place.disk] if isinstance(place, Place) else 0.0)

    def _worth(self, state: State, seat: int, card: str) -> float:
        """What using this card now would change for the seat."""
        using = self._alone(state, Ask("auction_card", seat), disks=(None, card, None))
        options = using.choices[seat]
        if not options:
            return 0.0
        return max(self._value_after(using, seat, action) for action in options) - self._value(state, seat)

    def _alone(self, state: State, ask: Ask, **changes: Any) -> Moment:
        """With nothing to follow: what comes after belongs to chance and to others."""
        return moment(msgspec.structs.replace(state, agenda=(ask,), **changes))

    def _value_after(self, alone: Moment, seat: int, action: AnyAction) -> float:
        after, _ = advance(alone, seat, action)
        return self._value(after.state, seat)

    def _value(self, state: State, seat: int) -> float:
        presence = sum(state.market[seat]) + state.offices[seat].bit_count() + 2 * state.warehouses[seat].bit_count()
        to_come = [0.0] * state.setup.players
        for area, table, weight in _scorings_after(state.setup.board, state.year):
            ranked = standings(state.setup.board, area, state.market, state.offices, state.warehouses)
            for part in score(ranked, table):
                for other, amount in enumerate(part.amounts):
                    to_come[other] += amount * weight
        rival = max(amount for other, amount in enumerate(to_come) if other != seat)
        in_hand = state.money[seat] - REPAYMENT * state.markers[seat]
        return in_hand + to_come[seat] - self.RIVALRY * rival + self.PRESENCE * presence


@cache
def _scorings_after(board: Board, year: int) -> list[tuple[Area, Table, float]]:
    """Each area's next scoring with its weight: the further away, the less it is worth by what stands now."""
    found: dict[Area, tuple[Table, float]] = {}
    for distance, space in enumerate(board.years[year + 1 :]):
        for area, table in space.scorings():
            found.setdefault(area, (table, 0.95**distance))
    return [(area, table, weight) for area, (table, weight) in found.items()]


BOTS: dict[str, type[RandomBot] | type[MerchantBot]] = {"random": RandomBot, "merchant": MerchantBot}
