"""How a game ends: 1666 is scored, credits are repaid, most money wins (M27, M32, M34)."""

from companion.games.events import GameOver, Money
from companion.games.merchants.events import Credit, Year
from companion.games.merchants.scoring import pay
from companion.games.merchants.state import Play, State

REPAYMENT = 200_000
"""For each credit marker."""


def is_reached(state: State) -> bool:
    """Between two terms: whether the game is over by the deck or, as a house rule, by the year (M32)."""
    in_last_year = state.year == len(state.setup.board.years) - 2
    return not state.cards_left() or (state.setup.rules.end == "1665" and in_last_year)


def finish(play: Play) -> None:
    state = play.state
    last = state.setup.board.years[-1]
    play.emit(Year(last.year))
    for area, table in last.scorings():
        pay(play, area, table)
    for seat, markers in enumerate(state.markers):
        if markers:
            play.emit(Money(seat, -markers * REPAYMENT, "repay"))
            play.emit(Credit(seat, 0))
    most = max(state.money)
    winners = tuple(seat for seat, money in enumerate(state.money) if money == most)
    play.emit(GameOver(state.money, winners))
