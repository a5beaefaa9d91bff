"""An owner who typed a board file is told every mistake in it at once, and never shown a traceback."""

import math
from copy import deepcopy
from importlib import resources
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import examples

from companion.games import merchants
from companion.games.errors import BadBoard
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.mistakes import board_from, find_mistakes, read_board
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS, shuffled

TYPED = (resources.files("companion.games.merchants") / "board.toml").read_bytes()
DEFAULT: dict[str, Any] = msgspec.toml.decode(TYPED)


@pytest.fixture
def data() -> dict[str, Any]:
    return deepcopy(DEFAULT)


def mistakes_in_text(text: bytes) -> list[str]:
    with pytest.raises(BadBoard) as caught:
        read_board(text)
    return [str(mistake) for mistake in caught.value.mistakes]


def mistakes_in(data: object) -> list[str]:
    return [str(mistake) for mistake in find_mistakes(data)]


def begins(board: Board) -> bool:
    """Whether three, four and five players all come to their first choice on this board."""
    for players in (3, 4, 5):
        seats = COLOURS[:players]
        setup = Setup(board=board, seats=seats, names=seats, deck=shuffled(board, Random(players)))
        state, _ = merchants.begin(setup)
        if not any(merchants.choices(state).values()):
            return False
    return True


# --- the board as it is


def test_the_board_in_the_box_has_no_mistakes(data: dict[str, Any]) -> None:
    assert mistakes_in(data) == []
    assert board_from(data).data == default_board().data == read_board(TYPED).data


def test_a_board_written_into_a_record_and_read_back_is_the_same_board() -> None:
    written = msgspec.json.decode(msgspec.json.encode(default_board().data))
    assert board_from(written).data == default_board().data
    assert board_from(msgspec.to_builtins(default_board().data)).data == default_board().data


def test_a_board_with_mistakes_is_refused_with_all_of_them(data: dict[str, Any]) -> None:
    data["tracks"]["length"] = 1
    with pytest.raises(BadBoard) as caught:
        board_from(data)
    assert str(caught.value) == "1 mistake in the board: tracks: length must be from 2 to 20, not 1."
    assert [str(mistake) for mistake in caught.value.mistakes] == mistakes_in(data)


def test_five_mistakes_are_told_at_once(data: dict[str, Any]) -> None:
    data["tracks"]["length"] = 0
    data["regions"][0]["offices"][3]["commodity"] = "pepper"
    data["districts"][2]["plots"][4]["cell"] = [1, 1]
    data["years"][23].pop("table")
    data["cards"][3]["count"] = 4
    assert mistakes_in(data) == [
        "tracks: length must be from 2 to 20, not 0.",
        'regions[0].offices[3] ("am4"): commodity "pepper" is none of sugar, gemstones, spice, silk.',
        'districts[2].plots[4] ("gr5"): cell [1, 1] is used twice; districts[2].plots[3] has it too.',
        'years[23] ("1664"): "table" is missing; a scoring year has one.',
        "cards: there are 61 action cards; there must be 60.",
    ]


# --- spelling


def test_a_missing_part_of_the_board_is_named(data: dict[str, Any]) -> None:
    del data["clock"]
    assert mistakes_in(data) == ["clock: is missing."]


def test_missing_districts_do_not_make_every_bridge_a_mistake(data: dict[str, Any]) -> None:
    del data["districts"]
    assert mistakes_in(data) == ["districts: is missing."]


def test_an_unknown_part_of_the_board_is_named_with_what_was_meant(data: dict[str, Any]) -> None:
    data["bridge"] = []
    assert mistakes_in(data) == ['board: "bridge" is not known here; perhaps "bridges" was meant.']


def test_every_misspelling_of_one_item_is_told(data: dict[str, Any]) -> None:
    data["districts"][0]["plots"][1] = {"id": "nz2", "cell": [1, "0"], "at": [582], "sorce": "rulebook"}
    assert mistakes_in(data) == [
        'districts[0].plots[1] ("nz2"): "sorce" is not known here; perhaps "source" was meant.',
        'districts[0].plots[1] ("nz2"): cell[1] must be a whole number, not a text in quotes.',
        'districts[0].plots[1] ("nz2"): at must be a list of 2, not of 1.',
        'districts[0].plots[1] ("nz2"): "source" is missing.',
    ]


