"""In which country the radio is: until that is said, Raspberry Pi OS keeps Wi-Fi switched off."""

import re
from collections.abc import Iterator

from installing.errors import Refused
from installing.place import Place
from installing.steps import Step

_COUNTRIES = "/usr/share/zoneinfo/iso3166.tab"
_TOOL = "/usr/bin/raspi-config"


def country_steps(place: Place, wanted: str | None) -> Iterator[Step]:
    if wanted is None or country(place) == wanted:
        return
    if not place.at(_TOOL).exists():
        raise Refused("There is no raspi-config here to tell the country to.")
    yield Step(f"Say that Wi-Fi is in {wanted}.", lambda: _tell(place, wanted))


def checked_country(place: Place, code: str) -> str:
    if not place.is_this_machine:
        raise Refused("--country is told to a radio, and a folder has none.")
    known = [line[:2] for line in place.lines(_COUNTRIES) if not line.startswith("#")]
    if not re.fullmatch(r"[A-Za-z]{2}", code) or (known and code.upper() not in known):
        raise Refused(f"{code!r} is no country: say two letters such as NL.")
    return code.upper()


def country(place: Place) -> str | None:
    """None where it is not set, or nobody knows."""
    if not place.at(_TOOL).exists():
        return None
    try:
        return place.run(_TOOL, "nonint", "get_wifi_country").strip() or None
    except Refused:
        return None


def is_kept_off(place: Place) -> bool:
    """Wi-Fi, for want of a country."""
    return place.is_this_machine and place.at(_TOOL).exists() and country(place) is None


def _tell(place: Place, wanted: str) -> None:
    place.run(_TOOL, "nonint", "do_wifi_country", wanted)
