"""The bots choose legally, and the merchant knows a good card from a bad one."""

from random import Random

from merchants_table import position

from companion.bots import MerchantBot
from companion.games.merchants.actions import Build, Lose, StartClock, Stop
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.simulate import Sitting, games


def merchant() -> MerchantBot:
    return MerchantBot(Random(1))


def test_a_merchant_builds_where_a_bonus_is_to_be_had() -> None:
    table = position(("arms", 0), warehouses=["nz6 gr1 la9", "", ""])
    choice = merchant().choose(table.state, 0, table.may(0))
    assert choice == Build("oz4", None)  # the last district and a bridge at once


def test_a_merchant_gives_up_what_hurts_least() -> None:
    table = position(("lose_office", 0), offices=["am1 af1 ei1 fe1 fe2", "", ""])
    choice = merchant().choose(table.state, 0, table.may(0))
    assert choice in (Lose(space="fe1"), Lose(space="fe2"))


def test_a_merchant_never_bids_what_it_cannot_pay() -> None:
    table = position(("start_clock", 0), auctioned="office_silk", money=[70_000, 50_000, 400_000])
    table.does(0, StartClock())
    for seat, money in enumerate(table.state.money):
        bid = merchant().bid(table.state, seat, table.may(seat))
        assert bid is None or bid.dial * 1000 <= money
    assert isinstance(merchant().bid(table.state, 2, table.may(2)), Stop)


def test_merchants_beat_players_who_do_anything() -> None:
    played = games(Sitting(board=default_board(), rules=[HouseRules()], bots=["random", "merchant"]), range(10))
    wins = [seat % 2 for game in played for seat in game.state.winners or ()]
    assert sum(wins) > len(wins) * 0.8
