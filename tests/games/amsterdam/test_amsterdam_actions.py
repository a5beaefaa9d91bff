"""What is done in phase III: cards, blocks, the black market, the harbour, the Amstel and the market."""

import pytest
from amsterdam_table import NO_EFFECT, commodities, position, prestige, resources, seen_board
from positions import happened

from companion.games.amsterdam.actions import (
    Activate,
    Bring,
    Buy,
    Deliver,
    Done,
    Effect,
    Fetch,
    Load,
    MoveBarge,
    MoveOnAmstel,
    Printed,
    TakeBlock,
    UseCard,
)
from companion.games.amsterdam.events import (
    Acting,
    Activated,
    Advanced,
    BlackMarket,
    BlockTaken,
    Brought,
    CardUsed,
    Delivered,
    Fetched,
    Loaded,
    Penalty,
    Prestige,
    Sailed,
    Stored,
    Supply,
)
from companion.games.amsterdam.things import Counts
from companion.games.events import Money


class TestTurns:
    def test_a6_anything_in_any_order_until_one_is_done(self) -> None:
        table = position(
            ("act", 0), ("turn", 1), supply=[{"pink": 2, "gray": 3}], money=(1, 0, 0), below=((7,), (), ())
        )
        table.does(0, MoveBarge("water", resources(gray=1)))
        table.does(0, TakeBlock("pink", 2, "furniture", 1))
        table.does(0, Activate(7, resources(gray=1)))
        table.does(0, Buy(1, Effect(prestige=2)))
        table.does(0, MoveBarge("pier", resources(gray=1)))
        table.does(0, Load())
        assert table.does(0, Done()) == [Acting(1)]
        assert table.asked() == ("act", 1)

    def test_a2_in_the_order_of_the_amstel_as_it_was_when_the_phase_began(self) -> None:
        table = position(
            ("act", 2),
            order=(1, 0, 2),
            amstel=(4, 6, 2),
            supply=[{"gray": 9}] * 3,
            then=("phase_3",),
            board=seen_board(),
        )
        table.does(2, Done())
        assert table.asked() == ("act", 1)
        table.does(1, Done())
        table.does(0, MoveOnAmstel(3, resources(gray=5)))
        assert table.state.order == (0, 1, 2)
        table.does(0, Done())
        assert table.asked() == ("act", 2)

    def test_somebody_else_and_something_else_are_refused(self) -> None:
        table = position(("act", 0))
        assert table.refuses(1, Done()) == "Now it is for Anne to perform actions, or be done."
        assert table.refuses(0, Printed(3)) == "The question is to perform actions, or be done."
        assert table.refuses(3, Done()) == "There is no seat 3 at this table."


