"""What is put right when the cardboard shows otherwise."""

from random import Random
from typing import Any, get_args

import msgspec
import pytest
from amsterdam_canal import Canal
from amsterdam_table import NO_EFFECT, Table, begun, commodities, position, resources, seen_board

from companion.games import box
from companion.games.actions import SetMoney
from companion.games.amsterdam.actions import (
    Deliver,
    Done,
    Fetch,
    Load,
    Printed,
    TakeBlock,
    TakeCard,
    ThrowCard,
    TomBlock,
    UseCard,
)
from companion.games.amsterdam.corrections import (
    AnyChange,
    SetBarge,
    SetBlackMarket,
    SetCard,
    SetCrests,
    SetFigure,
    SetGoods,
    SetGroup,
    SetMagazine,
    SetPenalties,
    SetPrestige,
    SetRoundel,
    SetSpace,
    SetStorehouse,
    SetSupply,
    SetWarehouse,
    SetWorkers,
    in_words,
)
from companion.games.amsterdam.events import (
    BargePlaced,
    BlackMarketCounted,
    CardPlaced,
    CrestsCounted,
    DiscPlaced,
    GoodsCounted,
    GroupCounted,
    IntoRoundel,
    MagazineCounted,
    Penalty,
    Prestige,
    Stands,
    StorehouseCounted,
    Supply,
    TomBuilds,
    WarehouseCounted,
    WorkersCounted,
)
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.things import COLOURS, WORKERS
from companion.games.events import Money
from companion.games.speech import ENGLISH
from companion.words import Language, words


def in_the_middle() -> Table:
    return position(
        ("act", 1), ("turn", 2), supply=[{"pink": 2}, {"gray": 1}], money=(4, 5, 6), prestige=(10, 20, 30),
        penalties=(1, 0, 0), crests=[{"pink": 2}, {"pink": 1}], groups=(2, 1, 0), storage=[{"beer": 1}],
        cargo=[{"lace": 2}], amstel=(3, 5, 3), order=(1, 2, 0),
    )  # fmt: skip


def test_what_everybody_has_is_put_right() -> None:
    table = in_the_middle()
    events = table.puts_right(
        SetMoney(0, 3),
        SetPrestige(1, 25),
        SetSupply(0, "pink", 0),
        SetSupply(0, "black", 2),
        SetPenalties(0, 2),
        SetRoundel(2, 3, "gray", 4),
        SetGoods(0, "beer", False, 0),
        SetGoods(0, "lace", True, 3),
    )
    assert events == [
        Money(0, -1, "correction"),
        Prestige(1, 5, "correction"),
        Supply(0, resources(pink=-2), "correction"),
        Supply(0, resources(black=2), "correction"),
        Penalty(0, 1, "correction"),
        IntoRoundel(2, 3, "gray", 4),
        GoodsCounted(0, "beer", False, -1),
        GoodsCounted(0, "lace", True, 1),
    ]
    state = table.state
    assert (state.money, state.prestige, state.penalties) == ((3, 5, 6), (10, 25, 30), (2, 0, 0))
    assert table.supply(0) == {"black": 2}
    assert table.slot(2, 3) == {"gray": 4}
    assert (state.storage[0], state.cargo[0]) == (commodities(), commodities(lace=3))
    assert table.asked() == ("act", 1)


def test_crests_and_the_largest_group_are_put_right_together() -> None:
    table = in_the_middle()
    events = table.puts_right(SetCrests(2, "gray", 2), SetGroup(2, 2), SetGroup(0, 1))
    assert events == [CrestsCounted(2, "gray", 2), GroupCounted(2, 1), GroupCounted(2, 2), GroupCounted(0, 1)]
    assert table.state.crests[2] == resources(gray=2)
    assert table.state.groups == (1, 1, 2)


