"""The command line in the language of the terminal: help, click's own sentences, what commands say, and the keys."""

import gettext
import json
import re
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import click
import pytest
from babel.messages.extract import extract_from_file
from click.testing import CliRunner, Result
from kept_games import keep, played

from companion.cli import main, of_click
from companion.cli.commands import METAVARS, Command, Group, Option, paragraphs
from companion.cli.speaking import here
from companion.journal import Journal
from companion.settings import read_settings, settings_from
from companion.words import Language, words

LOCALES: dict[Language, str] = {"en": "en_GB.UTF-8", "de": "de_DE.UTF-8", "nl": "nl_NL.UTF-8"}
OTHERS: list[Language] = ["de", "nl"]


def run(language: Language, *command: str, **more: str) -> Result:
    return CliRunner(env={"LANG": LOCALES[language], "COLUMNS": "80"}).invoke(main, list(command), **more)  # type: ignore[arg-type]


def said(language: Language, *command: str) -> str:
    result = run(language, *command)
    assert result.exit_code == 0, result.output
    return result.stdout


def unwrapped(text: str) -> str:
    return re.sub(r"\s+", " ", text)


class TestWhichLanguage:
    @pytest.mark.parametrize(
        ("environment", "language"),
        [
            ({}, "en"),
            ({"LANG": "de_DE.UTF-8"}, "de"),
            ({"LANG": "de_AT"}, "de"),
            ({"LANG": "nl_BE.UTF-8@euro"}, "nl"),
            ({"LANG": "en_GB.UTF-8"}, "en"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
            ({"LANG": "den_CA"}, "en"),
            ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, "nl"),
            ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
            ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:nl:de"}, "nl"),
            ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
            ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
            ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr"}, "en"),
            ({"LC_ALL": "C", "LANGUAGE": "de"}, "en"),
            ({"LANG": "POSIX"}, "en"),
            ({"LANG": "C.UTF-8", "LANGUAGE": "nl"}, "en"),
        ],
    )
    def test_it_is_the_one_that_the_environment_wants(
        self, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
    ) -> None:
        for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        assert here().language == language

    def test_one_run_after_the_other_may_speak_differently(self) -> None:
        starts = [said(language, "--help").split()[0] for language in ("en", "de", "nl", "en")]
        assert starts == ["Usage:", "Aufruf:", "Gebruik:", "Usage:"]


def every_command(command: click.Command = main, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, Group):
        for name, inside in command.commands.items():
            yield from every_command(inside, (*path, name))


PATHS = [*every_command()]


def named(path: tuple[str, ...]) -> str:
    return " ".join(["veilingklok", *path])


def found(path: tuple[str, ...]) -> Command:
    command: click.Command = main
    for name in path:
        assert isinstance(command, Group)
        command = command.commands[name]
    assert isinstance(command, Command)
    return command


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", PATHS, ids=named)
class TestHelp:
    def test_of_every_command_is_in_the_language(self, path: tuple[str, ...], language: Language) -> None:
        speech, help = words(language), unwrapped(said(language, *path, "--help"))
        for paragraph in paragraphs(found(path).english or ""):
            assert speech.told(paragraph) in help
        assert speech.told("Usage:") in help
        assert speech.told("Show this message and exit.") in help
        english = {"Usage:", "Options:", "Commands:", "[OPTIONS]", "COMMAND", "[ARGS]", "[default:", "[required]"}
        assert not english & set(help.split())

    def test_and_so_is_that_of_every_option(self, path: tuple[str, ...], language: Language) -> None:
        help = unwrapped(said(language, *path, "--help"))
        for option in found(path).params:
            if isinstance(option, Option):
                assert option.phrase.sentence
                assert unwrapped(option.phrase.said(words(language))) in help

    def test_holds_on_a_terminal_of_80_columns(self, path: tuple[str, ...], language: Language) -> None:
        assert max(map(len, said(language, *path, "--help").splitlines())) <= 80


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_every_word_of_the_usage_has_a_translation(path: tuple[str, ...]) -> None:
    context = click.Context(found(path))
    values = [parameter for parameter in found(path).params if not getattr(parameter, "is_flag", False)]
    usage = [*found(path).collect_usage_pieces(context), *(parameter.make_metavar(context) for parameter in values)]
    assert set(re.findall(r"[A-Z]+(?: [A-Z]+)*", ", ".join(usage).replace(" [", ", ["))) <= set(METAVARS)


