"""The boards of a house: named, changed step by step, saved once they are good, and kept through every restart."""

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from broken_boards import LET_IN, broken, toml

from companion.boards import DEFAULT, LONGEST_NAME, MOST, MOST_STEPS, Boards, Seen, Shelved
from companion.drawer import Drawer
from companion.errors import BadJournal, BoardMoved, NoSuchBoard, NotNow, Unnamed
from companion.games.errors import BadBoard, GameError
from companion.games.merchants import editing
from companion.games.merchants.board import BoardData, default_board
from companion.games.merchants.half_made import read_half_made
from companion.house import House
from companion.journal import FILE, Journal
from companion.openings import Place, opening_of
from companion.settings import settings_from

BOX = default_board().data
PLACES = [Place("Anna", "red"), Place("Ben", "blue"), Place("Cleo", "white")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with Journal(folder) as opened:
        yield opened


@pytest.fixture
def boards(journal: Journal) -> Boards:
    return Boards(journal.drawer)


@pytest.fixture
def mine(boards: Boards) -> int:
    """A board that was never changed, and can be played on."""
    return boards.add("Mine", BOX, saved=True)


def with_length(length: int) -> Callable[[BoardData], BoardData]:
    return lambda data: editing.with_track_length(data, length)


def length_of(boards: Boards, number: int) -> int:
    return boards[number].data.tracks.length


def everything(boards: Boards) -> tuple[list[Shelved], int]:
    return boards.all, boards.in_use


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """By another program: everything can be read, and nothing written."""
    with closing(sqlite3.connect(folder / FILE)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


class TestAShelf:
    def test_at_first_there_is_only_the_board_in_the_box_and_it_is_in_use(self, boards: Boards) -> None:
        assert boards.all == []
        assert boards.in_use == DEFAULT
        assert boards.board() is boards.board(DEFAULT) is default_board()

    def test_the_board_in_the_box_cannot_be_changed_renamed_or_removed(self, boards: Boards) -> None:
        deeds: list[Callable[[], object]] = [
            lambda: boards.change(DEFAULT, with_length(9)),
            lambda: boards.rename(DEFAULT, "Mine"),
            lambda: boards.remove(DEFAULT),
            lambda: boards.save(DEFAULT),
            lambda: boards.undo(DEFAULT),
        ]
        for deed in deeds:
            with pytest.raises(NoSuchBoard, match=r"^There is no board 0 here\.$"):
                deed()
        assert boards.board() is default_board()

    def test_a_board_that_is_added_has_a_number_a_name_and_its_data(self, boards: Boards) -> None:
        number = boards.add("Mine", BOX)
        shelved = boards[number]
        assert (shelved.number, shelved.name, shelved.data, shelved.board) == (number, "Mine", BOX, None)
        assert (shelved.is_draft, shelved.can_undo, shelved.can_redo) == (True, False, False)
        assert boards.in_use == DEFAULT

    def test_one_that_is_added_as_saved_can_be_played_on_at_once(self, boards: Boards) -> None:
        number = boards.add("Mine", editing.with_track_length(BOX, 9), saved=True)
        assert not boards[number].is_draft
        assert boards.board(number).track_end == 9

    def test_one_with_mistakes_cannot_be_added_as_saved(self, boards: Boards) -> None:
        with pytest.raises(BadBoard):
            boards.add("Mine", editing.with_track_length(BOX, 1), saved=True)
        assert boards.all == []

    def test_a_number_is_never_given_twice(self, boards: Boards, mine: int) -> None:
        boards.remove(mine)
        again = boards.add("Mine", BOX)
        assert again > mine

    def test_the_oldest_comes_first(self, boards: Boards) -> None:
        for name in ("Zaandam", "Amstel", "Muiden"):
            boards.add(name, BOX)
        assert [shelved.name for shelved in boards.all] == ["Zaandam", "Amstel", "Muiden"]

    def test_there_are_twenty_at_most(self, boards: Boards) -> None:
        assert MOST == 20
        numbers = [boards.add(f"Board {number}", BOX) for number in range(20)]
        with pytest.raises(Unnamed, match=r"^There are 20 boards here already; remove one first\.$"):
            boards.add("One more", BOX)
        assert [shelved.number for shelved in boards.all] == numbers
        boards.remove(numbers[7])
        boards.add("One more", BOX)
        assert len(boards.all) == 20

    def test_what_is_not_there_is_refused_in_a_sentence(self, boards: Boards) -> None:
        for deed in (lambda: boards[7], lambda: boards.board(7), lambda: boards.use(7), lambda: boards.discard(7)):
            with pytest.raises(NoSuchBoard, match=r"^There is no board 7 here\.$"):
                deed()


class TestNames:
    @pytest.mark.parametrize(
        "name", ["", "   ", "\n", "x" * (LONGEST_NAME + 1), "a\x07b", "a\u202eb", "a\u200bb", "\ud800"]
    )
    def test_a_name_that_cannot_be_shown_is_refused(self, boards: Boards, mine: int, name: str) -> None:
        says = r"^A board needs a name of 1 to 40 characters\.$"
        with pytest.raises(Unnamed, match=says):
            boards.add(name, BOX)
        with pytest.raises(Unnamed, match=says):
            boards.rename(mine, name)
        assert [shelved.name for shelved in boards.all] == ["Mine"]

    @pytest.mark.parametrize("name", ["x", "x" * LONGEST_NAME, "Größe 🏛 'quoted' <b>", "..", "0"])
    def test_any_other_name_is_good(self, boards: Boards, name: str) -> None:
        assert boards[boards.add(name, BOX)].name == name

    @pytest.mark.parametrize("name", ["Straße", "STRASSE", "strasse", "  Straße "])
    def test_two_boards_that_sound_the_same_cannot_be(self, boards: Boards, name: str) -> None:
        boards.add("Straße", BOX)
        with pytest.raises(Unnamed) as caught:
            boards.add(name, BOX)
        assert str(caught.value) == f"There is a board called {name.strip()} already."

    def test_blanks_are_put_in_order(self, boards: Boards) -> None:
        assert boards[boards.add("  My \t board\n", BOX)].name == "My board"

    def test_a_board_can_be_renamed_also_to_its_own_name_in_other_letters(self, boards: Boards, mine: int) -> None:
        boards.rename(mine, "MINE")
        assert boards[mine].name == "MINE"
        other = boards.add("Other", BOX)
        with pytest.raises(Unnamed):
            boards.rename(other, "mine")
        boards.rename(mine, "Yours")
        boards.rename(other, "mine")
        assert [shelved.name for shelved in boards.all] == ["Yours", "mine"]


class TestChanging:
    def test_a_change_makes_a_draft_of_it_and_games_do_not_know(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        assert boards[mine].is_draft
        assert length_of(boards, mine) == 9
        assert boards.board(mine).data == BOX

    def test_a_change_is_taken_back_and_made_again(self, boards: Boards, mine: int) -> None:
        for length in (9, 10, 11):
            boards.change(mine, with_length(length))
        lengths = []
        for step in (boards.undo, boards.undo, boards.redo, boards.undo, boards.undo, boards.redo):
            step(mine)
            lengths.append(length_of(boards, mine))
        assert lengths == [10, 9, 10, 9, 8, 9]

    def test_what_can_be_taken_back_is_said(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        assert (boards[mine].can_undo, boards[mine].can_redo) == (True, False)
        boards.undo(mine)
        assert (boards[mine].can_undo, boards[mine].can_redo) == (False, True)
        assert boards[mine].data == BOX
        assert not boards[mine].is_draft

    def test_where_there_is_nothing_to_take_back_nothing_happens(self, boards: Boards, mine: int) -> None:
        before = boards[mine]
        boards.undo(mine)
        boards.redo(mine)
        assert boards[mine] == before

    def test_a_new_change_forgets_what_was_taken_back(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        boards.undo(mine)
        boards.change(mine, with_length(12))
        boards.redo(mine)
        assert length_of(boards, mine) == 12
        assert not boards[mine].can_redo

    def test_a_change_that_changes_nothing_is_no_step(self, boards: Boards, mine: int) -> None:
        before = boards[mine]
        boards.change(mine, lambda data: data, Seen(before.step))
        assert boards[mine] == before

    def test_a_hundred_steps_can_be_taken_back_and_no_more(self, boards: Boards, mine: int) -> None:
        for length in range(1, MOST_STEPS + 6):
            boards.change(mine, with_length(1000 + length))
        for _ in range(MOST_STEPS + 5):
            boards.undo(mine)
        assert length_of(boards, mine) == 1005
        assert not boards[mine].can_undo

    def test_a_change_that_is_refused_leaves_the_board_as_it_was(self, boards: Boards, mine: int) -> None:
        before = boards[mine]
        with pytest.raises(GameError, match="There is no am99 on this board"):
            boards.change(mine, lambda data: editing.without_office(data, "am99"))
        assert boards[mine] == before

    def test_who_looked_at_an_older_state_changes_nothing(self, boards: Boards, mine: int) -> None:
        looked_at = Seen(boards[mine].step, "Anna")
        boards.change(mine, with_length(9), Seen(looked_at.step, "Ben"))
        before = boards[mine]
        with pytest.raises(BoardMoved) as caught:
            boards.change(mine, with_length(10), looked_at)
        assert str(caught.value) == "Meanwhile somebody has changed this board; look again before you go on."
        assert isinstance(caught.value, NotNow)
        assert boards[mine] == before
        boards.change(mine, with_length(10), Seen(before.step))
        assert length_of(boards, mine) == 10

    def test_nobody_stands_in_the_own_way(self, boards: Boards, mine: int) -> None:
        """What somebody enters may be on its way while the next thing is tapped."""
        looked_at = Seen(boards[mine].step, "Anna")
        boards.change(mine, with_length(9), looked_at)
        boards.change(mine, with_length(10), looked_at)
        assert length_of(boards, mine) == 10
        boards.change(mine, with_length(11), Seen(boards[mine].step, "Ben"))
        with pytest.raises(BoardMoved):
            boards.change(mine, with_length(12), looked_at)

    def test_taking_back_making_again_and_saving_are_steps_too(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        steps = [boards[mine].step]
        for deed in (boards.undo, boards.redo, boards.save, boards.undo):
            deed(mine)
            steps.append(boards[mine].step)
        assert steps == sorted(set(steps))

    def test_of_many_who_change_the_same_state_one_succeeds(self, boards: Boards, mine: int) -> None:
        step, outcomes = boards[mine].step, []

        def change(length: int) -> None:
            try:
                boards.change(mine, with_length(length), Seen(step))
                outcomes.append(length)
            except BoardMoved:
                outcomes.append(0)

        threads = [threading.Thread(target=change, args=(length,)) for length in range(10, 18)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(outcomes) == 8
        assert [length for length in outcomes if length] == [length_of(boards, mine)]


class TestSaving:
    def test_what_is_saved_is_what_games_begin_with(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        boards.save(mine)
        assert not boards[mine].is_draft
        assert boards.board(mine).track_end == 9

    def test_what_is_saved_is_in_use(self, boards: Boards, mine: int) -> None:
        assert boards.in_use == DEFAULT
        boards.save(mine)
        assert boards.in_use == mine
        assert boards.board().data == boards[mine].data

    def test_what_has_mistakes_is_not_saved_and_stays_a_draft(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(1))
        before = everything(boards)
        with pytest.raises(BadBoard) as caught:
            boards.save(mine)
        assert [str(mistake) for mistake in caught.value.mistakes] == ["tracks: length must be from 2 to 20, not 1."]
        assert everything(boards) == before
        assert length_of(boards, mine) == 1
        assert boards.board(mine).data == BOX

    def test_a_saved_board_can_be_changed_back_to_what_it_was_before(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        boards.save(mine)
        boards.undo(mine)
        assert boards[mine].data == BOX
        assert boards[mine].is_draft

    def test_a_draft_can_be_thrown_away_and_that_can_be_taken_back(self, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        boards.change(mine, with_length(10))
        boards.discard(mine)
        assert boards[mine].data == BOX
        boards.undo(mine)
        assert length_of(boards, mine) == 10

    def test_a_draft_that_was_never_saved_cannot_be_thrown_away_nor_played_on(self, boards: Boards) -> None:
        draft = boards.add("Draft", BOX)
        for deed in (boards.discard, boards.use, boards.board):
            with pytest.raises(NoSuchBoard, match=r"^Draft is a draft: save it before you play on it\.$"):
                deed(draft)
        assert boards.in_use == DEFAULT

    def test_any_saved_board_can_be_used_and_the_one_in_the_box_again(self, boards: Boards, mine: int) -> None:
        boards.use(mine)
        assert boards.board().data == boards[mine].data
        boards.use(DEFAULT)
        assert boards.board() is default_board()

    def test_a_board_in_use_that_is_removed_gives_way_to_the_one_in_the_box(self, boards: Boards, mine: int) -> None:
        other = boards.add("Other", BOX, saved=True)
        boards.use(mine)
        boards.remove(other)
        assert boards.in_use == mine
        boards.remove(mine)
        assert (boards.in_use, boards.all) == (DEFAULT, [])
        assert boards.board() is default_board()


class TestRestarts:
    def test_names_drafts_what_was_saved_and_what_is_in_use_survive(self, folder: Path) -> None:
        with Journal(folder) as journal:
            boards = Boards(journal.drawer)
            mine, draft = boards.add("Mine", BOX, saved=True), boards.add("Straße <b>", BOX)
            boards.use(mine)
            boards.change(mine, with_length(12))
            boards.change(draft, with_length(1))
            boards.rename(mine, "Ours")
        with Journal(folder) as journal:
            again = Boards(journal.drawer)
            assert [(one.number, one.name) for one in again.all] == [(mine, "Ours"), (draft, "Straße <b>")]
            assert (length_of(again, mine), length_of(again, draft)) == (12, 1)
            assert again.in_use == mine
            assert again.board().data == BOX
            assert again[mine].is_draft
            assert again[draft].board is None

    def test_undoing_survives_as_it_was_left(self, journal: Journal, boards: Boards, mine: int) -> None:
        boards.change(mine, with_length(9))
        boards.change(mine, with_length(10))
        boards.undo(mine)
        assert length_of(Boards(journal.drawer), mine) == 9

    def test_every_draft_with_mistakes_survives(self, journal: Journal, boards: Boards) -> None:
        for name in LET_IN:
            draft = read_half_made(toml(broken(name)))
            number = boards.add("Draft", draft)
            assert Boards(journal.drawer)[number].data == draft
            boards.remove(number)

    def test_what_was_removed_is_gone_for_good(self, journal: Journal, boards: Boards, mine: int) -> None:
        boards.use(mine)
        boards.remove(mine)
        again = Boards(journal.drawer)
        assert (again.all, again.in_use) == ([], DEFAULT)
        assert journal.drawer.get(f"board {mine}") is None
        assert again.add("Mine", BOX) > mine


class TestADamagedDrawer:
    """Nobody is kept from playing on the board in the box."""

    @pytest.fixture
    def filled(self, journal: Journal) -> Journal:
        boards = Boards(journal.drawer)
        boards.add("First", BOX, saved=True)
        boards.save(boards.add("Second", BOX))
        return journal

    @pytest.mark.parametrize(
        "garbage",
        [
            b"",
            b"\xff\xfe",
            b"{",
            b"[]",
            b"null",
            b'{"numbers": "all"}',
            b'{"numbers": [1], "in_use": "x"}',
            b"9" * 5000,
        ],
    )
    def test_s10_a_list_of_boards_that_cannot_be_read_is_set_aside_and_made_anew_from_the_boards(
        self, filled: Journal, caplog: pytest.LogCaptureFixture, garbage: bytes
    ) -> None:
        filled.drawer.put("boards", garbage)
        with caplog.at_level(logging.ERROR):
            boards = Boards(filled.drawer)
        assert "The list of boards cannot be read" in caplog.text
        assert [shelved.name for shelved in boards.all] == ["First", "Second"]
        assert boards.board() is default_board()
        assert boards.add("Third", BOX) == 3
        assert filled.drawer.get("boards that could not be read") == garbage
        assert [shelved.name for shelved in Boards(filled.drawer).all] == ["First", "Second", "Third"]

    def test_s10_a_list_of_boards_that_is_gone_is_made_anew_from_the_boards(self, filled: Journal) -> None:
        """And no board is overwritten by a new one."""
        filled.drawer.remove("boards")
        boards = Boards(filled.drawer)
        assert [shelved.name for shelved in boards.all] == ["First", "Second"]
        assert boards.add("Third", BOX) == 3
        assert [shelved.name for shelved in Boards(filled.drawer).all] == ["First", "Second", "Third"]
        assert filled.drawer.get("boards that could not be read") is None

    def test_s10_where_there_never_was_a_board_no_list_is_made(self, journal: Journal) -> None:
        Boards(journal.drawer)
        assert journal.drawer.names() == ()

    @pytest.mark.parametrize("garbage", [b"\xff\xfe", b"{", b"[]", b'{"name": "x"}', b'{"name": 1, "data": {}}'])
    def test_a_board_that_cannot_be_read_is_told_in_the_log_and_the_others_remain(
        self, filled: Journal, caplog: pytest.LogCaptureFixture, garbage: bytes
    ) -> None:
        """Also where it was in use."""
        for number, left in ((1, ["Second"]), (2, [])):
            filled.drawer.put(f"board {number}", garbage)
            with caplog.at_level(logging.ERROR):
                boards = Boards(filled.drawer)
            assert f"Board {number} cannot be read" in caplog.text
            assert [shelved.name for shelved in boards.all] == left
        assert boards.in_use == DEFAULT
        assert boards.board() is default_board()

    def test_a_board_that_is_gone_is_not_in_use_any_more(self, filled: Journal) -> None:
        filled.drawer.remove("board 2")
        boards = Boards(filled.drawer)
        assert [shelved.name for shelved in boards.all] == ["First"]
        assert boards.board() is default_board()

    @pytest.mark.parametrize("name", ["a bridge to nowhere", "a card for a region that is not there", "no year at all"])
    def test_a_saved_board_that_is_none_is_a_draft_again(self, filled: Journal, name: str) -> None:
        kept = {"name": "Second", "data": BOX, "saved": read_half_made(toml(broken(name)))}
        filled.drawer.put("board 2", msgspec.json.encode(kept))
        boards = Boards(filled.drawer)
        assert boards[2].board is None
        assert boards.in_use == DEFAULT
        assert boards.board() is default_board()


DEEDS: dict[str, Callable[[Boards], object]] = {
    "add": lambda boards: boards.add("Third", BOX),
    "change": lambda boards: boards.change(1, with_length(11)),
    "a first change": lambda boards: boards.change(2, with_length(11)),
    "undo": lambda boards: boards.undo(1),
    "redo": lambda boards: boards.redo(1),
    "save": lambda boards: boards.save(1),
    "discard": lambda boards: boards.discard(1),
    "rename": lambda boards: boards.rename(1, "Ours"),
    "remove": lambda boards: boards.remove(2),
    "use": lambda boards: boards.use(1),
}


class TestADiskThatTakesNothing:
    @pytest.fixture
    def boards(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Boards]:
        monkeypatch.setattr("companion.journal_file.PATIENCE", 0.0)
        with Journal(folder) as journal:
            boards = Boards(journal.drawer)
            boards.add("Mine", BOX, saved=True)
            boards.change(1, with_length(9))
            boards.change(1, with_length(10))
            boards.undo(1)
            boards.add("Other", BOX, saved=True)
            boards.use(2)
            yield boards

    @pytest.mark.parametrize("deed", DEEDS)
    def test_what_cannot_be_written_has_not_happened(self, boards: Boards, folder: Path, deed: str) -> None:
        before = everything(boards)
        with locked(folder), pytest.raises(BadJournal, match="another program has it locked"):
            DEEDS[deed](boards)
        assert everything(boards) == before

    @pytest.mark.parametrize("deed", DEEDS)
    def test_afterwards_it_can_be_done_as_if_nothing_had_been(self, boards: Boards, folder: Path, deed: str) -> None:
        before = everything(boards)
        with locked(folder), pytest.raises(BadJournal):
            DEEDS[deed](boards)
        DEEDS[deed](boards)
        assert everything(boards) != before

    def test_a_drawer_that_cannot_be_opened_is_told_in_the_log(
        self, folder: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        with Journal(folder) as journal:
            Boards(journal.drawer).add("Mine", BOX)
        (folder / FILE).unlink()
        (folder / FILE).mkdir()
        boards = Boards(Drawer(folder / FILE))
        assert "it cannot be opened for writing" in caplog.text
        assert boards.board() is default_board()
        with pytest.raises(BadJournal):
            boards.add("Mine", BOX)
        assert boards.all == []


class TestGames:
    @pytest.fixture
    def house(self, journal: Journal) -> Iterator[House]:
        house = House(journal, settings_from({}))
        yield house
        house.leave()

    def board_on_table(self, house: House) -> BoardData:
        assert house.snapshot is not None
        board: Any = house.snapshot.look.now.state.setup.board
        data: BoardData = board.data
        return data

    def test_a_game_keeps_the_board_that_it_began_with(self, journal: Journal, house: House) -> None:
        number = house.boards.add("Mine", editing.with_track_length(BOX, 9), saved=True)
        house.begin(opening_of(PLACES, seed=7, board=house.boards.board(number)))
        house.boards.change(number, with_length(12))
        house.boards.save(number)
        assert self.board_on_table(house).tracks.length == 9
        house.leave()
        house.boards.remove(number)
        again = House(journal, settings_from({}))
        again.resume(1)
        assert self.board_on_table(again).tracks.length == 9
        again.leave()

    def test_a_game_that_begins_after_a_save_is_on_the_board_as_it_is_now(self, house: House) -> None:
        number = house.boards.add("Mine", BOX, saved=True)
        house.boards.change(number, with_length(12))
        house.boards.save(number)
        house.begin(opening_of(PLACES, seed=7, board=house.boards.board()))
        assert self.board_on_table(house).tracks.length == 12

    def test_the_clock_alone_runs_by_the_board_in_use(self, house: House) -> None:
        ends = [wedge.end for wedge in BOX.clock.wedges]
        slow = editing.with_clock(BOX, ends, seconds=60, sweep=315, doubled_seconds=40)
        number = house.boards.add("Slow", slow, saved=True)
        house.clock_alone(3)
        assert self.board_on_table(house) == BOX
        house.boards.use(number)
        house.clock_alone(3)
        assert self.board_on_table(house) == slow

    def test_the_clock_alone_runs_by_what_was_saved_and_not_by_the_draft(self, house: House) -> None:
        number = house.boards.add("Mine", BOX, saved=True)
        house.boards.use(number)
        house.boards.change(number, with_length(1))
        house.clock_alone(3)
        assert self.board_on_table(house) == BOX
