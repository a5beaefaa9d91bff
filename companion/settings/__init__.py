"""The settings: read, judged as a whole, and asked for by those who need them. `table` lists them one by one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.auction_clock import MICROSECOND, MILLISECOND, Profile
from companion.errors import BadSettings
from companion.lot import Terms
from companion.settings.clashes import clashes, impatience
from companion.settings.fittings import Fittings, fittings_from
from companion.settings.kinds import Setting
from companion.settings.table import SETTINGS

__all__ = ["SETTINGS", "Fittings", "Setting", "Settings", "default_file", "read_settings", "settings_from"]


class Settings(msgspec.Struct, frozen=True):
    """All settings, by section and name."""

    values: dict[str, dict[str, Any]]
    file: Path | None = None
    """Where they were read; None: all are defaults, but for what was said on the command line."""

    @property
    def profile(self) -> Profile:
        clock = self.values["clock"]
        return Profile(clock["profile"], float(clock["speed"]), float(clock["seconds_per_price"]))

    @property
    def get_ready(self) -> float:
        return float(self.values["clock"]["get_ready"])

    @property
    def pace(self) -> float:
        return float(self.values["bots"]["pace"])

    @property
    def fittings(self) -> Fittings:
        """What is built into the device."""
        return fittings_from(self.values)

    def terms(self, seats: range, with_button: tuple[int, ...] = ()) -> Terms:
        """For a table with these seats, of which some have a button on the device."""
        referee = self.values["referee"]
        no_phone = {"without_button": with_button, "never": tuple(seats), "always": ()}
        return Terms(
            window=round(referee["photo_finish_ms"] * MILLISECOND),
            tie=round(referee["tie_us"] * MICROSECOND),
            button_only=no_phone[referee["phone_bids"]],
        )


def settings_from(chosen: dict[str, Any], where: str = "the settings", file: Path | None = None) -> Settings:
    """These, and the defaults for the rest. Every mistake is told at once, and what cannot be built together."""
    values: dict[str, dict[str, Any]] = {}
    bad: list[str] = []
    for setting in SETTINGS:
        wanted = chosen.get(setting.section)
        value = wanted.get(setting.name, setting.default) if isinstance(wanted, dict) else setting.default
        if not setting.is_good(value):
            bad.append(setting.key)
            value = setting.default
        values.setdefault(setting.section, {})[setting.name] = value
    # what was set badly clashes with nothing: nobody chose the default that stands in for it
    found = (*clashes(fittings_from(values)), *impatience(values))
    clashing = [clash for clash in found if not any(key in clash for key in bad)]
    mistakes = [f"{where}: {mistake}" for mistake in (*_mistakes(chosen), *clashing)]
    if mistakes:
        raise BadSettings("{mistakes}", mistakes="\n".join(mistakes))
    return Settings(values, file)


def _mistakes(chosen: dict[str, Any]) -> Iterator[str]:
    sections = list(dict.fromkeys(setting.section for setting in SETTINGS))
    for section, wanted in chosen.items():
        if section not in sections:
            yield f"there is no section {section}; there are {', '.join(sections)}."
        elif not isinstance(wanted, dict):
            yield f"{section} must be a section: [{section}]."
        else:
            known = {setting.name: setting for setting in SETTINGS if setting.section == section}
            for name, value in wanted.items():
                if name not in known:
                    names = ", ".join(known)
                    yield f"there is no setting {section}.{name}; in [{section}] there are {names}."
                elif not known[name].is_good(value):
                    yield f"{section}.{name} must {known[name].must}, not {value!r}."


def read_settings(file: Path) -> Settings:
    try:
        text = file.read_bytes()
    except OSError as error:
        raise BadSettings("{file}: {reason}.", file=file, reason=error.strerror) from None
    try:
        chosen = msgspec.toml.decode(text)
    except (ValueError, RecursionError) as error:  # a DecodeError is a ValueError
        raise BadSettings("{file} is not TOML: {error}.", file=file, error=error) from None
    return settings_from(chosen, str(file), file)


def default_file() -> str:
    """A settings file with every default and what it means."""
    lines: list[str] = []
    section = ""
    for setting in SETTINGS:
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        lines.append(f"# {setting.help}; must {setting.must}")
        lines.append(f"{setting.name} = {setting.written(setting.default)}")
    return "\n".join(lines[1:]) + "\n"
