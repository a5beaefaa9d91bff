"""The way back to a plain Pi. Games and settings stay unless somebody says otherwise."""

from collections.abc import Iterator
from functools import partial

from installing import games, own_wifi, settings_file
from installing.boot_settings import boots_as_before
from installing.files import files_away
from installing.host_name import names_as_before
from installing.kernel_line import kernel_as_before
from installing.memory import remembered
from installing.people import dismiss, known
from installing.place import Place
from installing.program import HOME
from installing.steps import Step
from installing.units import ENABLED, forgetting_steps, stopping_steps

_WISHES = "/run/veilingklok"
"""Outlives the service, so that the wish to switch off does."""


def uninstall_steps(place: Place, purge: bool) -> Iterator[Step]:
    groups = remembered(place).get("groups", [])
    yield from stopping_steps(place, ENABLED)
    yield from files_away(place)
    yield from boots_as_before(place)
    yield from kernel_as_before(place)
    yield from names_as_before(place)
    for folder in (_WISHES, HOME):
        if place.at(folder).exists():
            yield Step(f"Remove {folder}.", partial(place.remove, folder))
    if purge:
        for folder in kept(place):
            yield Step(f"Remove {folder}, with all that is in it.", partial(place.remove, folder))
        users = known(place)
        if users:
            says = f"Dismiss the {'users' if len(users) > 1 else 'user'} {' and '.join(users)}."
            yield Step(says, lambda: dismiss(place, groups))
    yield from forgetting_steps(place, ENABLED)
    yield from own_wifi.forgetting_steps(place)  # last: somebody may do all this over just that


def kept(place: Place) -> list[str]:
    """What is not removed unless somebody says so."""
    return [folder for folder in (games.FOLDER, settings_file.FOLDER) if place.at(folder).exists()]
