"""A room in which Mercurius is played, for tests: begun, and brought to where something is asked."""

from collections.abc import Callable, Sequence
from random import Random

from playing import on_table
from rooms import NAMES, Room

from companion.games.mercurius.actions import News, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.offers import Offers
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.state import Cards, State
from companion.games.mercurius.titles import card_title
from companion.openings import Deck, Place, opening_of
from companion.seats import PERSON
from companion.words import Language, words

MANY = 500


def begins(
    room: Room,
    *,
    players: Sequence[str] = (PERSON,) * 3,
    deck: Deck = "device",
    seed: int = 4,
    names: Sequence[str] = NAMES,
) -> None:
    """With cards that are known."""
    places = [Place(*place) for place in zip(names, room.house.colours, players, strict=False)]
    room.house.begin(opening_of(places, seed=seed, game=MERCURIUS, deck=deck))


def seen(room: Room, seat: int | None = None) -> Sight:
    table: Sight = on_table(room).view(seat).table
    return table


def state_of(room: Room) -> State:
    state: State = on_table(room).look.now.state
    return state


def passes(room: Room) -> None:
    """Whoever is asked to trade trades nothing."""
    asked = seen(room).asked
    assert asked is not None
    assert asked.seat is not None
    room.house.submit(asked.seat, Trade(())).result()


def plays_on(room: Room, until: Callable[[Sight], bool], seed: int = 1) -> None:
    """People at all seats, each of whom does what chance says, but keeps News."""
    chance = Random(seed)
    for _ in range(MANY):
        if until(seen(room)):
            return
        acts_by_chance(room, chance)
    raise AssertionError("it never came to that")


def acts_by_chance(room: Room, chance: Random) -> None:
    """Whoever is asked does anything, but keeps News."""
    asked = seen(room).asked
    assert asked is not None
    assert asked.seat is not None
    options = on_table(room).look.now.choices[asked.seat]
    if isinstance(options, Offers):
        action = options.drawn(chance)
    else:
        action = chance.choice([one for one in options if not isinstance(one, News)])
    room.house.submit(asked.seat, action).result()


def is_asked(what: str, seat: int, since: int = 1) -> Callable[[Sight], bool]:
    """From this round on."""
    return lambda table: (
        table.asked is not None and (table.asked.what, table.asked.seat) == (what, seat) and table.round >= since
    )


def is_over(table: Sight) -> bool:
    return table.winners is not None


def titles(cards: Cards, language: Language = "en") -> set[str]:
    """As pages say them."""
    return {card_title(default_board(), card, words(language)) for card in cards}
