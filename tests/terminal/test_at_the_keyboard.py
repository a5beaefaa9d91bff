"""The real thing: the commands on a pseudo-terminal, with keys pressed and the screen read."""

import signal
from pathlib import Path

import pytest
from click.testing import CliRunner
from pseudo_terminal import Terminal

from companion.cli import main

CTRL_C = "\x03"
QUICK = """
[clock]
profile = "even"
speed = 2.0
seconds_per_price = 0.2
get_ready = 0.0
[referee]
photo_finish_ms = 200.0
tie_us = 100000.0
[bots]
pace = 0.0
"""


@pytest.fixture
def settings(tmp_path: Path) -> str:
    """A clock that runs down in less than two seconds, and a referee who is quick to see a tie."""
    file = tmp_path / "quick.toml"
    file.write_text(QUICK, encoding="utf-8")
    return str(file)


class TestClock:
    def test_it_starts_doubles_and_sells_and_a_tie_is_told(self, tmp_path: Path) -> None:
        slow = tmp_path / "slow.toml"
        slow.write_text(QUICK.replace("seconds_per_price = 0.2", "seconds_per_price = 10.0"), encoding="utf-8")
        names = ["--names", "Anna,Ben,Cleo", "--money", "400000", "--settings", str(slow)]
        with Terminal("clock", *names) as terminal:
            terminal.expect("Any seat's key starts the clock.")
            terminal.press("1")
            terminal.expect("Anna starts the clock.")
            terminal.expect("A stop now doubles.")
            terminal.press("2")
            terminal.expect("Ben stops the clock at 200.")
            terminal.expect("Ben doubles the auction!")
            terminal.expect("Get ready ...")
            terminal.expect("400,000 guilders DOUBLED by Ben")
            terminal.press("13")
            terminal.expect("A tie: Cleo and Anna press")
            terminal.expect("Sold to Cleo for")
            terminal.press("u")
            terminal.expect("Cleo gets")
            terminal.expect("Anna 400,000 Ben 400,000 Cleo 400,000")
            terminal.press("?q")
            terminal.expect("A stop at start or 200 doubles")
            assert terminal.ended() == 0
            assert terminal.is_as_before()
            assert terminal.raw.rstrip().endswith("\x1b[?25h")

    def test_the_margin_is_shown(self, tmp_path: Path) -> None:
        sharp = tmp_path / "sharp.toml"
        patient = QUICK.replace("200.0", "1000.0").replace("100000.0", "0.0")
        sharp.write_text(patient, encoding="utf-8")
        with Terminal("clock", "--players", "3", "--settings", str(sharp), "--speed", "0.5") as terminal:
            terminal.press("1")
            terminal.expect("190,000 guilders")
            terminal.press("3?")
            terminal.expect("A key that is held down counts once.")  # so the 3 was read before
            terminal.press("2")
            terminal.expect("Seat 3 stops the clock at")
            terminal.expect("ms before Seat 2.", "ms too late.")

    def test_it_speaks_the_language_of_the_terminal_and_the_keys_are_the_same(self, settings: str) -> None:
        options = ["--money", "400000", "--players", "3", "--settings", settings]
        with Terminal("clock", *options, LANG="de_DE.UTF-8") as terminal:
            terminal.expect("Veilingklok, nur die Versteigerungsuhr.")
            terminal.expect("1 Platz 1 400.000", "Platz 1 400.000")
            terminal.press("?")
            terminal.expect("geht die Karte für 200.000 an den, der verdoppelt hat.")
            terminal.press("1")
            terminal.expect("Platz 1 startet die Uhr.")
            terminal.expect("Niemand kauft.")
            terminal.press("q")
            assert terminal.ended() == 0

    def test_a_pause_lets_it_stand(self) -> None:
        with Terminal("clock", "--get-ready", "60") as terminal:
            terminal.press("4")
            terminal.expect("Get ready ...")
            terminal.press("p")
            terminal.expect("The clock stands: any seat's key starts it again")
            terminal.press("p")
            terminal.expect("The auction is called off.")

    @pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM", "SIGHUP"])
    def test_the_terminal_is_left_as_it_was_found(self, how: str) -> None:
        with Terminal("clock", "--get-ready", "60") as terminal:
            terminal.press("1")
            terminal.expect("Get ready ...")
            assert not terminal.is_as_before()
            if how == "Ctrl-C":
                terminal.press(CTRL_C)
            else:
                terminal.tell(signal.Signals[how])
            assert terminal.ended() == (0 if how == "Ctrl-C" else 128 + signal.Signals[how])
            assert terminal.is_as_before()
            assert "Traceback" not in terminal.said

    def test_a_dumb_terminal_gets_plain_lines(self, settings: str) -> None:
        with Terminal("clock", "--settings", settings, columns=60, TERM="dumb") as terminal:
            terminal.press("1")
            # a busy machine may pass over some
            terminal.expect("start: A stop now doubles.", *(f"{n}: {n},000 guilders" for n in range(60, 200, 10)))
            terminal.expect("Nobody buys.")
            terminal.press("q")
            assert terminal.ended() == 0
            assert "\x1b" not in terminal.raw

    def test_without_colour(self) -> None:
        with Terminal("clock", "--get-ready", "60", NO_COLOR="1") as terminal:
            terminal.press("1")
            terminal.expect("Get ready ...")
            assert "m" not in {code[-1] for code in terminal.codes()}

    def test_without_a_keyboard_it_says_so(self) -> None:
        result = CliRunner().invoke(main, ["clock"])
        assert result.exit_code == 1
        assert result.stderr == "Error: There is no keyboard here: keys have to be pressed in a terminal.\n"

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            (["--names", "Anna,Ben,Cleo", "--players", "4"], "There are 3 names for 4 seats."),
            (["--names", "Anna,Ben"], "for 3 to 5 players, not 2"),
            (["--money", "1,2"], "There are 2 amounts of money for 5 seats."),
            (["--money", "much"], "'much' is no amount of guilders"),
            (["--speed", "9"], "Invalid value for '--speed': 9.0 is not in the range 0.5<=x<=2.0."),
            (["--rules", "every"], "a table cannot play by every combination"),
        ],
    )
    def test_what_makes_no_sense_is_said(self, options: list[str], sentence: str) -> None:
        result = CliRunner().invoke(main, ["clock", *options])
        assert result.exit_code != 0
        assert sentence in result.stderr


