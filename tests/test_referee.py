"""Who pressed first (M17), and every other verdict."""

from random import Random
from typing import Literal, NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from lots import START, a_lot, a_run, judged, rulings

from companion.auction_clock import MILLISECOND, SECOND
from companion.games.merchants.actions import Stop
from companion.games.merchants.house_rules import HouseRules
from companion.lot import Terms
from companion.referee import Judgement, Press, Verdict

TIE = Terms().tie
MIDDLE = START + 5 * SECOND  # the clock shows 180


class TestEveryVerdict:
    def test_first_says_who_stopped_the_clock_at_what_reading_and_by_what_margin(self) -> None:
        judgement = judged(a_lot(), [Press(2, MIDDLE + MILLISECOND), Press(1, MIDDLE)])
        assert (judgement.seat, judgement.stop) == (1, Stop(180))
        assert judgement.verdicts == (
            Verdict(1, "first", 5 * SECOND, 180, MILLISECOND),
            Verdict(2, "beaten", 5 * SECOND + MILLISECOND, 180, MILLISECOND),
        )

    def test_the_margin_is_that_to_the_next(self) -> None:
        presses = [Press(1, MIDDLE), Press(2, MIDDLE + 5 * MILLISECOND), Press(3, MIDDLE + MILLISECOND)]
        assert [verdict.margin for verdict in judged(a_lot(), presses).verdicts] == [
            MILLISECOND, MILLISECOND, 5 * MILLISECOND,
        ]  # fmt: skip

    def test_first_alone_has_no_margin(self) -> None:
        assert judged(a_lot(), [Press(1, MIDDLE)]).verdicts == (Verdict(1, "first", 5 * SECOND, 180),)

    def test_m17_tied_below_the_threshold_and_the_earlier_seat_from_the_mayors_left_has_it(self) -> None:
        judgement = judged(a_lot(mayor=1), [Press(1, MIDDLE), Press(3, MIDDLE + TIE - 1)])
        assert judgement.seat == 3
        assert judgement.verdicts == (
            Verdict(1, "tied", 5 * SECOND, 180, TIE - 1),
            Verdict(3, "first", 5 * SECOND + TIE - 1, 180, TIE - 1),
        )

    def test_m17_beaten_at_the_threshold(self) -> None:
        judgement = judged(a_lot(mayor=1), [Press(1, MIDDLE), Press(3, MIDDLE + TIE)])
        assert rulings(judgement) == [(1, "first"), (3, "beaten")]

    def test_m17_with_no_threshold_equal_stamps_are_still_a_tie(self) -> None:
        judgement = judged(a_lot(mayor=1, terms=Terms(tie=0)), [Press(1, MIDDLE), Press(2, MIDDLE)])
        assert rulings(judgement) == [(1, "tied"), (2, "first")]

    def test_false_start_before_the_clock_runs_and_the_seat_may_press_again(self) -> None:
        judgement = judged(a_lot(), [Press(1, START - 1), Press(1, MIDDLE)])
        assert judgement.verdicts == (
            Verdict(1, "false_start", -1, margin=1),
            Verdict(1, "first", 5 * SECOND, 180),
        )
        assert judged(a_lot(), [Press(1, START)]).stop == Stop(200)

    def test_too_late_after_the_end(self) -> None:
        end = a_run().end
        judgement = judged(a_lot(), [Press(1, end + 7)])
        assert judgement.stop is None
        assert judgement.verdicts == (Verdict(1, "too_late", end - START + 7, margin=7),)

    def test_barred_does_not_stop_the_clock(self) -> None:
        judgement = judged(a_lot(barred=(1,)), [Press(1, MIDDLE), Press(2, MIDDLE + SECOND)])
        assert rulings(judgement) == [(1, "barred"), (2, "first")]

    def test_cannot_pay_does_not_stop_the_clock_by_the_house_rule(self) -> None:
        lot = a_lot(money=[0, 50_000, 400_000, 0], rules=HouseRules(misbid="ignore"))
        judgement = judged(lot, [Press(1, MIDDLE), Press(2, MIDDLE + SECOND)])
        assert rulings(judgement) == [(1, "cannot_pay"), (2, "first")]

    def test_cannot_pay_yet_and_presses_again_when_the_price_has_fallen(self) -> None:
        lot = a_lot(money=[0, 150_000, 0, 0], rules=HouseRules(misbid="ignore"))
        judgement = judged(lot, [Press(1, MIDDLE), Press(1, MIDDLE + 10 * SECOND)])
        assert rulings(judgement) == [(1, "cannot_pay"), (1, "first")]
        assert judgement.stop == Stop(120)

    def test_a_penniless_seat_stops_the_clock_where_the_rule_is_to_restart(self) -> None:
        """M14: it is a misbid, which the rules judge."""
        judgement = judged(a_lot(money=[0, 0, 0, 0]), [Press(1, MIDDLE)])
        assert (judgement.seat, judgement.stop) == (1, Stop(180))

    def test_again_is_a_double_press(self) -> None:
        judgement = judged(a_lot(), [Press(1, MIDDLE), Press(1, MIDDLE + 1), Press(1, MIDDLE + 2)])
        assert rulings(judgement) == [(1, "first"), (1, "again")]
        assert judgement.verdicts[1].after == 5 * SECOND + 1

    def test_no_phone_where_the_seat_has_to_use_its_button(self) -> None:
        lot = a_lot(terms=Terms(button_only=(1,)))
        judgement = judged(lot, [Press(1, MIDDLE, phone=True), Press(2, MIDDLE + SECOND, phone=True)])
        assert rulings(judgement) == [(1, "no_phone"), (2, "first")]