def test_an_unknown_source_is_named(data: dict[str, Any]) -> None:
    data["bridges"][0]["source"] = "memory"
    assert mistakes_in(data) == [
        'bridges[0] ("singel_north"): source "memory" is none of rulebook, reconstruction, cardboard.'
    ]


def test_an_item_that_is_no_table_is_named(data: dict[str, Any]) -> None:
    data["cards"][5] = "office_east_indies"
    assert mistakes_in(data) == ["cards[5]: must be a table of keys and values."]


def test_a_part_that_is_no_list_is_named(data: dict[str, Any]) -> None:
    data["years"] = {"1579": "start"}
    assert mistakes_in(data) == ["years: must be a list."]


def test_a_table_that_is_misspelt_inside_is_named_to_the_number(data: dict[str, Any]) -> None:
    data["years"][25]["tables"]["colonies"][3] = [80, "forty"]
    assert mistakes_in(data) == [
        'years[25] ("1666"): tables.colonies[3][1] must be a whole number, not a text in quotes.'
    ]


def test_a_huge_number_is_refused(data: dict[str, Any]) -> None:
    data["cards"][1]["count"] = 10**5000
    assert mistakes_in(data) == ['cards[1] ("goods"): count is too large a number.']


def test_a_list_without_end_is_refused_in_one_sentence(data: dict[str, Any]) -> None:
    data["bridges"] = [{"id": "b"}] * 100_000
    assert mistakes_in(data) == ["board: one list has 100,000 items; more than 500 are not read."]


def test_many_lists_in_lists_are_refused_in_one_sentence(data: dict[str, Any]) -> None:
    data["regions"] = [{"offices": [{}] * 400}] * 400
    assert mistakes_in(data) == ["board: more than 20,000 values are not read."]


def test_a_list_that_holds_itself_is_refused(data: dict[str, Any]) -> None:
    data["start"].append(data["start"])
    assert mistakes_in(data) == ["board: more than 20,000 values are not read."]


def test_half_a_character_can_be_told_and_printed(data: dict[str, Any]) -> None:
    data["bridges"][0]["id"] = "singel\ud800"
    (mistake,) = mistakes_in(data)
    assert mistake.encode() == rb"bridges[0] ('singel\ud800'): id must be 1 to 40 letters, digits or underscores."


# --- tracks, regions and districts


@pytest.mark.parametrize("length", [-8, 1, 21])
def test_a_track_too_short_for_the_market_bonus_or_too_long_to_draw_is_named(data: dict[str, Any], length: int) -> None:
    """M28 asks for space 2."""
    data["tracks"]["length"] = length
    assert mistakes_in(data) == [f"tracks: length must be from 2 to 20, not {length}."]


def test_a_region_that_is_none_of_the_four_is_named_and_the_one_it_displaced(data: dict[str, Any]) -> None:
    data["regions"][1]["id"] = "europe"
    assert mistakes_in(data) == [
        'regions[1] ("europe"): id must be one of americas, africa, east_indies, far_east.',
        "regions: africa is missing.",
    ]


def test_a_district_that_is_there_twice_is_named(data: dict[str, Any]) -> None:
    data["districts"][3]["id"] = "grachten"
    assert mistakes_in(data) == [
        'districts[3] ("grachten"): id "grachten" is used twice; districts[2] has it too.',
        "districts: lastage is missing.",
    ]


def test_numbers_of_districts_are_1_to_4_each_once(data: dict[str, Any]) -> None:
    """M24: the number breaks ties."""
    data["districts"][2]["number"] = 2
    data["districts"][3]["number"] = 5
    assert mistakes_in(data) == [
        'districts[2] ("grachten"): number 2 is used twice; districts[1] has it too.',
        'districts[3] ("lastage"): number must be from 1 to 4, not 5.',
    ]


def test_a_region_without_an_office_is_named(data: dict[str, Any]) -> None:
    data["regions"][1]["offices"] = []
    assert mistakes_in(data) == [
        'regions[1] ("africa"): there is no space in it.',
        'start[3]: office "af1" is no office.',
    ]


