"""The door to the rules: begin a game, list what is legal, judge an action."""

from typing import get_args

from companion.games import rules
from companion.games.amsterdam import amstel, cards, corrections, dice, ending, figures, rounds, tom, turn
from companion.games.amsterdam.evolve import CHANGES
from companion.games.amsterdam.refusals import refusal
from companion.games.amsterdam.state import State, empty_state

RULES: rules.Rules[State] = rules.Rules(
    empty_state=empty_state,
    lay_out=rounds.lay_out,
    questions={
        "discs": rounds.DISCS,
        "tiles": rounds.TILES,
        "supervisor": figures.SUPERVISOR,
        "bailiff": figures.BAILIFF,
        "marketeer": figures.MARKETEER,
        "first_resources": dice.FIRST_RESOURCES,
        "card": cards.CARD,
        "throw": cards.THROW,
        "roll": dice.ROLL,
        "dice": dice.DICE,
        "act": turn.ACT,
        "bridges": amstel.BRIDGES,
        "keep": rounds.KEEP,
        "tom_card": tom.CARD,
        "tom_bridges": amstel.TOM_BRIDGES,
        "tom_magazine": tom.MAGAZINE,
        "tom_block": tom.BLOCK,
        "tom_roof": tom.ROOF,
        "tom_market": tom.MARKET,
        "end_cards": ending.END_CARDS,
        "orders": ending.ORDERS,
    },
    steps={
        "first_places": figures.first_places,
        "first_cards": rounds.first_cards,
        "first_resources_in_turn": rounds.first_resources,
        "next_round": rounds.next_round,
        "phase_1": rounds.reveal_cards,
        "phase_2": rounds.roll_dice,
        "roll_dice": dice.roll,
        "tom": tom.act,
        "tom_workers": tom.bring_workers,
        "tom_blocks": tom.take_blocks,
        "tom_at_market": tom.go_to_market,
        "turn_high_dice": dice.turn_high_dice,
        "dice_in_turn": rounds.choose_dice,
        "turn_roundels": dice.turn_roundels,
        "phase_3": rounds.perform_actions,
        "turn": turn.begin_turn,
        "phase_4": rounds.end_round,
        "evaluation": ending.evaluate,
    },
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
