"""One button by its edges and levels: the first edge of a train is the press, whatever the contact does after it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND
from hardware.contact import Contact

REST = 30 * MILLISECOND
STUCK = 10 * SECOND
T = 1_000 * SECOND


def a_contact(is_down: bool = False) -> Contact:
    return Contact(REST, STUCK, T, is_down)


def released(contact: Contact, at: int) -> None:
    """It came up and has rested."""
    contact.level(False, at)
    contact.level(False, at + REST)


def test_the_first_edge_is_the_press_and_the_bounces_are_not() -> None:
    contact = a_contact()
    train = [T, T + 80 * MICROSECOND, T + MILLISECOND, T + 6 * MILLISECOND]
    assert [contact.edge(stamp) for stamp in train] == [True, False, False, False]
    assert contact.held_since == T


@given(st.lists(st.integers(1, REST - 1), max_size=30))
def test_no_train_of_bounces_is_two_presses(gaps: list[int]) -> None:
    """However long it goes on, as long as the line never rests."""
    contact = a_contact()
    stamp, presses = T, [contact.edge(T)]
    for gap in gaps:
        stamp += gap
        contact.level(False, stamp - 1)  # looked at in mid-bounce, it is up
        presses.append(contact.edge(stamp))
    assert presses == [True] + [False] * len(gaps)
    assert contact.held_since == T


@given(st.permutations([0, 90, 250, 1_300, 4_000]))
def test_a_train_that_is_told_in_any_order_is_one_press_at_its_earliest_edge(order: list[int]) -> None:
    contact = a_contact()
    told = [T + micros * MICROSECOND for micros in order if contact.edge(T + micros * MICROSECOND)]
    assert told[-1] == T
    assert contact.held_since == T


def test_it_counts_again_once_the_line_has_rested_released() -> None:
    contact = a_contact()
    contact.edge(T)
    contact.level(True, T + 100 * MILLISECOND)
    contact.level(False, T + 101 * MILLISECOND)
    assert not contact.edge(T + 120 * MILLISECOND)  # it bounced as it opened
    contact.level(False, T + 149 * MILLISECOND)
    assert contact.is_locked
    contact.level(False, T + 150 * MILLISECOND)
    assert not contact.is_locked
    assert contact.edge(T + 151 * MILLISECOND)


def test_a_release_that_nobody_told_of_is_found_by_looking() -> None:
    contact = a_contact()
    contact.edge(T)
    released(contact, T + SECOND)
    assert contact.held_since is None
    assert contact.edge(T + 2 * SECOND)


def test_a_button_that_is_held_counts_once() -> None:
    contact = a_contact()
    contact.edge(T)
    for tenth in range(1, 50):
        contact.level(True, T + tenth * SECOND // 10)
    assert not contact.edge(T + 5 * SECOND)
    assert contact.held_since == T
    assert not contact.is_stuck


@pytest.mark.parametrize("found_down", [True, False])
def test_one_that_never_comes_up_is_stuck_and_left_out(found_down: bool) -> None:
    contact = a_contact(found_down)
    if not found_down:
        contact.edge(T)
    contact.level(True, T + STUCK - 1)
    assert not contact.is_stuck
    contact.level(True, T + STUCK)
    assert contact.is_stuck
    assert not contact.edge(T + STUCK + 1)
    assert not contact.edge(T - SECOND)


def test_a_stuck_one_that_comes_up_is_as_good_as_new() -> None:
    contact = a_contact(is_down=True)
    contact.level(True, T + STUCK)
    released(contact, T + STUCK + SECOND)
    assert not contact.is_stuck
    assert contact.edge(T + STUCK + 2 * SECOND)


def test_an_edge_from_long_before_the_press_is_no_part_of_it() -> None:
    contact = a_contact()
    contact.edge(T)
    assert not contact.edge(T - SECOND)


def test_s1_two_presses_between_which_nobody_looked_are_not_one_that_is_held() -> None:
    contact = a_contact()
    contact.edge(T)
    contact.edge(T + 2 * SECOND)
    contact.level(True, T + 2 * SECOND + MILLISECOND)
    assert contact.held_since == T
    assert contact.held_until == T
    released(contact, T + 3 * SECOND)
    contact.edge(T + 4 * SECOND)
    contact.level(True, T + 6 * SECOND)
    assert contact.held_until - T == 6 * SECOND