def test_two_spaces_of_the_same_name_are_named_anywhere_on_the_board(data: dict[str, Any]) -> None:
    data["districts"][0]["plots"][4]["id"] = "fe9"
    assert mistakes_in(data) == [
        'districts[0].plots[4] ("fe9"): id "fe9" is used twice; regions[3].offices[8] has it too.'
    ]


@pytest.mark.parametrize("name", ["", "oz 4", "oz-4", "<oz4>", "oz4\n", "é4", "o" * 41])
def test_a_name_that_a_record_cannot_use_is_named(data: dict[str, Any], name: str) -> None:
    data["districts"][1]["plots"][6]["id"] = name
    (mistake,) = mistakes_in(data)
    assert mistake.startswith("districts[1].plots[6] (")
    assert mistake.endswith("): id must be 1 to 40 letters, digits or underscores.")


@pytest.mark.parametrize("at", [[1201, 190], [-1, 190], [532, 821], [math.nan, 190], [532, math.inf]])
def test_a_space_outside_the_drawing_is_named(data: dict[str, Any], at: list[float]) -> None:
    data["districts"][0]["plots"][0]["at"] = at
    assert mistakes_in(data) == [
        f'districts[0].plots[0] ("nz1"): at [{at[0]:g}, {at[1]:g}] lies outside the drawing, 1200 wide and 820 high.'
    ]


def test_two_spaces_drawn_on_each_other_are_named(data: dict[str, Any]) -> None:
    data["regions"][0]["offices"][8]["at"] = data["regions"][0]["offices"][7]["at"]
    (mistake,) = mistakes_in(data)
    assert mistake.startswith('regions[0].offices[8] ("am9"): at [')
    assert mistake.endswith("] is used twice; regions[0].offices[7] is there too.")


def test_two_plots_of_a_district_on_one_cell_are_named(data: dict[str, Any]) -> None:
    data["districts"][2]["plots"][4]["cell"] = [1, 2]
    assert mistakes_in(data) == [
        'districts[2].plots[5] ("gr6"): cell [1, 2] is used twice; districts[2].plots[4] has it too.'
    ]


def test_a_cell_far_away_is_named(data: dict[str, Any]) -> None:
    data["districts"][2]["plots"][4]["cell"] = [0, 100]
    assert mistakes_in(data) == ['districts[2].plots[4] ("gr5"): cell [0, 100] lies beyond 99.']


# --- bridges and start spaces


def test_a_bridge_to_nowhere_is_named(data: dict[str, Any]) -> None:
    data["bridges"][2]["ends"] = ["nz77", "oz1"]
    assert mistakes_in(data) == ['bridges[2] ("damrak"): ends name "nz77", which is no plot.']


def test_a_bridge_to_an_office_is_named(data: dict[str, Any]) -> None:
    data["bridges"][2]["ends"] = ["nz2", "am1"]
    assert mistakes_in(data) == ['bridges[2] ("damrak"): ends name "am1", which is no plot.']


def test_a_bridge_from_a_plot_to_itself_is_named(data: dict[str, Any]) -> None:
    data["bridges"][2]["ends"] = ["nz2", "nz2"]
    assert mistakes_in(data) == ['bridges[2] ("damrak"): both ends are "nz2".']


def test_a_bridge_within_a_district_is_named(data: dict[str, Any]) -> None:
    data["bridges"][2]["ends"] = ["nz2", "nz4"]
    assert mistakes_in(data) == ['bridges[2] ("damrak"): "nz2" and "nz4" lie in the same district.']


def test_a_second_bridge_between_the_same_plots_is_named_also_the_other_way_round(data: dict[str, Any]) -> None:
    data["bridges"].append({"id": "papen", "ends": ["oz1", "nz2"], "source": "reconstruction"})
    assert mistakes_in(data) == ['bridges[7] ("papen"): "oz1" and "nz2" are joined twice; bridges[2] does it too.']


def test_two_bridges_of_one_name_are_named(data: dict[str, Any]) -> None:
    data["bridges"][3]["id"] = "damrak"
    assert mistakes_in(data) == ['bridges[3] ("damrak"): id "damrak" is used twice; bridges[2] has it too.']


