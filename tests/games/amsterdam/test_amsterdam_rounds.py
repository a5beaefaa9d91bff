"""A round from its beginning to its end: cards in phase I, dice and roundel in phase II, what is kept in phase IV."""

from typing import Any

import pytest
from amsterdam_table import NO_EFFECT, Table, a_deck, begun, position, resources
from positions import happened

from companion.games.amsterdam.actions import (
    Done,
    Effect,
    FirstResources,
    Keep,
    Roll,
    TakeCard,
    TakeDice,
    ThrowCard,
    UseCard,
)
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.events import (
    Acting,
    CardsShown,
    CardTaken,
    CardThrown,
    CardUsed,
    DiceTurned,
    IntoRoundel,
    Penalty,
    PhaseBegins,
    Rolled,
    Round,
    RoundelTurned,
    Shack,
    Supply,
)
from companion.games.amsterdam.things import Counts


def slots(**by_number: dict[str, int]) -> tuple[Counts, ...]:
    """A roundel: `one` is the slot that leaves next."""
    names = ("one", "two", "three", "four", "five", "six")
    return tuple(resources(**by_number.get(name, {})) for name in names)


EMPTY = slots()


class TestCards:
    """Phase I."""

    @pytest.mark.parametrize(
        ("players", "round_", "cards"),
        [
            (2, 1, (2, 1, 1)), (2, 2, (2, 1, 1)), (3, 1, (2, 1, 2)), (3, 2, (2, 2, 1)), (3, 11, (2, 1, 2)),
            (3, 12, (2, 2, 1)), (4, 1, (2, 2, 2)), (4, 2, (2, 2, 2)),
        ],
    )  # fmt: skip
    def test_a3_so_many_maps_buildings_and_craftsmen_are_turned_up(
        self, players: int, round_: int, cards: Counts
    ) -> None:
        table = position(("act", 0), players=players, round=round_ - 1, then=("next_round",))
        events = table.does(0, Done())
        assert happened(events, CardsShown) == [CardsShown(cards)]
        assert (table.state.round, table.state.phase) == (round_, 1)

    def test_a3_everybody_takes_one_in_the_order_of_the_amstel(self) -> None:
        table = position(("act", 0), order=(2, 0, 1), amstel=(3, 2, 5), then=("next_round",))
        table.does(0, Done())
        for seat, kind in ((2, "map"), (0, "map"), (1, "craftsman")):
            assert table.asked() == ("card", seat)
            assert table.does(seat, TakeCard(kind, 20 + seat))[0] == CardTaken(seat, kind, 20 + seat)  # type: ignore[arg-type]
        assert table.state.below == ((20,), (21,), (22,))

    def test_a3_a_fifth_card_finds_room(self) -> None:
        table = position(("card", 0), below=((1, 2, 3, 4), (), ()), display=(2, 1, 1))
        assert table.does(0, TakeCard("map", 5))[:1] == [CardTaken(0, "map", 5)]
        assert table.state.penalties == (0, 0, 0)
        assert table.asked() != ("throw", 0)

    def test_a3_of_six_cards_one_goes_and_there_is_a_penalty_token(self) -> None:
        table = position(("card", 0), below=((1, 2, 3, 4, 5), (), ()), display=(2, 1, 1))
        table.does(0, TakeCard("map", 6))
        assert table.asked() == ("throw", 0)
        assert list(table.may(0)) == [ThrowCard(card) for card in (1, 2, 3, 4, 5, 6)]
        assert table.refuses(0, ThrowCard(7)) == "Card 007 does not lie below your board."
        events = table.does(0, ThrowCard(6))
        assert events[:2] == [CardThrown(0, 6), Penalty(0, 1, "sixth_card")]
        assert table.state.below[0] == (1, 2, 3, 4, 5)
        assert table.state.penalties == (1, 0, 0)

    def test_a_kind_of_which_no_card_is_left_cannot_be_taken(self) -> None:
        table = position(("card", 0), display=(0, 1, 1))
        assert table.refuses(0, TakeCard("map", 6)) == "No card of this kind is turned up any more."

    def test_a_card_that_has_been_named_cannot_be_taken_again_wherever_it_is(self) -> None:
        table = position(("card", 0), ("card", 1), ("throw", 1), below=((6,), (), ()), display=(2, 1, 1), out=(6, 9))
        assert table.refuses(0, TakeCard("map", 6)) == "Card 006 has been taken already."
        assert table.refuses(0, TakeCard("map", 9)) == "Card 009 has been taken already."
        table.does(0, TakeCard("map", 7))
        assert table.refuses(1, TakeCard("map", 7)) == "Card 007 has been taken already."

    @pytest.mark.parametrize("card", [0, -1, 133])
    def test_cards_have_numbers_from_1_to_132(self, card: int) -> None:
        table = position(("card", 0), display=(2, 1, 1))
        assert table.refuses(0, TakeCard("map", card)) == "The cards have numbers from 1 to 132."

    def test_an_active_card_may_be_used_before_one_is_taken(self) -> None:
        table = position(("card", 0), ("card", 1), display=(2, 1, 1), active=((31,), (), ()))
        events = table.does(0, UseCard(31, True, Effect(gulden=1)))
        assert happened(events, CardUsed) == [CardUsed(0, 31, True, Effect(gulden=1))]
        assert table.state.money[0] == 1
        assert table.asked() == ("card", 0)
        assert table.refuses(0, UseCard(31, True, NO_EFFECT)) == "Card 031 has been used in this round already."


