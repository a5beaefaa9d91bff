"""Putting money right, which is the same in every game; the rest is each game's own."""

from companion.games.actions import MOST_MONEY, SetMoney
from companion.games.errors import Illegal
from companion.games.events import Money
from companion.games.rules import Play, S
from companion.games.speech import Speech
from companion.games.state import State
from companion.games.telling import Called


def check_seat(state: State, seat: int) -> None:
    if seat not in range(state.setup.players):
        raise Illegal("There is no seat {seat} at this table.", seat=str(seat))


def put_money(play: Play[S], change: SetMoney, least: int) -> None:
    """A seat has so much; in some games it may owe."""
    check_seat(play.state, change.seat)
    if not least <= change.amount <= MOST_MONEY:
        raise Illegal("Nobody can have {amount} guilders.", amount=change.amount)
    if difference := change.amount - play.state.money[change.seat]:
        play.emit(Money(change.seat, difference, "correction"))


def money_told(change: SetMoney, called: Called, speech: Speech) -> str:
    return speech.say("{name} has {amount}", name=called(change.seat), amount=change.amount)
