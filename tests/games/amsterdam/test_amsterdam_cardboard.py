"""What is to be done on the cardboard after an action, and what TOM asks."""

from typing import Any

import pytest
from amsterdam_table import Table, a_setup, begun, position, resources
from amsterdam_walk import a_setup as walked_setup
from amsterdam_walk import walk

from companion.games.amsterdam.actions import (
    AnyAction,
    Bring,
    Deliver,
    Effect,
    Fetch,
    Keep,
    Load,
    MoveBarge,
    MoveOnAmstel,
    PlaceBailiff,
    Printed,
    Roll,
    TakeBlock,
    TakeDice,
    TomBlock,
    TomMarket,
    UseCard,
)
from companion.games.amsterdam.cardboard import cardboard
from companion.games.amsterdam.decide import begin
from companion.games.amsterdam.events import Advanced, DiceTurned, Penalty, Stands
from companion.games.amsterdam.first_steps import first_steps
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.instructions import asked_for_tom


def steps(table: Table, seat: int, action: AnyAction) -> list[str]:
    return cardboard(table.state.setup, table.does(seat, action))


def test_the_table_is_laid_out_with_what_the_device_drew() -> None:
    table_setup = begun(3).state.setup
    _, events = begin(table_setup)
    assert cardboard(table_setup, events) == [
        "Draw a commodity from the bag for each block of the city.",
        "Draw two dock workers of different colours for each dock; none stands at its own dock.",
        "Put two random market tiles A and two B back unseen; lay the six A on top of the six B.",
        "Everybody puts the barge on the pier, the rowboat on 0 and 1 gulden into the purse.",
        "Stack the discs on the start of the Amstel, from the top: Anne, Jan, Mareike.",
        "Lay these district tiles face up beside the board: the black district and the brown district (Burgwallen).",
        "Turn up 2 buildings and 2 craftsmen.",
    ]


def test_a_table_with_its_own_dice_draws_by_hand() -> None:
    assert "Draw 1 district tile and lay them face up beside the board." in first_steps(a_setup(2))
    drawn = [
        "Draw the discs from the bag and stack them on the start of the Amstel, one on top of the other.",
        "Draw 2 district tiles and lay them face up beside the board.",
    ]
    assert first_steps(a_setup(3))[2:4] == drawn


def test_a11_tom_needs_little() -> None:
    found = first_steps(a_setup(tom=1))
    assert "Draw one dock worker for each dock, from one of each colour; none stands at its own dock." in found
    assert found[-1] == "Jan has only a rowboat, a disc and crests: no gulden, no barge, no board."


def test_a10_expansions_and_the_short_game_are_laid_out_too() -> None:
    everything = HouseRules(short=True, workers=True, orders=True, marketeer=True, tiles=True)
    found = first_steps(a_setup(4, rules=everything))
    assert found[4].startswith("Mix three random market tiles A with two CA")
    assert found[-3:] == [
        "Deal three secret orders to everybody, face down.",
        "Lay Supervisor and Bailiff ready.",
        "Lay the black-marketeer ready.",
    ]
    assert first_steps(a_setup(4, rules=HouseRules(short=True)))[4].startswith("Put three random market tiles A")
    assert first_steps(a_setup(4, rules=HouseRules(tiles=True)))[4].startswith(
        "Mix three random market tiles A with three"
    )


def test_a_block_is_taken() -> None:
    table = position(("act", 0), supply=[{"black": 3}])
    assert steps(table, 0, TakeBlock("black", 2, "beer", 1)) == [
        "Put a crest of Anne on the block in the black district, in place of its commodity (beer).",
        "Anne puts into storage: beer.",
        "Anne pays 2 black to the bank.",
    ]


def test_what_is_paid_and_what_is_taken_are_two_steps() -> None:
    table = position(("act", 0), supply=[{"black": 3}])
    assert steps(table, 0, TakeBlock("black", 2, "beer", 1, sold_for="pink"))[1:] == [
        "On the black market goes: beer.",
        "Anne pays 2 black to the bank.",
        "Anne takes 1 pink from the bank.",
    ]


