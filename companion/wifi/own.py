"""The Wi-Fi that the box has of its own: what it is called and its password, made once for this box."""

import hashlib
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.chip import serial_number
from companion.drawer import Drawer
from companion.errors import BadJournal

LETTERS = "abcdefghjknpqrstuvxyz2356789"
"""None that could be mistaken for another, or is wide on a small display."""
LENGTH = 10
"""Of the password: 48 bits, and it stands on the display in one line."""
_KEPT_AS = "wifi"
_MACHINE = "etc/machine-id"
"""Where a machine without a number in its chip says which one it is."""


class OwnWifi(msgspec.Struct, frozen=True):
    name: str
    password: str

    def __repr__(self) -> str:
        """Without the password: this may end in a log."""
        return f"OwnWifi({self.name!r})"

    @property
    def invitation(self) -> str:
        """What a phone's camera takes for a Wi-Fi."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.password)};;"


def own_wifi(drawer: Drawer, root: Path = Path("/")) -> OwnWifi:
    """Of this box. The password is made at the first time, and stays. Where it cannot be kept it is good for this
    evening."""
    kept = kept_password(drawer)
    if kept is None:
        kept = _password()
        with suppress(BadJournal):  # the journal itself says what is wrong with it
            drawer.put(_KEPT_AS, kept.encode())
    return OwnWifi(f"Veilingklok-{_mark(root, kept)}", kept)


def renewed_own_wifi(drawer: Drawer, root: Path = Path("/")) -> OwnWifi:
    """With another password from now on. `BadJournal`: it cannot be kept, and the old one stays."""
    drawer.put(_KEPT_AS, _password().encode())
    return own_wifi(drawer, root)


def _password() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def kept_password(drawer: Drawer) -> str | None:
    """None: there is none that can be read."""
    try:
        found = (drawer.get(_KEPT_AS) or b"").decode("ascii", errors="replace")
    except BadJournal:
        return None
    is_good = len(found) == LENGTH and all(letter in LETTERS for letter in found)
    return found if is_good else None


def _mark(root: Path, password: str) -> str:
    """Four letters that tell boxes apart which stand side by side."""
    box = serial_number(root) or _machine(root) or password.encode()
    number = int.from_bytes(hashlib.sha256(b"veilingklok" + box).digest()[:8], "big")
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(4)).upper()


def _machine(root: Path) -> bytes:
    try:
        return (root / _MACHINE).read_bytes().strip()
    except OSError:
        return b""


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)
