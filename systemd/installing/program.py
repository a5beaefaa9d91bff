"""The versions of the program in /opt: each in a folder of its own, one of them in use, the one before kept.

A version is built beside what runs and tried; only then one link is turned. Its name says what it was made of, so what
is there already is not built again, and a new Python after an upgrade of the system makes a new one.
"""

import hashlib
import shutil
import tomllib
from pathlib import Path

from installing.errors import Refused
from installing.place import Place

HOME = "/opt/veilingklok"
CURRENT, PREVIOUS = f"{HOME}/current", f"{HOME}/previous"
FILES = "systemd/files"
_ROOMS = ("companion", "hardware", "web")
_SINGLE = ("pyproject.toml", "requirements.lock", "README.md", "LICENSE")
_FINISHED = "finished"
"""A file in a folder that was built to its end."""
_EXTRA = "mqtt"
_COMPILED = shutil.ignore_patterns("__pycache__")


class Checkout:
    """What is installed: the sources, and the files for the system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        self.version: str = project["version"]
        self.extra = f"[{_EXTRA}]" if _EXTRA in project["optional-dependencies"] else ""

    def stamp(self, python: str) -> str:
        digest = hashlib.sha256()
        for file in self._files():
            content = file.read_bytes()
            digest.update(f"{file.relative_to(self.folder)} {len(content)}\n".encode() + content)
        return f"{self.version}-python{python}-{digest.hexdigest()[:8]}"

    def copy_sources(self, to: Path) -> None:
        to.mkdir(parents=True)
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
        settings = {"VEILINGKLOK_SETTINGS": "/etc/veilingklok/veilingklok.toml"}
        return self.place.run(self.command, *words, **settings, PYTHONDONTWRITEBYTECODE="1")

    def build(self) -> str:
        assert self._checkout is not None
        self.place.remove(self.folder)
        self._checkout.copy_sources(self.place.at(f"{self.folder}/source"))
        self._checkout.copy_files(self.place.at(f"{self.folder}/files"))
        self.place.run("python3", "-m", "venv", "--system-site-packages", f"{self.folder}/.venv")
        self._pip(f"{self.folder}/source", self._checkout.extra)
        self.place.remove(f"{self.folder}/source")
        said = self.says("--version").strip()
        self.place.write(f"{self.folder}/{_FINISHED}", f"{said}\n".encode())
        return f"It says: {said}."

    def _pip(self, source: str, extra: str) -> None:
        quietly = ("--quiet", "--no-cache-dir", "--disable-pip-version-check", "--no-input")
        try:
            self.place.run(
                f"{self.folder}/.venv/bin/python", "-m", "pip", "install", *quietly,
                "--constraint", f"{source}/requirements.lock", f"{source}{extra}",
            )  # fmt: skip
        except Refused as error:
            raise Refused(f"The Python packages cannot be installed; is there a network? {error}") from None


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
