"""When a game is over, and who has won it."""

from collections.abc import Callable

import pytest
from mercurius_table import Table, begun, position
from positions import happened

from companion.games.events import GameOver, Money
from companion.games.mercurius.actions import AnyAction, News, PlayCard, Trade
from companion.games.mercurius.events import Dealt, Holding, MainDeckOut, Turn
from companion.games.mercurius.state import State, wealth

CARD = "amsterdam_up_silk"
PASS = Trade(())

Card = Callable[[State, int], AnyAction]


def first_card(state: State, seat: int) -> AnyAction:
    return PlayCard(state.hands[seat][0])


def played(table: Table, card: Card = first_card) -> list[Turn]:
    """To the end, without any trade; the turns that there were after the first one."""
    turns: list[Turn] = []
    while table.state.agenda:
        seat = table.state.agenda[-1].seat
        assert seat is not None
        table.does(seat, PASS)
        turns += happened(table.does(seat, card(table.state, seat)), Turn)
    return turns


@pytest.mark.parametrize(("players", "rounds"), [(3, 15), (4, 10), (5, 7)])
def test_c10_two_rounds_are_played_after_the_deck_has_run_out(players: int, rounds: int) -> None:
    table = begun(players)
    turns = played(table)
    assert len(turns) + 1 == players * (rounds + 2)
    assert table.state.round == table.state.last_round == rounds + 2
    assert turns[-1] == Turn(players - 1, rounds + 2)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_c10_everybody_is_left_with_three_cards(players: int) -> None:
    table = begun(players)
    played(table)
    assert [len(hand) for hand in table.state.hands] == [3] * players


@pytest.mark.parametrize(("players", "rounds"), [(3, 15), (4, 10), (5, 7)])
@pytest.mark.parametrize("who", [0, 1, 2])
def test_c10_with_news_and_nothing_thrown_away_the_round_in_which_the_deck_runs_out_is_finished(
    players: int, rounds: int, who: int
) -> None:
    """One card fewer was drawn in the first round, so the first player of a further round draws the last one."""

    def card(state: State, seat: int) -> AnyAction:
        return News(()) if (state.round, seat) == (1, who) else first_card(state, seat)

    table = begun(players)
    turns = played(table, card)
    assert len(turns) + 1 == players * (rounds + 3)
    assert table.state.last_round == rounds + 3
    assert [len(hand) for hand in table.state.hands] == [3] + [2] * (players - 1)


def test_c10_news_with_cards_thrown_away_keeps_the_rounds_even() -> None:
    def card(state: State, seat: int) -> AnyAction:
        return News(state.hands[seat][: 1 + seat % 3]) if state.round == 1 + seat else first_card(state, seat)

    table = begun(4)
    played(table, card)
    assert table.state.last_round == 12


def test_c10_if_all_play_news_without_throwing_away_there_is_a_whole_round_more() -> None:
    def card(state: State, seat: int) -> AnyAction:
        return News(()) if state.round == 1 else first_card(state, seat)

    table = begun(4)
    played(table, card)
    assert table.state.last_round == 13
    assert [len(hand) for hand in table.state.hands] == [3] * 4


def test_c10_the_last_card_says_when_the_game_ends() -> None:
    table = position(("card", 0), hands=[(CARD,)], main=1, round=8)
    events = table.does(0, PlayCard(CARD))
    assert happened(events, MainDeckOut) == [MainDeckOut(10)]
    assert table.state.last_round == 10
    assert table.asked() == ("trade", 1)


def test_c10_without_a_main_deck_nobody_draws() -> None:
    table = position(("card", 0), hands=[(CARD, CARD)], main=0, round=8, last_round=9)
    events = table.does(0, PlayCard(CARD))
    assert happened(events, Dealt) == []
    assert table.state.hands[0] == (CARD,)


def test_c10_the_last_round_is_played_to_its_end() -> None:
    table = position(("card", 1), hands=[(CARD,)] * 3, main=0, round=9, last_round=9)
    assert table.does(1, PlayCard(CARD))[-1] == Turn(2, 9)
    table.does(2, PASS)
    assert isinstance(table.does(2, PlayCard(CARD))[-1], GameOver)
    assert table.asked() is None


def test_c11_everything_is_sold_at_the_full_final_price_and_money_is_wealth() -> None:
    table = position(
        ("card", 2),
        money=(5, 6, 7),
        holdings=[{"hoorn": 3, "tea": 1}, {"delft": 1}],
        hands=[(CARD,)] * 3,
        main=0,
        round=9,
        last_round=9,
    )
    expected = tuple(wealth(table.state, seat) for seat in range(3))
    events = table.does(2, PlayCard(CARD))
    assert happened(events, Money) == [
        Money(0, 30, "final:hoorn"),
        Money(0, 15, "final:tea"),
        Money(1, 10, "final:delft"),
    ]
    assert happened(events, Holding) == [Holding(0, "hoorn", -3), Holding(0, "tea", -1), Holding(1, "delft", -1)]
    assert table.state.money == expected == (50, 16, 7)
    assert events[-1] == GameOver((50, 16, 7), (0,))
    assert table.state.bank == (5,) * 12


def test_c11_the_prices_of_the_last_card_count() -> None:
    table = position(
        ("card", 2), holdings=[{"amsterdam": 2, "silk": 2}], hands=[(CARD,)] * 3, main=0, round=9, last_round=9
    )
    table.does(2, PlayCard(CARD))
    assert table.state.money[0] == 70 + 22 + 26


def test_c11_wealth_counts_what_lies_on_the_black_market_card() -> None:
    table = position(("trade", 0), holdings=[{"hoorn": 2}], lots=[("tea", "tea")], money=(1, 0, 0))
    assert wealth(table.state, 0) == 1 + 20 + 30


@pytest.mark.parametrize(
    ("money", "winners"), [((9, 8, 7), (0,)), ((7, 9, 9), (1, 2)), ((5, 5, 5), (0, 1, 2)), ((0, 1, 0), (1,))]
)
def test_c11_most_wealth_wins_and_ties_are_shared(money: tuple[int, ...], winners: tuple[int, ...]) -> None:
    table = position(("card", 2), money=money, hands=[(CARD,)] * 3, main=0, round=9, last_round=9)
    table.does(2, PlayCard(CARD))
    assert table.state.winners == winners


def test_when_the_game_is_over_nobody_may_do_anything() -> None:
    table = position(("card", 2), hands=[(CARD,)] * 3, main=0, round=9, last_round=9)
    table.does(2, PlayCard(CARD))
    assert table.refuses(0, PASS) == "The game is over."
    assert table.to_move == ()
