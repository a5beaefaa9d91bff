"""Positions of Amsterdam for tests, each in one readable line."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import positions

from companion.games.amsterdam.actions import Done, Effect
from companion.games.amsterdam.board import Board, default_board
from companion.games.amsterdam.chance import rounds
from companion.games.amsterdam.decide import RULES, begin
from companion.games.amsterdam.events import Prestige
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.state import Setup, State, empty_state
from companion.games.amsterdam.things import COLOURS, GOODS, Colour, Counts, Good
from companion.games.events import Ask
from companion.games.setup import COLOURS as SEATS

NAMES = ("Anne", "Jan", "Mareike", "Willem")
NO_EFFECT = Effect()
PLAIN = HouseRules()

Held = Mapping[Colour, int]
Goods = Mapping[Good, int]


class Table(positions.Table[State]):
    def __init__(self, state: State) -> None:
        super().__init__(RULES, state)

    def supply(self, seat: int) -> dict[Colour, int]:
        return {colour: count for colour, count in zip(COLOURS, self.state.supply[seat], strict=True) if count}

    def slot(self, seat: int, slot: int) -> dict[Colour, int]:
        """What lies there on the roundel; slot 1 leaves next."""
        there = self.state.roundels[seat][slot - 1]
        return {colour: count for colour, count in zip(COLOURS, there, strict=True) if count}

    def goes_on(self) -> list[Any]:
        """Whoever is asked does as little as possible."""
        seat = self.state.agenda[-1].seat
        options = self.may(seat)
        return self.does(seat, Done() if Done() in options else options[0])


@cache
def seen_board() -> Board:
    """The board in the box, if somebody had seen all of it: then nothing printed is asked."""
    data: dict[str, Any] = msgspec.to_builtins(default_board().data)
    for name, part in data.items():
        if isinstance(part, dict):
            data[name] = part | {"source": "cardboard"}
        else:
            data[name] = [one | {"source": "cardboard"} for one in part]
    return Board(msgspec.convert(data, type(default_board().data)))


def resources(**counts: int) -> Counts:
    """By colour, as an action says them."""
    return tuple(counts.get(colour, 0) for colour in COLOURS)


def commodities(**counts: int) -> Counts:
    return tuple(counts.get(good, 0) for good in GOODS)


def a_deck(
    players: int = 3,
    discs: str = "",
    tiles: Sequence[str] = (),
    rolls: Sequence[str] = (),
    rules: HouseRules = PLAIN,
) -> tuple[str, ...]:
    """Of chance: these rolls first, and after them one like the other."""
    count = len(rounds(rules))
    later = (*rolls, *("123456",) * count)[:count]
    return (discs or "0123"[:players], *(tiles or COLOURS[: players - 1]), *later)


def a_setup(
    players: int = 3,
    *,
    board: Board | None = None,
    rules: HouseRules = PLAIN,
    tom: int | None = None,
    deck: tuple[str, ...] | None = None,
) -> Setup:
    """Without a deck the table rolls. With TOM at a seat there are two."""
    seats = 2 if tom is not None else players
    return Setup(
        board=board or default_board(), seats=SEATS[:seats], names=NAMES[:seats], deck=deck, rules=rules, automaton=tom
    )


def begun(players: int = 3, **how: Any) -> Table:
    """A game from its beginning; the device rolls, unless `deck` is None."""
    deck = how.pop("deck", a_deck(2 if "tom" in how else players, rules=how.get("rules", PLAIN)))
    state, _ = begin(a_setup(players, deck=deck, **how))
    return Table(state)


def position(
    *asks: tuple[str, int | None],
    players: int = 3,
    board: Board | None = None,
    rules: HouseRules = PLAIN,
    tom: int | None = None,
    supply: Sequence[Held] = (),
    storage: Sequence[Goods] = (),
    cargo: Sequence[Goods] = (),
    crests: Sequence[Held] = (),
    then: Sequence[str] = ("phase_4", "next_round"),
    **fields: Any,
) -> Table:
    """A position in the middle of a game, in round 9: what is asked (the first is asked now), and what seats have; what
    is said only for some is nothing for the others.
    """
    setup = a_setup(players, board=board, rules=rules, tom=tom)
    state = empty_state(setup)
    state.round, state.phase = 9, 3
    state.dice = (1, 2, 3, 4, 4, 1)
    state.supply = tuple(resources(**held) for held in _each(supply, setup))
    state.storage = tuple(commodities(**goods) for goods in _each(storage, setup))
    state.cargo = tuple(commodities(**goods) for goods in _each(cargo, setup))
    state.crests = tuple(resources(**held) for held in _each(crests, setup))
    state.groups = tuple(max(held) for held in state.crests)
    state.agenda = (
        *(Ask(what, None) for what in reversed(then)),
        *(Ask(what, seat) for what, seat in reversed(asks)),
    )
    state.acting = asks[0][1] if asks and asks[0][0] == "act" else None
    for name, value in fields.items():
        setattr(state, name, value)
    return Table(state)


def _each(said: Sequence[Mapping[Any, int]], setup: Setup) -> list[Mapping[Any, int]]:
    return [said[seat] if seat < len(said) else {} for seat in range(setup.players)]


def prestige(events: Sequence[object], seat: int) -> int:
    """All that a seat gained by these facts."""
    return sum(event.amount for event in events if isinstance(event, Prestige) and event.seat == seat)
