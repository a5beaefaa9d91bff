"""What systemd does with the files: which units begin with the machine, and which at once."""

from collections.abc import Callable, Iterable, Iterator

from installing.errors import Refused
from installing.place import Place
from installing.program import Version, version_before
from installing.steps import Step

SERVICE = "veilingklok.service"
ENABLED = {
    SERVICE: "multi-user.target.wants",
    "veilingklok-off.path": "multi-user.target.wants",
    "veilingklok-backup.timer": "timers.target.wants",
}


def units_of(version: Version) -> list[str]:
    return [unit for unit in ENABLED if version.has(unit)]


def enabling_steps(place: Place, units: Iterable[str]) -> Iterator[Step]:
    sleeping = [unit for unit in units if not _is_enabled(place, unit)]
    if sleeping:
        yield Step(f"Start with the machine: {', '.join(sleeping)}.", lambda: _enable(place, sleeping))


def starting_steps(place: Place, units: list[str], has_changed: Callable[[], bool]) -> Iterator[Step]:
    """A folder has nothing that could run."""
    if place.is_this_machine:
        yield Step(f"Start {SERVICE}, anew if anything has changed.", lambda: _start(place, units, has_changed()))


def stopping_steps(place: Place, units: Iterable[str]) -> Iterator[Step]:
    there = _there(place, units)
    if place.is_this_machine and there:
        yield Step(f"Stop {', '.join(there)}.", lambda: _stop(place, there))
    awake = [unit for unit in units if _is_enabled(place, unit)]
    if awake:
        yield Step(f"Start with the machine no more: {', '.join(awake)}.", lambda: _disable(place, awake))


def forgetting_steps(place: Place, units: Iterable[str]) -> Iterator[Step]:
    if place.is_this_machine and _there(place, units):
        yield Step("Tell systemd.", lambda: _reload(place))


def _there(place: Place, units: Iterable[str]) -> list[str]:
    return [unit for unit in units if place.at(f"/etc/systemd/system/{unit}").exists()]


def _is_enabled(place: Place, unit: str) -> bool:
    return place.at(f"/etc/systemd/system/{ENABLED[unit]}/{unit}").is_symlink()


def _enable(place: Place, units: list[str]) -> None:
    place.run("systemctl", "enable", *units)


def _disable(place: Place, units: list[str]) -> None:
    place.run("systemctl", "disable", *units)


def _start(place: Place, units: list[str], changed: bool) -> None:
    if changed:
        _reload(place)
        place.succeeds("systemctl", "reset-failed", *units)
    try:
        place.run("systemctl", "restart" if changed else "start", *units)
    except Refused:
        back = " The version before: sudo systemd/install --back" if version_before(place) else ""
        raise Refused(f"{SERVICE} does not start; journalctl -u veilingklok -n 20 says why.{back}") from None


def _stop(place: Place, units: list[str]) -> None:
    place.run("systemctl", "stop", *units)


def _reload(place: Place) -> None:
    place.run("systemctl", "daemon-reload")
