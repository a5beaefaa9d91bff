"""What is put right when the cardboard shows otherwise."""

from collections.abc import Sequence

import msgspec
import pytest
from mercurius_table import position

from companion.games.actions import SetMoney
from companion.games.events import Money
from companion.games.mercurius.board import Board, DividendRow, default_board
from companion.games.mercurius.corrections import AnyChange, SetHolding, SetPrice, in_words
from companion.games.mercurius.events import Holding, Price


def test_money_tokens_and_prices_are_put_right() -> None:
    table = position(("trade", 1), holdings=[{"tea": 2}])
    events = table.puts_right(SetMoney(0, 64), SetHolding(0, "tea", 3), SetPrice("silk", 25))
    assert events == [Money(0, -6, "correction"), Holding(0, "tea", 1), Price("silk", 19, 25)]
    assert table.state.money == (64, 70, 70)
    assert table.held(0) == {"tea": 3}
    assert table.state.bank[11] == 2
    assert table.prices("silk") == (21,)
    assert table.asked() == ("trade", 1)


def test_what_may_be_chosen_follows() -> None:
    table = position(("trade", 0), money=(0, 0, 0))
    assert len(table.may(0)) == 1 + 6
    table.puts_right(SetMoney(0, 15))
    assert len(table.may(0)) > 7


def test_tokens_can_go_from_one_player_to_another_in_any_order() -> None:
    for order in (1, -1):
        table = position(("trade", 0), holdings=[{"delft": 5}])
        changes: Sequence[AnyChange] = [SetHolding(0, "delft", 0), SetHolding(1, "delft", 5)][::order]
        table.puts_right(*changes)
        assert (table.held(0), table.held(1)) == ({}, {"delft": 5})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (SetMoney(0, -1), "Nobody can have -1 guilders."),
        (SetMoney(0, 10**9), "Nobody can have 1,000,000,000 guilders."),
        (SetMoney(3, 5), "There is no seat 3 at this table."),
        (SetHolding(-1, "tea", 1), "There is no seat -1 at this table."),
        (SetHolding(0, "tea", -1), "Nobody can have -1 tokens."),
        (SetHolding(1, "tea", 4), "There are only 5 tokens of tea."),
        (SetHolding(1, "hoorn", 6), "There are only 5 tokens of Hoorn shares."),
        (SetPrice("tea", 33), "There is no space 33 on the price tracks."),
        (SetPrice("tea", -1), "There is no space -1 on the price tracks."),
        (SetPrice("tea", 19), "Everything is like that already."),
    ],
)
def test_what_cannot_be_is_refused(change: AnyChange, reason: str) -> None:
    table = position(("trade", 0), holdings=[{"tea": 1}], lots=[("tea",)])
    assert table.does_not_put_right(change) == reason


def test_nothing_is_put_right_after_the_end() -> None:
    table = position(("trade", 0), agenda=(), winners=(0,))
    assert table.does_not_put_right(SetMoney(0, 5)) == "The game is over: take back its end first."


def test_changes_in_words() -> None:
    changes: list[AnyChange] = [SetMoney(0, 1064), SetHolding(1, "hoorn", 1), SetPrice("silk", 25)]
    told = in_words(changes, default_board(), lambda seat: ("Robert", "Magda")[seat])
    assert told == "Robert has 1,064, Magda has 1 Hoorn share and the price of silk is 21"


def test_a_price_that_several_spaces_have_is_told_with_its_space() -> None:
    told = in_words([SetPrice("delft", 30), SetPrice("tea", 0)], default_board(), str)
    assert told == "the price of Delft shares is 25, on space 31 of 33 and the price of tea is 1, on space 1 of 33"


def test_prices_are_told_as_this_games_own_board_has_them() -> None:
    data = default_board().data
    track = msgspec.structs.replace(data.track, prices=(*range(1, 33), 32))
    board = Board(msgspec.structs.replace(data, track=track, dividends=DividendRow((1,) * 32, "cardboard")))
    assert in_words([SetPrice("tea", 20)], board, str) == "the price of tea is 21"
    assert in_words([SetPrice("tea", 32)], board, str) == "the price of tea is 32, on space 33 of 33"
