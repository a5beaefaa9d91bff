"""The drawing of a board shows everything that the board data say, whole and legible, and nothing else."""

import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from measuring_svg import Point, corners, everything, name

from companion.games.merchants.board import Board, BoardData, default_board, touching
from companion.games.merchants.drawing import draw

WIDTH, HEIGHT = 1200, 820


def data() -> dict[str, Any]:
    return msgspec.convert(msgspec.json.decode(msgspec.json.encode(default_board().data)), dict[str, Any])


def drawn(typed: dict[str, Any]) -> ElementTree.Element:
    return ElementTree.fromstring(draw(Board(msgspec.convert(typed, BoardData))))


@pytest.fixture(scope="module")
def drawing() -> ElementTree.Element:
    return ElementTree.fromstring(draw(default_board()))


def words(root: ElementTree.Element) -> list[str]:
    """Everything written on the sheet."""
    return [element.text or "" for element in root.iter() if name(element) == "text"]


def titled(root: ElementTree.Element, title: str) -> ElementTree.Element:
    """The group that calls itself so, before it says more."""
    groups = [group for group in root.iter() if len(group) and name(group[0]) == "title"]
    (found,) = [group for group in groups if re.split(r":| \(", group[0].text or "")[0] == title]
    return found


def first(group: ElementTree.Element, tag: str) -> ElementTree.Element:
    return next(element for element in group.iter() if name(element) == tag)


# --- the drawing of the board in the box


def test_the_drawing_is_an_svg_of_1200_by_820(drawing: ElementTree.Element) -> None:
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert drawing.get("viewBox") == "0 0 1200 820"


def test_the_drawing_needs_nothing_from_elsewhere() -> None:
    text = draw(default_board()).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"href|url\(|<style|<script|<image|@import|https?:", text)


def test_the_same_board_gives_the_same_drawing() -> None:
    again = Board(msgspec.convert(data(), BoardData))
    assert draw(again).encode() == draw(default_board()).encode()


def test_nothing_lies_outside_the_sheet(drawing: ElementTree.Element) -> None:
    marks = list(everything(drawing))
    outside = [
        ElementTree.tostring(element)
        for element, points in marks
        for x, y in points
        if not (-0.01 <= x <= WIDTH + 0.01 and -0.01 <= y <= HEIGHT + 0.01)
    ]
    assert len(marks) > 500
    assert outside == []


def test_no_two_spaces_cover_each_other() -> None:
    offices = [office.at for office in default_board().offices]
    plots = [plot.at for plot in default_board().plots]
    assert min(math.dist(one, other) for one in offices for other in offices if one != other) > 2 * 19
    assert min(max(abs(a - c), abs(b - d)) for a, b in plots for c, d in plots if (a, b) != (c, d)) >= 46
    assert min(math.dist(one, other) for one in offices for other in plots) > 60


def test_every_space_is_written_and_lies_where_the_board_says(drawing: ElementTree.Element) -> None:
    written = words(drawing)
    for office in default_board().offices:
        circle = first(titled(drawing, office.id), "circle")
        assert (float(circle.get("cx", 0)), float(circle.get("cy", 0))) == office.at
        assert office.id in written
    for plot in default_board().plots:
        label = first(titled(drawing, plot.id), "text")
        assert (label.text, float(label.get("x", 0))) == (plot.id, plot.at[0])


def test_every_bridge_is_drawn_with_its_name(drawing: ElementTree.Element) -> None:
    for bridge in default_board().data.bridges:
        group = titled(drawing, bridge.id)
        assert first(group, "rect").get("stroke-dasharray")
        assert words(group) == [bridge.id.replace("_", " ")]


def test_every_year_is_written_with_its_event(drawing: ElementTree.Element) -> None:
    groups = [titled(drawing, year.year) for year in default_board().years]
    assert [words(group)[0] for group in groups] == [year.year for year in default_board().years]
    assert "lose a warehouse" in words(titled(drawing, "1656"))
    assert "shipwreck" in words(titled(drawing, "1652/54"))


def test_the_years_go_up_the_left_along_the_top_and_down_the_right(drawing: ElementTree.Element) -> None:
    boxes = [first(titled(drawing, year.year), "rect") for year in default_board().years]
    places = [(float(box.get("x", 0)), float(box.get("y", 0))) for box in boxes]
    left, top, right = places[:8], places[8:18], places[18:]
    assert len({x for x, _ in left}) == len({y for _, y in top}) == len({x for x, _ in right}) == 1
    assert left == sorted(left, key=lambda place: -place[1])
    assert top == sorted(top)
    assert right == sorted(right)


def test_scoring_tables_are_printed_in_their_spaces(drawing: ElementTree.Element) -> None:
    """M26: for each rank the first place's amount above the second's."""
    assert words(titled(drawing, "1624"))[2:] == ["120", "80", "100", "60", "80", "40", "60", "40"]
    final = words(titled(drawing, "1666"))
    assert [word for word in final if word.isalpha()] == ["final", "market", "Amsterdam", "colonies"]
    assert len([word for word in final if word.isdigit()]) == 1 + 3 * 8


def test_every_region_and_district_is_named_after_its_number(drawing: ElementTree.Element) -> None:
    """M24."""
    numbers = [(part.id, part.number) for part in default_board().data.regions]
    numbers += [(part.id, part.number) for part in default_board().data.districts]
    for part, number in numbers:
        written = words(titled(drawing, part))
        assert written[written.index(part.replace("_", " ").title()) - 1] == str(number)


