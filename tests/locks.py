"""The locks in `requirements`, read line by line, and what is wrong with them."""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution
from typing import Any, NamedTuple

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_ENTRY = re.compile(r"(?P<name>[a-z0-9][a-z0-9-]*)==(?P<version>[\w.!+]+)(?: ; (?P<marker>[^\\]+?))?(?P<more> \\)?")
_HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?P<more> \\)?")
_WHEELS_ONLY = re.compile(r"--only-binary [a-z0-9-]+")


class Entry(NamedTuple):
    name: str
    version: str
    marker: str

    @property
    def is_for_this_platform(self) -> bool:
        return not self.marker or Marker(self.marker).evaluate()


def entries(text: str) -> list[Entry]:
    """Of one lock. AssertionError names a line that is neither a version, nor its hash, nor a comment: one without a
    hash, an address of an index, a folder of files."""
    found: list[Entry] = []
    wants_hash = False
    for number, line in enumerate(text.splitlines(), 1):
        if wants_hash:
            match = _HASH.fullmatch(line)
            assert match, f"line {number}, after {found[-1].name}, is no hash: {line!r}"
            wants_hash = bool(match["more"])
        elif match := _ENTRY.fullmatch(line):
            assert match["more"], f"line {number} has no hash: {line!r}"
            found.append(Entry(match["name"], match["version"], match["marker"] or ""))
            wants_hash = True
        else:
            known = not line or line.startswith("#") or _WHEELS_ONLY.fullmatch(line)
            assert known, f"line {number} is no part of a lock: {line!r}"
    assert not wants_hash, f"{found[-1].name} ends without a hash"
    return found


def purposes(project: dict[str, Any]) -> dict[str, list[str]]:
    """What pyproject.toml asks for, by the name of the lock that has it."""
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    return {"build": project["build-system"]["requires"], "program": project["project"]["dependencies"], **extras}


def missing(
    project: dict[str, Any], locks: dict[str, list[Entry]], installed: dict[str, Distribution]
) -> Iterator[str]:
    """What pyproject.toml, and whatever is installed for it, asks for and the locks have not, or in a wrong version."""
    for purpose, lines in purposes(project).items():
        own = locks.get(purpose, [])
        there = own if purpose in ("build", "program") else [*locks.get("program", []), *own]
        seen = set[tuple[str, str]]()
        waiting = [(Requirement(line), f"pyproject.toml, {purpose}", "") for line in lines]
        while waiting:
            wanted, asked_by, extra = waiting.pop()
            if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
                if asked_by.startswith("pyproject.toml") and not _is_locked(wanted, there):
                    yield f"{wanted} ({asked_by})"  # for another platform, where nobody looks
                continue
            if not _is_locked(wanted, [entry for entry in there if entry.is_for_this_platform]):
                yield f"{wanted} ({asked_by})"
            name = canonicalize_name(wanted.name)
            for of_extra in ("", *wanted.extras):
                if (name, of_extra) not in seen and name in installed:
                    seen.add((name, of_extra))
                    waiting += [(Requirement(line), name, of_extra) for line in installed[name].requires or []]


def _is_locked(wanted: Requirement, there: list[Entry]) -> bool:
    name = canonicalize_name(wanted.name)
    return any(entry.name == name and wanted.specifier.contains(entry.version, True) for entry in there)


def unlocked(locks: Iterable[list[Entry]], installed: dict[str, Distribution]) -> list[str]:
    """What is installed, and not as any lock has it."""
    allowed = {(entry.name, entry.version) for lock in locks for entry in lock}
    found = {(name, distribution.version) for name, distribution in installed.items()}
    return sorted(f"{name} {version}" for name, version in found - allowed)
