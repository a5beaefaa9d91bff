"""How Home Assistant comes to know a table: one retained message that describes the box as a device with its sensors,
in the language of the table (device-based discovery, from Home Assistant 2024.11 on).
"""

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

from companion.convention.topics import GONE, HERE, ROOT, Topic
from companion.games.speech import Speech, mark

_ON = ["nothing", "clock", "game", "over"]
_SENSORS = {
    "table": (mark("On the table"), "{{ value_json.on }}"),
    "turn": (
        mark("Whose turn"),
        "{{ value_json.players[value_json.turn].name if value_json.turn is defined else None }}",
    ),
    "price": (
        mark("Last price"),
        "{{ value_json.last.price if value_json.last is defined and value_json.last.price is defined else None }}",
    ),
    "buyer": (
        mark("Last buyer"),
        "{{ value_json.last.winner if value_json.last is defined and value_json.last.winner is defined else None }}",
    ),
    "winner": (
        mark("Winner"),
        "{% for seat in value_json.winners | default([]) %}{{ value_json.players[seat].name }}"
        "{{ ', ' if not loop.last }}{% else %}None{% endfor %}",
    ),
}
"""What each is called, and how it is found in what the table tells; `None` is how Home Assistant says: not known."""


def described(box: str, table: str, speech: Speech) -> bytes:
    name = f"{ROOT}-{box}"
    sensors: dict[str, dict[str, Any]] = {
        key: {
            "platform": "sensor",
            "unique_id": f"{name}-{key}",
            "name": speech.say(title),
            "value_template": template,
        }
        for key, (title, template) in _SENSORS.items()
    }
    sensors["table"] |= {"device_class": "enum", "options": _ON}
    return msgspec.json.encode(
        {
            "device": {"identifiers": [name], "name": table, "model": "Veilingklok", "sw_version": _version()},
            "origin": {"name": "veilingklok", "sw_version": _version()},
            "components": sensors,
            "state_topic": Topic(box, "table").name,
            "availability": {
                "topic": Topic(box, "online").name,
                "payload_available": HERE.decode(),
                "payload_not_available": GONE.decode(),
            },
        }
    )


def _version() -> str:
    try:
        return version("veilingklok")
    except PackageNotFoundError:  # run from its folder, never installed
        return "0"