def test_a_seat_without_start_spaces_is_missed(data: dict[str, Any]) -> None:
    """M1: 3 to 5 players."""
    data["start"].pop()
    assert mistakes_in(data) == ["start: there must be 5 entries, one for each seat, not 4."]


def test_start_spaces_that_are_not_on_the_board_are_named(data: dict[str, Any]) -> None:
    data["start"][1] = {"office": "oz9", "warehouse": "ei1", "source": "reconstruction"}
    assert mistakes_in(data) == ['start[1]: office "oz9" is no office.', 'start[1]: warehouse "ei1" is no plot.']


def test_a_start_space_of_two_seats_is_named(data: dict[str, Any]) -> None:
    data["start"][4]["warehouse"] = "gr3"
    assert mistakes_in(data) == ['start[4]: warehouse "gr3" is used twice; start[2] has it too.']


# --- the time track


def test_a_missing_year_is_named(data: dict[str, Any]) -> None:
    """M3: 26 spaces."""
    del data["years"][5]
    assert mistakes_in(data) == ["years: 1600 is missing."]


def test_a_year_that_the_time_track_has_not_is_named(data: dict[str, Any]) -> None:
    data["years"][2]["year"] = "1589"
    assert mistakes_in(data) == ['years[2] ("1589"): the time track has no such year.', "years: 1588 is missing."]


def test_years_in_the_wrong_order_are_named_where_it_begins(data: dict[str, Any]) -> None:
    data["years"].insert(14, data["years"].pop(16))
    assert mistakes_in(data) == ['years[14] ("1632"): here comes the year 1625.']


def test_a_year_that_is_there_twice_is_named(data: dict[str, Any]) -> None:
    data["years"][3:3] = [dict(data["years"][2])]
    assert mistakes_in(data) == ['years[3] ("1588"): year "1588" is used twice; years[2] has it too.']


def test_an_unknown_event_is_named(data: dict[str, Any]) -> None:
    data["years"][6]["event"] = "glob"
    (mistake,) = mistakes_in(data)
    assert mistake.startswith('years[6] ("1602"): event "glob" is none of start, none, ship, globe, ')


@pytest.mark.parametrize(("place", "year"), [(1, "1585"), (3, "1596/97"), (5, "1600"), (24, "1665")])
def test_an_event_in_a_year_that_has_none_is_named(data: dict[str, Any], place: int, year: str) -> None:
    """M23."""
    data["years"][place]["event"] = "ship"
    assert mistakes_in(data) == [f'years[{place}] ("{year}"): event must be "none", the rulebook says, not "ship".']


@pytest.mark.parametrize(("place", "year"), [(7, "1609"), (9, "1611"), (11, "1619")])
def test_other_amounts_in_the_tables_that_the_rulebook_prints_are_named(
    data: dict[str, Any], place: int, year: str
) -> None:
    """M26."""
    data["years"][place]["table"][0] = [120, 60]
    assert mistakes_in(data) == [
        f'years[{place}] ("{year}"): table must be 100/60, 80/40, 60/40, 40/20, the rulebook says.'
    ]


def test_a_second_start_and_an_early_final_are_named(data: dict[str, Any]) -> None:
    data["years"][2]["event"] = "start"
    data["years"][15] = {"year": "1628", "event": "final", "source": "rulebook", "tables": data["years"][25]["tables"]}
    assert mistakes_in(data) == [
        'years[2] ("1588"): event "start" belongs to 1579 alone.',
        'years[15] ("1628"): event "final" belongs to 1666 alone.',
    ]


def test_a_scoring_before_the_first_is_named(data: dict[str, Any]) -> None:
    data["years"][8] |= {"event": "score_colonies", "table": data["years"][19].pop("table")}
    data["years"][19]["event"] = "ship"
    assert mistakes_in(data) == ['years[8] ("1609/21"): "score_colonies" comes for the first time in 1619.']


def test_a_scoring_too_many_is_named(data: dict[str, Any]) -> None:
    data["years"][15] |= {"event": "score_market", "table": data["years"][13]["table"]}
    assert mistakes_in(data) == ['years: "score_market" comes 4 times before 1666; it must be 3.']


