"""The settings of a table: one list holds each one's default, its help and its check. A file may set any of them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.auction_clock import LONGEST_GET_READY, MICROSECOND, MILLISECOND, Profile
from companion.errors import BadSettings
from companion.lot import Terms


class Setting(NamedTuple):
    section: str
    name: str
    default: str | float
    help: str
    is_good: Callable[[Any], bool]
    must: str
    """What a good value is, for the sentence about a bad one."""
    least: float | None = None
    most: float | None = None


def _one_of(section: str, name: str, choices: tuple[str, ...], help: str) -> Setting:
    return Setting(section, name, choices[0], help, lambda value: value in choices, f"be {' or '.join(choices)}")


def _number(section: str, name: str, default: float, least: float, most: float, help: str) -> Setting:
    def is_good(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    return Setting(section, name, default, help, is_good, f"be a number from {least:g} to {most:g}", least, most)


SETTINGS = [
    _one_of("clock", "profile", ("original", "even"), "How the price falls: like the original clock, or evenly"),
    _number("clock", "speed", 1.0, 0.5, 2.0, "Speed; 2 is twice as fast"),
    _number("clock", "seconds_per_price", 1.5, 0.2, 10.0, "How long the even clock shows each price"),
    _number("clock", "get_ready", 3.0, 0.0, LONGEST_GET_READY, "Seconds of countdown before the clock runs"),
    _number(
        "referee", "photo_finish_ms", 10.0, 1.0, 1000.0, "How long the others are waited for after the first press"
    ),
    _number("referee", "tie_us", 200.0, 0.0, 100_000.0, "Presses closer together than this are a tie"),
    _one_of(
        "referee",
        "phone_bids",
        ("without_button", "never", "always"),
        "Which seats may bid by phone: those without a button, none, or all",
    ),
    _number("bots", "pace", 1.5, 0.0, 60.0, "Seconds that a bot thinks"),
]


class Settings(msgspec.Struct, frozen=True):
    """All settings, by section and name."""

    values: dict[str, dict[str, Any]]

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

    def terms(self, seats: range, with_button: tuple[int, ...] = ()) -> Terms:
        """For a table with these seats, of which some have a button on the device."""
        referee = self.values["referee"]
        no_phone = {"without_button": with_button, "never": tuple(seats), "always": ()}
        return Terms(
            window=round(referee["photo_finish_ms"] * MILLISECOND),
            tie=round(referee["tie_us"] * MICROSECOND),
            button_only=no_phone[referee["phone_bids"]],
        )


def settings_from(chosen: dict[str, Any], where: str = "the settings") -> Settings:
    """These, and the defaults for the rest. Every mistake is told at once."""
    values: dict[str, dict[str, Any]] = {}
    for setting in SETTINGS:
        values.setdefault(setting.section, {})[setting.name] = setting.default
    mistakes = [f"{where}: {mistake}" for mistake in _mistakes(chosen)]
    if mistakes:
        raise BadSettings("{mistakes}", mistakes="\n".join(mistakes))
    for section, wanted in chosen.items():
        values[section] |= wanted
    return Settings(values)


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
    return settings_from(chosen, str(file))


def default_file() -> str:
    """A settings file with every default and what it means."""
    lines: list[str] = []
    section = ""
    for setting in SETTINGS:
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        lines.append(f"# {setting.help}; must {setting.must}")
        lines.append(f"{setting.name} = {msgspec.json.encode(setting.default).decode()}")
    return "\n".join(lines[1:]) + "\n"