def test_the_harbour() -> None:
    table = position(("act", 0), supply=[{"gray": 3}], storage=[{"beer": 1}], aboard=((), (), ()))
    assert steps(table, 0, Load()) == ["Anne moves all commodities from storage onto the barge."]
    assert steps(table, 0, MoveBarge("gold", resources(gray=2))) == [
        "Move the barge of Anne; it lies then at the gold dock.",
        "Anne pays 2 gray to the bank.",
    ]
    assert steps(table, 0, Fetch("white")) == [
        "Anne takes the dock worker (white) aboard from the gold dock.",
        "Anne takes 1 gulden from the bank.",
    ]
    table.state.barges = ("white", "pier", "pier")
    assert steps(table, 0, Bring(7)) == [
        "Put the dock worker (white) on the topmost free space of the magazine.",
        "Move the rowboat of Anne on by 7.",
    ]
    table.state.barges = ("beer", "pier", "pier")
    assert steps(table, 0, Deliver("beer", 8)) == [
        "Put the commodity (beer) on the highest free rooftop of its storehouse.",
        "Move the rowboat of Anne on by 8.",
    ]
    table.state.cargo = ((1, 0, 0, 0, 0, 0, 0, 0, 0), *table.state.cargo[1:])
    table.state.barges = ("warehouse_3", "pier", "pier")
    assert steps(table, 0, Deliver("beer", 5))[0] == "Put the commodity (beer) into warehouse 3."


def test_a2_a_disc_moves_on_top_of_others_and_to_the_mouth() -> None:
    table = position(("act", 0), supply=[{"gray": 3}])
    assert steps(table, 0, MoveOnAmstel(2, resources(gray=3)))[0] == (
        "Move the disc of Anne on the Amstel by 2 spaces: to space 2, on top of any there."
    )
    mouth = table.state.setup.board.mouth
    assert cardboard(table.state.setup, [Advanced(0, 3, mouth)]) == [
        "Move the disc of Anne to the mouth of the Amstel, on the next number there."
    ]


def test_cards_tokens_and_figures() -> None:
    table = position(("act", 0), active=((17,), (), ()))
    assert steps(table, 0, UseCard(17, True, Effect(resources(black=1), 1, 3, penalties=1))) == [
        "Put an action marker on card 017.",
        "Anne takes 1 penalty token.",
        "Anne takes 1 gulden and 1 black from the bank.",
        "Move the rowboat of Anne on by 3.",
    ]
    setup = table.state.setup
    assert cardboard(setup, [Penalty(0, -1, "card:7")]) == ["Anne gives 1 penalty token back."]
    assert cardboard(setup, [Stands("bailiff", "gray")]) == ["Put Bailiff here: the gray district."]
    assert cardboard(setup, [Stands("bailiff", None)]) == ["Back into the box goes: Bailiff."]
    figures = position(("bailiff", 0), ("act", 0), bailiff="black")
    assert steps(figures, 0, PlaceBailiff("pink")) == ["Put Bailiff here: the pink district (Plantage)."]


def test_a8_the_end_of_a_round_and_the_next_one() -> None:
    table = position(("keep", 0), supply=[{"black": 2, "gray": 1}], then=("next_round",))
    assert steps(table, 0, Keep("gray")) == [
        "Anne puts 1 gray into the shack, and all other resources back.",
        "Put all action markers back on the windmills.",
        "Put the cards that are left over on the discard pile.",
        "Put the round tracker on round 10, and turn up the next market tile.",
        "Turn up 2 district maps, 2 buildings and 1 craftsman.",
    ]


def test_a4_dice_go_into_the_roundel_and_it_turns() -> None:
    table = position(("dice", 0), players=2, dice=(1, 2, 3, 1, 2, 1), shacks=("pink", None), then=("turn_roundels",))
    assert steps(table, 0, TakeDice("black", "purple")) == [
        "Anne puts 1 black into slot 1 of the roundel.",
        "Anne puts 3 purple into slot 3 of the roundel.",
        "Anne turns the roundel by one slot and takes 1 black out.",
        "Anne takes 1 pink from the shack.",
        "Jan turns the roundel by one slot; nothing comes out.",
        "Jan takes 1 penalty token.",
    ]


def test_a5_high_dice_are_turned() -> None:
    assert cardboard(a_setup(), [DiceTurned((1, 2, 3, 6, 1, 1), (1, 2, 3, 1, 1, 1))]) == [
        "Turn the dice that are too high to 1, so that they show: Black 1, Brown 2, Purple 3, Pink 1, Orange 1, Gray 1."
    ]


def test_a11_what_nobody_takes_from_tom_is_lost() -> None:
    full, sold = (3,) * 9, (1,) * 9
    table = position(("tom_block", 0), ("act", 0), tom=1, black_market=sold, storehouses=full, tom_builds=("black",))
    assert steps(table, 0, TomBlock("lace", 1)) == [
        "Put a crest of Jan on the block in the black district, in place of its commodity (lace).",
        "Back into the box goes the commodity (lace): nobody takes it.",
    ]


# What TOM asks.


def against_tom(what: str, **fields: Any) -> list[str]:
    return asked_for_tom(position((what, 0), tom=1, **fields).state)


