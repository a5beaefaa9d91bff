"""The three areas on sheets of their own: whole, readable on a phone, and in the language of whoever reads them."""

import gzip
import re
from typing import Any, get_args

import msgspec
import pytest
from reading_svg import all_of, read, tags, view, written

from companion.games.merchants.board import COMMODITIES, Board, BoardData, default_board
from companion.games.merchants.drawing import area_box, area_sheet, least_width
from companion.games.merchants.events import Area
from companion.words import Language, words

AREAS: tuple[Area, ...] = get_args(Area)
BOARD = default_board()

NAMES: dict[Language, dict[Area, list[str]]] = {
    "en": {
        "market": ["Sugar", "Gemstones", "Spice", "Silk"],
        "amsterdam": ["Grachten", "Nieuwe Zijde", "Oude Zijde", "Lastage", "Singel North", "Damrak"],
        "colonies": ["Americas", "Africa", "East Indies", "Far East"],
    },
    "de": {
        "market": ["Zucker", "Edelsteine", "Gewürze", "Seide"],
        "amsterdam": ["Grachten", "Nieuwe Zijde", "Oude Zijde", "Lastage", "Singel Nord", "Damrak"],
        "colonies": ["Amerika", "Afrika", "Ostindien", "Ferner Osten"],
    },
    "nl": {
        "market": ["Suiker", "Edelstenen", "Specerijen", "Zijde"],
        "amsterdam": ["Grachten", "Nieuwe Zijde", "Oude Zijde", "Lastage", "Singel Noord", "Damrak"],
        "colonies": ["Amerika", "Afrika", "Oost-Indië", "Verre Oosten"],
    },
}


def another_board(**changes: Any) -> Board:
    typed = msgspec.to_builtins(BOARD.data)
    return Board(msgspec.convert(typed | changes, BoardData))


@pytest.fixture(params=AREAS)
def area(request: pytest.FixtureRequest) -> Area:
    found: Area = request.param
    return found


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_parts_are_named_in_the_language_of_the_reader(area: Area, language: Language) -> None:
    sheet = read(area_sheet(BOARD, area, words(language)))
    assert set(NAMES[language][area]) <= set(written(sheet))


def test_the_sheet_shows_just_its_area(area: Area) -> None:
    assert tuple(view(read(area_sheet(BOARD, area)))) == tuple(area_box(BOARD, area))


def test_a_sheet_needs_nothing_from_elsewhere(area: Area) -> None:
    text = area_sheet(BOARD, area).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"href|url\(|<style|\sstyle=|<script|<image|@import|https?:", text)


def test_the_same_board_gives_the_same_sheet(area: Area) -> None:
    assert area_sheet(another_board(), area) == area_sheet(BOARD, area)


def test_a_sheet_is_light(area: Area) -> None:
    assert len(gzip.compress(area_sheet(BOARD, area).encode())) < 4_000


def test_nobody_who_plays_is_told_what_is_a_reconstruction(area: Area) -> None:
    sheet = read(area_sheet(BOARD, area))
    assert "title" not in tags(sheet)
    assert not [element for element in sheet.iter() if element.get("stroke-dasharray")]


@pytest.mark.parametrize(("area", "spaces"), [("amsterdam", BOARD.plot_names), ("colonies", BOARD.office_names)])
def test_every_space_is_written_in_its_view(area: Area, spaces: tuple[str, ...]) -> None:
    sheet = read(area_sheet(BOARD, area))
    at = {text.text: (float(text.get("x", 0)), float(text.get("y", 0))) for text in all_of(sheet, "text")}
    assert [space for space in spaces if not view(sheet).holds(at[space])] == []


def test_the_market_has_all_its_spaces() -> None:
    longer = another_board(tracks={"length": 11, "source": "rulebook"})
    numbers = [word for word in written(read(area_sheet(longer, "market"))) if word.isdigit()]
    assert numbers.count("11") == len(COMMODITIES)
    assert "12" not in numbers


def test_every_sheet_can_be_shown_on_a_phone_320_wide(area: Area) -> None:
    assert least_width(BOARD, area) <= 320 - 2 * 12


def test_a_city_that_is_larger_on_the_board_is_shown_larger() -> None:
    districts = msgspec.to_builtins(BOARD.data.districts)
    districts[3]["plots"][8]["at"] = (878, 584)
    assert least_width(another_board(districts=districts), "amsterdam") > 450


def test_a_region_with_more_offices_takes_more_rows() -> None:
    regions = msgspec.to_builtins(BOARD.data.regions)
    regions[0]["offices"] += ({"id": "am10", "commodity": "silk", "at": (300, 300), "source": "rulebook"},)
    larger = another_board(regions=regions)
    assert area_box(larger, "colonies").height > area_box(BOARD, "colonies").height
    assert area_box(larger, "colonies").width == area_box(BOARD, "colonies").width
    assert "am10" in written(read(area_sheet(larger, "colonies")))


@pytest.mark.parametrize("hostile", ['<script>alert("x")</script>', "]]>&amp;&", "\x00\x1b\ufffe", "\ud800"])
def test_a_hostile_name_is_only_text(hostile: str) -> None:
    districts = msgspec.to_builtins(BOARD.data.districts)
    districts[3]["plots"][8]["id"] = hostile
    bridges = msgspec.to_builtins(BOARD.data.bridges)
    bridges[0]["id"] = hostile
    sheet = read(area_sheet(another_board(districts=districts, bridges=bridges), "amsterdam"))
    assert sorted(tags(sheet)) == sorted(tags(read(area_sheet(BOARD, "amsterdam"))))
    shown = re.sub("[\x00-\x1f\ud800-\udfff\ufffe]", "\ufffd", hostile)
    assert [word.lower() for word in written(sheet)].count(shown.lower()) == 2
