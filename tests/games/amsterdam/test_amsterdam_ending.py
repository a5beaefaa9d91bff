"""How a game ends: penalties, cards, the largest group, the districts, leftovers; and who has won."""

from typing import Any

import pytest
from amsterdam_table import Held, Table, commodities, position
from positions import happened

from companion.games.amsterdam.actions import Done, ScoreCard
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.ending import majority
from companion.games.amsterdam.events import CardScored, Penalty, Prestige
from companion.games.events import Won


def ended(**fields: Any) -> tuple[Table, list[Any]]:
    """The last turn of round 12 is over."""
    table = position(("act", 0), round=12, **fields)
    return table, table.does(0, Done())


def gains(events: list[Any], seat: int) -> dict[str, int]:
    """What for, and how much."""
    return {event.why: event.amount for event in happened(events, Prestige) if event.seat == seat}


@pytest.mark.parametrize(("tokens", "lost"), [(0, 0), (1, 3), (2, 8), (3, 15), (4, 22), (5, 29)])
def test_a9_penalties_cost_3_then_5_then_7_each(tokens: int, lost: int) -> None:
    assert default_board().penalty(tokens) == lost


def test_a9_mareike_goes_back_22_spaces_for_4_tokens() -> None:
    table, events = ended(penalties=(0, 0, 4), prestige=(0, 0, 50))
    assert gains(events, 2) == {"penalties": -22}
    assert table.state.prestige == (0, 0, 28)


def test_a9_each_card_still_below_the_board_is_one_token_more() -> None:
    table, events = ended(below=((), (3, 4), ()), penalties=(0, 1, 0))
    assert happened(events, Penalty) == [Penalty(1, 2, "cards")]
    assert table.state.penalties == (0, 3, 0)
    assert table.state.prestige == (0, -15, 0)


class TestCards:
    def test_a9_mareikes_three_cards_bring_6_7_and_6(self) -> None:
        table, _ = ended(active=((), (), (7, 11, 40, 41, 86)))
        assert table.asked() == ("end_cards", 2)
        for card, amount in ((7, 6), (11, 7), (86, 6)):
            assert table.does(2, ScoreCard(card, amount)) == [
                CardScored(2, card),
                Prestige(2, amount, f"end_card:{card}"),
            ]
        table.does(2, Done())
        assert table.state.prestige == (0, 0, 19)
        assert table.state.winners == (2,)

    def test_a9_each_card_counts_once_and_only_own_active_ones(self) -> None:
        table, _ = ended(active=((8,), (), (7, 9)), below=((), (), (12,)))
        assert table.asked() == ("end_cards", 0)
        assert table.refuses(0, ScoreCard(7, 1)) == "Card 007 is not one of your active cards."
        table.does(0, Done())
        table.does(2, ScoreCard(7, 0))
        assert table.refuses(2, ScoreCard(7, 1)) == "Card 007 has been counted already."
        assert table.refuses(2, ScoreCard(12, 1)) == "Card 012 is not one of your active cards."
        assert table.refuses(2, ScoreCard(9, 31)) == "No card counts 31."
        assert table.refuses(2, ScoreCard(9, -1)) == "No card counts -1."

    def test_a9_in_the_order_of_the_amstel_and_without_cards_nobody_is_asked(self) -> None:
        table, _ = ended(active=((8,), (), (7,)), order=(2, 1, 0), amstel=(0, 1, 2))
        assert table.asked() == ("end_cards", 2)
        table.does(2, ScoreCard(7, 2))
        assert table.asked() == ("end_cards", 0)


def test_a9_the_largest_group_of_6_crests_brings_18() -> None:
    _, events = ended(crests=[{}, {}, {"pink": 4, "gray": 4}], groups=(0, 0, 6))
    assert gains(events, 2) == {"group": 18}


