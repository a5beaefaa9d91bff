"""What a game begins with: players, bank, money, prices, and the cards in two decks and the hands."""

from collections import Counter
from random import Random

import pytest
from mercurius_table import a_setup, begun
from positions import happened

from companion.games.errors import BadSetup
from companion.games.events import Money
from companion.games.mercurius import begin
from companion.games.mercurius.actions import HIDDEN
from companion.games.mercurius.board import default_board
from companion.games.mercurius.events import Dealt, Turn
from companion.games.mercurius.state import Setup
from companion.games.mercurius.tokens import CHAMBERS, COMMODITIES, TOKENS
from companion.games.setup import COLOURS, pack, shuffled

BOARD = default_board()

GOODS = {
    "amsterdam": ("silk", "coffee"),
    "hoorn": ("coffee", "silk"),
    "delft": ("porcelain", "copper"),
    "rotterdam": ("copper", "porcelain"),
    "enkhuizen": ("spices", "tea"),
    "middelburg": ("tea", "spices"),
}


@pytest.mark.parametrize(("players", "tokens"), [(3, 5), (4, 7), (5, 9)])
def test_c1_the_bank_has_so_many_tokens_of_each_kind(players: int, tokens: int) -> None:
    assert begun(players).state.bank == (tokens,) * 12


def test_c1_everybody_has_70_guilders_and_nothing_else() -> None:
    state, events = begin(a_setup(4))
    assert state.money == (70, 70, 70, 70)
    assert happened(events, Money) == [Money(seat, 70, "start") for seat in range(4)]
    assert state.holdings == ((0,) * 12,) * 4


def test_c1_shares_begin_at_10_and_commodities_at_15() -> None:
    table = begun()
    assert table.prices(*CHAMBERS) == (10,) * 6
    assert table.prices(*COMMODITIES) == (15,) * 6


@pytest.mark.parametrize("players", [2, 6])
def test_c1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadSetup) as refusal:
        Setup(board=BOARD, seats=(*COLOURS, "black")[:players], names=(*COLOURS, "black")[:players])
    assert str(refusal.value) == f"Mercurius is for 3 to 5 players, not {players}."


def test_c2_each_chamber_has_five_and_two_cards_that_raise_it_and_four_and_one_that_lower_it() -> None:
    counts = {(card.chamber, card.share, card.commodity, card.change): card.count for card in BOARD.data.cards}
    expected = {}
    for chamber, (primary, secondary) in GOODS.items():
        expected[chamber, 1, primary, -2] = 5
        expected[chamber, 1, secondary, -2] = 2
        expected[chamber, -1, primary, 2] = 4
        expected[chamber, -1, secondary, 2] = 1
    assert counts == expected
    assert len(pack(BOARD)) == BOARD.all_cards == 72


def test_c2_a_share_and_its_primary_commodity_have_the_same_place_in_their_order() -> None:
    assert {goods.id: (goods.primary, goods.secondary) for goods in BOARD.data.chambers} == GOODS
    assert [GOODS[chamber][0] for chamber in CHAMBERS] == list(COMMODITIES)
    assert TOKENS == CHAMBERS + COMMODITIES


@pytest.mark.parametrize(("players", "main"), [(3, 45), (4, 40), (5, 35)])
def test_c2_twelve_cards_make_the_backup_deck_and_five_go_to_each_from_the_main_deck(players: int, main: int) -> None:
    state = begun(players).state
    assert (state.backup, state.main) == (12, main)
    assert [len(hand) for hand in state.hands] == [5] * players


def test_c2_cards_are_dealt_one_at_a_time_clockwise_from_the_first_seat() -> None:
    deck = shuffled(BOARD, Random(7))
    state, events = begin(Setup(board=BOARD, seats=COLOURS[:3], names=COLOURS[:3], deck=deck))
    dealt = happened(events, Dealt)
    assert [event.card for event in dealt] == list(deck[12:27])
    assert [event.seat for event in dealt] == [0, 1, 2] * 5
    assert {event.pile for event in dealt} == {"main"}
    for seat, hand in enumerate(state.hands):
        assert Counter(hand) == Counter(deck[12 + seat : 27 : 3])


def test_c2_a_hand_is_kept_in_the_order_of_the_board_whatever_order_it_was_dealt_in() -> None:
    cards = ["tea", "silk"]
    first = [f"middelburg_up_{cards[0]}", "hoorn_up_silk", "hoorn_up_silk"] + ["amsterdam_up_silk"] * 3
    state = begun(3, first).state
    order = [card.id for card in BOARD.data.cards]
    assert all(list(hand) == sorted(hand, key=order.index) for hand in state.hands)


def test_a_deck_with_other_cards_is_refused() -> None:
    deck = (*pack(BOARD)[1:], "joker")
    with pytest.raises(BadSetup) as refusal:
        Setup(board=BOARD, seats=COLOURS[:3], names=COLOURS[:3], deck=deck)
    assert "4 x amsterdam_up_silk instead of 5, 1 x joker instead of 0" in str(refusal.value)


def test_a_shuffled_deck_has_all_cards_and_its_order_is_the_seeds() -> None:
    assert Counter(shuffled(BOARD, Random(1))) == Counter(pack(BOARD))
    assert shuffled(BOARD, Random(1)) == shuffled(BOARD, Random(1)) != shuffled(BOARD, Random(2))


def test_the_first_seat_begins_with_its_trade() -> None:
    _, events = begin(a_setup(3))
    assert happened(events, Turn) == [Turn(0, 1)]
    assert begun().asked() == ("trade", 0)


def test_at_a_table_with_its_own_cards_nobody_knows_what_is_in_the_hands() -> None:
    state = begun(own_cards=True).state
    assert state.hands == ((HIDDEN,) * 5,) * 3
    assert state.main == 45