class TestCards:
    def test_a6_jan_activates_two_cards_for_three_pink_resources(self) -> None:
        table = position(("act", 1), supply=[{}, {"pink": 3}], below=((), (4, 8), ()))
        assert table.does(1, Activate(4, resources(pink=2))) == [
            Supply(1, resources(pink=-2), "activate:4"),
            Activated(1, 4),
        ]
        table.does(1, Activate(8, resources(pink=1)))
        assert (table.state.below[1], table.state.active[1], table.supply(1)) == ((), (4, 8), {})

    def test_a6_a_card_can_be_used_in_the_turn_in_which_it_was_activated_and_once_a_round_if_marked(self) -> None:
        table = position(("act", 1), below=((), (4,), ()))
        table.does(1, Activate(4, resources()))
        effect = Effect(resources(orange=1))
        assert table.does(1, UseCard(4, True, effect)) == [
            CardUsed(1, 4, True, effect),
            Supply(1, resources(orange=1), "card:4"),
        ]
        assert table.supply(1) == {"orange": 1}
        assert table.refuses(1, UseCard(4, True, effect)) == "Card 004 has been used in this round already."
        assert table.refuses(1, UseCard(4, False, effect)) == "Card 004 has been used in this round already."

    def test_a6_a_card_that_is_not_marked_may_be_used_again_and_again(self) -> None:
        table = position(("act", 1), active=((), (4,), ()))
        for count in (1, 2, 3):
            table.does(1, UseCard(4, False, Effect(gulden=1)))
            assert table.state.money[1] == count

    def test_a_card_brings_and_costs_whatever_it_shows(self) -> None:
        table = position(
            ("act", 0), active=((4,), (), ()), supply=[{"black": 2}], money=(3, 0, 0), penalties=(1, 0, 0),
            board=seen_board(),
        )  # fmt: skip
        events = table.does(0, UseCard(4, True, Effect(resources(black=-2, pink=1), -3, 5, 2, -1)))
        assert events[1:] == [
            Supply(0, resources(black=-2, pink=1), "card:4"),
            Money(0, -3, "card:4"),
            Prestige(0, 5, "card:4"),
            Penalty(0, -1, "card:4"),
            Advanced(0, 0, 2),
        ]
        assert (table.supply(0), table.state.money[0], table.state.penalties[0]) == ({"pink": 1}, 0, 0)

    @pytest.mark.parametrize(
        ("effect", "reason"),
        [
            (Effect(resources(black=-2)), "You cannot pay 2 of Black: there are 1 in your supply."),
            (Effect(gulden=-4), "You have only 3 gulden."),
            (Effect(penalties=-2), "Penalty tokens that you have: 1."),
            (Effect(penalties=4), "Penalty tokens that can come at once: 3."),
            (Effect(steps=19), "Steps on the Amstel are from 0 to 18."),
            (Effect(steps=-1), "Steps on the Amstel are from 0 to 18."),
            (Effect(prestige=31), "Prestige that comes at once is from 0 to 30."),
            (Effect(prestige=-1), "Prestige that comes at once is from 0 to 30."),
            (Effect(resources(gray=11)), "Resources of one colour that can come or go at once: 10."),
            (Effect(gulden=11), "Gulden that can come or go at once: 10."),
            (Effect((1,)), "Say for each of the six colours how many there are."),
        ],
    )
    def test_what_nobody_has_or_no_card_shows_is_refused(self, effect: Effect, reason: str) -> None:
        table = position(("act", 0), active=((4,), (), ()), supply=[{"black": 1}], money=(3, 0, 0), penalties=(1, 0, 0))
        assert table.refuses(0, UseCard(4, True, effect)) == reason

    def test_only_own_cards_are_used_and_activated(self) -> None:
        table = position(("act", 0), active=((), (4,), ()), below=((), (5,), ()))
        assert table.refuses(0, UseCard(4, True, NO_EFFECT)) == "Card 004 is not one of your active cards."
        assert table.refuses(0, Activate(5, resources())) == "Card 005 does not lie below your board."

    @pytest.mark.parametrize(
        ("pay", "reason"),
        [
            (resources(pink=3), "You cannot pay 3 of Pink: there are 2 in your supply."),
            ((0, 0, 0, 1), "Say for each of the six colours how many are paid."),
            (resources(pink=-1), "Say for each of the six colours how many are paid."),
        ],
    )
    def test_who_has_not_cannot_pay(self, pay: Counts, reason: str) -> None:
        table = position(("act", 0), below=((5,), (), ()), supply=[{"pink": 2}])
        assert table.refuses(0, Activate(5, pay)) == reason


