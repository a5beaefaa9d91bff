"""What is put right when the cardboard shows otherwise."""

import pytest
from amsterdam_table import Table, begun, commodities, position, resources, seen_board

from companion.games.actions import SetMoney
from companion.games.amsterdam import correct, moment
from companion.games.amsterdam.actions import Done, Load, Printed, TakeBlock
from companion.games.amsterdam.corrections import (
    AnyChange,
    SetCrests,
    SetGoods,
    SetGroup,
    SetPenalties,
    SetPrestige,
    SetRoundel,
    SetSpace,
    SetSupply,
    in_words,
)
from companion.games.amsterdam.events import (
    Advanced,
    CrestsCounted,
    GoodsCounted,
    GroupCounted,
    IntoRoundel,
    Penalty,
    Prestige,
    Supply,
)
from companion.games.amsterdam.things import COLOURS
from companion.games.errors import Illegal
from companion.games.events import Asked, Money


def put_right(table: Table, *changes: AnyChange) -> list[object]:
    now, events = correct(moment(table.state), changes)
    table.state = now.state
    return [event for event in events if not isinstance(event, Asked)]


def refused(table: Table, *changes: AnyChange) -> str:
    before = table.state.copy()
    with pytest.raises(Illegal) as refusal:
        correct(moment(table.state), changes)
    assert table.state == before
    return str(refusal.value)


def in_the_middle() -> Table:
    return position(
        ("act", 1), ("turn", 2), supply=[{"pink": 2}, {"gray": 1}], money=(4, 5, 6), prestige=(10, 20, 30),
        penalties=(1, 0, 0), crests=[{"pink": 2}, {"pink": 1}], groups=(2, 1, 0), storage=[{"beer": 1}],
        cargo=[{"lace": 2}], amstel=(3, 5, 3), order=(1, 2, 0),
    )  # fmt: skip


def test_what_everybody_has_is_put_right() -> None:
    table = in_the_middle()
    events = put_right(
        table,
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
    events = put_right(table, SetCrests(2, "gray", 2), SetGroup(2, 2), SetGroup(0, 1))
    assert events == [CrestsCounted(2, "gray", 2), GroupCounted(2, 2), GroupCounted(0, 1)]
    assert table.state.crests[2] == resources(gray=2)
    assert table.state.groups == (1, 1, 2)


def test_a_disc_is_put_on_top_of_those_that_lie_there_and_wins_nothing() -> None:
    table = in_the_middle()
    assert put_right(table, SetSpace(1, 3)) == [Advanced(1, 5, 3)]
    assert (table.state.amstel, table.state.order) == ((3, 3, 3), (1, 2, 0))
    put_right(table, SetSpace(2, 0))
    assert table.state.order == (1, 0, 2)
    put_right(table, SetSpace(0, 18))
    put_right(table, SetSpace(2, 18))
    assert table.state.order == (0, 2, 1)
    assert table.state.prestige == (10, 20, 30)
    put_right(table, SetSpace(0, 17))
    assert table.state.order == (2, 0, 1)


def test_a_crest_goes_from_one_player_to_another_in_any_order() -> None:
    changes: list[AnyChange] = [SetCrests(0, "pink", 0), SetGroup(0, 0), SetCrests(1, "pink", 6), SetGroup(1, 6)]
    for order in (1, -1):
        table = in_the_middle()
        put_right(table, *changes[::order])
        assert (table.state.crests[0], table.state.crests[1]) == (resources(), resources(pink=6))


def test_what_may_be_chosen_follows_and_the_game_goes_on() -> None:
    table = in_the_middle()
    assert table.refuses(1, TakeBlock("pink", 2, "beer", 1)).startswith("You cannot pay 2 of Pink")
    put_right(table, SetSupply(1, "pink", 2), SetGoods(1, "coffee", False, 1))
    table.does(1, TakeBlock("pink", 2, "beer", 1))
    table.does(1, Load())
    assert table.state.cargo[1] == commodities(beer=1, coffee=1)
    table.does(1, Done())
    assert table.asked() == ("act", 2)


def test_a_question_with_nothing_left_to_choose_passes() -> None:
    """Of two colours one was kept in mind only: then there is nothing to ask."""
    table = position(("keep", 0), ("turn", 1), supply=[{"pink": 1, "gray": 1}])
    put_right(table, SetSupply(0, "gray", 0))
    assert table.state.shacks[0] == "pink"
    assert table.asked() == ("act", 1)


def test_while_a_bridge_is_asked_for_discs_can_be_put_right() -> None:
    table = position(("bridges", 0), ("act", 0), amstel=(5, 0, 0), crossing=(3, 5))
    put_right(table, SetSpace(0, 4))
    table.does(0, Printed(0))
    assert table.asked() == ("act", 0)


def test_tom_is_put_right_too() -> None:
    table = begun(tom=1)
    put_right(table, SetMoney(1, 4), SetPrestige(1, 7), SetCrests(1, "gray", 1), SetGroup(1, 1))
    assert (table.state.money[1], table.state.prestige[1]) == (4, 7)


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
        (SetCrests(0, "pink", 1), "The largest group has between 1 and all 1 crests."),
        (SetGroup(0, 3), "The largest group has between 1 and all 2 crests."),
        (SetGroup(0, 0), "The largest group has between 1 and all 2 crests."),
        (SetGroup(0, -1), "Nobody can have -1 of that."),
        (SetGoods(0, "beer", True, -1), "Nobody can have -1 of that."),
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
    assert refused(in_the_middle(), change) == reason


def test_with_the_most_of_everything_it_still_can_be_said_what_is_legal() -> None:
    """There are more answers then than anybody could list."""
    table = position(("act", 0), active=((7,), (), ()), below=((8, 9), (), ()), board=seen_board())
    put_right(table, SetMoney(0, 100_000_000), SetPenalties(0, 500), *(SetSupply(0, one, 500) for one in COLOURS))
    assert len(table.may(0)) > 10**12
    table.does(0, table.may(0)[len(table.may(0)) // 2])


def test_nothing_is_put_right_after_the_end() -> None:
    table = position(("act", 0), agenda=(), winners=(0,))
    assert refused(table, SetMoney(0, 5)) == "The game is over: take back its end first."


def test_changes_in_words() -> None:
    changes: list[AnyChange] = [
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
    ]
    told = in_words(changes, lambda seat: ("Anne", "Jan")[seat])
    assert told == (
        "Anne has 3, Jan has 25 prestige, Anne has 2 pink in the supply, Anne has no resource of that colour in the "
        "supply, Jan has 4 gray in slot 3 of the roundel, Anne has 2 penalty tokens, the disc of Jan lies on space 7 "
        "of the Amstel, Anne has 3 crests in the pink district (Plantage), the largest group of Jan has 4 crests, Anne "
        "has aboard: 2 x beer and Jan has in storage: none of that"
    )