def test_a11_which_card_tom_throws_away() -> None:
    assert against_tom("tom_card") == [
        "Jan is first on the Amstel: the cheapest of the cards turned up goes.",
        "Look for the card that costs the fewest resources to activate, whatever their colours.",
        "Of equally cheap ones a district map goes before a building, and a building before a craftsman.",
        "Between two equally cheap district maps you choose.",
    ]


def test_a11_which_block_tom_takes() -> None:
    found = against_tom("tom_block", tom_builds=("pink", "gray"), black_market=(1, 0, 0, 0, 0, 0, 1, 0, 0))
    assert found == [
        "The die Pink shows 6: Jan takes a block in the pink district (Plantage).",
        "Look for the cheapest free block there.",
        "Of equally cheap ones it is one beside a block with a crest of Jan.",
        "If there is none, or there are several, it is the one furthest to the left.",
        "Put a crest of Jan there and take the commodity: say which one it is.",
        "Count how many crests of Jan hang together by bridges there, this one included.",
        "It is sold on the black market, where there is room for one of each kind; otherwise it is delivered.",
        "On the black market already: beer and lace.",
    ]


def test_a11_which_dice_move_tom_on_the_amstel() -> None:
    found = against_tom("tom_bridges", crossing=(3, 5), dice=(1, 2, 3, 4, 4, 1))
    assert found == [
        "Dice that show 1: Black and Gray.",
        "Jan moves on the Amstel from space 3 to space 5.",
        "Add up what is printed on the bridges between these spaces; without a bridge it is 0.",
        "Our guess is 2.",
    ]


def test_a11_steps_that_tom_bought_come_from_the_market_tile() -> None:
    table = position(("tom_market", 0), tom=1, money=(0, 3), dice=(2, 2, 3, 4, 4, 2))
    table.does(0, TomMarket(2, 0, 2))
    assert asked_for_tom(table.state)[0] == "The market tile brings him 2 spaces."


def test_a11_which_triplet_brings_a_worker() -> None:
    found = against_tom("tom_magazine", dice=(5, 5, 5, 1, 2, 5), magazine=2, tom_emptied="light_pink")
    assert found[:2] == [
        "Dice that show 5: Black, Brown, Purple and Gray.",
        "A triplet of 5 is for the dock worker at the light pink dock.",
    ]
    assert found[-1] == "Our guess is 7."


def test_a11_of_two_triplets_each_is_told_when_it_is_asked_for() -> None:
    table = position(("roll", 0), tom=1, then=("tom", "dice_in_turn"))
    table.does(0, Roll((2, 2, 2, 5, 5, 5)))
    first = asked_for_tom(table.state)
    assert first[:2] == [
        "Dice that show 2: Black, Brown and Purple.",
        "A triplet of 2 is for the dock worker at the white dock.",
    ]
    table.does(0, Printed(9))
    second = asked_for_tom(table.state)
    assert second[:2] == [
        "Dice that show 5: Pink, Orange and Gray.",
        "A triplet of 5 is for the dock worker at the light pink dock.",
    ]
    assert len(second) == len(first) == 5


def test_a11_a_triplet_of_an_empty_dock_is_not_told() -> None:
    table = position(("roll", 0), tom=1, docks=(1, 0, 1, 1, 1, 1), then=("tom", "dice_in_turn"))
    table.does(0, Roll((2, 2, 2, 5, 5, 5)))
    assert "Dice that show 2: Black, Brown and Purple." not in asked_for_tom(table.state)


@pytest.mark.parametrize(("round_", "bonus"), [(4, 1), (9, 0)])
def test_a11_which_rooftop_tom_covers(round_: int, bonus: int) -> None:
    found = against_tom("tom_roof", tom_delivered="lace", storehouses=(0, 0, 0, 0, 0, 0, 2, 0, 0), round=round_)
    assert found[0] == "The black market has this commodity already, so it is delivered: lace."
    assert found[2] == "Our guess is 5."
    assert found[3:] == ["For the fast delivery 4 more is counted by itself."] * bonus


def test_a11_what_tom_asks_of_the_market_tile() -> None:
    assert against_tom("tom_market", money=(0, 3))[0] == "Jan has 3 gulden."


def test_nothing_is_asked_for_tom_when_a_person_is_asked() -> None:
    assert against_tom("act") == []
    assert asked_for_tom(position(tom=1, then=()).state) == []


@pytest.mark.parametrize("players", [1, 3])
def test_a_whole_game_is_told_for_the_cardboard(players: int) -> None:
    lines: list[str] = []
    setup = walked_setup(players, 31, 5)
    for state, _, events in walk(setup, 5, 700):
        lines += cardboard(setup, events) + asked_for_tom(state)
    assert len(lines) > 300
    assert all(line.endswith(".") and "{" not in line for line in lines)