class TestBlocks:
    def test_a6_mareike_takes_a_block_for_two_pink_resources_and_stores_its_furniture(self) -> None:
        table = position(("act", 2), supply=[{}, {}, {"pink": 3}])
        assert table.does(2, TakeBlock("pink", 2, "furniture", 1))[1:] == [
            Supply(2, resources(pink=-2), "block"),
            BlockTaken(2, "pink", "furniture", 1),
            Stored(2, "furniture"),
        ]
        assert table.supply(2) == {"pink": 1}
        assert table.state.crests[2] == resources(pink=1)
        assert table.state.storage[2] == commodities(furniture=1)
        assert table.state.cargo[2] == commodities()

    def test_a6_only_one_block_is_taken_in_a_turn(self) -> None:
        table = position(("act", 0), ("turn", 1), supply=[{"pink": 6}, {"pink": 6}])
        table.does(0, TakeBlock("pink", 1, "beer", 1))
        assert table.refuses(0, TakeBlock("pink", 1, "beer", 1)) == "You have taken a block in this turn already."
        table.does(0, Done())
        table.does(1, TakeBlock("pink", 1, "beer", 1))

    def test_a6_its_colour_is_the_districts(self) -> None:
        table = position(("act", 0), supply=[{"pink": 6, "gray": 1}])
        reason = table.refuses(0, TakeBlock("gray", 2, "beer", 1))
        assert reason == "You cannot pay 2 of Gray: there are 1 in your supply."
        assert table.refuses(0, TakeBlock("pink", 0, "beer", 1)) == "A block costs at least one resource."

    def test_a_district_has_six_blocks(self) -> None:
        table = position(("act", 0), supply=[{"pink": 6}], crests=[{"pink": 2}, {"pink": 3}, {"pink": 1}])
        reason = table.refuses(0, TakeBlock("pink", 1, "beer", 1))
        assert reason == "All blocks of the pink district (Plantage) are taken."

    def test_the_largest_group_is_the_largest_that_was_said(self) -> None:
        table = position(("act", 0), supply=[{"pink": 6}], crests=[{"pink": 2, "gray": 2}], groups=(3, 0, 0))
        reason = "Of your crests between 1 and 5 can hang together there."
        assert table.refuses(0, TakeBlock("pink", 1, "beer", 6)) == reason
        assert table.refuses(0, TakeBlock("pink", 1, "beer", 0)) == reason
        table.does(0, TakeBlock("pink", 1, "beer", 1))
        assert table.state.groups == (3, 0, 0)
        again = position(("act", 0), supply=[{"pink": 6}], crests=[{"pink": 2, "gray": 2}], groups=(3, 0, 0))
        again.does(0, TakeBlock("pink", 1, "beer", 5))
        assert again.state.groups == (5, 0, 0)


class TestTheBlackMarket:
    def test_a6_mareike_sells_her_coffee_for_2_gulden(self) -> None:
        table = position(("act", 2), supply=[{}, {}, {"pink": 1}])
        events = table.does(2, TakeBlock("pink", 1, "coffee", 1, "gulden"))
        assert events[-2:] == [BlackMarket(2, "coffee"), Money(2, 2, "black_market")]
        assert table.state.money == (0, 0, 2)
        assert table.state.storage[2] == commodities()
        assert table.state.black_market == commodities(coffee=1)

    def test_a6_or_for_a_resource_of_any_colour(self) -> None:
        table = position(("act", 2), supply=[{}, {}, {"pink": 1}])
        events = table.does(2, TakeBlock("pink", 1, "coffee", 1, "gray"))
        assert events[-1] == Supply(2, resources(gray=1), "black_market")
        assert table.supply(2) == {"gray": 1}
        assert table.state.money == (0, 0, 0)

    def test_a6_it_takes_one_of_each_kind(self) -> None:
        table = position(("act", 2), supply=[{}, {}, {"pink": 1}], black_market=commodities(coffee=1))
        reason = table.refuses(2, TakeBlock("pink", 1, "coffee", 1, "gulden"))
        assert reason == "On the black market there is coffee already."
        assert table.refuses(2, TakeBlock("pink", 1, "coffee", 1, "gray")) == reason
        table.does(2, TakeBlock("pink", 1, "coffee", 1))
        assert table.state.storage[2] == commodities(coffee=1)


