"""A turn (C3): an own lot is settled, then comes the trade, then a card, and then the next player."""

from functools import cache

from companion.games.events import Ask, Money
from companion.games.mercurius import ending, special
from companion.games.mercurius.actions import AnyAction, BlackMarket, Dividend, Trade
from companion.games.mercurius.events import Holding, Turn
from companion.games.mercurius.offers import Offers, offers
from companion.games.mercurius.state import Play, State
from companion.games.rules import Question, nothing


def next_turn(play: Play, _ask: Ask) -> None:
    """Clockwise, unless the game is over."""
    state = play.state
    if ending.is_reached(state):
        ending.finish(play)
        return
    seat = (state.seat + 1) % state.setup.players
    play.emit(Turn(seat, state.round + (seat == 0)))
    if state.lots[seat]:
        special.sell_lot(play, seat, "black_market")
    play.agenda += _questions(seat)


@cache
def _questions(seat: int) -> list[Ask]:
    return [Ask("next_turn", None), Ask("card", seat), Ask("trade", seat)]


def _offers(state: State, seat: int | None) -> Offers:
    assert seat is not None
    return offers(state, seat)


def _trade(play: Play, seat: int, action: AnyAction) -> None:
    match action:
        case Trade(deals):
            for deal, amount in zip(deals, offers(play.state, seat).amounts(deals), strict=True):
                play.emit(Money(seat, amount, f"{deal.kind}:{deal.token}"))
                play.emit(Holding(seat, deal.token, 1 if deal.kind == "buy" else -1))
        case BlackMarket(tokens):
            special.offer_lot(play, seat, tokens)
        case Dividend(chamber):
            special.pay_dividend(play, seat, chamber)


TRADE = Question(_offers, _trade, nothing)