class TestClicksOwnSentences:
    def test_all_of_ours_are_clicks(self) -> None:
        """A click that says it otherwise shows here."""
        files = [
            distribution("click").locate_file(file)
            for file in distribution("click").files or ()
            if file.suffix == ".py"
        ]
        keywords = {"_": None, "ngettext": (1, 2)}
        clicks = {
            sentence
            for file in files
            for _, told, _, _ in extract_from_file("python", str(file), keywords=keywords)
            for sentence in ((told,) if isinstance(told, str) else told)
        }
        counted = {sentence for pair in of_click.COUNTED for sentence in pair}
        assert {*of_click.SENTENCES, *counted} - clicks == set()

    @pytest.mark.parametrize(
        ("command", "german", "dutch"),
        [
            (["ply"], "Fehler: Einen Befehl 'ply' gibt es nicht.", "Fout: Er is geen opdracht 'ply'."),
            (["watch", "--speed"], "War '--seed' gemeint?", "Was '--seed' bedoeld?"),
            (["play", "--bot"], "(War eines davon gemeint: '--board', '--bots'?)", "'--board', '--bots'?)"),
            (["play", "--players", "9"], "'--players': 9 liegt nicht im Bereich 3<=x<=5.", "9 ligt niet in het bereik"),
            (["play", "--players", "x"], "'x' ist keine passende Zahl.", "'x' is geen passend getal."),
            (["play", "--profile", "x"], "'x' ist nichts von 'original', 'even'.", "is geen van 'original', 'even'."),
            (
                ["play", "--names"],
                "Die Option '--names' braucht einen Wert.",
                "De optie '--names' heeft een waarde nodig.",
            ),
            (["play", "one", "two"], "Zu viele Argumente (one two)", "Te veel argumenten (one two)"),
            (["score"], "Fehler: Es fehlt das Argument 'STELLUNG'.", "Fout: Het argument ontbreekt: 'STELLING'."),
            (["score", "no.json"], "'STELLUNG': 'no.json' gibt es nicht.", "'STELLING': 'no.json' bestaat niet."),
            (["screens"], "Es fehlt die Option '-o' / '--output'.", "De optie ontbreekt: '-o' / '--output'."),
            (["board", "check", "/"], "'DATEI': '/' ist ein Ordner.", "'BESTAND': '/' is een map."),
        ],
    )
    def test_what_is_typed_wrong_is_said(self, command: list[str], german: str, dutch: str) -> None:
        for language, sentence in (("de", german), ("nl", dutch)):
            result = run(language, *command)  # type: ignore[arg-type]
            assert result.exit_code == 2
            assert sentence in result.stderr
            assert not re.search(r"Error|Usage|Try |No such|Invalid|Missing", result.stderr)

    def test_without_room_for_its_catalogue_click_speaks_english(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(prefix: str) -> str:
            raise OSError(28, "No space left on device")

        of_click._compiled.cache_clear()
        monkeypatch.setattr("tempfile.mkdtemp", full)
        assert said("de", "--help").startswith("Usage: main [OPTIONEN]")
        of_click._compiled.cache_clear()

    def test_nothing_else_is_changed_for_those_who_speak_english(self) -> None:
        said("de", "--help")
        said("en", "--help")
        assert gettext.textdomain() == "messages"


@pytest.mark.parametrize("language", OTHERS)
class TestCommands:
    def test_a_game_is_told_to_its_end(self, language: Language) -> None:
        text = said(language, "watch", "--fast", "--seed", "3")
        assert words(language).told("Final standings") in text.splitlines()
        assert words(language).told("wins") in text
        assert not re.search(r"\b(the|and|with|for|wins|mayor)\b", text)

    def test_a_table_of_results_keeps_its_columns(self, language: Language) -> None:
        heading, *seats, summary = said(language, "simulate", "--games", "2").splitlines()
        assert len(heading.split()) == len(seats[0].split()) == 6
        assert {len(line) for line in (heading, *seats)} == {len(heading)}
        assert re.search(r" \d\.\d{3}\.\d{3} |  \d{3}\.\d{3} ", seats[0])
        assert summary.startswith(words(language).say("{count} games", count=2))

    def test_the_settings_file_that_is_printed_sets_every_default(self, tmp_path: Path, language: Language) -> None:
        file = tmp_path / "veilingklok.toml"
        printed = said(language, "settings")
        assert words(language).told("Speed; 2 is twice as fast") in printed
        assert not re.search(
            r"\b(must|the|which)\b", "\n".join(line for line in printed.splitlines() if line[:1] == "#")
        )
        file.write_text(printed, encoding="utf-8")
        assert read_settings(file).values == settings_from({}).values
        assert said(language, "settings", "check", str(file)) == words(language).say("{file}: good.", file=file) + "\n"

    def test_mistakes_in_settings_are_said_with_the_words_of_the_file(self, tmp_path: Path, language: Language) -> None:
        file = tmp_path / "mine.toml"
        file.write_text('[clock]\nspeed = 3\n[seat1]\ncolour = "pink"\nlamp = 6\n')
        told = run(language, "settings", "check", str(file)).stderr
        assert {
            "de": "clock.speed muss eine Zahl von 0.5 bis 2 sein, nicht 3.",
            "nl": "moet een getal van 0.5 tot 2 zijn",
        }[language] in told
        assert {"de": "orange oder blue oder green", "nl": "orange of blue of green"}[language] in told
        assert {"de": "Leitung 6 wird zweimal benutzt", "nl": "lijn 6 wordt twee keer gebruikt"}[language] in told

    def test_what_the_system_says_is_said(self, tmp_path: Path, language: Language) -> None:
        told = run(language, "board", "draw", "-o", str(tmp_path / "nowhere" / "board.svg")).stderr
        assert words(language).told("No such file or directory") in told

    def test_the_games_that_are_kept(self, tmp_path: Path, language: Language) -> None:
        with Journal(tmp_path) as journal:
            keep(journal, played(1))
            keep(journal, played(2, players=3, actions=50), who="person")
        over, going_on = said(language, "games", "--data", str(tmp_path)).splitlines()
        assert {"de": "gewonnen von ", "nl": "gewonnen door "}[language] in over
        assert {"de": "Amtszeit ", "nl": "Ambtstermijn "}[language] in going_on
        shown = said(language, "games", "show", "1", "--data", str(tmp_path))
        assert words(language).told("Final standings") in shown
        asked = run(language, "games", "delete", "1", "--data", str(tmp_path), input="n\n")
        assert {"de": "endgültig löschen", "nl": "voorgoed wissen"}[language] in asked.stdout
        assert words(language).told("Aborted!") in asked.stderr

    def test_the_doctor_speaks_and_keeps_its_columns(self, tmp_path: Path, language: Language) -> None:
        command = ["doctor", "--simulate", "--data", str(tmp_path)]
        findings = [line for line in run(language, *command).stdout.splitlines() if line[:1] in "✓✗"]
        starts = {re.match(r"[✓✗] (\S+ +)", line)[1] for line in findings}  # type: ignore[index]
        assert len({len(start) for start in starts}) == 1
        assert words(language).told("display") in {start.strip() for start in starts}

    def test_the_self_test_speaks(self, tmp_path: Path, language: Language) -> None:
        text = run(language, "selftest", "--simulate", "--data", str(tmp_path)).stdout
        asked = {
            "de": "Den Knopf von Platz 2 drücken, blau: Er blinkt.",
            "nl": "knop van plaats 2, blauw: hij knippert.",
        }
        assert asked[language] in text
        outcome = words(language).told("{count} to put right.").partition("{")[0]
        assert text.splitlines()[-1].startswith((words(language).told("All is well."), outcome))

    def test_for_programs_everything_is_in_english(self, tmp_path: Path, language: Language) -> None:
        command = ["doctor", "--simulate", "--json", "--data", str(tmp_path)]
        (program,) = [one for one in json.loads(run(language, *command).stdout) if one["part"] == "program"]
        assert " on Python " in program["says"]
        report = json.loads(run(language, "selftest", "--simulate", "--json", "--data", str(tmp_path)).stdout)
        assert report["findings"][0]["says"].startswith("The display ")

    def test_a_position_is_scored_in_words(self, tmp_path: Path, language: Language) -> None:
        file = tmp_path / "position.json"
        position = {"game": "merchants", "seats": ["orange", "blue"], "year": "1609", "market": {"sugar": {"blue": 4}}}
        file.write_text(json.dumps(position), encoding="utf-8")
        text = said(language, "score", str(file))
        assert {"de": "Zucker: blau 100.000", "nl": "suiker: blauw 100.000"}[language] in text
        assert not re.search(r"\b(blue|sugar|nobody|Nobody|market)\b", text)

    def test_a_position_that_cannot_be_read_is_named_with_what_is_wrong(
        self, tmp_path: Path, language: Language
    ) -> None:
        file = tmp_path / "position.json"
        file.write_text('{"game": "merchants", "seats": ["orange", "blue"], "year": 1609}', encoding="utf-8")
        told = run(language, "score", str(file)).stderr
        assert str(file) in told
        assert {"de": "year muss ein Text in Anführungszeichen sein", "nl": "year moet"}[language] in told
