"""What is said to people: every sentence of the device in every language, and numbers as they are written there."""

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from companion.settings import SETTINGS
from companion.words import Language, mark, words

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "companion" / "words"


def sentences() -> dict[str, str]:
    """All that the device can say, with where it is said."""
    found: dict[str, str] = {}
    for file in sorted((ROOT / "hardware").rglob("*.py")):
        for line, sentence, _, _ in extract_from_file("python", file, keywords={"say": None, "mark": None}):
            assert isinstance(sentence, str), f"{file}:{line}"
            found.setdefault(sentence, f"{file.relative_to(ROOT)}:{line}")
    return found


SENTENCES = sentences()


def catalogue(language: str) -> Catalog:
    return read_po(BytesIO((CATALOGUES / f"{language}.po").read_bytes()), locale=language, abort_invalid=True)


def translated(language: str) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalogue(language) if message.id}


def values(sentence: str) -> list[str]:
    """The names of what is filled in."""
    return sorted(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


@pytest.fixture(params=["de", "nl"])
def language(request: pytest.FixtureRequest) -> Language:
    found: Language = request.param
    return found


class TestCatalogues:
    def test_there_are_sentences_to_be_translated(self) -> None:
        assert {"Sold to", "The dial is dead: {why}.", "Amsterdam is scored"} <= SENTENCES.keys()

    def test_every_sentence_is_translated(self, language: Language) -> None:
        known = translated(language)
        assert {sentence: where for sentence, where in SENTENCES.items() if not known.get(sentence)} == {}

    def test_nothing_is_translated_that_nobody_says(self, language: Language) -> None:
        assert [sentence for sentence in translated(language) if sentence not in SENTENCES] == []
        assert list(catalogue(language).obsolete) == []

    def test_no_translation_is_a_guess(self, language: Language) -> None:
        assert [message.id for message in catalogue(language) if message.id and message.fuzzy] == []

    def test_what_is_filled_in_is_filled_in_everywhere(self, language: Language) -> None:
        wrong = {one: other for one, other in translated(language).items() if values(one) != values(other)}
        assert wrong == {}

    def test_a_sentence_ends_with_a_full_stop_in_every_language_and_a_heading_in_none(self, language: Language) -> None:
        wrong = {one: other for one, other in translated(language).items() if one.endswith(".") != other.endswith(".")}
        assert wrong == {}

    def test_each_says_which_language_it_is(self, language: Language) -> None:
        assert dict(catalogue(language).mime_headers)["Language"] == language

    def test_there_is_one_for_every_language_that_can_be_set(self) -> None:
        (setting,) = [setting for setting in SETTINGS if setting.key == "table.language"]
        there = sorted(file.stem for file in CATALOGUES.glob("*.po"))
        assert all(setting.is_good(language) for language in ("en", *there))
        assert setting.must == f"be {' or '.join(['en', *there])}"


class TestSaying:
    def test_english_is_what_the_program_itself_says(self) -> None:
        assert words("en").say("Sold to") == "Sold to"

    def test_other_languages_are_looked_up(self) -> None:
        assert words("de").say("A tie!") == "Gleichzeitig!"
        assert words("de").say("A tie!") != words("nl").say("A tie!") != "A tie!"

    def test_what_a_language_lacks_is_said_in_english(self, language: Language) -> None:
        assert words(language).say("Nobody has thought of {this}", this="that") == "Nobody has thought of that"

    def test_what_is_only_marked_stays_as_it_is(self) -> None:
        assert mark("Sold to") == "Sold to"

    def test_values_are_filled_in(self) -> None:
        assert words("en").say("Goes to {name}", name="Cleo {x}") == "Goes to Cleo {x}"
        assert "Cleo" in words("de").say("Goes to {name}", name="Cleo")

    def test_every_language_is_read_once(self, language: Language) -> None:
        assert words(language) is words(language)


class TestNumbers:
    @pytest.mark.parametrize(("language", "written"), [("en", "1,510,000"), ("de", "1.510.000"), ("nl", "1.510.000")])
    def test_they_are_written_as_people_write_them(self, language: Language, written: str) -> None:
        assert words(language).number(1_510_000) == written
        assert written in words(language).say("{price} guilders", price=1_510_000)

    @pytest.mark.parametrize("language", ["en", "de", "nl"])
    def test_small_ones_are_just_digits(self, language: Language) -> None:
        assert [words(language).number(number) for number in (0, 7, 999)] == ["0", "7", "999"]

    def test_what_is_in_words_already_is_left_alone(self) -> None:
        assert words("en").say("in {seconds} s", seconds="1585") == "in 1585 s"

    @pytest.mark.parametrize(
        ("language", "written"),
        [
            ("en", ["3", "3.1", "3.14", "0.50"]),
            ("de", ["3", "3,1", "3,14", "0,50"]),
            ("nl", ["3", "3,1", "3,14", "0,50"]),
        ],
    )
    def test_a_decimal_has_just_so_many_places(self, language: Language, written: list[str]) -> None:
        told = words(language)
        assert [told.decimal(3.14159, 0), told.decimal(3.14159, 1), told.decimal(3.14159, 2)] == written[:3]
        assert told.decimal(0.5, 2) == written[3]
