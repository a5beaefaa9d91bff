"""Changes to a board, one at a time: what changes, what stays, and where a thing is known from afterwards."""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest
from broken_boards import default_plain
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import examples

from companion.games.errors import BadChange
from companion.games.merchants import checklist, editing
from companion.games.merchants.board import (
    COMMODITIES,
    DISTRICTS,
    REGIONS,
    Board,
    BoardData,
    Bridge,
    CardKind,
    District,
    OfficeSpace,
    Plot,
    Region,
    StartSpaces,
    YearEvent,
    YearSpace,
    default_board,
    touching,
)
from companion.games.merchants.board_file import board_text
from companion.games.merchants.card_faces import Face, face_of, faces
from companion.games.merchants.drawing import workbench
from companion.games.merchants.drawing.workbench import Marks, Press, Way
from companion.games.merchants.events import Area
from companion.games.merchants.half_made import drawable, read_half_made
from companion.games.merchants.mistakes_in_years import FIRST_TABLE, YEARS

DEFAULT = default_board().data
CASES = examples(80)
TABLE = ((9, 8), (7, 6), (5, 4), (3, 2))

Edit = Callable[[BoardData], BoardData]


def region(data: BoardData, name: str) -> Region:
    return next(one for one in data.regions if one.id == name)


def district(data: BoardData, name: str) -> District:
    return next(one for one in data.districts if one.id == name)


def office(data: BoardData, name: str) -> OfficeSpace:
    return next(one for land in data.regions for one in land.offices if one.id == name)


def plot(data: BoardData, name: str) -> Plot:
    return next(one for quarter in data.districts for one in quarter.plots if one.id == name)


def year(data: BoardData, name: str) -> YearSpace:
    return next(one for one in data.years if one.year == name)


def card(data: BoardData, name: str) -> CardKind:
    return next(one for one in data.cards if one.id == name)


def touched_by(data: BoardData, name: str) -> list[str]:
    home = next(one for one in data.districts if any(plot.id == name for plot in one.plots))
    return sorted(other.id for other in touching(plot(data, name), home))


# --- trade offices


def test_a_new_office_has_the_smallest_free_number_and_is_the_last_of_its_region() -> None:
    more = editing.with_office(DEFAULT, "americas", (200, 500), "silk")
    assert region(more, "americas").offices == (
        *region(DEFAULT, "americas").offices,
        OfficeSpace("am10", "silk", (200.0, 500.0), "cardboard"),
    )


def test_a_number_that_became_free_is_given_again() -> None:
    gap = editing.without_office(editing.without_office(DEFAULT, "af4"), "af2")
    assert region(editing.with_office(gap, "africa", (1, 2)), "africa").offices[-1].id == "af2"
    twice = editing.with_office(editing.with_office(gap, "africa", (1, 2)), "africa", (3, 4))
    assert [space.id for space in region(twice, "africa").offices[-2:]] == ["af2", "af4"]


def test_a_name_that_is_taken_anywhere_on_the_board_is_not_given() -> None:
    plain = default_plain()
    plain["districts"][0]["plots"][0]["id"] = "am10"
    taken = msgspec.convert(plain, BoardData)
    assert region(editing.with_office(taken, "americas", (1, 2)), "americas").offices[-1].id == "am11"


def test_the_first_office_of_an_empty_region_is_called_after_it() -> None:
    empty = DEFAULT
    for space in region(DEFAULT, "far_east").offices:
        empty = editing.without_office(empty, space.id)
    assert region(empty, "far_east").offices == ()
    assert region(editing.with_office(empty, "far_east", (1, 2)), "far_east").offices[0].id == "far_east1"


def test_a_new_office_stands_where_it_was_tapped_and_trades_in_sugar_until_it_is_said_otherwise() -> None:
    new = region(editing.with_office(DEFAULT, "africa", (480.4, 499.6)), "africa").offices[-1]
    assert (new.at, new.commodity) == ((480.0, 500.0), "sugar")


