"""The dial on a phone is the board's own clock: every wedge where it truly is, and a hand that waits at the top."""

import math
import re

import msgspec
import pytest
from reading_svg import Element, numbers, of_class, read, written

from companion.auction_clock import Profile, run_from
from companion.games.merchants.board import Board, BoardData, default_board
from companion.games.merchants.drawing import clock_face
from companion.words import Language, words

BOARD = default_board()
CLOCK = BOARD.data.clock


@pytest.fixture(scope="module")
def face() -> Element:
    return read(clock_face(BOARD))


def ends(wedge: Element) -> tuple[float, float]:
    """Where a wedge begins and ends, in degrees from the top."""
    _, _, ax, ay, *_, bx, by = numbers(wedge.get("d", ""))
    one, other = (math.degrees(math.atan2(x, -y)) % 360 for x, y in ((ax, ay), (bx, by)))
    return one, other


def test_wedges_lie_at_their_true_angles(face: Element) -> None:
    begin = 0.0
    for drawn, wedge in zip(of_class(face, "wedge"), CLOCK.wedges, strict=True):
        assert ends(drawn) == pytest.approx((begin, wedge.end), abs=0.1)
        assert drawn.get("data-dial") == str(wedge.dial)
        begin = wedge.end


def test_every_wedge_has_its_reading(face: Element) -> None:
    assert [word for word in written(face) if word] == [wedge.shows for wedge in CLOCK.wedges]


@pytest.mark.parametrize(("language", "start"), [("en", "start"), ("de", "Start"), ("nl", "start")])
def test_the_start_is_said_in_the_language_of_the_reader(language: Language, start: str) -> None:
    assert written(read(clock_face(BOARD, words(language))))[0] == start


def test_the_hand_points_up_and_knows_how_far_it_turns(face: Element) -> None:
    (hand,) = of_class(face, "hand")
    assert hand.get("transform") is None
    sweep = float(hand.get("data-sweep", ""))
    for slice_, wedge in zip(run_from(0, BOARD, Profile(), doubled=False).slices, CLOCK.wedges, strict=False):
        assert slice_.turned * sweep == pytest.approx(wedge.end)  # it leaves a wedge as the clock does
    points = numbers(re.sub(r"[HV]", " ", hand[0].get("d", "")))
    assert min(points) < -90


def test_doubling_and_the_end_look_different_from_the_rest(face: Element) -> None:
    fills = [wedge.get("fill") for wedge in of_class(face, "wedge")]
    assert fills[0] == fills[1]
    assert fills[1] not in fills[2:]
    assert fills[-1] not in fills[:-1]


def test_another_clock_gives_another_face() -> None:
    typed = msgspec.to_builtins(BOARD.data)
    typed["clock"]["wedges"] = [
        {"shows": "<start>", "dial": 300, "end": 200, "source": "rulebook"},
        {"shows": "0", "dial": 0, "end": 340, "source": "rulebook"},
    ]
    face = read(clock_face(Board(msgspec.convert(typed, BoardData))))
    assert [word for word in written(face) if word] == ["<start>", "0"]
    assert [round(end) for _, end in map(ends, of_class(face, "wedge"))] == [200, 340]
