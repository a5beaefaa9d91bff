"""The boards of this house, by name: each as it was last saved, which is what games begin with, and as it is being
changed, which is kept at every step and need not be a good board yet.
"""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from secrets import randbelow
from typing import NamedTuple

import msgspec

from companion.drawer import Drawer
from companion.errors import BadJournal, BoardMoved, NoSuchBoard, Unnamed
from companion.games.merchants.board import Board, BoardData, default_board
from companion.games.merchants.mistakes import board_from, find_mistakes
from companion.journal import FILE
from companion.untouched import untouched

DEFAULT = 0
"""The number of the board in the box. It is always there, and never changes."""
MOST = 20
LONGEST_NAME = 40
MOST_STEPS = 100
"""That can be taken back."""

_SHELF = "boards"
"""In the drawer; each board lies beside it under its number."""

_SET_ASIDE = "boards that could not be read"
"""What stood under `boards` when it was no index any more."""
_ANY_STEP = 2**30

_log = logging.getLogger(__name__)


class Shelved(NamedTuple):
    """A board as it is now."""

    number: int
    name: str
    data: BoardData
    """With every change so far."""
    board: Board | None
    """As it was last saved; None: it never was."""
    step: int
    """Another number, another state: who changes it says what was looked at."""
    can_undo: bool
    can_redo: bool

    @property
    def is_draft(self) -> bool:
        """It has changes that no game knows."""
        return self.board is None or self.board.data != self.data


class Seen(NamedTuple):
    """What somebody looked at before changing something: another may have been faster."""

    step: int
    by: str = ""
    """A name for whoever it is; nobody is the same as one without."""


class _Kept(msgspec.Struct):
    """As it lies in the drawer."""

    name: str
    data: BoardData
    saved: BoardData | None = None


class _Index(msgspec.Struct):
    numbers: list[int] = []
    last: int = DEFAULT
    """The highest number ever given."""
    in_use: int = DEFAULT


class _Entry:
    def __init__(self, kept: _Kept) -> None:
        self.name, self.data, self.saved = kept.name, kept.data, kept.saved
        self.board = Board(kept.saved) if kept.saved and not find_mistakes(msgspec.to_builtins(kept.saved)) else None
        self.step = randbelow(_ANY_STEP)  # a page that was open before a restart must not match by chance
        self.undone: list[BoardData] = []
        self.past: list[BoardData] = []
        self._hands: dict[int, str] = {}
        """Who made each of the last steps."""

    def lay(self, data: BoardData, seen: Seen | None) -> None:
        """As the next step."""
        self.data = data
        self.step += 1
        self._hands[self.step] = seen.by if seen else ""
        self._hands.pop(self.step - MOST_STEPS, None)

    def is_as(self, seen: Seen) -> bool:
        """Or has only been changed by the same hand since."""
        if not 0 <= self.step - seen.step <= MOST_STEPS:
            return False
        return all(self._hands.get(step) == seen.by != "" for step in range(seen.step + 1, self.step + 1))

    def kept(self) -> _Kept:
        return _Kept(self.name, self.data, self.saved)


def board_in_use(folder: Path) -> Board:
    """Of the house that keeps its games in this folder, for those who only look: nothing is made or changed there."""
    with untouched(folder / FILE) as file:
        if file is None:
            return default_board()
        with contextlib.closing(Drawer(file)) as drawer:
            boards = Boards(drawer)
            if boards.trouble:
                raise BadJournal("{file}: the boards in it cannot be read.", file=folder / FILE)
            return boards.board()


