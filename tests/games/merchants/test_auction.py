"""M11 to M16: the Dutch auction."""

import pytest
from merchants_table import ENGLISH, Table, begun, position
from positions import happened

from companion.games.events import Money
from companion.games.merchants.actions import Decline, Expire, Open, StartClock, Stop
from companion.games.merchants.events import ClockStarted, Doubled, Misbid, SetAside, Sold, Unsold
from companion.games.merchants.house_rules import HouseRules

CARD = "office_silk"


def auction(rules: HouseRules = ENGLISH, players: int = 3, money: list[int] | None = None) -> Table:
    """The clock runs for a silk trade office; seat 0 is mayor."""
    table = position(("start_clock", 0), auctioned=CARD, rules=rules, players=players, money=money)
    table.does(0, StartClock())
    return table


class TestTheDial:
    """M11."""

    def test_m11_the_clock_can_be_stopped_from_200_down_to_60(self) -> None:
        assert auction().may(1) == tuple(Stop(dial) for dial in range(200, 50, -10))

    def test_m11_there_is_no_sale_at_50(self) -> None:
        assert auction().refuses(1, Stop(50)) == "The clock has no price 50 to stop at."

    def test_m11_the_lowest_sale_is_60(self) -> None:
        assert Sold(1, 60_000) in auction().does(1, Stop(60))

    def test_m11_a_price_between_two_is_none(self) -> None:
        assert auction().refuses(1, Stop(195)) == "The clock has no price 195 to stop at."

    def test_m11_when_the_clock_runs_out_the_card_is_unsold(self) -> None:
        assert auction().does(None, Expire()) == [Unsold(), SetAside(CARD, "unsold")]

    def test_m11_only_the_clock_itself_runs_out(self) -> None:
        assert auction().refuses(1, Expire()) == "Only the clock itself runs out; a seat can stop it."
        assert auction().refuses(None, Stop(100)) == "The question is to stop the clock or let it run."


class TestDoubling:
    """M12 and M13."""

    def test_m12_a_stop_at_200_doubles_and_the_clock_runs_again_for_all(self) -> None:
        table = auction()
        assert table.does(1, Stop(200)) == [Doubled(1), ClockStarted(1, ())]
        assert table.to_move == (0, 1, 2, None)

    def test_m12_a_stop_in_a_doubled_auction_costs_twice_the_dial(self) -> None:
        table = auction()
        table.does(1, Stop(200))
        events = table.does(2, Stop(150))
        assert events[:2] == [Sold(2, 300_000), Money(2, -300_000, "auction")]

    def test_m12_there_is_no_second_doubling_a_stop_at_200_costs_400000(self) -> None:
        table = auction()
        table.does(1, Stop(200))
        assert Sold(2, 400_000) in table.does(2, Stop(200))

    def test_m12_the_doubler_may_buy_too(self) -> None:
        table = auction()
        table.does(1, Stop(200))
        assert Sold(1, 220_000) in table.does(1, Stop(110))

    def test_m12_window_start_only_a_stop_before_200_doubles(self) -> None:
        table = auction(HouseRules(double_window="start"))
        assert table.may(1)[:2] == (Stop(200, start=True), Stop(200))
        assert table.does(1, Stop(200, start=True)) == [Doubled(1), ClockStarted(1, ())]
        assert table.refuses(1, Stop(200, start=True)) == "Here a stop at start counts as a stop at 200."

    def test_m12_window_start_200_is_a_sale(self) -> None:
        table = auction(HouseRules(double_window="start"))
        assert Sold(1, 200_000) in table.does(1, Stop(200))

    def test_m12_by_default_start_and_200_are_one(self) -> None:
        assert auction().refuses(1, Stop(200, start=True)) == "Here a stop at start counts as a stop at 200."

    def test_m12_a_stop_at_start_reads_200_and_nothing_else(self) -> None:
        table = auction(HouseRules(double_window="start"))
        assert table.refuses(1, Stop(120, start=True)) == "A stop at start reads 200."

    def test_m13_a_doubled_auction_that_reaches_100_goes_to_the_doubler(self) -> None:
        table = auction()
        table.does(1, Stop(200))
        assert table.does(None, Expire())[:2] == [Sold(1, 200_000), Money(1, -200_000, "auction")]
        assert table.asked() == ("auction_card", 1)

    def test_m13_its_lowest_live_sale_is_110_for_220000(self) -> None:
        table = auction()
        table.does(1, Stop(200))
        assert table.may(0)[-1] == Stop(110)
        assert table.refuses(0, Stop(100)) == "A doubled auction ends before 100."
        assert Sold(0, 220_000) in table.does(0, Stop(110))

    def test_m13_the_guarantee_holds_although_the_doubler_misbid_since(self) -> None:
        table = auction(money=[400_000, 250_000, 400_000])
        table.does(1, Stop(200))
        assert table.does(1, Stop(190)) == [Misbid(1, 190), ClockStarted(1, (1,))]
        assert Sold(1, 200_000) in table.does(None, Expire())