def test_a_table_in_a_year_without_scoring_is_named(data: dict[str, Any]) -> None:
    data["years"][2]["table"] = data["years"][7]["table"]
    assert mistakes_in(data) == ['years[2] ("1588"): "table" does not belong here; only a scoring year has one.']


def test_final_tables_in_another_year_are_named(data: dict[str, Any]) -> None:
    data["years"][2]["tables"] = data["years"][25]["tables"]
    assert mistakes_in(data) == ['years[2] ("1588"): "tables" does not belong here; only the final year has them.']


def test_a_final_table_that_is_missing_or_strange_is_named(data: dict[str, Any]) -> None:
    del data["years"][25]["tables"]["amsterdam"]
    assert mistakes_in(data) == ['years[25] ("1666"): tables.amsterdam is missing.']
    data["years"][25]["tables"]["amsterdm"] = []
    assert mistakes_in(data) == [
        'years[25] ("1666"): "amsterdm" in tables is not known; perhaps "amsterdam" was meant.'
    ]


def test_a_table_that_cannot_be_paid_is_named(data: dict[str, Any]) -> None:
    """M26: for each of four ranks first and second place, in thousands."""
    data["years"][23]["table"] = [[140_000, 80_000], [60, 120], [0, -20]]
    assert mistakes_in(data) == [
        'years[23] ("1664"): table must have four ranks, not 3.',
        'years[23] ("1664"): table[0] must be amounts from 0 to 1000, in thousands: 100 is 100,000.',
        'years[23] ("1664"): table[1] gives second place more than first, 120 and 60.',
        'years[23] ("1664"): table[2] must be amounts from 0 to 1000, in thousands: 100 is 100,000.',
    ]


# --- the cards


def test_a_sand_clock_too_few_is_named(data: dict[str, Any]) -> None:
    """M2: 24 steps lead from 1579 to 1665."""
    data["cards"][0]["count"] = 23
    assert mistakes_in(data) == ["cards: there are 23 sand clocks; there must be 24."]


def test_a_second_kind_of_sand_clock_is_named(data: dict[str, Any]) -> None:
    data["cards"][0]["count"] = 20
    data["cards"].append({"id": "sand2", "kind": "sand_clock", "count": 4, "source": "rulebook"})
    assert mistakes_in(data) == ["cards: there must be one kind of sand clock, not 2."]


def test_cards_that_leave_no_54_for_three_players_are_named(data: dict[str, Any]) -> None:
    """M2: so that everyone is mayor equally often."""
    data["cards"][1]["count"], data["cards"][2]["count"] = 7, 5
    assert mistakes_in(data) == ["cards: 5 cards have min_players = 4; there must be 6."]


def test_min_players_on_another_card_or_of_another_number_is_named(data: dict[str, Any]) -> None:
    data["cards"][2]["min_players"] = 5
    data["cards"][3]["min_players"] = 4
    assert mistakes_in(data) == [
        'cards[2] ("goods4"): min_players may only be 4, and only on a commodity card.',
        'cards[3] ("office_americas"): min_players may only be 4, and only on a commodity card.',
        "cards: 9 cards have min_players = 4; there must be 6.",
    ]


def test_cards_that_are_not_there_are_named(data: dict[str, Any]) -> None:
    data["cards"][1]["count"], data["cards"][3]["count"] = 9, 0
    assert mistakes_in(data) == ['cards[3] ("office_americas"): count must be at least 1, not 0.']


def test_two_cards_of_one_name_are_named(data: dict[str, Any]) -> None:
    data["cards"][4]["id"] = "goods"
    assert mistakes_in(data) == ['cards[4] ("goods"): id "goods" is used twice; cards[1] has it too.']


@pytest.mark.parametrize("shown", [{}, {"region": "africa", "commodity": "silk"}])
def test_an_office_card_shows_a_region_or_a_commodity(data: dict[str, Any], shown: dict[str, str]) -> None:
    """M8."""
    data["cards"][4] = {"id": "office", "kind": "office", "count": 3, "source": "rulebook", **shown}
    assert mistakes_in(data) == ['cards[4] ("office"): an office card shows either a region or a commodity.']


