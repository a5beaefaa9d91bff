"""What stands on each track of the exchange: a price, and where the cards lying out will take it, turn by turn."""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import NamedTuple

from companion.games.mercurius.board import Board
from companion.games.mercurius.outlook import Coming
from companion.games.mercurius.tokens import TOKENS, Chamber, Token


class Step(NamedTuple):
    """What all cards of a player do to a price in one turn, from the space where it will stand then."""

    seat: int
    turn: int
    """0 in the next turn of this seat, 1 in the one after it."""
    move: int
    begin: int
    end: int


class Track(NamedTuple):
    token: Token
    space: int
    price: int
    has_paid: bool
    """A dividend."""
    steps: tuple[Step, ...]
    """In the order of time."""


def tracks(
    board: Board, spaces: Sequence[int], ahead: Sequence[Coming], paid: Collection[Chamber]
) -> dict[Token, Track]:
    """Of all tokens, in their order."""
    return {
        token: Track(token, space, board.prices[space], token in paid, tuple(steps(board, space, token, ahead)))
        for token, space in zip(TOKENS, spaces, strict=True)
    }


def steps(board: Board, space: int, token: Token, ahead: Sequence[Coming]) -> Iterator[Step]:
    """Where cards undo each other, there is none; a token stops at the ends of its track (C4)."""
    own = [coming for coming in ahead if coming.token == token]
    for turn in range(max((coming.turns for coming in own), default=0)):
        for seat, cards in groupby(own, key=lambda coming: coming.seat):
            moves = [coming.move for coming in cards if coming.turns > turn]
            end = reduce(board.moved, moves, space)
            if move := sum(moves) or end - space:
                yield Step(seat, turn, move, space, end)
            space = end