class TestDice:
    """Phase II."""

    def test_a2_the_first_player_rolls_at_a_table_with_its_own_dice(self) -> None:
        table = position(("act", 0), order=(2, 0, 1), amstel=(1, 1, 4), then=("phase_2",))
        table.does(0, Done())
        assert table.asked() == ("roll", 2)
        assert table.does(2, Roll((6, 5, 4, 3, 2, 1)))[0] == Rolled((6, 5, 4, 3, 2, 1))

    @pytest.mark.parametrize("dice", [(0, 1, 1, 1, 1, 1), (7, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1), (1,) * 7, ()])
    def test_a4_there_are_six_dice_with_faces_from_1_to_6(self, dice: Counts) -> None:
        assert position(("roll", 0)).refuses(0, Roll(dice)) == "Say of each of the six dice what it shows, from 1 to 6."

    def test_a4_anne_takes_the_orange_2_and_the_brown_5(self) -> None:
        table = position(("dice", 0), ("dice", 1), dice=(1, 5, 3, 6, 2, 4), round=2)
        events = table.does(0, TakeDice("brown", "orange"))
        assert happened(events, IntoRoundel) == [IntoRoundel(0, 5, "brown", 5), IntoRoundel(0, 2, "orange", 2)]
        assert table.state.roundels[0] == slots(two={"orange": 2}, five={"brown": 5})
        assert table.state.chosen[0] == ("brown", "orange")
        assert table.supply(0) == {}

    def test_a4_others_may_take_the_same_dice(self) -> None:
        table = position(("dice", 0), ("dice", 1), dice=(1, 5, 3, 6, 2, 4), round=2)
        before = list(table.may(0))
        table.does(0, TakeDice("brown", "orange"))
        assert list(table.may(1)) == before
        table.does(1, TakeDice("brown", "orange"))
        assert table.state.roundels[0] == table.state.roundels[1]

    def test_a4_everybody_takes_two_different_dice_and_no_third_one(self) -> None:
        table = position(("dice", 0), ("dice", 1), dice=(1, 5, 3, 6, 2, 4), round=2)
        assert len(table.may(0)) == 15
        assert table.refuses(0, TakeDice("brown", "brown")) == "Choose two different dice."
        order = "Name the dice in their order: black, brown, purple, pink, orange, gray."
        assert table.refuses(0, TakeDice("orange", "brown")) == order
        table.does(0, TakeDice("brown", "orange"))
        assert table.refuses(0, TakeDice("black", "gray")) == "Now it is for Jan to choose two dice."

    def test_a4_in_the_order_of_the_amstel(self) -> None:
        table = position(("act", 0), order=(1, 2, 0), then=("dice_in_turn",))
        table.does(0, Done())
        for seat in (1, 2, 0):
            assert table.asked() == ("dice", seat)
            table.does(seat, TakeDice("black", "brown"))

    def test_cards_of_phase_ii_are_used_while_dice_are_chosen(self) -> None:
        table = position(("dice", 0), ("dice", 1), active=((31,), (), ()))
        table.does(0, UseCard(31, False, Effect(resources(pink=1))))
        assert (table.supply(0), table.asked()) == ({"pink": 1}, ("dice", 0))

    @pytest.mark.parametrize(
        ("round_", "turned"),
        [
            (7, (1, 2, 3, 4, 5, 6)), (8, (1, 2, 3, 4, 5, 1)), (9, (1, 2, 3, 4, 1, 1)), (10, (1, 2, 3, 1, 1, 1)),
            (11, (1, 2, 1, 1, 1, 1)), (12, (1, 1, 1, 1, 1, 1)),
        ],
    )  # fmt: skip
    def test_a5_from_round_8_dice_that_are_too_high_become_1(self, round_: int, turned: Counts) -> None:
        table = position(("roll", 0), round=round_, then=("turn_high_dice", "dice_in_turn"))
        events = table.does(0, Roll((1, 2, 3, 4, 5, 6)))
        assert table.state.dice == turned
        assert bool(happened(events, DiceTurned)) == (round_ > 7)

    def test_a5_in_round_10_four_dice_of_the_example_are_turned(self) -> None:
        """Two of one high face, one of each other; those of 1, 2 or 3 stay."""
        table = position(("roll", 0), round=10, then=("turn_high_dice", "dice_in_turn"))
        events = table.does(0, Roll((4, 4, 5, 6, 3, 2)))
        assert happened(events, DiceTurned) == [DiceTurned((4, 4, 5, 6, 3, 2), (1, 1, 1, 1, 3, 2))]

    @pytest.mark.parametrize("round_", range(1, 13))
    def test_a5_what_is_taken_in_any_round_comes_out_by_the_twelfth(self, round_: int) -> None:
        table = position(("roll", 0), round=round_, then=("turn_high_dice", "dice_in_turn"), players=2)
        table.does(0, Roll((6,) * 6))
        assert round_ + table.state.dice[0] - 1 <= 12


