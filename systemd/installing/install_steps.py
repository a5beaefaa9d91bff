"""The way from a checkout to a box, step by step; and the way back to the version before."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from installing.boot_settings import boot_steps
from installing.errors import Refused
from installing.files import SYSUSERS, file_steps
from installing.games import copying_steps, folder_steps
from installing.host_name import name_steps, wanted_name
from installing.kernel_line import kernel_steps
from installing.packages import package_steps
from installing.people import people_steps
from installing.place import Place
from installing.program import HOME, Checkout, Version, old_versions, use, version_before, version_in_use
from installing.refusals import (
    refuse_a_full_card,
    refuse_another_python,
    refuse_what_is_no_checkout,
    refuse_wrong_python,
)
from installing.settings_file import boot_lines, can_answer, settings_steps
from installing.steps import Step
from installing.units import ENABLED, enabling_steps, starting_steps, stopping_steps, units_of
from installing.wifi_country import country_steps


class Changes:
    """What a run has come to, for those who want to know at its end."""

    def __init__(self) -> None:
        self.box = False
        self.boot = False

    def of_box(self) -> None:
        self.box = True

    def of_boot(self) -> None:
        self.boot = True


def install_steps(
    place: Place, folder: Path, name: str | None, country: str | None, changes: Changes
) -> Iterator[Step]:
    refuse_what_is_no_checkout(folder)
    checkout = Checkout(folder)
    version = Version(place, checkout.stamp(refuse_wrong_python(place)), checkout)
    yield from package_steps(place)
    yield from people_steps(place, SYSUSERS.path, version.file(SYSUSERS.source))
    yield from folder_steps(place)
    if not version.is_finished:
        refuse_a_full_card(place)
        says = f"Build version {checkout.version} in {version.folder}: this takes a few minutes."
        yield Step(says, version.build)
    yield from settings_steps(place, version)
    yield from copying_steps(place, version, must=True)
    yield from _in_use(place, version, changes)
    yield from boot_steps(place, can_answer(place, version), lambda: boot_lines(version), changes.of_boot)
    yield from kernel_steps(place, changes.of_boot)
    yield from name_steps(place, wanted_name(place, name))
    yield from country_steps(place, country)
    yield from enabling_steps(place, units_of(version))
    yield from starting_steps(place, units_of(version), lambda: changes.box)
    for old in old_versions(place, version.stamp):
        yield Step(f"Remove {HOME}/{old}.", partial(place.remove, f"{HOME}/{old}"))


def back_steps(place: Place, changes: Changes) -> Iterator[Step]:
    before = version_before(place)
    if before is None or before == version_in_use(place):
        raise Refused("There is no version before this one.")
    version = Version(place, before)
    if not version.is_finished:
        raise Refused(f"The version before, {before}, is not whole.")
    refuse_another_python(place, before)
    yield from settings_steps(place, version)
    yield from copying_steps(place, version, must=False)
    yield from stopping_steps(place, [unit for unit in ENABLED if not version.has(unit)])
    yield from _in_use(place, version, changes)
    yield from enabling_steps(place, units_of(version))
    yield from starting_steps(place, units_of(version), lambda: changes.box)


def _in_use(place: Place, version: Version, changes: Changes) -> Iterator[Step]:
    yield from file_steps(place, version, changes.of_box)
    if not version.is_current:
        yield Step(f"Use {version.stamp}.", lambda: _use(place, version, changes.of_box))


def _use(place: Place, version: Version, changed: Callable[[], None]) -> None:
    use(place, version.stamp)
    changed()
