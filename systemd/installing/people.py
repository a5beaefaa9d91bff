"""The user to whom games belong, and the groups that let it at pins and buses; and the user who builds the program."""

from collections.abc import Iterator

from installing.memory import remember
from installing.place import Place
from installing.steps import Step

USER = "veilingklok"
BUILDER = "veilingklok-build"
"""Has nothing but what is being built. It is not the user of the service, which may run meanwhile and may have been
taken over: a process can write into the files of another one of the same user through /proc."""
GROUPS = ("gpio", "i2c", "spi")


def people_steps(place: Place, file: str, written: bytes) -> Iterator[Step]:
    """`written` is what systemd-sysusers reads, in this file."""
    if not _are_there(place) or place.read(file) != written:
        says = f"Make the user {USER}, in the groups {', '.join(GROUPS)}, and {BUILDER}."
        yield Step(says, lambda: _make(place, file, written))


def is_known(place: Place, user: str = USER) -> bool:
    return any(line.startswith(f"{user}:") for line in place.lines("/etc/passwd"))


def known(place: Place) -> list[str]:
    """Those of our users that are there."""
    return [user for user in (USER, BUILDER) if is_known(place, user)]


def _are_there(place: Place) -> bool:
    return known(place) == [USER, BUILDER] and all(USER in _members(place, group) for group in GROUPS)


def _members(place: Place, group: str) -> list[str]:
    books = [line for line in place.lines("/etc/group") if line.startswith(f"{group}:")]
    return books[0].split(":")[3].split(",") if books else []


def _make(place: Place, file: str, written: bytes) -> None:
    there = {line.split(":")[0] for line in place.lines("/etc/group")}
    remember(place, groups=[group for group in GROUPS if group not in there])
    place.write(file, written)
    place.run("systemd-sysusers", file)


def dismiss(place: Place, groups: list[str]) -> None:
    """Our users, and those groups that were not there before."""
    for user in known(place):
        place.run("userdel", user)
    for group in groups:
        if not any(_members(place, group)):
            place.run("groupdel", group)
