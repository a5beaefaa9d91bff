"""Everybody's money over the years: what each line ends with can be read, whoever has how much."""

from itertools import pairwise

import pytest
from reading_svg import Element, all_of, numbers, read, tags, view, written

from companion.colours import COLOURS
from companion.games.drawing.tokens import Player
from companion.games.merchants.drawing import money_chart
from companion.words import Language, words

COLOUR_NAMES = ("orange", "blue", "green", "yellow", "purple")
MERCHANTS = [
    Player(name, COLOURS[colour])
    for name, colour in zip(("Ada", "Ben", "Cleo", "Dirk", "Elsje"), COLOUR_NAMES, strict=True)
]
YEARS = ("1579", "1585", "1588", "1596/97", "1597", "1600", "1602", "1609", "1609/21", "1611")


def a_game(*ends: int) -> list[tuple[str, tuple[int, ...]]]:
    """Everybody begins with 300,000 and ends with what is said."""
    steps = len(YEARS) - 1
    return [(year, tuple(300_000 + (end - 300_000) * step // steps for end in ends)) for step, year in enumerate(YEARS)]


def chart(*ends: int, width: float = 336, language: Language = "en") -> Element:
    return read(money_chart(a_game(*ends), MERCHANTS[: len(ends)], words(language), width=width))


def labels(root: Element) -> dict[str, tuple[float, float]]:
    """What stands at the ends of the lines, and where."""
    ends = [text for text in all_of(root, "text") if all_of(text, "tspan")]
    return {"".join(text.itertext()): (float(text.get("x", 0)), float(text.get("y", 0))) for text in ends}


def lines(root: Element) -> list[list[tuple[float, float]]]:
    """The coloured one of each seat."""
    coloured = [line for line in all_of(root, "polyline") if len(line.get("points", "").split()) == len(YEARS)]
    return [
        [(x, y) for x, y in map(numbers, line.get("points", "").split())] for line in coloured[len(coloured) // 2 :]
    ]


def test_every_line_ends_with_a_name_and_thousands() -> None:
    assert list(labels(chart(400_000, 250_000, 90_000))) == ["Ada 400", "Ben 250", "Cleo 90"]


@pytest.mark.parametrize(("language", "written_so"), [("en", "1,510"), ("de", "1.510"), ("nl", "1.510")])
def test_thousands_are_written_as_people_write_them(language: Language, written_so: str) -> None:
    assert f"Ada {written_so}" in labels(chart(1_510_000, 250_000, 90_000, language=language))


@pytest.mark.parametrize("ends", [(400_000,) * 5, (0,) * 5, (400_000, 401_000, 399_000, 402_000, 10_000)])
@pytest.mark.parametrize("width", [336, 1200])
def test_no_label_covers_another_however_close_the_lines_end(ends: tuple[int, ...], width: float) -> None:
    heights = sorted(y for _, y in labels(chart(*ends, width=width)).values())
    assert min(below - above for above, below in pairwise(heights)) > 14
    assert heights[-1] < 240 - 12


def test_labels_stand_in_the_order_of_the_lines() -> None:
    by_height = sorted(labels(chart(400_000, 401_000, 399_000)).items(), key=lambda label: label[1][1])
    assert [label for label, _ in by_height] == ["Ben 401", "Ada 400", "Cleo 399"]


def test_the_more_money_the_higher_the_line() -> None:
    ada, ben = lines(chart(400_000, 250_000))
    assert ada[-1][1] < ben[-1][1]
    assert [x for x, _ in ada] == sorted(x for x, _ in ada)


def test_lines_of_equal_money_do_not_hide_each_other() -> None:
    one, two, three = lines(chart(300_000, 300_000, 300_000))
    assert len({one[3][1], two[3][1], three[3][1]}) == 3
    assert abs(one[3][1] - three[3][1]) < 8


def test_everything_lies_in_the_view() -> None:
    for root in (chart(1_880_000, 20_000, 650_000, 0, 940_000), chart(-80_000, 300_000, 0)):
        points = [point for line in lines(root) for point in line] + list(labels(root).values())
        assert [point for point in points if not view(root).holds(point)] == []


def test_names_of_years_do_not_cover_each_other() -> None:
    for width in (336, 1200):
        root = chart(400_000, 250_000, width=width)
        years = [(float(text.get("x", 0)), text.text or "") for text in all_of(root, "text") if text.text in YEARS]
        ends = sorted((x - len(year) * 3.4, x + len(year) * 3.4) for x, year in years)
        assert [1 for (_, end), (begin, _) in pairwise(ends) if end > begin] == []
        assert "1611" in [year for _, year in years]


def test_a_long_name_is_cut_and_its_amount_is_not() -> None:
    merchants = [Player("Maximiliane Annemarie von Hohenlohe-Oehr", COLOURS["blue"]), *MERCHANTS[1:3]]
    (longest, *_) = labels(read(money_chart(a_game(1_510_000, 20_000, 0), merchants)))
    assert longest.startswith("Max")
    assert longest.endswith("\u2026 1,510")


def test_a_game_that_has_only_begun_has_a_chart_too() -> None:
    assert list(labels(read(money_chart([("1579", (0, 0, 0))], MERCHANTS[:3])))) == ["Ada 0", "Ben 0", "Cleo 0"]
    assert written(read(money_chart([], MERCHANTS[:3]))) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Money over the years: Ada 400,000; Ben 250,000."),
        ("de", "Geld im Lauf der Jahre: Ada 400.000; Ben 250.000."),
        ("nl", "Geld door de jaren heen: Ada 400.000; Ben 250.000."),
    ],
)
def test_it_says_how_it_stands(language: Language, said: str) -> None:
    root = chart(400_000, 250_000, language=language)
    assert (root.get("role"), root.get("aria-label")) == ("img", said)


@pytest.mark.parametrize("hostile", ['<b>"', "]]>&amp;", "{0}{name}"])
def test_a_hostile_name_is_only_text(hostile: str) -> None:
    root = read(money_chart(a_game(1, 2), [Player(hostile, merchant.colour) for merchant in MERCHANTS[:2]]))
    assert tags(root) == tags(chart(1, 2))
    assert f"{hostile} 0" in labels(root)