class Boards:
    """All doors can be used from any thread. What cannot be written is one sentence, and nothing has changed."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._door = threading.RLock()
        self._index = _Index()
        self._entries: dict[int, _Entry] = {}
        self.trouble: BadJournal | None = None
        """Why nothing can be read; then nothing is changed either, or what is there would be lost."""
        self._fetch_all()

    def _fetch_all(self) -> None:
        """Nobody is kept from playing on the board in the box."""
        try:
            self._fetch()
            self.trouble = None
        except BadJournal as error:
            _log.error("%s", error)
            self.trouble = error

    def _fetch(self) -> None:
        self._index = self._found_index() or _Index()
        for number in self._index.numbers:
            try:
                kept = self._drawer.get(_place(number))
                if kept:
                    self._entries[number] = _Entry(msgspec.json.decode(kept, type=_Kept))
            except (BadJournal, msgspec.MsgspecError) as error:  # nor from the other boards
                _log.error("Board %s cannot be read: %s", number, error)

    def _found_index(self) -> _Index | None:
        """As it lies in the drawer, or made anew where it cannot be read or was lost; None: there never was a board."""
        found = self._drawer.get(_SHELF)
        if found is None:
            index = self._index_anew()
            if not index.numbers:
                return None
            _log.error("The list of boards is lost and is made anew.")
            self._drawer.put(_SHELF, msgspec.json.encode(index))
            return index
        try:
            return msgspec.json.decode(found, type=_Index)
        except msgspec.MsgspecError as error:
            _log.error("The list of boards cannot be read and is made anew: %s", error)
            index = self._index_anew()
            # what cannot be read is kept, for whoever knows better
            self._drawer.put_all({_SET_ASIDE: found, _SHELF: msgspec.json.encode(index)})
            return index

    def _index_anew(self) -> _Index:
        """Of the boards themselves, which lie beside it."""
        begin = _place(DEFAULT).removesuffix(str(DEFAULT))
        found = (name.removeprefix(begin) for name in self._drawer.names() if name.startswith(begin))
        numbers = sorted(int(number) for number in found if number.isascii() and number.isdecimal())
        return _Index(numbers, last=max(numbers, default=DEFAULT))

    # Looking.

    @property
    def all(self) -> list[Shelved]:
        """The oldest first, without the one in the box."""
        with self._door:
            return [self[number] for number in self._entries]

    def __getitem__(self, number: int) -> Shelved:
        with self._door:
            entry = self._entry(number)
            return Shelved(
                number, entry.name, entry.data, entry.board, entry.step, bool(entry.past), bool(entry.undone)
            )

    @property
    def in_use(self) -> int:
        """The number of the board that new games are offered; the one in the box where it cannot be had."""
        with self._door:
            entry = self._entries.get(self._index.in_use)
            return self._index.in_use if entry and entry.board else DEFAULT

    def board(self, number: int | None = None) -> Board:
        """As it was last saved; the one in use unless another is meant."""
        with self._door:
            number = self.in_use if number is None else number
            board = self._entry(number).board if number != DEFAULT else default_board()
        if board is None:
            raise NoSuchBoard("{name} is a draft: save it before you play on it.", name=self[number].name)
        return board

    # Changing.

    def add(self, name: str, data: BoardData, *, saved: bool = False) -> int:
        """Its number. `saved` for a good board, that games may begin with at once."""
        with self._door:
            self._check_read()
            if len(self._entries) >= MOST:
                raise Unnamed("There are {most} boards here already; remove one first.", most=MOST)
            entry = _Entry(_Kept(self._good_name(name), data))
            if saved:
                entry.board, entry.saved = _good(data), data
            number = self._index.last + 1
            numbers = [*self._index.numbers, number]
            self._keep(number, entry)
            self._file(msgspec.structs.replace(self._index, numbers=numbers, last=number))
            self._entries[number] = entry
            return number

    def change(self, number: int, change: Callable[[BoardData], BoardData], seen: Seen | None = None) -> None:
        """Refused if somebody else has changed the board since it was seen."""
        with self._door:
            entry = self._entry(number)
            _check_seen(entry, seen)
            changed = change(entry.data)
            if changed == entry.data:
                return
            self._keep(number, entry, data=changed)
            entry.past = [*entry.past, entry.data][-MOST_STEPS:]
            entry.undone = []
            entry.lay(changed, seen)

    def undo(self, number: int, seen: Seen | None = None) -> None:
        """The last change; nothing where there is none."""
        with self._door:
            entry = self._entry(number)
            self._take(number, entry, entry.past, entry.undone, seen)

    def redo(self, number: int, seen: Seen | None = None) -> None:
        with self._door:
            entry = self._entry(number)
            self._take(number, entry, entry.undone, entry.past, seen)

    def _take(
        self, number: int, entry: _Entry, source: list[BoardData], target: list[BoardData], seen: Seen | None
    ) -> None:
        _check_seen(entry, seen)
        if not source:
            return
        self._keep(number, entry, data=source[-1])
        target.append(entry.data)
        entry.lay(source.pop(), seen)

    def save(self, number: int, seen: Seen | None = None) -> None:
        """Games that begin from now on have it as it is; those that are under way keep theirs. BadBoard says why it
        cannot be saved yet."""
        with self._door:
            entry = self._entry(number)
            _check_seen(entry, seen)
            board = _good(entry.data)
            kept = msgspec.structs.replace(entry.kept(), saved=board.data)
            index = msgspec.structs.replace(self._index, in_use=number)
            self._drawer.put_all({_place(number): msgspec.json.encode(kept), _SHELF: msgspec.json.encode(index)})
            self._index, entry.board, entry.saved = index, board, board.data
            entry.lay(entry.data, seen)

    def discard(self, number: int, seen: Seen | None = None) -> None:
        """All changes since it was saved; they can be taken back again."""
        saved = self.board(number).data
        self.change(number, lambda _data: saved, seen)

    def rename(self, number: int, name: str) -> None:
        with self._door:
            entry = self._entry(number)
            name = self._good_name(name, but=number)
            self._keep(number, entry, name=name)
            entry.name = name

    def remove(self, number: int) -> None:
        """For good. Games that were begun on it have their own."""
        with self._door:
            self._entry(number)
            numbers = [other for other in self._index.numbers if other != number]
            in_use = DEFAULT if self._index.in_use == number else self._index.in_use
            self._file(msgspec.structs.replace(self._index, numbers=numbers, in_use=in_use))
            del self._entries[number]
            with contextlib.suppress(BadJournal):  # it is gone from the shelf, and nobody will look there again
                self._drawer.remove(_place(number))

    def use(self, number: int) -> None:
        """Offer it for new games."""
        with self._door:
            self._check_read()
            self.board(number)
            if number != self._index.in_use:
                self._file(msgspec.structs.replace(self._index, in_use=number))

    # Keeping.

    def _check_read(self) -> None:
        """What could not be read may be there by now."""
        if self.trouble:
            self._fetch_all()
        if self.trouble:
            raise self.trouble

    def _entry(self, number: int) -> _Entry:
        if number not in self._entries:
            raise NoSuchBoard("There is no board {number} here.", number=str(number))
        return self._entries[number]

    def _keep(self, number: int, entry: _Entry, **changes: object) -> None:
        """As it will be."""
        kept = msgspec.structs.replace(entry.kept(), **changes)
        self._drawer.put(_place(number), msgspec.json.encode(kept))

    def _file(self, index: _Index) -> None:
        self._drawer.put(_SHELF, msgspec.json.encode(index))
        self._index = index

    def _good_name(self, name: str, but: int | None = None) -> str:
        name = " ".join(name.split())
        if not (name and name.isprintable() and len(name) <= LONGEST_NAME):
            raise Unnamed("A board needs a name of 1 to {most} characters.", most=LONGEST_NAME)
        others: Iterable[str] = (entry.name for number, entry in self._entries.items() if number != but)
        if name.casefold() in [other.casefold() for other in others]:
            raise Unnamed("There is a board called {name} already.", name=name)
        return name


def _good(data: BoardData) -> Board:
    return board_from(msgspec.to_builtins(data))


def _check_seen(entry: _Entry, seen: Seen | None) -> None:
    if seen is not None and not entry.is_as(seen):
        raise BoardMoved("Meanwhile somebody has changed this board; look again before you go on.")


def _place(number: int) -> str:
    return f"board {number}"