class TestTheBarge:
    def test_a6_anne_loads_all_that_is_in_storage_at_a_dock(self) -> None:
        table = position(
            ("act", 0), storage=[{"beer": 1, "lace": 1}], cargo=[{"beer": 1}], barges=("gold", "pier", "pier")
        )
        assert table.does(0, Load()) == [Loaded(0)]
        assert table.state.storage[0] == commodities()
        assert table.state.cargo[0] == commodities(beer=2, lace=1)
        assert table.refuses(0, Load()) == "There is nothing in your storage to load."

    @pytest.mark.parametrize(
        ("place", "words"),
        [("water", "open water"), ("beer", "the storehouse for beer"), ("warehouse_2", "warehouse 2")],
    )
    def test_a6_it_is_loaded_only_at_one_of_seven_docks_with_a_crane(self, place: str, words: str) -> None:
        table = position(("act", 0), storage=[{"beer": 1}], barges=(place, "pier", "pier"))
        assert table.refuses(0, Load()) == f"A barge is loaded at a dock with a crane; yours lies at {words}."
        assert len(table.state.setup.board.cranes) == 7

    def test_a6_anne_pays_3_resources_of_any_colours_for_three_spaces(self) -> None:
        table = position(("act", 0), supply=[{"black": 1, "pink": 2, "gray": 1}])
        pay = resources(black=1, pink=2)
        assert table.does(0, MoveBarge("gold", pay)) == [
            Supply(0, resources(black=-1, pink=-2), "barge"),
            Sailed(0, "gold"),
        ]
        assert (table.supply(0), table.state.barges[0]) == ({"gray": 1}, "gold")

    def test_a6_it_moves_as_often_as_one_likes_but_never_for_nothing(self) -> None:
        table = position(("act", 0), supply=[{"gray": 3}])
        table.does(0, MoveBarge("water", resources(gray=1)))
        table.does(0, MoveBarge("water", resources(gray=1)))
        assert table.refuses(0, MoveBarge("beer", resources())) == "Each space costs one resource."
        table.does(0, MoveBarge("beer", resources(gray=1)))
        assert table.refuses(0, MoveBarge("gold", resources())) == "Each space costs one resource."

    def test_it_goes_somewhere_else_for_what_one_has(self) -> None:
        table = position(("act", 0), supply=[{"gray": 3}])
        assert table.refuses(0, MoveBarge("pier", resources(gray=1))) == "Your barge lies at the pier already."
        reason = table.refuses(0, MoveBarge("gold", resources(gray=4)))
        assert reason == "You cannot pay 4 of Gray: there are 3 in your supply."
        assert table.refuses(0, MoveBarge("gold", (1,))) == "Say for each of the six colours how many are paid."


