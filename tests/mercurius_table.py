"""Positions of Mercurius for tests, each in one readable line."""

from collections.abc import Mapping, Sequence
from typing import Any

import positions
from positions import stacked

from companion.games.events import Ask
from companion.games.mercurius.actions import HIDDEN, Deal, Trade
from companion.games.mercurius.board import Board, default_board
from companion.games.mercurius.decide import RULES, begin
from companion.games.mercurius.state import PLACES, Setup, State, empty_state
from companion.games.mercurius.tokens import AT, TOKENS, Token
from companion.games.setup import COLOURS, pack

NAMES = ("Robert", "Magda", "Rafal", "Anna", "Piotr")

Held = Mapping[Token, int]


class Table(positions.Table[State]):
    def __init__(self, state: State) -> None:
        super().__init__(RULES, state)

    def prices(self, *tokens: Token) -> tuple[int, ...]:
        """In guilders."""
        return tuple(self.state.price(token) for token in tokens)

    def held(self, seat: int) -> dict[Token, int]:
        return {token: count for token, count in zip(TOKENS, self.state.holdings[seat], strict=True) if count}


def a_setup(
    players: int = 3, first: Sequence[str] = (), board: Board | None = None, *, own_cards: bool = False
) -> Setup:
    """With these cards on top of the main deck, which follows the backup deck."""
    board = board or default_board()
    deck = stacked(pack(board), first, below=board.backup)
    return Setup(board=board, seats=COLOURS[:players], names=NAMES[:players], deck=None if own_cards else deck)


def begun(players: int = 3, first: Sequence[str] = (), *, own_cards: bool = False) -> Table:
    """A game from its beginning."""
    state, _ = begin(a_setup(players, first, own_cards=own_cards))
    return Table(state)


def position(
    *asks: tuple[str, int | None],
    players: int = 3,
    prices: Held | None = None,
    spaces: Held | None = None,
    money: Sequence[int] | None = None,
    holdings: Sequence[Held] = (),
    hands: Sequence[Sequence[str]] = (),
    boards: Sequence[Sequence[str | None]] = (),
    lots: Sequence[tuple[Token, ...]] = (),
    board: Board | None = None,
    **fields: Any,
) -> Table:
    """A position in the middle of a game: what is asked (the first is asked now), and what everybody has.

    Prices are in guilders, spaces as on the track; all others are where they begin. After what is asked comes the next
    turn.
    """
    setup = a_setup(players, board=board)
    state = empty_state(setup)
    where = list(state.spaces)
    for token, price in (prices or {}).items():
        where[AT[token]] = setup.board.prices.index(price)
    for token, space in (spaces or {}).items():
        where[AT[token]] = space
    state.spaces = tuple(where)
    state.money = tuple(money or (70,) * players)
    held = [holdings[seat] if seat < len(holdings) else {} for seat in range(players)]
    state.holdings = tuple(tuple(tokens.get(token, 0) for token in TOKENS) for tokens in held)
    state.hands = tuple(tuple(hands[seat]) if seat < len(hands) else (HIDDEN,) * 5 for seat in range(players))
    state.boards = tuple(tuple(boards[seat]) if seat < len(boards) else (None,) * PLACES for seat in range(players))
    state.lots = tuple(lots[seat] if seat < len(lots) else () for seat in range(players))
    gone = [
        sum(tokens.get(token, 0) for tokens in held) + sum(lot.count(token) for lot in state.lots) for token in TOKENS
    ]
    state.bank = tuple(there_were - away for there_were, away in zip(state.bank, gone, strict=True))
    state.main = 30
    state.round = 3
    state.seat = asks[0][1] or 0
    state.agenda = (Ask("next_turn", None), *(Ask(what, seat) for what, seat in reversed(asks)))
    for name, value in fields.items():
        setattr(state, name, value)
    return Table(state)


def buys(*tokens: Token) -> tuple[Deal, ...]:
    return tuple(Deal("buy", token) for token in tokens)


def sells(*tokens: Token) -> tuple[Deal, ...]:
    return tuple(Deal("sell", token) for token in tokens)


def buy(*tokens: Token) -> Trade:
    return Trade(buys(*tokens))


def sell(*tokens: Token) -> Trade:
    return Trade(sells(*tokens))
