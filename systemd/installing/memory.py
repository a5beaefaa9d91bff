"""How the machine was before the first install, for whoever removes Veilingklok again. Only root can write it."""

import json
from typing import Any

from installing.place import Place

_FILE = "/opt/veilingklok/before.json"


def remembered(place: Place) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(place.read(_FILE) or b"{}")
    return found


def remember(place: Place, **values: object) -> None:
    """What is known already stays: a second install finds a machine that the first one has changed."""
    text = json.dumps(values | remembered(place), indent=1, sort_keys=True)
    place.write(_FILE, f"{text}\n".encode())