class TestPhones:
    def test_a_phone_within_its_uncertainty_of_a_button_is_a_tie(self) -> None:
        phone = Press(1, MIDDLE, uncertainty=20 * MILLISECOND, phone=True)
        judgement = judged(a_lot(mayor=1), [phone, Press(2, MIDDLE + 20 * MILLISECOND)])
        assert rulings(judgement) == [(1, "tied"), (2, "first")]

    def test_a_phone_that_is_clearly_first_wins(self) -> None:
        phone = Press(1, MIDDLE, uncertainty=20 * MILLISECOND, phone=True)
        judgement = judged(a_lot(mayor=1), [phone, Press(2, MIDDLE + 20 * MILLISECOND + 1)])
        assert rulings(judgement) == [(1, "first"), (2, "beaten")]

    def test_a_vague_phone_does_not_lift_one_button_over_a_clearly_earlier_one(self) -> None:
        phone = Press(0, MIDDLE, uncertainty=50 * MILLISECOND, phone=True)
        buttons = [Press(1, MIDDLE + 30 * MILLISECOND), Press(2, MIDDLE + 40 * MILLISECOND)]
        judgement = judged(a_lot(mayor=1), [phone, *buttons])  # seat 2 sits at the mayor's left
        assert rulings(judgement) == [(0, "first"), (1, "tied"), (2, "beaten")]

    def test_two_phones_add_their_uncertainties(self) -> None:
        one = Press(1, MIDDLE, uncertainty=10 * MILLISECOND, phone=True)
        for gap, first in ((15 * MILLISECOND, 2), (15 * MILLISECOND + 1, 1)):
            other = Press(2, MIDDLE + gap, uncertainty=5 * MILLISECOND, phone=True)
            assert judged(a_lot(mayor=1), [one, other]).seat == first