def test_the_largest_group_goes_along_when_there_are_other_crests() -> None:
    """One change at a time, from none and to none."""
    table = in_the_middle()
    assert table.puts_right(SetCrests(2, "gray", 3)) == [CrestsCounted(2, "gray", 3), GroupCounted(2, 1)]
    assert table.puts_right(SetCrests(0, "pink", 1)) == [CrestsCounted(0, "pink", -1), GroupCounted(0, 1)]
    assert table.puts_right(SetCrests(0, "pink", 0)) == [CrestsCounted(0, "pink", -1), GroupCounted(0, 0)]
    assert table.puts_right(SetCrests(1, "pink", 3)) == [CrestsCounted(1, "pink", 2)]
    assert table.state.groups == (0, 1, 1)


def test_what_lies_in_the_harbour_is_put_right() -> None:
    table = in_the_middle()
    events = table.puts_right(
        SetBarge(1, "gold"),
        SetStorehouse("beer", 3),
        SetWarehouse("warehouse_2", 1),
        SetBlackMarket("lace", 1),
        SetMagazine(4),
        SetWorkers(1, "white", 2),
    )
    assert events == [
        BargePlaced(1, "gold"),
        StorehouseCounted("beer", 3),
        WarehouseCounted("warehouse_2", 1),
        BlackMarketCounted("lace", 1),
        MagazineCounted(4),
        WorkersCounted(1, "white", 2),
    ]
    state = table.state
    assert (state.barges, state.magazine, state.aboard[1]) == (("pier", "gold", "pier"), 4, ("white", "white"))
    assert (state.storehouses, state.warehouses) == (commodities(beer=3), (0, 1, 0, 0))
    assert state.black_market == commodities(lace=1)
    table.puts_right(SetStorehouse("beer", 0), SetWarehouse("warehouse_2", 0), SetBlackMarket("lace", 0))
    state = table.state
    assert not any((*state.storehouses, *state.warehouses, *state.black_market))


def test_what_can_be_done_in_the_harbour_follows() -> None:
    table = position(("act", 0), cargo=[{"beer": 1}])
    table.puts_right(SetBarge(0, "beer"))
    assert Deliver("beer", 8) in table.may(0)
    table.puts_right(SetStorehouse("beer", 3))
    assert table.refuses(0, Deliver("beer", 8)) == "The storehouse for beer is full: it holds 3."


def test_a_dock_worker_of_another_colour_is_aboard_than_was_said() -> None:
    table = position(("act", 0), barges=("gold", "pier", "pier"))
    table.does(0, Fetch("white"))
    table.puts_right(SetWorkers(0, "maroon", 1), SetWorkers(0, "white", 0))
    assert table.state.aboard[0] == ("maroon",)
    assert dict(zip(WORKERS, table.state.waiting, strict=True))["white"] == 2
    assert dict(zip(WORKERS, table.state.waiting, strict=True))["maroon"] == 1


class TestCards:
    def test_a_card_that_another_card_brought_can_be_used(self) -> None:
        table = position(("act", 0))
        assert table.puts_right(SetCard(0, 7, "active")) == [CardPlaced(0, 7, "active")]
        assert (table.state.active[0], table.state.out) == ((7,), (7,))
        table.does(0, UseCard(7, True, NO_EFFECT))

    def test_a_card_with_a_wrong_number_becomes_another_one_and_can_be_taken_again(self) -> None:
        table = position(("card", 0), display=(1, 1, 1), below=((), (17,), ()), out=(17,))
        table.puts_right(SetCard(1, 17, "gone"), SetCard(1, 71, "below"))
        assert (table.state.below[1], table.state.out) == ((71,), (71,))
        table.does(0, TakeCard("map", 17))

    def test_a_card_is_turned_over_and_changes_hands(self) -> None:
        table = position(("act", 0), below=((7,), (), ()), out=(7,))
        table.puts_right(SetCard(0, 7, "active"))
        assert (table.state.below[0], table.state.active[0]) == ((), (7,))
        table.puts_right(SetCard(2, 7, "below"))
        assert (table.state.active[0], table.state.below[2], table.state.out) == ((), (7,), (7,))

    def test_who_has_not_too_many_cards_any_more_need_not_throw_one_away(self) -> None:
        table = position(("throw", 0), ("act", 1), below=((1, 2, 3, 4, 5, 6), (), ()))
        assert ThrowCard(6) in table.may(0)
        table.puts_right(SetCard(0, 6, "gone"))
        assert table.asked() == ("act", 1)
        assert table.state.penalties == (0, 0, 0)


