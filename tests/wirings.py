"""Devices to be wired and printed, by the settings that tell what is built into them."""

from typing import Any

from companion.settings import Fittings, settings_from

NOTHING = {f"seat{seat}": {"button": "none", "lamp": "none"} for seat in range(1, 6)} | {
    "display": {"driver": "none"},
    "sound": {"buzzer": "none"},
    "power": {"chord": []},
}
DEVICES: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "with everything": {"display": {"bus": "spi", "port": 0, "reset": 26}, "dial": {"kind": "pwm"}},
    "on the other SPI": {
        "display": {"bus": "spi", "port": 1, "select": 1},
        "dial": {"kind": "pwm", "line": 12},
        "seat1": {"lamp": 4},
        "seat4": {"button": 26},
        "seat5": {"button": 7, "colour": "white"},
    },
    "one button": NOTHING | {"seat3": {"button": 16, "lamp": "none"}},
}


def built(name: str) -> Fittings:
    return settings_from(DEVICES[name]).fittings