def test_an_office_that_is_moved_keeps_its_name_and_its_commodity() -> None:
    before = office(DEFAULT, "ei4")
    moved = office(editing.with_office_at(DEFAULT, "ei4", (700.2, 600.7)), "ei4")
    assert moved == OfficeSpace("ei4", before.commodity, (700.0, 601.0), "cardboard")


def test_an_office_with_another_commodity_stays_where_it_is() -> None:
    before = office(DEFAULT, "fe9")
    assert office(editing.with_commodity(DEFAULT, "fe9", "sugar"), "fe9") == OfficeSpace(
        "fe9", "sugar", before.at, "cardboard"
    )


def test_an_office_that_is_removed_is_gone_and_the_others_stay() -> None:
    less = editing.without_office(DEFAULT, "am5")
    names = [space.id for space in region(DEFAULT, "americas").offices]
    assert [space.id for space in region(less, "americas").offices] == [name for name in names if name != "am5"]


# --- building plots


def test_a_plot_that_is_painted_is_the_last_of_its_district_with_the_smallest_free_number() -> None:
    painted = editing.with_cell_painted(DEFAULT, "lastage", (-1, 0))
    assert district(painted, "lastage").plots[:-1] == district(DEFAULT, "lastage").plots
    new = district(painted, "lastage").plots[-1]
    assert (new.id, new.cell, new.source) == ("la10", (-1, 0), "cardboard")


def test_a_plot_that_is_painted_touches_its_neighbours_at_once() -> None:
    column, row = plot(DEFAULT, "la1").cell
    painted = editing.with_cell_painted(DEFAULT, "lastage", (column - 1, row))
    assert touched_by(painted, "la10") == ["la1"]
    assert touched_by(painted, "la1") == sorted([*touched_by(DEFAULT, "la1"), "la10"])
    board = Board(painted)
    assert board.neighbours[board.plot_bit["la10"]] == board.plot_bit["la1"]


def test_a_plot_that_only_shares_a_corner_touches_nothing() -> None:
    cells = {space.cell for space in district(DEFAULT, "lastage").plots}
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    painted = editing.with_cell_painted(DEFAULT, "lastage", (left - 1, top - 1))
    assert touched_by(painted, "la10") == []


def test_the_cell_of_a_plot_of_another_district_is_free_here() -> None:
    here = [one.cell for one in district(DEFAULT, "lastage").plots]
    free = next(one.cell for one in district(DEFAULT, "nieuwe_zijde").plots if one.cell not in here)
    painted = editing.with_cell_painted(DEFAULT, "lastage", free)
    assert district(painted, "nieuwe_zijde") == district(DEFAULT, "nieuwe_zijde")
    assert len(district(painted, "lastage").plots) == 10


def test_a_new_plot_is_drawn_as_far_from_the_nearest_one_as_their_cells_are_apart() -> None:
    near = plot(DEFAULT, "la1")
    painted = editing.with_cell_painted(DEFAULT, "lastage", (near.cell[0] - 1, near.cell[1]))
    assert district(painted, "lastage").plots[-1].at == (near.at[0] - 50, near.at[1])


def test_a_plot_follows_the_nearest_one_also_where_a_district_bends() -> None:
    quarter = District(
        "lastage",
        4,
        "cardboard",
        (Plot("la1", (0, 0), (100.0, 100.0), "cardboard"), Plot("la2", (5, 0), (400.0, 180.0), "cardboard")),
    )
    assert editing.place_of_cell(quarter, (0, 1)) == (100.0, 150.0)
    assert editing.place_of_cell(quarter, (4, 1)) == (350.0, 230.0)
    assert editing.place_of_cell(quarter, (5, 0)) == (400.0, 180.0)


def test_a_district_without_plots_is_painted_where_it_lies_in_the_box() -> None:
    empty = DEFAULT
    for one in district(DEFAULT, "lastage").plots:
        empty = editing.with_cell_painted(empty, "lastage", one.cell)
    assert district(empty, "lastage").plots == ()
    corner = plot(DEFAULT, "la1")
    painted = editing.with_cell_painted(empty, "lastage", corner.cell)
    assert district(painted, "lastage").plots == (Plot("lastage1", corner.cell, corner.at, "cardboard"),)


