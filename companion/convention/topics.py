"""Where on a broker everything is told. These names are for other programs, too, and stay as they are."""

import hashlib
import re
from pathlib import Path
from secrets import token_hex
from typing import Literal, NamedTuple

from companion.chip import serial_number
from companion.drawer import Drawer
from companion.errors import BadJournal

ROOT = "veilingklok"
Kind = Literal["online", "table", "auction", "result"]
HERE, GONE = b"yes", b"no"
"""Of `online`."""

_TOPIC = re.compile(rf"{ROOT}/([a-z0-9-]{{1,32}})/(online|table|auction|result)")
_KEPT_AS = "convention"


class Topic(NamedTuple):
    box: str
    kind: Kind

    @property
    def name(self) -> str:
        return f"{ROOT}/{self.box}/{self.kind}"


def read(name: str) -> Topic | None:
    """None: somebody else's."""
    found = _TOPIC.fullmatch(name)
    return Topic(found[1], found[2]) if found else None  # type: ignore[arg-type]


def discovery(box: str) -> str:
    """Where Home Assistant looks for a device."""
    return f"homeassistant/device/{ROOT}-{box}/config"


def box_name(drawer: Drawer, root: Path = Path("/")) -> str:
    """Of this box, for good: made once, whatever it and its table are called. A card that was copied for several boxes
    gives each of them another name, since each machine has a number of its own."""
    try:
        kept = drawer.get(_KEPT_AS)
        if kept is None:
            kept = token_hex(8).encode()
            drawer.put(_KEPT_AS, kept)
    except BadJournal:  # said by whoever looks after it; one evening will do
        kept = token_hex(8).encode()
    return hashlib.sha256(kept + serial_number(root)).hexdigest()[:8]
