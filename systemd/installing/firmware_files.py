"""Files of the firmware, which others write, too: kept once as they were, and as they were again when we go."""

from installing.place import Place, Rights

_BACKUP = ".before-veilingklok"


def change(place: Place, file: str, content: bytes) -> str:
    """Returns where it is as it was before our first change."""
    backup = file + _BACKUP
    if not place.at(backup).exists():
        place.write(backup, place.at(file).read_bytes(), Rights(place.at(file).stat().st_mode & 0o7777))
    place.rewrite(file, content)
    return backup


def change_back(place: Place, file: str, content: bytes) -> str | None:
    """The backup goes if nobody else has changed anything."""
    place.rewrite(file, content)
    if place.read(file + _BACKUP) == content:
        place.remove(file + _BACKUP)
        return None
    return f"Others have changed it, too; as it was before the first install: {file}{_BACKUP}"
