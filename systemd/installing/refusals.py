"""What must be so before anything is touched."""

import os
import shutil
from pathlib import Path

from installing.errors import Refused
from installing.place import Place
from installing.program import LOCKS, built_for

LEAST_SPACE = 500_000_000
"""Bytes: two versions, and what pip needs while it builds one."""


_ROOT_ONLY = "Only root may do that: sudo systemd/install"


def refuse_who_may_not(dry_run: bool) -> None:
    if os.geteuid() != 0 and not dry_run:
        raise Refused(_ROOT_ONLY)


def refuse_what_is_no_pi(place: Place) -> None:
    """A folder has no model unless it says so; a machine has one, or is no Pi."""
    model = (place.read("/proc/device-tree/model") or b"").rstrip(b"\0").decode(errors="replace")
    if model.startswith("Raspberry Pi") or (not model and not place.is_this_machine):
        return
    found = f"a {model}" if model else "another machine"
    raise Refused(f"This is no Raspberry Pi but {found}. To look at Veilingklok here, run ./play instead.")


def refuse_wrong_python(place: Place) -> str:
    """Else its version, such as 3.11."""
    if not place.at("/usr/bin/python3").exists():
        raise Refused(f"There is no Debian with Python in {place.root}.")
    if os.geteuid() != 0 and not place.is_this_machine:
        raise Refused(_ROOT_ONLY)  # to enter a folder as if it were a machine
    asked = "import sys; print('%d.%d' % sys.version_info[:2], sys.version_info >= (3, 11), sys.maxsize > 2**32)"
    version, is_new, is_64 = place.run("python3", "-c", asked).split()
    if is_new != "True":
        raise Refused(f"Veilingklok needs Python 3.11 or later and here it is {version}: take a newer Raspberry Pi OS.")
    if is_64 != "True":
        raise Refused("Some libraries are not made for a 32-bit system: take the 64-bit Raspberry Pi OS.")
    return version


def refuse_another_python(place: Place, stamp: str) -> None:
    """Of a version that was built when the system had that one."""
    was, now = built_for(stamp), refuse_wrong_python(place)
    if was != now:
        raise Refused(
            f"The version before was built for Python {was}, and this system has {now}: "
            "take its checkout and run systemd/install there."
        )


def refuse_what_is_no_checkout(checkout: Path) -> None:
    for name in ("pyproject.toml", *LOCKS, "companion", "hardware", "web"):
        if not (checkout / name).exists():
            raise Refused(f"There is no {checkout / name}: run systemd/install in a whole checkout of Veilingklok.")


def refuse_a_full_card(place: Place) -> None:
    free = shutil.disk_usage(place.root).free
    if free < LEAST_SPACE:
        raise Refused(f"Only {free // 1_000_000} MB are free; {LEAST_SPACE // 1_000_000} MB are needed.")
