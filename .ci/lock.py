#!/usr/bin/env -S uv run
# /// script
# requires-python = ">=3.11"
# dependencies = ["packaging"]
# ///
"""Makes the folder `requirements` anew: the exact versions that are installed, with the SHA-256 of every file allowed.

`uv run .ci/lock.py` keeps the versions that are locked now and adds what pyproject.toml asks for since; with --upgrade
it takes the newest ones. pip can install uv.

There is a file for each purpose, because pip installs all that a file names: `build` (what builds the program),
`program`, and one for each extra of pyproject.toml with what that adds to the program. Where every platform has a
wheel, only wheels are allowed: the entry has no hash of the sources, and pip is told not to look for them. The
platforms are 64-bit Linux on PC and Pi; wheels for others are in the lock, too, as far as there are any.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
PYTHONS = [(3, minor) for minor in range(11, 15)]
MACHINES = ("x86_64", "aarch64")
GLIBC = 36
"""The minor version of Debian 12's C library."""
HEADER = """\
# {what}: exact versions, with the SHA-256 of every file that may be installed.
# Made by `uv run .ci/lock.py`; not to be edited.
"""


class Locked(NamedTuple):
    """One version of one package."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    wheels_only: bool

    def __str__(self) -> str:
        first = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        option = f"--only-binary {self.name}\n" if self.wheels_only else ""
        return option + " \\\n".join([first, *(f"    --hash=sha256:{digest}" for digest in self.hashes)]) + "\n"


def purposes(project: dict[str, Any]) -> dict[str, list[str]]:
    """What each is to install, by the name of its file."""
    return {
        "build": project["build-system"]["requires"],
        "program": project["project"]["dependencies"],
        **project["project"]["optional-dependencies"],
    }


def locked(package: dict[str, Any]) -> Locked:
    """From a package of a pylock.toml: hashes of its wheels, and those of its sources where somebody lacks a wheel."""
    wheels = {_file_name(wheel): wheel["hashes"]["sha256"] for wheel in package.get("wheels", [])}
    wheels_only = all(_has_wheel(wheels, platform) for platform in _platforms())
    digests = set(wheels.values())
    if not wheels_only:
        digests.add(package["sdist"]["hashes"]["sha256"])
    marker = package.get("marker", "")
    return Locked(package["name"], package["version"], marker, tuple(sorted(digests)), wheels_only)


def _file_name(wheel: dict[str, Any]) -> str:
    name: str = wheel.get("name") or wheel["url"].rpartition("/")[2]
    return name


def _platforms() -> Iterator[frozenset[Tag]]:
    """The tags of the wheels that each can use."""
    for machine in MACHINES:
        systems = [*(f"manylinux_2_{minor}_{machine}" for minor in range(5, GLIBC + 1)), f"manylinux2014_{machine}"]
        for python in PYTHONS:
            interpreter = f"cp{python[0]}{python[1]}"
            own = cpython_tags(python, platforms=systems)
            yield frozenset([*own, *compatible_tags(python, interpreter, systems)])


def _has_wheel(wheels: dict[str, str], platform: frozenset[Tag]) -> bool:
    return any(parse_wheel_filename(name)[3] & platform for name in wheels)


def pinned(text: str) -> list[str]:
    """The versions in a lock, as constraints."""
    return re.findall(r"^[\w.-]+==[^\s\\]+(?: ; [^\\\n]+?)?(?= \\$)", text, re.MULTILINE)


def resolve(wanted: list[str], constraints: list[str]) -> list[Locked]:
    """By uv, for every platform at once."""
    with tempfile.TemporaryDirectory() as folder:
        allowed = Path(folder) / "constraints.txt"
        allowed.write_text("\n".join(constraints), encoding="utf-8")
        command = [os.environ.get("UV", "uv"), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
                   "--format", "pylock.toml", "--constraint", str(allowed), "-"]  # fmt: skip
        found = subprocess.run(command, input="\n".join(wanted), stdout=subprocess.PIPE, text=True, check=True).stdout
    return [locked(package) for package in tomllib.loads(found)["packages"]]


def main(words: list[str]) -> int:
    if words not in ([], ["--upgrade"]):
        print("usage: uv run .ci/lock.py [--upgrade]", file=sys.stderr)
        return 2
    wanted = purposes(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    before = [] if words else [pin for file in FOLDER.glob("*.lock") for pin in pinned(file.read_text("utf-8"))]
    together = resolve([line for lines in wanted.values() for line in lines], before)
    versions = sorted({f"{package.name}=={package.version}" for package in together})
    texts: dict[str, str] = {}
    program: list[Locked] = []
    for purpose, lines in wanted.items():
        packages = [package for package in resolve(lines, versions) if package not in program]
        if purpose == "program":
            program = packages
        what = {"build": "What builds Veilingklok", "program": "What Veilingklok needs"}.get(
            purpose, f"What the extra {purpose} of Veilingklok adds to program.lock"
        )
        texts[purpose] = HEADER.format(what=what) + "".join(f"\n{package}" for package in packages)
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.lock"):  # only now: without a network, say, the old ones stay
        file.unlink()
    for purpose, text in texts.items():
        (FOLDER / f"{purpose}.lock").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