class TestTheWindow:
    def test_the_first_press_opens_it_and_later_ones_do_not_move_it(self) -> None:
        lot = a_lot()
        assert lot.due == a_run().end + lot.terms.window
        lot.press(Press(1, MIDDLE), MIDDLE + 3)
        lot.press(Press(2, MIDDLE + 5), MIDDLE + 9)
        assert lot.due == MIDDLE + 3 + lot.terms.window

    def test_a_press_that_cannot_stop_the_clock_does_not_open_it(self) -> None:
        lot = a_lot(barred=(1,))
        lot.press(Press(1, MIDDLE), MIDDLE)
        lot.press(Press(2, START - 1), START)
        assert lot.due == a_run().end + lot.terms.window

    def test_it_stays_open_for_every_phone_that_could_still_tie(self) -> None:
        late = 20 * MILLISECOND
        lot = a_lot(terms=Terms(late=late))
        lot.press(Press(1, MIDDLE), MIDDLE)
        assert lot.due == MIDDLE + late + 1
        vague = a_lot(terms=Terms(late=late))
        vague.press(Press(1, MIDDLE, late, phone=True), MIDDLE)
        assert vague.due == MIDDLE + 2 * late + 1
        vague.press(Press(2, MIDDLE + MILLISECOND), MIDDLE + MILLISECOND)
        assert vague.due == MIDDLE + MILLISECOND + late + 1, "what the button has beaten need not be waited for"

    def test_it_is_never_shorter_than_a_tie(self) -> None:
        lot = a_lot(terms=Terms(window=MILLISECOND, tie=5 * MILLISECOND))
        lot.press(Press(1, MIDDLE), MIDDLE)
        assert lot.due == MIDDLE + 5 * MILLISECOND

    def test_an_earlier_press_that_arrives_later_wins(self) -> None:
        lot = a_lot()
        lot.press(Press(1, MIDDLE + MILLISECOND), MIDDLE + MILLISECOND)
        lot.press(Press(2, MIDDLE), MIDDLE + 3 * MILLISECOND)
        assert rulings(lot.judged()) == [(2, "first"), (1, "beaten")]

    def test_what_was_judged_too_early_is_judged_again_with_what_came_since(self) -> None:
        lot = a_lot()
        lot.press(Press(1, MIDDLE + MILLISECOND), MIDDLE + MILLISECOND)
        early = lot.judged()
        assert lot.judged() is early
        lot.press(Press(2, MIDDLE), MIDDLE + 3 * MILLISECOND)
        assert rulings(lot.judged()) == [(2, "first"), (1, "beaten")]
        priced = lot.judged()
        lot.drawn("start", START)
        assert lot.judged() is not priced


SEATS = st.integers(0, 4)
NEAR = st.one_of(st.integers(-3, 3), st.integers(-2 * TIE, 2 * TIE), st.integers(0, 10 * MILLISECOND))
EDGES = [MIDDLE, START, a_run().end, *(START + slice_.until for slice_ in a_run().slices)]
STAMPS = st.builds(lambda around, off: around + off, st.sampled_from(EDGES), NEAR)
PRESSES = st.builds(
    lambda seat, stamp, uncertainty, phone: Press(seat, stamp, uncertainty if phone else 0, phone),
    SEATS,
    STAMPS,
    st.integers(0, 3 * TIE),
    st.booleans(),
)


@st.composite
def bounced(draw: st.DrawFn) -> list[Press]:
    """Presses, each with the train of edges that a worn switch sends after it."""
    found: list[Press] = []
    for press in draw(st.lists(PRESSES, max_size=8)):
        train = draw(st.lists(st.integers(1, 5 * MILLISECOND), max_size=4))
        found += [press, *(Press(press.seat, press.stamp + off, press.uncertainty, press.phone) for off in train)]
    return found


PURSES = (0, 60_000, 130_000, 200_000, 400_000)


class Sale(NamedTuple):
    """The conditions of an auction; seats 2 and 4 cannot bid by phone, and not everybody can pay everything."""

    mayor: int
    barred: tuple[int, ...]
    misbid: Literal["restart", "ignore"]

    def judged(self, presses: list[Press]) -> Judgement:
        lot = a_lot(
            players=5,
            mayor=self.mayor,
            barred=self.barred,
            money=PURSES,
            rules=HouseRules(misbid=self.misbid),
            terms=Terms(button_only=(2, 4)),
        )
        return judged(lot, presses)

    def would_stop(self, press: Press) -> bool:
        """By the letter of M11 and M14."""
        clock = a_run()
        if not START <= press.stamp <= clock.end or press.seat in self.barred:
            return False
        if press.phone and press.seat in (2, 4):
            return False
        price = next(1000 * part.dial for part in clock.slices if press.stamp - START <= part.until)
        return self.misbid == "restart" or PURSES[press.seat] >= price


