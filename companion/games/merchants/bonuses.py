"""The four bonuses: gained and lost as the board changes, given back at once (M28 to M31)."""

from functools import lru_cache

from companion.games.events import Ask, Money
from companion.games.merchants import options
from companion.games.merchants.actions import Build, Lose
from companion.games.merchants.board import Board
from companion.games.merchants.events import Bonus, Credit, Warehouse, WarehouseLost
from companion.games.merchants.state import Play, State
from companion.games.rules import Question, nothing

AREA_BONUS = 100_000
BRIDGE_BONUS = 40_000
LOAN = 120_000
MARKET_SPACE = 2
"""All four tokens this far: the market bonus."""


def worth(bonus: str) -> int:
    """What a bonus pays in money; the market's is a warehouse instead."""
    return BRIDGE_BONUS if bonus.startswith("bridge:") else AREA_BONUS


def due(board: Board, market: tuple[int, ...], offices: int, warehouses: int) -> int:
    """The bonuses whose condition is met, as bits."""
    met = _due_in_colonies(board, offices) | _due_in_amsterdam(board, warehouses)
    return met | board.bonus_bit["market"] if min(market) >= MARKET_SPACE else met


@lru_cache(maxsize=2_000)
def _due_in_colonies(board: Board, offices: int) -> int:
    everywhere = all(offices & region for region in board.regions.values())
    return board.bonus_bit["colonies"] if everywhere else 0


@lru_cache(maxsize=2_000)
def _due_in_amsterdam(board: Board, warehouses: int) -> int:
    everywhere = all(warehouses & district for district in board.districts.values())
    met = board.bonus_bit["amsterdam"] if everywhere else 0
    for bridge, ends in board.bridges.items():
        if warehouses & ends == ends:
            met |= board.bonus_bit[f"bridge:{bridge}"]
    return met


def settle(play: Play, seat: int) -> None:
    """Gain what is due now and give back what is no longer."""
    state = play.state
    met = due(state.setup.board, state.market[seat], state.offices[seat], state.warehouses[seat])
    changed = met ^ state.bonuses[seat]
    if not changed:
        return
    for bonus, bit in state.setup.board.bonus_bit.items():
        if changed & bit:
            if met & bit:
                _gain(play, seat, bonus)
            else:
                _give_back(play, seat, bonus)


def _gain(play: Play, seat: int, bonus: str) -> None:
    if bonus == "market":
        buildable = bool(_plots(play.state, seat))
        play.emit(Bonus(seat, bonus, held=True, owed=buildable))
        play.ask("bonus_warehouse", seat)
    else:
        play.emit(Bonus(seat, bonus, held=True))
        play.emit(Money(seat, worth(bonus), f"bonus:{bonus}"))


def _give_back(play: Play, seat: int, bonus: str) -> None:
    owed = play.state.owing[seat]
    play.emit(Bonus(seat, bonus, held=False))
    if bonus != "market":
        if play.state.money[seat] < worth(bonus):
            borrow(play, seat)
        play.emit(Money(seat, -worth(bonus), f"give_back:{bonus}"))
    elif owed:
        play.ask("give_back", seat)


def borrow(play: Play, seat: int) -> None:
    """Money now for a marker that costs more at the end. Never refused (M31)."""
    play.emit(Credit(seat, play.state.markers[seat] + 1))
    play.emit(Money(seat, LOAN, "credit"))


def _plots(state: State, seat: int | None) -> int:
    """Where the seat could build by a bonus or an event."""
    assert seat is not None
    return state.free_plots() if state.supply(seat) else 0


def plots_options(state: State, seat: int | None) -> options.Options:
    """A warehouse anywhere free; it cannot be declined (M19, M28)."""
    board = state.setup.board
    return options.builds(board, board.all_plots, _plots(state, seat), (None,))


def build_anywhere(play: Play, seat: int, action: Build) -> None:
    play.emit(Warehouse(seat, action.space))
    settle(play, seat)


def warehouses_options(state: State, seat: int | None) -> options.Options:
    assert seat is not None
    return options.losses(state.setup.board.plot_names, state.warehouses[seat])


def lose_warehouse(play: Play, seat: int, action: Lose) -> None:
    assert action.space is not None
    play.emit(WarehouseLost(seat, action.space))
    settle(play, seat)


def settle_step(play: Play, ask: Ask) -> None:
    assert ask.seat is not None
    settle(play, ask.seat)


BONUS_WAREHOUSE = Question(plots_options, build_anywhere, nothing)
GIVE_BACK = Question(warehouses_options, lose_warehouse, nothing)
