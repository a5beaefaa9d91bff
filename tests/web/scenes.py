"""What can be on the table while somebody looks at the pages: a room is brought there in one line."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import canals
import exchanges
from exchanges import is_asked
from kept_games import played
from midgames import before, does, goes_on_at
from playing import asked_of, plays_on
from rooms import Room

from companion.games.actions import SetUp
from companion.games.amsterdam.actions import Activate, Effect, MoveBarge, UseCard
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.things import NO_RESOURCES, only
from companion.games.events import GameOver
from companion.games.merchants import advance, begin, editing, moment
from companion.games.merchants.actions import Build
from companion.games.merchants.board import default_board
from companion.games.merchants.card_faces import Face
from companion.records import Correction
from companion.requests import TakeBack
from companion.seats import PERSON
from companion.simulate import Playthrough

LONG = (
    "Maximilianeannemarievonhohenloheoe",
    "Maximilianeannemarie Hohenloheoehr",
    "Bartholomeusjohannes Vanderhelstde",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Elsje",
)
"""Names, with spaces and without."""
SLOW = {"profile": "even", "seconds_per_price": 10.0, "get_ready": 0.0}


class Scene(NamedTuple):
    """`prepare` lays it out; then these pages show something else than before, to a phone at seat 0."""

    prepare: Callable[[Room], None]
    pages: tuple[str, ...]
    few: tuple[str, ...] = ()

    @property
    def shortened(self) -> tuple[str, ...]:
        """Pages for the quick check: a few, where many are alike."""
        return self.few or self.pages


@cache
def _some_game() -> Playthrough:
    return played(seed=5)


def _nothing(room: Room) -> None:
    """As it was found."""


def _decision(room: Room) -> None:
    """Late in the game seat 0 is to build, and can choose where and with which commodity."""
    game = _some_game()
    goes_on_at(room, game, max(_open_builds(game)))


def _open_builds(game: Playthrough) -> Iterator[int]:
    """Entries of seat 0 at which a space leaves something to choose."""
    state, _ = begin(game.setup)
    now = moment(state)
    for entry in game.entries[1:]:
        builds = [one.space for one in now.choices.get(entry.seat, ()) if isinstance(one, Build)]
        if entry.seat == 0 and len(builds) > len(set(builds)):
            yield entry.n
        assert not isinstance(entry.action, Correction | SetUp)
        now, _ = advance(now, entry.seat, entry.action)


def _vote(room: Room) -> None:
    """Seat 1 wants to take something back, and seat 0 has not said yet."""
    _decision(room)
    room.house.submit(1, TakeBack()).result()


def _auction(room: Room) -> None:
    """The clock runs, slowly, and everybody may bid by phone."""
    for name, value in SLOW.items():
        room.house.change("clock", name, value)
    room.house.change("referee", "phone_bids", "always")
    room.begins()
    plays_on(room, lambda: asked_of(room)[0] == "bid")


def _end(room: Room) -> None:
    game, over = before(GameOver)
    goes_on_at(room, game, over)
    does(room, game.entries[over])


def _boards(room: Room) -> None:
    """One that is good, and one that is half made."""
    good = default_board().data
    room.house.boards.add("Attic", good, saved=True)
    torn = editing.with_bridge(editing.without_office(good, "am1"), "la1", "la2")
    torn = editing.with_event(editing.with_count(torn, Face("commodity"), 5), "1588", "final")
    room.house.boards.add("Cellar", editing.with_track_length(torn, 1))


def _exchange(room: Room) -> None:
    """In the middle of a game of Mercurius seat 0 may trade, and has something to sell."""
    exchanges.begins(room)
    exchanges.plays_on(room, lambda table: is_asked("trade", 0, since=6)(table) and sum(table.holdings[0]) > 1)


def _price_card(room: Room) -> None:
    _exchange(room)
    exchanges.passes(room)


def _declared_card(room: Room) -> None:
    """From a hand of cardboard."""
    exchanges.begins(room, deck="table")
    exchanges.plays_on(room, is_asked("card", 0, since=3))


def _exchange_end(room: Room) -> None:
    exchanges.begins(room)
    exchanges.plays_on(room, exchanges.is_over)


def _long_names(room: Room) -> None:
    room.begins(names=LONG[:4])


def _long_names_at_the_exchange(room: Room) -> None:
    exchanges.begins(room, players=(PERSON,) * 5, names=LONG)
    exchanges.plays_on(room, is_asked("trade", 0, since=3))


def _canals(room: Room) -> None:
    """In the middle of a game against TOM seat 0 may act, and has something of everything."""
    canals.begins(room)
    canals.plays_on(room, canals.is_asked("act", since=4))
    canals.gets_rich(room)
    below, *_ = canals.state_of(room).below[0]
    canals.does(room, Activate(below, NO_RESOURCES))
    canals.does(room, UseCard(below, False, Effect(prestige=2)))
    canals.does(room, MoveBarge("beer", only("gray")))


def _dice(room: Room) -> None:
    """Seat 0 may choose."""
    canals.begins(room)
    canals.plays_on(room, canals.is_asked("dice", since=2))


def _canals_asked(what: str) -> Callable[[Room], None]:
    """Where the table draws and rolls for itself, this is asked of seat 0."""

    def prepare(room: Room) -> None:
        canals.begins(room, deck="table")
        canals.plays_on(room, canals.is_asked(what))

    return prepare


def _canals_end(room: Room) -> None:
    canals.begins(room)
    canals.plays_on(room, canals.is_over)


def _long_names_at_the_canals(room: Room) -> None:
    canals.begins(room, names=LONG[:4], rules=HouseRules(workers=True, orders=True, marketeer=True))
    canals.plays_on(room, canals.is_asked("act", since=3))


SCENES = {
    "nothing": Scene(
        _nothing,
        (
            *("/", "/sit", "/new", "/new?game=mercurius", "/new?game=amsterdam", "/exchange", "/scoring", "/history"),
            *("/settings", "/wifi", "/prints", "/tv", "/panel"),
        ),
    ),
    "decision": Scene(
        _decision,
        ("/", "/sit", "/correct", "/scoring", "/history?cardboard=yes", "/history?seat=1", "/settings", "/tv"),
    ),
    "vote": Scene(_vote, ("/",)),
    "auction": Scene(_auction, ("/", "/tv", "/panel")),
    "boards": Scene(
        _boards,
        (
            *("/new", "/settings", "/board", "/board/0", "/board/1", "/board/2", "/board/0/lastage"),
            *("/board/1/americas?item=am4", "/board/1/americas?item=am4&do=move", "/board/1/lastage"),
            *("/board/2/bridges", "/board/1/bridges?end=nz2", "/board/2/start", "/board/2/years?item=1588"),
            *("/board/1/years?item=1666", "/board/2/cards", "/board/1/clock", "/board/2/tracks"),
            *("/board/first", "/board/first?board=1&after=credit&item=1632", "/board/first?board=1&after=tables"),
            "/board/first?board=1&after=city",
        ),
        (
            *("/new", "/board", "/board/1", "/board/2", "/board/1/americas?item=am4&do=move", "/board/2/bridges"),
            *("/board/2/years?item=1588", "/board/2/cards", "/board/2/tracks", "/board/first?board=1&after=tables"),
        ),
    ),
    "end": Scene(_end, ("/", "/scoring", "/history", "/tv")),
    "exchange": Scene(_exchange, ("/", "/correct", "/scoring", "/history?cardboard=yes", "/settings", "/tv", "/panel")),
    "price card": Scene(_price_card, ("/", "/tv")),
    "declared card": Scene(_declared_card, ("/",)),
    "long names": Scene(_long_names, ("/", "/sit", "/scoring", "/history", "/tv")),
    "long names at the exchange": Scene(_long_names_at_the_exchange, ("/", "/scoring", "/history", "/tv")),
    "canals": Scene(_canals, ("/", "/correct", "/scoring", "/history?cardboard=yes", "/tv", "/panel")),
    "dice": Scene(_dice, ("/",)),
    "table's dice": Scene(_canals_asked("roll"), ("/",)),
    "discs": Scene(_canals_asked("discs"), ("/",)),
    "TOM's block": Scene(_canals_asked("tom_block"), ("/",)),
    "long names at the canals": Scene(_long_names_at_the_canals, ("/", "/scoring", "/history", "/tv")),
    "end of the canals": Scene(_canals_end, ("/", "/scoring", "/history", "/tv")),
    "end of the exchange": Scene(_exchange_end, ("/", "/scoring", "/history", "/tv")),
}
