"""A room whose device looks after a Wi-Fi: NetworkManager is a stand-in, everything else is as it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hang_guard import HANG_GUARD, eventually
from rooms import Room, a_room
from stand_in_nmcli import World

from companion.drawer import Drawer
from companion.wifi import Radio
from companion.wifi.radio import Waits
from hardware.troubles import Troubles

QUICK = Waits(look=0.05, calm=0.05, grace=0.0)


def a_world(folder: Path, patch: pytest.MonkeyPatch) -> World:
    """In which two networks are in reach, and the box is in one that it knows."""
    folder.mkdir()
    world = World(folder)
    for name, value in world.surroundings.items():
        patch.setenv(name, value)
    patch.setattr("companion.wifi.nmcli.QUICK", HANG_GUARD)
    world.has("Home", "secret12345", signal=82)
    world.has('Café "Zürich": <b>2</b>', "graftgracht", signal=47)
    world.has("Guest", signal=12)
    world.has("Corp", "secret12345", signal=60, security="WPA2 802.1X")
    world.is_in("Home", "secret12345")
    return world


def tuned(**settings: Any) -> Any:
    def radio(drawer: Drawer, troubles: Troubles) -> Radio:
        return Radio(drawer, troubles, **{"waits": QUICK} | settings)

    return radio


@contextmanager
def an_airy_room(folder: Path, **settings: Any) -> Iterator[Room]:
    with a_room(folder / "games", radio=tuned(**settings)) as room:
        assert room.radio
        eventually(lambda: room.radio and room.radio.news.air.is_looked_after)
        yield room


def radio_of(room: Room) -> Radio:
    assert room.radio
    return room.radio