class TestPlay:
    def test_a_game_is_played_left_offered_and_gone_on_with(self, settings: str, tmp_path: Path) -> None:
        data = ["--data", str(tmp_path / "games"), "--settings", settings]
        with Terminal("play", *data, "--seed", "7", "--names", "Piet", "--players", "3") as terminal:
            terminal.expect("At the table, clockwise: Piet, Aletta, Bram.")
            terminal.expect("At this keyboard: Piet with key 1.")
            terminal.expect("Piet, put the drawn card on a free disk: warehouse in Nieuwe Zijde or in Oude Zijde")
            terminal.press("2\r")
            terminal.expect("with silk, for")
            terminal.expect("Piet, put the drawn card on a free disk: spice trade office")
            terminal.expect("already for auction: warehouse in Nieuwe Zijde")
            terminal.press("h")
            terminal.expect("cards to come")
            terminal.expect("offices am1, warehouses nz3")
            terminal.expect("> _")
            terminal.press("q")
            terminal.expect("The game is kept.")
            assert terminal.ended() == 0
            assert terminal.is_as_before()
        with Terminal("play", *data) as terminal:
            terminal.expect("Game 1 is not over: begun ")
            terminal.expect(", 1585, Term 1.")
            terminal.expect("Piet, Aletta (bot), Bram (bot).")
            terminal.expect("[Enter] goes on with it")
            terminal.press("\r")
            terminal.expect("Term 1, 1579: Piet is mayor")
            terminal.expect("Piet, put the drawn card on a free disk: spice trade office")
            terminal.press("q")
            assert terminal.ended() == 0
        with Terminal("play", *data) as terminal:
            terminal.expect("Game 1 is not over")
            terminal.press("n")
            terminal.expect("Merchants of Amsterdam, game 2")

    def test_an_auction_with_a_bid_from_the_keyboard(self, settings: str, tmp_path: Path) -> None:
        data = ["--data", str(tmp_path), "--settings", settings, "--new", "--people", "3", "--players", "3"]
        with Terminal("play", *data, "--seed", "7", "--speed", "0.5") as terminal:
            answer_until(terminal, "start the auction clock:")
            terminal.press("\r")
            terminal.expect("The clock runs: ")
            terminal.expect("190,000 guilders")
            terminal.press("2")
            terminal.expect("Bram stops the clock at")
            terminal.expect("Sold to Bram for")
            terminal.expect("Bram, use the card that was bought:")

    def test_taking_back_what_showed_a_card_is_for_everybody_to_agree_to(self, tmp_path: Path) -> None:
        with Terminal("play", "--data", str(tmp_path), "--new", "--people", "4", "--seed", "7") as terminal:
            terminal.expect("put the drawn card on a free disk")
            terminal.press("2\r")
            terminal.expect("put the drawn card on a free disk: spice trade office")
            for answer in "ny":
                terminal.press("b")
                terminal.expect("Who wants to take something back?")
                terminal.press("2\r")
                terminal.expect("Bram, take back everything from here on:")
                terminal.press("1\r")
                terminal.expect("Aletta, do you agree?")
                terminal.press("y")
                terminal.expect("Cornelia, do you agree?")
                terminal.press("y")
                terminal.expect("Dirk, do you agree?")
                terminal.press(answer)
                terminal.expect("Dirk does not agree." if answer == "n" else "take back. Everything is as it was")
            terminal.expect("put the drawn card on a free disk: warehouse in Nieuwe Zijde")

    def test_a_pause_is_for_everybody_to_agree_to(self, tmp_path: Path) -> None:
        words = ["--data", str(tmp_path), "--new", "--people", "2", "--pace", "0", "--seed", "7", "--get-ready", "60"]
        with Terminal("play", *words, "--players", "3") as terminal:
            answer_until(terminal, "start the auction clock:")
            terminal.press("\r")
            terminal.expect("Get ready ...")
            terminal.press("p")
            terminal.expect("Aletta wants a pause.")
            terminal.expect("Bram, do you agree?")
            terminal.press("y")
            terminal.expect("Aletta and Bram stop the clock for a pause.")
            terminal.expect("The clock stands. Aletta, start it again:")

    def test_a_correction_is_typed_in(self, tmp_path: Path) -> None:
        with Terminal("play", "--data", str(tmp_path), "--new", "--seed", "7", columns=60) as terminal:
            terminal.expect("put the drawn card on a free disk")
            terminal.press("c")
            terminal.expect("What does the cardboard show otherwise?")
            terminal.press("Aletta money lots\r")
            terminal.expect("'lots' is no number.")
            terminal.press("Aletta money 340,000; gr5 2\r")
            terminal.expect("Why?")
            terminal.press("miscounted\r")
            terminal.expect("Put right by Aletta (miscounted): Aletta has 340,000")
            terminal.press("b")
            terminal.expect("Put right: Aletta has 340,000 and gr5 belongs to Bram.")

    def test_the_tables_own_cards_are_named_by_a_person(self, tmp_path: Path) -> None:
        words = ["--data", str(tmp_path), "--new", "--deck", "table", "--people", "0", "--players", "3", "--pace", "0"]
        with Terminal("play", *words) as terminal:
            terminal.expect("Which card does Aletta turn up?")
            terminal.press("1\r")
            terminal.expect("1585: nothing happens.")
            terminal.expect("Which card does Aletta turn up?")
            terminal.press("3\r")
            terminal.expect("trade office in the Americas (3 left)")
            terminal.press("1\r")
            terminal.expect("A card comes up: trade office in the Americas, ")

    @pytest.mark.parametrize("how", [CTRL_C, "SIGTERM"])
    def test_leaving_in_a_hurry_keeps_the_game_and_the_terminal(self, how: str, tmp_path: Path) -> None:
        with Terminal("play", "--data", str(tmp_path), "--new", "--seed", "7") as terminal:
            terminal.expect("put the drawn card on a free disk")
            if how == CTRL_C:
                terminal.press(CTRL_C)
            else:
                terminal.tell(signal.SIGTERM)
            assert terminal.ended() == (0 if how == CTRL_C else 128 + signal.SIGTERM)
            assert terminal.is_as_before()
            assert "Traceback" not in terminal.said
        with Terminal("play", "--data", str(tmp_path)) as terminal:
            terminal.expect("Game 1 is not over")

    def test_without_a_keyboard_the_bots_play_by_themselves(self) -> None:
        result = CliRunner().invoke(main, ["play", "--seed", "3"])
        assert result.exit_code == 0
        first, *rest = result.stdout.splitlines()
        assert first == "There is no keyboard here, so the bots play by themselves."
        assert "Final standings" in rest
        assert "\n".join(rest) + "\n" == CliRunner().invoke(main, ["watch", "--fast", "--seed", "3"]).stdout

    def test_a_journal_that_is_none_is_one_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "games.sqlite3").mkdir()
        with Terminal("play", "--data", str(tmp_path)) as terminal:
            terminal.expect("Error: ")
            assert terminal.ended() == 1
            assert "Traceback" not in terminal.said

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            (["--people", "5", "--players", "4"], "There are 5 people for 4 seats."),
            (["--names", "A,B,C,D,E"], "There are 5 names for 4 seats."),
            (["--pace", "-1"], "Invalid value for '--pace': -1.0 is not in the range 0.0<=x<=60.0."),
        ],
    )
    def test_what_makes_no_sense_is_said(self, options: list[str], sentence: str) -> None:
        result = CliRunner().invoke(main, ["play", *options])
        assert result.exit_code != 0
        assert sentence in result.stderr


