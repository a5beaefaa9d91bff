"""Every print, whatever is built: it has its paper's size, a ruler that is true, and words that can be read."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from printing import LANGUAGES, SHOWN, plan, printed
from reading_pdf import Sheet

from companion.prints import PAPERS, PRINTS, print_svg
from companion.prints.paper import FOOTING, HEADING, MARGIN, Paper
from companion.prints.pdf import pdf_from
from companion.words import Language, words

SVG = "{http://www.w3.org/2000/svg}"
POINTS = {"a4": (595.276, 841.890), "letter": (612, 792)}
EVERY = pytest.mark.parametrize("name", PRINTS)
ON_BOTH = pytest.mark.parametrize("paper", PAPERS)
IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def texts(name: str, built: str, paper: str, language: Language) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(print_svg(name, paper, plan(built), words(language)))
    return list(root.iter(f"{SVG}text"))


@EVERY
@ON_BOTH
def test_a_page_is_as_large_as_its_paper(name: str, paper: str) -> None:
    sheet = printed(name, paper=paper)
    assert sheet.points == pytest.approx(POINTS[paper], abs=0.01)
    root = ElementTree.fromstring(print_svg(name, paper, plan("as it comes"), words("en")))
    size = PAPERS[paper]
    assert (root.get("width"), root.get("height")) == (f"{size.width:g}mm", f"{size.height:g}mm")
    assert root.get("viewBox") == f"0 0 {size.width:g} {size.height:g}"


@EVERY
@ON_BOTH
def test_the_ruler_is_a_hundred_millimetres_long(name: str, paper: str) -> None:
    sheet = printed(name, paper=paper)
    low = sheet.height - MARGIN - 3.2
    (ruler,) = [
        (left, right)
        for (left, y), (right, _) in sheet.straight()
        if y == pytest.approx(low, abs=0.02) and right - left > 50
    ]
    assert ruler == pytest.approx((MARGIN, MARGIN + 100), abs=0.01)
    marks = sorted(
        {one[0] for one, other in sheet.straight() if one[1] == pytest.approx(low, abs=0.02) and one[0] == other[0]}
    )
    assert marks == pytest.approx([MARGIN + step for step in range(0, 101, 5)], abs=0.01)


@EVERY
@ON_BOTH
@IN_EVERY_LANGUAGE
def test_all_words_lie_between_the_margins(name: str, paper: str, language: Language) -> None:
    for built in SHOWN[name]:
        sheet = printed(name, built, paper, language)
        right, bottom = sheet.width - MARGIN + 0.15, sheet.height - MARGIN + 0.15  # a slanted letter may lean over
        for line in sheet.lines:
            box = line.box
            assert min(box.left, box.top) >= MARGIN - 0.15, (built, line)
            assert box.right <= right, (built, line)
            assert box.bottom <= bottom, (built, line)


@EVERY
@ON_BOTH
def test_nothing_is_drawn_outside_the_margins(name: str, paper: str) -> None:
    for built in SHOWN[name]:
        sheet = printed(name, built, paper)
        for path in sheet.paths[1:]:  # the first is the paper itself
            box = path.box
            assert min(box.left, box.top) >= MARGIN - 0.15, (built, box)
            assert box.right <= sheet.width - MARGIN + 0.15, (built, box)
            assert box.bottom <= sheet.height - MARGIN + 0.15, (built, box)


@EVERY
@ON_BOTH
@IN_EVERY_LANGUAGE
def test_the_title_and_the_ruler_have_their_ends_of_the_page_to_themselves(
    name: str, paper: str, language: Language
) -> None:
    for built in SHOWN[name]:
        sheet = printed(name, built, paper, language)
        top, bottom = MARGIN + HEADING - 0.15, sheet.height - MARGIN - FOOTING + 0.15
        for box in (*(line.box for line in sheet.lines), *(circle.box for circle in sheet.circles)):
            assert box.bottom <= top or (box.top >= top and box.bottom <= bottom) or box.top >= bottom, (built, box)


@EVERY
@ON_BOTH
@IN_EVERY_LANGUAGE
def test_no_words_lie_on_others(name: str, paper: str, language: Language) -> None:
    for built in SHOWN[name]:
        for one, other in combinations(printed(name, built, paper, language).lines, 2):
            assert not one.box.overlaps(other.box, by=0.12), (built, one, other)


@EVERY
@ON_BOTH
@IN_EVERY_LANGUAGE
def test_everything_can_be_read(name: str, paper: str, language: Language) -> None:
    for built in SHOWN[name]:
        for line in printed(name, built, paper, language).lines:
            assert line.size >= 7, (built, line)


@EVERY
@ON_BOTH
@IN_EVERY_LANGUAGE
def test_the_pdf_tells_the_same_words_as_the_svg(name: str, paper: str, language: Language) -> None:
    for built in SHOWN[name]:
        written = [text.text or "" for text in texts(name, built, paper, language)]
        read = [line.words for line in printed(name, built, paper, language).lines]
        assert sorted(map(_bare, read)) == sorted(map(_bare, written))


def _bare(words: str) -> str:
    return re.sub(r"\s", " ", words)


@EVERY
@IN_EVERY_LANGUAGE
def test_a_line_is_as_wide_in_every_fount_as_it_is_in_the_pdf(name: str, language: Language) -> None:
    sheet = printed(name, "with a dial", language=language)
    measured = {line.words: line.box.width for line in sheet.lines if len(line.words) > 12}
    for text in texts(name, "with a dial", "a4", language):
        told = text.text or ""
        if told in measured and (length := text.get("textLength")):
            assert measured[told] == pytest.approx(float(length), rel=0.03), told


@EVERY
@IN_EVERY_LANGUAGE
def test_no_sentence_is_left_in_another_language(name: str, language: Language) -> None:
    """What is the same everywhere is a number, a name or a measure."""
    if language == "en":
        return
    english = {line.words for line in printed(name, "with a dial").lines}
    same = {line.words for line in printed(name, "with a dial", language=language).lines} & english
    assert [words for words in same if len(words.split()) > 3] == []


def test_letters_from_elsewhere_are_replaced_and_the_rest_is_printed() -> None:
    size = 'viewBox="0 0 90 50" width="90mm" height="50mm" font-family="serif"'
    text = '<text x="10" y="20" font-size="6">Grüße: Ωmega, 5 · 3 \u00d7</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{text}</svg>'
    (line,) = Sheet(pdf_from(svg, Paper("", 90, 50), "Ω")).lines
    assert line.words == "Grüße: ?mega, 5 · 3 \u00d7"


def test_the_pages_need_nothing_from_elsewhere() -> None:
    for name in PRINTS:
        svg = print_svg(name, "a4", plan("with a dial"), words("de")).replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"href|url\(|<style|<script|<image|@import|https?:", svg)


def test_a_pdf_is_called_as_its_page() -> None:
    assert printed("dial", language="de").document.get_metadata_value("Title") == "Zifferblatt"
