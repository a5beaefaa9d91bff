"""A journal for a device whose file system is read-only: in memory, for this run, so that the display can say what is
wrong and the clock can be used alone. No game is begun on it, because none could be kept.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from companion.errors import ReadOnlyJournal
from companion.games.errors import GameError
from companion.journal import FILE, Journal
from companion.journal_file import drawer_lines

_IN_MEMORY = Path("/dev/shm")


@contextmanager
def opened_or_replaced(folder: Path) -> Iterator[tuple[Journal, ReadOnlyJournal | None]]:
    """The journal of a folder; or, where that is read-only, one in its place, and why. It is closed in the end. A
    machine on which nothing at all can be written gets the error."""
    try:
        journal = Journal(folder, verify_all=False)
    except ReadOnlyJournal as error:
        instead = _made_folder()
        if instead is None:
            raise
        try:
            with Journal(instead, keeps_games=False) as replaced:
                _carry_drawer(folder / FILE, replaced)
                yield replaced, error
        finally:
            shutil.rmtree(instead, ignore_errors=True)
        return
    with journal:
        yield journal, None


def _made_folder() -> Path | None:
    for place in (_IN_MEMORY if _IN_MEMORY.is_dir() else None, None):  # None: wherever the system has temporary files
        with suppress(OSError):
            return Path(tempfile.mkdtemp(prefix="veilingklok-", dir=place))
    return None


def _carry_drawer(file: Path, to: Journal) -> None:
    """Who sits where, and what the table has chosen, as far as the database file has it: nobody can write to it, so it
    is read without its log."""
    with suppress(sqlite3.Error, GameError):
        address = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            found = dict(drawer_lines(connection))
        if found:
            to.drawer.put_all(found)
