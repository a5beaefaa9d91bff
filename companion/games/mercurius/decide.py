"""The door to the rules: begin a game, list what is legal, judge an action."""

from typing import get_args

from companion.games import rules
from companion.games.events import Money
from companion.games.mercurius import cards, corrections, turn
from companion.games.mercurius.evolve import CHANGES
from companion.games.mercurius.refusals import refusal
from companion.games.mercurius.state import Play, State, empty_state


def _lay_out(play: Play) -> None:
    """Money for everybody (C1), and a hand, dealt one card at a time (C2)."""
    setup = play.state.setup
    for seat in range(setup.players):
        play.emit(Money(seat, setup.board.start_money, "start"))
    for _ in range(setup.board.hand):
        for seat in range(setup.players):
            cards.deal(play, seat, "main")
    play.ask("next_turn", None)


RULES: rules.Rules[State] = rules.Rules(
    empty_state=empty_state,
    lay_out=_lay_out,
    questions={"trade": turn.TRADE, "card": cards.CARD},
    steps={"next_turn": turn.next_turn},
    changes=CHANGES,
    refusal=refusal,
    corrections=get_args(corrections.AnyChange),
    put_right=corrections.put_right,
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