def test_a_plot_that_is_painted_over_is_gone_with_every_bridge_that_led_to_it() -> None:
    with_two = editing.with_bridge(DEFAULT, "nz2", "la1")
    cleared = editing.with_cell_painted(with_two, "nieuwe_zijde", plot(DEFAULT, "nz2").cell)
    assert "nz2" not in [one.id for one in district(cleared, "nieuwe_zijde").plots]
    assert cleared.bridges == tuple(bridge for bridge in DEFAULT.bridges if bridge.id != "damrak")
    assert all("nz2" not in touched_by(cleared, other) for other in touched_by(DEFAULT, "nz2"))


def test_painting_a_cell_twice_leaves_the_board_as_it_was() -> None:
    once = editing.with_cell_painted(DEFAULT, "oude_zijde", (7, 7))
    assert once != DEFAULT
    assert editing.with_cell_painted(once, "oude_zijde", (7, 7)) == DEFAULT


# --- bridges and start spaces


def test_a_bridge_is_named_after_its_ends() -> None:
    assert editing.with_bridge(DEFAULT, "la1", "oz2").bridges == (
        *DEFAULT.bridges,
        Bridge("la1_oz2", ("la1", "oz2"), "cardboard"),
    )


def test_a_bridge_that_is_there_is_taken_away_whichever_end_is_named_first() -> None:
    for ends in (("nz2", "oz1"), ("oz1", "nz2")):
        without = editing.with_bridge(DEFAULT, *ends).bridges
        assert without == tuple(bridge for bridge in DEFAULT.bridges if bridge.id != "damrak")


def test_a_bridge_whose_name_is_taken_gets_a_number() -> None:
    plain = default_plain()
    plain["bridges"][0]["id"] = "la1_oz2"
    named = msgspec.convert(plain, BoardData)
    assert editing.with_bridge(named, "la1", "oz2").bridges[-1].id == "la1_oz21"


def test_a_bridge_between_plots_with_long_names_has_a_name_that_a_board_can_have() -> None:
    plain = default_plain()
    plain["districts"][0]["plots"][3]["id"] = "n" * 40
    plain["districts"][3]["plots"][0]["id"] = "l" * 40
    joined = editing.with_bridge(msgspec.convert(plain, BoardData), "n" * 40, "l" * 40)
    assert len(joined.bridges) == 8
    assert checklist.found_in(joined) == []


def test_a_space_beside_one_with_a_long_name_has_a_name_that_a_board_can_have() -> None:
    plain = default_plain()
    for number, space in enumerate(plain["regions"][1]["offices"]):
        space["id"] = "a" * 40 if number == 0 else f"{'a' * 39}{number}"
    plain["start"][3]["office"] = "a" * 40
    more = editing.with_office(msgspec.convert(plain, BoardData), "africa", (480, 500))
    assert checklist.found_in(more) == []


def test_a_bridge_can_be_removed_by_its_name() -> None:
    assert [bridge.id for bridge in editing.without_bridge(DEFAULT, "dam").bridges] == [
        bridge.id for bridge in DEFAULT.bridges if bridge.id != "dam"
    ]


def test_a_seat_starts_elsewhere() -> None:
    elsewhere = editing.with_start(DEFAULT, 1, "ei2", "oz2")
    assert elsewhere.start == (DEFAULT.start[0], StartSpaces("ei2", "oz2", "cardboard"), *DEFAULT.start[2:])


def test_a_start_that_is_set_to_what_it_was_is_still_a_guess() -> None:
    assert editing.with_start(DEFAULT, 1, "ei1", "oz9") == DEFAULT


def test_a_seat_that_had_no_start_gets_one() -> None:
    four = msgspec.structs.replace(DEFAULT, start=DEFAULT.start[:4])
    assert editing.with_start(four, 4, "ei5", "nz8").start == (
        *DEFAULT.start[:4],
        StartSpaces("ei5", "nz8", "cardboard"),
    )


