"""The command line: what people see, and one clear sentence when something is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.games import merchants
from companion.games.box import GAMES
from companion.games.mercurius.game import MERCURIUS

MARKET_EXAMPLE = {
    "game": "merchants",
    "seats": ["orange", "blue", "green", "yellow"],
    "year": "1609",
    "market": {
        "sugar": {"orange": 5, "blue": 4},
        "gemstones": {"blue": 6, "green": 5, "yellow": 5},
        "spice": {"orange": 3, "blue": 3},
        "silk": {"green": 5, "orange": 4},
    },
}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def scored(tmp_path: Path, position: object, *options: str) -> Result:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    return run("score", str(file), *options)


class TestSimulate:
    def test_a_table_of_results(self) -> None:
        result = run("simulate", "--players", "3", "--games", "4", "--bots", "random,merchant")
        assert result.exit_code == 0
        heading, *seats, summary = result.stdout.splitlines()
        assert heading.split() == ["seat", "bot", "won", "mean", "least", "most"]
        assert [line.split()[1] for line in seats] == ["random", "merchant", "random"]
        assert summary.startswith("4 games: 18 terms in 4; ")

    def test_results_as_json(self) -> None:
        told = json.loads(run("simulate", "--games", "2", "--seed", "5", "--json").stdout)
        assert [game["seed"] for game in told["games"]] == [5, 6]
        assert [game["terms"] for game in told["games"]] == [20, 20]

    def test_one_record_for_each_game(self, tmp_path: Path) -> None:
        run("simulate", "--games", "3", "--seed", "8", "--record", str(tmp_path / "new" / "folder"))
        names = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
        assert names == [f"merchants-4p-{seed:06}.jsonl" for seed in (8, 9, 10)]
        assert run("replay", *[str(path) for path in (tmp_path / "new" / "folder").iterdir()]).exit_code == 0

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            (["--players", "2"], "2 is not in the range 3<=x<=5"),
            (["--games", "0"], "0 is not in the range x>=1"),
            (["--rules", "house=mine"], "There is no house rule house; there are full_district, double_window"),
            (["--rules", "misbid=maybe"], "misbid can be one of restart, ignore, not maybe."),
            (["--rules", "dutch"], "There is no edition dutch: say english, german, every, or house rules"),
            (["--bots", "clever"], "there is no bot 'clever'; there are random, merchant"),
            (["--game", "chess"], "'chess' is not"),
            (["--board", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        ],
    )
    def test_bad_options_are_named(self, options: list[str], sentence: str) -> None:
        result = run("simulate", *options)
        assert result.exit_code == 2
        assert sentence in result.stderr

    def test_how_many_can_play_is_the_games_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(GAMES, "mercurius", MERCURIUS._replace(players=range(2, 4)))
        assert "4 is not in the range 2<=x<=3" in run("simulate", "--game", "mercurius", "--players", "4").stderr

    def test_house_rules_are_those_of_merchants(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        command = ["simulate", "--game", "mercurius", "--rules", "german", "--record", str(tmp_path / "records")]
        assert "Mercurius has no house rules to choose from." in run(*command).stderr
        monkeypatch.setitem(GAMES, "mercurius", MERCURIUS._replace(has_house_rules=True))
        assert "The house rules of Mercurius cannot be chosen here." in run(*command).stderr
        assert not (tmp_path / "records").exists()

    def test_a_folder_that_is_a_file_is_named(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.write_text("", encoding="utf-8")
        result = run("simulate", "--games", "1", "--record", str(file))
        assert result.exit_code != 0
        assert str(file) in result.stderr
        assert "Traceback" not in result.output

    def test_an_edition_can_be_chosen_and_changed(self) -> None:
        told = json.loads(run("simulate", "--games", "1", "--rules", "german,end=1665", "--json").stdout)
        rules = told["games"][0]["rules"]
        assert (rules["full_district"], rules["last_sand_clocks"], rules["end"]) == ("commodity", "last", "1665")

    def test_house_rules_can_be_chosen_one_by_one(self) -> None:
        told = json.loads(run("simulate", "--games", "1", "--rules", "misbid=ignore,end=1665", "--json").stdout)
        assert told["games"][0]["rules"] == {
            "full_district": "lost",
            "double_window": "200",
            "misbid": "ignore",
            "end": "1665",
            "last_sand_clocks": "next",
        }


class TestScore:
    def test_the_rulebooks_market_example(self, tmp_path: Path) -> None:
        told = json.loads(scored(tmp_path, MARKET_EXAMPLE, "--json").stdout)
        (area,) = told["scores"]
        assert area["area"] == "market"
        assert [(part["part"], part["rank"], part["earned"]) for part in area["parts"]] == [
            ("gemstones", 1, {"blue": 100_000, "green": 30_000, "yellow": 30_000}),
            ("sugar", 2, {"orange": 80_000, "blue": 40_000}),
            ("silk", 3, {"orange": 40_000, "green": 60_000}),
            ("spice", 4, {"orange": 30_000, "blue": 30_000}),
        ]
        assert told["total"] == {"orange": 150_000, "blue": 170_000, "green": 90_000, "yellow": 30_000}
        assert area["parts"][0]["why"] == "The furthest token is on space 6, further than on any other track."
        assert area["parts"][0]["paid"] == [
            "blue is first on space 6: 100,000.",
            "green and yellow tie for second, each on space 5: they share 60,000, 30,000 each.",
        ]

    def test_in_words(self, tmp_path: Path) -> None:
        words = scored(tmp_path, MARKET_EXAMPLE).stdout
        assert "1. gemstones: blue 100,000, green 30,000, yellow 30,000" in words
        assert "\n    The furthest token is on space 6, further than on any other track.\n" in words
        assert "\n    blue is first on space 6: 100,000.\n" in words
        assert "orange 150,000" in words

    def test_1666_scores_all_three_areas(self, tmp_path: Path) -> None:
        position = {
            **MARKET_EXAMPLE,
            "year": "1666",
            "offices": {"am1": "blue", "fe1": "orange"},
            "warehouses": {"la5": "green"},
        }
        told = json.loads(scored(tmp_path, position, "--json").stdout)
        assert [area["area"] for area in told["scores"]] == ["market", "amsterdam", "colonies"]
        lastage = told["scores"][1]["parts"][0]
        assert (lastage["part"], lastage["rank"]) == ("lastage", 1)
        assert lastage["why"] == "1 warehouse stands here, more than anywhere else."
        assert lastage["paid"][0] == "green is first with a single warehouse: 200,000."
        grachten = told["scores"][1]["parts"][3]
        assert (grachten["part"], grachten["why"], grachten["paid"]) == (
            "grachten",
            "Nobody is here: nothing is paid.",
            [],
        )

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"year": "1613"}, "Nothing is scored in 1613; scored are 1609, 1611, 1619, "),
            ({"year": "1700"}, "There is no year 1700 on the time track; scored are 1609"),
            ({"game": "chess"}, "the game 'chess' is not known; there are merchants, mercurius, amsterdam."),
            ({"market": {"sugar": {"red": 3}}}, "market.sugar: nobody plays red."),
            ({"market": {"sugar": {"blue": 9}}}, "There is no space 9 on the sugar track."),
            ({"market": {"cocoa": {"blue": 1}}}, "'cocoa' is not known in market."),
            ({"offices": {"xx1": "blue"}}, "There is no trade office space xx1 on this board."),
            ({"warehouses": {"am1": "blue"}}, "There is no building space am1 on this board."),
            ({"warehouse": {}}, "warehouse is not known here."),
            ({"seats": ["blue", "blue"]}, "A position needs 2 to 5 seats of different colours."),
            ({"board": {}}, "in the board"),
        ],
    )
    def test_a_bad_position_gets_one_sentence(self, tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
        result = scored(tmp_path, {**MARKET_EXAMPLE, **change})
        assert result.exit_code == 1
        assert sentence in result.stderr
        assert result.stderr.startswith("Error: ")

    @pytest.mark.parametrize(
        "text", [b"\xff\xfe no", b'{"game":"\xff"}', b'{"board":' * 50_000, b"", b'{"year":"1","year":"2"}']
    )
    def test_no_json_gets_one_sentence(self, tmp_path: Path, text: bytes) -> None:
        file = tmp_path / "position.json"
        file.write_bytes(text)
        result = run("score", str(file))
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: ")
        assert len(result.stderr.splitlines()) == 1

    def test_more_tokens_than_a_player_has_are_refused(self, tmp_path: Path) -> None:
        spaces = {f"{region}{number}": "blue" for region in ("am", "af", "ei") for number in range(1, 10)}
        result = scored(tmp_path, {**MARKET_EXAMPLE, "offices": spaces})
        file = tmp_path / "position.json"
        assert result.stderr == f"Error: {file}: blue has more than 24 tokens on the board.\n"

    def test_a_replayed_position_can_be_scored(self, tmp_path: Path) -> None:
        run("simulate", "--games", "1", "--record", str(tmp_path))
        (record,) = tmp_path.iterdir()
        for n in range(20, 120, 10):
            shown = json.loads(run("replay", str(record), "--at", str(n), "--json").stdout)
            result = scored(tmp_path, {**shown, "year": "1666"}, "--json")
            assert result.exit_code == 0, result.stderr
            assert sum(json.loads(result.stdout)["total"].values()) > 0


class TestReplay:
    def test_a_position_in_words(self, tmp_path: Path) -> None:
        run("simulate", "--games", "1", "--seed", "4", "--record", str(tmp_path))
        (record,) = tmp_path.iterdir()
        words = run("replay", str(record), "--at", "60").stdout
        assert words.startswith(f"{record}, after action 60:\n")
        for name in ("Aletta", "Bram", "Cornelia", "Dirk"):
            assert f"\n{name}: " in words
        assert "is mayor" in words
        assert "over: " in run("replay", str(record), "--at", words_count(record)).stdout


def words_count(record: Path) -> str:
    """The number of the record's last action."""
    return str(len(record.read_text(encoding="utf-8").splitlines()) - 3)