class TestDistricts:
    def counted(self, *crests: int) -> tuple[int, ...]:
        held: list[Held] = [{"pink": count} for count in crests]
        return majority(position(("act", 0), players=len(crests), crests=held).state, "pink")

    def test_a9_in_plantage_anne_and_jan_are_tied_and_get_3_each(self) -> None:
        assert self.counted(2, 2, 0) == (3, 3, 0)
        assert self.counted(2, 2, 1) == (3, 3, 0)

    def test_a9_in_jordaan_jan_gets_5_for_three_crests_and_anne_2_for_two(self) -> None:
        assert self.counted(2, 3, 0) == (2, 5, 0)

    @pytest.mark.parametrize(
        ("crests", "prestige"),
        [
            ((3, 2), (5, 0)), ((2, 2), (2, 2)), ((0, 1), (0, 5)), ((0, 0), (0, 0)),
            ((3, 1, 1), (5, 1, 1)), ((1, 1, 1), (2, 2, 2)), ((1, 0, 0), (5, 0, 0)),
            ((3, 2, 1, 0), (8, 5, 2, 0)), ((2, 2, 1, 0), (6, 6, 2, 0)), ((2, 1, 1, 0), (8, 3, 3, 0)),
            ((2, 1, 1, 1), (8, 2, 2, 2)), ((1, 1, 1, 1), (3, 3, 3, 3)), ((2, 2, 2, 0), (5, 5, 5, 0)),
            ((1, 1, 0, 0), (6, 6, 0, 0)), ((0, 0, 0, 1), (0, 0, 0, 8)), ((2, 2, 1, 1), (6, 6, 1, 1)),
        ],
    )  # fmt: skip
    def test_a9_tied_places_are_added_divided_and_rounded_down(
        self, crests: tuple[int, ...], prestige: tuple[int, ...]
    ) -> None:
        assert self.counted(*crests) == prestige

    def test_a9_only_districts_whose_tile_lies_face_up_count_and_each_for_itself(self) -> None:
        crests: list[Held] = [{"pink": 2, "orange": 2, "gray": 1}, {"pink": 2, "orange": 3}]
        _, events = ended(crests=crests, groups=(0, 0, 0), tiles=("pink", "orange"))
        assert gains(events, 0) == {"district:pink": 3, "district:orange": 2}
        assert gains(events, 1) == {"district:pink": 3, "district:orange": 5}


def test_a9_mareikes_12_leftovers_bring_6() -> None:
    table, events = ended(
        supply=[{}, {}, {"pink": 3, "gray": 1}],
        storage=[{}, {}, {"beer": 1}],
        cargo=[{}, {}, {"lace": 1}],
        aboard=((), (), ("gold",)),
        money=(1, 3, 5),
    )
    assert gains(events, 2) == {"leftovers": 6}
    assert gains(events, 1) == {"leftovers": 1}
    assert gains(events, 0) == {}
    assert table.state.storage[2] == commodities(beer=1)


def test_a9_first_penalties_then_cards_then_group_districts_and_leftovers() -> None:
    table, events = ended(
        penalties=(1, 0, 0), active=((7,), (), ()), crests=[{"pink": 2}], tiles=("pink",), money=(2, 0, 0)
    )
    events += table.does(0, ScoreCard(7, 4))
    assert list(gains(events, 0)) == ["penalties", "end_card:7", "group", "district:pink", "leftovers"]
    assert table.state.prestige == (-3 + 4 + 6 + 5 + 1, 0, 0)
    assert events[-1] == Won((13, 0, 0), (0,))


@pytest.mark.parametrize(
    ("prestige", "order", "winner"),
    [((5, 4, 3), (2, 1, 0), 0), ((5, 5, 3), (1, 0, 2), 1), ((5, 5, 5), (2, 0, 1), 2), ((0, 5, 5), (0, 2, 1), 2)],
)
def test_a9_most_prestige_wins_and_a_tie_is_won_by_the_one_further_on_the_amstel(
    prestige: tuple[int, ...], order: tuple[int, ...], winner: int
) -> None:
    amstel = tuple(9 - order.index(seat) for seat in range(3))
    table, events = ended(prestige=prestige, order=order, amstel=amstel)
    assert events[-1] == Won(prestige, (winner,))
    assert table.state.winners == (winner,)


def test_when_the_game_is_over_nobody_may_do_anything() -> None:
    table, _ = ended()
    assert table.refuses(0, Done()) == "The game is over."
    assert table.to_move == ()
    assert table.asked() is None