# --- the time track


def test_a_scoring_brings_the_table_of_the_scoring_of_that_area_before_it() -> None:
    scored = editing.with_event(DEFAULT, "1656", "score_amsterdam")
    assert year(scored, "1656") == YearSpace("1656", "score_amsterdam", "cardboard", year(DEFAULT, "1640").table)
    earlier = editing.with_event(DEFAULT, "1625", "score_colonies")
    assert year(earlier, "1625").table == year(DEFAULT, "1619").table


def test_the_first_scoring_of_an_area_brings_the_table_that_the_rulebook_prints() -> None:
    scored = editing.with_event(DEFAULT, "1588", "score_market")
    assert year(scored, "1588") == YearSpace("1588", "score_market", "cardboard", FIRST_TABLE)


def test_what_is_no_scoring_takes_the_table_away() -> None:
    assert year(editing.with_event(DEFAULT, "1664", "globe"), "1664") == YearSpace("1664", "globe", "cardboard")
    assert year(editing.with_event(DEFAULT, "1666", "none"), "1666") == YearSpace("1666", "none", "cardboard")


def test_the_event_that_a_year_has_already_was_seen_there() -> None:
    chosen = year(editing.with_event(DEFAULT, "1664", "score_market"), "1664")
    assert chosen == msgspec.structs.replace(year(DEFAULT, "1664"), source="cardboard")
    assert editing.with_event(DEFAULT, "1611", "score_amsterdam") == DEFAULT  # the rulebook says so


def test_a_scoring_pays_by_another_table() -> None:
    assert year(editing.with_table(DEFAULT, "1640", TABLE), "1640") == YearSpace(
        "1640", "score_amsterdam", "cardboard", TABLE
    )


def test_in_the_last_year_each_area_has_its_own_table() -> None:
    changed = year(editing.with_table(DEFAULT, "1666", TABLE, "amsterdam"), "1666")
    before = year(DEFAULT, "1666").tables or {}
    assert (changed.tables, changed.source) == (before | {"amsterdam": TABLE}, "cardboard")


def test_a_last_year_that_lost_its_tables_gets_those_of_the_box() -> None:
    data = editing.with_event(editing.with_event(DEFAULT, "1666", "none"), "1666", "final")
    assert year(data, "1666").tables == year(DEFAULT, "1666").tables


def test_a_scoring_that_lost_its_table_gets_one_by_choosing_it_again() -> None:
    torn = msgspec.structs.replace(year(DEFAULT, "1609"), table=None)
    data = msgspec.structs.replace(
        DEFAULT, years=tuple(torn if space.year == "1609" else space for space in DEFAULT.years)
    )
    assert year(editing.with_event(data, "1609", "score_market"), "1609").table == year(DEFAULT, "1609").table


def test_a_district_in_the_way_of_a_new_plot_is_drawn_further_off_and_so_is_the_next() -> None:
    wider = editing.with_cell_painted(DEFAULT, "nieuwe_zijde", (2, 1))
    moved = {
        before.id: {
            (one.at[0] - other.at[0], one.at[1] - other.at[1])
            for one, other in zip(now.plots, before.plots, strict=False)
        }
        for before, now in zip(DEFAULT.districts, wider.districts, strict=True)
    }
    assert moved == {"nieuwe_zijde": {(0, 0)}, "oude_zijde": {(50, 0)}, "grachten": {(0, 0)}, "lastage": {(50, 0)}}
    assert checklist.found_in(wider) == []


def test_no_more_spaces_are_made_than_can_be_shown() -> None:
    full = DEFAULT
    for number in range(51):
        full = editing.with_office(full, "africa", (300.0 + number, 700.0))
    with pytest.raises(BadChange, match=r"^There is room for 60 spaces here, and no more\.$"):
        editing.with_office(full, "africa", (200.0, 700.0))


