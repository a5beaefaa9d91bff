"""Bots choose from what is legal, and the speculator is better at it."""

from random import Random
from typing import Literal

import pytest
from mercurius_table import buy, buys, position

from companion.bots.mercurius import SpeculatorBot
from companion.bots.mercurius.bargains import best_bargain
from companion.bots.mercurius.expectations import Expectations, turns_left
from companion.games.mercurius import legal
from companion.games.mercurius.actions import AnyAction, BlackMarket, Dividend, News, PlayCard, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.offers import offers
from companion.games.mercurius.state import State
from companion.games.mercurius.tokens import AT
from companion.simulate import Sitting, games

UP_SILK, DOWN_SILK = "amsterdam_up_silk", "amsterdam_down_silk"


def played(players: int, seed: int, bots: list[str], dealt_by: Literal["device", "table"] = "device") -> State:
    """An illegal choice raises."""
    sitting = Sitting(game=MERCURIUS, board=default_board(), players=players, bots=bots, dealt_by=dealt_by)
    (game,) = games(sitting, range(seed, seed + 1))
    state: State = game.state
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_speculator_beats_random_players(players: int) -> None:
    won = 0
    for seed in range(20):
        seat = seed % players
        bots = ["speculator" if place == seat else "random" for place in range(players)]
        won += played(players, seed, bots).winners == (seat,)
    assert won >= 18


def test_speculators_among_themselves_get_rich() -> None:
    state = played(4, 1, ["speculator"])
    assert min(state.money) > 100


@pytest.mark.parametrize("bot", ["random", "speculator"])
def test_bots_play_at_a_table_with_its_own_cards_too(bot: str) -> None:
    assert played(3, 5, [bot], dealt_by="table").winners


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(4, 3, ["speculator"]) == played(4, 3, ["speculator"])


def choice(state: State, seat: int = 0) -> AnyAction:
    return SpeculatorBot(Random(1)).choose(state, seat, legal(state, seat))


class TestSpeculator:
    def test_it_buys_what_its_cards_will_raise(self) -> None:
        state = position(("trade", 0), ("card", 0), hands=[(DOWN_SILK, DOWN_SILK, UP_SILK)]).state
        action = choice(state)
        assert isinstance(action, Trade)
        assert {(deal.kind, deal.token) for deal in action.deals} == {("buy", "silk")}

    def test_it_buys_what_the_cards_of_others_will_raise(self) -> None:
        boards = [(None,) * 3, (None, DOWN_SILK, DOWN_SILK), (None, DOWN_SILK, None)]
        state = position(("trade", 0), ("card", 0), hands=[("hoorn_up_coffee",)], boards=boards).state
        action = choice(state)
        assert isinstance(action, Trade)
        assert ("buy", "silk") in {(deal.kind, deal.token) for deal in action.deals}

    def test_it_sells_what_will_fall(self) -> None:
        boards = [(None,) * 3, (None, UP_SILK, UP_SILK), (None, UP_SILK, UP_SILK)]
        state = position(
            ("trade", 0), ("card", 0), hands=[(UP_SILK,)], boards=boards, holdings=[{"silk": 2}], specials=((),) * 3
        ).state
        action = choice(state)
        assert isinstance(action, Trade)
        assert [(deal.kind, deal.token) for deal in action.deals][:2] == [("sell", "silk")] * 2

    def test_it_plays_the_card_that_serves_its_holdings(self) -> None:
        hand = (UP_SILK, DOWN_SILK, "hoorn_up_coffee")
        assert choice(position(("card", 0), hands=[hand], holdings=[{"silk": 2}]).state) == PlayCard(DOWN_SILK)
        assert choice(position(("card", 0), hands=[hand], holdings=[{"amsterdam": 3}]).state) == PlayCard(UP_SILK)

    def test_it_plays_news_rather_than_harm_itself_and_throws_away_what_is_worst(self) -> None:
        hand = (UP_SILK, UP_SILK, "hoorn_up_silk")
        state = position(("card", 0), hands=[hand], holdings=[{"silk": 5}]).state
        action = choice(state)
        assert isinstance(action, News)
        assert len(action.thrown) == 3

    def test_it_takes_a_dividend_where_it_holds_the_shares(self) -> None:
        state = position(
            ("trade", 0),
            ("card", 0),
            prices={"delft": 25},
            holdings=[{"delft": 5}],
            hands=[("delft_up_copper",)],
            money=(0, 0, 0),
        ).state
        assert choice(state) == Dividend("delft")

    def test_it_leaves_the_dividend_where_others_hold_the_shares(self) -> None:
        state = position(("trade", 0), prices={"delft": 25}, holdings=[{}, {"delft": 5}], hands=[(UP_SILK,)]).state
        assert not isinstance(choice(state), Dividend)

    def test_it_offers_on_the_black_market_what_will_be_worth_most_in_its_next_turn(self) -> None:
        boards = [(None,) * 3, (None, None, DOWN_SILK), (None, None, DOWN_SILK)]
        state = position(
            ("trade", 0),
            ("card", 0),
            boards=boards,
            hands=[("hoorn_up_coffee",)],
            holdings=[{"silk": 3}],
            money=(0, 0, 0),
        ).state
        assert choice(state) == BlackMarket(("silk", "silk", "silk"))

    def test_it_spends_no_more_than_it_has(self) -> None:
        state = position(("trade", 0), hands=[(DOWN_SILK,) * 3], money=(15, 0, 0)).state
        assert choice(state) == buy("silk")
        found = best_bargain(offers(state, 0), Expectations(state, 0).with_cards(DOWN_SILK, DOWN_SILK))
        assert found.deals == buys("silk")


class TestExpectations:
    def test_a_token_is_worth_its_best_price_in_the_next_turns(self) -> None:
        state = position(("trade", 0), boards=[(None, DOWN_SILK, DOWN_SILK)]).state
        found = Expectations(state, 0)
        assert found.worth[AT["silk"]] == pytest.approx(15 + 4 + 2, abs=0.5)
        assert found.worth[AT["amsterdam"]] == pytest.approx(10 - 2)
        assert found.worth[AT["tea"]] == 15

    def test_own_cards_act_for_three_turns(self) -> None:
        found = Expectations(position(("trade", 0)).state, 0)
        assert found.with_cards(DOWN_SILK)[AT["silk"]] == pytest.approx(21, abs=0.5)
        assert found.with_cards(DOWN_SILK, DOWN_SILK)[AT["silk"]] == pytest.approx(25, abs=0.5)

    def test_turns_left_are_counted_by_the_deck_until_they_are_known(self) -> None:
        assert turns_left(position(("trade", 0), main=45).state, 0) == 17
        assert turns_left(position(("trade", 1), main=0, round=8, last_round=9).state, 0) == 1
