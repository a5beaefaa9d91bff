"""Records: the same from the same seed, replayed as they were played, refused where one value was changed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
import pytest
from click.testing import CliRunner
from every_game import EVERY_GAME, EVERY_NUMBER
from kept_games import played
from tiers import examples

from companion.bots import BOTS
from companion.cli import main
from companion.errors import BadRecord
from companion.games.box import GAMES
from companion.games.game import Game
from companion.games.merchants.board import default_board
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import HouseRules, every_combination
from companion.games.merchants.mistakes import board_from
from companion.games.setup import all_shuffled
from companion.records import replay
from companion.simulate import Sitting, games

Deck = Literal["device", "table"]
RULES = list(every_combination())


def records(players: int, count: int, deck: Deck = "device", game: Game = MERCHANTS) -> Iterator[bytes]:
    """Records of random games, house rules taking turns where there are some."""
    rules = RULES if game is MERCHANTS else []
    sitting = Sitting(
        game=game, board=game.default_board(), players=players, rules=rules, bots=["random"], dealt_by=deck
    )
    for playthrough in games(sitting, range(count)):
        yield b"\n".join(playthrough.record()) + b"\n"


def a_record(seed: int, game: Game = MERCHANTS) -> bytes:
    return b"\n".join(played(seed, game=game).record()) + b"\n"


def edited(record: bytes, line: int, change: Any) -> bytes:
    """The record with one line (counted from 1) decoded, changed and written again."""
    lines = record.splitlines()
    content = json.loads(lines[line - 1])
    change(content)
    lines[line - 1] = json.dumps(content).encode()
    return b"\n".join(lines)


def refused(record: bytes) -> str:
    with pytest.raises(BadRecord) as refusal:
        replay(record)
    return str(refusal.value)


@EVERY_NUMBER
def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed(tmp_path: Path, game: Game, players: int) -> None:
    deck = "table" if players == game.players[0] else "device"

    def simulate(hash_seed: str) -> dict[str, bytes]:
        folder = tmp_path / hash_seed
        command = [sys.executable, "-m", "companion", "simulate", "--game", game.name, "--games", "4", "--seed", "7"]
        table = ["--players", str(players), "--deck", deck, *(["--rules", "every"] if game is MERCHANTS else [])]
        bots = ["--bots", ",".join(BOTS[game.name]), "--record", str(folder)]
        subprocess.run([*command, *table, *bots], env={**os.environ, "PYTHONHASHSEED": hash_seed}, check=True)
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    first = simulate("1")
    assert len(first) == 4
    assert first == simulate("2")


@EVERY_NUMBER
@pytest.mark.parametrize("deck", ["device", "table"])
def test_replay_accepts_every_record(players: int, deck: Deck, game: Game) -> None:
    for record in records(players, examples(32), deck, game):
        found = replay(record)
        assert found.finished
        assert list(found.state.score) == json.loads(record.splitlines()[-1])["result"][game.scored_in]


@EVERY_GAME
def test_a_record_written_with_other_spacing_is_the_same_record(game: Game) -> None:
    record = a_record(3, game)
    spaced = b"\n".join(json.dumps(json.loads(line), indent=None).encode() for line in record.splitlines())
    assert spaced != record
    assert replay(spaced).finished


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every single value in decoded JSON."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path


def changed(value: Any, chance: Random) -> Any:
    """Some other value, plausible or not."""
    match value:
        case bool():
            return chance.choice([not value, int(value), None])
        case int():
            return chance.choice([value + 1, value - 10, -value - 1, float(value), value == 1, None])
        case str():
            return chance.choice([value + "x", value.upper() + "_", "sand", "goods", "silk", "nz1", None, 0])
        case None:
            return chance.choice([0, 1, "nobody"])
        case _:
            return chance.choice([0, [0], {"a": 1}])


def change_at(content: Any, path: tuple[Any, ...], chance: Random) -> bool:
    """Change one leaf; False if it came out as it was."""
    for step in path[:-1]:
        content = content[step]
    before = content[path[-1]]
    content[path[-1]] = changed(before, chance)
    return json.dumps(content[path[-1]]) != json.dumps(before)


@EVERY_GAME
@pytest.mark.parametrize("deck", ["device", "table"])
def test_any_one_value_changed_in_an_action_or_an_event_is_refused_with_its_line(deck: Deck, game: Game) -> None:
    chance = Random(5)
    tried = 0
    for record in records(4, examples(40), deck, game):
        lines = [json.loads(line) for line in record.splitlines()]
        for _ in range(8):
            number = chance.randrange(2, len(lines) + 1)
            content = json.loads(json.dumps(lines[number - 1]))
            path = chance.choice(list(leaves(content)))
            if not change_at(content, path, chance):
                continue
            changed_lines = [json.dumps(line).encode() for line in [*lines[: number - 1], content, *lines[number:]]]
            assert refused(b"\n".join(changed_lines)).startswith(f"line {number}: "), (path, content)
            tried += 1
    assert tried > examples(200)


@EVERY_GAME
def test_any_one_card_changed_in_the_deck_is_refused(game: Game) -> None:
    chance = Random(6)
    begins = "line 1: The deck does not hold" if game.dealt is all_shuffled else "line "
    for record in records(3, examples(20), game=game):
        for _ in range(5):

            def another_card(header: Any) -> None:
                place = chance.randrange(len(header["deck"]))
                others = sorted({*header["deck"], "joker"} - {header["deck"][place]})
                header["deck"][place] = chance.choice(others)

            assert refused(edited(record, 1, another_card)).startswith(begins)


def test_two_cards_of_the_deck_exchanged_are_refused_where_they_show() -> None:
    record = a_record(1)

    def exchange(header: Any) -> None:
        deck = header["deck"]
        place = next(place for place in range(83) if deck[place] != deck[place + 1])
        deck[place], deck[place + 1] = deck[place + 1], deck[place]

    assert refused(edited(record, 1, exchange)).startswith("line 2: event ")


def test_what_is_wrong_is_said_in_words() -> None:
    record = a_record(1)
    lines = record.splitlines()
    assert refused(b"") == "line 1: the record is empty."
    assert refused(lines[0]) == "line 2: the record ends before the setup."
    assert "line 1: " in refused(b"not json\n")
    assert refused(edited(record, 1, lambda header: header.update(record=2))) == (
        "line 1: this is version 2 of the record; version 1 can be read."
    )
    assert refused(edited(record, 1, lambda header: header.update(game="chess"))) == (
        f"line 1: the game 'chess' is not known; there are {', '.join(GAMES)}."
    )
    assert refused(b"\n".join([*lines, b'{"result":{}}'])).startswith(f"line {len(lines) + 1}: ")
    assert refused(b"\n".join(lines[:-1])) == (f"line {len(lines) - 1}: the game is over but its result is missing.")
    assert "the result says" in refused(edited(record, len(lines), lambda last: last["result"]["money"].reverse()))


@EVERY_GAME
def test_a_result_in_what_one_does_not_win_by_is_refused(game: Game) -> None:
    record = a_record(1, game)
    last = len(record.splitlines())

    def elsewhere(line: Any) -> None:
        line["result"] = {"fame": line["result"].pop(game.scored_in), **line["result"]}

    sentence = refused(edited(record, last, elsewhere))
    assert sentence.startswith(f'line {last}: the result says {{"fame":[')
    assert f'but the game ended {{"{game.scored_in}":[' in sentence


def test_a_key_that_stands_twice_is_refused() -> None:
    lines = a_record(1).splitlines()
    twice = lines[1].replace(b'"amount":400000', b'"amount":5,"amount":400000', 1)
    assert refused(b"\n".join([lines[0], twice, *lines[2:]])) == "line 2: The key 'amount' stands twice."


def test_every_house_rule_must_be_said() -> None:
    record = a_record(1)
    assert refused(edited(record, 1, lambda header: header["rules"].pop("misbid"))) == (
        "line 1: The house rule misbid is not said."
    )
    assert refused(edited(record, 1, lambda header: header["rules"].update(misbid="maybe"))) == (
        "line 1: misbid can be one of restart, ignore, not maybe."
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "There is nothing here."),
        (
            b'{"n":1,"seat":0,"action":{"type":"decline"},"events":' + b"[" * 100_000,
            "Lists and objects are nested too deeply to be read.",
        ),
        (b'{"n":1,"seat":0,"action":{"type":"place","disk":"\xff"},"events":[]}', "This is not UTF-8 text."),
        (b'{"n":NaN}', "This is not JSON: look at byte "),
    ],
)
def test_a_line_that_cannot_be_read_is_said_in_words(line: bytes, reason: str) -> None:
    lines = a_record(1).splitlines()
    assert refused(b"\n".join([*lines[:2], line, *lines[2:]])).startswith(f"line 3: {reason}")


def test_the_order_in_which_a_board_writes_its_last_tables_does_not_matter() -> None:
    data = msgspec.to_builtins(default_board().data)
    tables = data["years"][-1]["tables"]
    data["years"][-1]["tables"] = dict(reversed(tables.items()))
    sitting = Sitting(board=board_from(data), rules=[HouseRules()], bots=["random"])
    game = next(games(sitting, range(1)))
    assert replay(b"\n".join(game.record())).finished


@EVERY_GAME
def test_a_line_left_out_or_twice_is_refused(game: Game) -> None:
    lines = a_record(1, game).splitlines()
    assert refused(b"\n".join([*lines[:20], *lines[21:]])).startswith("line 21: ")
    assert refused(b"\n".join([*lines[:20], lines[19], *lines[20:]])).startswith("line 21: ")
    assert refused(b"\n".join([*lines[:20], lines[1], *lines[20:]])).startswith("line 21: ")


@EVERY_GAME
def test_a_second_setup_is_refused(game: Game) -> None:
    again = edited(a_record(1, game), 10, lambda entry: entry.update(action={"type": "setup"}))
    assert refused(again) == "line 10: the game is set up already."


@EVERY_GAME
def test_a_game_that_is_not_over_is_good_so_far(game: Game) -> None:
    lines = a_record(1, game).splitlines()
    found = replay(b"\n".join(lines[:50]))
    assert not found.finished
    assert found.n == 48


@EVERY_GAME
def test_replay_stops_where_it_is_told_to(tmp_path: Path, game: Game) -> None:
    record = a_record(2, game)
    file = tmp_path / "game.jsonl"
    file.write_bytes(record)
    result = CliRunner().invoke(main, ["replay", str(file), "--at", "30", "--json"])
    told = json.loads(result.stdout)
    assert told["n"] == 30
    whole = replay(record, until=30)
    assert list(told["money"].values()) == list(whole.state.money)
    too_far = CliRunner().invoke(main, ["replay", str(file), "--at", "9999"])
    assert too_far.exit_code == 1
    assert too_far.stderr.endswith("actions, not 9999.\n")


@EVERY_GAME
def test_records_of_one_file_that_is_refused_do_not_stop_the_others(tmp_path: Path, game: Game) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(a_record(2, game))
    bad.write_bytes(a_record(2, game)[:-40])
    result = CliRunner().invoke(main, ["replay", str(bad), str(good)])
    assert result.exit_code == 1
    assert "good.jsonl: good: " in result.stdout
    assert "bad.jsonl: line " in result.stderr