class TestDockWorkers:
    def test_a6_anne_takes_the_light_pink_worker_aboard_for_1_gulden(self) -> None:
        table = position(("act", 0), barges=("gold", "pier", "pier"))
        events = table.does(0, Fetch("light_pink"))
        assert events[1:] == [Fetched(0, "light_pink", "gold"), Money(0, 1, "worker")]
        assert table.state.aboard[0] == ("light_pink",)
        assert table.state.docks == (2, 2, 1, 2, 2, 2)
        assert table.state.waiting == (2, 2, 2, 2, 1, 2)

    def test_a6_one_worker_while_the_barge_lies_there(self) -> None:
        table = position(("act", 0), barges=("gold", "pier", "pier"), supply=[{"gray": 2}])
        table.does(0, Fetch("light_pink"))
        assert table.refuses(0, Fetch("white")) == "You have taken a dock worker aboard here already."
        table.does(0, MoveBarge("water", resources(gray=1)))
        table.does(0, MoveBarge("gold", resources(gray=1)))
        table.does(0, Fetch("white"))
        assert table.state.docks[2] == 0

    def test_a6_there_is_no_room_for_a_third(self) -> None:
        table = position(("act", 0), barges=("gold", "pier", "pier"), aboard=(("white", "white"), (), ()))
        assert table.refuses(0, Fetch("light_pink")) == "There are two dock workers aboard already."

    def test_where_nobody_waits_nobody_comes_aboard(self) -> None:
        at_pier = position(("act", 0))
        assert at_pier.refuses(0, Fetch("white")) == "No dock worker waits where your barge lies: at the pier."
        gone = position(("act", 0), barges=("gold", "pier", "pier"), docks=(2, 2, 0, 2, 2, 2))
        assert gone.refuses(0, Fetch("white")) == "Nobody waits at the gold dock any more."
        table = position(("act", 0), barges=("gold", "pier", "pier"), waiting=(2, 0, 2, 2, 2, 2))
        assert table.refuses(0, Fetch("gold")) == "No dock worker waits at the dock of its own colour."
        assert table.refuses(0, Fetch("white")) == "All white dock workers have been fetched."

    def test_a6_anne_is_second_to_bring_one_and_gains_7(self) -> None:
        table = position(
            ("act", 0), barges=("light_pink", "pier", "pier"), aboard=(("white", "light_pink"), (), ()), magazine=1,
            board=seen_board(),
        )  # fmt: skip
        assert table.refuses(0, Bring(9)) == "There 7 prestige is printed, not 9."
        events = table.does(0, Bring(7))
        assert events == [Brought(0, "light_pink"), Prestige(0, 7, "magazine")]
        assert (table.state.magazine, table.state.aboard[0]) == (2, ("white",))
        assert table.refuses(0, Bring(5)) == "No dock worker aboard wants to go to the light pink dock."

    @pytest.mark.parametrize(("there", "prestige"), [(0, 9), (1, 7), (2, 5), (3, 3), (4, 3), (11, 3)])
    def test_a6_the_topmost_free_space_of_the_magazine_and_the_last_has_room_for_all(
        self, there: int, prestige: int
    ) -> None:
        table = position(
            ("act", 0), barges=("gold", "pier", "pier"), aboard=(("gold",), (), ()), magazine=there, board=seen_board()
        )
        assert [action.prestige for action in table.may(0) if isinstance(action, Bring)] == [prestige]

    def test_what_is_printed_is_said_as_long_as_nobody_has_seen_it(self) -> None:
        table = position(("act", 0), barges=("gold", "pier", "pier"), aboard=(("gold",), (), ()))
        assert table.refuses(0, Bring(21)) == "Printed prestige is from 0 to 20."
        assert prestige(table.does(0, Bring(11)), 0) == 11