class TestBoard:
    def test_check_says_good(self, tmp_path: Path) -> None:
        file = copy_of_the_board(tmp_path)
        result = run("board", "check", str(file))
        assert result.exit_code == 0
        assert result.stdout.endswith("good: 36 trade offices, 36 building spaces, 7 bridges, 26 years, 84 cards.\n")

    def test_check_tells_every_mistake(self, tmp_path: Path) -> None:
        file = copy_of_the_board(tmp_path)
        broken = (
            file.read_text(encoding="utf-8").replace('"nz6", "oz4"', '"nz6", "zz4"').replace("count = 24", "count = 23")
        )
        file.write_text(broken, encoding="utf-8")
        result = run("board", "check", str(file))
        assert result.exit_code == 1
        assert "zz4" in result.stderr
        assert "23" in result.stderr
        assert len(result.stderr.splitlines()) >= 2

    def test_a_game_on_an_own_board_keeps_it_in_its_record(self, tmp_path: Path) -> None:
        file = copy_of_the_board(tmp_path)
        text = file.read_text(encoding="utf-8").replace(
            'year = "1628", event = "ship"', 'year = "1628", event = "credit"'
        )
        file.write_text(text, encoding="utf-8")
        folder = tmp_path / "records"
        assert run("simulate", "--games", "1", "--board", str(file), "--record", str(folder)).exit_code == 0
        (record,) = folder.iterdir()
        header = json.loads(record.read_text(encoding="utf-8").splitlines()[0])
        assert {"year": "1628", "event": "credit", "source": "reconstruction"} in header["board"]["years"]
        assert run("replay", str(record)).exit_code == 0

    def test_draw_writes_a_picture(self, tmp_path: Path) -> None:
        output = tmp_path / "board.svg"
        assert run("board", "draw", "-o", str(output)).exit_code == 0
        assert output.read_text(encoding="utf-8").rstrip().endswith("</svg>")

    def test_draw_of_a_broken_file_is_one_sentence(self, tmp_path: Path) -> None:
        broken = tmp_path / "board.toml"
        broken.write_text("tracks = 8 8", encoding="utf-8")
        result = run("board", "draw", str(broken), "-o", str(tmp_path / "board.svg"))
        assert result.exit_code == 2
        assert "line 1" in result.stderr
        assert not (tmp_path / "board.svg").exists()