SALES = st.builds(
    Sale,
    SEATS,
    st.lists(SEATS, unique=True, max_size=4).map(lambda seats: tuple(sorted(seats))),
    st.sampled_from(["restart", "ignore"]),
)


@given(SALES, bounced(), st.randoms(use_true_random=False))
def test_m17_the_order_of_arrival_changes_nothing(sale: Sale, presses: list[Press], chance: Random) -> None:
    mixed = presses[:]
    chance.shuffle(mixed)
    assert sale.judged(mixed) == sale.judged(presses)


BY_PHONE = st.integers(0, 30 * MILLISECOND)


@given(st.lists(st.tuples(SEATS, st.integers(0, 100 * MILLISECOND), st.booleans()), min_size=1, max_size=6), BY_PHONE)
def test_m17_whoever_comes_after_the_window_was_beaten(presses: list[tuple[int, int, bool]], late: int) -> None:
    """Presses as they arrive, buttons at once and phones when they do: to have waited longer changes nobody's luck."""
    found = [Press(seat, MIDDLE + after, late if phone else 0, phone) for seat, after, phone in sorted(presses)]
    found.sort(key=lambda press: press.stamp)
    lot = a_lot(players=5, terms=Terms(late=late))
    for press in found:
        if press.stamp >= lot.due:
            break
        lot.press(press, press.stamp)
    all_of_them = a_lot(players=5, terms=Terms(late=late))
    patient = judged(all_of_them, found)
    assert (lot.judged().seat, lot.judged().stop) == (patient.seat, patient.stop)


@given(SALES, bounced())
def test_a_judgement_is_what_a_slow_referee_finds_by_the_letter(sale: Sale, presses: list[Press]) -> None:
    """M17 written down a second time, without looking for speed."""
    own: dict[int, Press] = {}
    for press in sorted(presses, key=lambda press: (press.stamp, press.phone, press.uncertainty)):
        if sale.would_stop(press):
            own.setdefault(press.seat, press)
    contenders = [
        press
        for press in own.values()
        if all(
            other.stamp >= press.stamp
            or press.stamp - other.stamp <= press.uncertainty + other.uncertainty
            or press.stamp - other.stamp < TIE
            for other in own.values()
        )
    ]
    from_the_left = [(sale.mayor + step) % 5 for step in (1, 2, 3, 4, 5)]
    winner = min(contenders, key=lambda press: from_the_left.index(press.seat)).seat if contenders else None

    judgement = sale.judged(presses)
    assert judgement.seat == winner
    unbeaten = {verdict.seat for verdict in judgement.verdicts if verdict.ruling in ("first", "tied")}
    assert unbeaten == {press.seat for press in contenders}
    assert {verdict.seat for verdict in judgement.verdicts} == {press.seat for press in presses}
    assert len({(verdict.seat, verdict.ruling) for verdict in judgement.verdicts}) == len(judgement.verdicts)


@given(
    st.lists(st.tuples(SEATS, st.integers(0, 40)), min_size=2, max_size=5, unique_by=lambda press: press[0]),
    st.randoms(use_true_random=False),
)
def test_jitter_of_half_the_threshold_never_takes_it_from_a_clear_winner(
    pattern: list[tuple[int, int]], chance: Random
) -> None:
    """Presses on a grid of two thresholds: who is alone in front stays first when every stamp is off by up to a
    hundred microseconds."""
    exact = [Press(seat, MIDDLE + place * 2 * TIE) for seat, place in pattern]
    shaken = [Press(press.seat, press.stamp + chance.randrange(-TIE // 2 + 1, TIE // 2)) for press in exact]
    judgement = judged(a_lot(players=5), exact)
    if "tied" not in dict(rulings(judgement)).values():
        assert judged(a_lot(players=5), shaken).seat == judgement.seat