class TestFigures:
    def with_figures(self, **fields: Any) -> Table:
        return position(
            ("act", 0), rules=HouseRules(workers=True, marketeer=True), supervisor="warehouse_1", bailiff="gray",
            marketeer="lace", **fields,
        )  # fmt: skip

    def test_they_stand_where_they_can_or_have_left(self) -> None:
        table = self.with_figures()
        events = table.puts_right(SetFigure("supervisor", "beer"), SetFigure("bailiff", "pink"))
        assert events == [Stands("supervisor", "beer"), Stands("bailiff", "pink")]
        assert table.puts_right(SetFigure("marketeer", None)) == [Stands("marketeer", None)]
        state = table.state
        assert (state.supervisor, state.bailiff, state.marketeer) == ("beer", "pink", None)

    def test_the_bailiff_of_a_district_that_became_full_is_put_elsewhere(self) -> None:
        table = self.with_figures()
        table.puts_right(SetCrests(1, "gray", 6))
        assert table.does_not_put_right(SetFigure("bailiff", "gray")) == "Bailiff cannot stand there."
        table.puts_right(SetFigure("bailiff", "black"))
        assert table.state.bailiff == "black"

    @pytest.mark.parametrize(
        "change",
        [
            SetFigure("supervisor", "warehouse_2"),
            SetFigure("supervisor", "beer"),
            SetFigure("supervisor", "pier"),
            SetFigure("bailiff", "black"),
            SetFigure("bailiff", "warehouse_3"),
            SetFigure("marketeer", "beer"),
            SetFigure("marketeer", "nowhere"),
        ],
    )
    def test_where_there_is_nothing_for_them_to_do_they_cannot_stand(self, change: SetFigure) -> None:
        table = self.with_figures(
            warehouses=(0, 1, 0, 0), storehouses=commodities(beer=3), black_market=commodities(beer=1),
            crests=[{"black": 6}],
        )  # fmt: skip
        assert table.does_not_put_right(change).endswith(" cannot stand there.")

    def test_room_that_is_made_at_the_same_time_counts(self) -> None:
        table = self.with_figures(crests=[{"black": 6}])
        table.puts_right(SetFigure("bailiff", "black"), SetCrests(0, "black", 5))
        assert table.state.bailiff == "black"

    def test_without_the_expansion_there_are_none(self) -> None:
        table = in_the_middle()
        assert table.does_not_put_right(SetFigure("bailiff", "black")) == "Bailiff is not in this game."
        assert table.does_not_put_right(SetFigure("supervisor", None)) == "Supervisor is not in this game."
        assert table.does_not_put_right(SetFigure("marketeer", "beer")) == "Black-marketeer is not in this game."

    def test_a_supervisor_that_has_left_need_not_move(self) -> None:
        table = self.with_figures(once=("supervised",), then=("phase_3",))
        table.puts_right(SetFigure("supervisor", None))
        table.does(0, Done())
        assert table.asked() == ("act", 0)


def test_a_disc_is_put_on_top_of_those_that_lie_there_and_wins_nothing() -> None:
    table = in_the_middle()
    assert table.puts_right(SetSpace(1, 3)) == [DiscPlaced(1, 5, 3)]
    assert (table.state.amstel, table.state.order) == ((3, 3, 3), (1, 2, 0))
    table.puts_right(SetSpace(2, 0))
    assert table.state.order == (1, 0, 2)
    table.puts_right(SetSpace(0, 18))
    table.puts_right(SetSpace(2, 18))
    assert table.state.order == (0, 2, 1)
    assert table.state.prestige == (10, 20, 30)
    table.puts_right(SetSpace(0, 17))
    assert table.state.order == (2, 0, 1)