def answer_until(terminal: Terminal, question: str) -> None:
    """Take the first choice of everything that is asked before."""
    while terminal.expect(question, "> _") != question:
        terminal.press("1\r")


class TestInGerman:
    def test_a_game_is_asked_told_and_kept(self, tmp_path: Path, settings: str) -> None:
        options = ["--players", "3", "--people", "2", "--names", "Anna,Ben,Cleo", "--seed", "1", "--new"]
        folder = ["--data", str(tmp_path / "games"), "--settings", settings]
        with Terminal("play", *options, *folder, LANG="de_DE.UTF-8") as terminal:
            terminal.expect("Die Kaufleute von Amsterdam, Spiel 1")
            terminal.expect("An dieser Tastatur: Anna mit Taste 1 und Ben mit Taste 2.")
            terminal.expect("b zurücknehmen h Besitz c richtigstellen ? Hilfe q verlassen")
            terminal.press("h")
            terminal.expect("Geld Zucker Edelsteine Gewürze Seide")
            terminal.press("c1\n")
            terminal.expect("Was zeigt der Spielplan anders?")
            terminal.press("Anna Geld 300000\n")
            terminal.expect("Anna hat 300.000. Warum?")
            terminal.press("verzählt\n")
            terminal.expect("Ben, einverstanden? y ja n nein")
            terminal.press("y")
            terminal.expect("(verzählt): Anna hat 300.000.")
            terminal.press("q")
            terminal.expect("Das Spiel ist gesichert. Bis zum nächsten Mal!")
            assert terminal.ended() == 0
        with Terminal("play", *folder, LANG="nl_NL.UTF-8") as terminal:
            terminal.expect("Spel 1 is niet afgelopen")
            terminal.expect("[Enter] gaat ermee verder")
            terminal.press("q")
            assert terminal.ended() == 0
