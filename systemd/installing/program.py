"""The versions of the program in /opt: each in a folder of its own, one of them in use, the one before kept.

A version is built beside what runs and tried; only then one link is turned. Its name says what it was made of, so what
is there already is not built again, and a new Python after an upgrade of the system makes a new one.

Nothing that is fetched is run by root here: a user who does nothing else fetches what the lock names, compares its hash
and builds. What came of it is given to root before it is tried and used, so that the program cannot change itself; and
the service that runs meanwhile is another user, so that it cannot change what is built.
"""

import hashlib
import re
import shutil
import tomllib
from pathlib import Path

from installing.errors import Failed, Refused
from installing.people import BUILDER, USER
from installing.place import Place, Rights

HOME = "/opt/veilingklok"
CURRENT, PREVIOUS = f"{HOME}/current", f"{HOME}/previous"
FILES = "systemd/files"
_ROOMS = ("companion", "hardware", "web")
LOCKS = tuple(f"requirements/{purpose}.lock" for purpose in ("build", "program", "mqtt"))
"""What may be fetched: what builds it, what it needs, and what its extra for brokers does."""
_SINGLE = ("pyproject.toml", "README.md", "LICENSE", *LOCKS)
_FINISHED = "finished"
"""A file in a folder that was built to its end."""
_OTHER_HASH = "DO NOT MATCH THE HASHES"
"""pip's words for a file that is not the one in the lock."""
_COMPILED = shutil.ignore_patterns("__pycache__")


