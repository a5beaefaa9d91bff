"""The games in /var/lib: they are made room for, copied before another version takes over, and never touched."""

from collections.abc import Iterator

from installing.errors import Refused
from installing.people import USER
from installing.place import Place, Rights
from installing.program import CURRENT, Version, version_in_use
from installing.steps import Step

FOLDER = "/var/lib/veilingklok"
_JOURNAL = f"{FOLDER}/games.sqlite3"
_RIGHTS = Rights(0o750, USER, USER)
_KEEPS_THEM = ("runuser", "-u", USER, "--", f"{CURRENT}/.venv/bin/veilingklok", "backup")
"""The version that has kept them so far."""


def folder_steps(place: Place) -> Iterator[Step]:
    if not place.at(FOLDER).exists():
        yield Step(f"Make {FOLDER} for the games.", lambda: place.folder(FOLDER, _RIGHTS))


def copying_steps(place: Place, version: Version, must: bool) -> Iterator[Step]:
    """If there are any. `must`: else the other version does not take over."""
    if version_in_use(place) not in (None, version.stamp) and place.at(_JOURNAL).exists():
        yield Step("Copy the games, in case somebody wants to go back.", lambda: _copy(place, must))


def _copy(place: Place, must: bool) -> str:
    """One that is too old for that, or was built for the Python of a system that is gone, cannot."""
    if not place.succeeds(*_KEEPS_THEM, "--help"):
        return "The version in use cannot do that. They stay as they are."
    try:
        return place.run(*_KEEPS_THEM, VEILINGKLOK_DATA=FOLDER).strip()
    except Refused as error:
        if must:
            raise Refused(f"The games could not be copied, so the version in use stays. {error}") from None
        return f"That did not work. They stay as they are. {error}"
