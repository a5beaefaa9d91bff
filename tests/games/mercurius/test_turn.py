"""A turn from its beginning to its end, and how the cards on a board move the prices."""

import pytest
from mercurius_table import begun, buy, position
from positions import happened

from companion.games.events import Money
from companion.games.mercurius.actions import PlayCard, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.events import Dealt, LotSold, Played, Price, Shifted, Turn
from companion.games.mercurius.tokens import Token

UP_SILK, UP_COFFEE, DOWN_COPPER = "amsterdam_up_silk", "amsterdam_up_coffee", "rotterdam_down_copper"
PASS = Trade(())

BEFORE: dict[Token, int] = {
    "amsterdam": 12, "silk": 11, "hoorn": 11, "coffee": 13, "delft": 8, "porcelain": 19,
    "rotterdam": 9, "copper": 17, "enkhuizen": 10, "spices": 17, "middelburg": 11, "tea": 13,
}  # fmt: skip
AFTER: dict[Token, int] = {
    "amsterdam": 14, "silk": 9, "hoorn": 11, "coffee": 11, "delft": 8, "porcelain": 19,
    "rotterdam": 8, "copper": 19, "enkhuizen": 10, "spices": 17, "middelburg": 11, "tea": 13,
}  # fmt: skip


def test_c3_magda_updates_six_tracks_by_the_three_cards_on_her_board() -> None:
    table = position(
        ("card", 1), prices=BEFORE, hands=[(), (UP_SILK,)], boards=[(None,) * 3, (None, UP_COFFEE, DOWN_COPPER)]
    )
    table.does(1, PlayCard(UP_SILK))
    assert dict(zip(AFTER, table.prices(*AFTER), strict=True)) == AFTER


def test_c3_the_newest_card_acts_first() -> None:
    """At the top of the track the order matters: up and then down is not down and then up."""
    up, down = "hoorn_down_coffee", "hoorn_up_coffee"
    table = position(("card", 0), spaces={"coffee": 31}, hands=[(up,)], boards=[(None, down, None)])
    events = table.does(0, PlayCard(up))
    moved = [(price.before, price.to) for price in happened(events, Price) if price.token == "coffee"]
    assert moved == [(31, 32), (32, 30)]
    other = position(("card", 0), spaces={"coffee": 31}, hands=[(down,)], boards=[(None, up, None)])
    other.does(0, PlayCard(down))
    assert other.state.spaces[7] == 31


def test_c3_a_turn_goes_trade_card_prices_shift_draw_and_then_the_next_player() -> None:
    table = begun(3, first=[UP_SILK])
    assert [type(event).__name__ for event in table.does(0, buy("tea"))] == ["Money", "Holding"]
    events = table.does(0, PlayCard(UP_SILK))
    assert [type(event) for event in events] == [Played, Price, Price, Shifted, Dealt, Turn]
    assert events[-1] == Turn(1, 1)
    assert table.asked() == ("trade", 1)


def test_c3_a_card_acts_in_three_turns_of_its_player_and_then_falls_off() -> None:
    table = position(("card", 0))
    prices: list[int] = []
    for card in (UP_SILK, UP_COFFEE, DOWN_COPPER, "delft_up_copper"):
        table.state.hands = ((card,), *table.state.hands[1:])
        table.state.agenda = position(("card", 0)).state.agenda
        table.does(0, PlayCard(card))
        prices += table.prices("silk")
    assert prices == [13, 11, 9, 9]


def test_c3_cards_shift_right_and_the_fourth_pushes_the_first_off() -> None:
    table = position(("card", 0), hands=[(UP_SILK,)], boards=[(None, UP_COFFEE, DOWN_COPPER)])
    events = table.does(0, PlayCard(UP_SILK))
    assert happened(events, Shifted) == [Shifted(0, DOWN_COPPER)]
    assert table.state.boards[0] == (None, UP_SILK, UP_COFFEE)


def test_c3_in_a_first_turn_only_one_card_acts_and_nothing_falls_off() -> None:
    table = position(("card", 0), hands=[(UP_SILK,)])
    events = table.does(0, PlayCard(UP_SILK))
    assert len(happened(events, Price)) == 2
    assert happened(events, Shifted) == [Shifted(0)]
    assert table.state.boards[0] == (None, UP_SILK, None)


def test_c3_only_the_own_board_acts() -> None:
    table = position(("card", 0), hands=[(UP_SILK,)], boards=[(None,) * 3, (None, UP_COFFEE, UP_COFFEE)])
    table.does(0, PlayCard(UP_SILK))
    assert table.prices("amsterdam", "silk", "coffee") == (11, 13, 15)


def test_c3_an_own_lot_is_sold_before_anything_else_in_the_turn() -> None:
    table = position(("card", 0), hands=[(UP_SILK,)], lots=[(), ("hoorn",)])
    events = table.does(0, PlayCard(UP_SILK))
    after = [type(event) for event in events][-3:]
    assert after == [Turn, Money, LotSold]
    assert table.asked() == ("trade", 1)


def test_c4_the_track_has_33_spaces_six_of_1_and_four_of_25() -> None:
    prices = default_board().prices
    assert prices == (1,) * 6 + tuple(range(2, 25)) + (25,) * 4
    assert len(prices) == 33


@pytest.mark.parametrize(
    ("card", "share", "commodity", "after"),
    [
        (UP_SILK, 32, 0, (32, 0)),
        (UP_SILK, 32, 1, (32, 0)),
        (UP_SILK, 31, 2, (32, 0)),
        ("amsterdam_down_silk", 0, 32, (0, 32)),
        ("amsterdam_down_silk", 1, 31, (0, 32)),
        ("amsterdam_down_silk", 5, 30, (4, 32)),
    ],
)
def test_c4_prices_stop_at_both_ends(card: str, share: int, commodity: int, after: tuple[int, int]) -> None:
    table = position(("card", 0), spaces={"amsterdam": share, "silk": commodity}, hands=[(card,)])
    events = table.does(0, PlayCard(card))
    assert (table.state.spaces[0], table.state.spaces[6]) == after
    stopped = [was == now for was, now in zip((share, commodity), after, strict=True)]
    assert len(happened(events, Price)) == stopped.count(False)


def test_c4_cards_move_by_spaces_even_where_the_price_stays() -> None:
    table = position(("card", 0), spaces={"amsterdam": 29, "silk": 5}, hands=[(UP_SILK,)])
    table.does(0, PlayCard(UP_SILK))
    assert (table.state.spaces[0], table.state.spaces[6]) == (30, 3)
    assert table.prices("amsterdam", "silk") == (25, 1)


def test_c4_back_from_the_end_a_price_needs_as_many_spaces_as_it_has_equal_values() -> None:
    table = position(("card", 0), spaces={"silk": 0}, hands=[("amsterdam_down_silk",)])
    table.does(0, PlayCard("amsterdam_down_silk"))
    assert (table.state.spaces[6], table.prices("silk")) == (2, (1,))
