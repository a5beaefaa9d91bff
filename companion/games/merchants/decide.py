"""The door to the rules: begin a game, list what is legal, judge an action."""

from collections.abc import Callable
from typing import get_args

from companion.games import rules
from companion.games.events import Ask, Money
from companion.games.merchants import auction, bonuses, cards, corrections, term, years
from companion.games.merchants.events import Market, Office, Warehouse, Year
from companion.games.merchants.evolve import CHANGES
from companion.games.merchants.refusals import refusal
from companion.games.merchants.state import Play, State, empty_state
from companion.games.rules import Question

START_MONEY = 400_000

_QUESTIONS: dict[str, Question] = {
    "draw": term.DRAW,
    "place": term.PLACE,
    "mayor_card": cards.USE_CARD,
    "start_clock": auction.START_CLOCK,
    "bid": auction.BID,
    "auction_card": cards.USE_CARD,
    "ship": years.SHIP,
    "globe": years.GLOBE,
    "arms": years.ARMS,
    "credit": years.CREDIT,
    "lose_warehouse": years.LOSE_WAREHOUSE,
    "lose_office": years.LOSE_OFFICE,
    "shipwreck": years.SHIPWRECK,
    "bonus_warehouse": bonuses.BONUS_WAREHOUSE,
    "give_back": bonuses.GIVE_BACK,
}

_STEPS: dict[str, Callable[[Play, Ask], None]] = {
    "next_term": term.next_term,
    "settle": bonuses.settle_step,
}
"""What the game does by itself when the agenda comes to it."""


def _lay_out(play: Play) -> None:
    """Money, an office and a warehouse for everybody (M1)."""
    setup = play.state.setup
    board = setup.board
    play.emit(Year(board.years[0].year))
    for seat, spaces in zip(range(setup.players), board.data.start, strict=False):
        play.emit(Money(seat, START_MONEY, "start"))
        play.emit(Office(seat, spaces.office))
        play.emit(Warehouse(seat, spaces.warehouse))
        play.emit(Market(seat, board.commodity_of[spaces.office], 0, 1))
    play.ask("next_term", None)


RULES: rules.Rules[State] = rules.Rules(
    empty_state=empty_state,
    lay_out=_lay_out,
    questions=_QUESTIONS,
    steps=_STEPS,
    changes=CHANGES,
    refusal=refusal,
    corrections=get_args(corrections.AnyChange),
    put_right=corrections.put_right,
    for_all={"bid": auction.bids},
)
Moment = rules.Moment[State]

begin = RULES.begin
choices = RULES.choices
legal = RULES.legal
decide = RULES.decide
evolve = RULES.evolve
moment = RULES.moment
advance = RULES.advance
correct = RULES.correct
