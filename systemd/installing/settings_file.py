"""The settings of the box in /etc: written once, then the owner's alone. Only looked at whether they are good."""

import tomllib
from collections.abc import Iterator
from functools import partial

from installing.errors import Refused
from installing.people import USER, is_known
from installing.place import Place, Rights
from installing.program import Version
from installing.steps import Step

FOLDER = "/etc/veilingklok"
FILE = f"{FOLDER}/veilingklok.toml"
_OF_FOLDER = Rights(0o2750, USER)
"""What is written there belongs to the group, whoever writes it: the service must be able to read it."""
_OF_FILE = Rights(0o640, USER)
"""The password of a broker may stand in it."""


def settings_steps(place: Place, version: Version) -> Iterator[Step]:
    if not place.at(FILE).exists():
        yield Step(f"Write the settings {FILE}.", lambda: _write(place, version))
        return
    for path, rights in _wrong_rights(place):
        yield Step(f"Let the user {USER} read {path}.", partial(place.give, path, rights))
    if can_answer(place, version):
        _check(version)
    else:
        yield Step(f"Look whether the settings {FILE} are good.", lambda: _check(version))


def can_answer(place: Place, version: Version) -> bool:
    """It is built, and its user is there and can read the settings: else that is only so once the steps are taken."""
    return version.is_finished and is_known(place) and not _wrong_rights(place)


def _wrong_rights(place: Place) -> list[tuple[str, Rights]]:
    """Of what is there; all of it before the user is."""
    there = [(path, rights) for path, rights in ((FOLDER, _OF_FOLDER), (FILE, _OF_FILE)) if place.at(path).exists()]
    return [(path, rights) for path, rights in there if not is_known(place) or not place.has_rights(path, rights)]


def _write(place: Place, version: Version) -> None:
    place.folder(FOLDER, _OF_FOLDER)
    place.write(FILE, version.file("settings.toml"), _OF_FILE)


def _check(version: Version) -> None:
    """By the version that is to read them, before it has to."""
    try:
        version.says("settings", "check", FILE)
    except Refused as error:
        raise Refused(
            f"This version does not understand {FILE}; the one in use is the same as before. {error}"
        ) from None


def port(place: Place, version: Version) -> int:
    """Of the page: as it is set, else as it is without being set."""
    usual = tomllib.loads(version.says("settings"))
    mine = tomllib.loads("\n".join(place.lines(FILE)))
    found: int = mine.get("page", {}).get("port", usual["page"]["port"])
    return found


def boot_lines(version: Version) -> list[str]:
    return version.says("settings", "boot").splitlines()
