"""SQLite's write-ahead log: read to see whether it is whole, since SQLite itself leaves out everything from the first
frame on that does not hold, and says nothing; and made long enough for a game before the game is played.
"""

import os
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HEADER, _FRAME_HEADER = 32, 24
_MAGIC = 0x377F0682
"""With its last bit set where the checksums are of big-endian words."""

ROOM = 1 << 20
"""Bytes of a log that was lengthened: 254 frames of the usual page."""

SPARE = 16 * ROOM
"""Bytes that must be free on the disk for that."""

CHECKPOINT = 200
"""Frames after which the log is begun anew, so that one that was lengthened need not grow."""

_Sums = tuple[int, int]


class _Frame(NamedTuple):
    header: bytes
    page: bytes

    @property
    def generation(self) -> bytes:
        return self.header[8:16]

    @property
    def ends_transaction(self) -> bool:
        return self.header[4:8] != bytes(4)

    def holds(self, sums: _Sums) -> bool:
        return struct.unpack(">2I", self.header[16:24]) == sums


def lengthen(log: Path) -> None:
    """Fill the log up to `ROOM` with zeros, which SQLite and `is_whole` read as left over from before.

    To sync a write within a file takes about half as long as one that makes it longer, whose new length has to reach
    the disk as well. The caller holds SQLite's write lock: else a frame could be written where the zeros go. A log
    without a header is left alone, because zeros alone look like a damaged one; so is one on a disk with little room,
    whose last bytes are for rows.
    """
    if shutil.disk_usage(log.parent).free < SPARE:
        return
    with log.open("r+b", buffering=0) as file:
        length = file.seek(0, os.SEEK_END)
        if _HEADER <= length < ROOM:
            file.write(bytes(ROOM - length))
            os.fsync(file.fileno())


def is_whole(log: bytes) -> bool:
    """Whether everything that was ever written into it since it was begun anew can be read, to the last commit."""
    if not log:
        return True
    if len(log) < _HEADER:
        return False
    magic, _, page_size = struct.unpack(">3I", log[:12])
    order = ">" if magic & 1 else "<"
    sums = _added((0, 0), log[:24], order)
    if magic & ~1 != _MAGIC or struct.unpack(">2I", log[24:32]) != sums:
        return False
    generation = log[16:24]
    committed = True
    frames = list(_frames(log, page_size))
    for place, frame in enumerate(frames):
        if frame.generation != generation[: len(frame.generation)]:
            # left over from before the log was begun anew, and then so is all the rest
            return committed and all(other.generation != generation for other in frames[place:])
        if len(frame.page) < page_size:
            return False
        sums = _added(_added(sums, frame.header[:8], order), frame.page, order)
        if not frame.holds(sums):
            return False
        committed = frame.ends_transaction
    return committed


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    for start in range(_HEADER, len(log), _FRAME_HEADER + page_size):
        page = start + _FRAME_HEADER
        yield _Frame(log[start:page], log[page : page + page_size])


def _added(sums: _Sums, data: bytes, order: str) -> _Sums:
    """SQLite's running checksum."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
