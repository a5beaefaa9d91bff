"""Putting right what the cardboard shows otherwise: money, tokens, a price; and saying so in words. Not a move of the
game: no rule asks for it, and only what cannot be on any board is refused.
"""

from collections.abc import Sequence

from companion.games.actions import Change, SetMoney
from companion.games.corrections import check_seat, money_told, put_money
from companion.games.errors import Illegal
from companion.games.mercurius.board import Board
from companion.games.mercurius.events import Holding, Price
from companion.games.mercurius.names import NAMES
from companion.games.mercurius.state import Play
from companion.games.mercurius.titles import counted, token_title
from companion.games.mercurius.tokens import AT, TOKENS, Token
from companion.games.speech import ENGLISH, Phrase, Speech
from companion.games.telling import Called


class SetHolding(Change, frozen=True, tag="holding"):
    """A seat has so many tokens of a kind, besides those on its Black Market card."""

    seat: int
    token: Token
    count: int


class SetPrice(Change, frozen=True, tag="price"):
    """A price stands on this space of its track, counted from 0."""

    token: Token
    space: int


AnyChange = SetMoney | SetHolding | SetPrice


def put_right(play: Play, changes: Sequence[AnyChange]) -> None:
    """All the changes, one after the other; then there must be tokens enough for them."""
    for change in changes:
        _put_right(play, change)
    for token, left in zip(TOKENS, play.state.bank, strict=True):
        if left < 0:
            there_are = play.state.setup.board.bank[play.state.setup.players]
            raise Illegal(
                "There are only {count} tokens of {token}.", count=there_are, token=Phrase(NAMES[token].inside)
            )


def _put_right(play: Play, change: AnyChange) -> None:
    match change:
        case SetMoney():
            put_money(play, change, least=0)
        case SetHolding(seat, token, count):
            check_seat(play.state, seat)
            _holding(play, seat, token, count)
        case SetPrice(token, space):
            _price(play, token, space)


def _holding(play: Play, seat: int, token: Token, count: int) -> None:
    if count < 0:
        raise Illegal("Nobody can have {count} tokens.", count=count)
    if difference := count - play.state.holdings[seat][AT[token]]:
        play.emit(Holding(seat, token, difference))


def _price(play: Play, token: Token, space: int) -> None:
    if not 0 <= space <= play.state.setup.board.end:
        raise Illegal("There is no space {space} on the price tracks.", space=str(space))
    before = play.state.spaces[AT[token]]
    if before != space:
        play.emit(Price(token, before, space))


def in_words(changes: Sequence[AnyChange], board: Board, called: Called, speech: Speech = ENGLISH) -> str:
    """How things really are."""
    return speech.listed([_in_words(change, board, called, speech) for change in changes])


def _in_words(change: AnyChange, board: Board, called: Called, speech: Speech) -> str:
    match change:
        case SetMoney():
            return money_told(change, called, speech)
        case SetHolding(seat, token, count):
            return speech.say("{name} has {tokens}", name=called(seat), tokens=counted(token, count, speech))
        case SetPrice(token, space):
            return _price_told(token, space, board, speech)


def _price_told(token: Token, space: int, board: Board, speech: Speech) -> str:
    """Where several spaces have the same price, with the space."""
    prices, name = board.prices, token_title(token, speech)
    price = prices[space]
    if prices.count(price) == 1:
        return speech.say("the price of {token} is {price}", token=name, price=price)
    return speech.say(
        "the price of {token} is {price}, on space {space} of {spaces}",
        token=name,
        price=price,
        space=str(space + 1),
        spaces=str(len(prices)),
    )
