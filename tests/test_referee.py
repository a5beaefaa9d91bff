"""M17: who pressed first."""

from hypothesis import given
from hypothesis import strategies as st

from companion.referee import Press, Verdict, first_press

THRESHOLD = 200_000
FROM_THE_LEFT = (2, 3, 0, 1)  # seat 1 is mayor


def test_m17_outside_the_threshold_the_earlier_press_wins_whatever_order_they_were_handled_in() -> None:
    early, late = Press(1, 1_000_000), Press(2, 1_000_000 + THRESHOLD)
    assert first_press([early, late], FROM_THE_LEFT, THRESHOLD) == Verdict(1, tie=False, margin=THRESHOLD)
    assert first_press([late, early], FROM_THE_LEFT, THRESHOLD) == Verdict(1, tie=False, margin=THRESHOLD)


def test_m17_closer_together_it_is_a_tie_for_the_earlier_seat_from_the_mayors_left() -> None:
    presses = [Press(1, 1_000_000), Press(3, 1_000_000 + THRESHOLD - 1)]
    assert first_press(presses, FROM_THE_LEFT, THRESHOLD) == Verdict(3, tie=True, margin=THRESHOLD - 1)


def test_m17_without_a_threshold_only_equal_stamps_are_a_tie() -> None:
    assert first_press([Press(1, 7), Press(2, 8)], FROM_THE_LEFT, 0) == Verdict(1, tie=False, margin=1)
    assert first_press([Press(1, 7), Press(2, 7)], FROM_THE_LEFT, 0) == Verdict(2, tie=True, margin=0)


def test_m17_a_lonely_press_wins_without_a_margin() -> None:
    assert first_press([Press(0, 5)], FROM_THE_LEFT, THRESHOLD) == Verdict(0, tie=False, margin=None)


@given(st.lists(st.builds(Press, st.integers(0, 3), st.integers(0, 10**6)), min_size=1), st.randoms())
def test_m17_the_order_of_arrival_never_matters(presses: list[Press], chance: object) -> None:
    verdict = first_press(presses, FROM_THE_LEFT, THRESHOLD)
    shuffled = presses[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert first_press(shuffled, FROM_THE_LEFT, THRESHOLD) == verdict
    earliest = min(press.stamp for press in presses)
    own = min(press.stamp for press in presses if press.seat == verdict.seat)
    assert own - earliest < THRESHOLD
    assert verdict.tie == (len({p.seat for p in presses if p.stamp - earliest < THRESHOLD}) > 1)
