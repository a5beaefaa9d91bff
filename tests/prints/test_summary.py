"""The sheet for the table: every year of the board with what it brings, and every number of the rules as it is."""

import msgspec
import pytest
from printing import LANGUAGES, printed
from reading_pdf import Sheet

from companion.games.merchants.board import Board, default_board
from companion.prints import plan_of, print_pdf
from companion.settings import settings_from
from companion.words import Language, words


def told(language: Language = "en") -> str:
    return " ".join(line.words for line in printed("summary", language=language).lines).replace("\u00a0", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_year_is_there_once(language: Language) -> None:
    lines = [line.words for line in printed("summary", language=language).lines]
    for year in default_board().years:
        assert lines.count(year.year) == 1, year.year


def test_every_table_has_its_amounts_the_first_above_the_second() -> None:
    sheet = printed("summary")
    (year,) = [line for line in sheet.lines if line.words == "1609"]
    below = sorted(
        (line for line in sheet.lines if abs(line.box.middle[0] - year.box.middle[0]) < 13 and line.words.isdigit()),
        key=lambda line: (round(line.box.middle[1]), line.box.left),
    )
    after = [line.words for line in below if 0 < line.box.top - year.box.bottom < 16]
    assert after == ["100", "80", "60", "40", "60", "40", "40", "20"]


def test_the_amounts_are_all_those_of_the_board() -> None:
    wanted = sorted(
        str(amount)
        for year in default_board().years
        for _, table in year.scorings()
        for column in table
        for amount in column
    )
    ruler = [line for line in printed("summary").lines if line.box.top > 280]
    drawn = sorted(
        line.words
        for line in printed("summary").lines
        if line.words.isdigit() and line not in ruler and len(line.words) < 4
    )
    assert drawn == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        "Market: A token on space 2 or further of all four tracks: a free warehouse at once",
        "Amsterdam: A warehouse in each of the four districts: 100,000.",
        "Colonies: A trade office in each of the four regions: 100,000.",
        "Bridge: Warehouses at both ends of a bridge: 40,000, for every bridge.",
        "takes 120,000 and a credit marker first.",
        "Credit: Everybody may take 120,000 and a credit marker, which costs 200,000 at the end.",
        "The price falls from 200,000 to 60,000.",
        "at 50,000 it is over and nobody buys.",
        "prices are double, 400,000 at most. At 100 the doubler must take the card for 200,000.",
        "Tie for first: Both amounts together are divided, rounded down to 10,000; nothing for the second.",
        "Tie for second: The lower amount is divided, rounded down to 10,000.",
        "1 Sugar, 2 Gemstones, 3 Spice, 4 Silk.",
        "1 Nieuwe Zijde, 2 Oude Zijde, 3 Grachten, 4 Lastage.",
        "1 Americas, 2 Africa, 3 East Indies, 4 Far East.",
        "All three areas are scored by the tables of 1666, every credit marker costs 200,000",
    ],
)
def test_the_numbers_are_those_of_the_rules(sentence: str) -> None:
    assert sentence in told()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_one_page_and_its_columns_end_above_the_ruler(language: Language) -> None:
    for paper in ("a4", "letter"):
        sheet = printed("summary", paper=paper, language=language)
        assert len(sheet.document) == 1
        last = max(line.box.bottom for line in sheet.lines if line.box.bottom < sheet.height - 21)
        assert last > sheet.height - 45  # the page is used
        ruler = sheet.height - 10 - 3.2 - 2.6
        among = [line for line in sheet.lines if line.box.top < ruler - 4 < line.box.bottom - 1]
        assert among == []


def test_a_board_of_ones_own_tells_its_own_years() -> None:
    data = default_board().data
    years = [
        msgspec.structs.replace(year, event="globe") if year.event in ("lose_office", "shipwreck") else year
        for year in data.years
    ]
    mine = Board(msgspec.structs.replace(data, years=tuple(years)))
    sheet = Sheet(print_pdf("summary", "a4", plan_of(mine, settings_from({})), words("en")))
    leads = [line.words for line in sheet.lines]
    assert "Globe:" in leads
    assert "Shipwreck:" not in leads
    assert "Lose an office:" not in leads