def test_a_crest_goes_from_one_player_to_another_in_any_order() -> None:
    changes: list[AnyChange] = [SetCrests(0, "pink", 0), SetGroup(0, 0), SetCrests(1, "pink", 6), SetGroup(1, 6)]
    for order in (1, -1):
        table = in_the_middle()
        table.puts_right(*changes[::order])
        assert (table.state.crests[0], table.state.crests[1]) == (resources(), resources(pink=6))


def test_what_may_be_chosen_follows_and_the_game_goes_on() -> None:
    table = in_the_middle()
    assert table.refuses(1, TakeBlock("pink", 2, "beer", 1)).startswith("You cannot pay 2 of Pink")
    table.puts_right(SetSupply(1, "pink", 2), SetGoods(1, "coffee", False, 1))
    table.does(1, TakeBlock("pink", 2, "beer", 1))
    table.does(1, Load())
    assert table.state.cargo[1] == commodities(beer=1, coffee=1)
    table.does(1, Done())
    assert table.asked() == ("act", 2)


def test_a_question_with_nothing_left_to_choose_passes() -> None:
    """Of two colours one was kept in mind only: then there is nothing to ask."""
    table = position(("keep", 0), ("turn", 1), supply=[{"pink": 1, "gray": 1}])
    table.puts_right(SetSupply(0, "gray", 0))
    assert table.state.shacks[0] == "pink"
    assert table.asked() == ("act", 1)


def test_while_a_bridge_is_asked_for_discs_can_be_put_right() -> None:
    """And what is asked stays the same."""
    table = position(("bridges", 0), ("act", 0), amstel=(5, 0, 0), crossing=(3, 5))
    table.puts_right(SetSpace(0, 4))
    table.puts_right(SetSpace(1, 9))
    assert table.state.crossing == (3, 5)
    table.does(0, Printed(0))
    assert table.asked() == ("act", 0)


def test_a2_discs_that_are_put_right_lie_as_if_they_had_moved() -> None:
    table, canal, chance = position(("act", 0), players=4), Canal(), Random(3)
    canal.stack(table.state.order)
    for _ in range(200):
        seat, space = chance.randrange(4), chance.choice((0, 1, 2, 17, 18))
        if space != table.state.amstel[seat]:
            (event,) = table.puts_right(SetSpace(seat, space))
            assert isinstance(event, DiscPlaced)
            canal.move(event.seat, event.before, event.to)
        assert table.state.order == canal.order()


def test_tom_is_put_right_too() -> None:
    table = begun(tom=1)
    table.puts_right(SetMoney(1, 4), SetPrestige(1, 7), SetCrests(1, "gray", 1), SetGroup(1, 1))
    assert (table.state.money[1], table.state.prestige[1]) == (4, 7)


@pytest.mark.parametrize(
    "change",
    [
        SetSupply(1, "pink", 1), SetRoundel(1, 1, "pink", 1), SetPenalties(1, 1), SetGoods(1, "beer", False, 1),
        SetWorkers(1, "gold", 1), SetBarge(1, "gold"), SetCard(1, 7, "below"),
    ],
)  # fmt: skip
def test_a11_tom_has_nothing_else_that_could_be_put_right(change: AnyChange) -> None:
    assert begun(tom=1).does_not_put_right(change) == "Jan has nothing but gulden, prestige, crests and a disc."


