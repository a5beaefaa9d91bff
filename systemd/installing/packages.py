"""What Debian brings: only what is missing, and without what could be done without."""

import time
from collections.abc import Iterator

from installing.errors import Failed, Refused
from installing.place import Place
from installing.steps import Step

NEEDED = ("python3-venv", "avahi-daemon", "network-manager", "polkitd", "dnsmasq-base")
"""The last one gives addresses to the phones in the box's own Wi-Fi."""
WELCOME = {
    "python3-lgpio": "pip brings lgpio instead",
    "python3-spidev": "a display on SPI will not work",
    "libnss-myhostname": "where cloud-init writes /etc/hosts anew, sudo complains of the machine's name",
}
"""Raspberry Pi OS has them, other Debians may not; and what comes of it then."""
_LISTS = "/var/lib/apt/lists"
_LOCKED = "E: Could not get lock"
_PATIENCE, _PAUSE = 300, 2
"""Seconds, and between two tries: a fresh system brings itself up to date at its first start."""


def package_steps(place: Place) -> Iterator[Step]:
    """What the release does not have is not asked for again; a fresh system does not know yet what that has."""
    missing = [name for name in (*NEEDED, *WELCOME) if not _is_installed(place, name)]
    if any(name in NEEDED or _is_known(place, name) or not _has_lists(place) for name in missing):
        yield Step(f"Install the Debian packages {', '.join(missing)}.", lambda: _install(place, missing))


def _is_installed(place: Place, name: str) -> bool:
    try:
        return place.run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name) == "installed"
    except Refused:
        return False


def _is_known(place: Place, name: str) -> bool:
    return place.succeeds("apt-cache", "show", "--no-all-versions", name)


def _has_lists(place: Place) -> bool:
    return any(place.at(_LISTS).glob("*_Packages*"))


def _install(place: Place, names: list[str]) -> str | None:
    _apt(place, "update")
    there = [name for name in names if name in NEEDED or _is_known(place, name)]
    if there:
        _apt(place, "install", "--yes", "--no-install-recommends", *there)
    says = "There is no {} in this release" if _has_lists(place) else "Without a network {} cannot be looked for"
    left_out = [name for name in names if name not in there]
    return " ".join(f"{says.format(name)}: {WELCOME[name]}." for name in left_out) or None


def _apt(place: Place, *words: str) -> None:
    """apt waits for some of its locks itself, and for that of its lists never."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            place.run("apt-get", *words, f"--option=DPkg::Lock::Timeout={_PATIENCE}")
            return
        except Failed as error:
            if _LOCKED not in error.said:
                raise Refused(f"The packages cannot be installed; is there a network? {error}") from None
            if time.monotonic() > until:
                raise Refused(f"Somebody else has been installing packages for {_PATIENCE} seconds. {error}") from None
        time.sleep(_PAUSE)
