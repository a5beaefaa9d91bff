"""A card that fills up: said while there is still time, and nothing is lost when there is none left. On a real file
system that really is full.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tables import Evening, an_evening

from companion.caretaker import LEAST_SPACE, LITTLE_SPACE, Caretaker, free_space
from companion.cli import main
from companion.copies import Copies
from companion.entries import Acted
from companion.games.errors import GameError
from companion.games.merchants.actions import Place
from companion.journal import Journal
from companion.requests import AnyRequest
from companion.words import Language, words
from hardware.screens import lettering
from hardware.troubles import Troubles

MEGABYTE = 1_000_000
SOON = "Only {} MB are free on the SD card: make room soon."
NOW = "The SD card is nearly full, {} MB are left: make room now, or games cannot be kept."


class Card:
    """How much is free on it is whatever a test says."""

    def __init__(self, megabytes: float = 1000) -> None:
        self.megabytes = megabytes

    def __call__(self, _folder: Path) -> int:
        return round(self.megabytes * MEGABYTE)


class Watch:
    def __init__(self, folder: Path, card: Card) -> None:
        self.told = 0
        self.troubles = Troubles(self._count)
        self._card = card
        self._caretaker = Caretaker(folder, self.troubles, lambda: False, card)
        self._caretaker.close()

    def _count(self) -> None:
        self.told += 1

    def sees(self, megabytes: float) -> list[str]:
        """What is wrong with so much room."""
        self._card.megabytes = megabytes
        self._caretaker.look()
        return [str(trouble) for trouble in self.troubles.all().values()]


class TestCaretaker:
    def test_it_looks_at_once(self, tmp_path: Path) -> None:
        watch = Watch(tmp_path, Card(120))
        assert [str(trouble) for trouble in watch.troubles.all().values()] == [SOON.format(120)]

    def test_it_says_so_while_there_is_time_and_more_urgently_when_there_is_little(self, tmp_path: Path) -> None:
        watch = Watch(tmp_path, Card())
        assert watch.sees(200) == []
        assert watch.sees(199.9) == [SOON.format(190)]
        assert watch.sees(50) == [SOON.format(50)]
        assert watch.sees(49.9) == [NOW.format(40)]
        assert watch.sees(7.2) == [NOW.format(7)]
        assert watch.sees(0) == [NOW.format(0)]

    def test_it_takes_it_back_when_there_is_room_again(self, tmp_path: Path) -> None:
        watch = Watch(tmp_path, Card(10))
        assert watch.sees(220) == []

    def test_a_card_at_the_very_edge_is_not_told_of_again_and_again(self, tmp_path: Path) -> None:
        watch = Watch(tmp_path, Card(199))
        for megabytes in (201, 199, 202, 198, 219, 197):
            assert watch.sees(megabytes) == [SOON.format(190)]
        assert watch.told == 1

    def test_a_card_that_says_nothing_is_no_news(self, tmp_path: Path) -> None:
        watch = Watch(tmp_path / "unplugged", Card(10))
        caretaker = Caretaker(tmp_path / "unplugged", watch.troubles, lambda: False)
        caretaker.close()
        assert len(watch.troubles.all()) == 1

    @pytest.mark.parametrize("language", ["en", "de", "nl"])
    @pytest.mark.parametrize("megabytes", [190, 40])
    def test_all_of_it_can_be_read_on_the_display(self, tmp_path: Path, language: Language, megabytes: int) -> None:
        watch = Watch(tmp_path, Card(megabytes))
        (trouble,) = watch.troubles.all().values()
        _can_be_read(trouble.said(words(language)))

    @pytest.mark.parametrize("language", ["en", "de", "nl"])
    def test_so_can_that_there_is_no_copy(self, tmp_path: Path, language: Language) -> None:
        troubles = Troubles()
        Caretaker(tmp_path, troubles, lambda: True, Card()).close()
        (trouble,) = troubles.all().values()
        _can_be_read(trouble.said(words(language)))


def _can_be_read(sentence: str) -> None:
    """In the four lines that the display has for it."""
    assert len(lettering.wrapped(sentence, 10, 126)) <= 4, sentence


# A real file system.


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A small card of its own, with room for a little more than the least."""
    place, image = tmp_path / "card", tmp_path / "image"
    place.mkdir()
    with image.open("wb") as opened:
        opened.truncate(300 << 20)
    mounted = _run("mkfs.ext4", "-q", "-m", "0", str(image)) and _run("mount", "-o", "loop", str(image), str(place))
    if not mounted:
        pytest.skip("SKIPPED: no file system can be mounted here (it takes root and a loop device): run as root")
    try:
        yield place
    finally:
        _run("umount", "--lazy", str(place))


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


