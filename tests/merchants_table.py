"""Positions of Merchants of Amsterdam for tests, each in one readable line."""

from collections.abc import Sequence
from typing import Any

import positions
from positions import stacked

from companion.games.events import Ask
from companion.games.merchants import begin
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.bonuses import due
from companion.games.merchants.decide import RULES
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import Setup, State, empty_state
from companion.games.setup import COLOURS, pack

ENGLISH = HouseRules()
GOODS = "goods"
ANY_OFFICE = "office_americas"


class Table(positions.Table[State]):
    def __init__(self, state: State) -> None:
        super().__init__(RULES, state)


def begun(
    players: int = 4, first: Sequence[str] = (), rules: HouseRules = ENGLISH, board: Board | None = None
) -> Table:
    """A game from its beginning, dealt by the device, with these cards on top of the deck."""
    state, _ = begin(_setup(players, rules, board, first))
    return Table(state)


def with_own_deck(players: int = 4, rules: HouseRules = ENGLISH) -> Table:
    """A game from its beginning in which the table turns up its own cards."""
    board = default_board()
    setup = Setup(board=board, seats=COLOURS[:players], names=COLOURS[:players], rules=rules)
    return Table(begin(setup)[0])


def position(
    *asks: tuple[str, int | None],
    players: int = 3,
    rules: HouseRules = ENGLISH,
    money: Sequence[int] | None = None,
    market: Sequence[tuple[int, int, int, int]] | None = None,
    offices: Sequence[str] | None = None,
    warehouses: Sequence[str] | None = None,
    mayors_card: str | None = None,
    auctioned: str | None = None,
    year: str = "1600",
    board: Board | None = None,
    **fields: Any,
) -> Table:
    """A position in the middle of a game: what is asked (the first is asked now), and what stands on the board.

    Bonuses whose condition is met are held already.
    """
    setup = _setup(players, rules, board, ())
    state = empty_state(setup)
    state.money = tuple(money or (400_000,) * players)
    state.market = tuple(market or ((0, 0, 0, 0),) * players)
    state.offices = _spaces(setup.board.office_bit, offices or [""] * players)
    state.warehouses = _spaces(setup.board.plot_bit, warehouses or [""] * players)
    state.bonuses = tuple(
        due(setup.board, state.market[seat], state.offices[seat], state.warehouses[seat]) for seat in range(players)
    )
    state.owing = tuple(bool(held & setup.board.bonus_bit["market"]) for held in state.bonuses)
    state.disks = (mayors_card, auctioned, None)
    state.year = setup.board.year_at[year]
    state.agenda = tuple(Ask(what, seat) for what, seat in reversed(asks))
    for name, value in fields.items():
        setattr(state, name, value)
    return Table(state)


def _setup(players: int, rules: HouseRules, board: Board | None, first: Sequence[str]) -> Setup:
    board = board or default_board()
    return Setup(
        board=board,
        seats=COLOURS[:players],
        names=tuple(colour.capitalize() for colour in COLOURS[:players]),
        rules=rules,
        deck=stacked(pack(board), first),
    )


def _spaces(bit_of: dict[str, int], owned: Sequence[str]) -> tuple[int, ...]:
    return tuple(sum(bit_of[space] for space in spaces.split()) for spaces in owned)
