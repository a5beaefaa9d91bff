"""M32 to M34: how a game ends."""

from typing import Any

import pytest
from merchants_table import ENGLISH, Table, position, with_own_deck
from positions import happened

from companion.games.events import GameOver, Money
from companion.games.merchants.actions import Declare, Expire, Ship, StartClock
from companion.games.merchants.board import default_board
from companion.games.merchants.events import Credit, Drawn, Scored, SetAside, Term, Year
from companion.games.merchants.house_rules import HouseRules


def last_auction(
    left: dict[str, int],
    *,
    players: int = 3,
    terms: int = 18,
    year: str,
    rules: HouseRules = ENGLISH,
    **fields: Any,
) -> Table:
    """The last lot of a term is under the clock; these cards are still to come, declared by the table."""
    table = position(
        ("start_clock", 2), ("next_term", None), players=players, year=year, auctioned="office_silk",
        mayor=2, terms=terms, **fields,
    )  # fmt: skip
    table.state.setup = with_own_deck(players, rules).state.setup
    table.state.left = tuple(left.get(card.id, 0) for card in default_board().data.cards)
    table.does(2, StartClock())
    return table


def test_m32_the_game_ends_when_the_deck_is_empty() -> None:
    table = last_auction({}, year="1665")
    events = table.does(None, Expire())
    assert happened(events, Year) == [Year("1666")]
    assert happened(events, GameOver)
    assert table.asked() is None
    assert table.to_move == ()


def test_m32_by_default_1665_alone_does_not_end_it() -> None:
    table = last_auction({"goods": 9}, terms=15, year="1665")
    assert happened(table.does(None, Expire()), Term) == [Term(0)]
    assert table.asked() == ("draw", 0)


def test_m32_house_rule_1665_ends_with_the_term_in_which_it_is_reached() -> None:
    table = last_auction({"goods": 9}, terms=15, year="1665", rules=HouseRules(end="1665"))
    assert happened(table.does(None, Expire()), GameOver)


def test_m32_house_rule_1665_goes_on_before_1665() -> None:
    table = last_auction({"goods": 9, "sand": 1}, terms=15, year="1664", rules=HouseRules(end="1665"))
    assert happened(table.does(None, Expire()), Term) == [Term(0)]


@pytest.mark.parametrize(("rule", "drawer"), [("next", 0), ("last", 2)])
def test_m33_sand_clocks_left_over_are_drawn_by_the_next_player_or_the_last_mayor(rule: str, drawer: int) -> None:
    rules = HouseRules(last_sand_clocks=rule)  # type: ignore[arg-type]
    table = last_auction({"sand": 2}, year="1662", rules=rules)
    assert happened(table.does(None, Expire()), Term) == []
    assert table.asked() == ("draw", drawer)
    assert happened(table.does(drawer, Declare("sand")), Year) == [Year("1664")]
    assert table.asked() == ("draw", drawer)
    events = table.does(drawer, Declare("sand"))
    assert happened(events, Year) == [Year("1665"), Year("1666")]
    assert happened(events, GameOver)


@pytest.mark.parametrize(("rule", "order"), [("next", (1, 2, 0)), ("last", (0, 1, 2))])
def test_m33_this_decides_the_order_of_the_events(rule: str, order: tuple[int, ...]) -> None:
    rules = HouseRules(last_sand_clocks=rule)  # type: ignore[arg-type]
    table = last_auction({"sand": 1}, year="1625", rules=rules, market=[(1, 1, 1, 1)] * 3)
    table.does(None, Expire())
    table.does(order[-1], Declare("sand"))
    for seat in order:
        assert table.asked() == ("ship", seat)
        table.does(seat, Ship("silk"))
    assert table.asked() is None


def test_m33_with_three_players_a_marked_card_may_lie_among_the_last() -> None:
    table = last_auction({"sand": 1, "goods4": 1}, year="1664")
    table.does(None, Expire())
    assert table.does(0, Declare("goods4")) == [Drawn("goods4"), SetAside("goods4", "three_players")]
    assert happened(table.does(0, Declare("sand")), GameOver)


def test_m34_1666_is_scored_then_credits_are_repaid() -> None:
    table = last_auction({}, year="1665", market=[(3, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)], markers=(2, 0, 1))
    events = table.does(None, Expire())
    assert [type(event) for event in events if isinstance(event, Scored | Money)] == [Scored, Money, Scored, Scored] + [
        Money
    ] * 2
    assert happened(events, Money)[1:] == [Money(0, -400_000, "repay"), Money(2, -200_000, "repay")]
    assert happened(events, Credit) == [Credit(0, 0), Credit(2, 0)]


def test_m34_money_may_go_below_zero() -> None:
    table = last_auction({}, year="1665", money=[150_000, 300_000, 0], markers=(1, 0, 3))
    assert happened(table.does(None, Expire()), GameOver) == [GameOver((-50_000, 300_000, -600_000), (1,))]


def test_m34_a_tie_is_shared() -> None:
    table = last_auction({}, year="1665", money=[300_000, 500_000, 500_000], markers=(0, 0, 0))
    assert happened(table.does(None, Expire()), GameOver) == [GameOver((300_000, 500_000, 500_000), (1, 2))]


def test_nothing_can_be_done_after_the_end() -> None:
    table = last_auction({}, year="1665")
    table.does(None, Expire())
    assert table.refuses(0, StartClock()) == "The game is over."
