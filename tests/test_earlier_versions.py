"""S2: what 0.8.0 has written is read as it was. Its journal, its settings file and what it did next were written by
that version itself, from its last commit, 4655d7e: by bots and a person in `House`, and by `veilingklok settings`.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from hang_guard import eventually

from companion.cli import main
from companion.entries import Acted, AnyEntry, TookBack
from companion.games.actions import SetUp
from companion.games.box import AnyAction
from companion.house import House
from companion.journal import FILE, Journal
from companion.past import Past
from companion.records import replay
from companion.seats import PERSON
from companion.settings import read_settings, settings_from

JOURNALS = Path(__file__).parent / "journals"


class WentOn(msgspec.Struct, frozen=True):
    """A game that was left in 0.8.0, and what that version made of it."""

    game: int
    row: int
    """The last one in the journal."""
    seat: int
    """Who is to move: a person."""
    options: tuple[AnyAction, ...]
    record: str
    """SHA-256 of what it exported."""
    then: list[AnyEntry]
    """What was done next, by people and bots. Once more from the same row the bots do the same."""


GAMES = msgspec.json.decode((JOURNALS / "version-0.8.0.json").read_bytes(), type=list[WentOn])
EVERY_GAME = pytest.mark.parametrize("left", GAMES, ids=["merchants", "mercurius", "amsterdam", "amsterdam-alone"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        file.executescript((JOURNALS / "version-0.8.0.sql").read_text(encoding="utf-8"))
    return tmp_path


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with Journal(folder) as journal:
        yield journal


@pytest.fixture
def house(journal: Journal) -> Iterator[House]:
    house = House(journal, settings_from({"bots": {"pace": 0}}))
    yield house
    house.close()


def test_s2_every_game_of_080_is_verified_and_read(journal: Journal) -> None:
    assert journal.notices == []
    assert [kept.game for kept in journal.games()] == [left.game for left in GAMES]
    assert [kept.opening.header.game for kept in journal.games()] == ["merchants", "mercurius", *["amsterdam"] * 2]
    rows = {kept.game: journal.rows(kept) for kept in journal.games()}
    assert {game: found[-1].n for game, found in rows.items()} == {left.game: left.row for left in GAMES}
    entries = {type(row.entry) for found in rows.values() for row in found}
    assert entries == {Acted, TookBack}
    for kept in journal.games():
        opening = kept.opening
        assert (opening.bot_secret, opening.bot_seed) == ("", str(opening.header.seed))
        assert not kept.over
        assert Past(opening.game, opening.setup(), rows[kept.game]).state.winners is None
    assert journal.unfinished() == journal.game(GAMES[-1].game)


@EVERY_GAME
def test_s2_a_game_of_080_goes_on_with_the_same_options_and_the_same_bots(house: House, left: WentOn) -> None:
    house.resume(left.game)
    house.check_can_be_told()
    assert house.snapshot is not None
    view = house.snapshot.view(left.seat)
    assert (view.row, view.seats[left.seat].player) == (left.row, PERSON)
    assert view.options == left.options
    first = left.row + 1
    for n, entry in enumerate(left.then):
        assert isinstance(entry, Acted)
        assert not isinstance(entry.action, SetUp)
        assert entry.seat is not None
        if view.seats[entry.seat].player == PERSON:
            assert house.submit(entry.seat, entry.action).result() == first + n
        done = eventually(partial(house.history, first + n))
        assert done[0].entry == entry


@EVERY_GAME
def test_s2_a_game_of_080_is_exported_byte_for_byte_as_then(folder: Path, left: WentOn) -> None:
    file = folder / "game.jsonl"
    exported = CliRunner().invoke(main, ["games", "export", str(left.game), "-o", str(file), "--data", str(folder)])
    assert exported.exit_code == 0, exported.output
    record = file.read_bytes()
    assert hashlib.sha256(record).hexdigest() == left.record
    assert replay(record).state.winners is None


def test_s2_what_the_table_chose_in_080_is_still_chosen(house: House) -> None:
    assert house.settings.values["table"]["language"] == "de"
    assert house.settings.values["clock"]["speed"] == 1.5


def test_s2_a_settings_file_of_080_sets_what_it_says() -> None:
    file = JOURNALS / "version-0.8.0.toml"
    values = read_settings(file).values
    written = msgspec.toml.decode(file.read_bytes())
    assert {section: {name: values[section][name] for name in named} for section, named in written.items()} == written
