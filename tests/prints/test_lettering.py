"""How wide words are: our figures are those of the founts that the PDF names."""

import pytest
from fpdf import FPDF

from companion.games.lettering import width

WESTERN = "".join(letter for code in range(0x20, 0x100) if (letter := chr(code)).isprintable())


@pytest.mark.parametrize(("style", "looks"), [("", {}), ("B", {"bold": True}), ("I", {"italic": True})])
def test_every_letter_of_western_europe_that_is_said_here_is_as_wide_as_in_times(
    style: str, looks: dict[str, bool]
) -> None:
    paper = FPDF(unit="pt")
    paper.set_font("Times", style, 10)
    said = [letter for letter in WESTERN if letter not in UNSAID]
    ours = {letter: round(width(letter, 10, **looks), 3) for letter in said}
    assert ours == {letter: round(paper.get_string_width(letter), 3) for letter in said}


UNSAID = "^\u00a2\u00a4\u00a5\u00a8\u00a9\u00aa\u00ac\u00ae\u00af\u00b4\u00b6\u00b8\u00ba\u00d0\u00de\u00f0\u00fe"
"""Signs of money, law and old Iceland, which no print has."""
