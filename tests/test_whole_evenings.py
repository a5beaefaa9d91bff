"""S2: a game that the system's randomness has dealt makes as good a record as any. Played to its end at the table, by
bots with their secret and a person, it replays, and what comes of that is the same record byte for byte.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from click.testing import CliRunner
from every_game import EVERY_GAME
from tables import Evening, gone_on

from companion.bots import BOTS
from companion.chair import new_game
from companion.cli import main
from companion.games.actions import SetUp
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.box import game_called
from companion.games.game import Game
from companion.house import House
from companion.journal import Journal
from companion.openings import Place, opening_of
from companion.records import Entry, Header, header_of, replay, setup_of, written
from companion.settings import settings_from

QUICK = {"clock": {"profile": "even", "get_ready": 0}}
SHORT = {AMSTERDAM.name: HouseRules(short=True)}


def played_to_the_end(evening: Evening, seed: str) -> None:
    """The person does any of the things that there are to do; bots play whenever they are asked, by this seed."""
    chance = Random(1)
    while evening.view().table.winners is None:
        for _ in evening.bots_play(seed):
            pass
        asked = evening.view().table.asked
        if asked:
            evening.does(asked.seat, chance.choice(evening.view(asked.seat).options))


def written_again(record: bytes) -> bytes:
    """What the rules make of a record's header and actions; its events and its result are not looked at."""
    first, *lines, _ = record.splitlines()
    header = msgspec.json.decode(first, type=Header)
    game, setup = game_called(header.game), setup_of(header)
    now: Any = None
    entries: list[Entry] = []
    for line in lines:
        entry = msgspec.json.decode(line, type=Entry)
        if isinstance(entry.action, SetUp):
            state, events = game.rules.begin(setup)
            now = game.rules.moment(state)
        else:
            now, events = game.rules.advance(now, entry.seat, entry.action)
        entries.append(Entry(entry.n, entry.seat, entry.action, events))
    return b"".join(line + b"\n" for line in written(header_of(game, setup, header.seed), entries, now.state))


@EVERY_GAME
def test_s2_the_record_of_a_game_that_the_system_dealt_replays_byte_for_byte(game: Game, tmp_path: Path) -> None:
    *_, best = BOTS[game.name]
    places = [Place("Anna", "orange"), Place("Ben", "blue", "random"), Place("Cleo", "green", best)]
    opening = opening_of(places[: max(2, game.players[0])], game=game, rules=SHORT.get(game.name))
    assert (opening.header.seed, len(opening.bot_secret)) == (None, 64)
    assert opening.header.deck
    journal = Journal(tmp_path)
    evening = gone_on(tmp_path, journal, new_game(journal, opening), QUICK)
    played_to_the_end(evening, opening.bot_seed)
    evening.ends()

    file = tmp_path / "game.jsonl"
    exported = CliRunner().invoke(main, ["games", "export", "1", "-o", str(file), "--data", str(tmp_path)])
    assert exported.exit_code == 0, exported.output
    record = file.read_bytes()
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        assert b"".join(line + b"\n" for line in house.record(1) or ()) == record  # as a phone gets it
        house.close()
    replayed = CliRunner().invoke(main, ["replay", str(file)])
    assert replayed.exit_code == 0, replayed.output
    assert replayed.stdout.startswith(f"{file}: good: ")
    assert replay(record).finished
    header = json.loads(record.splitlines()[0])
    assert (header["seed"], header["deck"]) == (None, [*opening.header.deck])
    assert written_again(record) == record
