"""The drilling template and the labels: what is built in, at its size, and nothing else."""

import math
from itertools import pairwise

import pytest
from printing import BUILT, plan, printed
from reading_pdf import Path, Sheet

from companion.colours import COLOURS
from companion.games.svg import INK
from companion.prints.measures import (
    BUTTON_HOLE,
    BUZZER_HOLE,
    CAPS,
    FACE_RADIUS,
    LABEL_HEIGHT,
    LABEL_WIDTH,
    MODULES,
    SCREW_HOLE,
    SHAFT_HOLE,
    SMALL_BUTTON_HOLE,
)


def circles(sheet: Sheet, across: float) -> list[Path]:
    return [circle for circle in sheet.circles if circle.box.width == pytest.approx(across, abs=0.02)]


def holes(sheet: Sheet, across: float) -> list[Path]:
    """What is dashed and pale is not to be drilled."""
    return [circle for circle in circles(sheet, across) if circle.drawn == INK]


def boxes(sheet: Sheet, width: float, height: float) -> list[Path]:
    size = pytest.approx((width, height), abs=0.02)
    return [path for path in sheet.paths if (path.box.width, path.box.height) == size]


def buttons(built: str) -> int:
    return sum(seat.button is not None for seat in plan(built).fittings.seats)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("built", BUILT)
class TestCase:
    def test_there_is_a_hole_for_each_thing_that_is_built_in(self, built: str, paper: str) -> None:
        sheet, fittings = printed("case", built, paper), plan(built).fittings
        assert len(holes(sheet, BUTTON_HOLE)) == buttons(built)
        assert len(holes(sheet, SHAFT_HOLE)) == (fittings.dial is not None)
        assert len(circles(sheet, 2 * FACE_RADIUS)) == (fittings.dial is not None)
        assert len(holes(sheet, BUZZER_HOLE)) == (fittings.buzzer is not None)
        screws = fittings.display and MODULES[fittings.display.width, fittings.display.height].screws
        assert len(holes(sheet, SCREW_HOLE)) == (4 if screws else 0)

    def test_every_hole_has_a_cross_in_its_middle(self, built: str, paper: str) -> None:
        sheet = printed("case", built, paper)
        for across in (BUTTON_HOLE, SHAFT_HOLE, BUZZER_HOLE, SCREW_HOLE):
            for hole in holes(sheet, across):
                lines = [
                    pair for pair in sheet.straight() if _halfway(pair) == pytest.approx(hole.box.middle, abs=0.01)
                ]
                assert len(lines) == 2

    def test_every_hole_says_how_wide_it_is(self, built: str, paper: str) -> None:
        sheet = printed("case", built, paper)
        told = [line.words for line in sheet.lines]
        assert told.count("Ø 30 mm") == buttons(built)
        for across in (SHAFT_HOLE, BUZZER_HOLE, SCREW_HOLE):
            assert any(f"Ø {across} mm" in words for words in told) == bool(holes(sheet, across))

    def test_holes_are_apart(self, built: str, paper: str) -> None:
        sheet = printed("case", built, paper)
        all_holes = [hole for across in (30, 12, 3, 2) for hole in holes(sheet, across)]
        for place, one in enumerate(all_holes):
            for other in all_holes[place + 1 :]:
                apart = math.dist(one.box.middle, other.box.middle) - (one.box.width + other.box.width) / 2
                assert apart > 4

    def test_each_label_fits_between_its_neighbours(self, built: str, paper: str) -> None:
        middles = sorted(hole.box.middle for hole in holes(printed("case", built, paper), BUTTON_HOLE))
        for one, other in pairwise(middles):
            assert math.dist(one, other) >= LABEL_WIDTH


def _halfway(pair: tuple[tuple[float, float], tuple[float, float]]) -> tuple[float, float]:
    (ax, ay), (bx, by) = pair
    return (ax + bx) / 2, (ay + by) / 2


class TestDisplay:
    def test_its_window_is_as_large_as_its_module_has_it(self) -> None:
        for built in ("as it comes", "a large display", "a low display"):
            display = plan(built).fittings.display
            assert display
            assert len(boxes(printed("case", built), *MODULES[display.width, display.height].window)) == 1

    def test_a_module_on_its_side_has_its_window_on_its_side(self) -> None:
        wide, high = MODULES[128, 32].window
        assert len(boxes(printed("case", "on its side"), high, wide)) == 1

    def test_the_module_is_told_and_everybody_is_asked_to_measure(self) -> None:
        told = " ".join(line.words for line in printed("case", "as it comes").lines)
        assert "a module of 0.96 inches, 27.5 x 28 mm, with a window of 24 x 13 mm. They differ: measure yours." in told
        assert "measure yours" not in " ".join(line.words for line in printed("case", "one button").lines)

    def test_buttons_of_another_size_are_mentioned(self) -> None:
        told = " ".join(line.words for line in printed("case", "as it comes").lines)
        assert "holes of 30 mm; there are buttons of 24 mm too" in told


class TestLabels:
    def test_each_seat_with_a_button_has_one_for_each_size_of_button(self) -> None:
        for built in BUILT:
            sheet = printed("labels", built)
            for across in (BUTTON_HOLE, SMALL_BUTTON_HOLE, *CAPS.values()):
                assert len(circles(sheet, across)) == buttons(built), (built, across)
            assert len(boxes(sheet, LABEL_WIDTH, LABEL_HEIGHT)) == 2 * buttons(built)

    def test_a_label_has_the_number_the_name_and_the_colour_of_its_seat(self) -> None:
        sheet = printed("labels", "one button", language="de")
        told = [line.words for line in sheet.lines]
        assert told.count("3") == 4
        assert told.count("grün") == 2
        labels = boxes(sheet, LABEL_WIDTH, LABEL_HEIGHT)
        assert {label.filled for label in labels} == {"#" + bytes(COLOURS["green"]).hex()}

    def test_the_hole_lies_inside_its_label(self) -> None:
        sheet = printed("labels")
        for hole in circles(sheet, BUTTON_HOLE):
            (label,) = [
                one for one in boxes(sheet, LABEL_WIDTH, LABEL_HEIGHT) if one.box.overlaps(hole.box, by=BUTTON_HOLE - 1)
            ]
            assert min(hole.box.left - label.box.left, label.box.right - hole.box.right) > 2.9


def test_where_nothing_is_built_in_the_pages_say_so() -> None:
    assert "No seat has a button." in [line.words for line in printed("labels", "nothing").lines]
    for name in ("case", "wiring"):
        assert "Nothing is connected." in [line.words for line in printed(name, "nothing").lines]


def test_the_wiring_on_paper_labels_what_the_settings_have() -> None:
    told = [line.words for line in printed("wiring", "with a dial").lines]
    assert {"dial: signal", "buzzer: +", "seat 5 (purple): button"} <= set(told)
    assert not [words for words in (line.words for line in printed("wiring", "one button").lines) if "dial" in words]
