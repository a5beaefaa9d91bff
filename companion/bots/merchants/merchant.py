"""The merchant: it does what it expects most of at the end of the game. It remembers nothing and looks at no deck."""

from collections.abc import Sequence
from random import Random

from companion.bots.merchants.appraisal import appraisal
from companion.bots.merchants.bidding import best_stop
from companion.bots.merchants.disks import best_place
from companion.bots.merchants.outlook import outlook
from companion.games.merchants.actions import AnyAction, Borrow, Declare, Place, Stop
from companion.games.merchants.state import State

NERVE = 0.05
"""By how much a card's worth may seem more or less to it, so that two merchants are not alike."""

POOR = 100_000
"""With less in hand hardly a card can be bought: then it borrows, if there is more than one auction for everybody."""


class MerchantBot:
    """Values everything by what it changes in the scorings and bonuses to come."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        if len(options) == 1:
            return options[0]
        match options[0]:
            case Place():
                return best_place(state, seat, options)
            case Declare():  # nobody knows what the table's own deck will turn up
                return options[int(self.chance.random() * len(options))]
            case Borrow():
                can_use_it = outlook(state).auctions > len(state.money)
                return Borrow(yes=can_use_it and state.money[seat] < POOR)
            case _:
                return appraisal(state, seat).best_answer(state, options)

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        return best_stop(state, seat, stops, self.chance.uniform(1 - NERVE, 1 + NERVE))
