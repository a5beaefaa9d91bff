"""The user to whom games belong, and the groups that let it at pins and buses."""

from collections.abc import Iterator

from installing.memory import remember
from installing.place import Place
from installing.steps import Step

USER = "veilingklok"
GROUPS = ("gpio", "i2c", "spi")


def people_steps(place: Place, file: str, written: bytes) -> Iterator[Step]:
    """`written` is what systemd-sysusers reads, in this file."""
    if not _are_there(place) or place.read(file) != written:
        says = f"Make the user {USER}, in the groups {', '.join(GROUPS)}."
        yield Step(says, lambda: _make(place, file, written))


def is_known(place: Place) -> bool:
    return any(line.startswith(f"{USER}:") for line in place.lines("/etc/passwd"))


def _are_there(place: Place) -> bool:
    return is_known(place) and all(USER in _members(place, group) for group in GROUPS)


def _members(place: Place, group: str) -> list[str]:
    books = [line for line in place.lines("/etc/group") if line.startswith(f"{group}:")]
    return books[0].split(":")[3].split(",") if books else []


def _make(place: Place, file: str, written: bytes) -> None:
    known = {line.split(":")[0] for line in place.lines("/etc/group")}
    remember(place, groups=[group for group in GROUPS if group not in known])
    place.write(file, written)
    place.run("systemd-sysusers", file)


def dismiss(place: Place, groups: list[str]) -> None:
    """The user, and those groups that were not there before."""
    place.run("userdel", USER)
    for group in groups:
        if not any(_members(place, group)):
            place.run("groupdel", group)