class TestBlocksOfTom:
    """While it is asked what he takes, his districts become full."""

    def asked(self) -> Table:
        then = ("tom_blocks", "dice_in_turn")
        return position(("tom_block", 0), tom=1, then=then, tom_builds=("black", "purple"))

    def test_a11_he_takes_no_seventh_block_of_the_district_that_is_asked_for(self) -> None:
        table = self.asked()
        assert TomBuilds(("purple",)) in table.puts_right(SetCrests(0, "black", 6))
        assert (table.asked(), table.state.tom_builds) == (("tom_block", 0), ("purple",))
        table.does(0, TomBlock("beer", 1))
        assert (table.state.crests[0], table.state.crests[1]) == (resources(black=6), resources(purple=1))
        table.puts_right(SetMoney(0, 7))

    def test_a11_nor_of_one_that_comes_later(self) -> None:
        table = self.asked()
        table.puts_right(SetCrests(0, "purple", 6))
        table.does(0, TomBlock("beer", 1))
        assert table.state.tom_builds == ()
        assert table.state.crests[1] == resources(black=1)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (SetMoney(0, -1), "Nobody can have -1 guilders."),
        (SetMoney(3, 5), "There is no seat 3 at this table."),
        (SetPrestige(0, 501), "Nobody can have 501 prestige."),
        (SetPrestige(0, -501), "Nobody can have -501 prestige."),
        (SetSupply(0, "pink", -1), "Nobody can have -1 of that."),
        (SetSupply(0, "pink", 501), "Nobody can have 501 of that."),
        (SetSupply(-1, "pink", 1), "There is no seat -1 at this table."),
        (SetRoundel(0, 0, "pink", 1), "A roundel has slots from 1 to 6."),
        (SetRoundel(0, 7, "pink", 1), "A roundel has slots from 1 to 6."),
        (SetRoundel(0, 1, "pink", -1), "Nobody can have -1 of that."),
        (SetPenalties(0, -1), "Nobody can have -1 of that."),
        (SetSpace(0, -1), "There is no space -1 on the Amstel."),
        (SetSpace(0, 19), "There is no space 19 on the Amstel."),
        (SetCrests(0, "pink", 6), "A district has 6 blocks, and no more crests."),
        (SetCrests(0, "pink", -1), "Nobody can have -1 of that."),
        (SetGroup(0, 3), "The largest group has between 1 and all 2 crests."),
        (SetGroup(0, 0), "The largest group has between 1 and all 2 crests."),
        (SetGroup(0, -1), "Nobody can have -1 of that."),
        (SetGoods(0, "beer", True, -1), "Nobody can have -1 of that."),
        (SetBarge(3, "gold"), "There is no seat 3 at this table."),
        (SetCard(0, 0, "below"), "The cards have numbers from 1 to 132."),
        (SetCard(0, 133, "gone"), "The cards have numbers from 1 to 132."),
        (SetStorehouse("beer", 4), "There can be from 0 to 3, not 4."),
        (SetStorehouse("beer", -1), "There can be from 0 to 3, not -1."),
        (SetWarehouse("warehouse_1", 2), "There can be from 0 to 1, not 2."),
        (SetBlackMarket("beer", 2), "There can be from 0 to 1, not 2."),
        (SetMagazine(13), "There can be from 0 to 12, not 13."),
        (SetWorkers(0, "gold", 3), "There can be from 0 to 2, not 3."),
        (SetBarge(0, "pier"), "Everything is like that already."),
        (SetCard(0, 7, "gone"), "Everything is like that already."),
        (SetStorehouse("beer", 0), "Everything is like that already."),
        (SetWarehouse("warehouse_1", 0), "Everything is like that already."),
        (SetBlackMarket("beer", 0), "Everything is like that already."),
        (SetMagazine(0), "Everything is like that already."),
        (SetWorkers(0, "gold", 0), "Everything is like that already."),
        (SetMoney(0, 4), "Everything is like that already."),
        (SetPrestige(0, 10), "Everything is like that already."),
        (SetSupply(0, "pink", 2), "Everything is like that already."),
        (SetRoundel(0, 2, "pink", 0), "Everything is like that already."),
        (SetPenalties(0, 1), "Everything is like that already."),
        (SetSpace(0, 3), "Everything is like that already."),
        (SetCrests(0, "pink", 2), "Everything is like that already."),
        (SetGroup(0, 2), "Everything is like that already."),
        (SetGoods(0, "beer", False, 1), "Everything is like that already."),
    ],
)
def test_what_cannot_be_is_refused(change: AnyChange, reason: str) -> None:
    assert in_the_middle().does_not_put_right(change) == reason


