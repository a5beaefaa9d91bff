"""S2: a game that is begun at the table or in a terminal has no seed, and its bots play by its own secret."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.bot_players import BotPlayers
from companion.cli import main
from companion.house import House
from companion.journal import Journal, Opening
from companion.openings import opening_for
from companion.settings import settings_from
from companion.terminal.game import host


class Given(Exception):
    """The secret that bots are to play by."""


def give_away(_table: object, secret: str, *_more: object) -> None:
    raise Given(secret)


def test_s2_bots_at_the_table_play_by_the_secret_of_their_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    class Noted(BotPlayers):
        def __init__(self, table: Any, secret: str, *more: Any) -> None:
            given.append(secret)
            super().__init__(table, secret, *more)

    monkeypatch.setattr("companion.house.BotPlayers", Noted)
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        for _ in range(2):
            house.begin(opening_for(players=3, people=1))
        house.resume(1)
        house.close()
        secrets = [kept.opening.bot_secret for kept in journal.games()]
    assert given == [*secrets, secrets[0]]
    assert len(set(secrets)) == 2
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_s2_bots_in_a_terminal_play_by_the_secret_of_their_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.terminal.game.Keyboard", lambda _hear: nullcontext())
    monkeypatch.setattr("companion.terminal.game.Screen", nullcontext)
    monkeypatch.setattr("companion.terminal.game.BotPlayers", give_away)
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        house.begin(opening_for(players=3, people=1))
        house.close()
        with pytest.raises(Given) as given:
            host(journal, 1, settings_from({}))
        assert given.value.args == (journal.game(1).opening.bot_secret,)


def test_s2_no_seed_decides_a_game_that_is_begun_in_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Opening] = []
    monkeypatch.setattr("companion.cli.play.has_keys", lambda: True)
    monkeypatch.setattr("companion.cli.play.host", lambda journal, game, *_: begun.append(journal.game(game).opening))
    for _ in range(2):
        played = CliRunner().invoke(main, ["play", "--new", "--data", str(tmp_path)])
        assert played.exit_code == 0, played.output
    assert [opening.header.seed for opening in begun] == [None, None]
    assert begun[0].header.deck != begun[1].header.deck
