"""A room in which people have played for a while, for tests: up to just before something happens."""

from kept_games import opening_of, played, rows_of
from rooms import Room

from companion.games.actions import SetUp
from companion.games.box import AnyAction
from companion.games.merchants.events import AnyEvent
from companion.records import Correction, Entry
from companion.simulate import Playthrough


def goes_on_at(room: Room, game: Playthrough, entry: int) -> None:
    """The game as it was before this entry, with people at all seats."""
    first, *rest = rows_of(game)[:entry]
    number = room.journal.begin(opening_of(game, "person"), first)
    for row in rest:
        room.journal.append(number, row, over=False)
    room.house.resume(number)


def before(kind: type[AnyEvent], seed: int = 5) -> tuple[Playthrough, int]:
    """A game, and the first entry of it that a person makes and that brings about such a thing."""
    game = played(seed)
    for entry in game.entries[1:]:
        if entry.seat is not None and any(isinstance(event, kind) for event in entry.events):
            return game, entry.n
    raise AssertionError("it never came to that")


def does(room: Room, entry: Entry) -> None:
    assert entry.seat is not None
    action = entry.action
    assert not isinstance(action, Correction | SetUp)
    wish: AnyAction = action
    room.house.submit(entry.seat, wish).result()
