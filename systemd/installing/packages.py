"""What Debian brings: only what is missing, and without what could be done without."""

from collections.abc import Iterator

from installing.errors import Refused
from installing.place import Place
from installing.steps import Step

NEEDED = ("python3-venv", "avahi-daemon", "network-manager", "polkitd", "dnsmasq-base")
"""The last one gives addresses to the phones in the box's own Wi-Fi."""
WELCOME = {"python3-lgpio": "pip brings lgpio instead", "python3-spidev": "a display on SPI will not work"}
"""Raspberry Pi OS has them, other Debians may not; and what comes of it then."""
_PATIENCE = 300
"""Seconds: a fresh system brings itself up to date at its first start."""


def package_steps(place: Place) -> Iterator[Step]:
    missing = [name for name in (*NEEDED, *WELCOME) if not _is_installed(place, name)]
    if any(name in NEEDED for name in missing) or any(_is_known(place, name) for name in missing):
        yield Step(f"Install the Debian packages {', '.join(missing)}.", lambda: _install(place, missing))


def _is_installed(place: Place, name: str) -> bool:
    try:
        return place.run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name) == "installed"
    except Refused:
        return False


def _is_known(place: Place, name: str) -> bool:
    return place.succeeds("apt-cache", "show", "--no-all-versions", name)


def _install(place: Place, names: list[str]) -> str | None:
    try:
        place.run("apt-get", "update")
        there = [name for name in names if name in NEEDED or _is_known(place, name)]
        place.run(
            "apt-get",
            "install",
            "--yes",
            f"--option=DPkg::Lock::Timeout={_PATIENCE}",
            "--no-install-recommends",
            *there,
        )
    except Refused as error:
        raise Refused(f"The packages cannot be installed; is there a network? {error}") from None
    left_out = [name for name in names if name not in there]
    return " ".join(f"There is no {name} in this release: {WELCOME[name]}." for name in left_out) or None
