"""The games in /var/lib: they are made room for, copied before another version takes over, and never touched."""

from collections.abc import Iterator

from installing.errors import Refused
from installing.people import USER
from installing.place import Place, Rights
from installing.program import CURRENT, Version, version_in_use
from installing.steps import Step

FOLDER = "/var/lib/veilingklok"
_RIGHTS = Rights(0o750, USER, USER)


def folder_steps(place: Place) -> Iterator[Step]:
    if not place.at(FOLDER).exists():
        yield Step(f"Make {FOLDER} for the games.", lambda: place.folder(FOLDER, _RIGHTS))


def copying_steps(place: Place, version: Version) -> Iterator[Step]:
    """By the version that has kept them so far."""
    if version_in_use(place) not in (None, version.stamp):
        yield Step("Copy the games, in case somebody wants to go back.", lambda: _copy(place))


def _copy(place: Place) -> str:
    try:
        return place.run(
            "runuser", "-u", USER, "--", f"{CURRENT}/.venv/bin/veilingklok", "backup", VEILINGKLOK_DATA=FOLDER
        ).strip()
    except Refused as error:
        raise Refused(f"The games could not be copied, so the version in use stays. {error}") from None
