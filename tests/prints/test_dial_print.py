"""The face of the dial: its wedges are where the hand will point, measured on the page that is printed."""

import math
from itertools import pairwise
from typing import Any

import pytest
from printing import LANGUAGES, printed
from reading_pdf import Path, Sheet

from companion.auction_clock import Profile, ProfileName, run_from
from companion.games.merchants.board import default_board
from companion.games.merchants.drawing.clock_face import DOUBLES, OVER
from companion.prints import plan_of, print_pdf
from companion.prints.dial import INNER, OUTER
from companion.prints.measures import FACE_RADIUS, SHAFT_HOLE
from companion.settings import settings_from
from companion.words import words
from hardware.dial import pulse_at
from hardware.simulator import SimulatedWorks

DIALS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "three quarters": {"start_angle": -135, "end_angle": 135},
    "all around": {"start_angle": -180, "end_angle": 180},
    "the other way on the face": {"start_angle": 90, "end_angle": -90},
    "a servo that turns the other way": {"start_us": 2400, "end_us": 600},
    "both": {"start_us": 2300, "end_us": 700, "start_angle": 120.5, "end_angle": -33.25},
    "a short way": {"start_us": 1000, "end_us": 2000, "start_angle": -20, "end_angle": 25},
}
AT_ANY = pytest.mark.parametrize("dial", DIALS)


def face(dial: str) -> Sheet:
    settings = settings_from({"dial": {"kind": "pwm"} | DIALS[dial]})
    return Sheet(print_pdf("dial", "a4", plan_of(default_board(), settings), words("en")))


def middle(sheet: Sheet) -> tuple[float, float]:
    (edge,) = [circle for circle in sheet.circles if circle.box.width == pytest.approx(2 * FACE_RADIUS, abs=0.05)]
    return edge.box.middle


def angle(point: tuple[float, float], middle: tuple[float, float]) -> float:
    """In degrees clockwise from the top, from -180 to 180."""
    return math.degrees(math.atan2(point[0] - middle[0], middle[1] - point[1]))


def wedges(sheet: Sheet) -> list[Path]:
    """All that has an edge from the inner circle to the outer one."""
    here = middle(sheet)
    return [
        path
        for path in sheet.paths
        if len(path.segments) > 4
        and [math.dist(one.at, here) for one in path.segments[:2]] == pytest.approx([INNER, OUTER], abs=0.02)
    ]


def edges(wedge: Path, here: tuple[float, float]) -> tuple[float, float]:
    """The angles of its two straight sides, each looked at from both ends."""
    (inner, outer), ends = (
        (one.at, other.at)
        for one, other in pairwise(wedge.segments)
        if other.kind == "line" and math.dist(one.at, other.at) > 1  # to close it, another may be a hair's breadth long
    )
    assert same(angle(inner, here), angle(outer, here))
    assert same(angle(ends[0], here), angle(ends[1], here))
    return angle(outer, here), angle(ends[0], here)


def hand(turned: float, dial: str) -> float:
    """Where the hand of the device stands after the pulse that it is sent for this."""
    fittings = settings_from({"dial": {"kind": "pwm"} | DIALS[dial]}).fittings
    assert fittings.dial
    works = SimulatedWorks(fittings)
    works.servo(fittings.dial).pulse(pulse_at(turned, fittings.dial))
    pointed = works.hand()
    assert pointed is not None
    return pointed


def same(one: float, other: float) -> bool:
    return abs((one - other + 180) % 360 - 180) < 0.05


@AT_ANY
@pytest.mark.parametrize("profile", ["original", "even"])
def test_each_price_ends_where_the_hand_stands_when_it_ends(dial: str, profile: ProfileName) -> None:
    sheet = face(dial)
    run = run_from(0, default_board(), Profile(profile), doubled=False)
    stands = [hand(run.turned_at(run.start + slice_.until), dial) for slice_ in run.slices] + [hand(1.0, dial)]
    begins = [hand(run.turned_at(run.start), dial), *stands]
    drawn = [edges(wedge, middle(sheet)) for wedge in wedges(sheet)]
    assert len(drawn) == len(stands) == len(default_board().data.clock.wedges)
    for (begin, end), begun, ended in zip(drawn, begins, stands, strict=False):
        assert same(begin, begun)
        assert same(end, ended)


@AT_ANY
def test_the_hole_is_in_the_middle_of_the_face(dial: str) -> None:
    sheet = face(dial)
    holes = [circle for circle in sheet.circles if circle.box.width == pytest.approx(SHAFT_HOLE, abs=0.02)]
    assert [hole.box.middle for hole in holes] == [pytest.approx(middle(sheet), abs=0.01)]
    x, y = middle(sheet)
    cross = [pair for pair in sheet.straight() if math.dist(pair[0], pair[1]) == pytest.approx(8, abs=0.02)]
    ends = [number for pair in sorted(cross) for point in pair for number in point]
    assert ends == pytest.approx([x - 4, y, x + 4, y, x, y - 4, x, y + 4], abs=0.01)


def test_red_doubles_and_the_last_one_is_dark() -> None:
    fills = [wedge.filled for wedge in wedges(face("as it comes"))]
    assert fills[:2] == [DOUBLES, DOUBLES]
    assert fills[-1] == OVER
    assert not {DOUBLES, OVER} & set(fills[2:-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wedge_says_what_it_is(language: Any) -> None:
    told = [line.words for line in printed("dial", language=language).lines]
    for wedge in default_board().data.clock.wedges:
        assert (words(language).say(wedge.shows) if wedge.shows == "start" else wedge.shows) in told


def test_readings_are_written_large() -> None:
    sizes = [line.size for line in printed("dial").lines if line.words in ("200", "150", "110")]
    assert min(sizes) > 14  # a seventh of an inch and more: read at arm's length


def test_a_reading_lies_inside_its_wedge() -> None:
    for dial in DIALS:
        sheet = face(dial)
        here = middle(sheet)
        for line in sheet.lines:
            if line.words in ("190", "150", "110"):
                reach = math.dist(line.box.middle, here)
                assert reach - line.box.height / 2 > INNER
                assert reach + line.box.height / 2 < OUTER


def test_without_a_dial_the_face_shows_the_angles_of_the_settings() -> None:
    settings = settings_from({"dial": {"start_angle": -45, "end_angle": 45}})
    assert settings.fittings.dial is None
    sheet = Sheet(print_pdf("dial", "letter", plan_of(default_board(), settings), words("en")))
    drawn = [edges(wedge, middle(sheet)) for wedge in wedges(sheet)]
    assert (drawn[0][0], drawn[-1][1]) == pytest.approx((-45, 45), abs=0.05)


def test_a_face_on_which_the_hand_goes_nowhere_is_still_a_page() -> None:
    settings = settings_from({"dial": {"start_angle": 10, "end_angle": 10}})
    assert Sheet(print_pdf("dial", "a4", plan_of(default_board(), settings), words("en"))).lines