@pytest.mark.parametrize(
    "shown",
    [
        {},
        {"districts": []},
        {"districts": ["lastage"], "commodity": "silk"},
        {"districts": ["lastage", "grachten"]},
        {"districts": ["lastage", "lastage"], "commodity": "silk"},
        {"districts": ["lastage", "grachten", "oude_zijde"], "commodity": "silk"},
    ],
)
def test_a_build_card_shows_one_district_or_two_with_a_commodity(data: dict[str, Any], shown: dict[str, Any]) -> None:
    """M9."""
    data["cards"][11] = {"id": "build", "kind": "build", "count": 3, "source": "rulebook", **shown}
    assert mistakes_in(data) == [
        'cards[11] ("build"): '
        "a build card shows one district and no commodity, or two different districts and a commodity."
    ]


def test_cards_that_show_what_is_not_on_the_board_are_named(data: dict[str, Any]) -> None:
    data["cards"][4]["region"] = "europe"
    data["cards"][11]["districts"] = ["jordaan"]
    assert mistakes_in(data) == [
        'cards[4] ("office_africa"): region "europe" is none of americas, africa, east_indies, far_east.',
        'cards[11] ("build_nieuwe_zijde"): district "jordaan" is none of nieuwe_zijde, oude_zijde, grachten, lastage.',
    ]


def test_cards_that_show_what_their_kind_never_shows_are_named(data: dict[str, Any]) -> None:
    data["cards"][0]["commodity"] = "silk"
    data["cards"][1]["region"] = "africa"
    data["cards"][4]["districts"] = ["lastage"]
    data["cards"][11]["region"] = "africa"
    assert mistakes_in(data) == [
        'cards[0] ("sand"): "commodity" does not belong on this kind of card.',
        'cards[1] ("goods"): "region" does not belong on this kind of card.',
        'cards[4] ("office_africa"): an office card shows no districts.',
        'cards[11] ("build_nieuwe_zijde"): a build card shows no region.',
    ]


# --- the auction clock


@pytest.mark.parametrize("seconds", [0, -27.54, 27540, math.nan])
def test_a_clock_that_does_not_run_is_named(data: dict[str, Any], seconds: float) -> None:
    data["clock"]["seconds"] = seconds
    assert mistakes_in(data) == ["clock: seconds must be more than 0 and at most 600."]


@pytest.mark.parametrize("sweep", [400, 0, math.nan])
def test_a_clock_that_turns_more_than_once_or_not_at_all_is_named(data: dict[str, Any], sweep: float) -> None:
    data["clock"]["sweep"] = sweep
    assert mistakes_in(data) == ["clock: sweep is in degrees, more than 0 and at most 360."]


def test_wedges_that_do_not_follow_each_other_are_named(data: dict[str, Any]) -> None:
    data["clock"]["wedges"][4]["end"] = 60
    data["clock"]["wedges"][16]["end"] = 316
    assert mistakes_in(data) == [
        'clock.wedges[4] ("170"): end must lie after the wedge before, 66.7, and not after the sweep, 315.',
        'clock.wedges[16] ("50"): end must lie after the wedge before, 293, and not after the sweep, 315.',
    ]


def test_a_wedge_that_shows_or_reads_another_price_is_named(data: dict[str, Any]) -> None:
    """M11: a stop on start reads 200."""
    data["clock"]["wedges"][0]["dial"] = 210
    data["clock"]["wedges"][3]["shows"] = "185"
    assert mistakes_in(data) == [
        'clock.wedges[0] ("start"): dial must be 200 here, not 210.',
        'clock.wedges[3] ("185"): shows must be "180" here.',
    ]


def test_a_wedge_that_ends_nowhere_is_one_mistake(data: dict[str, Any]) -> None:
    data["clock"]["wedges"][4]["end"] = math.nan
    (mistake,) = mistakes_in(data)
    assert mistake.startswith('clock.wedges[4] ("170"): end must lie after the wedge before, 66.7')