def test_a_seat_starts_on_the_board_and_after_those_before_it() -> None:
    with pytest.raises(BadChange, match=r"^There is no am99 on this board\.$"):
        editing.with_start(DEFAULT, 0, "am99", "nz3")
    with pytest.raises(BadChange, match=r"^Seat 1 comes first\.$"):
        editing.with_start(msgspec.structs.replace(DEFAULT, start=()), 3, "am1", "nz3")


# --- cards, tracks and the clock


def test_another_number_of_cards() -> None:
    assert card(editing.with_count(DEFAULT, Face("sand_clock"), 23), "sand") == CardKind(
        "sand", "sand_clock", 23, "cardboard"
    )


def test_a_kind_of_which_there_are_none_is_not_among_the_cards() -> None:
    less = editing.with_count(DEFAULT, Face("commodity", min_players=4), 0)
    assert less.cards == tuple(one for one in DEFAULT.cards if one.id != "goods4")


@pytest.mark.parametrize("face", [face for face in faces() if face not in map(face_of, DEFAULT.cards)], ids=str)
def test_a_kind_that_the_board_has_not_is_added_with_what_it_shows(face: Face) -> None:
    more = editing.with_count(DEFAULT, face, 2)
    assert more.cards[:-1] == DEFAULT.cards
    new = more.cards[-1]
    assert (face_of(new), new.count, new.source) == (face, 2, "cardboard")
    assert new.id not in [one.id for one in DEFAULT.cards]
    assert not [found for found in checklist.found_in(more) if found.item]
    assert editing.with_count(more, face, 0) == DEFAULT


def test_none_of_a_kind_that_the_board_has_not_changes_nothing() -> None:
    absent = Face("build", districts=("nieuwe_zijde", "oude_zijde"), commodity="sugar")
    assert editing.with_count(DEFAULT, absent, 0) == DEFAULT


def test_it_does_not_matter_which_of_two_districts_a_card_names_first() -> None:
    face = Face("build", districts=("oude_zijde", "grachten"), commodity="gemstones")
    assert card(editing.with_count(DEFAULT, face, 3), "build_gr_oz_gemstones").count == 3


def test_of_two_kinds_of_one_name_the_one_that_shows_it_is_counted() -> None:
    plain = default_plain()
    plain["cards"][4]["id"] = "goods"
    counted = editing.with_count(msgspec.convert(plain, BoardData), Face("office", region="africa"), 9)
    assert [(one.kind, one.count) for one in counted.cards if one.id == "goods"] == [("commodity", 6), ("office", 9)]


def test_tracks_of_another_length() -> None:
    tracks = editing.with_track_length(DEFAULT, 11).tracks
    assert (tracks.length, tracks.source) == (11, "cardboard")


def as_it_runs(data: BoardData) -> dict[str, Any]:
    clock = data.clock
    return {"seconds": clock.seconds, "sweep": clock.sweep, "doubled_seconds": clock.doubled_seconds}


def test_a_clock_that_is_set_to_what_it_was_is_known_from_where_it_was() -> None:
    ends = [wedge.end for wedge in DEFAULT.clock.wedges]
    assert editing.with_clock(DEFAULT, ends, **as_it_runs(DEFAULT)) == DEFAULT


def test_a_wedge_that_ends_elsewhere_is_all_that_was_seen() -> None:
    ends = [wedge.end for wedge in DEFAULT.clock.wedges]
    ends[3] += 0.5
    clock = editing.with_clock(DEFAULT, ends, **as_it_runs(DEFAULT)).clock
    assert clock.source == DEFAULT.clock.source
    changed = [place for place, wedge in enumerate(clock.wedges) if wedge != DEFAULT.clock.wedges[place]]
    assert changed == [3]
    assert (clock.wedges[3].end, clock.wedges[3].source) == (ends[3], "cardboard")