class TestMisbids:
    """M14."""

    def test_m14_who_cannot_pay_is_barred_and_the_clock_restarts(self) -> None:
        table = auction(money=[400_000, 90_000, 400_000])
        assert table.does(1, Stop(100)) == [Misbid(1, 100), ClockStarted(None, (1,))]
        assert table.may(1) == ()
        assert table.refuses(1, Stop(60)) == "Blue misbid and is barred from this card."
        assert table.to_move == (0, 2, None)

    def test_m14_doubled_stays_doubled(self) -> None:
        table = auction(money=[400_000, 250_000, 400_000])
        table.does(0, Stop(200))
        assert table.does(1, Stop(130)) == [Misbid(1, 130), ClockStarted(0, (1,))]

    def test_m14_doubling_with_less_than_200000_is_a_misbid_at_once(self) -> None:
        table = auction(money=[400_000, 199_999, 400_000])
        assert table.does(1, Stop(200)) == [Misbid(1, 200), ClockStarted(None, (1,))]

    def test_m14_doubling_with_just_200000_is_none(self) -> None:
        assert Doubled(1) in auction(money=[400_000, 200_000, 400_000]).does(1, Stop(200))

    def test_m14_with_everybody_barred_the_card_is_discarded(self) -> None:
        table = auction(money=[10_000, 10_000, 10_000])
        table.does(2, Stop(60))
        table.does(0, Stop(60))
        assert table.does(1, Stop(60)) == [Misbid(1, 60), Unsold(), SetAside(CARD, "unsold")]

    def test_m14_who_is_barred_stays_barred_when_another_doubles(self) -> None:
        table = auction(money=[400_000, 90_000, 400_000])
        table.does(1, Stop(100))
        assert table.does(2, Stop(200)) == [Doubled(2), ClockStarted(2, (1,))]
        assert table.may(1) == ()

    def test_m14_with_everybody_barred_in_a_doubled_auction_the_card_is_discarded_too(self) -> None:
        table = auction(money=[210_000, 210_000, 210_000])
        table.does(0, Stop(200))
        table.does(1, Stop(190))
        table.does(2, Stop(190))
        assert table.does(0, Stop(190)) == [Misbid(0, 190), Unsold(), SetAside(CARD, "unsold")]
        assert table.state.money == (210_000, 210_000, 210_000)

    def test_m14_a_bar_is_for_this_card_only(self) -> None:
        table = auction(money=[400_000, 10_000, 400_000])
        table.does(1, Stop(60))
        table.does(None, Expire())
        assert table.state.barred == ()

    def test_m14_ignored_a_stop_that_cannot_be_paid_does_not_count(self) -> None:
        table = auction(HouseRules(misbid="ignore"), money=[400_000, 90_000, 59_999])
        assert table.may(1) == (Stop(90), Stop(80), Stop(70), Stop(60))
        assert table.may(2) == ()
        assert table.refuses(1, Stop(100)) == "Blue cannot pay 100,000."
        assert table.to_move == (0, 1, None)

    def test_m14_ignored_counts_twice_the_dial_in_a_doubled_auction(self) -> None:
        table = auction(HouseRules(misbid="ignore"), money=[400_000, 250_000, 219_999])
        table.does(0, Stop(200))
        assert table.may(1) == (Stop(120), Stop(110))
        assert table.may(2) == ()


class TestTheMayor:
    """M15 and M16."""

    def test_m15_the_mayor_decides_when_the_clock_starts(self) -> None:
        table = position(("start_clock", 0), auctioned=CARD)
        assert table.may(0) == (StartClock(),)
        assert table.refuses(1, StartClock()) == "Now it is for Orange to start the auction clock."
        assert table.does(0, StartClock()) == [ClockStarted(None, ())]

    def test_m15_the_mayor_bids_like_everyone_else(self) -> None:
        assert Sold(0, 120_000) in auction().does(0, Stop(120))

    def test_m16_the_winner_pays_first_then_uses_the_card(self) -> None:
        table = auction()
        assert table.does(2, Stop(120)) == [Sold(2, 120_000), Money(2, -120_000, "auction")]
        assert table.asked() == ("auction_card", 2)
        assert SetAside(CARD, "used") in table.does(2, Open("fe1"))

    def test_m16_a_winner_need_not_gain_anything(self) -> None:
        table = auction()
        table.does(2, Stop(120))
        assert table.does(2, Decline()) == [SetAside(CARD, "used")]
        assert table.state.money[2] == 280_000

    def test_m16_with_full_spaces_the_money_is_gone(self) -> None:
        silk = "am5 am8 af5 af8 ei6 ei9 fe1 fe2 fe3"
        table = position(("start_clock", 0), auctioned=CARD, offices=["", silk, ""])
        table.does(0, StartClock())
        assert table.does(2, Stop(60)) == [Sold(2, 60_000), Money(2, -60_000, "auction"), SetAside(CARD, "used")]
        assert table.asked() is None


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_nobody_bids_before_the_clock_runs(seat: int | None) -> None:
    table = begun(4, first=["goods"])
    assert "put the drawn card on a free disk" in table.refuses(seat, Stop(100))


def test_the_price_of_an_auction_is_in_guilders() -> None:
    assert happened(auction().does(1, Stop(90)), Money) == [Money(1, -90_000, "auction")]