class TestDeliveries:
    def test_a7_jan_delivers_the_second_cheese_in_round_4_and_gains_6_and_4(self) -> None:
        table = position(
            ("act", 1), barges=("pier", "cheese", "pier"), cargo=[{}, {"cheese": 1}], round=4,
            storehouses=commodities(cheese=1), board=seen_board(),
        )  # fmt: skip
        events = table.does(1, Deliver("cheese", 6))
        assert events == [
            Delivered(1, "cheese", "cheese"),
            Prestige(1, 6, "delivery:cheese"),
            Prestige(1, 4, "fast"),
        ]
        assert table.state.prestige == (0, 10, 0)
        assert table.state.cargo[1] == commodities()
        assert table.state.storehouses == commodities(cheese=2)

    @pytest.mark.parametrize(
        ("round_", "bonus"),
        [(1, 7), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (7, 1), (8, 0), (9, 0), (10, 0), (11, 0), (12, 0)],
    )
    def test_a7_in_round_1_each_commodity_brings_7_more_in_round_2_6_and_so_on(self, round_: int, bonus: int) -> None:
        table = position(
            ("act", 0), barges=("warehouse_3", "pier", "pier"), cargo=[{"beer": 1}], round=round_, board=seen_board()
        )
        assert prestige(table.does(0, Deliver("beer", 5)), 0) == 5 + bonus

    def test_a6_anne_covers_the_last_roof_of_the_beer_storehouse_and_gains_4(self) -> None:
        table = position(
            ("act", 0), barges=("beer", "pier", "pier"), cargo=[{"beer": 2}], storehouses=commodities(beer=2),
            board=seen_board(),
        )  # fmt: skip
        assert prestige(table.does(0, Deliver("beer", 4)), 0) == 4
        assert table.refuses(0, Deliver("beer", 4)) == "The storehouse for beer is full: it holds 3."

    def test_a6_the_highest_free_rooftop_counts(self) -> None:
        table = position(("act", 0), barges=("beer", "pier", "pier"), cargo=[{"beer": 3}], board=seen_board())
        for roof in (8, 6, 4):
            assert [action for action in table.may(0) if isinstance(action, Deliver)] == [Deliver("beer", roof)]
            table.does(0, Deliver("beer", roof))

    def test_a6_a_warehouse_takes_one_commodity_of_any_kind(self) -> None:
        table = position(("act", 0), barges=("warehouse_1", "pier", "pier"), cargo=[{"beer": 1, "lace": 1}])
        events = table.does(0, Deliver("lace", 5))
        assert events == [Delivered(0, "lace", "warehouse_1"), Prestige(0, 5, "delivery:lace")]
        assert table.state.warehouses == (1, 0, 0, 0)
        assert table.state.storehouses == commodities()
        assert table.refuses(0, Deliver("beer", 5)) == "There is a commodity in warehouse 1 already."

    def test_a6_a_storehouse_takes_only_its_own_kind_and_only_where_the_barge_lies(self) -> None:
        table = position(("act", 0), barges=("beer", "pier", "pier"), cargo=[{"tulips": 1}], storage=[{"beer": 1}])
        reason = table.refuses(0, Deliver("tulips", 8))
        assert reason == "Tulip bulbs cannot be delivered at the storehouse for beer."
        assert table.refuses(0, Deliver("beer", 8)) == "There is no beer aboard."
        away = position(("act", 0), cargo=[{"tulips": 1}])
        assert away.refuses(0, Deliver("tulips", 8)) == "Tulip bulbs cannot be delivered at the pier."

    def test_printed_prestige_is_what_the_board_shows_if_somebody_has_seen_it(self) -> None:
        table = position(("act", 0), barges=("beer", "pier", "pier"), cargo=[{"beer": 1}], board=seen_board())
        assert table.refuses(0, Deliver("beer", 6)) == "There 8 prestige is printed, not 6."
        guess = position(("act", 0), barges=("beer", "pier", "pier"), cargo=[{"beer": 1}])
        assert guess.refuses(0, Deliver("beer", -1)) == "Printed prestige is from 0 to 20."
        assert prestige(guess.does(0, Deliver("beer", 6)), 0) == 6


