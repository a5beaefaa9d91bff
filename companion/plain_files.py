"""Files that are nothing but files. Whoever collects them as root opens no link, which may lead to anybody's secrets,
and no pipe or device, which may hang or do something when it is opened.
"""

import errno
import os
import shutil
import stat
from pathlib import Path

_SAFELY = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class NotPlain(OSError):
    """A link, a pipe, a device or a folder. It was not read, and nothing was written to it."""


def read_plain(file: Path) -> bytes:
    """All of it. `NotPlain`, or the OSError of a file that is not there or not for us."""
    with os.fdopen(_opened(file, os.O_RDONLY), "rb") as source:
        return source.read()


def copy_plain(file: Path, target: Path) -> None:
    """To a place that nobody else can write to. As `read_plain`."""
    with os.fdopen(_opened(file, os.O_RDONLY), "rb") as source, target.open("xb") as copy:
        shutil.copyfileobj(source, copy)


def write_plain(file: Path, content: bytes) -> None:
    """In place of what was in it. `NotPlain`, or the OSError of a place that is not there or not for us."""
    with os.fdopen(_opened(file, os.O_WRONLY | os.O_CREAT), "wb") as target:
        target.truncate()
        target.write(content)


def _opened(file: Path, flags: int) -> int:
    """Only what was really opened is judged: a name may lead elsewhere a moment later."""
    try:
        opened = os.open(file, flags | _SAFELY, 0o666)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR):
            raise _not_plain(file) from None
        raise
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise _not_plain(file)
    return opened


def _not_plain(file: Path) -> NotPlain:
    return NotPlain(errno.EINVAL, "is a link or no plain file, and was not opened", str(file))