def copy_of_the_board(folder: Path) -> Path:
    file = folder / "board.toml"
    file.write_bytes((Path(merchants.__file__).parent / "board.toml").read_bytes())
    return file


class TestWatch:
    def test_a_game_is_told_to_its_final_standings(self) -> None:
        result = run("watch", "--fast", "--seed", "3")
        assert result.exit_code == 0
        lines = result.stdout.splitlines()
        assert sum(line.startswith("── Term ") for line in lines) == 20
        at = lines.index("Final standings")
        money = [int(line.split()[2].replace(",", "")) for line in lines[at + 1 :]]
        assert len(money) == 4
        assert money == sorted(money, reverse=True)
        assert "wins" in lines[at + 1]

    def test_the_same_seed_tells_the_same_game(self) -> None:
        assert run("watch", "--fast", "--seed", "9").stdout == run("watch", "--fast", "--seed", "9").stdout

    def test_no_colours_where_they_are_not_wanted(self) -> None:
        command = ["watch", "--fast", "--seed", "3"]
        assert "\x1b[" in CliRunner().invoke(main, command, color=True).stdout
        assert "\x1b[" not in CliRunner(env={"NO_COLOR": "1"}).invoke(main, command, color=True).stdout

    @pytest.mark.parametrize("players", ["3", "5"])
    def test_with_other_numbers_of_players(self, players: str) -> None:
        assert "Final standings" in run("watch", "--fast", "--seed", "4", "--players", players).stdout


@pytest.mark.parametrize("command", ["play", "clock"])
def test_a_table_is_not_offered_to_play_by_every_combination_of_house_rules(command: str) -> None:
    assert "(every)" not in run(command, "--help").stdout
    assert "(every)" in run("simulate", "--help").stdout
    result = run(command, "--rules", "every")
    assert result.exit_code == 2
    assert "a table cannot play by every combination" in result.stderr


def test_help_tells_every_command() -> None:
    words = run("--help").stdout
    for command in ("simulate", "replay", "score", "board", "watch"):
        assert command in words
        assert run(command, "--help").exit_code == 0