class TestTheAmstel:
    def test_a6_jan_pays_3_for_two_spaces_and_crosses_the_bridge_of_4(self) -> None:
        table = position(("act", 1), amstel=(0, 11, 0), order=(1, 0, 2), supply=[{}, {"black": 2, "pink": 2}])
        events = table.does(1, MoveOnAmstel(2, resources(black=2, pink=1)))
        assert events[1:] == [Supply(1, resources(black=-2, pink=-1), "amstel"), Advanced(1, 11, 13)]
        assert table.asked() == ("bridges", 1)
        assert table.refuses(1, Done()) == "The question is to say what is printed on the bridges crossed."
        assert table.refuses(1, Printed(21)) == "Printed prestige is from 0 to 20."
        assert table.does(1, Printed(4)) == [Prestige(1, 4, "bridges")]
        assert (table.supply(1), table.asked()) == ({"pink": 1}, ("act", 1))

    @pytest.mark.parametrize(
        ("before", "spaces", "gained"),
        [
            (0, 4, 0),
            (0, 5, 2),
            (4, 1, 2),
            (5, 3, 0),
            (4, 5, 5),
            (8, 1, 3),
            (12, 3, 4),
            (15, 1, 5),
            (12, 4, 9),
            (15, 2, 5),
            (16, 1, 0),
        ],
    )
    def test_a6_bridges_bring_what_is_printed_on_each_that_is_crossed(
        self, before: int, spaces: int, gained: int
    ) -> None:
        table = position(("act", 0), amstel=(before, 0, 0), supply=[{"gray": 9}], board=seen_board())
        events = table.does(0, MoveOnAmstel(spaces, resources(gray=2 * spaces - 1)))
        assert prestige(events, 0) == gained
        assert table.asked() == ("act", 0)

    @pytest.mark.parametrize(("spaces", "cost"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)])
    def test_a6_one_resource_for_the_first_space_and_two_for_each_further_one(self, spaces: int, cost: int) -> None:
        table = position(("act", 0), supply=[{"gray": 6, "pink": 6}])
        for pay in (cost - 1, cost + 1):
            said = resources(gray=min(pay, 6), pink=max(0, pay - 6))
            reason = f"To move so far on the Amstel ({spaces}) costs {cost} in resources, not {pay}."
            assert table.refuses(0, MoveOnAmstel(spaces, said)) == reason
        table.does(0, MoveOnAmstel(spaces, resources(gray=min(cost, 6), pink=max(0, cost - 6))))
        assert table.state.amstel[0] == spaces

    def test_a6_only_once_in_a_turn(self) -> None:
        table = position(("act", 0), supply=[{"gray": 6}], board=seen_board())
        table.does(0, MoveOnAmstel(1, resources(gray=1)))
        reason = "You have moved on the Amstel in this turn already."
        assert table.refuses(0, MoveOnAmstel(1, resources(gray=1))) == reason

    def test_not_further_than_to_the_mouth_and_not_without_paying(self) -> None:
        table = position(("act", 0), amstel=(17, 0, 0), supply=[{"gray": 6}])
        assert table.refuses(0, MoveOnAmstel(2, resources(gray=3))) == "Spaces that you can still go on the Amstel: 1."
        assert table.refuses(0, MoveOnAmstel(0, resources())) == "Spaces that you can still go on the Amstel: 1."
        reason = "You cannot pay 1 of Pink: there are 0 in your supply."
        assert table.refuses(0, MoveOnAmstel(1, resources(pink=1))) == reason
        reason = "Say for each of the six colours how many are paid."
        assert table.refuses(0, MoveOnAmstel(1, resources(gray=2, pink=-1))) == reason
        assert table.refuses(0, MoveOnAmstel(1, (1,))) == reason

    def test_absurd_numbers_are_refused_in_a_sentence_too(self) -> None:
        """Added up they would be longer than Python writes out."""
        table = position(("act", 0), active=((4,), (), ()), below=((5,), (), ()), supply=[{"gray": 6}], money=(3, 0, 0))
        huge = 10**4300 - 1
        for sign in (1, -1):
            pay = (sign * huge,) * 6
            for action in (
                MoveOnAmstel(1, pay), MoveBarge("gold", pay), Activate(5, pay), Buy(sign * huge, NO_EFFECT),
                UseCard(4, True, Effect(pay, *(sign * huge,) * 4)), Buy(1, Effect(pay, *(sign * huge,) * 4)),
            ):  # fmt: skip
                assert table.refuses(0, action).endswith(".")

    def test_a2_further_on_is_first_and_the_later_arrival_lies_on_top(self) -> None:
        table = position(
            ("act", 2), ("turn", 1), order=(0, 1, 2), amstel=(2, 2, 0), supply=[{}, {"gray": 9}, {"gray": 9}],
            board=seen_board(),
        )  # fmt: skip
        table.does(2, MoveOnAmstel(2, resources(gray=3)))
        assert table.state.order == (2, 0, 1)
        table.does(2, Done())
        table.does(1, MoveOnAmstel(1, resources(gray=1)))
        assert table.state.order == (1, 2, 0)

    def test_a2_behind_others_one_comes_after_them(self) -> None:
        table = position(
            ("act", 2), order=(0, 1, 2), amstel=(9, 5, 0), supply=[{}, {}, {"gray": 9}], board=seen_board()
        )
        table.does(2, MoveOnAmstel(4, resources(gray=7)))
        assert table.state.order == (0, 1, 2)

    def test_a2_at_the_mouth_the_order_of_arrival_is_fixed_for_good(self) -> None:
        table = position(
            ("act", 2), ("turn", 1), order=(0, 1, 2), amstel=(18, 17, 17), supply=[{}, {"gray": 9}, {"gray": 9}],
            board=seen_board(),
        )  # fmt: skip
        events = table.does(2, MoveOnAmstel(1, resources(gray=1)))
        assert happened(events, Prestige) == [Prestige(2, 10, "mouth")]
        assert table.state.order == (0, 2, 1)
        table.does(2, Done())
        assert prestige(table.does(1, MoveOnAmstel(1, resources(gray=1))), 1) == 10
        assert table.state.order == (0, 2, 1)

    def test_a6_who_is_at_the_mouth_moves_no_more(self) -> None:
        table = position(("act", 0), amstel=(18, 0, 0), supply=[{"gray": 6}])
        assert table.refuses(0, MoveOnAmstel(1, resources(gray=1))) == "Spaces that you can still go on the Amstel: 0."