class Ballast:
    """Something else that takes the room: pictures, logs, an update."""

    def __init__(self, card: Path) -> None:
        self._card = card
        self._files: list[Path] = []

    def leaves(self, megabytes: int) -> None:
        self._take(free_space(self._card) - megabytes * MEGABYTE)

    def leaves_nothing(self) -> None:
        for size in (1 << 20, 1 << 12):
            while True:
                try:
                    self._take(size)
                except OSError:
                    break
        assert free_space(self._card) == 0

    def _take(self, size: int) -> None:
        file = self._card / f"ballast {len(self._files)}"
        handle = os.open(file, os.O_CREAT | os.O_WRONLY)
        self._files.append(file)
        try:
            os.posix_fallocate(handle, 0, size)
        finally:
            os.close(handle)

    def goes(self) -> None:
        for file in self._files:
            file.unlink()
        self._files = []


def _next(evening: Evening) -> tuple[int, AnyRequest]:
    """Who is asked, and the first thing that there is to do."""
    seat = evening.view().table.asked.seat
    return seat, evening.view(seat).options[0]


def _until_refused(evening: Evening) -> str:
    """What was allotted to the log before is still there; then there is nothing left."""
    for _ in range(4):
        error = evening.table.submit(*_next(evening)).exception()
        if error:
            assert isinstance(error, GameError)
            return str(error)
    raise AssertionError("it was never refused")


def test_what_was_set_aside_for_the_log_takes_rows_on_a_full_card(card: Path) -> None:
    evening = an_evening(card / "games")
    Ballast(card).leaves_nothing()
    for disk in ("mayor", "auction"):
        evening.does(0, Place(disk))
    rows = evening.journal.rows(evening.game)
    evening.ends()
    with Journal(card / "games") as journal:
        assert journal.notices == []
        assert journal.rows(evening.game) == rows


def test_a_full_card_is_said_before_it_hurts_and_nothing_is_lost_when_it_does(
    card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.write_ahead_log.SPARE", 1 << 40)  # nothing is set aside: it would last for a game
    data = card / "games"
    evening = an_evening(data)
    troubles, ballast = Troubles(), Ballast(card)
    caretaker = Caretaker(data, troubles, lambda: Copies(data).has_failed)
    caretaker.close()

    def told() -> str:
        caretaker.look()
        return "".join(str(trouble) for trouble in troubles.all().values())

    assert free_space(card) > LEAST_SPACE
    assert told() == ""
    ballast.leaves(150)
    assert told().startswith("Only ")
    evening.does(0, Place("mayor"))  # said, and the game goes on as ever
    ballast.leaves(30)
    assert free_space(card) < LITTLE_SPACE
    assert told().startswith("The SD card is nearly full")
    evening.does(0, Place("auction"))
    refused = CliRunner().invoke(main, ["backup", "--data", str(data)])
    assert refused.exit_code == 1
    assert refused.stderr.startswith("Error: The SD card is nearly full")

    ballast.leaves_nothing()
    assert told() == NOW.format(0)
    sentence = _until_refused(evening)
    assert sentence == f"{evening.journal.file}: the disk is full."
    before = evening.journal.rows(evening.game)
    assert evening.view().trouble == sentence
    assert evening.refuses(*_next(evening)) == sentence

    ballast.goes()
    assert told() == ""
    wish = _next(evening)
    evening.does(*wish)
    assert evening.view().trouble is None
    evening.ends()
    with Journal(data) as journal:
        assert journal.notices == []
        rows = journal.rows(evening.game)
        assert rows[: len(before)] == before
        assert len(rows) == len(before) + 1
        assert isinstance(rows[-1].entry, Acted)
        assert rows[-1].entry.action == wish[1]
        assert Copies(data).make(journal) is not None
