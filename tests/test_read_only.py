"""S10: on a read-only file system the display says so; nothing crashes, and no game is begun that cannot be kept."""

import errno
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hang_guard import eventually
from kept_games import keep, played

from companion.errors import BadJournal, ReadOnlyJournal
from companion.house import House
from companion.journal import FILE, NOT_KEPT, Journal
from companion.journal_file import clearly
from companion.journal_in_memory import opened_or_replaced
from companion.openings import opening_for
from companion.requests import Start
from companion.settings import settings_from
from companion.words import Language, words
from hardware.doctor import _disk
from hardware.screens import lettering
from hardware.troubles import Troubles

OPENING = opening_for(players=3, people=3, seed=7)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder with a game of an evening before, on a file system that takes nothing any more."""
    place = tmp_path / "card"
    place.mkdir()
    if not _run("mount", "-t", "tmpfs", "tmpfs", str(place)):
        pytest.skip("SKIPPED: no file system can be mounted here: run as root")
    try:
        with Journal(place) as journal:
            keep(journal, played(seed=3, actions=30), who="person")
            House(journal, settings_from({})).change("table", "language", "de")
        assert _run("mount", "-o", "remount,ro", str(place))
        yield place
    finally:
        _run("umount", "--lazy", str(place))


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def test_s10_the_device_has_a_journal_in_its_place_and_begins_no_game(read_only: Path) -> None:
    with opened_or_replaced(read_only) as (journal, trouble):
        assert str(trouble) == f"{read_only / FILE}: the file system is read-only."
        house = House(journal, settings_from({}))
        house.faults = faults = Troubles()
        assert house.settings.values["table"]["language"] == "de"  # what the table has chosen
        assert house.unfinished is None
        with pytest.raises(ReadOnlyJournal, match="no game can be kept"):
            house.begin(OPENING)
        assert [*map(str, faults.all().values())] == [NOT_KEPT]
        assert house.snapshot is None
        house.clock_alone(3)
        house.submit(0, Start(0)).result()  # the clock can be used
        house.close()
        instead = journal.file
    assert not instead.parent.exists()


def test_s10_doctor_names_the_cause(read_only: Path) -> None:
    (folder, *_) = _disk(read_only, lambda _path: False, lambda _path: 10**10)
    assert not folder.is_good
    assert str(folder.says) == f"{read_only} is on a file system that is read-only."


def test_s10_what_sqlite_and_the_system_say_becomes_the_same_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / FILE
    with pytest.raises(ReadOnlyJournal) as told, clearly(file):
        raise OSError(errno.EROFS, "Read-only file system", str(file))
    assert str(told.value) == f"{file}: the file system is read-only."
    monkeypatch.setattr("companion.journal_file.is_read_only", lambda _folder: True)
    for error in (sqlite3.OperationalError("disk I/O error"), sqlite3.OperationalError("attempt to write")):
        with pytest.raises(ReadOnlyJournal) as told, clearly(file):
            raise error
        assert str(told.value) == f"{file}: the file system is read-only."


def test_s10_a_first_write_that_fails_begins_no_game_and_the_display_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        house.faults = faults = Troubles()
        journal._connection.execute("PRAGMA query_only = ON")
        monkeypatch.setattr("companion.journal_file.is_read_only", lambda _folder: True)
        with pytest.raises(ReadOnlyJournal, match="the file system is read-only"):
            house.begin(OPENING)
        assert [*map(str, faults.all().values())] == [NOT_KEPT]
        assert house.snapshot is None
        house.close()


def test_s10_it_is_said_no_longer_once_a_game_can_be_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        house.faults = faults = Troubles()
        journal._connection.execute("PRAGMA query_only = ON")
        with monkeypatch.context() as patched:
            patched.setattr("companion.journal_file.is_read_only", lambda _folder: True)
            with pytest.raises(ReadOnlyJournal):
                house.begin(OPENING)
        assert faults.all()
        journal._connection.execute("PRAGMA query_only = OFF")
        house.begin(OPENING)
        assert not faults.all()
        house.close()


def test_s10_a_card_that_takes_nothing_any_more_in_the_middle_of_a_game_is_said_until_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        house.faults = faults = Troubles()
        house.begin(OPENING)
        assert house.snapshot is not None
        ask = house.snapshot.view(None).table.asked
        assert ask is not None
        options = house.snapshot.view(ask.seat).options
        journal._connection.execute("PRAGMA query_only = ON")
        with monkeypatch.context() as patched:
            patched.setattr("companion.journal_file.is_read_only", lambda _folder: True)
            with pytest.raises(ReadOnlyJournal):
                house.submit(ask.seat, options[0]).result()
            eventually(lambda: [*map(str, faults.all().values())] == [NOT_KEPT])
        journal._connection.execute("PRAGMA query_only = OFF")
        house.submit(ask.seat, options[0]).result()
        eventually(lambda: not faults.all())
        house.close()


def test_s10_whatever_else_keeps_a_game_from_being_written_is_said_and_ends_with_the_game(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        house = House(journal, settings_from({}))
        house.faults = faults = Troubles()
        house.begin(OPENING)
        assert house.snapshot is not None
        ask = house.snapshot.view(None).table.asked
        assert ask is not None
        journal._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(BadJournal):
            house.submit(ask.seat, house.snapshot.view(ask.seat).options[0]).result()
        told = eventually(lambda: [*map(str, faults.all().values())])
        assert told == [f"{journal.file}: it may not be written to."]
        journal._connection.execute("PRAGMA query_only = OFF")
        house.leave()
        assert not faults.all()
        house.close()


def test_s10_a_machine_without_any_room_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("companion.journal_lock.os.open", refuse)
    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(ReadOnlyJournal), opened_or_replaced(tmp_path):
        pass


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        (NOT_KEPT, {}),
        ("This version cannot go on with game {game}. It is kept, but set aside.", {"game": "123"}),
        (
            "Actions {first} to {last} of game {game} are missing: {log} was lost.",
            {"first": "120", "last": "125", "game": "123", "log": f"{FILE}-wal"},
        ),
    ],
)
def test_s10_all_of_it_can_be_read_on_the_display(language: Language, sentence: str, values: dict[str, str]) -> None:
    told = words(language).say(sentence, **values)
    assert len(lettering.wrapped(told, 10, 126)) <= 4, told
