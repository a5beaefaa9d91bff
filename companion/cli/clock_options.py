"""Options by which a command has other settings than the file says."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from companion.cli.commands import option
from companion.games.speech import Phrase
from companion.settings import SETTINGS, Settings, settings_from

F = TypeVar("F", bound=Callable[..., Any])

_SETTINGS = {setting.key: setting for setting in SETTINGS}


def _number(flag: str, key: str) -> Callable[[F], F]:
    setting = _SETTINGS[key]
    return option(flag, type=click.FloatRange(setting.least, setting.most), help=_sentence(key))


def _sentence(key: str) -> Phrase:
    return Phrase("{help}.", help=_SETTINGS[key].help)


profile_option = option("--profile", type=click.Choice(["original", "even"]), help=_sentence("clock.profile"))
speed_option = _number("--speed", "clock.speed")
get_ready_option = _number("--get-ready", "clock.get_ready")
pace_option = _number("--pace", "bots.pace")


class Listed(click.ParamType[list[str]]):
    """Several of something, with commas."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        return [part.strip() for part in value.split(",")]


names_option = option("--names", type=Listed(), help="The players' names, clockwise, with commas.")


def changed(
    settings: Settings,
    *,
    profile: str | None = None,
    speed: float | None = None,
    get_ready: float | None = None,
    pace: float | None = None,
) -> Settings:
    """The settings with what was said on the command line."""
    wanted: dict[str, dict[str, Any]] = {
        "clock": {"profile": profile, "speed": speed, "get_ready": get_ready},
        "bots": {"pace": pace},
    }
    values = {
        section: names | {name: value for name, value in wanted.get(section, {}).items() if value is not None}
        for section, names in settings.values.items()
    }
    return settings_from(values, Phrase("the options"), settings.file)