class Checkout:
    """What is installed: the sources, and the files for the system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        self.version: str = project["version"]

    def stamp(self, python: str) -> str:
        digest = hashlib.sha256()
        for file in self._files():
            content = file.read_bytes()
            digest.update(f"{file.relative_to(self.folder)} {len(content)}\n".encode() + content)
        return f"{self.version}-python{python}-{digest.hexdigest()[:8]}"

    def copy_sources(self, to: Path) -> None:
        (to / "requirements").mkdir(parents=True)
        for name in _SINGLE:
            shutil.copyfile(self.folder / name, to / name)
        for room in _ROOMS:
            shutil.copytree(self.folder / room, to / room, copy_function=shutil.copyfile, ignore=_COMPILED)

    def copy_files(self, to: Path) -> None:
        shutil.copytree(self.folder / FILES, to, copy_function=shutil.copyfile)

    def _files(self) -> list[Path]:
        rooms = [self.folder / room for room in (*_ROOMS, FILES)]
        inside = [file for room in rooms for file in room.rglob("*") if "__pycache__" not in file.parts]
        return [*(self.folder / name for name in _SINGLE), *sorted(file for file in inside if file.is_file())]


class Version:
    """One folder in /opt/veilingklok."""

    def __init__(self, place: Place, stamp: str, checkout: Checkout | None = None) -> None:
        self.place = place
        self.stamp = stamp
        self._checkout = checkout
        self.folder = f"{HOME}/{stamp}"
        self.command = f"{self.folder}/.venv/bin/veilingklok"

    @property
    def is_finished(self) -> bool:
        return self.place.at(f"{self.folder}/{_FINISHED}").exists()

    @property
    def is_current(self) -> bool:
        return self.is_finished and version_in_use(self.place) == self.stamp

    def file(self, name: str) -> bytes:
        """For the system, as it belongs to this version, also before that is built."""
        return self._at(name).read_bytes()

    def _at(self, name: str) -> Path:
        if self._checkout and not self.is_finished:
            return self._checkout.folder / FILES / name
        return self.place.at(f"{self.folder}/files/{name}")

    def has(self, name: str) -> bool:
        """That file; one that a later version has brought it has not."""
        return self._at(name).exists()

    def says(self, *words: str) -> str:
        """Asked as the user whose program it is: it can read the settings if that user can."""
        return self.place.run_as(
            USER,
            self.command,
            *words,
            HOME="/var/lib/veilingklok",
            VEILINGKLOK_SETTINGS="/etc/veilingklok/veilingklok.toml",
            PYTHONDONTWRITEBYTECODE="1",
        )

    def build(self) -> str:
        """Takes minutes. What is left of one that failed is removed."""
        assert self._checkout is not None
        self.place.remove(self.folder)
        try:
            self._checkout.copy_files(self.place.at(f"{self.folder}/files"))
            self._build(self._checkout, f"{self.folder}/.venv", f"{self.folder}/building")
            said = self.says("--version").strip()
        except Refused:
            self.place.remove(self.folder)
            raise
        self.place.write(f"{self.folder}/{_FINISHED}", f"{said}\n".encode())
        return f"It says: {said}."

    def _build(self, checkout: Checkout, venv: str, building: str) -> None:
        """`building` is all that the builder has beside `venv`: its home, its temporary files, the sources."""
        checkout.copy_sources(self.place.at(f"{building}/source"))
        self.place.give_all(building, BUILDER)
        self.place.folder(venv, Rights(0o755, BUILDER, BUILDER))

        def run(*command: str) -> None:
            self.place.run_as(BUILDER, *command, HOME=building, TMPDIR=building)

        def pip(*words: str) -> None:
            quietly = ("--quiet", "--no-cache-dir", "--disable-pip-version-check", "--no-input", "--no-build-isolation")
            run(f"{venv}/bin/python", "-m", "pip", "install", *quietly, *words)

        run("python3", "-m", "venv", "--system-site-packages", venv)
        first, *more = (("--requirement", f"{building}/source/{lock}") for lock in LOCKS)
        try:
            pip("--require-hashes", "--no-deps", *first)  # before what may have to be built with it
            pip("--require-hashes", "--no-deps", *(word for lock in more for word in lock))
            pip("--no-index", "--no-deps", f"{building}/source")
        except Failed as error:
            raise _not_installed(error) from None
        self.place.remove(building)
        self.place.give_all(venv, "root")


def _not_installed(error: Failed) -> Refused:
    if _OTHER_HASH not in error.said:
        return Refused(f"The Python packages cannot be installed; is there a network? {error}")
    named = re.search(r"^ +(\S+==\S+)", error.said, re.MULTILINE)
    which = named[1] if named else "A Python package"
    return Refused(f"{which} is not the one in the lock: its hash is another, so nothing was installed.")


def version_in_use(place: Place) -> str | None:
    return _target(place, CURRENT)


def version_before(place: Place) -> str | None:
    """Of whoever was interrupted on the way back both links say the same: then it is the only other that is there."""
    noted, in_use = _target(place, PREVIOUS), version_in_use(place)
    if noted is None or noted != in_use:
        return noted
    others = [stamp for stamp in _stamps(place) if stamp != in_use]
    return others[0] if len(others) == 1 else None


def built_for(stamp: str) -> str:
    """Which Python."""
    return stamp.rpartition("-")[0].rpartition("-python")[2]


def _target(place: Place, link: str) -> str | None:
    found = place.at(link)
    return str(found.readlink()) if found.is_symlink() else None


def use(place: Place, stamp: str) -> None:
    """From now on; the one in use so far is the one before."""
    was = version_in_use(place)
    if was == stamp:
        return
    if was:
        place.link(PREVIOUS, was)  # first: whenever this is interrupted, what was in use can be found
    place.link(CURRENT, stamp)


def old_versions(place: Place, wanted: str) -> list[str]:
    """Those that nobody goes back to once the one that is wanted is in use."""
    before = version_before(place) if version_in_use(place) == wanted else version_in_use(place)
    return [stamp for stamp in _stamps(place) if stamp not in (wanted, before)]


def _stamps(place: Place) -> list[str]:
    home = place.at(HOME)
    folders = [path.name for path in home.iterdir() if path.is_dir() and not path.is_symlink()] if home.exists() else []
    return sorted(folders)