class TestRoundel:
    def turned(self, **fields: Any) -> tuple[Table, list[Any]]:
        table = position(("act", 0), players=2, then=("turn_roundels", "phase_3"), **fields)
        return table, table.does(0, Done())

    def test_a4_annes_roundel_turns_by_one_slot_and_lets_the_black_one_out(self) -> None:
        table, events = self.turned(
            roundels=(slots(one={"black": 1}, two={"purple": 2, "orange": 2}, five={"brown": 5}), EMPTY)
        )
        assert RoundelTurned(0, resources(black=1)) in events
        assert table.supply(0) == {"black": 1}
        assert table.state.roundels[0] == slots(one={"purple": 2, "orange": 2}, four={"brown": 5})
        assert table.state.penalties[0] == 0

    def test_a4_who_gets_nothing_out_takes_a_penalty_token(self) -> None:
        table, events = self.turned(roundels=(slots(two={"purple": 2}), slots(one={"gray": 1})))
        assert happened(events, Penalty) == [Penalty(0, 1, "empty_roundel")]
        assert table.state.penalties == (1, 0)

    def test_a4_the_stored_resource_joins_the_supply_but_does_not_save_from_the_token(self) -> None:
        table, events = self.turned(roundels=(EMPTY, slots(one={"gray": 1})), shacks=("pink", "gray"))
        assert (table.supply(0), table.supply(1)) == ({"pink": 1}, {"gray": 2})
        assert table.state.shacks == (None, None)
        assert table.state.penalties == (1, 0)
        assert happened(events, Supply) == [
            Supply(0, resources(pink=1), "shack"),
            Supply(1, resources(gray=1), "shack"),
        ]

    def test_a4_a_die_of_six_comes_out_at_the_sixth_turn(self) -> None:
        roundel = slots(six={"gray": 6})
        for _ in range(5):
            table, _ = self.turned(roundels=(roundel, EMPTY))
            assert table.supply(0) == {}
            roundel = table.state.roundels[0]
        table, _ = self.turned(roundels=(roundel, EMPTY))
        assert table.supply(0) == {"gray": 6}

    def test_then_it_is_the_first_players_turn(self) -> None:
        _, events = self.turned(order=(1, 0), amstel=(0, 2))
        assert happened(events, PhaseBegins) == [PhaseBegins(3)]
        assert happened(events, Acting) == [Acting(1)]


