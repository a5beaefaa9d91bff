"""Mercurius as the table knows it."""

import pytest
from mercurius_table import position

from companion.games.errors import BadSetup
from companion.games.mercurius.actions import Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.offers import offers


def test_there_are_no_house_rules_to_choose() -> None:
    assert MERCURIUS.house_rules({}) == {}
    with pytest.raises(BadSetup) as refusal:
        MERCURIUS.house_rules({"end": "deck"})
    assert str(refusal.value) == "Mercurius has no house rules."


def test_a_button_passes_the_trade_and_nothing_else() -> None:
    asked = position(("trade", 0), ("card", 0)).state
    assert MERCURIUS.pressed(asked, 0) == Trade(())
    assert MERCURIUS.pressed(asked, 1) is None
    assert MERCURIUS.pressed(position(("card", 0)).state, 0) is None


def test_of_the_trades_programs_see_every_way_to_begin_and_of_the_cards_all() -> None:
    table = position(("trade", 0), ("card", 0))
    assert MERCURIUS.shown(table.may(0)) == offers(table.state, 0).firsts()
    table.does(0, Trade(()))
    assert MERCURIUS.shown(table.may(0)) == tuple(table.may(0))


def test_a_board_says_what_it_is() -> None:
    assert repr(default_board()) == "<Board of 33 spaces and 72 cards>"
