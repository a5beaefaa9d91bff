"""Mercurius by Veilingklok, by `decide`."""

from random import Random

from ours import Choices, Ours
from rounds import Engine, answer_requests

from companion.games.mercurius.actions import AnyAction
from companion.games.mercurius.board import default_board
from companion.games.mercurius.decide import RULES
from companion.games.mercurius.offers import Offers
from companion.games.mercurius.state import Setup, State
from companion.games.mercurius.tokens import TOKENS
from companion.games.setup import shuffled


def drawn(chance: Random, _state: State, choices: Choices) -> tuple[int, int | None, AnyAction]:
    """Cards uniformly, trades found deal by deal; of trades only those with one deal are counted."""
    ((seat, options),) = choices.items()
    if isinstance(options, Offers):
        return _ways(options), seat, options.drawn(chance)
    return len(options), seat, options[int(chance.random() * len(options))]


def _ways(offered: Offers) -> int:
    """How many `firsts` there are, counted quickly."""
    prices = offered.board.prices
    wares = zip(offered.bank, offered.spaces, strict=True)
    bought = [1 for left, space in wares if left and prices[space] <= offered.money]
    held = len(TOKENS) - offered.holding.count(0)
    return 1 + len(bought) + (2 * held if offered.black_market else held) + len(offered.chambers)


MERCURIUS = Ours(RULES, Setup, default_board, shuffled, drawn)

if __name__ == "__main__":
    answer_requests(Engine(MERCURIUS.by_decide, State.copy))
