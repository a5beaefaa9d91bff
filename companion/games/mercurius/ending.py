"""How a game ends: two rounds after the main deck everything is sold, and most money wins (C10, C11)."""

from companion.games.events import GameOver, Money
from companion.games.mercurius.events import Holding
from companion.games.mercurius.special import sell_lot
from companion.games.mercurius.state import Play, State
from companion.games.mercurius.tokens import TOKENS


def is_reached(state: State) -> bool:
    """Between two turns."""
    return state.round == state.last_round and state.seat == state.setup.players - 1


def finish(play: Play) -> None:
    """Everything at its full price, so that money is wealth (C11)."""
    state = play.state
    for seat in range(state.setup.players):
        for token, count in zip(TOKENS, state.holdings[seat], strict=True):
            if count:
                play.emit(Money(seat, count * state.price(token), f"final:{token}"))
                play.emit(Holding(seat, token, -count))
        if state.lots[seat]:
            sell_lot(play, seat, "final_lot")
    most = max(state.money)
    play.emit(GameOver(state.money, tuple(seat for seat, money in enumerate(state.money) if money == most)))