def test_a_barge_has_room_for_two_dock_workers_in_all() -> None:
    table = in_the_middle()
    reason = table.does_not_put_right(SetWorkers(0, "gold", 2), SetWorkers(0, "white", 1))
    assert reason == "A barge has room for 2 dock workers."
    table.puts_right(SetWorkers(0, "gold", 2))
    table.puts_right(SetWorkers(0, "white", 1), SetWorkers(0, "gold", 1))
    assert table.state.aboard[0] == ("white", "gold")


def test_with_the_most_of_everything_it_still_can_be_said_what_is_legal() -> None:
    """There are more answers then than anybody could list."""
    table = position(("act", 0), active=((7,), (), ()), below=((8, 9), (), ()), board=seen_board())
    table.puts_right(SetMoney(0, 100_000_000), SetPenalties(0, 500), *(SetSupply(0, one, 500) for one in COLOURS))
    assert len(table.may(0)) > 10**12
    table.does(0, table.may(0)[len(table.may(0)) // 2])


def test_nothing_is_put_right_after_the_end() -> None:
    table = position(("act", 0), agenda=(), winners=(0,))
    assert table.does_not_put_right(SetMoney(0, 5)) == "The game is over: take back its end first."


CHANGES: list[AnyChange] = [
    SetMoney(0, 3),
    SetPrestige(1, 25),
    SetSupply(0, "pink", 2),
    SetSupply(0, "black", 0),
    SetRoundel(1, 3, "gray", 4),
    SetPenalties(0, 2),
    SetSpace(1, 7),
    SetCrests(0, "pink", 3),
    SetGroup(1, 4),
    SetGoods(0, "beer", True, 2),
    SetGoods(1, "lace", False, 0),
    SetWorkers(0, "gold", 2),
    SetBarge(1, "warehouse_3"),
    SetCard(0, 7, "below"),
    SetCard(0, 8, "active"),
    SetCard(1, 9, "gone"),
    SetStorehouse("beer", 2),
    SetWarehouse("warehouse_1", 0),
    SetBlackMarket("lace", 1),
    SetBlackMarket("glass", 0),
    SetMagazine(3),
    SetFigure("bailiff", "gray"),
    SetFigure("supervisor", "cheese"),
    SetFigure("marketeer", None),
]


def test_changes_in_words() -> None:
    told = in_words(CHANGES, lambda seat: ("Anne", "Jan")[seat])
    assert told == (
        "Anne has 3, Jan has 25 prestige, Anne has 2 pink in the supply, Anne has no resource of that colour in the "
        "supply, Jan has 4 gray in slot 3 of the roundel, Anne has 2 penalty tokens, the disc of Jan lies on space 7 "
        "of the Amstel, Anne has 3 crests in the pink district (Plantage), the largest group of Jan has 4 crests, Anne "
        "has aboard: 2 x beer, Jan has in storage: none of that, dock workers aboard for Anne (gold): 2, the barge of "
        "Jan lies at warehouse 3, card 007 lies below the board of Anne, card 008 is active at the board of Anne, Jan "
        "does not have card 009, the storehouse for beer holds 2, warehouse 1 holds 0, on the black market there is "
        "lace, on the black market there is no crystal glass, dock workers in the magazine: 3, Bailiff stands here: "
        "the gray district, Supervisor stands here: the storehouse for cheese and Black-marketeer has left the game"
    )


@pytest.mark.parametrize("language", ["de", "nl"])
def test_changes_in_other_words(language: Language) -> None:
    for change in CHANGES:
        english, told = (in_words([change], str, speech) for speech in (ENGLISH, words(language)))
        assert told
        assert "{" not in told
        assert told != english or isinstance(change, SetPrestige | SetMoney)


def test_every_kind_of_change_is_among_them_and_is_read_as_it_was_written() -> None:
    assert {type(change) for change in CHANGES} == set(get_args(AnyChange))
    for change in CHANGES:
        assert msgspec.json.decode(msgspec.json.encode(change), type=box.AnyChange) == change
