"""A room in which Amsterdam is played, for tests: begun, alone or with others, and brought to some question."""

from collections.abc import Callable, Sequence
from random import Random

from playing import on_table
from rooms import NAMES, Room

from companion.bots.amsterdam import RandomBot
from companion.games.actions import SetMoney
from companion.games.amsterdam.actions import AnyAction
from companion.games.amsterdam.corrections import AnyChange, SetGoods, SetPenalties, SetSupply
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOURS
from companion.openings import Deck, Place, opening_of
from companion.requests import Correct

MANY = 2000


def begins(
    room: Room,
    *,
    names: Sequence[str] = NAMES[:1],
    deck: Deck = "device",
    seed: int = 4,
    rules: HouseRules | None = None,
) -> None:
    """Alone against TOM, unless there are more names; with dice that are known."""
    places = [Place(*place) for place in zip(names, room.house.colours, strict=False)]
    room.house.begin(opening_of(places, seed=seed, game=AMSTERDAM, deck=deck, rules=rules or HouseRules()))


def state_of(room: Room) -> State:
    state: State = on_table(room).look.now.state
    return state


def does(room: Room, action: AnyAction) -> None:
    """Whoever is asked."""
    seat = state_of(room).agenda[-1].seat
    assert seat is not None
    room.house.submit(seat, action).result()


def plays_on(room: Room, until: Callable[[State], bool], seed: int = 1) -> None:
    """People at all seats, each of whom does what chance says."""
    bot = RandomBot(Random(seed))
    for _ in range(MANY):
        state = state_of(room)
        if until(state):
            return
        seat = state.agenda[-1].seat
        assert seat is not None
        does(room, bot.choose(state, seat, on_table(room).look.now.choices[seat]))
    raise AssertionError("it never came to that")


def is_asked(what: str, seat: int = 0, since: int = 0) -> Callable[[State], bool]:
    """From this round on."""
    return lambda state: (
        bool(state.agenda) and (state.agenda[-1].what, state.agenda[-1].seat) == (what, seat) and state.round >= since
    )


def is_over(state: State) -> bool:
    return state.winners is not None


def puts_right(room: Room, *changes: AnyChange) -> None:
    """At a table where nobody else has to agree."""
    room.house.submit(0, Correct(changes, "for the test")).result()


def gets_rich(room: Room) -> None:
    """Seat 0, with some of everything."""
    supply = [SetSupply(0, colour, count) for count, colour in enumerate(COLOURS)]
    goods = SetGoods(0, "beer", True, 1), SetGoods(0, "lace", False, 2)
    puts_right(room, *supply, *goods, SetMoney(0, 6), SetPenalties(0, 2))
