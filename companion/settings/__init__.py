"""The settings: read, judged as a whole, and asked for by those who need them. `table` lists them one by one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.auction_clock import MICROSECOND, MILLISECOND, Profile
from companion.auctioneer import Arrangement
from companion.errors import BadSettings
from companion.games.speech import ENGLISH, Phrase, Several, Speech
from companion.lot import Terms
from companion.settings.clashes import clashes, impatience
from companion.settings.fittings import Fittings, fittings_from
from companion.settings.kinds import Setting
from companion.settings.table import SETTINGS
from companion.words.system import why

__all__ = [
    "SETTINGS",
    "Fittings",
    "Setting",
    "Settings",
    "check_setting",
    "default_file",
    "read_settings",
    "settings_from",
]


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

    @property
    def late(self) -> int:
        """How much later than pressed a bid by phone may arrive, in nanoseconds."""
        return round(float(self.values["referee"]["phone_ms"]) * MILLISECOND)

    def terms(self, seats: range, with_button: tuple[int, ...] | None = None) -> Terms:
        """For a table with these seats, of which some have a button on the device; None: a table without a device, at
        which there are no phones either."""
        referee = self.values["referee"]
        no_phone = {"without_button": with_button or (), "never": tuple(seats), "always": ()}
        button_only: tuple[int, ...] = no_phone[referee["phone_bids"]]
        by_phone = with_button is not None and any(seat not in button_only for seat in seats)
        return Terms(
            window=round(referee["photo_finish_ms"] * MILLISECOND),
            tie=round(referee["tie_us"] * MICROSECOND),
            button_only=button_only,
            late=self.late if by_phone else 0,
        )

    def arrangement(self, seats: range, with_button: tuple[int, ...] | None = None) -> Arrangement:
        """How the auctions of such a table go."""
        return Arrangement(self.terms(seats, with_button), self.profile, self.get_ready)


_SETTINGS = Phrase("the settings")
_ONE, _EVERY_ONE = "{where}: {mistake}", "{mistakes}"


def settings_from(chosen: dict[str, Any], where: str | Phrase = _SETTINGS, file: Path | None = None) -> Settings:
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
    clashing = [clash for clash in found if not any(key in str(clash) for key in bad)]
    mistakes = [Phrase(_ONE, where=where, mistake=mistake) for mistake in (*_mistakes(chosen), *clashing)]
    if mistakes:
        raise BadSettings(_EVERY_ONE, mistakes=Several(mistakes, "\n"))
    return Settings(values, file)


def _mistakes(chosen: dict[str, Any]) -> Iterator[Phrase]:
    sections = list(dict.fromkeys(setting.section for setting in SETTINGS))
    for section, wanted in chosen.items():
        if section not in sections:
            yield Phrase(
                "there is no section {section}; there are {known}.", section=section, known=", ".join(sections)
            )
        elif not isinstance(wanted, dict):
            yield Phrase("{section} must be a section: [{section}].", section=section)
        else:
            known = {setting.name: setting for setting in SETTINGS if setting.section == section}
            for name, value in wanted.items():
                if name not in known:
                    yield Phrase(
                        "there is no setting {section}.{name}; in [{section}] there are {known}.",
                        section=section,
                        name=name,
                        known=", ".join(known),
                    )
                elif not known[name].is_good(value):
                    yield _is_bad(known[name], value)


def _is_bad(setting: Setting, value: object) -> Phrase:
    shown = "..." if setting.is_free else repr(value)  # this may go into a log
    return Phrase("{setting} must be {good}, not {value}.", setting=setting.key, good=setting.must_be, value=shown)


def check_setting(section: str, name: str, value: Any) -> None:
    """Whether there is such a setting, and this is a good value for it."""
    for mistake in _mistakes({section: {name: value}}):
        raise BadSettings(_EVERY_ONE, mistakes=mistake)


def read_settings(file: Path, read: Callable[[Path], bytes] = Path.read_bytes) -> Settings:
    """`read` reads a file. `BadSettings` says what is wrong."""
    try:
        text = read(file)
    except OSError as error:
        raise BadSettings("{file}: {reason}.", file=file, reason=why(error)) from None
    try:
        chosen = msgspec.toml.decode(text)
    except (ValueError, RecursionError) as error:  # a DecodeError is a ValueError
        raise BadSettings("{file} is not TOML: {error}.", file=file, error=error) from None
    return settings_from(chosen, str(file), file)


def default_file(speech: Speech = ENGLISH) -> str:
    """A settings file with every default and what it means."""
    lines: list[str] = []
    section = ""
    for setting in SETTINGS:
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        lines.append("# " + speech.say("{help}; must be {good}", help=setting.help, good=setting.must_be))
        lines.append(f"{setting.name} = {setting.written(setting.default)}")
    return "\n".join(lines[1:]) + "\n"
