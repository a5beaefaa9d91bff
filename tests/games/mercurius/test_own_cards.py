"""A table with its own cardboard cards: the device knows how many there are in each hand, but not which."""

from pathlib import Path

import pytest
from corpora import simulated
from mercurius_bookkeeper import Books
from mercurius_table import begun
from positions import happened

from companion.games.mercurius.actions import HIDDEN, News, PlayCard, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.events import Dealt, NewsPlayed, Played

PASS = Trade(())
CARD = "amsterdam_down_coffee"
"""There is one of it."""


def test_any_kind_of_card_can_be_played_at_first() -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    plays = [action.card for action in table.may(0) if isinstance(action, PlayCard)]
    assert plays == list(default_board().cards)


def test_a_kind_of_which_all_have_come_out_cannot_be_played_again() -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    events = table.does(0, PlayCard(CARD))
    assert happened(events, Played) == [Played(0, CARD)]
    table.does(1, PASS)
    assert PlayCard(CARD) not in table.may(1)
    assert table.refuses(1, PlayCard(CARD)) == "Every card Amsterdam -1 / Coffee +2 has been played already."


def test_the_hand_has_as_many_cards_as_before_and_the_drawn_one_is_not_known() -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    events = table.does(0, PlayCard(CARD))
    assert happened(events, Dealt) == [Dealt(0, HIDDEN, "main")]
    assert table.state.hands[0] == (HIDDEN,) * 5


def test_c8_of_cards_thrown_away_only_their_number_is_said() -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    options = [action.thrown for action in table.may(0) if isinstance(action, News)]
    assert options == [(HIDDEN,) * count for count in range(4)]
    events = table.does(0, News((HIDDEN, HIDDEN)))
    assert happened(events, NewsPlayed) == [NewsPlayed(0, (HIDDEN, HIDDEN))]
    assert [event.pile for event in happened(events, Dealt)] == ["main", "backup"]


def test_cards_thrown_away_face_down_can_still_be_in_a_hand_for_all_that_is_known() -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    table.does(0, News((HIDDEN,) * 3))
    assert table.state.left == tuple(card.count for card in default_board().data.cards)


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("joker", "There is no card joker in this game."),
        (HIDDEN, "There is no card hidden in this game."),
        ("news", "There is no card news in this game."),
    ],
)
def test_what_is_no_price_card_cannot_be_declared(card: str, reason: str) -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    assert table.refuses(0, PlayCard(card)) == reason


def test_where_the_device_deals_only_a_card_of_the_hand_can_be_played() -> None:
    table = begun()
    table.does(0, PASS)
    other = next(card for card in default_board().cards if card not in table.state.hands[0])
    assert table.refuses(0, PlayCard(other)).endswith(" is not in your hand.")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_such_a_game_comes_to_its_end(tmp_path: Path, players: int) -> None:
    for books in simulated(tmp_path, Books, players, 20, "--game", "mercurius", "--deck", "table"):
        assert books.header["deck"] is None
        assert books.over
