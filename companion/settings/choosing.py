"""What a table chooses for itself while it plays: kept apart from the settings file, and laid over it. How a device is
built and wired is not among it; that stays with the file, and with whoever holds the soldering iron.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import BadSettings
from companion.settings import SETTINGS, Settings, check_setting

Chosen = dict[str, Any]
"""By key, such as `clock.speed`."""

CHANGEABLE = tuple(
    setting.key
    for setting in SETTINGS
    if setting.section in ("table", "clock", "referee", "bots") or setting.key == "sound.ticks"
)


def with_choice(chosen: Chosen, settings: Settings, section: str, name: str, value: Any) -> Chosen:
    """One choice more. What the file says anyway is none, so that the file can still be changed."""
    check_setting(section, name, value)
    key = f"{section}.{name}"
    if key not in CHANGEABLE:
        raise BadSettings("{setting} is changed in the settings file only.", setting=key)
    rest = {other: choice for other, choice in chosen.items() if other != key}
    return rest if settings.values[section][name] == value else rest | {key: value}


def laid_over(settings: Settings, chosen: Chosen) -> Settings:
    values = {section: dict(named) for section, named in settings.values.items()}
    for key, value in chosen.items():
        section, _, name = key.partition(".")
        values[section][name] = value
    return Settings(values, settings.file)


def kept(chosen: Chosen) -> bytes:
    return msgspec.json.encode(chosen)


def found(kept: bytes | None) -> Chosen:
    """What was kept, as far as it still is a good choice: another version may have known other ones."""
    try:
        choices = msgspec.json.decode(kept or b"{}", type=Mapping[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return {}
    good = {setting.key: setting.is_good for setting in SETTINGS if setting.key in CHANGEABLE}
    return {key: value for key, value in choices.items() if key in good and good[key](value)}