def test_start_spaces_show_their_seats(drawing: ElementTree.Element) -> None:
    """M1."""
    for seat, spaces in enumerate(default_board().data.start, 1):
        assert words(titled(drawing, spaces.office)) == [spaces.office, str(seat)]
        assert words(titled(drawing, spaces.warehouse)) == [spaces.warehouse, str(seat)]
    assert words(titled(drawing, "am2")) == ["am2"]


def test_offices_of_the_same_commodity_look_alike_and_of_others_do_not(drawing: ElementTree.Element) -> None:
    looks: dict[str, set[bytes]] = {}
    for office in default_board().offices:
        (picture,) = [child for child in titled(drawing, office.id) if name(child) == "g"]
        looks.setdefault(office.commodity, set()).add(b"".join(ElementTree.tostring(mark) for mark in picture))
    assert {commodity: len(pictures) for commodity, pictures in looks.items()} == dict.fromkeys(looks, 1)
    assert len(set.union(*looks.values())) == 4


def test_the_market_has_four_tracks_of_eight(drawing: ElementTree.Element) -> None:
    market = words(titled(drawing, "Market"))
    assert [word for word in market if word.isalpha()] == ["Sugar", "Gemstones", "Spice", "Silk"]
    assert market.count("8") == 4
    assert "9" not in market


def test_the_legend_counts_every_kind_of_card(drawing: ElementTree.Element) -> None:
    """M2."""
    assert "84 cards" in words(drawing)
    for card in default_board().data.cards:
        assert words(titled(drawing, card.id))[0].split()[0] == str(card.count)


def test_wedges_of_the_clock_end_at_their_true_angles(drawing: ElementTree.Element) -> None:
    for wedge in default_board().data.clock.wedges:
        (middle_x, middle_y), *_, (x, y) = corners(first(titled(drawing, wedge.shows), "polygon"))
        angle = math.degrees(math.atan2(x - middle_x, middle_y - y)) % 360
        assert angle == pytest.approx(wedge.end, abs=0.05)


def test_only_reconstructions_are_dashed(drawing: ElementTree.Element) -> None:
    for year in default_board().years:
        dashed = first(titled(drawing, year.year), "rect").get("stroke-dasharray") is not None
        assert dashed == (year.source == "reconstruction"), year.year


# --- other boards


def test_an_office_known_from_the_rulebook_is_no_longer_dashed() -> None:
    typed = data()
    typed["regions"][0]["offices"][0]["source"] = "rulebook"
    drawing = drawn(typed)
    assert first(titled(drawing, "am1"), "circle").get("stroke-dasharray") is None
    assert first(titled(drawing, "am2"), "circle").get("stroke-dasharray") is not None


def test_other_data_give_another_drawing() -> None:
    typed = data()
    typed["tracks"]["length"] = 9
    typed["cards"][1]["count"] = 5
    typed["years"][2]["event"] = "globe"
    typed["districts"][0]["plots"][8]["at"] = [590, 400]
    drawing = drawn(typed)
    assert words(titled(drawing, "Market")).count("9") == 4
    assert "83 cards" in words(drawing)
    assert words(titled(drawing, "1588")) == ["1588", "globe"]
    assert first(titled(drawing, "nz9"), "text").get("x") == "590"


def test_plots_that_touch_are_joined_and_others_are_not() -> None:
    """M25: moved to a cell of its own, a plot loses its neighbours in the drawing too."""

    def passages(root: ElementTree.Element) -> int:
        lines = [element for element in root.iter() if name(element) == "polyline"]
        return len([element for element in lines if element.get("stroke-width") == "14"])

    pairs = sum(len(touching(plot, part)) for part in default_board().data.districts for plot in part.plots) // 2
    assert passages(ElementTree.fromstring(draw(default_board()))) == pairs
    typed = data()
    typed["districts"][3]["plots"][4]["cell"] = [9, 9]
    assert passages(drawn(typed)) == pairs - 4


@pytest.mark.parametrize("corner", [(0, 0), (WIDTH, HEIGHT)])
def test_a_space_in_the_corner_of_the_sheet_is_drawn_whole(corner: Point) -> None:
    typed = data()
    typed["regions"][2]["offices"][3]["at"] = corner
    circle = first(titled(drawn(typed), "ei4"), "circle")
    (left, top), (right, bottom) = corners(circle)
    assert 0 <= left < right <= WIDTH
    assert 0 <= top < bottom <= HEIGHT


HOSTILE = ['<script>alert("x")</script>', "]]>&amp;&", "\x00\x1b\ufffe", "\ud800", "é 李 \u202e"]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_name_is_only_text(hostile: str) -> None:
    typed = data()
    typed["regions"][0]["offices"][1]["id"] = hostile
    typed["bridges"][0]["id"] = hostile
    typed["years"][4]["year"] = hostile
    typed["clock"]["wedges"][3]["shows"] = hostile
    before = sorted(element.tag for element in drawn(data()).iter())
    text = draw(Board(msgspec.convert(typed, BoardData)))
    root = ElementTree.fromstring(text.encode())
    assert sorted(element.tag for element in root.iter()) == before
    shown = re.sub("[\x00-\x1f\ud800-\udfff\ufffe]", "\ufffd", hostile)
    assert words(root).count(shown) == 4  # the office, the bridge, the year and the wedge


def test_the_picture_in_the_docs_is_the_default_board() -> None:
    """Made anew with: veilingklok board draw -o docs/board.svg"""
    picture = Path(__file__).parents[3] / "docs" / "board.svg"
    assert picture.read_text(encoding="utf-8") == draw(default_board())