class TestTheEndOfARound:
    """Phase IV."""

    def test_a8_one_resource_is_kept_and_the_rest_goes_back(self) -> None:
        table = position(("act", 0), supply=[{"black": 2, "gray": 3}], players=2)
        table.does(0, Done())
        assert table.asked() == ("keep", 0)
        assert list(table.may(0)) == [Keep("black"), Keep("gray")]
        assert table.refuses(0, Keep("pink")) == "You have no resource of this colour to keep: Pink."
        events = table.does(0, Keep("gray"))
        assert events[:2] == [Supply(0, resources(black=-2, gray=-3), "end_of_round"), Shack(0, "gray")]
        assert (table.supply(0), table.state.shacks) == ({}, ("gray", None))

    def test_a8_where_there_is_one_colour_nobody_is_asked(self) -> None:
        table = position(("act", 0), supply=[{"gray": 3}, {}, {"pink": 1}])
        events = table.does(0, Done())
        assert happened(events, Shack) == [Shack(0, "gray"), Shack(2, "pink")]
        assert table.state.shacks == ("gray", None, "pink")
        assert table.state.supply == (resources(),) * 3
        assert table.asked() == ("card", 0)

    def test_a8_in_round_12_nobody_gives_anything_back(self) -> None:
        table = position(("act", 0), supply=[{"gray": 3, "pink": 1}], round=12)
        events = table.does(0, Done())
        assert happened(events, PhaseBegins) == happened(events, Shack) == []
        assert table.supply(0) == {"gray": 3, "pink": 1}
        assert table.state.winners == (0,)

    def test_a_new_round_makes_used_cards_usable_and_brings_a_new_tile(self) -> None:
        table = position(("act", 0), active=((31,), (), ()), used=(31,), dice=(1,) * 6)
        events = table.does(0, Done())
        assert happened(events, Round) == [Round(10)]
        assert (table.state.used, table.state.tile, table.state.dice) == ((), None, ())
        table.does(0, UseCard(31, True, NO_EFFECT))


def test_a1_a_whole_game_has_twelve_rounds_of_four_phases_but_the_last_has_three() -> None:
    table = begun(2, deck=a_deck(2, rolls=["222222"] * 12))
    phases: list[tuple[int, int]] = []
    while table.state.agenda:
        phases += [(table.state.round, event.phase) for event in happened(table.goes_on(), PhaseBegins)]
    assert len(phases) == 12 * 4 - 1
    assert phases[-1] == (12, 3)


def test_first_resources_come_out_in_the_first_two_rounds() -> None:
    table = begun(2, deck=a_deck(2, rolls=["666666"] * 12))
    table.does(1, TakeCard("building", 1))
    table.does(0, TakeCard("building", 2))
    table.does(0, FirstResources("black", "purple"))
    table.does(1, FirstResources("gray", "pink"))
    out: list[RoundelTurned] = []
    while table.state.round < 3:
        out += happened(table.goes_on(), RoundelTurned)
    assert [event.out for event in out if event.seat == 0] == [resources(black=1), resources(purple=2)]
    assert [event.out for event in out if event.seat == 1] == [resources(gray=1), resources(pink=2)]


def test_a_board_says_what_it_is() -> None:
    assert repr(default_board()) == "<Board with an Amstel of 19 spaces>"
