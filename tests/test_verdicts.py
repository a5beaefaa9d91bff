"""M17 and the rest of the referee's findings, in sentences."""

from collections.abc import Sequence
from typing import Any

from merchants_table import position

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND
from companion.referee import Verdict
from companion.verdicts import duration, ran_out, sentences


def told(*verdicts: Verdict, **fields: Any) -> list[str]:
    state = position(("bid", None), auctioned="goods", **fields).state
    return sentences(verdicts, state, lambda seat: state.setup.names[seat])


def test_the_first_press_alone() -> None:
    assert told(Verdict(1, "first", 5 * SECOND, 150)) == ["Blue stops the clock at 150."]


def test_the_margin_to_the_next_press() -> None:
    verdicts = [
        Verdict(1, "first", 1000 * MILLISECOND, 150, margin=23 * MILLISECOND),
        Verdict(2, "beaten", 1023 * MILLISECOND, 150, margin=23 * MILLISECOND),
    ]
    assert told(*verdicts) == [
        "Blue stops the clock at 150, 23 ms before Green.",
        "Green presses 23 ms after that.",
    ]


def test_a_tie_says_how_it_was_decided() -> None:
    """M17: clockwise from the mayor's left, whatever the stamps say."""
    verdicts = [
        Verdict(0, "tied", 1000 * MILLISECOND, 150, margin=150 * MICROSECOND),
        Verdict(2, "first", 1000 * MILLISECOND + 150 * MICROSECOND, 150, margin=150 * MICROSECOND),
    ]
    assert told(*verdicts, mayor=1) == [
        "A tie: Green and Orange press within 0.15 ms of each other. "
        "Clockwise from the left of Blue, the mayor, Green comes first.",
        "Green stops the clock at 150.",
    ]
    same = [Verdict(0, "tied", 7, 150, margin=0), Verdict(2, "first", 7, 150, margin=0)]
    assert "press at the same moment." in told(*same, mayor=1)[0]


def test_every_other_press_gets_its_sentence() -> None:
    def about(*words: Any, **more: Any) -> str:
        (sentence,) = told(Verdict(*words, **more))
        return sentence

    assert about(0, "false_start", -350 * MILLISECOND, margin=350 * MILLISECOND) == (
        "Orange presses 350 ms before the clock runs: a false start, which does not count."
    )
    assert about(0, "too_late", 9 * SECOND, margin=1200 * MILLISECOND) == "Orange is 1.2 s too late."
    assert about(0, "barred", SECOND, 150) == "Orange is barred from this card: the press does not count."
    assert about(0, "cannot_pay", SECOND, 150) == "Orange cannot pay 150,000: the press does not count."
    assert about(0, "again", SECOND) == "Orange presses more than once; only the first press counts."
    assert about(0, "no_phone", SECOND, 150) == "Orange has to bid with the button, not by phone."


def test_a_doubled_price_is_said_doubled() -> None:
    assert told(Verdict(0, "cannot_pay", SECOND, 150), doubled_by=1) == [
        "Orange cannot pay 300,000: the press does not count."
    ]


def test_a_clock_that_nobody_stops() -> None:
    assert ran_out(position(("bid", None), auctioned="goods").state) == []
    doubled = position(("bid", None), auctioned="goods", doubled_by=0).state
    assert ran_out(doubled) == ["The doubled clock reaches 100, and nobody has stopped it."]


def test_durations() -> None:
    spans: Sequence[tuple[int, str]] = [
        (0, "0.00 ms"),
        (150 * MICROSECOND, "0.15 ms"),
        (12_400 * MICROSECOND, "12 ms"),
        (2500 * MILLISECOND, "2.5 s"),
    ]
    assert [duration(span) for span, _ in spans] == [words for _, words in spans]
