"""What the time track brings next: M3, M5."""

import pytest
from merchants_table import position

from companion.games.merchants.ahead import ahead
from companion.games.merchants.board import default_board
from companion.words import Language, words


def test_m3_the_next_five_spaces_from_where_time_stands() -> None:
    found = ahead(position(year="1600").state)
    assert [(coming.steps, coming.year) for coming in found] == [
        (1, "1602"), (2, "1609"), (3, "1609/21"), (4, "1611"), (5, "1613"),
    ]  # fmt: skip


def test_m3_from_the_start_all_25_can_be_seen_and_the_last_year_has_none() -> None:
    assert [coming.year for coming in ahead(position(year="1579").state, 99)] == [
        space.year for space in default_board().years[1:]
    ]
    assert ahead(position(year="1666").state) == ()


def test_m5_each_says_what_happens_there() -> None:
    words_of = {coming.year: coming.words for coming in ahead(position(year="1579").state, 99)}
    assert words_of["1585"] == "nothing happens"
    assert words_of["1611"] == "Amsterdam is scored"
    assert words_of["1656"] == "everybody loses a warehouse"


def test_m26_a_scoring_shows_its_table_in_guilders() -> None:
    by_year = {coming.year: coming for coming in ahead(position(year="1579").state, 99)}
    (stakes,) = by_year["1609"].scorings
    assert stakes.area == "market"
    assert stakes.table == ((100_000, 60_000), (80_000, 40_000), (60_000, 40_000), (40_000, 20_000))
    assert by_year["1602"].scorings == ()


def test_m27_the_last_year_shows_three() -> None:
    (*_, last) = ahead(position(year="1664").state)
    assert [stakes.area for stakes in last.scorings] == ["market", "amsterdam", "colonies"]


@pytest.mark.parametrize(("language", "said"), [("de", "Amsterdam wird gewertet"), ("nl", "Amsterdam telt")])
def test_it_is_said_in_every_language(language: Language, said: str) -> None:
    (next_one, *_) = ahead(position(year="1609/21").state, speech=words(language))
    assert (next_one.year, next_one.words) == ("1611", said)
