"""What lies in a root, as somebody sees it who looks at it from outside."""

import hashlib
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

    def lying(path: Path) -> Lying:
        found = path.lstat()
        owner, group = people.get(found.st_uid, str(found.st_uid)), groups.get(found.st_gid, str(found.st_gid))
        return Lying(f"{stat.filemode(found.st_mode)} {owner} {group}", _holds(path))

    return {f"/{path.relative_to(root)}": lying(path) for path in _walk(root, root)}


def new_in(after: Tree, before: Tree) -> dict[str, str]:
    """What was not there, with its rights."""
    return {path: lying.rights for path, lying in after.items() if path not in before}


def changed_in(after: Tree, before: Tree) -> set[str]:
    return {path for path, lying in after.items() if path in before and before[path] != lying}


def gone_from(after: Tree, before: Tree) -> set[str]:
    return set(before) - set(after)


def _walk(root: Path, folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if str(path.relative_to(root)) in NOT_OURS:
            continue
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _walk(root, path)


def _holds(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _book(root: Path, name: str) -> list[tuple[str, int]]:
    lines = [line.split(":") for line in (root / "etc" / name).read_text().splitlines()]
    return [(fields[0], int(fields[2])) for fields in lines]
