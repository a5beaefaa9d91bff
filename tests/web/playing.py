"""A table that plays by itself for a while, for tests: the first thing that can be done, again and again."""

from collections.abc import Callable

from hang_guard import eventually
from rooms import Room

from companion.entries import Acted
from companion.games.merchants.actions import Stop
from companion.snapshots import Snapshot

MANY = 500


def on_table(room: Room) -> Snapshot:
    assert room.house.snapshot is not None
    return room.house.snapshot


def asked_of(room: Room) -> tuple[str, int | None]:
    """What, and of which seat."""
    asked = on_table(room).view(None).table.asked
    return (asked.what, asked.seat) if asked else ("nothing", None)


def stopped_by(room: Room) -> list[int | None]:
    """Who stopped the clock so far."""
    entries = [row.entry for row in room.house.history()]
    return [one.seat for one in entries if isinstance(one, Acted) and isinstance(one.action, Stop)]


def goes_on(room: Room, since: Snapshot) -> None:
    """Wait until anything has changed."""
    eventually(lambda: on_table(room) is not since)


def plays_on(room: Room, until: Callable[[], bool]) -> None:
    """People at all seats, each of whom does whatever the rules offer first; nobody bids."""
    for _ in range(MANY):
        if until():
            return
        before = on_table(room)
        _, seat = asked_of(room)
        if before.look.clock is None and seat is not None:
            room.house.submit(seat, before.look.now.choices[seat][0]).result()
        else:
            goes_on(room, before)
    raise AssertionError("it never came to that")
