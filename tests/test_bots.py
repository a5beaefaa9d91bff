"""The bots choose legally and by what can be known, and the merchant knows a good card from a bad one."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_table import Table, position
from merchants_walk import SETUPS, walk
from tiers import examples

from companion.bots import BOTS
from companion.bots.merchants import MerchantBot
from companion.bots.merchants.appraisal import appraisal
from companion.games.merchants import choices
from companion.games.merchants.actions import AnyAction, Borrow, Build, Lose, Place, Ship, StartClock, Stop
from companion.games.merchants.auction import price_of
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import Setup, State
from companion.simulate import Sitting, games

RICH = 2_000_000
LAST_YEAR: dict[str, Any] = {"year": "1665", "terms": 18}
MARKET = [(1, 1, 1, 1), (8, 8, 8, 8), (5, 5, 5, 5)]
"""Where one card changes nothing for the first seat."""
CITY = [
    "nz9 oz9",
    "nz1 nz2 nz3 nz5 oz1 oz2 oz3 oz4 gr1 gr2 gr3 gr5 la1 la2 la3 la4",
    "nz6 nz7 nz8 oz5 oz6 oz7 gr7 gr8 gr9 la7 la8 la9",
]
"""And here."""
ALL_WANT_IT: dict[str, Any] = {
    "auctioned": "goods",
    "market": [(2, 2, 2, 1), (2, 2, 2, 1), (1, 1, 1, 1)],
    "year": "1662",
    "terms": 16,
}
"""Three moves take the lead just before the market is scored."""


def merchant(seed: int = 1) -> MerchantBot:
    return MerchantBot(Random(seed))


def chosen(table: Table, seat: int = 0) -> AnyAction:
    return merchant().choose(table.state, seat, table.may(seat))


def bid(table: Table, seat: int = 0) -> int | None:
    """The dial at which the merchant would stop."""
    if table.asked() == ("start_clock", 0):
        table.does(0, StartClock())
    stop = merchant().bid(table.state, seat, table.may(seat))
    return stop.dial if stop else None


def worth(card: str, **situation: Any) -> float:
    return worth_at(position(("place", 0), drawn=card, **situation), card)


def worth_at(table: Table, card: str) -> float:
    """To the first seat."""
    return appraisal(table.state, 0).worth(card)


def decision(bot: Any, state: State, seat: int) -> AnyAction | None:
    options = choices(state)[seat]
    asked = bot.bid if state.agenda[-1].what == "bid" else bot.choose
    decided: AnyAction | None = asked(state, seat, options)
    return decided


# Always


@settings(max_examples=examples(20))
@given(setup=SETUPS, seed=st.integers(0, 2**32), bot=st.sampled_from(sorted(BOTS["merchants"])))
def test_a_bot_does_only_what_is_legal_and_a_merchant_never_misbids(setup: Setup, seed: int, bot: str) -> None:
    for step, (state, seat, _) in enumerate(walk(setup, seed, 250)):
        if step % 6 or seat is None:
            continue
        action = decision(BOTS["merchants"][bot](Random(seed)), state, seat)
        assert action is None or action in choices(state)[seat]
        if bot == "merchant" and isinstance(action, Stop):
            assert price_of(action.dial, state.doubled_by is not None) <= state.money[seat]


@settings(max_examples=examples(15))
@given(setup=SETUPS, seed=st.integers(0, 2**32))
def test_a_merchant_never_looks_at_the_deck_and_decides_alike_with_the_same_chance(setup: Setup, seed: int) -> None:
    for step, (state, seat, _) in enumerate(walk(setup, seed, 200)):
        if step % 8 or seat is None:
            continue
        first = decision(merchant(seed), state, seat)
        assert decision(merchant(seed), state, seat) == first
        assert decision(merchant(seed), with_other_deck(state, seed), seat) == first


def with_other_deck(state: State, seed: int) -> State:
    """The same table, with the cards that nobody has seen in another order."""
    deck = state.setup.deck
    if deck is None:
        return state
    seen = len(deck) - state.cards_left()
    unseen = sorted(deck[seen:], key=lambda _: Random(seed).random())
    setup = msgspec.structs.replace(state.setup, deck=(*deck[:seen], *reversed(unseen)))
    return msgspec.structs.replace(state, setup=setup)


# Bonuses


def test_a_merchant_builds_where_a_bonus_is_to_be_had() -> None:
    table = position(("arms", 0), warehouses=["nz6 gr1 la9", "", ""], year="1632", terms=11)
    assert chosen(table) == Build("oz4", None)  # the last district and a bridge at once


def test_a_merchant_gives_up_what_hurts_least() -> None:
    table = position(("lose_office", 0), offices=["am1 af1 ei1 fe1 fe2", "", ""], year="1662", terms=16)
    assert chosen(table) in (Lose(space="fe1"), Lose(space="fe2"))


def test_a_card_that_completes_a_bonus_is_worth_more() -> None:
    completing, other = (
        worth("office_far_east", offices=[own, "am2 af2 ei2 ei3", "ei4 fe2"], year="1664", terms=17)
        for own in ("am1 af1 ei1", "am1 af1 af4")
    )
    assert completing > other + 50_000


def test_before_an_office_is_lost_one_to_spare_is_worth_more() -> None:
    offices = ["am1 af1 ei1 fe1", "af2 af3 af4 am2 am3 ei2 ei3 fe2 fe3", "af5 af6"]
    before, after = (worth("office_africa", offices=offices, year=year, terms=17) for year in ("1656", "1662"))
    assert before > after  # in 1662 it happens


def test_the_end_of_a_bridge_is_worth_less_when_a_rival_holds_the_other() -> None:
    free, taken = (
        worth("build_oude_zijde", warehouses=["nz6", rivals, ""], year="1640", terms=13, market=MARKET)
        for rivals in ("la1 la2", "oz4 la1")
    )
    assert free > taken


# The auction


def test_a_merchant_never_bids_what_it_cannot_pay() -> None:
    table = position(("start_clock", 0), auctioned="office_silk", money=[70_000, 50_000, 400_000])
    for seat, money in enumerate(table.state.money):
        assert (bid(table, seat) or 0) * 1000 <= money
    assert bid(table, 2) is not None


def test_a_merchant_pays_nothing_for_a_card_that_no_scoring_rewards() -> None:
    offices = ["am1", "am2 am3 am4 am5", "am6 am7 am8"]
    table = position(
        ("start_clock", 0), auctioned="office_americas", money=[RICH] * 3, offices=offices, market=MARKET, **LAST_YEAR
    )
    assert bid(table) is None


def test_a_merchant_pays_no_more_than_the_last_scoring_brings() -> None:
    offices = ["am1 am4", "am2 am3", ""]
    table = position(
        ("start_clock", 0), auctioned="office_americas", money=[RICH] * 3, offices=offices, market=MARKET, **LAST_YEAR
    )
    dial = bid(table)
    assert dial is not None
    assert dial < 50 + 50  # first alone instead of a tie: 50,000 for it, and as much away from its rival


def test_a_merchant_pays_the_least_if_nobody_else_can() -> None:
    table = position(("start_clock", 0), **ALL_WANT_IT, money=[400_000, 50_000, 0])
    assert bid(table) == 60


def test_a_merchant_pays_about_what_its_rivals_can() -> None:
    poor, less_poor = (
        bid(position(("start_clock", 0), **ALL_WANT_IT, money=[400_000, money, 0])) or 0 for money in (90_000, 130_000)
    )
    assert 80 <= poor <= 100
    assert poor < less_poor <= 140


def test_a_merchant_doubles_for_what_everybody_wants_badly() -> None:
    table = position(("start_clock", 0), **ALL_WANT_IT, money=[RICH] * 3)
    assert worth_at(table, "goods") > 200_000
    assert bid(table) == 200


def test_where_only_the_start_doubles_a_merchant_can_still_pay_200() -> None:
    rules = HouseRules(double_window="start")
    table = position(("start_clock", 0), **ALL_WANT_IT, money=[200_000] * 3, rules=rules)
    assert bid(table) in (190, 200)


def test_who_has_doubled_lets_the_clock_run_when_nobody_can_pay_more() -> None:
    table = position(("bid", None), **ALL_WANT_IT, money=[400_000, 210_000, 0], doubled_by=0)
    assert bid(table) is None


def test_who_is_barred_is_no_rival() -> None:
    against, alone = (
        bid(position(("bid", None), **ALL_WANT_IT, money=[400_000, 400_000, 0], barred=barred)) or 0
        for barred in ((), (1,))
    )
    assert alone == 60 < against


# Rivals


def test_a_merchant_rather_takes_from_the_leader() -> None:
    def overtakes(leader: int) -> AnyAction:
        money = [300_000] * 3
        money[leader] = RICH
        market = [(1, 1, 4, 5), (8, 5, 4, 1), (5, 8, 1, 5)]
        return chosen(position(("ship", 0), market=market, money=money, year="1662", terms=16))

    assert overtakes(1) == Ship("spice")
    assert overtakes(2) == Ship("silk")


def test_as_mayor_a_merchant_buries_what_the_leader_needs() -> None:
    offices = ["fe1 fe2 fe3", "am1 af1 ei1", ""]
    table = position(
        ("place", 0), drawn="office_far_east", disks=("goods", None, None), money=[0, RICH, 0], offices=offices,
        year="1641", terms=14,
    )  # fmt: skip
    assert chosen(table) == Place("discard")


def test_as_mayor_a_merchant_keeps_a_card_that_is_better_than_it_can_hope_for() -> None:
    offices = ["am1 af1 ei1", "am2 am3 am4 af2 af3 ei2 ei3", "am5 am6 af5 ei5 fe1 fe2 fe3"]
    situation: dict[str, Any] = {"offices": offices, "market": MARKET, "warehouses": CITY, "year": "1662", "terms": 16}
    assert chosen(position(("place", 0), drawn="office_far_east", **situation)) == Place("mayor")
    assert chosen(position(("place", 0), drawn="build_nieuwe_zijde", **situation)) != Place("mayor")


# Credit


def test_a_merchant_borrows_only_when_it_is_poor_and_there_is_something_to_buy() -> None:
    assert chosen(position(("credit", 0), money=[30_000, 400_000, 400_000], terms=4)) == Borrow(yes=True)
    assert chosen(position(("credit", 0), money=[400_000, 0, 0], terms=4)) == Borrow(yes=False)
    assert chosen(position(("credit", 0), money=[30_000, 400_000, 400_000], terms=16)) == Borrow(yes=False)


# Whole games


def test_merchants_beat_players_who_do_anything() -> None:
    played = games(Sitting(board=default_board(), rules=[HouseRules()], bots=["random", "merchant"]), range(10))
    wins = [seat % 2 for game in played for seat in game.state.winners or ()]
    assert sum(wins) > len(wins) * 0.8


def test_a_game_of_merchants_is_the_same_again() -> None:
    sitting = Sitting(board=default_board(), players=3, rules=[HouseRules()], bots=["merchant"])
    (first,), (again,) = list(games(sitting, range(7, 8))), list(games(sitting, range(7, 8)))
    assert [entry.action for entry in first.entries] == [entry.action for entry in again.entries]
