"""The files that make the system know the box, each where it belongs."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from installing.place import READABLE, RUNNABLE, Place, Rights
from installing.program import HOME, Version
from installing.settings_file import can_answer, port
from installing.steps import Step

COMMAND = f"{HOME}/veilingklok"
LINK = "/usr/local/bin/veilingklok"
UNITS = (
    "veilingklok.service",
    "veilingklok-again.service",
    "veilingklok-off.path",
    "veilingklok-off.service",
    "veilingklok-backup.timer",
    "veilingklok-backup.service",
)
LIMITS = "veilingklok-.service.d/limits.conf"
"""Of all those services but the first: systemd reads it for every name that begins like the folder's."""


class Laid(NamedTuple):
    source: str
    path: str
    rights: Rights = READABLE
    needs_folder: bool = False
    """Only where its folder is there already: else nobody would read it."""


SYSUSERS = Laid("sysusers.conf", "/etc/sysusers.d/veilingklok.conf")
"""Laid before all others: it makes the user to whom some of them belong."""
LAID = (
    Laid("veilingklok.sh", COMMAND, RUNNABLE),
    *(Laid(unit, f"/etc/systemd/system/{unit}") for unit in (*UNITS, LIMITS)),
    Laid("farewell.sh", "/usr/lib/systemd/system-shutdown/veilingklok", RUNNABLE),
    Laid("modules-load.conf", "/etc/modules-load.d/veilingklok.conf"),
    Laid("polkit.rules", "/etc/polkit-1/rules.d/50-veilingklok.rules"),
    Laid("avahi.service", "/etc/avahi/services/veilingklok.service"),
    Laid("journald.conf", "/etc/systemd/journald.conf.d/veilingklok.conf"),
    Laid("cloud-init.cfg", "/etc/cloud/cloud.cfg.d/99-veilingklok.cfg", needs_folder=True),
)
_IN_FOLDERS_OF_THEIR_OWN = (
    SYSUSERS.path,
    f"/etc/systemd/system/{LIMITS}",
    "/etc/systemd/journald.conf.d/veilingklok.conf",
)


def file_steps(place: Place, version: Version, changed: Callable[[], None]) -> Iterator[Step]:
    """Those that are not there as this version has them, or are there and it has them not."""
    for laid in LAID:
        if laid.needs_folder and not place.at(laid.path).parent.exists():
            continue
        if not version.has(laid.source):
            if place.at(laid.path).exists():
                yield Step(f"Remove {laid.path}.", partial(_take_away, place, laid, changed))
        elif not _lies(place, version, laid):
            yield Step(f"Lay {laid.path}.", partial(_lay, place, version, laid, changed))
    if not place.at(LINK).is_symlink():
        yield Step(f"Lay {LINK}.", lambda: place.link(LINK, COMMAND))


def _content(place: Place, version: Version, laid: Laid) -> bytes | None:
    """None where it is not known yet: only a program that is there can say on which port its page is."""
    content = version.file(laid.source)
    if b"{port}" in content:
        if not can_answer(place, version):
            return None
        return content.replace(b"{port}", str(port(place, version)).encode())
    return content


def _lies(place: Place, version: Version, laid: Laid) -> bool:
    content = place.read(laid.path)
    wanted = _content(place, version, laid)
    return content is not None and content == wanted and place.has_rights(laid.path, laid.rights)


def _lay(place: Place, version: Version, laid: Laid, changed: Callable[[], None]) -> None:
    content = _content(place, version, laid)
    if content is not None and not _lies(place, version, laid):
        place.write(laid.path, content, laid.rights)
        changed()


def _take_away(place: Place, laid: Laid, changed: Callable[[], None]) -> None:
    _remove(place, laid.path)
    changed()


def files_away(place: Place) -> Iterator[Step]:
    for path in (LINK, *(laid.path for laid in (*LAID, SYSUSERS))):
        if place.at(path).exists() or place.at(path).is_symlink():
            yield Step(f"Remove {path}.", partial(_remove, place, path))


def _remove(place: Place, path: str) -> None:
    """With a folder that Debian does not have of itself, unless somebody else uses it, too."""
    place.remove(path)
    if path in _IN_FOLDERS_OF_THEIR_OWN:
        with contextlib.suppress(OSError):
            place.at(path).parent.rmdir()
