"""What is said to people: every sentence of the program in every language, and numbers as they are written there."""

import ast
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from babel.numbers import get_group_symbol

import companion.errors
import companion.games.errors
import hardware.errors
import web.errors
from companion.cli import main, of_click
from companion.cli.commands import Command, Group, Option, paragraphs
from companion.settings import SETTINGS
from companion.words import LANGUAGES, Language, mark, words
from companion.words.catalogue import read_catalogue

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "companion" / "words"
FILES = sorted(file.name for file in (CATALOGUES / "de").glob("*.po"))


ROOMS = ("companion", "hardware", "web")
ERRORS = [
    name
    for module in (companion.errors, companion.games.errors, hardware.errors, web.errors)
    for name, found in vars(module).items()
    if isinstance(found, type) and issubclass(found, Exception)
]
SAYING = dict.fromkeys(["say", "mark", "Phrase", "report", *ERRORS]) | {"counted": (2, 3)}
"""What a sentence is handed to; what counts takes two, for one and for many."""


def extracted() -> Iterator[tuple[str, str]]:
    """Every sentence that stands in the program, and where."""
    for room in ROOMS:
        sources = [(file, "python") for file in sorted((ROOT / room).rglob("*.py"))]
        templates = [(file, "jinja2") for file in sorted((ROOT / room).rglob("*.html"))]
        for file, method in (*sources, *templates):
            for line, found, _, _ in extract_from_file(method, file, keywords=SAYING, options={"trimmed": "true"}):
                for sentence in (found,) if isinstance(found, str) else found:
                    yield sentence, f"{file.relative_to(ROOT)}:{line}"


def of_help(command: click.Command, path: str = "veilingklok") -> Iterator[tuple[str, str]]:
    """What the command line says of itself: it stands in docstrings and options, which Babel does not read."""
    assert isinstance(command, Command)
    for paragraph in paragraphs(command.english or ""):
        yield paragraph, f"{path} --help"
    for option in command.params:
        if isinstance(option, click.Option):
            assert isinstance(option, Option)
            yield option.phrase.sentence, f"{path} {option.opts[-1]}"
    if isinstance(command, Group):
        for name, inside in command.commands.items():
            yield from of_help(inside, f"{path} {name}")


def sentences() -> dict[str, str]:
    found: dict[str, str] = {}
    for sentence, where in (*extracted(), *of_help(main)):
        found.setdefault(sentence, where)
    return found


SENTENCES = sentences()


def catalogues(language: str) -> list[Catalog]:
    files = sorted((CATALOGUES / language).glob("*.po"))
    return [read_po(BytesIO(file.read_bytes()), locale=language, abort_invalid=True) for file in files]


def translated(language: str) -> dict[str, str]:
    return {str(one.id): str(one.string) for catalogue in catalogues(language) for one in catalogue if one.id}


SAID_BY_CLICK = {*of_click.SENTENCES, *(sentence for pair in of_click.COUNTED for sentence in pair)}


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

    def test_no_sentence_hides_inside_an_f_string_where_babel_does_not_look(self) -> None:
        hidden = [
            (call.args[0].value, f"{file.relative_to(ROOT)}:{call.lineno}")
            for room in ROOMS
            for file in (ROOT / room).rglob("*.py")
            for text in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(text, ast.JoinedStr)
            for call in ast.walk(text)
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in SAYING
            if call.args and isinstance(call.args[0], ast.Constant)
        ]
        assert hidden == []

    def test_every_sentence_is_translated(self, language: Language) -> None:
        known = translated(language)
        assert {sentence: where for sentence, where in SENTENCES.items() if not known.get(sentence)} == {}

    def test_nothing_is_translated_that_nobody_says(self, language: Language) -> None:
        assert [sentence for sentence in translated(language) if sentence not in SENTENCES] == []
        assert [list(catalogue.obsolete) for catalogue in catalogues(language) if catalogue.obsolete] == []

    def test_no_translation_is_a_guess(self, language: Language) -> None:
        assert [one.id for catalogue in catalogues(language) for one in catalogue if one.id and one.fuzzy] == []

    def test_no_sentence_is_translated_in_two_places(self, language: Language) -> None:
        said = Counter(str(one.id) for catalogue in catalogues(language) for one in catalogue if one.id)
        assert [sentence for sentence, times in said.items() if times > 1] == []

    def test_what_is_filled_in_is_filled_in_everywhere(self, language: Language) -> None:
        ours = {one: other for one, other in translated(language).items() if one not in SAID_BY_CLICK}
        wrong = {one: other for one, other in ours.items() if values(one) != values(other)}
        assert wrong == {}

    def test_what_click_says_may_leave_out_what_click_itself_does_not_translate(self, language: Language) -> None:
        clicks = {one: other for one, other in translated(language).items() if one in SAID_BY_CLICK}
        wrong = {one: other for one, other in clicks.items() if not set(values(other)) <= set(values(one))}
        assert wrong == {}

    def test_a_sentence_ends_with_a_full_stop_in_every_language_and_a_heading_in_none(self, language: Language) -> None:
        wrong = {one: other for one, other in translated(language).items() if one.endswith(".") != other.endswith(".")}
        assert wrong == {}

    def test_each_says_which_language_it_is(self, language: Language) -> None:
        assert [dict(one.mime_headers)["Language"] for one in catalogues(language)] == [language] * len(FILES)

    def test_every_language_has_the_same_catalogues(self) -> None:
        assert sorted(file.name for file in (CATALOGUES / "nl").glob("*.po")) == FILES

    def test_there_is_one_for_every_language_that_can_be_set(self) -> None:
        (setting,) = [setting for setting in SETTINGS if setting.key == "table.language"]
        there = sorted(folder.name for folder in CATALOGUES.iterdir() if (folder / FILES[0]).exists())
        assert all(setting.is_good(language) for language in ("en", *there))
        assert str(setting.must_be) == " or ".join(["en", *there])


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


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("name", FILES)
def test_our_reader_of_catalogues_finds_what_babel_finds(language: str, name: str) -> None:
    text = (CATALOGUES / language / name).read_bytes()
    theirs = read_po(BytesIO(text), locale=language)
    assert read_catalogue(text.decode()) == {str(one.id): str(one.string) for one in theirs if one.id and one.string}


def test_our_reader_of_catalogues_knows_escapes_long_lines_and_what_is_fuzzy() -> None:
    text = 'msgid ""\nmsgstr "Language: de"\n\nmsgid ""\n"a \\"b\\" "\n"c\\n"\nmsgstr "d"\n" e\\\\"\n\n'
    text += '#, fuzzy\nmsgid "f"\nmsgstr "g"\n\nmsgid "h"\nmsgstr ""\n'
    assert read_catalogue(text) == {'a "b" c\n': "d e\\"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_thousands_are_parted_as_babel_has_it(language: Language) -> None:
    assert words(language).number(1_234_567) == "1,234,567".replace(",", get_group_symbol(language))
