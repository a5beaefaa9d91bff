"""The way back to a plain Pi. Games and settings stay unless somebody says otherwise."""

from collections.abc import Iterator
from functools import partial

from installing import games, settings_file
from installing.boot_settings import boots_as_before
from installing.files import files_away
from installing.host_name import names_as_before
from installing.memory import remembered
from installing.people import USER, dismiss, is_known
from installing.place import Place
from installing.program import HOME
from installing.steps import Step
from installing.units import forgetting_steps, stopping_steps


def uninstall_steps(place: Place, purge: bool) -> Iterator[Step]:
    groups = remembered(place).get("groups", [])
    yield from stopping_steps(place)
    yield from files_away(place)
    yield from boots_as_before(place)
    yield from names_as_before(place)
    if place.at(HOME).exists():
        yield Step(f"Remove {HOME}.", partial(place.remove, HOME))
    if purge:
        for folder in kept(place):
            yield Step(f"Remove {folder}, with all that is in it.", partial(place.remove, folder))
        if is_known(place):
            yield Step(f"Dismiss the user {USER}.", lambda: dismiss(place, groups))
    yield from forgetting_steps(place)


def kept(place: Place) -> list[str]:
    """What is not removed unless somebody says so."""
    return [folder for folder in (games.FOLDER, settings_file.FOLDER) if place.at(folder).exists()]
