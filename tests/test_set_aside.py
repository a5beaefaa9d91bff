"""S7: a game that the rules cannot follow is set aside and said, and everything else works."""

from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from forged_games import DAMAGES, FORGERIES, forge
from kept_games import keep, played

from companion.cli import main
from companion.cli.device import _go_on
from companion.errors import CannotFollow
from companion.games.errors import GameError
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.settings import settings_from
from companion.version import installed_version
from hardware.troubles import Troubles


@pytest.fixture(params=FORGERIES)
def forged(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with an older game that is whole, and game 2, which nobody can follow."""
    game, damage = FORGERIES[request.param]
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=4, actions=30), who="person")
        keep(journal, played(seed=3, actions=60, game=game), who="person")
    forge(tmp_path, 2, damage)
    return tmp_path


def rows_of(folder: Path) -> list[tuple[object, ...]]:
    with Journal(folder) as journal:
        return list(journal._connection.execute("SELECT * FROM row ORDER BY game, n"))


def test_s7_the_device_starts_says_it_and_plays_on(forged: Path) -> None:
    before, faults = rows_of(forged), Troubles()
    with Journal(forged, verify_all=False) as journal:
        house = House(journal, settings_from({}))
        house.faults = faults
        _go_on(house)
        with suppress(CannotFollow):
            house.check_can_be_told()
        assert [*map(str, faults.all().values())] == [
            "This version cannot go on with game 2. It is kept, but set aside."
        ]
        assert house.snapshot is None
        kept = house.unfinished
        assert kept is not None
        assert kept.game == 1
        house.begin(opening_for(players=3, people=3, seed=7, colours=house.colours))
        assert house.snapshot is not None
        house.close()
    assert [row for row in rows_of(forged) if row[0] != 3] == before


def test_s7_the_next_start_offers_another_game_and_says_nothing_more(forged: Path) -> None:
    for _ in range(2):
        with Journal(forged, verify_all=False) as journal:
            house = House(journal, settings_from({}))
            house.faults = faults = Troubles()
            _go_on(house)
            with suppress(CannotFollow):
                house.check_can_be_told()
            house.close()
    assert not faults.all()
    with Journal(forged) as journal:
        house = House(journal, settings_from({}))
        _go_on(house)
        assert house.snapshot is not None
        assert house.snapshot.view(None).game == 1
        house.close()


def test_s7_games_lists_it_and_says_one_sentence_of_it(forged: Path) -> None:
    listed = CliRunner().invoke(main, ["games", "--data", str(forged)])
    assert listed.exit_code == 0, listed.output
    assert len(listed.stdout.splitlines()) == 2
    in_json = CliRunner().invoke(main, ["games", "list", "--json", "--data", str(forged)])
    assert in_json.exit_code == 0, in_json.output
    for command in (["export", "2"], ["resume", "2"], ["show", "2"]):
        told = CliRunner().invoke(main, ["games", *command, "--data", str(forged)])
        assert told.exception is None or isinstance(told.exception, SystemExit), (command, told.exception)
        assert len(told.stderr.splitlines()) <= 1, (command, told.stderr)
    deleted = CliRunner().invoke(main, ["games", "delete", "2", "--yes", "--data", str(forged)])
    assert deleted.exit_code == 0, deleted.output


def test_s7_another_version_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=3, actions=60))
        journal.set_aside.add(1)
        assert journal.unfinished() is None
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is None
    monkeypatch.setattr("companion.set_aside.installed_version", lambda: "99.0")
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is not None


def test_s7_another_build_of_the_same_version_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=3, actions=60))
    monkeypatch.setattr("sys.prefix", "/opt/veilingklok/0.8.0-python3.11-aaaaaaaa/.venv")
    with Journal(tmp_path) as journal:
        journal.set_aside.add(1)
        assert journal.unfinished() is None
    monkeypatch.setattr("sys.prefix", "/opt/veilingklok/0.8.0-python3.11-bbbbbbbb/.venv")
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is not None


def test_s7_a_mark_of_an_earlier_program_is_no_mark_any_more(tmp_path: Path) -> None:
    """Those had only the number of the version."""
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=3, actions=60))
        journal.drawer.put("set aside", f'{{"1":"{installed_version()}"}}'.encode())
    with Journal(tmp_path) as journal:
        assert journal.unfinished() is not None


def test_s7_a_game_that_is_on_the_table_again_is_not_set_aside_any_more(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for seed in (3, 4):
            keep(journal, played(seed, actions=60), who="person")
        for game in (1, 2):
            journal.set_aside.add(game)
        house = House(journal, settings_from({}))
        house.resume(1)
        assert house.snapshot is not None
        house.close()
    with Journal(tmp_path) as journal:
        kept = journal.unfinished()
        assert kept is not None
        assert kept.game == 1


def test_s7_it_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=3, actions=60), who="person")
    forge(tmp_path, 1, DAMAGES["card not in the deck"])
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        with pytest.raises(GameError, match=r"^Game 1 cannot be followed by the rules of this version: KeyError"):
            house.resume(1)
        with pytest.raises(GameError):
            list(house.record(1) or ())
        assert house.snapshot is None
        house.close()