@pytest.mark.parametrize("field", ["seconds", "sweep", "doubled_seconds"])
def test_a_clock_that_runs_otherwise_keeps_its_wedges(field: str) -> None:
    ends = [wedge.end for wedge in DEFAULT.clock.wedges]
    clock = editing.with_clock(DEFAULT, ends, **as_it_runs(DEFAULT) | {field: 99.5}).clock
    assert (getattr(clock, field), clock.source) == (99.5, "cardboard")
    assert clock.wedges == DEFAULT.clock.wedges


# --- what is not there

ABSENT: dict[str, tuple[Edit, str]] = {
    "a region": (lambda data: editing.with_office(data, "europe", (1, 2)), "europe"),
    "an office to move": (lambda data: editing.with_office_at(data, "am99", (1, 2)), "am99"),
    "an office to change": (lambda data: editing.with_commodity(data, "nz1", "silk"), "nz1"),
    "an office to remove": (lambda data: editing.without_office(data, ""), ""),
    "a district": (lambda data: editing.with_cell_painted(data, "africa", (0, 0)), "africa"),
    "the first end of a bridge": (lambda data: editing.with_bridge(data, "nz99", "oz1"), "nz99"),
    "the second end of a bridge": (lambda data: editing.with_bridge(data, "nz2", "am1"), "am1"),
    "a bridge": (lambda data: editing.without_bridge(data, "rialto"), "rialto"),
    "a year to change": (lambda data: editing.with_event(data, "1700", "ship"), "1700"),
    "a year to score": (lambda data: editing.with_event(data, "1700", "score_market"), "1700"),
    "a year to pay in": (lambda data: editing.with_table(data, "1700", TABLE), "1700"),
}


@pytest.mark.parametrize("what", ABSENT)
def test_what_is_not_on_the_board_is_refused_in_a_sentence(what: str) -> None:
    edit, name = ABSENT[what]
    with pytest.raises(BadChange) as caught:
        edit(DEFAULT)
    assert str(caught.value) == f"There is no {name} on this board."


# --- what is seen, and what stays

ONE_OF_EACH: dict[str, tuple[Edit, set[tuple[str, str]]]] = {
    "an office more": (lambda data: editing.with_office(data, "africa", (1, 2)), {("africa", "af10")}),
    "an office moved": (lambda data: editing.with_office_at(data, "am3", (1, 2)), {("americas", "am3")}),
    "a commodity": (lambda data: editing.with_commodity(data, "am3", "silk"), {("americas", "am3")}),
    "an office less": (lambda data: editing.without_office(data, "am3"), set()),
    "a plot more": (lambda data: editing.with_cell_painted(data, "lastage", (9, 9)), {("lastage", "la10")}),
    "a plot less": (lambda data: editing.with_cell_painted(data, "lastage", plot(data, "la4").cell), set()),
    "a bridge more": (lambda data: editing.with_bridge(data, "la1", "oz2"), {("bridges", "la1_oz2")}),
    "a bridge less": (lambda data: editing.with_bridge(data, "oz1", "nz2"), set()),
    "a bridge removed": (lambda data: editing.without_bridge(data, "dam"), set()),
    "a start": (lambda data: editing.with_start(data, 4, "ei2", "nz8"), {("start", "5")}),
    "an event": (lambda data: editing.with_event(data, "1597", "ship"), {("years", "1597")}),
    "a table": (lambda data: editing.with_table(data, "1664", TABLE), {("years", "1664")}),
    "a last table": (lambda data: editing.with_table(data, "1666", TABLE, "market"), {("years", "1666")}),
    "a count": (lambda data: editing.with_count(data, Face("commodity"), 7), {("cards", "goods")}),
    "a kind more": (
        lambda data: editing.with_count(data, Face("build", None, ("nieuwe_zijde", "oude_zijde"), "sugar"), 1),
        {("cards", "build_nz_oz_sugar")},
    ),
    "a kind less": (lambda data: editing.with_count(data, Face("commodity"), 0), set()),
    "a length": (lambda data: editing.with_track_length(data, 9), {("tracks", "tracks")}),
}


def sources(data: BoardData) -> dict[tuple[str, str], str]:
    return {(part, entry.name): entry.source for part in checklist.PARTS for entry in checklist.entries(data, part)}