def test_a_missing_wedge_is_one_mistake(data: dict[str, Any]) -> None:
    del data["clock"]["wedges"][8]
    assert mistakes_in(data) == ["clock.wedges: there must be 17, start and 200 down to 50, not 16."]


# --- the file


def test_a_file_that_is_no_toml_names_the_line() -> None:
    assert mistakes_in_text(b'[tracks]\nlength = 8\nsource "rulebook"\n') == [
        "line 3: Expected '=' after a key in a key/value pair."
    ]


def test_a_file_that_breaks_off_names_its_last_line() -> None:
    assert mistakes_in_text(b"[tracks]\nlength = 8\nyears = [\n\n") == ["line 3: Invalid value."]


def test_a_file_in_another_encoding_names_the_line() -> None:
    assert mistakes_in_text("# Brücken\nx = 1\n".encode("latin-1")) == ["line 1: this is not UTF-8 text."]


def test_a_file_that_an_editor_marked_as_utf_8_is_read() -> None:
    assert read_board(b"\xef\xbb\xbf" + TYPED).data == default_board().data


def test_a_file_that_is_far_too_large_is_refused() -> None:
    assert mistakes_in_text(b"#" * 300_000) == ["The file is larger than 256 kB; no board is."]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"x = " + b"9" * 5000, "The file has a number too long to be read."),
        (b"x = " + b"[" * 5000, "line 1: this is nested deeper than any board is."),
    ],
)
def test_a_file_made_to_break_the_reader_is_refused(text: bytes, says: str) -> None:
    assert mistakes_in_text(text) == [says]


# --- whatever comes

NAMES = sorted({word for part in DEFAULT.values() if isinstance(part, list) for item in part for word in item})
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["id", "sugar", "africa", "lastage", "nz1", "am1", "1609", "final", "office", "rulebook"])
)
JUNK = st.recursive(
    SCALARS,
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(st.sampled_from([*DEFAULT, *NAMES]) | st.text(max_size=4), inside, max_size=4)
    ),
    max_leaves=12,
)


def change_somewhere(data: Any, draw: st.DataObject) -> None:
    """Replace, drop or double one value, at any depth."""
    while True:
        place = draw.draw(st.sampled_from(sorted(data) if isinstance(data, dict) else range(len(data))))
        inside = data[place]
        if isinstance(inside, (dict, list)) and inside and draw.draw(st.integers(0, 4)):
            data = inside
            continue
        match draw.draw(st.sampled_from(["replace", "drop", "double"])):
            case "drop":
                del data[place]
            case "double" if isinstance(data, list):
                data.append(inside)
            case _:
                data[place] = draw.draw(JUNK)
        return


@settings(max_examples=examples(150))
@given(st.data())
def test_whatever_is_changed_in_a_board_it_is_judged_and_not_crashed_on(draw: st.DataObject) -> None:
    data = deepcopy(DEFAULT)
    for _ in range(draw.draw(st.integers(1, 4))):
        change_somewhere(data, draw)
    found = mistakes_in(data)
    assert all(mistake.endswith(".") for mistake in found)
    if not found:
        assert begins(board_from(data))


@settings(max_examples=examples(150))
@given(JUNK | st.dictionaries(st.sampled_from([*DEFAULT]), JUNK))
def test_junk_is_never_a_board(data: object) -> None:
    assert mistakes_in(data)


@settings(max_examples=examples(40))
@given(st.data())
def test_a_board_without_mistakes_can_be_played(draw: st.DataObject) -> None:
    data = deepcopy(DEFAULT)
    data["tracks"]["length"] = draw.draw(st.integers(2, 20))
    for part in ("regions", "districts", "bridges", "start", "cards"):
        data[part] = draw.draw(st.permutations(data[part]))
    for year in draw.draw(st.lists(st.sampled_from([2, 4, 6, 8, 10, 12, 14, 15, 16, 17, 20, 21, 22]))):
        data["years"][year]["event"] = draw.draw(
            st.sampled_from(["none", "ship", "globe", "arms", "credit", "shipwreck", "leaders_back"])
        )
    data["bridges"] = data["bridges"][: draw.draw(st.integers(0, 7))]
    assert mistakes_in(data) == []
    assert begins(board_from(data))