class TestTheMarket:
    def test_a6_mareike_buys_1_prestige_and_two_spaces_on_the_amstel_for_1_gulden(self) -> None:
        table = position(("act", 2), money=(0, 0, 2), board=seen_board())
        table.does(2, Buy(1, Effect(prestige=1, steps=2)))
        assert (table.state.money[2], table.state.prestige[2], table.state.amstel[2]) == (1, 1, 2)
        assert table.state.order[0] == 2
        assert table.state.tile == Buy(1, Effect(prestige=1, steps=2))

    def test_a6_only_once_in_a_turn(self) -> None:
        table = position(("act", 2), ("turn", 0), money=(2, 0, 2))
        table.does(2, Buy(1, Effect(prestige=1)))
        assert table.refuses(2, Buy(1, Effect(prestige=1))) == "You have bought at the market in this turn already."
        table.does(2, Done())
        table.does(0, Buy(1, Effect(prestige=1)))

    def test_its_steps_do_not_count_as_the_move_on_the_amstel(self) -> None:
        table = position(("act", 2), money=(0, 0, 2), supply=[{}, {}, {"gray": 1}], board=seen_board())
        table.does(2, Buy(1, Effect(steps=2)))
        table.does(2, MoveOnAmstel(1, resources(gray=1)))
        assert table.state.amstel[2] == 3

    def test_near_the_mouth_a_tile_or_a_card_is_said_as_it_is_printed_and_one_stops_there(self) -> None:
        table = position(
            ("act", 0), amstel=(17, 0, 0), money=(1, 0, 0), active=((4,), (), ()), board=seen_board()
        )  # fmt: skip
        events = table.does(0, Buy(1, Effect(steps=3)))
        assert happened(events, Advanced) == [Advanced(0, 17, 18)]
        assert table.state.tile == Buy(1, Effect(steps=3))
        assert happened(table.does(0, UseCard(4, False, Effect(steps=2))), Advanced) == []

    @pytest.mark.parametrize(
        ("buy", "reason"),
        [
            (Buy(3, NO_EFFECT), "You have only 2 gulden."),
            (Buy(1, Effect(steps=19)), "Steps on the Amstel are from 0 to 18."),
            (Buy(1, Effect(penalties=-1)), "Penalty tokens that you have: 0."),
            (Buy(1, Effect(gulden=11)), "Gulden that can come or go at once: 10."),
            (Buy(1, Effect(gulden=-1)), "A market tile costs its price and nothing else."),
            (Buy(1, Effect(penalties=1)), "A market tile costs its price and nothing else."),
            (Buy(1, Effect(resources(pink=-1))), "A market tile costs its price and nothing else."),
            (Buy(0, NO_EFFECT), "A market tile costs from 1 to 10 gulden."),
            (Buy(11, NO_EFFECT), "A market tile costs from 1 to 10 gulden."),
        ],
    )
    def test_what_cannot_be_is_refused(self, buy: Buy, reason: str) -> None:
        assert position(("act", 0), money=(2, 0, 0)).refuses(0, buy) == reason

    def test_a_tile_can_bring_resources_gulden_and_take_tokens_away(self) -> None:
        table = position(("act", 0), money=(2, 0, 0), penalties=(2, 0, 0))
        table.does(0, Buy(2, Effect(resources(pink=1), 1, 3, 0, -1)))
        assert (table.supply(0), table.state.money[0], table.state.penalties[0]) == ({"pink": 1}, 1, 1)
