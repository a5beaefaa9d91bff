"""The profile of the box's own Wi-Fi, which NetworkManager keeps: forgotten when the box is none any more."""

from collections.abc import Iterator
from functools import partial

from installing.errors import Refused
from installing.place import Place
from installing.steps import Step

PROFILE = "veilingklok"
"""As the program calls it. A network that somebody has joined may be called the same, and stays."""
_TOOL = "/usr/bin/nmcli"


def forgetting_steps(place: Place) -> Iterator[Step]:
    for uuid in _profiles(place):
        yield Step("Make NetworkManager forget the Wi-Fi of the box itself.", partial(_forget, place, uuid))


def _profiles(place: Place) -> list[str]:
    """None where NetworkManager does not run, and a folder has nothing that runs."""
    if not place.is_this_machine or not place.at(_TOOL).exists():
        return []
    try:
        lines = place.run(_TOOL, "--terse", "--fields", "UUID,NAME", "connection", "show").splitlines()
        named = [line.partition(":")[0] for line in lines if line.endswith(f":{PROFILE}")]
        return [uuid for uuid in named if _mode(place, uuid) == "ap"]
    except Refused:
        return []


def _mode(place: Place, uuid: str) -> str:
    return place.run(_TOOL, "--get-values", "802-11-wireless.mode", "connection", "show", "uuid", uuid).strip()


def _forget(place: Place, uuid: str) -> None:
    place.run(_TOOL, "connection", "delete", "uuid", uuid)
