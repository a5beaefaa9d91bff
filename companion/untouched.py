"""A journal to be read and not touched: a copy of it, since SQLite tidies up what it opens, and what root leaves in a
folder of somebody else is in his way.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_TRIES = 5
"""To copy it between two moves of those who play."""


@contextmanager
def untouched(file: Path, copied: Callable[[Path, Path], object] = shutil.copyfile) -> Iterator[Path | None]:
    """Where the copy lies; None: there is no journal. `copied` copies a file."""
    if not os.path.lexists(file):
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        _copy(file, Path(folder), copied)
        yield Path(folder) / file.name


def _copy(file: Path, folder: Path, copied: Callable[[Path, Path], object]) -> None:
    """With its log, both of one moment: somebody may be playing. Where he never rests, checksums tell that they are
    not."""
    sources = (file, file.with_name(f"{file.name}-wal"))
    for _ in range(_TRIES):
        before = [_stamp(source) for source in sources]
        for source in sources:
            (folder / source.name).unlink(missing_ok=True)
            with suppress(FileNotFoundError):
                copied(source, folder / source.name)
        if [_stamp(source) for source in sources] == before:
            return


def _stamp(file: Path) -> tuple[int, int, int] | None:
    """Another one as soon as something is written to it."""
    try:
        at = file.stat()
    except FileNotFoundError:
        return None
    return at.st_ino, at.st_mtime_ns, at.st_size