@pytest.mark.parametrize("what", ONE_OF_EACH)
def test_what_is_changed_was_seen_and_everything_else_is_known_from_where_it_was(what: str) -> None:
    edit, seen = ONE_OF_EACH[what]
    before, after = sources(DEFAULT), sources(edit(DEFAULT))
    assert {place for place, source in after.items() if source == "cardboard"} == seen
    assert {place: after[place] for place in after if place not in seen} == {
        place: source for place, source in before.items() if place in after and place not in seen
    }


@pytest.mark.parametrize("what", ONE_OF_EACH)
def test_the_board_that_was_changed_is_still_there_as_it_was(what: str) -> None:
    mine = msgspec.convert(default_plain(), BoardData)
    edit, _ = ONE_OF_EACH[what]
    assert edit(mine) != mine
    assert mine == msgspec.convert(default_plain(), BoardData) == DEFAULT


# --- whatever is done, in whatever order


def _one_of(names: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(names) if names else st.nothing()


POINTS = st.tuples(st.floats(0, 1200), st.floats(0, 820))
CELLS = st.tuples(st.integers(-99, 99), st.integers(-99, 99)) | st.tuples(st.integers(-1, 5), st.integers(-1, 5))
AMOUNTS = st.integers(0, 9999)
TABLES = st.tuples(*[st.tuples(AMOUNTS, AMOUNTS)] * 4)
TURNS = st.floats(-999_999, 999_999).map(lambda number: round(number, 6))


def any_edit(data: BoardData, draw: st.DataObject) -> BoardData:
    """What a page could ask for."""
    offices = [one.id for land in data.regions for one in land.offices]
    plots = [one.id for quarter in data.districts for one in quarter.plots]
    some: dict[str, Callable[[], BoardData]] = {
        "with_office": lambda: editing.with_office(
            data, draw.draw(st.sampled_from(REGIONS)), draw.draw(POINTS), draw.draw(st.sampled_from(COMMODITIES))
        ),
        "with_office_at": lambda: editing.with_office_at(data, draw.draw(_one_of(offices)), draw.draw(POINTS)),
        "with_commodity": lambda: editing.with_commodity(
            data, draw.draw(_one_of(offices)), draw.draw(st.sampled_from(COMMODITIES))
        ),
        "without_office": lambda: editing.without_office(data, draw.draw(_one_of(offices))),
        "without_region": lambda: all_without(data, draw.draw(st.sampled_from(REGIONS))),
        "with_cell_painted": lambda: editing.with_cell_painted(
            data, draw.draw(st.sampled_from(DISTRICTS)), draw.draw(CELLS)
        ),
        "without_district": lambda: all_painted_over(data, draw.draw(st.sampled_from(DISTRICTS))),
        "with_bridge": lambda: editing.with_bridge(data, draw.draw(_one_of(plots)), draw.draw(_one_of(plots))),
        "without_bridge": lambda: editing.without_bridge(data, draw.draw(_one_of([one.id for one in data.bridges]))),
        "with_start": lambda: editing.with_start(
            data,
            draw.draw(st.integers(0, 4)),
            draw.draw(_one_of(offices)),
            draw.draw(_one_of(plots)),
        ),
        "with_event": lambda: editing.with_event(
            data, draw.draw(st.sampled_from(YEARS)), draw.draw(st.sampled_from(get_args(YearEvent)))
        ),
        "with_table": lambda: editing.with_table(
            data,
            draw.draw(st.sampled_from(YEARS)),
            draw.draw(TABLES),
            draw.draw(st.sampled_from([None, *get_args(Area)])),
        ),
        "with_count": lambda: editing.with_count(
            data, draw.draw(st.sampled_from([*faces()])), draw.draw(st.integers(0, 99))
        ),
        "with_track_length": lambda: editing.with_track_length(data, draw.draw(st.integers(0, 99))),
        "with_clock": lambda: editing.with_clock(
            data,
            [draw.draw(TURNS)] * len(data.clock.wedges),
            seconds=draw.draw(TURNS),
            sweep=draw.draw(TURNS),
            doubled_seconds=draw.draw(TURNS),
        ),
        "with_seen": lambda: checklist.with_seen(
            data, draw.draw(st.sampled_from(checklist.PARTS)), seen=draw.draw(st.booleans())
        ),
        "as_in_the_box": lambda: checklist.as_in_the_box(data, draw.draw(st.sampled_from(checklist.PARTS))),
    }
    possible = [name for name in some if plots or name != "with_bridge"]
    possible = [name for name in possible if offices or not name.startswith(("with_office_at", "with_commodity"))]
    possible = [name for name in possible if offices or name != "without_office"]
    possible = [name for name in possible if data.bridges or name != "without_bridge"]
    return some[draw.draw(st.sampled_from(possible))]()


def all_without(data: BoardData, name: str) -> BoardData:
    for space in region(data, name).offices:
        data = editing.without_office(data, space.id)
    return data


def all_painted_over(data: BoardData, name: str) -> BoardData:
    for space in district(data, name).plots:
        data = editing.with_cell_painted(data, name, space.cell)
    return data


def draw_every_picture(data: BoardData) -> dict[str, str]:
    """As the pages do."""
    board = drawable(data)
    ground = workbench.ground_of(board)
    wrong = [found.item for found in checklist.found_in(data) if found.item]
    ways = {name: Way(f"/{name}", name) for name in (*checklist.PARTS, *board.office_names, *board.plot_names)}
    ends = {name: Press("other", name, name) for name in board.plot_names[1:]}
    pictures = {"whole": workbench.whole_picture(board, ground, "the board", ways, wrong)}
    for name in REGIONS:
        pictures[name] = workbench.region_picture(board, name, ground, name, ways, Marks(None, wrong))
    for name in DISTRICTS:
        cells = workbench.cells_to_paint(district(data, name))
        presses = {cell: Press("cell", f"{cell[0]},{cell[1]}", "a plot") for cell in cells}
        pictures[name] = workbench.district_picture(board, name, ground, name, presses, Marks(None, wrong))
    first = next(iter(board.plot_names), None)
    pictures["bridges"] = workbench.bridges_picture(board, ground, "the bridges", ways, ends, first)
    pictures["start"] = workbench.sea_picture(ground, "the board")
    pictures["clock"] = workbench.clock_picture(ground, "the clock")
    return pictures


@settings(max_examples=CASES)
@given(st.data())
def test_whatever_is_changed_a_board_can_be_drawn_and_listed_and_written_and_read_back(draw: st.DataObject) -> None:
    data = DEFAULT
    for _ in range(draw.draw(st.integers(1, 8))):
        data = any_edit(data, draw)
    pictures = draw_every_picture(data)
    assert all(picture.startswith("<svg") and picture.endswith("</svg>") for picture in pictures.values())
    assert not any("nan" in picture.split() or "inf" in picture.split() for picture in pictures.values())
    for part in checklist.PARTS:
        names = [entry.name for entry in checklist.entries(data, part)]
        assert set(checklist.guessed(data, part)) <= set(names)
        assert {found.item for found in checklist.found_in(data) if found.part == part} <= {None, *names}
    assert all(found.part in checklist.PARTS for found in checklist.found_in(data))
    assert read_half_made(board_text(data).encode()) == data


def test_every_space_of_the_default_board_can_be_tapped_in_its_picture() -> None:
    pictures = draw_every_picture(DEFAULT)
    for land in DEFAULT.regions:
        assert all(f'href="/{space.id}"' in pictures[land.id] for space in land.offices)
    for quarter in DEFAULT.districts:
        assert all(f'value="{one.cell[0]},{one.cell[1]}"' in pictures[quarter.id] for one in quarter.plots)
        assert all(f'value="{one.id}"' in pictures["bridges"] for one in quarter.plots if one.id != "nz1")
    assert all(f'href="/{part}"' in pictures["whole"] for part in checklist.PARTS if part not in ("start",))
