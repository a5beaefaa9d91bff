"""What lies in a root, as somebody sees it who looks at it from outside."""

import functools
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

NOT_OURS = ("dev", "proc", "run", "sys", "tmp", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log", "wheels")
"""Where a system leaves what it likes; no install has any business there."""


class Lying(NamedTuple):
    rights: str
    """As ls writes them, with owner and group by name."""
    holds: str
    """Where a link leads; else a hash of what is in it."""


Tree = dict[str, Lying]


def tree(root: Path) -> Tree:
    people = {number: name for name, number in _book(root, "passwd")}
    groups = {number: name for name, number in _book(root, "group")}

    def lying(entry: "os.DirEntry[str]") -> Lying:
        found = entry.stat(follow_symlinks=False)
        owner, group = people.get(found.st_uid, str(found.st_uid)), groups.get(found.st_gid, str(found.st_gid))
        return Lying(f"{stat.filemode(found.st_mode)} {owner} {group}", _holds(entry, found))

    return {path: lying(entry) for path, entry in _walk(str(root), "")}


def new_in(after: Tree, before: Tree) -> dict[str, str]:
    """What was not there, with its rights."""
    return {path: lying.rights for path, lying in after.items() if path not in before}


def changed_in(after: Tree, before: Tree) -> set[str]:
    return {path for path, lying in after.items() if path in before and before[path] != lying}


def gone_from(after: Tree, before: Tree) -> set[str]:
    return set(before) - set(after)


def _walk(root: str, folder: str) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
    with os.scandir(root + folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            path = f"{folder}/{entry.name}"
            if path.removeprefix("/") in NOT_OURS:
                continue
            yield path, entry
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(root, path)


def _holds(entry: "os.DirEntry[str]", found: os.stat_result) -> str:
    if stat.S_ISLNK(found.st_mode):
        return str(Path(entry.path).readlink())
    if not stat.S_ISREG(found.st_mode):
        return ""
    return _hash(entry.path, found.st_dev, found.st_ino, found.st_size, found.st_ctime_ns)


@functools.cache
def _hash(path: str, *_same: int) -> str:
    """Read once: nobody can change a file without the kernel's noting when."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _book(root: Path, name: str) -> list[tuple[str, int]]:
    lines = [line.split(":") for line in (root / "etc" / name).read_text().splitlines()]
    return [(fields[0], int(fields[2])) for fields in lines]
